import datetime as dt
from decimal import Decimal

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, to_excel

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.excel.sheet_numbers import NumberFormats, parse_number
from backend.ooxml.opc.package import Package
from backend.ooxml.scrub.scrub import scrub
from backend.ooxml.word.reader import read_document
from backend.verification.raw_search import search_package
from tests.ooxml.test_sheets import redacted, texts_of
from tests.ooxml.workbooks import around, loaded, saved, shared, with_parts

BORN = dt.date(1957, 3, 14)


def book_with(value: object, code: str = "General") -> Workbook:
    book = Workbook()
    book.active["A1"] = value
    book.active["A1"].number_format = code
    return book


def shown(value: object, code: str = "General") -> list[str]:
    return texts_of(around(saved(book_with(value, code))))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("yyyy-mm-dd", "1957-03-14"),
        ("d mmmm yyyy", "14 March 1957"),
        ("[$-809]dddd, d mmm yy;@", "Thursday, 14 Mar 57"),
        ('"born" dd/mm/yyyy\\ hh:mm', "born 14/03/1957"),
        ("dd.mm.yyyy", "14.03.1957"),
        ("hh:mm dd/mm/yyyy", "1957-03-14"),
        ("mm-dd-yy", "1957-03-14"),  # the built-in one, which looks different in every country
    ],
)
def test_a_day_reads_as_its_cell_shows_it(code: str, text: str):
    assert shown(BORN, code) == [text]


@pytest.mark.parametrize(("first", "epoch"), [("0", CALENDAR_WINDOWS_1900), ("1", CALENDAR_MAC_1904)])
def test_both_calendars_of_excel_are_known(first: str, epoch: dt.datetime):
    book = book_with(BORN, "yyyy-mm-dd")
    book.epoch = epoch
    assert texts_of(around(saved(book))) == ["1957-03-14"]
    formats = NumberFormats(("yyyy-mm-dd",), epoch if first == "1" else dt.datetime(1899, 12, 30))  # noqa: DTZ001
    assert formats.shown(str(to_excel(BORN, epoch)), "0") == "1957-03-14"


@pytest.mark.parametrize(
    ("value", "code", "texts"),
    [
        (4539578763621486, "0", ["4539578763621486"]),
        (12345678, "General", ["12345678"]),
        (1234567, "General", []),
        (123456789, "000-00-0000", ["123-45-6789"]),
        (2079460958, "(000) 000-0000", ["(207) 946-0958"]),
        (12345678, "#,##0", []),
        (12345678, "0.00", []),
        (12345678, '#,##0 "€"', []),
        (12345678.5, "General", []),
        (-12345678, "General", []),
    ],
)
def test_only_long_numbers_that_are_no_quantity_are_read(value: float, code: str, texts: list[str]):
    assert shown(value, code) == texts


def test_a_number_that_is_redacted_becomes_a_text_in_its_place():
    before = around(saved(book_with(4539578763621486, "0")))
    after = redacted(before, "4539578763621486")
    cell = loaded(after).active["A1"]
    assert (cell.value, cell.number_format) == ("[CLIENT]", "0")
    # What has changed is read again, and known by its ordinal.
    old, new = (
        [(story.part, block.ordinal) for story, block in read_document(each).blocks()] for each in (before, after)
    )
    assert old == new


def scrubbed(package: Package, *words: str) -> Package:
    return scrub(package, RedactedStrings(tuple(RedactedString(word, "[REDACTED]") for word in words))).package


@pytest.mark.parametrize(
    ("value", "code", "said"),
    [
        (4539578763621486, "#,##0", "4539 5787 6362 1486"),
        (52000, "#,##0", "£52,000"),
        (1234.5, "0.00", "1'234.50"),
        (BORN, "mm-dd-yy", "14 March 1957"),
        (BORN, "d-mmm-yy", "March 14, 1957"),
        (dt.datetime(1957, 3, 14, 9, 30), "dd/mm/yyyy hh:mm", "14/03/1957"),  # noqa: DTZ001
    ],
)
def test_numbers_redacted_elsewhere_in_another_spelling_are_redacted(value: object, code: str, said: str):
    assert loaded(scrubbed(around(saved(book_with(value, code))), said)).active["A1"].value == "[REDACTED]"


@pytest.mark.parametrize(
    ("value", "said"), [(52001, "52,000"), (BORN, "14 March 1958"), (BORN, "March 1957"), (14, "14 March 1957")]
)
def test_no_other_number_goes(value: object, said: str):
    assert loaded(scrubbed(around(saved(book_with(value))), said)).active["A1"].value != "[REDACTED]"


def test_numbers_are_compared_in_the_precision_that_excel_keeps():
    assert parse_number("4539 5787 6362 1486") == Decimal("4539578763621490")
    assert parse_number("$ 1,000") == Decimal(1000)
    assert parse_number("Halden") is None
    assert parse_number("12 March") is None


def cells(row: str) -> bytes:
    """A workbook with one row of cells, and the shared texts "a", "b" and "c"."""
    book = with_parts(saved(book_with(7)), {SHEET: (CELL, f'<row r="1">{row}</row>'.encode())})
    return shared(book, "<si><t>a</t></si><si><t>b</t></si><si><t>c</t></si>")


SHEET = "xl/worksheets/sheet1.xml"
CELL = b'<row r="1"><c r="A1" t="n"><v>7</v></c></row>'


@pytest.mark.parametrize("is_word", [False, True])
@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ('<c r="A1"><v>2.5</v></c>', "[TERM].5"),
        ('<c r="A1" t="n"><v>-2</v></c>', "-[TERM]"),
        ('<c r="A1"><f>5/B1</f><v>2.5</v></c>', "[TERM].5"),
        ('<c r="A1"><v>22.25</v></c>', 22.25),
        ('<c r="A1" t="s"><v>2</v></c>', "c"),
        ('<c r="A1" t="str"><v>plan 2</v></c>', "plan [TERM]"),
        ('<c r="A1" t="inlineStr"><is><t>plan 2</t></is></c>', "plan [TERM]"),
    ],
)
def test_a_cell_with_a_part_of_a_number_redacted_becomes_a_text_as_a_whole(
    cell: str, value: object, *, is_word: bool
):
    strings = RedactedStrings((RedactedString("2", "[TERM]", is_word=is_word),))
    after = scrub(around(cells(cell)), strings).package
    assert loaded(after).active["A1"].value == value
    assert search_package(after.to_bytes(), strings).places == ()


@pytest.mark.parametrize(
    ("cell", "term", "value"),
    [
        ('<c r="A1" t="b"><v>1</v></c>', "1", True),
        ('<c r="A1" t="e"><v>#N/A</v></c>', "N/A", "#N/A"),
        ('<c r="A1" t="s"><v>0</v></c>', "0", "a"),
    ],
)
def test_positions_truth_values_and_errors_are_no_text(cell: str, term: str, value: object):
    strings = RedactedStrings((RedactedString(term, "[TERM]"),))
    after = scrub(around(cells(cell)), strings).package
    assert loaded(after).active["A1"].value == value
    assert search_package(after.to_bytes(), strings).places == ()


@pytest.mark.parametrize("kind", ["s", "b", "e"])
def test_a_text_in_such_a_cell_is_one_all_the_same(kind: str):
    strings = RedactedStrings((RedactedString("Halden 7", "[CLIENT]"),))
    before = around(cells(f'<c r="A1" t="{kind}"><v>Halden 7</v></c>'))
    assert search_package(before.to_bytes(), strings).places
    assert search_package(scrub(before, strings).package.to_bytes(), strings).places == ()
