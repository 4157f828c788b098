"""Formulas of a workbook after redaction: which leave, and which results have to be calculated anew."""

import datetime as dt
import io
import re
from collections.abc import Mapping

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.excel import chart_results, dependents
from backend.ooxml.excel.formulas import constants
from backend.ooxml.excel.references import Area, Cell, References, moved, references
from backend.ooxml.opc.package import Package, open_package
from backend.ooxml.scrub.scrub import scrub
from tests.ooxml.building import relationships, xml
from tests.ooxml.workbooks import BOOK, around, saved, with_parts

SHEET = "xl/worksheets/sheet1.xml"
NAME, DAY = "Halden", "20 June 1982"
SERIAL = (dt.date(1982, 6, 20) - dt.date(1899, 12, 30)).days
SERIAL_1904 = (dt.date(1982, 6, 20) - dt.date(1904, 1, 1)).days


def strings(*words: str) -> RedactedStrings:
    return RedactedStrings(tuple(RedactedString(word, f"[X {i}]") for i, word in enumerate(words, 1)))


def with_results(book: Workbook, results: Mapping[str, str]) -> bytes:
    """The workbook with results in the cells of its first sheet, which openpyxl writes without."""
    content = open_package(around(saved(book)).to_bytes()).nested[BOOK].parts[SHEET].decode()
    for at, result in results.items():
        with_result = rf'<c r="{at}" t="str">\1<v>{result}</v></c>'
        content, found = re.subn(
            rf'<c r="{at}"[^>]*>(<f[^>]*>.*?</f>|<f[^>]*/>)<v\s*/?>(?:</v>)?</c>', with_result, content
        )
        assert found == 1, at
    return with_parts(saved(book), {SHEET: content.encode()})


def scrubbed(book: bytes, *words: str) -> Package:
    return scrub(around(book), strings(*words)).package


def results(package: Package) -> dict[str, object]:
    """What openpyxl reads as results in the first sheet."""
    sheet = load_workbook(io.BytesIO(package.parts[BOOK]), data_only=True).worksheets[0]
    return {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row}


def formulas(package: Package) -> dict[str, object]:
    sheet = load_workbook(io.BytesIO(package.parts[BOOK])).worksheets[0]
    return {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row}


DEPENDENT = {
    "a piece": "LEFT(A1,3)",
    "an area": "CONCAT($A$1:B1)",
    "a column": "COUNTA(A:A)",
    "a row": "COUNTA($1:$1)",
    "its own sheet": "LEN(Sheet!A1)",
    "several sheets": "COUNTA(Sheet:Other!A1)",
    "a name": "LEN(who)",
    "a name of a name": "LEN(whose)",
    "a table": "LEN(people[who])",
    "another formula": "C9",
    "another sheet": "Other!B1",
    "any cell": 'INDIRECT("A"&amp;1)',
    "a function of a program": "BDP(Z9)",
    "another workbook": "[1]Sheet!Z9",
    "an area up to a result": "SUM(Z9:INDEX(A:A,1))",
    "a name that nobody defined": "nobody+1",
}


def independent_book() -> Workbook:
    book = Workbook()
    sheet = book.active
    other = book.create_sheet("Other")
    sheet["A1"] = NAME
    sheet["C9"] = "=UPPER(A1)"
    other["B1"] = "=Sheet!A1"
    sheet["F1"], sheet["F2"] = "who", NAME
    sheet.add_table(Table(displayName="people", ref="F1:F2"))
    book.defined_names["who"] = DefinedName("who", attr_text="Sheet!$A$1")
    book.defined_names["whose"] = DefinedName("whose", attr_text="who")
    book.defined_names["rate"] = DefinedName("rate", attr_text="Sheet!$Z$1")
    return book


@pytest.mark.parametrize("formula", DEPENDENT.values(), ids=DEPENDENT.keys())
def test_a_result_that_may_depend_on_a_redacted_cell_leaves(formula: str):
    book = independent_book()
    book.active["H5"] = "=" + formula.replace("&amp;", "&")
    book.active["H6"] = "=SUM(Z1:Z9)*rate"
    after = scrubbed(with_results(book, {"H5": "Hal", "H6": "12"}), NAME)
    assert results(after)["H5"] is None
    assert results(after)["H6"] == "12"
    assert formulas(after)["H5"] == "=" + formula.replace("&amp;", "&")
    assert load_workbook(io.BytesIO(after.parts[BOOK])).calculation.fullCalcOnLoad


def test_nothing_leaves_where_nothing_is_redacted():
    book = independent_book()
    before = with_results(book, {"C9": "HALDEN"})
    assert (
        open_package(scrubbed(before, "Quarrel").to_bytes()).nested[BOOK].parts[SHEET]
        == open_package(around(before).to_bytes()).nested[BOOK].parts[SHEET]
    )


def test_a_long_chain_is_followed_to_its_end_and_too_many_areas_count_as_dependent(monkeypatch: pytest.MonkeyPatch):
    book = Workbook()
    sheet = book.active
    sheet["A1"] = NAME
    for row in range(2, 400):
        sheet[f"A{row}"] = f"=A{row - 1}"
        sheet[f"C{row}"] = f"=SUM(D$1:D{row + 40})"
    before = with_results(book, {"A399": "Hal", "C399": "7"})
    after = results(scrubbed(before, NAME))
    assert (after["A399"], after["C399"]) == (None, "7")
    monkeypatch.setattr(dependents, "_MOST_COMPARISONS", 10)
    assert results(scrubbed(before, NAME))["C399"] is None


def test_formulas_that_cells_share_are_read_where_they_stand():
    """B2 reads A2, which is redacted; B1 and B3 read A1 and A3."""
    book = Workbook()
    for row, text in enumerate(("Ann", NAME, "Bo"), 1):
        book.active[f"A{row}"] = text
        book.active[f"B{row}"] = "=LEFT(A1,2)"
    content = open_package(around(saved(book)).to_bytes()).nested[BOOK].parts[SHEET].decode()
    shared = ('<f t="shared" si="0" ref="B1:B3">LEFT(A1,2)</f>', '<f t="shared" si="0"/>', '<f t="shared" si="0"/>')
    for row, (formula, result) in enumerate(zip(shared, ("An", "Ha", "Bo"), strict=True), 1):
        new = f'<c r="B{row}" t="str">{formula}<v>{result}</v></c>'
        content, found = re.subn(rf'<c r="B{row}"[^>]*>.*?</c>', new, content)
        assert found == 1
    after = results(scrubbed(with_parts(saved(book), {SHEET: content.encode()}), NAME))
    assert [after[f"B{row}"] for row in (1, 2, 3)] == ["An", None, "Bo"]


def test_a_group_of_formulas_loses_its_first_one():
    """B1 has a redacted result and a constant; the others keep formulas of their own."""
    book = Workbook()
    book.active["A1"], book.active["A2"] = "x", "y"
    book.active["B1"] = book.active["B2"] = "=A1"
    content = open_package(around(saved(book)).to_bytes()).nested[BOOK].parts[SHEET].decode()
    first = f'<c r="B1" t="str"><f t="shared" si="0" ref="B1:B2">A1&amp;"den"</f><v>{NAME}</v></c>'
    second = '<c r="B2" t="str"><f t="shared" si="0"/><v>yden</v></c>'
    for at, new in (("B1", first), ("B2", second)):
        content = re.sub(rf'<c r="{at}"[^>]*>.*?</c>', new, content)
    after = scrubbed(with_parts(saved(book), {SHEET: content.encode()}), NAME)
    assert formulas(after)["B1"] == "[X 1]"
    assert formulas(after)["B2"] == '=A2&"den"'
    assert results(after)["B2"] == "yden"


@pytest.mark.parametrize(
    ("formula", "result", "after"),
    [
        ("DATE(1982,6,20)", str(SERIAL), "[X 1]"),
        ("DATE(1982, 6, 20)+1", str(SERIAL + 1), "[X 1]"),
        (f"{SERIAL}+0", "7", "[X 1]"),
        (f"IF(A1,{SERIAL_1904},0)", "0", "[X 1]"),
        ("442079460321+0", "7", "[X 2]"),
        ("DATE(1982,6,21)", str(SERIAL + 1), None),
        (f"{SERIAL + 1}+SUM(A{SERIAL})", "7", None),
    ],
)
def test_a_formula_with_a_redacted_constant_leaves_its_cell(formula: str, result: str, after: str | None):
    book = Workbook()
    book.active["B1"] = f"={formula}"
    cleaned = scrubbed(with_results(book, {"B1": result}), DAY, "442079460321")
    assert formulas(cleaned)["B1"] == (after or f"={formula}")


def test_every_number_is_compared_with_redacted_days():
    book = Workbook()
    for row, number in enumerate((SERIAL, SERIAL_1904, SERIAL + 1, 20, 1982, SERIAL + 0.5), 1):
        book.active[f"A{row}"] = number
    after = results(scrubbed(saved(book), DAY))
    assert list(after.values()) == ["[X 1]", "[X 1]", SERIAL + 1, 20, 1982, "[X 1]"]


def test_the_order_of_calculation_leaves_with_a_formula():
    book = Workbook()
    book.active["B1"] = "=DATE(1982,6,20)"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    chained = with_parts(
        saved(book),
        {
            "xl/calcChain.xml": f'<calcChain xmlns="{main}"><c r="B1" i="1"/></calcChain>'.encode(),
            "[Content_Types].xml": (
                b"</Types>",
                f'<Override PartName="/xl/calcChain.xml" ContentType="{kind}"/></Types>'.encode(),
            ),
            "xl/_rels/workbook.xml.rels": (
                b"</Relationships>",
                f'<Relationship Id="rId77" Type="{r}/calcChain" Target="calcChain.xml"/></Relationships>'.encode(),
            ),
        },
    )
    inner = scrubbed(chained, DAY).nested[BOOK]
    assert "xl/calcChain.xml" not in inner.parts
    assert b"calcChain" not in inner.parts["xl/_rels/workbook.xml.rels"] + inner.parts["[Content_Types].xml"]
    assert "xl/calcChain.xml" in scrubbed(chained, NAME).nested[BOOK].parts


def doubled(names: int) -> Workbook:
    """A name for A1, and so many that each use the one before twice; B1 uses the last one."""
    book = Workbook()
    book.active["A1"], book.active["A2"] = NAME, "Bo"
    book.active["B1"], book.active["B2"] = f"=LEN(name_{names})", "=LEN(A2)"
    book.defined_names["name_0"] = DefinedName("name_0", attr_text="Sheet!$A$1")
    for i in range(1, names + 1):
        book.defined_names[f"name_{i}"] = DefinedName(f"name_{i}", attr_text=f"name_{i - 1}&name_{i - 1}")
    return book


def listed(book: bytes, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often the cells of an area are listed while the workbook is cleaned."""
    seen: list[Area] = []
    cells = Area.cells
    with monkeypatch.context() as patched:
        patched.setattr(Area, "cells", lambda area: seen.append(area) or cells(area))
        scrubbed(book, NAME)
    return len(seen)


def test_names_that_use_the_one_before_twice_are_followed_without_doubling(monkeypatch: pytest.MonkeyPatch):
    before = with_results(doubled(12), {"B1": "6", "B2": "2"})
    after = results(scrubbed(before, NAME))
    assert (after["B1"], after["B2"]) == (None, "2")
    assert listed(before, monkeypatch) == listed(with_results(doubled(6), {"B1": "6"}), monkeypatch)


def test_a_name_of_many_areas_is_entered_once_for_all_formulas_that_use_it(monkeypatch: pytest.MonkeyPatch):
    def book(size: int) -> bytes:
        made = Workbook()
        made.active["A1"] = NAME
        for row in range(1, size + 1):
            made.active[f"B{row}"] = "=LEN(areas_)"
        areas = ",".join(f"Sheet!$A${row}" for row in range(1, size + 1))
        made.defined_names["areas_"] = DefinedName("areas_", attr_text=areas)
        return with_results(made, {f"B{row}": "6" for row in range(1, size + 1)})

    after = results(scrubbed(book(10), NAME))
    assert [after[f"B{row}"] for row in range(1, 11)] == [None] * 10
    assert listed(book(40), monkeypatch) <= 4 * listed(book(10), monkeypatch)


@pytest.mark.parametrize("means", ["first", "second", "first&Sheet!$A$1"])
def test_names_that_refer_to_themselves_may_refer_to_anything(means: str):
    book = independent_book()
    book.defined_names["first"] = DefinedName("first", attr_text=means)
    book.defined_names["second"] = DefinedName("second", attr_text="first")
    book.active["H5"], book.active["H6"] = "=LEN(second)", "=LEN(rate)"
    after = results(scrubbed(with_results(book, {"H5": "6", "H6": "0"}), NAME))
    assert (after["H5"], after["H6"]) == (None, "0")


def test_formulas_of_a_sheet_with_more_names_than_are_read_count_as_dependent():
    """In Excel each sheet has a part of its own."""
    book = independent_book()
    book.active["H6"] = "=SUM(Z1:Z9)*rate"
    before = with_results(book, {"H6": "12"})
    sheet = re.search(rb'<sheet [^>]*name="Sheet"[^>]*/>', around(before).nested[BOOK].parts["xl/workbook.xml"])
    assert sheet is not None

    def after(others: int) -> bytes:
        added = b"".join(sheet[0].replace(b'"Sheet"', b'"Again%d"' % i) for i in range(others))
        content = with_parts(before, {"xl/workbook.xml": (sheet[0], sheet[0] + added)})
        return scrubbed(content, NAME).nested[BOOK].parts[SHEET]

    assert b"<v>12</v>" in after(2)
    assert b"<v>12</v>" not in after(3)


def test_a_formula_whose_results_fill_a_whole_sheet_empties_the_cells_that_there_are():
    book = Workbook()
    book.active["A1"], book.active["B1"] = NAME, "=LEFT(A1,3)"
    before = with_results(book, {"B1": "Hal"})
    filling = (b"<f>", b'<f t="array" ref="A1:XFD1048576">')
    after = scrubbed(with_parts(before, {SHEET: filling}), NAME)
    assert results(after) == {"A1": "[X 1]", "B1": None}


def charted(areas: str, points: str, relationships_to_it: int = 1) -> bytes:
    """A chart of a workbook in which B1 depends on a redacted cell, after it was cleaned."""
    book = Workbook()
    book.active["A1"], book.active["B1"], book.active["B2"] = NAME, "=LEFT(A1,3)", "=LEFT(A2,3)"
    chart = xml(
        "c:chartSpace",
        f"<c:cat><c:strRef><c:f>{areas}</c:f><c:strCache>{points}</c:strCache></c:strRef></c:cat>",
    )
    arrows = relationships(*[("package", f"/{BOOK}")] * relationships_to_it)
    others = {"word/charts/chart1.xml": chart, "word/charts/_rels/chart1.xml.rels": arrows}
    before = around(with_results(book, {"B1": "Hal", "B2": "Bo"}), others=others)
    return scrub(before, strings(NAME)).package.parts["word/charts/chart1.xml"]


POINTS = "".join(f'<c:pt idx="{i}"><c:v>v{i}</c:v></c:pt>' for i in range(3))


@pytest.mark.parametrize(
    ("areas", "left"),
    [
        ("Sheet!$B$1:$B$3", [b"v1", b"v2"]),
        ("Sheet!$A$1:$C$1", [b"v0", b"v2"]),
        ("Sheet!$B:$B", [b"v1", b"v2"]),
        ("Sheet!$B$2:$B$4", [b"v0", b"v1", b"v2"]),
        ("Sheet!$B$1:$C$2", []),
        ("Sheet!$C$1:$D$2", [b"v0", b"v1", b"v2"]),
        ("(Sheet!$C$1:$C$2,Sheet!$B$1)", []),
        ("(Sheet!$C$1:$C$2,Sheet!$B$2)", [b"v0", b"v1", b"v2"]),
        ("Other!$B$1:$B$3", [b"v0", b"v1", b"v2"]),
    ],
)
@pytest.mark.parametrize("arrows", [1, 2])
def test_of_a_line_its_own_points_leave_and_of_blocks_all(areas: str, left: list[bytes], arrows: int):
    assert re.findall(rb"<c:v>(.*?)</c:v>", charted(areas, POINTS, arrows)) == left


@pytest.mark.parametrize(("areas", "left"), [("Sheet!$B$1:$B$3", []), ("Sheet!$B$2:$B$4", [b"x"])])
def test_a_point_without_its_number_leaves_with_any_of_its_line(areas: str, left: list[bytes]):
    points = "<c:pt><c:v>x</c:v></c:pt>"
    assert re.findall(rb"<c:v>(.*?)</c:v>", charted(areas, points)) == left


def test_blocks_beyond_so_many_comparisons_lose_their_points_and_lines_do_not(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chart_results, "_MOST_COMPARISONS", 0)
    assert b"<c:v>" not in charted("Sheet!$C$1:$D$2", POINTS)
    assert charted("Sheet!$C$1:$C$9", POINTS).count(b"<c:v>") == 3


def test_many_relationships_of_a_chart_to_one_workbook_count_once(monkeypatch: pytest.MonkeyPatch):
    seen: list[str] = []
    monkeypatch.setattr(chart_results, "references", lambda *given: seen.append(given[0]) or references(*given))
    charted("Sheet!$B$1:$B$3", POINTS, relationships_to_it=5)
    assert seen == ["Sheet!$B$1:$B$3"]


def test_a_chart_loses_the_points_that_it_copied_from_such_results():
    book = Workbook()
    book.active["A1"], book.active["A2"], book.active["B1"], book.active["B2"] = (
        NAME,
        "Bo",
        "=LEFT(A1,3)",
        "=LEFT(A2,3)",
    )
    points = '<c:pt idx="0"><c:v>Hal</c:v></c:pt><c:pt idx="1"><c:v>Bo</c:v></c:pt>'
    chart = xml(
        "c:chartSpace",
        f"<c:cat><c:strRef><c:f>Sheet!$B$1:$B$2</c:f><c:strCache>{points}</c:strCache></c:strRef></c:cat>",
    )
    arrows = relationships(("package", f"/{BOOK}"))
    others = {"word/charts/chart1.xml": chart, "word/charts/_rels/chart1.xml.rels": arrows}
    before = around(with_results(book, {"B1": "Hal", "B2": "Bo"}), others=others)
    after = scrub(before, strings(NAME)).package.parts["word/charts/chart1.xml"]
    assert re.findall(rb"<c:v>(.*?)</c:v>", after) == [b"Bo"]


@pytest.mark.parametrize(
    ("formula", "areas", "words", "is_read"),
    [
        ("A1", [Area("s", 1, 1, 1, 1)], [], True),
        ("'Ann''s'!$B$2:C3", [Area("ann's", 2, 2, 3, 3)], [], True),
        ("SUM(C3:B2,A:B)", [Area("s", 2, 2, 3, 3), Area("s", 1, 1, 1_048_576, 2)], [], True),
        ('"A1"&Rate', [], ["rate"], True),
        ("Costs[[#This Row],[a ']b]]+TRUE", [], ["costs"], True),
        ("_xlfn.XLOOKUP(1,A1,A2)+#N/A", [Area("s", 1, 1, 1, 1), Area("s", 2, 1, 2, 1)], [], True),
        ("OFFSET(A1,1,1)", [Area("s", 1, 1, 1, 1)], [], False),
        ("A1#", [], [], False),
        ("[2]Sheet!A1", [], [], False),
        ("Sheet:Other!A1", [], [], False),
    ],
)
def test_references_of_a_formula(formula: str, areas: list[Area], words: list[str], is_read: bool):
    found = references(formula, "s")
    assert found.is_read is is_read
    if is_read:
        assert (found.areas, found.words) == (areas, words)


def test_an_area_covers_its_corners_and_no_cell_beside_them():
    area = Area("s", 2, 2, 3, 4)
    assert area.size == len(area.cells()) == 6
    inside = {
        Cell("s", row, column)
        for row in range(1, 6)
        for column in range(1, 6)
        if area.covers(Cell("s", row, column))
    }
    assert inside == set(area.cells())
    assert not area.covers(Cell("t", 2, 2))


@pytest.mark.parametrize(
    "piece", ["A1", "(", "a", "9", '"', "'", "[", "\t", "x!", "A1:", "$", "-1", ".", "DATE(1,", "a[", "a['", "a[]"]
)
def test_a_long_formula_takes_time_in_proportion(piece: str):
    """Its time limit is that of the tests; with 32,000 pieces a quadratic reading would exceed it."""
    formula = piece * 32_000
    assert isinstance(references(formula, "s"), References)
    assert len(moved(formula, 0, 0)) == len(formula)
    assert all(formula[each.start : each.end] == each.raw for each in constants(formula))
