"""What `redact` and `suggest` say of what a redacted copy gives away."""

import json
import re

import pytest

from tests.conftest import CLIENT


@pytest.fixture
def public(report_docx, tmp_path):
    """A folder in which the document stands under another name."""
    folder = tmp_path / "public"
    folder.mkdir()
    (folder / "brochure.docx").write_bytes(report_docx.read_bytes())
    (folder / "note.txt").write_text("A ship left the harbour.", "utf-8")
    return folder


def test_people_read_the_sentence_of_each_document(unsaid, report_docx):
    told = " ".join(unsaid("redact", report_docx, "--client", CLIENT, "--out", "out").stdout.split())
    assert "the words that are left fit" in told
    assert "The words that weigh most:" in told
    assert "at least as close to the text as its own client's: 1 of" in told
    assert re.search(r"words of its own client: 0\.\d\d before, 0\.\d\d after \(0: the same words;", told)


def test_suggest_ends_with_what_the_document_gives_away(unsaid, report_docx, public):
    """Terms, near misses and promises fill screens; what stands above them is not read."""
    shown = unsaid("suggest", report_docx, "--client", CLIENT, "--against", public).stdout.splitlines()
    path, document, left, *earlier = [line for line in shown if line.strip()][-5:]
    assert path.endswith(report_docx.name)
    assert document.startswith("  The words of the document fit")
    assert left.startswith("  Those left at the last level fit")
    assert [line.split("”")[0].strip(" “") for line in earlier] == ["brochure.docx", "note.txt"]


def test_a_public_original_is_named_by_both_commands(unsaid, report_docx, public):
    options = (report_docx, "--client", CLIENT, "--against", public)
    told = " ".join(unsaid("redact", *options, "--out", "out").stdout.split())
    assert "“brochure.docx” is a version of this document and contains" in told
    assert "so someone who has both can read these." in told
    suggested = json.loads(unsaid("suggest", *options, "--json").stdout)["files"][0]
    first, second = suggested["earlier"]
    assert (first["name"], first["distance"], first["terms"]) == (
        "brochure.docx",
        0.0,
        len(suggested["suggestions"]),
    )
    assert (second["name"], second["reveals"]) == ("note.txt", False)


def test_a_batch_has_a_sentence_of_its_own(unsaid, report_docx, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for name in ("one.docx", "two.docx"):
        (inbox / name).write_bytes(report_docx.read_bytes())
    told = " ".join(unsaid("redact", inbox, "--client", CLIENT, "--out", "out").stdout.split())
    assert "In none of 2 documents do the words that are left point to one client." in told


def test_an_earlier_text_that_cannot_be_read_stops_the_run(unsaid, report_docx, public):
    (public / "odd.txt").write_bytes(b"caf\xe9")
    done = unsaid("redact", report_docx, "--client", CLIENT, "--out", "out", "--against", public)
    assert done.exit_code == 2
    assert "odd.txt" in done.stderr


def test_no_certificate_says_how_many_clients_fit(unsaid, report_docx, tmp_path):
    unsaid(
        *("redact", report_docx, "--client", CLIENT, "--out", "out", "--certificate", "proof"),
        *("--report", "report.json"),
    )
    (file,) = json.loads((tmp_path / "report.json").read_text())["files"]
    assert file["privacy"]["after"]["k"] > 1
    (certificate,) = (tmp_path / "proof").glob("*.json")
    assert {"privacy", "spi", "jsd", "crowd", "sentence"}.isdisjoint(_members(json.loads(certificate.read_text())))


def _members(value):
    if isinstance(value, list):
        return {name for each in value for name in _members(each)}
    if not isinstance(value, dict):
        return set()
    return {*value, *(name for each in value.values() for name in _members(each))}
