"""Names that become equal stay distinct, many are told apart in few tries, and none is a redacted string."""

import io
import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from openpyxl import Workbook, load_workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from backend.document.placeholders import placeholders_as_borders
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.distinct_names import DistinctNames
from backend.ooxml.distinct_names import new_names as fresh_names
from backend.ooxml.excel import sheet_names
from backend.ooxml.excel.sheet_names import new_names
from backend.ooxml.opc.package import open_package
from backend.ooxml.scrub.scrub import scrub
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, xml, zipped
from tests.ooxml.test_sheet_names import named
from tests.ooxml.workbooks import saved
from tests.string_search import Search, search_package

HALDEN = RedactedString("Halden", "[CLIENT]")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


class Counted(set):
    """Counts how often it is asked."""

    asked = 0

    def __contains__(self, name):
        self.asked += 1
        return super().__contains__(name)


def book_of(element: str, *names: str) -> etree._Element:
    """A workbook with these sheets or defined names."""
    root = etree.Element(f"{{{MAIN}}}workbook")
    for each in names:
        etree.SubElement(root, f"{{{MAIN}}}{element}", name=each)
    return root


def test_equal_wishes_are_numbered_from_two_and_numbers_that_are_taken_are_left_out():
    distinct = DistinctNames(Search([]), ["COSTS2", "Costs4"])
    assert [distinct.take(each) for each in ("Costs", "costs", "Costs", "Days")] == [
        *("Costs", "costs3", "Costs5", "Days")
    ]
    assert [distinct.take(each) for each in ("Costs6", "Costs")] == ["Costs6", "Costs7"]


def test_names_are_cut_for_their_number_and_differ_all_the_same():
    distinct = DistinctNames(Search([]), between=" ", longest=6)
    wishes = ["abcdef"] * 12 + ["abcdxy"] * 2 + ["ab"] * 2
    assert [distinct.take(each) for each in wishes] == [
        *("abcdef", *(f"abcd {i}" for i in range(2, 10)), "abc 10", "abc 11", "abc 12"),
        *("abcdxy", "abc 13", "ab", "ab 2"),
    ]


@pytest.mark.parametrize("wish", ["abcdefghi", "abcdefgh{}", "Costs"])
def test_many_equal_names_take_tries_in_proportion(wish: str):
    def tries(many: int) -> int:
        distinct = DistinctNames(Search([]), between=" ", longest=9)
        distinct._taken = Counted()
        given = [distinct.take(wish.format(i % 9)) for i in range(many)]
        assert len({each.lower() for each in given}) == many
        return distinct._taken.asked

    assert tries(800) <= 12 * tries(100)


def test_defined_names_with_a_redacted_string_are_counted_up_past_those_that_are_taken():
    names = ("Halden_a", "redacted2", "Halden_b", "Costs", "Halden_c")
    assert new_names([book_of("definedName", *names)], Search([HALDEN])).words == {
        "halden_a": "Redacted1",
        "halden_b": "Redacted3",
        "halden_c": "Redacted4",
    }


def test_sheets_that_become_equal_when_they_are_cut_are_numbered():
    long = "Halden " + "b" * 22
    search = Search([RedactedString("Halden", "[A CLIENT]")])
    found = new_names([book_of("sheet", *(f"{long}{i}" for i in range(3)))], search).sheets
    assert list(found.values()) == [f"A CLIENT {'b' * 22}", f"A CLIENT {'b' * 20} 2", f"A CLIENT {'b' * 20} 3"]


def test_the_names_of_a_workbook_are_chosen_once_for_all_charts_and_their_relationships(
    monkeypatch: pytest.MonkeyPatch,
):
    asked: list[object] = []
    choose = sheet_names.new_names
    monkeypatch.setattr(sheet_names, "new_names", lambda *given: asked.append(given) or choose(*given))
    chart = xml("c:chartSpace", "<c:f>'Halden Costs'!$A$1</c:f><c:externalData r:id='rId1'/>")
    arrows = relationships(*[("package", "../embeddings/a.xlsx")] * 4)
    charts = {f"word/charts/chart{i}.xml": chart for i in range(3)}
    parts = docx_parts(
        body(paragraph(text("outside"))),
        {
            **charts,
            **{each.replace("charts/", "charts/_rels/") + ".rels": arrows for each in charts},
            "word/embeddings/a.xlsx": saved(named()),
        },
    )
    after = scrub(open_package(zipped(parts)), RedactedStrings((HALDEN,))).package
    assert all(b"<c:f>'CLIENT Costs 2'!$A$1</c:f>" in after.parts[each] for each in charts)
    # Once for the charts, and once for the workbook itself.
    assert len(asked) == 2


STYLE = '<w:style w:styleId="{id}"><w:name w:val="{name}"/></w:style>'
# What Unsaid could write itself: its numbers, its names, and the words of a placeholder.
OWN = st.lists(
    st.sampled_from(
        [
            *("1", "2", "3", "4", "12", "Redacted1", "Redacted 2", "Redacted", "Name1", "Name", "Source1"),
            *(
                "CLIENT",
                "[CLIENT] Char 2",
                "Char 2",
                "PERSON",
                "PERSON 1",
                "Costs 2",
                "CLIENT Costs",
                "Costs2",
                "redacted",
            ),
        ]
    ),
    unique=True,
    max_size=8,
)


def full_of_names() -> bytes:
    """A document whose styles, bookmarks, sheets, tables, parts, sources and relationships have names to redact."""
    spelled = ("Halden", "halden", "HALDEN", "HaLDEN")
    heads = "".join(STYLE.format(id=f"Halden{i}Char", name=f"{each} Char") for i, each in enumerate(spelled))
    marks = "".join(f"<w:bookmarkStart w:id='{i}' w:name='Halden_{i}'/>" for i in range(4))
    cited = "<w:r><w:instrText> CITATION Halden24 </w:instrText></w:r>"
    book = Workbook()
    book.active.title = "Halden Costs"
    book.create_sheet("halden  Costs")
    book.create_sheet("Ann Rook")
    for i in range(3):
        book.defined_names[f"Halden_{i}"] = DefinedName(f"Halden_{i}", attr_text="'Halden Costs'!$A$1")
    sheet = book.create_sheet("Table")
    sheet.append(["Halden", "halden", "HALDEN"])
    sheet.append([57, 58, 59])
    sheet.add_table(Table(displayName="HaldenTable", ref="A1:C2"))
    sources = (
        '<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography">'
        "<b:Source><b:Tag>Halden24</b:Tag></b:Source></b:Sources>"
    )
    parts = docx_parts(
        body(paragraph(marks + text("outside") + cited)),
        {
            "word/styles.xml": xml("w:styles", heads),
            "word/embeddings/halden.xlsx": saved(book),
            "word/embeddings/halden 2.xlsx": saved(book),
            "customXml/item1.xml": sources.encode(),
            "word/_rels/document.xml.rels": relationships(
                ("styles", "styles.xml"),
                ("package", "embeddings/halden.xlsx"),
                ("package", "embeddings/halden 2.xlsx"),
            ),
        },
    )
    return zipped(parts)


FULL = full_of_names()


@given(OWN)
@settings(max_examples=40, deadline=None)
def test_what_unsaid_writes_is_never_what_it_redacts(own: list[str]):
    strings = RedactedStrings(
        (
            HALDEN,
            RedactedString("Ann Rook", "[PERSON 1]"),
            *(RedactedString(each, "[TERM]") for each in own),
        )
    )
    after = scrub(open_package(FULL), strings).package
    assert search_package(after.to_bytes(), strings.strings, "plan.docx").places == ()
    for pattern in ('<w:name w:val="([^"]*)"', 'w:styleId="([^"]*)"', '<w:bookmarkStart[^>]* w:name="([^"]*)"'):
        parts = after.parts["word/styles.xml"] + after.parts["word/document.xml"]
        named = re.findall(pattern, parts.decode())
        assert len(named) == len({each.lower() for each in named}) == 4
    books = [load_workbook(io.BytesIO(each.to_bytes())) for each in after.nested.values()]
    assert [len({name.lower() for name in book.sheetnames}) for book in books] == [4, 4]


@given(OWN, st.lists(st.sampled_from(["Costs", "costs", "[PERSON 1] Char", "Name"]), max_size=12))
def test_numbers_that_are_redacted_strings_are_left_out(own: list[str], wishes: list[str]):
    search = Search([RedactedString(each, "[TERM]") for each in own])
    distinct = DistinctNames(search, between=" ")
    given_out = [distinct.take(each) for each in wishes]
    assert len({each.lower() for each in given_out}) == len(wishes)
    for wish, name in zip(wishes, given_out, strict=True):
        assert name.startswith(wish)
        if not search.find(placeholders_as_borders(wish)):
            assert not search.find(placeholders_as_borders(name))
    fresh = list(islice(fresh_names(search, {"redacted3"}), 20))
    assert len({each.lower() for each in fresh} - {"redacted3"}) == 20
    assert not any(search.find(each) for each in fresh)


def test_parts_get_no_name_that_another_part_has():
    parts = docx_parts(
        body(paragraph(text("outside"))),
        {"word/media/redacted1.png": b"one", "word/media/halden.png": b"two"},
    )
    after = scrub(open_package(zipped(parts)), RedactedStrings((HALDEN,))).package
    assert after.parts["word/media/redacted1.png"] == b"one"
    assert after.parts["word/media/redacted2.png"] == b"two"
