import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.worksheet.datavalidation import DataValidation

from backend.document.model import Document, Place, Replacement, StoryKind, replaced_text
from backend.document.spans import Span
from backend.ooxml.coverage import KINDS
from backend.ooxml.excel.sheet_names import DEFINED_NAME, SHEET_NAME, TABLE_NAME
from backend.ooxml.excel.sheet_numbers import NO_FORMATS
from backend.ooxml.excel.sheet_texts import KINDS_OF_TEXT, sheet_texts
from backend.ooxml.excel.tables import COLUMN
from backend.ooxml.opc.package import Package
from backend.ooxml.word.reader import read_document
from backend.ooxml.word.writer import redact
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped
from tests.ooxml.workbooks import BOOK, around, loaded, saved, with_parts

X = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHARED = "xl/sharedStrings.xml"


def shared(*items: str) -> etree._Element:
    return etree.fromstring(f'<sst xmlns="{X}">{"".join(f"<si>{item}</si>" for item in items)}</sst>')


def places_of(document: Document, word: str) -> Iterator[Replacement]:
    for story, block in document.blocks():
        for match in re.finditer(re.escape(word), block.text):
            yield Replacement(Place(story.part, story.kind, block.ordinal, Span(*match.span())), "[CLIENT]")


def redacted(package: Package, word: str = "Halden") -> Package:
    return redact(package, list(places_of(read_document(package), word)))


def texts_of(package: Package) -> list[str]:
    return [block.text for story, block in read_document(package).blocks() if story.kind is StoryKind.SHEET]


def book_with(*cells: str) -> Workbook:
    book = Workbook()
    for row, cell in enumerate(cells, 1):
        book.active.cell(row, 1, cell)
    return book


def test_cells_are_stories_that_do_not_count():
    document = read_document(around(saved(book_with("Halden & Rook", "Costs"))))
    assert document.counted_texts() == ("outside",)
    (story,) = [story for story in document.stories if story.kind is StoryKind.SHEET and story.blocks]
    assert story.part == f"{BOOK}!/xl/worksheets/sheet1.xml"  # where openpyxl puts them
    assert [block.text for block in story.blocks] == ["Halden & Rook", "Costs"]


def test_a_place_in_a_cell_is_replaced_there_and_nowhere_else():
    after = redacted(around(saved(book_with("For Halden & Rook", "Costs"))))
    sheet = loaded(after).active
    assert [sheet.cell(row, 1).value for row in (1, 2)] == ["For [CLIENT] & Rook", "Costs"]


def test_runs_keep_their_formatting_and_phonetic_letters_are_a_text_of_their_own():
    root = shared(
        "<r><rPr><b/></rPr><t>Hal</t></r><r><rPr><i/></rPr><t xml:space='preserve'>den Ltd</t></r>"
        "<rPh sb='0' eb='1'><t>HARU</t></rPh><rPh sb='1' eb='2'><t>DEN</t></rPh>"
    )
    said, phonetic = sheet_texts(root, NO_FORMATS)
    assert (said.text, phonetic.text) == ("Halden Ltd", "HARUDEN")
    said.replace([(Span(0, 6), "[CLIENT]")])
    phonetic.replace([(Span(0, 7), "[CLIENT]")])
    assert [(each.text or "") for each in root.iter(f"{{{X}}}t")] == ["[CLIENT]", " Ltd", "[CLIENT]", ""]
    assert [each.tag.split("}")[1] for each in root.iter() if len(each) == 0 and not each.text] == ["b", "i", "t"]


@pytest.mark.parametrize(
    ("stored", "shown", "after"),
    [
        ("Hal_x000D_den", "Hal\rden", "[CLIENT]"),
        ("_x005F_x0041_ Halden", "_x0041_ Halden", "_x005F_x0041_ [CLIENT]"),
    ],
)
def test_escaped_characters_are_decoded(stored: str, shown: str, after: str):
    root = shared(f"<t>{stored}</t>")
    (said,) = sheet_texts(root, NO_FORMATS)
    assert said.text == shown
    start = shown.index("Hal")
    said.replace([(Span(start, len(shown)), "[CLIENT]")])
    assert root[0][0].text == after


def test_a_new_text_that_looks_like_such_an_escape_is_escaped():
    root = shared("<t>Halden</t>")
    sheet_texts(root, NO_FORMATS)[0].replace([(Span(0, 6), "_x0041_")])
    assert root[0][0].text == "_x005F_x0041_"


def test_headers_are_read_without_their_codes_and_keep_them():
    root = etree.fromstring(
        f'<headerFooter xmlns="{X}"><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Halden &amp;&amp; Rook'
        "&amp;C&amp;KFF0000Costs&amp;RPage &amp;P</oddHeader></headerFooter>"
    )
    (header,) = sheet_texts(root, NO_FORMATS)
    assert header.text == "\nHalden & Rook\nCosts\nPage "
    header.replace([(Span(1, 14), "[A&B]")])
    assert root[0].text == '&L&"Arial,Bold"&12[A&&B]&C&KFF0000Costs&RPage &P'


def test_texts_in_formulas_are_read_and_nothing_else_of_them():
    root = etree.fromstring(
        f'<sheetData xmlns="{X}"><row><c r="A1" t="str"><f>IF(Halden="say ""Halden""",SUM(A1),"x")</f>'
        "<v>Halden</v></c></row></sheetData>"
    )
    value, formula = sheet_texts(root, NO_FORMATS)
    assert (value.text, formula.text) == ("Halden", '\nsay "Halden"\nx\n')
    formula.replace([(Span(6, 12), '[A"B]')])
    assert root[0][0][0].text == 'IF(Halden="say ""[A""B]""",SUM(A1),"x")'


def everything() -> bytes:
    """A workbook that says Halden in every way that openpyxl can write."""
    book = book_with("Halden")
    sheet = book.active
    sheet["A2"] = '=IF(A1="Halden","Halden","")'
    sheet["A3"].comment = Comment("Halden asked", "Ann of Halden")
    sheet["A4"] = "link"
    sheet["A4"].hyperlink = "https://example.org/"
    sheet["A4"].hyperlink.tooltip = "Halden online"
    sheet.oddHeader.left.text = "Halden"
    sheet.evenFooter.right.text = "of Halden"
    check = DataValidation("list", formula1='"Halden,Rook"', errorTitle="Halden", error="Not Halden")
    check.promptTitle, check.prompt = "Halden?", "Choose Halden"
    check.add("B1")
    sheet.add_data_validation(check)
    return saved(book)


def test_everything_that_people_see_in_a_workbook_is_replaced():
    after = redacted(around(everything()))
    sheet = loaded(after).active
    assert sheet["A1"].value == "[CLIENT]"
    assert sheet["A2"].value == '=IF(A1="[CLIENT]","[CLIENT]","")'
    assert (sheet["A3"].comment.text, sheet["A3"].comment.author) == ("[CLIENT] asked", "Ann of [CLIENT]")
    assert sheet["A4"].hyperlink.tooltip == "[CLIENT] online"
    assert (sheet.oddHeader.left.text, sheet.evenFooter.right.text) == ("[CLIENT]", "of [CLIENT]")
    (check,) = sheet.data_validations.dataValidation
    assert check.formula1 == '"[CLIENT],Rook"'
    assert (check.errorTitle, check.error) == ("[CLIENT]", "Not [CLIENT]")
    assert (check.promptTitle, check.prompt) == ("[CLIENT]?", "Choose [CLIENT]")


def test_parts_of_a_workbook_without_a_place_stay_byte_by_byte():
    before = around(everything())
    after = redacted(before, "asked")
    changed = {
        name for name, content in after.nested[BOOK].parts.items() if content != before.nested[BOOK].parts[name]
    }
    assert changed == {"xl/comments/comment1.xml"}
    assert redacted(before, "nowhere").parts[BOOK] == before.parts[BOOK]


def test_places_that_are_not_there_are_refused():
    package = around(saved(book_with("Halden")))
    for part, block in ((f"{BOOK}!/{SHARED}", 7), (f"{BOOK}!/xl/nothing.xml", 0), ("word/a.xlsx!/xl/a.xml", 0)):
        place = Place(part, StoryKind.SHEET, block, Span(0, 1))
        with pytest.raises(ValueError, match="no "):
            redact(package, [Replacement(place, "x")])


def test_a_word_file_in_a_word_file_is_read_and_written():
    box = f"<w:r><w:pict><v:textbox><w:txbxContent>{paragraph(text('boxed Halden'))}</w:txbxContent></v:textbox>"
    inner = docx_parts(
        body(
            paragraph(text("inside Halden"), f"{box}</w:pict></w:r>")
            + paragraph("<w:del>", text("was"), "</w:del>")
        )
    )
    outer = docx_parts(body(paragraph(text("outside Halden"))), {"word/embeddings/a.docx": zipped(inner)})
    package = around(zipped(outer))
    document = read_document(package)
    way = f"{BOOK}!/word/document.xml"
    assert [(story.part, story.kind) for story in document.stories[1:]][:1] == [(way, StoryKind.EMBEDDED)]
    assert document.counted_texts() == ("outside",)
    after = read_document(redacted(package))
    assert {block.text for _, block in after.blocks()} == {
        *("outside", "outside [CLIENT]", "inside [CLIENT]", "boxed [CLIENT]", "was"),
    }


_CELLS = st.text("ab é&<>\"'👍_x0041\n", max_size=8)


@settings(deadline=None, max_examples=60)
@given(st.lists(_CELLS, min_size=1, max_size=5), st.data())
def test_reading_after_writing_is_what_replacing_in_the_text_gives(cells: list[str], data: st.DataObject):
    def escaped(words: str) -> str:
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    items = "".join(f"<si><r><t>{escaped(a[:3])}</t></r><r><t>{escaped(a[3:])}</t></r></si>" for a in cells)
    table = f'<sst xmlns="{X}">{items}</sst>'.encode()
    before = around(with_parts(saved(book_with("x")), {SHARED: table}))
    document = read_document(before)
    expected: dict[tuple[str, int], str] = {}
    replacements = []
    for story, block in document.blocks():
        expected[story.part, block.ordinal] = block.text
        if story.kind is StoryKind.SHEET and data.draw(st.booleans()):
            start = data.draw(st.integers(0, len(block.text) - 1))
            span = Span(start, data.draw(st.integers(start + 1, len(block.text))))
            # Never empty, since a text that has become empty is not counted any more.
            new = data.draw(st.sampled_from(["[CLIENT]", "_x0041_", "&"]))
            replacements.append(Replacement(Place(story.part, story.kind, block.ordinal, span), new))
            expected[story.part, block.ordinal] = replaced_text(block.text, [(span, new)])
    after = read_document(redact(before, replacements))
    assert {(story.part, block.ordinal): block.text for story, block in after.blocks()} == expected


def test_every_kind_of_text_has_a_row_in_the_coverage_map():
    assert KINDS_OF_TEXT | {SHEET_NAME, DEFINED_NAME, TABLE_NAME, COLUMN} <= KINDS.keys()


def test_a_cell_style_of_excels_own_is_no_text_and_one_of_peoples_is():
    root = etree.fromstring(
        f'<cellStyles xmlns="{X}"><cellStyle name="Normal" xfId="0" builtinId="0"/>'
        '<cellStyle name="Halden" xfId="1"/></cellStyles>'
    )
    assert [each.text for each in sheet_texts(root, NO_FORMATS)] == ["Halden"]
