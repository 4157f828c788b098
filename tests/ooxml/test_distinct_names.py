"""Names in a workbook that become equal stay distinct, and many of them are told apart in few tries."""

import pytest
from lxml import etree

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.excel import sheet_names
from backend.ooxml.excel.distinct_names import DistinctNames
from backend.ooxml.excel.sheet_names import new_names
from backend.ooxml.opc.package import open_package
from backend.ooxml.scrub.scrub import scrub
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, xml, zipped
from tests.ooxml.test_sheet_names import named
from tests.ooxml.workbooks import saved
from tests.string_search import Search

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
    distinct = DistinctNames(["COSTS2", "Costs4"])
    assert [distinct.take(each) for each in ("Costs", "costs", "Costs", "Days")] == [
        *("Costs", "costs3", "Costs5", "Days")
    ]
    assert [distinct.take(each) for each in ("Costs6", "Costs")] == ["Costs6", "Costs7"]


def test_names_are_cut_for_their_number_and_differ_all_the_same():
    distinct = DistinctNames(between=" ", longest=6)
    wishes = ["abcdef"] * 12 + ["abcdxy"] * 2 + ["ab"] * 2
    assert [distinct.take(each) for each in wishes] == [
        *("abcdef", *(f"abcd {i}" for i in range(2, 10)), "abc 10", "abc 11", "abc 12"),
        *("abcdxy", "abc 13", "ab", "ab 2"),
    ]


@pytest.mark.parametrize("wish", ["abcdefghi", "abcdefgh{}", "Costs"])
def test_many_equal_names_take_tries_in_proportion(wish: str):
    def tries(many: int) -> int:
        distinct = DistinctNames(between=" ", longest=9)
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
