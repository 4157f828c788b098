"""`unsaid redact --clean` and its finer options, from the outside."""

import json
import zipfile

import pytest

from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, xml, zipped

INSIDE = paragraph(
    '<w:commentRangeStart w:id="0"/>',
    text("Ann met Bo. "),
    '<w:ins w:id="1" w:author="Cy"><w:r><w:t>Inserted. </w:t></w:r></w:ins>',
    '<w:del w:id="2" w:author="Cy"><w:r><w:delText>Deleted. </w:delText></w:r></w:del>',
    text("Vanished. ", "<w:vanish/>"),
    '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',
)
COMMENT = '<w:comment w:id="0" w:author="Cy"><w:p><w:r><w:t>Commented.</w:t></w:r></w:p></w:comment>'
SETTINGS = '<w:docVars><w:docVar w:name="v" w:val="Varied."/></w:docVars>'
WORDS = ["Inserted.", "Deleted.", "Vanished.", "Commented.", "Varied.", "Cy"]


@pytest.fixture
def draft(tmp_path):
    parts = {
        "word/_rels/document.xml.rels": relationships(("comments", "comments.xml"), ("settings", "settings.xml")),
        "word/comments.xml": xml("w:comments", COMMENT),
        "word/settings.xml": xml("w:settings", SETTINGS),
    }
    path = tmp_path / "draft.docx"
    path.write_bytes(zipped(docx_parts(body(INSIDE), parts)))
    return path


def left(path):
    with zipfile.ZipFile(path) as package:
        everything = b"".join(package.read(name) for name in package.namelist()).decode()
    return [word for word in WORDS if word in everything]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], WORDS),
        (["--clean"], ["Inserted."]),
        (["--revisions", "accept"], ["Inserted.", "Vanished.", "Commented.", "Varied.", "Cy"]),
        (["--comments", "remove"], ["Inserted.", "Deleted.", "Vanished.", "Varied.", "Cy"]),
        (["--comments", "anonymise"], ["Inserted.", "Deleted.", "Vanished.", "Commented.", "Varied."]),
        (["--hidden-text", "remove"], ["Inserted.", "Deleted.", "Commented.", "Varied.", "Cy"]),
        (["--traces", "remove"], ["Inserted.", "Deleted.", "Vanished.", "Commented.", "Cy"]),
        (["--clean", "--comments", "anonymise"], ["Inserted.", "Commented."]),
        (["--clean", "--revisions", "keep", "--hidden-text", "keep"], ["Inserted.", "Deleted.", "Vanished.", "Cy"]),
        (["--clean", "--traces", "keep"], ["Inserted.", "Varied."]),
    ],
)
def test_each_option_is_about_its_own_matter(unsaid, draft, tmp_path, options, words):
    before = draft.read_bytes()
    result = unsaid("redact", draft, "--no-cii", "--pii", "none", "--out", "out", *options)
    assert result.exit_code == 0, result.output
    assert left(tmp_path / "out" / "draft.docx") == words
    assert draft.read_bytes() == before


def test_the_report_lists_what_was_cleaned(unsaid, draft):
    result = unsaid("redact", draft, "--no-cii", "--pii", "none", "--out", "out", "--clean", "--json")
    (file,) = json.loads(result.stdout)["files"]
    row = {"part": "word/document.xml", "kind": "tracked deletion", "treatment": "removed", "count": 1}
    assert row in file["coverage"]
    assert file["verification"]["status"] == "clean"


@pytest.mark.parametrize(("options", "kinds"), [([], {"Inserted.", "Deleted."}), (["--clean"], {"Inserted."})])
def test_suggestions_are_about_the_text_that_will_be_left(unsaid, draft, options, kinds):
    always = [each for word in ("Inserted.", "Deleted.") for each in ("--always", word)]
    result = unsaid("suggest", draft, "--no-cii", "--pii", "none", *always, *options, "--json")
    assert result.exit_code == 0, result.output
    (file,) = json.loads(result.stdout)["files"]
    assert {each["term"] for each in file["suggestions"]} == kinds


def test_text_files_have_nothing_of_the_kind(unsaid, tmp_path):
    (tmp_path / "note.txt").write_text("Ann met Bo.")
    result = unsaid("redact", "note.txt", "--no-cii", "--pii", "none", "--out", "out", "--clean")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "out" / "note.txt").read_text() == "Ann met Bo."


def test_an_unknown_choice_is_refused(unsaid, draft):
    result = unsaid("redact", draft, "--no-cii", "--out", "out", "--comments", "burn")
    assert result.exit_code == 2
    assert "anonymise" in result.output
