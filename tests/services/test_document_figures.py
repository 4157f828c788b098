"""What reports, batches and analyses say of what a release gives away; a planted leak changes the sentence."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from backend.document.phrases import Phrase
from backend.learning.registry import Registry
from backend.learning.visible_clients import VisibleClients
from backend.privacy.client_profiles import Crowd
from backend.privacy.earlier_texts import NEAR, ComparableText, EarlierTexts
from backend.privacy.release_figures import Finding, ReleaseSummary, UserRelease
from backend.reporting.release_figures import BatchFigures, sentence_of_summary
from backend.services.analysis.suggest import suggest_files
from backend.services.files.reading import open_file
from backend.services.privacy.earlier import read_earlier_texts
from backend.services.redaction.batch import BatchRequest, redact_files
from backend.services.redaction.redact import redact_content
from backend.services.redaction.verify import expected_in_report, judge_content, verify_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request, Terms
from backend.services.request.resolve import resolve
from backend.wiring.sensitivity import sensitivity_if_any
from tests.conftest import CLIENT

NAME = Path("minutes.txt")
K = 4


@pytest.fixture(scope="module")
def catalogue(sample_registry):
    return Catalogue(Registry(sample_registry).load(), sensitivity=sensitivity_if_any())


@pytest.fixture(scope="module")
def minutes(report_text):
    return report_text


@pytest.fixture(scope="module")
def report_text():
    from tests.conftest import SAMPLE

    path = SAMPLE / "steering-committee-report.docx"
    return "\n".join(open_file(path.name, path.read_bytes()).document.counted_texts())


def redacted(catalogue, text, **asked):
    request = resolve(Request(client=CLIENT, k=K, **asked), catalogue)
    return redact_content(NAME, NAME, text.encode(), request)


def test_a_report_says_how_many_clients_fit_and_which_words_weigh_most(catalogue, minutes):
    figures = redacted(catalogue, minutes).report.as_json()["privacy"]
    assert figures["unit"] == "word"
    assert 0 < figures["spi"] <= figures["jsd"] < 1
    assert (figures["before"]["k"], figures["required"]) == (1, K)
    assert figures["after"]["k"] >= K
    assert figures["finding"] == "hidden"
    others = figures["after"]["k"] - 1
    assert (
        f"fit {others} of {figures['after']['clients'] - 1} other clients at least as well" in figures["sentence"]
    )
    assert all(each["after"] < each["before"] for each in figures["words"][:3])


def test_a_planted_name_changes_the_sentence(catalogue, minutes):
    """The leak: the client's own words, which someone wants to keep."""
    safe = redacted(catalogue, minutes).report.privacy
    own = [each.suggestion.term for each in redacted(catalogue, minutes).report.suppressed]
    leaky = redacted(catalogue, minutes, terms=Terms(never=tuple(map(Phrase, own)))).report
    assert safe.finding is Finding.HIDDEN
    assert leaky.privacy.finding is Finding.STANDS_OUT
    assert leaky.as_json()["privacy"]["sentence"].endswith(
        f"the words that are left fit this client better than any other of {leaky.privacy.after.clients}."
    )


def test_a_published_original_changes_the_sentence(catalogue, minutes, tmp_path):
    """The leak: the document stands in a public folder under another name."""
    (tmp_path / "minutes-2025.txt").write_text(minutes, "utf-8")
    (tmp_path / "other.txt").write_text("A ship left the harbour.", "utf-8")
    compared = replace(catalogue, earlier=read_earlier_texts(tmp_path))
    report = redacted(compared, minutes).report
    figures = report.as_json()["privacy"]
    first = figures["earlier"][0]
    assert (first["name"], first["terms"], first["reveals"]) == ("minutes-2025.txt", figures["terms"], True)
    assert figures["terms"] == len(report.suppressed)
    assert figures["finding"] == "stands_elsewhere"
    assert "“minutes-2025.txt” is a version of this document and contains the words of " in figures["sentence"]
    (tmp_path / "minutes-2025.txt").write_bytes(redacted(catalogue, minutes).content)
    harmless = redacted(replace(catalogue, earlier=read_earlier_texts(tmp_path)), minutes).report.privacy
    assert harmless.finding is Finding.HIDDEN


def test_an_excerpt_of_the_document_changes_the_sentence(catalogue, minutes, tmp_path):
    """The leak: a few lines of the document, which no measure of all words recognises."""
    own = redacted(catalogue, minutes).report.suppressed[0].suggestion.term
    at = minutes.index(own)
    (tmp_path / "quoted.txt").write_text(minutes[max(0, at - 120) : at + 120], "utf-8")
    compared = replace(catalogue, earlier=read_earlier_texts(tmp_path))
    figures = redacted(compared, minutes).report.as_json()["privacy"]
    (first,) = figures["earlier"]
    assert first["distance"] > NEAR
    assert (first["shared"] > 0.8, first["reveals"]) == (True, True)
    assert "“quoted.txt” has passages in common with this document and contains" in figures["sentence"]


def test_a_quoted_passage_in_a_long_text_about_something_else_changes_the_sentence(catalogue, minutes, tmp_path):
    """The leak: a newsletter quotes a few lines, in other paragraphs than those of the document."""
    own = redacted(catalogue, minutes).report.suppressed[0].suggestion.term
    at = minutes.index(own)
    quoted = "\n".join(minutes[max(0, at - 120) : at + 120].split())
    other = " ".join(f"item{number} of the parish news" for number in range(2000))
    (tmp_path / "news.txt").write_text(f"{other}\n\n{quoted}\n\n{other} and {own} again", "utf-8")
    figures = redacted(replace(catalogue, earlier=read_earlier_texts(tmp_path)), minutes).report.as_json()[
        "privacy"
    ]
    (first,) = figures["earlier"]
    assert first["shared"] < 0.1
    assert (first["reveals"], 0 < first["quoted"] <= first["terms"]) == (True, True)
    assert f"and contains the words of {first['quoted']} of" in figures["sentence"]


def test_the_original_of_a_copy_that_hides_most_words_is_a_version_of_it(catalogue, tmp_path):
    text = "The crane at Halden hums. " * 4 + " ".join(f"Pier{number} is wet." for number in range(8))
    (tmp_path / "original.txt").write_text(text, "utf-8")
    hidden = ["crane", "halden", "hums", "is", "wet", *(f"pier{number}" for number in range(8))]
    compared = replace(catalogue, earlier=read_earlier_texts(tmp_path))
    report = redacted(compared, text, terms=Terms(always=tuple(map(Phrase, hidden)))).report
    (first,) = report.privacy.earlier
    assert report.privacy.release.jsd > NEAR**2
    assert (first.distance, report.privacy.finding) == (0, Finding.STANDS_ELSEWHERE)


def test_the_sentence_names_the_earlier_text_that_reveals_most():
    """A closer version that reveals less does not stand before it."""
    words = [f"w{number}" for number in range(40)]
    close, telling = (ComparableText.of([*words, *more]) for more in (["acme"], ["acme", "rook", "pier", "more"]))
    found = EarlierTexts.of(["close", "telling"], [close, telling]).compared(
        [words], [["acme"], ["rook"], ["pier"]]
    )
    assert [(each.name, each.terms) for each in found] == [("telling", 3), ("close", 1)]


@pytest.mark.parametrize(
    ("crowd", "end"),
    [
        (Crowd(1, 0.5, 1), "but no other client was compared, so the words that are left can only fit this one."),
        (Crowd(1, 0.5, 2), "but the words that are left fit this client better than the other one."),
        (Crowd(1, 0.5, 3), "but the words that are left fit this client better than any other of 3."),
    ],
)
def test_the_sentence_with_few_clients(crowd, end):
    summary = ReleaseSummary(0.1, 0.1, 0.1, 0.0, crowd, crowd, K)
    assert sentence_of_summary(summary) == f"10.0% of the words are missing from the redacted copy, {end}"


def test_the_sentence_of_a_batch_counts_documents():
    def sentence(*findings):
        releases = [
            UserRelease(str(at), CLIENT, f"a{at}", f"b{at}", finding, None, 0.1, 0.2, 0.9, (0.1, 0.1))
            for at, finding in enumerate(findings)
        ]
        return BatchFigures.of(releases, len(releases)).sentence

    out = Finding.STANDS_OUT
    assert sentence(out).startswith("Of 1 document: 1 fits its client better than any other;")
    assert sentence(out, out).startswith("Of 2 documents: 2 fit their client better than any other;")
    assert sentence(Finding.HIDDEN) == "The words that are left in the document do not point to one client."
    mixed = sentence(Finding.HIDDEN, Finding.HIDDEN, Finding.CHANGED)
    assert mixed == "Of 3 documents, 2 have a client; the words that are left there do not point to one client."


def test_a_document_without_a_client_has_its_index_alone(catalogue, minutes):
    report = redact_content(NAME, NAME, minutes.encode(), resolve(Request(entities=frozenset()), catalogue)).report
    assert (report.privacy.finding, report.privacy.after) == (Finding.UNCHANGED, None)
    assert report.as_json()["privacy"]["sentence"] == "No word is missing from the redacted copy."
    assert report.as_json()["privacy"]["sensitive_share"] is None


def test_the_sentence_of_a_copy_without_its_sensitive_words_does_not_call_them_harmless(catalogue):
    """Each word is a small part of the evidence, so the sensitive share of the index is low."""
    text = "The budget is for chairs. Mr Alder has HIV, and his depression got worse after the divorce."
    hidden = tuple(map(Phrase, ("HIV", "depression", "divorce")))
    request = resolve(Request(entities=frozenset(), terms=Terms(always=hidden)), catalogue)
    figures = redact_content(NAME, NAME, text.encode(), request).report.as_json()["privacy"]
    assert figures["sensitive_share"] < 0.5
    assert figures["sentence"] == "17.6% of the words are missing from the redacted copy."


@pytest.mark.parametrize("text", ["", "\n\n", "…"])
def test_a_document_without_words_is_not_measured(catalogue, text):
    assert redacted(catalogue, text).report.as_json()["privacy"] is None


def test_callers_to_whom_clients_are_hidden_get_no_rank_and_no_number_of_clients(catalogue, minutes):
    hidden = replace(catalogue, visible=VisibleClients(frozenset({CLIENT})))
    figures = redacted(hidden, minutes).report.as_json()["privacy"]
    assert (figures["before"], figures["after"], figures["required"]) == (None, None, None)
    assert "client" not in figures["sentence"]
    assert figures["finding"] == "changed"


def test_an_analysis_says_what_each_level_and_each_term_adds(catalogue, minutes, tmp_path):
    path = tmp_path / NAME
    path.write_text(minutes, "utf-8")
    (file,) = suggest_files((path,), Request(client=CLIENT, k=K), catalogue, lambda *_: None)
    content = file.as_json()
    report = redacted(catalogue, minutes).report.as_json()["privacy"]
    assert content["privacy"] == {"spi": 0.0, "jsd": 0.0, "crowd": report["before"]}
    last = content["levels"][-1]["privacy"]
    assert last["crowd"] == report["after"]
    assert last["jsd"] == pytest.approx(report["jsd"], abs=2e-3)  # a placeholder may stand for two places
    assert all(0 < each["gain"]["spi"] <= each["gain"]["jsd"] for each in content["suggestions"] if each["places"])
    assert json.dumps(content, allow_nan=False)


def test_a_saved_file_fits_as_many_clients_as_its_report_says(catalogue, minutes):
    done = redacted(catalogue, minutes)
    expected = expected_in_report(done.report.as_json())
    request = resolve(Request(client=CLIENT, k=K), catalogue)
    found = verify_content(NAME.name, done.content, expected)
    assert judge_content(NAME.name, done.content, expected, found, request).crowd == done.report.privacy.after


def test_a_batch_says_what_all_its_documents_give_away(catalogue, minutes, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "minutes.txt").write_text(minutes, "utf-8")
    (inbox / "copy.txt").write_text(minutes, "utf-8")
    (inbox / "note.txt").write_text("The ship is late.", "utf-8")
    (inbox / "odd.txt").write_bytes(b"caf\xe9")  # not UTF-8
    request = Request(client=CLIENT, k=K)
    report = redact_files(BatchRequest((inbox,), tmp_path / "out", request, catalogue), lambda *_: None)
    batch = report.as_json()["privacy"]
    assert (batch["measured"], batch["left_out"]) == (3, 1)
    assert 0 <= batch["partial"]["spi"] <= batch["partial"]["jsd"] <= batch["document"]["jsd"] <= 1
    # Two of three documents are one text, which was redacted; the third is as it was.
    changed = [file.privacy.release.jsd > 0 for file in report.files if file.privacy is not None]
    assert batch["document"]["jsd"] == pytest.approx(sum(changed) / 3)
    figures = [file.privacy.release.spi for file in report.files if file.privacy is not None]
    assert batch["word"]["spi"] == pytest.approx(sum(figures) / 3, abs=1e-6)
    assert {each["path"] for each in batch["documents"]} == {
        str(inbox / name) for name in ("minutes.txt", "copy.txt", "note.txt")
    }
    assert json.dumps(report.as_json(), allow_nan=False)


def test_a_batch_in_which_nothing_was_measured_has_no_figures(catalogue, tmp_path):
    (tmp_path / "odd.txt").write_bytes(b"caf\xe9")
    request = Request(client=CLIENT, k=K)
    report = redact_files(
        BatchRequest((tmp_path / "odd.txt",), tmp_path / "out", request, catalogue), lambda *_: None
    )
    assert report.as_json()["privacy"] is None
