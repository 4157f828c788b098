"""A strict document is read, edited and saved as a transitional one is, in its own names."""

import io
import re
import zipfile

import pytest

from addin.wordhost.making import docx, runs
from addin.wordhost.objects.document import sections
from addin.wordhost.session import Session

FAMILY = "http://schemas.openxmlformats.org/officeDocument/2006"
NAMES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "http://purl.oclc.org/ooxml/wordprocessingml/main",
    f"{FAMILY}/relationships": "http://purl.oclc.org/ooxml/officeDocument/relationships",
    f"{FAMILY}/extended-properties": "http://purl.oclc.org/ooxml/officeDocument/extendedProperties",
}
NOTE = '<w:r><w:footnoteReference w:id="2"/></w:r>'
SECTION = '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>'
DOCUMENT = docx(
    f"{runs('Alice ', 'Smith')}<w:p><w:r><w:t>says</w:t></w:r>{NOTE}</w:p>{SECTION}",
    header1=runs("Alice above"),
    footnotes=f'<w:footnote w:id="2">{runs("Alice below")}</w:footnote>',
    settings='<w:zoom w:percent="100"/>',
)


def _strict(content):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in _parts(content).items():
            archive.writestr(name, re.sub("|".join(NAMES), lambda found: NAMES[found[0]], text))
    return out.getvalue()


def _parts(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def _texts(where):
    return [hit.read("text") for hit in where.call("Search", ["alice"]).items]


def _replace(where):
    where.call("Search", ["Alice"]).items[0].call("InsertText", ["[NAME]", "Replace"])


def _replace_tracked(session):
    session.track("TrackAll")
    session.body().call("Search", ["Alice Smith"]).items[0].call("InsertText", ["[NAME]", "Replace"])


EDITS = {
    "body": lambda session: _replace(session.body()),
    "header": lambda session: _replace(sections(session)[0].call("GetHeader", ["Primary"])),
    "note": lambda session: _replace(session.body().read("footnotes").items[0].read("body")),
    "tracked": _replace_tracked,
    "highlight": lambda session: (
        session.body().call("Search", ["Alice"]).items[0].read("font").write("HighlightColor", "#FFFF00")
    ),
    "new comment": lambda session: (
        session.body().call("Search", ["Alice"]).items[0].call("InsertComment", ["Who is it?"])
    ),
    "new note": lambda session: session.body().call("Search", ["Alice"]).items[0].call("InsertEndnote", ["Bob"]),
    "settings of the add-in": lambda session: session.keep({"unsaid": '"kept"'}),
}


def test_every_story_of_a_strict_document_is_read():
    session = Session(_strict(DOCUMENT))
    assert _texts(session.body()) == ["Alice"]
    assert _texts(sections(session)[0].call("GetHeader", ["Primary"])) == ["Alice"]
    assert _texts(session.body().read("footnotes").items[0].read("body")) == ["Alice"]


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edit_does_to_a_strict_document_what_it_does_to_another(edit):
    content = _strict(DOCUMENT)
    one, other = Session(DOCUMENT), Session(content)
    for session in (one, other):
        edit(session)
    assert _parts(other.save()) == _parts(_strict(one.save())) != _parts(content)


def test_what_is_not_edited_stays_as_it_stands():
    content = _strict(DOCUMENT)
    assert _parts(Session(content).save()) == _parts(content)


def test_text_that_is_about_a_vocabulary_is_not_renamed():
    name = next(iter(NAMES.values()))
    session = Session(_strict(docx(runs(f'Alice wrote xmlns:w="{name}" here'))))
    assert session.body().read("text").endswith(f'wrote xmlns:w="{name}" here')
    _replace(session.body())
    saved = Session(session.save())
    assert saved.body().read("text") == f'[NAME] wrote xmlns:w="{name}" here'
