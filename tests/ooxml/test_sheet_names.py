import io
import re

import pytest
from lxml import etree
from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.table import Table

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.excel import tables
from backend.ooxml.excel.formulas import NewNames, rename_in_formula, tokenise_formula
from backend.ooxml.opc.package import Package, open_package
from backend.ooxml.scrub.scrub import scrub
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, xml, zipped
from tests.ooxml.workbooks import BOOK, around, loaded, saved, shared, with_parts

NEW = NewNames(
    sheets={"halden": "CLIENT", "halden & rook's": "CLIENT's"},
    words={"halden_total": "Redacted1", "haldentable": "Redacted2"},
    columns={"halden": "[CLIENT]", "of halden": "of #1"},
)


@pytest.mark.parametrize(
    ("formula", "after"),
    [
        ("Halden!A1+SUM(Halden!B:B)", "'CLIENT'!A1+SUM('CLIENT'!B:B)"),
        ("'Halden & Rook''s'!$A$1:$B$2", "'CLIENT''s'!$A$1:$B$2"),
        ("SUM(Halden:Costs!A1)", "SUM('CLIENT:Costs'!A1)"),
        ("[1]Halden!A1+'C:\\x\\[Book.xlsx]Halden'!A1", "[1]'CLIENT'!A1+'C:\\x\\[Book.xlsx]CLIENT'!A1"),
        ('IF(A1="Halden!A1",Halden_Total,halden)', 'IF(A1="Halden!A1",Redacted1,halden)'),
        ("HaldenTable[Halden]", "Redacted2['[CLIENT']]"),
        ("HaldenTable[[#Headers],[Halden]:[of Halden]]", "Redacted2[[#Headers],['[CLIENT']]:[of '#1]]"),
        ("Costs[@Halden]*2", "Costs[@['[CLIENT']]]*2"),
        ("#REF!+Costs!A1", "#REF!+Costs!A1"),
    ],
)
def test_formulas_follow_their_names(formula: str, after: str):
    assert rename_in_formula(formula, NEW) == after
    assert "".join(each.raw for each in tokenise_formula(formula)) == formula


def scrubbed(package: Package, *words: str) -> Package:
    return scrub(package, RedactedStrings(tuple(RedactedString(word, "[CLIENT]") for word in words))).package


def named() -> Workbook:
    book = Workbook()
    sheet = book.active
    sheet.title = "Halden Costs"
    sheet["A1"] = 7
    other = book.create_sheet("Costs")
    other["A1"] = "='Halden Costs'!A1+Halden_total"
    other["B1"].hyperlink = Hyperlink("B1", location="'Halden Costs'!A1")
    book.create_sheet("CLIENT Costs")
    book.defined_names["Halden_total"] = DefinedName("Halden_total", attr_text="'Halden Costs'!$A$1")
    return book


def test_sheets_and_defined_names_are_renamed_with_what_refers_to_them():
    book = loaded(scrubbed(around(saved(named())), "Halden"))
    assert book.sheetnames == ["CLIENT Costs 2", "Costs", "CLIENT Costs"]
    assert {name: each.attr_text for name, each in book.defined_names.items()} == {
        "Redacted1": "'CLIENT Costs 2'!$A$1"
    }
    assert book["Costs"]["A1"].value == "='CLIENT Costs 2'!A1+Redacted1"
    assert book["Costs"]["B1"].hyperlink.location == "'CLIENT Costs 2'!A1"


def test_a_sheet_gets_a_name_that_excel_allows():
    book = Workbook()
    book.active.title = "Costs for the good Halden 2024"
    for name in ("Halden", "halden rook"):
        book.create_sheet(name)
    after = loaded(scrubbed(around(saved(book)), "Halden", "halden rook"))
    assert after.sheetnames == ["Costs for the good CLIENT 2024", "CLIENT", "CLIENT 2"]
    strings = RedactedStrings((RedactedString("Halden", "[A/B: a placeholder that is too long]"),))
    again = loaded(scrub(around(saved(book)), strings).package)
    assert all(len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in again.sheetnames)
    assert len({name.lower() for name in again.sheetnames}) == 3


def test_the_charts_of_a_document_follow_the_workbook_in_it():
    chart = xml(
        "c:chartSpace",
        "<c:chart><c:f>'Halden Costs'!$A$1</c:f></c:chart><c:externalData r:id='rId1'/>",
    )
    parts = docx_parts(
        body(paragraph(text("outside"))),
        {
            "word/charts/chart1.xml": chart,
            "word/charts/_rels/chart1.xml.rels": relationships(("package", "../embeddings/a.xlsx")),
            "word/embeddings/a.xlsx": saved(named()),
        },
    )
    after = scrubbed(open_package(zipped(parts)), "Halden")
    assert b"<c:f>'CLIENT Costs 2'!$A$1</c:f>" in after.parts["word/charts/chart1.xml"]
    book = load_workbook(io.BytesIO(after.parts["word/embeddings/a.xlsx"]))
    assert "CLIENT Costs 2" in book.sheetnames


def tabled(*columns: str) -> Workbook:
    book = Workbook()
    sheet = book.active
    sheet.append(columns)
    sheet.append(list(range(len(columns))))
    last = sheet.cell(2, len(columns)).coordinate
    sheet.add_table(Table(displayName="Halden_table", ref=f"A1:{last}"))
    sheet["F9"] = f"=SUM(Halden_table[{columns[0]}])"
    return book


def test_the_columns_of_a_table_are_called_what_their_header_cells_say():
    sheet = loaded(scrubbed(around(saved(tabled("Halden", "Costs"))), "Halden")).active
    (table,) = sheet.tables.values()
    assert table.name == table.displayName == "Redacted1"
    assert [column.name for column in table.tableColumns] == ["[CLIENT]", "Costs"]
    assert [sheet["A1"].value, sheet["B1"].value] == ["[CLIENT]", "Costs"]
    assert sheet["F9"].value == "=SUM(Redacted1['[CLIENT']])"


def test_two_columns_that_become_equal_are_distinguished_in_the_table_and_in_its_header():
    sheet = loaded(scrubbed(around(saved(tabled("Halden", "Rook", "x"))), "Halden", "Rook")).active
    (table,) = sheet.tables.values()
    assert [column.name for column in table.tableColumns] == ["[CLIENT]", "[CLIENT]2", "x"]
    assert [sheet.cell(1, i).value for i in (1, 2, 3)] == ["[CLIENT]", "[CLIENT]2", "x"]


def test_a_table_is_read_once_however_many_relationships_lead_to_it(monkeypatch: pytest.MonkeyPatch):
    seen: list[etree._Element] = []
    headers = tables._headers
    monkeypatch.setattr(tables, "_headers", lambda *given: seen.append(given[1]) or headers(*given))
    arrows = "xl/worksheets/_rels/sheet1.xml.rels"
    book = saved(tabled("Halden", "Rook", "x"))
    arrow = re.search(rb"<Relationship [^>]*/>", around(book).nested[BOOK].parts[arrows])
    assert arrow is not None
    more = arrow[0] + b"".join(re.sub(rb'Id="[^"]*"', b'Id="rId%d"' % i, arrow[0]) for i in range(70, 73))
    after = loaded(scrubbed(around(with_parts(book, {arrows: (arrow[0], more)})), "Halden", "Rook"))
    assert [after.active.cell(1, i).value for i in (1, 2, 3)] == ["[CLIENT]", "[CLIENT]2", "x"]
    assert len(seen) == 1


def test_header_cells_in_the_shared_strings_count_too():
    book = saved(tabled("Halden", "Costs"))
    cell = b'<c r="A1" t="inlineStr"><is><t>Halden</t></is></c>'
    book = with_parts(book, {"xl/worksheets/sheet1.xml": (cell, b'<c r="A1" t="s"><v>0</v></c>')})
    book = shared(book, "<si><r><t>Hal</t></r><r><t>den</t></r></si>")
    sheet = loaded(scrubbed(around(book), "Halden")).active
    (table,) = sheet.tables.values()
    assert [column.name for column in table.tableColumns] == ["[CLIENT]", "Costs"]
    assert str(sheet["A1"].value) == "[CLIENT]"


def test_strings_found_elsewhere_are_redacted_in_workbooks_too():
    book = Workbook()
    book.active["A1"] = "For Halden"
    book.active["A2"].comment = Comment("Halden", "Halden")
    after = scrubbed(around(saved(book)), "Halden")
    sheet = loaded(after).active
    assert (sheet["A1"].value, sheet["A2"].comment.text) == ("For [CLIENT]", "[CLIENT]")
    assert not any(b"Halden" in content for content in after.nested[BOOK].parts.values())
