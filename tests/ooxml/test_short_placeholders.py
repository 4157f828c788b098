"""Placeholders are short where there is no room for their long form, and long everywhere else.

`[PERSON 1]` is 6 capitals of .72 em, two brackets of .4, a space of .3 and a digit of .6 wide: 6.02 em. Text
has 10 points where nothing says its size, so the placeholder takes 60.2 points. A cell keeps 5.4 points free at
each side. So it needs 71 points, which are 1420 twentieths.
"""

import pytest

from backend.document.model import Place, Replacement, StoryKind
from backend.document.placeholders import REDACTED, SHORT_LABELS
from backend.document.spans import Span
from backend.ooxml.layout.short_placeholders import with_short_placeholders
from backend.ooxml.opc.package import open_package
from backend.ooxml.word.reader import read_document
from backend.ooxml.word.writer import redact
from tests.ooxml.building import WORD, body, docx_parts, package, paragraph, relationships, text, xml, zipped

NAME = "Annabelle Ford-Smith"
LONG, SHORT = "[PERSON 1]", "[PER\u00a01]"
STYLES = "word/styles.xml"


def named(properties="", of_run=""):
    inside = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return paragraph(inside, text(f"for {NAME}", of_run))


def cell(width, inside="", *, properties="", kind="dxa"):
    return f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="{kind}"/>{properties}</w:tcPr>{inside or named()}</w:tc>'


def table(*cells, grid=(), properties="", row=""):
    columns = "".join(f'<w:gridCol w:w="{width}"/>' for width in grid)
    return (
        f"<w:tbl><w:tblPr>{properties}</w:tblPr><w:tblGrid>{columns}</w:tblGrid>"
        f"<w:tr>{row}{''.join(cells)}</w:tr></w:tbl>"
    )


def styled(inside, styles):
    others = {
        STYLES: xml("w:styles", styles),
        "word/_rels/document.xml.rels": relationships(("styles", "styles.xml")),
    }
    return package(inside, others, {STYLES: f"{WORD}.styles+xml"})


def written(of, term=NAME, placeholder=LONG):
    """How the placeholder of a term is written at each of its places."""
    document = read_document(of)
    wanted = [
        Replacement(Place(story.part, story.kind, block.ordinal, Span(at, at + len(term))), placeholder)
        for story, block in document.blocks()
        if (at := block.text.find(term)) >= 0
    ]
    assert wanted
    fitted = with_short_placeholders(of, document, wanted)
    assert [each.place for each in fitted] == [each.place for each in wanted]
    redact(of, fitted)  # they can be written
    return [each.placeholder for each in fitted]


def test_a_paragraph_outside_of_tables_keeps_the_long_form():
    assert written(package(named())) == [LONG]


NO_MARGINS = '<w:tcMar><w:left w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tcMar>'
IN_TABLE = '<w:tblCellMar><w:start w:w="0" w:type="dxa"/><w:end w:w="0" w:type="dxa"/></w:tblCellMar>'
HALF = '<w:tblW w:w="2500" w:type="pct"/>'
TWO = '<w:gridSpan w:val="2"/>'
ROTATED = '<w:textDirection w:val="btLr"/>'
TALL, LOW = (f'<w:trPr><w:trHeight w:val="{height}"/></w:trPr>' for height in (1300, 1100))


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (table(cell(1425)), LONG),
        (table(cell(1415)), SHORT),
        # 60.2 points are 1204 twentieths.
        (table(cell(1205, properties=NO_MARGINS)), LONG),
        (table(cell(1203, properties=NO_MARGINS)), SHORT),
        (table(cell(1205), properties=IN_TABLE), LONG),
        # 100 twentieths at the left, 40 more before the first line.
        (table(cell(1565, named('<w:ind w:left="100" w:firstLine="40"/>'))), LONG),
        (table(cell(1555, named('<w:ind w:left="100" w:firstLine="40"/>'))), SHORT),
        # 8 points: 48.16 for the placeholder and 10.8 for the margins are 1179.2 twentieths.
        (table(cell(1185, named(of_run='<w:sz w:val="16"/>'))), LONG),
        (table(cell(1175, named(of_run='<w:sz w:val="16"/>'))), SHORT),
        # Without a width of its own, a cell is as wide as its columns.
        (table(cell(0, kind="auto"), cell(0, paragraph(), kind="auto"), grid=(1415, 9000)), SHORT),
        (table(cell(0, paragraph(), kind="auto"), cell(0, kind="auto"), grid=(1415, 9000)), LONG),
        (table(cell(0, kind="auto", properties=TWO), grid=(700, 715, 700)), SHORT),
        (table(cell(0, kind="auto", properties=TWO), grid=(700, 725, 700)), LONG),
        (table(cell(0, kind="auto"), row='<w:trPr><w:gridBefore w:val="1"/></w:trPr>', grid=(90, 1430)), LONG),
        (table(cell(0, paragraph(), properties=TWO), cell(0), grid=(9000, 1430, 700)), SHORT),
        # Nothing says how wide it is.
        (table(cell(0, kind="auto")), LONG),
        # 1250 fiftieths of a per cent are a quarter of the table, and 25 % is the same.
        (table(cell(1250, kind="pct"), properties='<w:tblW w:w="5700" w:type="dxa"/>'), LONG),
        (table(cell(1250, kind="pct"), properties='<w:tblW w:w="5660" w:type="dxa"/>'), SHORT),
        (table(cell("25%", kind="pct"), properties='<w:tblW w:w="5660" w:type="dxa"/>'), SHORT),
        (table(cell(1250, kind="pct"), grid=(1415, 4245)), SHORT),
        # A table in a cell, half as wide as the cell between its margins of 216 twentieths.
        (table(cell(3066, table(cell(5000, kind="pct"), properties=HALF) + paragraph())), LONG),
        (table(cell(3046, table(cell(5000, kind="pct"), properties=HALF) + paragraph())), SHORT),
        (table(cell(9000, table(cell(1415)) + paragraph())), SHORT),
        # Rotated text runs along the height of the row: 1204 twentieths.
        (table(cell(400, properties=ROTATED), row=TALL), LONG),
        (table(cell(9000, properties=ROTATED), row=LOW), SHORT),
        (table(cell(9000, properties=ROTATED)), SHORT),
        (table(f"<w:sdt><w:sdtContent>{cell(1415)}</w:sdtContent></w:sdt>"), SHORT),
    ],
)
def test_a_cell_has_the_long_form_if_it_fits_into_one_line(inside, expected):
    assert written(package(inside)) == [expected]


def test_widths_of_the_strict_dialect_count_too():
    assert written(package(table(cell("71.2pt")), strict=True)) == [LONG]
    assert written(package(table(cell("70.8pt")), strict=True)) == [SHORT]


NORMAL = '<w:style w:type="paragraph" w:default="1" w:styleId="a">{}</w:style>'
BASED = '<w:style w:type="paragraph" w:styleId="b"><w:basedOn w:val="a"/></w:style>'
IN_A_RING = '<w:style w:type="paragraph" w:styleId="b"><w:basedOn w:val="b"/></w:style>'
GRID = '<w:style w:type="table" w:styleId="g">{}</w:style>'
OF_GRID, OF_B = '<w:tblStyle w:val="g"/>', '<w:pStyle w:val="b"/>'
EIGHT = '<w:rPr><w:sz w:val="16"/></w:rPr>'


@pytest.mark.parametrize(
    ("styles", "expected"),
    [
        ("", SHORT),
        (f"<w:docDefaults><w:rPrDefault>{EIGHT}</w:rPrDefault></w:docDefaults>", LONG),
        (NORMAL.format(EIGHT) + BASED, LONG),
        (GRID.format(EIGHT), LONG),
        (GRID.format(f"<w:tblPr>{IN_TABLE}</w:tblPr>"), LONG),
        (NORMAL.format('<w:pPr><w:ind w:left="-400"/></w:pPr>') + BASED, LONG),
        (IN_A_RING, SHORT),
    ],
)
def test_sizes_indents_and_margins_come_from_styles_too(styles, expected):
    """1210 twentieths are enough for 8 points, or without margins, or with an indent to the left."""
    inside = table(cell(1210, named(OF_B)), properties=OF_GRID)
    assert written(styled(inside, styles)) == [expected]


def test_a_part_of_styles_that_is_no_xml_says_nothing():
    others = {STYLES: b"no XML", "word/_rels/document.xml.rels": relationships(("styles", "styles.xml"))}
    assert written(package(table(cell(1415)), others, {STYLES: f"{WORD}.styles+xml"})) == [SHORT]


def shape(width, *, inside="", body_properties="<wps:bodyPr/>"):
    """A text box of DrawingML, `width` points wide."""
    return (
        f'<wps:wsp><wps:spPr><a:xfrm><a:ext cx="{int(width * 12_700)}" cy="254000"/></a:xfrm></wps:spPr>'
        f"<wps:txbx><w:txbxContent>{inside or named()}</w:txbxContent></wps:txbx>{body_properties}</wps:wsp>"
    )


def old_shape(style, own="", inset=""):
    """The same in VML."""
    box = f'<v:textbox style="{own}"{inset}><w:txbxContent>{named()}</w:txbxContent></v:textbox>'
    return f'<v:shape style="{style}">{box}</v:shape>'


def drawn(inside):
    return paragraph(f"<w:r><w:drawing><wp:anchor>{inside}</wp:anchor></w:drawing></w:r>")


def old(inside):
    return paragraph(f"<w:r><w:pict>{inside}</w:pict></w:r>")


def both(newer, older):
    choice = f"<mc:Choice><w:drawing><wp:anchor>{newer}</wp:anchor></w:drawing></mc:Choice>"
    second = f"<mc:Fallback><w:pict>{older}</w:pict></mc:Fallback>"
    return paragraph(f"<w:r><mc:AlternateContent>{choice}{second}</mc:AlternateContent></w:r>")


GROWS = "<wps:bodyPr><a:spAutoFit/></wps:bodyPr>"
UPRIGHT = '<wps:bodyPr vert="vert270"/>'
BARE = '<wps:bodyPr lIns="0" rIns="0"/>'


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        # 60.2 points and 7.2 at each side.
        (drawn(shape(74.7)), LONG),
        (drawn(shape(74.5)), SHORT),
        (drawn(shape(74.5, body_properties=GROWS)), SHORT),
        (drawn(shape(60.3, body_properties=BARE)), LONG),
        # 20 points high, less 3.6 above and below.
        (drawn(shape(400, body_properties=UPRIGHT)), SHORT),
        (old(old_shape("width:74.7pt;height:9pt")), LONG),
        (old(old_shape("position:absolute; width:74.5pt")), SHORT),
        (old(old_shape("width:1in")), SHORT),
        (old(old_shape("width:61pt", inset=' inset="0,0,0,0"')), LONG),
        (old(old_shape("width:400pt;height:20pt", own="layout-flow:vertical")), SHORT),
        # No size is known.
        (old(old_shape("")), LONG),
    ],
)
def test_a_text_box_has_the_long_form_if_it_fits_into_one_line(inside, expected):
    assert written(package(inside)) == [expected]


def test_both_copies_of_a_text_box_are_written_alike():
    """The first one says how large the box is, whatever the second one says."""
    assert written(package(both(shape(74.5), old_shape("width:400pt")))) == [SHORT, SHORT]
    assert written(package(both(shape(400), old_shape("width:20pt")))) == [LONG, LONG]


def test_a_group_shows_its_shapes_larger_or_smaller():
    properties = (
        '<wpg:grpSpPr><a:xfrm><a:ext cx="100" cy="100"/><a:chExt cx="200" cy="100"/></a:xfrm></wpg:grpSpPr>'
    )
    namespace = 'xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"'
    sizes = {width: drawn(f"<wpg:wgp {namespace}>{properties}{shape(width)}</wpg:wgp>") for width in (148, 150)}
    assert written(package(sizes[148])) == [SHORT]
    assert written(package(sizes[150])) == [LONG]


def test_a_box_that_does_not_grow_has_the_short_form_for_what_is_shorter_than_the_long_one():
    """ "Ann Li" is two capitals, three small letters of .55 em and a space: 3.39 em, and not 6.02."""
    inside = paragraph(text("Ann Li"))
    assert written(package(drawn(shape(400, inside=inside))), "Ann Li") == [SHORT]
    assert written(package(drawn(shape(400, inside=inside, body_properties=GROWS))), "Ann Li") == [LONG]


def test_words_that_a_person_wrote_and_short_labels_stay():
    narrow = package(table(cell(100)))
    assert written(narrow, placeholder="the managing partner") == ["the managing partner"]
    assert written(narrow, placeholder="[TERM]") == ["[TERM]"]


def test_placeholders_that_the_document_has_already_become_short_where_they_are_too_wide():
    inside = table(
        cell(1415, paragraph(text("by [PERSON 1] and [TERM]"))), cell(1425, paragraph(text("[PERSON 1]")))
    )
    before = package(inside + paragraph(text("[PERSON 1]")))
    changed = with_short_placeholders(before, read_document(before), ())
    assert [(each.place.block, each.place.span, each.placeholder) for each in changed] == [(0, Span(3, 13), SHORT)]
    after = redact(before, changed)
    assert with_short_placeholders(after, read_document(after), ()) == ()


def test_deleted_placeholders_become_short_too_and_every_reading_stays_readable():
    deleted = "<w:del><w:r><w:delText> [PERSON 2]</w:delText></w:r></w:del>"
    before = package(
        table(cell(1000, paragraph(text("[PERSON 1]"), deleted, f"<w:ins>{text(' and more')}</w:ins>")))
    )
    after = read_document(redact(before, with_short_placeholders(before, read_document(before), ())))
    assert {story.kind: block.text for story, block in after.blocks()} == {
        StoryKind.BODY: "[PER\u00a01] and more",
        StoryKind.BEFORE_DELETION: "[PER\u00a01] [PER\u00a02]",
    }


def test_documents_in_the_document_have_narrow_cells_too_and_headers():
    inner = zipped(docx_parts(body(table(cell(1415)))))
    header = xml("w:hdr", table(cell(1415)))
    others = {
        "word/embeddings/a.docx": inner,
        "word/header1.xml": header,
        "word/_rels/document.xml.rels": relationships(("package", "embeddings/a.docx"), ("header", "header1.xml")),
    }
    types = {"word/header1.xml": f"{WORD}.header+xml"}
    whole = open_package(zipped(docx_parts(body(named()), others, types)))
    kinds = [story.kind for story, _ in read_document(whole).blocks()]
    expected = {StoryKind.BODY: LONG, StoryKind.HEADER: SHORT, StoryKind.EMBEDDED: SHORT}
    assert written(whole) == [expected[kind] for kind in kinds]


def test_short_labels_have_two_to_four_capitals_and_differ():
    assert all(len(short) in (2, 3, 4) and short.isupper() for short in SHORT_LABELS.values())
    assert len(set(SHORT_LABELS.values())) == len(SHORT_LABELS)
    assert SHORT_LABELS[REDACTED] == "XXX"
