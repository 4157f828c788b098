"""`unsaid train`, `unsaid clients`, `unsaid model` and `unsaid guess`, from the outside."""

import json
import shutil
import stat

import pytest

from tests.conftest import CLIENT, SAMPLE
from tests.worker.jobs import corpus_in

pytestmark = pytest.mark.usefixtures("attackers_here")


@pytest.fixture
def corpus(tmp_path):
    """Three clients of the sample, small enough to change."""
    folder = tmp_path / "corpus"
    for client in (CLIENT, "Brightbasket", "Corvane Bank"):
        shutil.copytree(SAMPLE / "corpus" / client, folder / client)
    return folder


@pytest.fixture
def small(tmp_path):
    """Three clients with a few words, learnt within a moment."""
    return corpus_in(tmp_path / "small")


def _json(result):
    return json.loads(result.stdout)


def test_the_first_version_promotes_itself_and_a_later_one_waits(unsaid, small):
    assert _json(unsaid("train", small, "--registry", "reg", "--name", "one", "--json"))["promoted"] is True
    assert _json(unsaid("train", small, "--registry", "reg", "--name", "two", "--json"))["promoted"] is False
    assert _json(unsaid("train", small, "--registry", "reg", "--name", "three", "--promote", "--json"))["promoted"]
    versions = _json(unsaid("model", "list", "--registry", "reg", "--json"))["versions"]
    assert [(each["name"], each["promoted"]) for each in versions] == [
        ("one", False),
        ("two", False),
        ("three", True),
    ]


def test_versions_are_promoted_and_rolled_back_and_programs_are_told(unsaid, small):
    for name in ("one", "two"):
        unsaid("train", small, "--registry", "reg", "--name", name)
    assert unsaid("model", "promote", "two", "--registry", "reg").exit_code == 0
    assert _json(unsaid("clients", "--registry", "reg", "--json"))["version"] == "two"
    assert "Back to version one" in unsaid("model", "roll-back", "--registry", "reg").stdout
    assert _json(unsaid("clients", "--registry", "reg", "--json"))["version"] == "one"
    assert unsaid("model", "roll-back", "--registry", "reg").exit_code == 2
    assert _json(unsaid("model", "promote", "two", "--registry", "reg", "--json")) == {"version": "two"}
    assert _json(unsaid("model", "roll-back", "--registry", "reg", "--json")) == {"version": "one"}


def test_the_registry_is_for_its_owner_alone_and_contains_no_text(unsaid, corpus, tmp_path):
    unsaid("train", corpus, "--registry", "reg")
    for path in (tmp_path / "reg").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    assert stat.S_IMODE((tmp_path / "reg").stat().st_mode) == 0o700
    sentence = b"Forty-one of the sixty-two"
    assert any(sentence in path.read_bytes() for path in corpus.rglob("*.md"))
    assert not any(sentence in path.read_bytes() for path in (tmp_path / "reg").rglob("*") if path.is_file())


def test_a_training_report_contains_the_quality_and_the_words_of_each_client(unsaid, corpus):
    report = _json(unsaid("train", corpus, "--registry", "reg", "--json"))["report"]
    assert [client["documents"] for client in report["clients"]] == [13, 13, 13]
    assert 0.5 < report["by_client"]["accuracy"] <= 1
    assert report["by_utility"] is None
    (halden,) = [client for client in report["clients"] if client["name"] == CLIENT]
    assert {"halden", "rook"} & set(halden["telling_words"])


def test_a_bad_document_is_skipped_and_reported(unsaid, corpus):
    (corpus / CLIENT / "broken.docx").write_bytes(b"no zip")
    (corpus / CLIENT / "~$lock.docx").write_bytes(b"lock")
    result = unsaid("train", corpus, "--registry", "reg", "--json")
    assert result.exit_code == 1
    (problem,) = _json(result)["problems"]
    assert problem["where"].endswith("broken.docx")
    assert _json(result)["report"]["documents"] == 39


def test_each_skipped_file_is_reported_once(unsaid, corpus):
    (corpus / "stray.txt").write_text("gantry", "utf-8")
    result = unsaid("train", corpus.name, "--registry", "reg")
    assert result.exit_code == 1
    assert "Skipped corpus/stray.txt: lies in no client's folder\n" in result.stdout


def test_an_id_that_occurs_again_is_a_note_and_nothing_needs_attention(unsaid, tmp_path):
    rows = [{"id": "1", "client": client, "text": "gantry quay gantry"} for client in ("A", "B")]
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    result = unsaid("train", "c.jsonl", "--registry", "reg")
    assert result.exit_code == 0, result.output
    assert "Note: c.jsonl:2: id '1' occurs again; counted as '1 (2)'" in result.stdout
    assert "Skipped" not in result.stdout


def test_a_client_with_one_document_is_learnt_and_reported_as_unmeasured(unsaid, corpus):
    (corpus / "Lonely").mkdir()
    (corpus / "Lonely" / "one.txt").write_text("gantry gantry quay quay", "utf-8")
    report = _json(unsaid("train", corpus, "--registry", "reg", "--json"))["report"]
    assert report["single"] == ["Lonely"]
    assert report["by_client"]["left_out"] == 1
    result = unsaid(
        "redact", corpus / "Lonely", "--registry", "reg", "--client", "Lonely", "--k", 2, "--out", "out"
    )
    assert result.exit_code in (0, 1)


def test_json_lines_are_a_corpus_with_industries(unsaid, tmp_path):
    rows = [
        {"id": f"{client}{i}", "client": client, "utility": utility, "text": f"{word} {word} order plan {i}"}
        for client, utility, word in [("A", "Ports", "gantry"), ("B", "Ports", "quay"), ("C", "Farms", "barn")]
        for i in range(3)
    ]
    lines = [json.dumps(row) for row in rows]
    (tmp_path / "c.jsonl").write_text("\n".join([*lines, "not json", ""]), "utf-8")
    result = unsaid("train", "c.jsonl", "--registry", "reg", "--features", "all", "--json")
    assert result.exit_code == 1
    assert "c.jsonl:10" in _json(result)["problems"][0]["where"]
    assert [client["utility"] for client in _json(unsaid("clients", "--registry", "reg", "--json"))["clients"]] == [
        "Ports",
        "Ports",
        "Farms",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing"], "this corpus does not exist"),
        (["empty"], "contains no document"),
        (["single"], "at least two clients"),
        (["{corpus}", "--features", "0"], "--features takes"),
        (["{corpus}", "--features", "many"], "--features takes"),
        (["{corpus}", "--name", "../x"], "cannot name a version"),
        (["{corpus}", "--jobs", "0"], "--jobs"),
        (["{corpus}", "--scheduler", "tcp://127.0.0.1:1"], "No Dask scheduler responds"),
    ],
)
def test_a_corpus_that_cannot_be_used_exits_with_2_and_stores_nothing(
    unsaid, corpus, tmp_path, monkeypatch, arguments, said
):
    monkeypatch.setattr("backend.workers.RESPONDS_WITHIN", "0.2s")
    (tmp_path / "empty").mkdir()
    (tmp_path / "single" / "A").mkdir(parents=True)
    (tmp_path / "single" / "A" / "one.txt").write_text("gantry gantry", "utf-8")
    result = unsaid("train", *[each.format(corpus=corpus) for each in arguments], "--registry", "reg")
    assert result.exit_code == 2
    assert said in result.stderr
    assert not list((tmp_path / "reg").rglob("version.json"))


def test_a_version_is_never_overwritten(unsaid, small):
    unsaid("train", small, "--registry", "reg", "--name", "one")
    result = unsaid("train", small, "--registry", "reg", "--name", "one")
    assert result.exit_code == 2
    assert "never overwritten" in result.stderr


def test_a_taken_name_is_refused_before_the_corpus_is_read(unsaid, small):
    unsaid("train", small, "--registry", "reg", "--name", "one")
    assert "never overwritten" in unsaid("train", "missing", "--registry", "reg", "--name", "one").stderr


def test_a_document_of_a_client_looks_like_that_client(unsaid, report_docx):
    result = unsaid("guess", report_docx, "--top", 3, "--json")
    assert result.exit_code == 0, result.output
    (file,) = _json(result)["files"]
    assert len(file["guess"]) == 3
    assert file["guess"][0]["client"] == CLIENT
    assert file["utility"] == "Grocery retail"
    assert sum(each["probability"] for each in file["guess"]) <= 1 + 1e-6


def test_people_see_bars(unsaid, report_docx):
    shown = unsaid("guess", report_docx).stdout
    assert CLIENT in shown
    assert "█" in shown
