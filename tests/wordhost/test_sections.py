"""Each section has its own text, headers and footers, or those of the section before."""

import pytest

from addin.wordhost.making import docx, lines, part, runs

FIRST = '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>'
SECOND = '<w:sectPr><w:headerReference w:type="first" r:id="rId_header2"/></w:sectPr>'
LAST = '<w:sectPr><w:footerReference w:type="default" r:id="rId_footer1"/></w:sectPr>'
CELL = f"<w:tbl><w:tr><w:tc>{runs('Carol in a cell')}</w:tc></w:tr></w:tbl>"
ENDED = '<w:p><w:pPr>{}</w:pPr><w:r><w:t xml:space="preserve">{}</w:t></w:r></w:p>'
CONTENT = docx(
    runs("Alice")
    + ENDED.format(FIRST, "ends one")
    + CELL
    + ENDED.format(SECOND, "Alice two")
    + runs("last")
    + LAST,
    header1=runs("above all"),
    header2=runs("above the first page"),
    footer1=runs("below"),
)
SECTIONS = "const {sections} = context.document; sections.load('items'); await context.sync();"


@pytest.fixture
def beside(pane):
    return pane(CONTENT)


def test_every_section_has_its_own_text(beside):
    told = beside.run(
        SECTIONS + "const bodies = sections.items.map(section => section.body);"
        "for (const body of bodies) body.load('text,type'); await context.sync();"
        "return bodies.map(body => body.text);"
    )
    assert told == ["Alice\nends one", "Carol in a cell\nAlice two", "last"]


def test_a_search_in_one_stays_in_it(beside):
    told = beside.run(
        SECTIONS + "const found = sections.items.map(section => section.body.search('Alice'));"
        "for (const each of found) each.load('items'); await context.sync();"
        "found[1].items[0].insertText('[NAME]', 'Replace'); await context.sync();"
        "return found.map(each => each.items.length);"
    )
    assert told == [1, 1, 0]
    assert lines(beside.host.session.save()) == ["Alice", "ends one", "Carol in a cell", "[NAME] two", "last"]


def test_a_header_of_one_s_own_or_that_of_the_section_before(beside):
    told = beside.run(
        SECTIONS + "const headers = sections.items.map(section => section.getHeader('Primary'));"
        "headers.push(sections.items[2].getHeader('FirstPage'), sections.items[2].getFooter('Primary'));"
        "for (const each of headers) each.load('text'); await context.sync();"
        "return headers.map(each => each.text);"
    )
    assert told == ["above all", "above all", "above all", "above the first page", "below"]


@pytest.mark.parametrize(("number", "call"), [(0, "getHeader('FirstPage')"), (0, "getFooter('Primary')")])
def test_a_section_has_nothing_of_those_behind_it(beside, number, call):
    script = f"{SECTIONS} const page = sections.items[{number}].{call}; page.load('text'); await context.sync();"
    assert beside.run(script)["code"] == "GeneralException"  # docs-ref#1202
    assert part(beside.host.session.save()) == part(CONTENT)


def test_after_the_last_section_the_next_one_is_null(beside):
    told = beside.run(
        SECTIONS + "const next = sections.items[2].getNextOrNullObject(); next.load('body/text');"
        "await context.sync(); return next.isNullObject;"
    )
    assert told is True
