"""The account of a person in the path of a file is personal data wherever a file keeps such a path."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook

from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.cleaning import CLEAN
from backend.reporting.outcome import OutcomeStatus
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, zipped
from tests.ooxml.workbooks import BOOK, saved, with_parts

PATHS = {
    "C:\\Users\\sarah.mbeki\\Documents\\": "sarah.mbeki",
    "C:\\Users\\smbeki\\OneDrive - Northgate\\": "smbeki",
    "C:\\Users\\Sarah Mbeki\\Documents\\": "Sarah Mbeki",
    "\\\\files\\home$\\smbeki\\": "smbeki",
    "/Users/sarahmbeki/Documents/": "sarahmbeki",
    "/home/sarah.mbeki/": "sarah.mbeki",
    "https://northgate-my.sharepoint.com/personal/sarah_mbeki_northgate_com/Documents/": "sarah_mbeki",
    "https://d.docs.live.net/1a2b3c4d5e6f7a8b/Documents/": "1a2b3c4d5e6f7a8b",
}
NOBODY = (
    "C:\\Users\\Public\\Documents\\",
    "C:\\Users\\Default\\",
    "/home/user/x/",
    "/usr/share/",
    "/Users/Shared/x/",
)
MARKS = (
    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    '<mc:Choice Requires="x15"><x15ac:absPath url="{}" '
    'xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"/></mc:Choice></mc:AlternateContent>'
    '<xr:revisionPtr revIDLastSave="0" documentId="8_{{5C6E7E0B}}" '
    'xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision"/><bookViews>'
)


def _field(code):
    begin, end = (f'<w:r><w:fldChar w:fldCharType="{each}"/></w:r>' for each in ("begin", "end"))
    return f"{begin}<w:r><w:instrText> {code} </w:instrText></w:r>{end}"


def _file(place, path):
    """A Word file with this path at one place."""
    if place == "text":
        return zipped(docx_parts(body(paragraph(text(f"It is in {path} today")))))
    if place == "field":
        doubled = path.replace("\\", "\\\\")
        return zipped(docx_parts(body(paragraph(text("x"), _field(f'LINK Excel.Sheet.12 "{doubled}a.xlsx"')))))
    if place == "alt":
        drawn = f'<wp:inline><wp:docPr id="1" name="P 1" descr="{path}a.png"/></wp:inline>'
        run = f"<w:r><w:drawing>{drawn}</w:drawing></w:r>"
        return zipped(docx_parts(body(paragraph(text("x"), run))))
    if place == "link":
        target = path if "://" in path else f"file:///{path}"
        arrows = relationships(external=(("hyperlink", f"{target}a.docx"),))
        linked = f'<w:hyperlink r:id="rId1">{text("x")}</w:hyperlink>'
        return zipped(docx_parts(body(paragraph(linked)), {"word/_rels/document.xml.rels": arrows}))
    marks = MARKS.format(path).encode()
    book = with_parts(saved(Workbook()), {"xl/workbook.xml": (b"<bookViews>", marks)})
    return zipped(docx_parts(body(paragraph(text("x"))), {BOOK: book}))


def _read(content):
    """All that the parts of a file say, those of files in it included."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [archive.read(name) for name in archive.namelist()]
    return "\n".join(_read(part) if part[:2] == b"PK" else part.decode("utf-8", "replace") for part in parts)


def _redacted(content, **options):
    request = EffectiveRequest(entities=DEFAULT_ENTITIES, **options)
    return redact_content(Path("a.docx"), Path("a.docx"), content, request)


@pytest.mark.parametrize("place", ["text", "field", "alt", "link", "workbook"])
@pytest.mark.parametrize("path", PATHS)
def test_the_account_in_a_path_is_redacted_wherever_the_path_stands(place, path):
    content = _file(place, path)
    assert PATHS[path] in _read(content)
    done = _redacted(content)
    assert PATHS[path].lower() not in _read(done.content).lower()
    assert done.report.outcome.status is not OutcomeStatus.NOT_MET


@pytest.mark.parametrize("place", ["text", "field", "alt", "link", "workbook"])
@pytest.mark.parametrize("path", NOBODY)
def test_a_path_without_a_person_stays(place, path):
    doubled = path.replace("\\", "\\\\")
    read = _read(_redacted(_file(place, path)).content)
    assert path in read or doubled in read


def test_an_account_that_is_a_plain_word_goes_with_its_folder_and_the_word_stays():
    sentence = "The sales of sarah.mbeki are in C:\\Users\\sales\\a.docx and C:\\Users\\sarah.mbeki\\b.docx"
    read = _read(_redacted(zipped(docx_parts(body(paragraph(text(sentence)))))).content)
    assert re.search(r"The sales of \[HANDLE 2\] are in C:\\\[HANDLE 1\]\\a|The sales of \[HANDLE 1\] are in", read)
    assert "Users\\sales" not in read
    assert "sarah" not in read


def test_a_name_in_the_text_that_an_account_spells_is_redacted_with_it():
    content = zipped(
        docx_parts(
            body(paragraph(text("By Sarah Mbeki"), _field('INCLUDETEXT "C:\\\\Users\\\\sarah.mbeki\\\\a.docx"')))
        )
    )
    assert "mbeki" not in _read(_redacted(content).content).lower()


@pytest.mark.parametrize("path", [*PATHS, *NOBODY])
def test_a_clean_copy_of_a_workbook_says_neither_where_nor_under_which_id_it_was_saved(path):
    read = _read(_redacted(_file("workbook", path), cleaning=CLEAN).content)
    assert "absPath" not in read
    assert "AlternateContent" not in read
    assert "revisionPtr" not in read
    assert "revisionPtr" in _read(_redacted(_file("workbook", path)).content)
