import contextlib
import io

import docx
import pytest
from docx.text.paragraph import Paragraph
from hypothesis import given
from hypothesis import strategies as st

from backend.document.model import Document, StoryKind
from backend.document.redacted_strings import RedactedString
from backend.errors import DocumentError, NotAWordDocument, UnsafeDocument
from backend.messages.warnings import PartNotRead
from backend.ooxml.opc.package import open_package
from backend.ooxml.word.reader import read_document
from tests.ooxml.building import WORD, body, docx_parts, package, paragraph, relationships, text, xml, zipped
from tests.string_search import scrub


def texts(document: Document, kind: StoryKind = StoryKind.BODY) -> dict[int, str]:
    return {block.ordinal: block.text for story, block in document.blocks() if story.kind is kind}


def read(inside: str) -> dict[int, str]:
    return texts(read_document(package(inside)))


FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>'
    f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{text("7")}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (text("Hal") + text("den", "<w:b/>"), "Halden"),
        ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/></w:r>", "a\tb\nc\n"),
        ("<w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:t>c</w:t></w:r>", "a-bc"),
        ('<w:r><w:t>a</w:t><w:sym w:font="Wingdings" w:char="F04A"/><w:ptab/></w:r>', "a\ufffc\t"),
        ('<w:r><w:sym w:font="Arial" w:char="0048"/><w:sym w:font="Symbol" w:char="0061"/></w:r>', "H\ufffc"),
        ('<w:r><w:sym w:char="x"/><w:sym/><w:sym w:char="D800"/><w:sym w:char="0009"/></w:r>', "\ufffc" * 4),
        ('<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>' + text("a"), "a"),
        (f'<w:hyperlink r:id="rId9">{text("link")}</w:hyperlink>', "link"),
        (f'<w:smartTag w:element="City">{text("Oslo")}</w:smartTag>', "Oslo"),
        (f"<w:sdt><w:sdtPr/><w:sdtContent>{text('chosen')}</w:sdtContent></w:sdt>", "chosen"),
        (f'<w:fldSimple w:instr="PAGE">{text("7")}</w:fldSimple>', "7"),
        (FIELD, "7"),
        ("<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>", "x=1"),
        (f"<w:ins>{text('new')}</w:ins><w:moveTo>{text(' here')}</w:moveTo>", "new here"),
        ("<w:r><w:t>Hal<!-- a comment --><?a pi?>den</w:t></w:r>", "Halden"),
        ("<w:r><w:t>two words &amp; \u00ad</w:t></w:r>", "two words & \u00ad"),
    ],
)
def test_a_paragraph_reads_as_word_shows_it(inside: str, expected: str):
    assert read(paragraph(inside)) == {0: expected}


def test_deleted_text_is_read_as_it_stood_before_with_what_was_inserted_left_out():
    inside = paragraph(
        text("for "),
        f"<w:del>{text('Hal').replace('w:t>', 'w:delText>').replace('<w:t ', '<w:delText ')}</w:del>",
        f"<w:ins>{text('nobody')}</w:ins>",
        f"<w:moveFrom>{text('den')}</w:moveFrom>",
    )
    document = read_document(package(inside))
    assert texts(document) == {0: "for nobody"}
    assert texts(document, StoryKind.BEFORE_DELETION) == {0: "for Halden"}


def test_what_was_inserted_and_deleted_again_is_found_with_the_deletions():
    document = read_document(package(paragraph(f"<w:ins><w:del>{text('Halden')}</w:del></w:ins>")))
    assert texts(document) == {}
    assert texts(document, StoryKind.BEFORE_DELETION) == {0: "Halden"}


def test_a_deletion_is_read_even_where_the_same_was_inserted_again():
    document = read_document(package(paragraph(f"<w:del>{text('Halden')}</w:del><w:ins>{text('Halden')}</w:ins>")))
    assert texts(document) == texts(document, StoryKind.BEFORE_DELETION) == {0: "Halden"}


def test_deleted_text_outside_a_deletion_is_deleted_all_the_same():
    document = read_document(package(paragraph("<w:r><w:delText>Halden</w:delText></w:r>")))
    assert texts(document) == {}
    assert texts(document, StoryKind.BEFORE_DELETION) == {0: "Halden"}


@pytest.mark.parametrize("inside", [text("old"), f"<w:ins>{text('new')}</w:ins>", text("a") + "<w:ins/>"])
def test_a_paragraph_without_changes_or_without_old_text_has_no_earlier_text(inside: str):
    document = read_document(package(paragraph(inside)))
    assert {story.kind for story in document.stories} == {StoryKind.BODY}


def test_a_paragraph_with_an_insertion_is_also_read_without_it():
    document = read_document(package(paragraph(text("Section"), f"<w:ins>{text('s')}</w:ins>")))
    assert texts(document) == {0: "Sections"}
    assert texts(document, StoryKind.BEFORE_DELETION) == {0: "Section"}


def test_what_was_inserted_and_deleted_again_touches_nothing_of_the_earlier_text():
    passing = f"<w:ins><w:del>{text('Ac')}{text('me')}</w:del></w:ins>"
    inside = paragraph(f"<w:del>{text('for Rook')}</w:del>", passing, text("Ltd"))
    assert texts(read_document(package(inside)), StoryKind.BEFORE_DELETION) == {0: "for Rook\nAcme\nLtd"}


def test_ordinals_count_empty_and_nested_paragraphs():
    table = f"<w:tbl><w:tr><w:tc>{paragraph(text('cell'))}</w:tc></w:tr></w:tbl>"
    inside = (
        paragraph()
        + paragraph(text("one"))
        + table
        + f"<w:sdt><w:sdtContent>{paragraph(text('last'))}</w:sdtContent></w:sdt>"
    )
    assert read(inside) == {1: "one", 2: "cell", 3: "last"}


BOX = f"<w:txbxContent>{paragraph(text('boxed'))}</w:txbxContent>"
NEW_BOX = f"<wps:txbx>{BOX}</wps:txbx>"
OLD_BOX = f"<w:pict><v:shape><v:textbox>{BOX}</v:textbox></v:shape></w:pict>"
BOTH_BOXES = (
    f"<mc:AlternateContent><mc:Choice Requires='wps'>{NEW_BOX}</mc:Choice>"
    f"<mc:Fallback>{OLD_BOX}</mc:Fallback></mc:AlternateContent>"
)


def test_a_text_box_is_read_once_and_its_second_copy_apart():
    document = read_document(
        package(paragraph(text("a"), f"<w:r>{BOTH_BOXES}</w:r>", text("b")) + paragraph(text("c")))
    )
    assert texts(document) == {0: "ab", 3: "c"}
    assert texts(document, StoryKind.TEXT_BOX) == {1: "boxed"}
    assert texts(document, StoryKind.COPY) == {2: "boxed"}
    assert document.counted_texts() == ("ab", "c", "boxed")


def test_a_box_inside_a_second_copy_is_a_second_copy():
    inner = OLD_BOX.replace("<w:p>", f"<w:p><w:r>{OLD_BOX}</w:r>", 1)
    choice = f"<mc:AlternateContent><mc:Choice/><mc:Fallback>{inner}</mc:Fallback></mc:AlternateContent>"
    document = read_document(package(paragraph(f"<w:r>{choice}</w:r>")))
    assert texts(document, StoryKind.COPY) == {1: "boxed", 2: "boxed"}
    assert document.counted_texts() == ()


def test_a_text_box_of_an_old_document_counts():
    document = read_document(package(paragraph(f"<w:r>{OLD_BOX}</w:r>")))
    assert texts(document, StoryKind.TEXT_BOX) == {1: "boxed"}


def test_a_fallback_without_a_choice_before_it_is_the_text():
    inside = "<w:r><mc:AlternateContent><mc:Fallback><w:t>only</w:t></mc:Fallback></mc:AlternateContent></w:r>"
    assert read(paragraph(inside)) == {0: "only"}


def test_a_fallback_inside_a_line_is_a_second_copy_of_the_same_paragraph():
    inside = (
        "<w:r><mc:AlternateContent><mc:Choice Requires='x'><w:t>new</w:t></mc:Choice>"
        "<mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent></w:r>"
    )
    document = read_document(package(paragraph(inside)))
    assert texts(document) == {0: "new"}
    assert texts(document, StoryKind.COPY) == {0: "old"}


def test_ruby_text_does_not_split_the_word():
    """東京 is found as one word, its reading とうきょう as another."""
    ruby = "".join(
        f"<w:r><w:ruby><w:rubyPr/><w:rt>{text(small)}</w:rt><w:rubyBase>{text(base)}</w:rubyBase></w:ruby></w:r>"
        for base, small in (("東", "とう"), ("京", "きょう"))
    )
    document = read_document(package(paragraph(ruby)))
    assert texts(document) == {0: "東京"}
    assert texts(document, StoryKind.COPY) == {0: "とうきょう"}


STORIES = {
    "header": ("w:hdr", StoryKind.HEADER),
    "footer": ("w:ftr", StoryKind.FOOTER),
    "footnotes": ("w:footnotes", StoryKind.FOOTNOTES),
    "endnotes": ("w:endnotes", StoryKind.ENDNOTES),
    "comments": ("w:comments", StoryKind.COMMENTS),
}


def note(words: str) -> str:
    return f"<w:footnote w:id='1'>{paragraph('<w:r><w:footnoteRef/></w:r>', text(words))}</w:footnote>"


@pytest.mark.parametrize("found_by", ["relationship", "content type"])
@pytest.mark.parametrize("strict", [False, True])
def test_every_story_is_read_in_order_and_once(found_by: str, strict: bool):
    separator = f"<w:footnote w:type='separator'>{paragraph('<w:r><w:separator/></w:r>')}</w:footnote>"
    parts = {
        f"word/{kind}1.xml": xml(root, separator + note(f"in {kind}"), strict=strict)
        for kind, (root, _) in reversed(STORIES.items())
    }
    types = {f"word/{kind}1.xml": f"{WORD}.{kind}+xml" for kind in STORIES} if found_by == "content type" else {}
    if found_by == "relationship":
        rows = [(kind, f"{kind}1.xml") for kind in STORIES]
        parts["word/_rels/document.xml.rels"] = relationships(*rows, strict=strict)
    document = read_document(package(paragraph(text("in body")), parts, types, strict=strict))
    assert [story.kind for story in document.stories] == [StoryKind.BODY, *(kind for _, kind in STORIES.values())]
    assert document.counted_texts() == ("in body", *(f"in {kind}" for kind in STORIES))
    assert {block.ordinal for story, block in document.blocks() if story.kind is not StoryKind.BODY} == {1}


def test_the_notes_of_a_glossary_are_no_story():
    parts = {
        "word/_rels/document.xml.rels": relationships(("glossaryDocument", "glossary/document.xml")),
        "word/glossary/document.xml": xml("w:glossaryDocument", paragraph(text("block"))),
        "word/glossary/_rels/document.xml.rels": relationships(("footnotes", "footnotes.xml")),
        "word/glossary/footnotes.xml": xml("w:footnotes", paragraph(text("hidden"))),
    }
    types = {"word/glossary/footnotes.xml": f"{WORD}.footnotes+xml"}
    assert read_document(package(paragraph(text("a")), parts, types)).counted_texts() == ("a",)


def test_an_imported_file_is_reported():
    parts = {"word/_rels/document.xml.rels": relationships(("aFChunk", "a.html")), "word/a.html": b"<p>Halden</p>"}
    (warning,) = read_document(package(paragraph(text("a")), parts)).warnings
    assert warning == PartNotRead("word/document.xml", "imported_file")


def test_a_story_that_is_no_xml_is_named_without_its_text():
    parts = docx_parts(b"<w:document>Halden")
    with pytest.raises(NotAWordDocument, match=r"word/document\.xml") as caught:
        read_document(open_package(zipped(parts)))
    assert "Halden" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'<?xml version="1.0" encoding="UTF-7"?>+ADw-+ACE-DOCTYPE a+AD4-<a/>', "encoding"),
        (b'<?xml version="1.0" encoding="UTF-7"?><a/>', "encoding"),
    ],
    ids=["declaration", "encoding"],
)
def test_an_encoding_that_hides_a_declaration_is_unsafe(content: bytes, reason: str):
    with pytest.raises(UnsafeDocument, match=reason):
        read_document(open_package(zipped(docx_parts(content))))


def test_a_main_part_of_another_vocabulary_is_refused():
    with pytest.raises(NotAWordDocument, match="no Word text"):
        read_document(open_package(zipped(docx_parts(b"<html/>"))))


PARTS = docx_parts(
    body(paragraph(text("Halden"))),
    {
        "word/_rels/document.xml.rels": relationships(("header", "header1.xml")),
        "word/header1.xml": xml("w:hdr", ""),
    },
)


@given(st.sampled_from(sorted(PARTS)), st.data())
def test_a_part_with_changed_bytes_gives_a_document_or_a_document_error(part: str, data: st.DataObject):
    content = bytearray(PARTS[part])
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(DocumentError):
        package = open_package(zipped({**PARTS, part: bytes(content)}))
        assert read_document(package).stories
        assert scrub(package, [RedactedString("Halden", "[CLIENT]")]).package.to_bytes()


def test_an_empty_document_is_a_document_without_text():
    assert read_document(package("")).counted_texts() == ()


def _nested_tables(depth: int) -> str:
    return "<w:tbl><w:tr><w:tc>" * depth + paragraph(text("deep")) + "</w:tc></w:tr></w:tbl>" * depth


def test_deep_nesting_is_read_or_refused_in_a_word():
    assert list(read_document(package(_nested_tables(300))).counted_texts()) == ["deep"]
    with pytest.raises(DocumentError, match=r"word/document\.xml"):
        read_document(package(_nested_tables(1000)))


def test_python_docx_reads_the_same_paragraphs():
    made = docx.Document()
    made.add_heading("Status report")
    line = made.add_paragraph("Halden")
    line.add_run(" & Rook").bold = True
    line.add_run("\tLtd\nsecond line")
    made.add_table(1, 2).cell(0, 1).text = "in a cell"
    made.add_paragraph("last", style="List Bullet")
    stream = io.BytesIO()
    made.save(stream)
    expected = [each.text for each in _all(made)]
    found = texts(read_document(open_package(stream.getvalue())))
    assert [found.get(i, "") for i in range(len(expected))] == expected


def _all(made: docx.document.Document) -> list[Paragraph]:
    found = []
    for each in made.iter_inner_content():
        if isinstance(each, Paragraph):
            found.append(each)
        else:
            found += [p for row in each.rows for cell in row.cells for p in cell.paragraphs]
    return found


def test_the_size_of_the_document_is_no_reason_to_refuse_it():
    """10 million bytes in one text node is where libxml2 stops unless it is told otherwise."""
    words = "word " * 2_100_000
    assert read_document(open_package(zipped(docx_parts(body(paragraph(text(words))))))).counted_texts() == (words,)
