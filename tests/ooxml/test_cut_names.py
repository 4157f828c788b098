"""Names that Word or Excel has cut at a limit, where the front of a redacted string is left at the end."""

import io

import pytest
from openpyxl import Workbook, load_workbook

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import Span
from backend.ooxml.cut_names import found_in_name
from backend.ooxml.opc.package import open_package
from backend.ooxml.scrub.scrub import scrub
from backend.ooxml.string_search import StringSearch
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped
from tests.ooxml.workbooks import BOOK, around, saved

STRINGS = RedactedStrings(
    (RedactedString("Kestermere Crédit-Trust", "[CLIENT]"), RedactedString("DE89 3704 0044", "[IBAN]"))
)
SEARCH = StringSearch(STRINGS)
MIDDLE = "x" * 10


@pytest.mark.parametrize(
    ("name", "is_cut"),
    [
        ("Accounts of Kest", True),
        ("AccountsOfKester", True),
        ("accounts_of_kest", True),
        ("Accounts of Kes", False),
        ("Kestermere Credi", True),
        ("of KESTERMERE CR", True),
        ("Kestermere Créd (2)", True),
        ("kestermere_cr_12", True),
        ("Accounts Kests", False),
        ("Kest and accounts", False),
        ("Account DE89 370", True),
        ("Account DE89 3", False),
    ],
)
def test_the_front_of_a_redacted_string_at_the_end_of_a_name_at_its_limit(name: str, is_cut: bool):
    whole = [(Span(0, len(name)), "[IBAN]" if "DE" in name else "[CLIENT]")]
    assert found_in_name(name, len(name), [], SEARCH) == (whole if is_cut else [])
    assert found_in_name(name, len(name) + 1, [], SEARCH) == []
    assert found_in_name(name, None, [], SEARCH) == []


def test_a_name_at_its_limit_is_replaced_as_a_whole_so_that_it_tells_no_length():
    """What is left of 31 characters after "Kestermere" would tell that ten are missing."""
    found = [(Span(0, 10), "[CLIENT]")]
    assert found_in_name("Kestermere consolidated account", 31, found, SEARCH) == [(Span(0, 31), "[CLIENT]")]
    assert found_in_name("Kestermere accounts", 31, found, SEARCH) == found


@pytest.mark.parametrize("piece", ["a", "9", " ", "_", "\t", "é", "_1", " (2)"])
def test_a_long_name_takes_time_in_proportion(piece: str):
    """Its time limit is that of the tests."""
    assert found_in_name(piece * 32_000, 31, [], SEARCH) == []


def test_a_sheet_is_renamed_with_its_formulas():
    book = Workbook()
    book.active.title = "Consolidated accounts Kestermere"[:31]
    other = book.create_sheet("Other")
    other["A1"] = "='Consolidated accounts Kestermer'!A1"
    strings = RedactedStrings((RedactedString("Kestermere", "[CLIENT]"),))
    after = load_workbook(io.BytesIO(scrub(around(saved(book)), strings).package.parts[BOOK]))
    assert after.sheetnames == ["CLIENT", "Other"]
    assert after["Other"]["A1"].value == "='CLIENT'!A1"


def test_a_field_of_a_form_keeps_the_name_of_its_bookmark():
    name = "AuthorisationKestermere"[:20]
    form = (
        f'<w:bookmarkStart w:id="1" w:name="{name}"/><w:r><w:fldChar w:fldCharType="begin"><w:ffData>'
        f'<w:name w:val="{name}"/></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMTEXT </w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="end"/></w:r><w:bookmarkEnd w:id="1"/><w:fldSimple w:instr=" REF {name} "/>'
    )
    package = open_package(zipped(docx_parts(body(paragraph(text("words"), form)))))
    after = scrub(package, RedactedStrings((RedactedString("Kestermere", "[CLIENT]"),))).package
    written = after.parts["word/document.xml"].decode()
    assert name not in written
    assert written.count('"Redacted1"') == 2
    assert 'w:instr=" REF Redacted1 "' in written
