"""Tracked changes accepted: the XML that is left, one kind of change at a time."""

import pytest

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.clean.clean_copy import clean
from backend.ooxml.opc.relationships import relationships as arrows
from tests.ooxml.building import PREFIXES, package, paragraph, relationships, text, xml
from tests.ooxml.cleaning import ACCEPTED, MAIN, body_of, cleaned, words_now

W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
WHO = 'w:id="1" w:author="Ann" w:date="2024-01-01T00:00:00Z"'


def run(words: str, properties: str = "") -> str:
    """A run as it is read back."""
    return f"<w:r>{properties}<w:t>{words}</w:t></w:r>"


def deleted(words: str) -> str:
    return f"<w:del {WHO}><w:r><w:delText>{words}</w:delText></w:r></w:del>"


def inserted(*inside: str) -> str:
    return f"<w:ins {WHO}>{''.join(inside)}</w:ins>"


def ended(mark: str = "del", rest: str = "") -> str:
    """The properties of a paragraph whose mark was changed."""
    return f"<w:pPr>{rest}<w:rPr><w:{mark} {WHO}/></w:rPr></w:pPr>"


def cell(*inside: str, properties: str = "") -> str:
    return f"<w:tc>{f'<w:tcPr>{properties}</w:tcPr>' if properties else ''}{''.join(inside)}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr>{f'<w:trPr>{properties}</w:trPr>' if properties else ''}{''.join(cells)}</w:tr>"


def table(*rows: str) -> str:
    return f"<w:tbl><w:tblPr/><w:tblGrid/>{''.join(rows)}</w:tbl>"


A, B = paragraph(run("a")), paragraph(run("b"))
KEPT = '<w:pPr><w:jc w:val="center"/></w:pPr>'

IN_A_PARAGRAPH = {
    "deletion": (run("a") + deleted("x") + run("b"), run("a") + run("b")),
    "insertion": (inserted(run("a"), run("b")), run("a") + run("b")),
    "inserted and deleted": (run("a") + inserted(deleted("x")), run("a")),
    "inserted in a deletion": (f"<w:del {WHO}>{inserted(run('x'))}</w:del>", ""),
    "deleted in a move": (f"<w:moveTo {WHO}>{deleted('x')}{run('a')}</w:moveTo>", run("a")),
    "moved away": (
        (
            f'<w:moveFromRangeStart {WHO} w:name="m"/><w:moveFrom {WHO}>{run("x")}</w:moveFrom>'
            '<w:moveFromRangeEnd w:id="1"/>'
        ),
        "",
    ),
    "moved here": (
        f'<w:moveToRangeStart {WHO} w:name="m"/><w:moveTo {WHO}>{run("a")}</w:moveTo><w:moveToRangeEnd w:id="1"/>',
        run("a"),
    ),
    "conflict": (
        f"<w14:conflictIns {WHO}>{run('a')}</w14:conflictIns><w14:conflictDel {WHO}>{run('x')}</w14:conflictDel>",
        run("a"),
    ),
    "formatting of a run": (
        run("a", f"<w:rPr><w:b/><w:rPrChange {WHO}><w:rPr><w:i/></w:rPr></w:rPrChange></w:rPr>"),
        run("a", "<w:rPr><w:b/></w:rPr>"),
    ),
    "nothing but a change": (run("a", f"<w:rPr><w:rPrChange {WHO}><w:rPr/></w:rPrChange></w:rPr>"), run("a")),
    "formatting of a paragraph": (
        f'<w:pPr><w:jc w:val="center"/><w:pPrChange {WHO}><w:pPr/></w:pPrChange></w:pPr>' + run("a"),
        KEPT + run("a"),
    ),
    "an inserted number": (f"<w:pPr><w:numPr><w:ins {WHO}/></w:numPr></w:pPr>" + run("a"), run("a")),
    "a number as it was": (
        f'<w:pPr><w:numPr><w:numId w:val="1"/><w:numberingChange {WHO} w:original="1."/></w:numPr></w:pPr>',
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>',
    ),
    "an inserted mark": (ended("ins") + run("a"), run("a")),
    "a mark moved here": (ended("moveTo") + run("a"), run("a")),
    "a deleted link": (run("a") + f'<w:hyperlink w:anchor="x">{deleted("x")}</w:hyperlink>', run("a")),
    "half a link": (
        f'<w:hyperlink w:anchor="x">{deleted("x")}{run("a")}</w:hyperlink>',
        f'<w:hyperlink w:anchor="x">{run("a")}</w:hyperlink>',
    ),
    "a deleted simple field": (f'<w:fldSimple w:instr=" DATE ">{deleted("x")}</w:fldSimple>', ""),
    "a bookmark in a deletion": (
        f'<w:del {WHO}><w:bookmarkStart w:id="7" w:name="b"/><w:r/><w:bookmarkEnd w:id="7"/></w:del>' + run("a"),
        run("a"),
    ),
    "a bookmark that reaches out": (
        f'<w:del {WHO}><w:bookmarkStart w:id="7" w:name="b"/>{run("x")}</w:del>{run("a")}<w:bookmarkEnd w:id="7"/>',
        f'<w:bookmarkStart w:id="7" w:name="b"/>{run("a")}<w:bookmarkEnd w:id="7"/>',
    ),
    "deleted text without a deletion": (run("a") + "<w:r><w:delText>x</w:delText></w:r>", run("a") + "<w:r/>"),
    "a deleted control": (
        (
            '<w:customXmlDelRangeStart w:id="1"/><w:sdt><w:sdtPr><w:tag w:val="x"/></w:sdtPr><w:sdtContent>'
            f'<w:customXmlDelRangeEnd w:id="1"/>{run("a")}<w:customXmlDelRangeStart w:id="2"/></w:sdtContent>'
            '</w:sdt><w:customXmlDelRangeEnd w:id="2"/>'
        ),
        run("a"),
    ),
    "an inserted control": (
        (
            '<w:customXmlInsRangeStart w:id="1"/><w:sdt><w:sdtContent><w:customXmlInsRangeEnd w:id="1"/>'
            f"{run('a')}</w:sdtContent></w:sdt>"
        ),
        f"<w:sdt><w:sdtContent>{run('a')}</w:sdtContent></w:sdt>",
    ),
}


@pytest.mark.parametrize(("before", "after"), IN_A_PARAGRAPH.values(), ids=IN_A_PARAGRAPH.keys())
def test_in_a_paragraph(before: str, after: str):
    prefixes = PREFIXES | {"w14": "http://schemas.microsoft.com/office/word/2010/wordml"}
    whole = paragraph(before)
    if "w14:" in before:
        whole = whole.replace("<w:p>", f'<w:p xmlns:w14="{prefixes["w14"]}">', 1)
    written = cleaned(whole, ACCEPTED).replace(f' xmlns:w14="{prefixes["w14"]}"', "")
    assert written == (paragraph(after) if after else "<w:p/>")


BLOCKS = {
    "a deleted mark joins two paragraphs under the properties of the second": (
        (
            f'<w:p><w:pPr><w:jc w:val="left"/><w:rPr><w:del {WHO}/></w:rPr></w:pPr>{run("a")}</w:p>'
            f"<w:p>{KEPT}{run('b')}</w:p>"
        ),
        f"<w:p>{KEPT}{run('a')}{run('b')}</w:p>",
    ),
    "three run together": (
        f"<w:p>{ended()}{run('a')}</w:p><w:p>{ended('moveFrom')}{run('b')}</w:p><w:p>{run('c')}</w:p>",
        paragraph(run("a"), run("b"), run("c")),
    ),
    "a deleted paragraph goes": (f"{A}<w:p>{ended()}{deleted('x')}</w:p>{B}", A + B),
    "marks between paragraphs come along": (
        f'<w:p>{ended()}{run("a")}</w:p><w:bookmarkEnd w:id="3"/>{B}',
        paragraph(run("a"), '<w:bookmarkEnd w:id="3"/>', run("b")),
    ),
    "the last paragraph stays": (A + f"<w:p>{ended()}{deleted('x')}</w:p><w:sectPr/>", A + "<w:p/><w:sectPr/>"),
    "a section that ended there goes on": (
        f"<w:p>{ended(rest='').replace('</w:pPr>', '<w:sectPr/></w:pPr>')}{run('a')}</w:p>{B}",
        paragraph(run("a"), run("b")),
    ),
    "nothing deleted stands before a table": (
        f"<w:p>{ended()}{deleted('x')}</w:p>{table(row(cell(A)))}{B}",
        table(row(cell(A))) + B,
    ),
    "nor do two paragraphs": (
        f"<w:p>{ended()}{deleted('x')}</w:p><w:p>{ended()}{deleted('y')}</w:p>{table(row(cell(A)))}{B}",
        table(row(cell(A))) + B,
    ),
    "text stays apart from a table": (
        f"<w:p>{ended()}{run('a')}</w:p>{table(row(cell(A)))}{B}",
        A + table(row(cell(A))) + B,
    ),
    "formatting of a section": (
        f"{A}<w:sectPr><w:sectPrChange {WHO}><w:sectPr/></w:sectPrChange></w:sectPr>",
        f"{A}<w:sectPr/>",
    ),
    "a deleted row": (
        table(row(cell(A)), row(cell(B), properties=f"<w:del {WHO}/>")) + B,
        table(row(cell(A))) + B,
    ),
    "an inserted row": (table(row(cell(A), properties=f"<w:ins {WHO}/>")) + B, table(row(cell(A))) + B),
    "a table of deleted rows": (A + table(row(cell(B), properties=f"<w:del {WHO}/>")) + B, A + B),
    "a row of a control": (
        table(
            row(cell(A)),
            f"<w:sdt><w:sdtContent>{row(cell(B), properties=f'<w:del {WHO}/>')}</w:sdtContent></w:sdt>",
        )
        + B,
        table(row(cell(A))) + B,
    ),
    "a table in a cell": (
        table(row(cell(table(row(cell(B), properties=f"<w:del {WHO}/>"))))) + B,
        table(row(cell("<w:p/>"))) + B,
    ),
    "nothing but a table": (table(row(cell(B), properties=f"<w:del {WHO}/>")) + "<w:sectPr/>", "<w:p/><w:sectPr/>"),
    "a deleted cell": (
        table(row(cell(A), cell(B, properties=f"<w:cellDel {WHO}/>"))) + B,
        table(row(cell(A))) + B,
    ),
    "a row of deleted cells": (
        table(row(cell(A)), row(cell(B, properties=f"<w:cellDel {WHO}/>"))) + B,
        table(row(cell(A))) + B,
    ),
    "an inserted cell": (table(row(cell(A, properties=f"<w:cellIns {WHO}/>"))) + B, table(row(cell(A))) + B),
    "a cell merged with the one above": (
        table(row(cell(A, properties=f'<w:tcW w:w="1"/><w:noWrap/><w:cellMerge {WHO} w:vMerge="cont"/>'))) + B,
        table(row(cell(A, properties='<w:tcW w:w="1"/><w:vMerge w:val="continue"/><w:noWrap/>'))) + B,
    ),
    "a cell split from the one above": (
        table(row(cell(A, properties=f'<w:vMerge/><w:cellMerge {WHO} w:vMerge="rest" w:vMergeOrig="cont"/>'))) + B,
        table(row(cell(A, properties='<w:vMerge w:val="restart"/>'))) + B,
    ),
    "formatting of a table": (
        (
            f"<w:tbl><w:tblPr><w:tblPrChange {WHO}><w:tblPr/></w:tblPrChange></w:tblPr><w:tblGrid>"
            f'<w:tblGridChange w:id="2"><w:tblGrid/></w:tblGridChange></w:tblGrid>'
            f"<w:tr><w:tblPrEx><w:tblPrExChange {WHO}/></w:tblPrEx><w:trPr><w:trPrChange {WHO}/></w:trPr>"
            f"{cell(A, properties=f'<w:tcPrChange {WHO}/>')}</w:tr></w:tbl>{B}"
        ),
        table(row(cell(A))) + B,
    ),
    "a text box and its older copy": (
        paragraph(
            "<w:r><mc:AlternateContent>"
            f"<mc:Choice><w:drawing><wps:txbx><w:txbxContent>{paragraph(run('a'), deleted('x'))}</w:txbxContent>"
            f"</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>"
            f"{paragraph(run('a'), deleted('x'))}</w:txbxContent></v:textbox></w:pict></mc:Fallback>"
            "</mc:AlternateContent></w:r>"
        ),
        paragraph(
            "<w:r><mc:AlternateContent>"
            f"<mc:Choice><w:drawing><wps:txbx><w:txbxContent>{A}</w:txbxContent>"
            f"</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>"
            f"{A}</w:txbxContent></v:textbox></w:pict></mc:Fallback>"
            "</mc:AlternateContent></w:r>"
        ),
    ),
    "a deleted fraction": (
        paragraph(
            f"<m:oMath><m:f><m:fPr><m:ctrlPr><w:del {WHO}><w:rPr/></w:del></m:ctrlPr></m:fPr>"
            f"<m:num><w:del {WHO}><m:r><m:t>x</m:t></m:r></w:del></m:num><m:den/></m:f></m:oMath>",
            run("a"),
        ),
        A,
    ),
    "a deleted run of a formula": (
        paragraph(f"<m:oMath><m:r><w:del {WHO}><w:rPr/></w:del><m:t>x</m:t></m:r></m:oMath>", run("a")),
        A,
    ),
    "an inserted fraction": (
        paragraph(
            f"<m:oMath><m:f><m:fPr><m:ctrlPr><w:ins {WHO}><w:rPr><w:i/></w:rPr></w:ins></m:ctrlPr></m:fPr>"
            f"<m:num><w:ins {WHO}><m:r><m:t>a</m:t></m:r></w:ins></m:num><m:den/></m:f></m:oMath>"
        ),
        paragraph(
            "<m:oMath><m:f><m:fPr><m:ctrlPr><w:rPr><w:i/></w:rPr></m:ctrlPr></m:fPr>"
            "<m:num><m:r><m:t>a</m:t></m:r></m:num><m:den/></m:f></m:oMath>"
        ),
    ),
}


@pytest.mark.parametrize(("before", "after"), BLOCKS.values(), ids=BLOCKS.keys())
def test_of_paragraphs_tables_and_sections(before: str, after: str):
    assert cleaned(before, ACCEPTED) == after


def character(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


CODE = "<w:r><w:instrText> DATE </w:instrText></w:r>"


def test_a_field_that_loses_its_end_loses_its_beginning_and_code():
    """Word would show everything that follows as the field's."""
    before = character("begin") + CODE + character("separate") + run("a")
    assert cleaned(paragraph(before, f"<w:del {WHO}>{character('end')}</w:del>"), ACCEPTED) == A


def test_a_field_around_another_one_stays_whole():
    inner = f"<w:del {WHO}>{character('begin')}{CODE}{character('end')}</w:del>"
    whole = character("begin") + CODE + character("separate") + run("a") + character("end")
    split = character("begin") + CODE + inner + character("separate") + run("a") + character("end")
    assert cleaned(paragraph(split), ACCEPTED) == paragraph(whole)


def test_a_field_that_was_broken_before_stays_as_it_was():
    broken = character("end") + run("a")
    assert cleaned(paragraph(broken, deleted("x")), ACCEPTED) == paragraph(broken)


def test_every_part_of_word_is_cleaned():
    others = {
        "word/_rels/document.xml.rels": relationships(("header", "header1.xml"), ("styles", "styles.xml")),
        "word/header1.xml": xml("w:hdr", paragraph(run("a"), deleted("x"))),
        "word/styles.xml": xml("w:styles", f"<w:style><w:rPr><w:rPrChange {WHO}/></w:rPr></w:style>"),
    }
    done, rows = clean(package(A, others), ACCEPTED)
    assert b"<w:hdr" in done.parts["word/header1.xml"]
    assert deleted("x").encode() not in done.parts["word/header1.xml"]
    assert b"rPrChange" not in done.parts["word/styles.xml"]
    assert set(rows) == {
        CoverageEntry("word/header1.xml", "tracked deletion", Treatment.REMOVED, 1),
        CoverageEntry("word/styles.xml", "formatting change", Treatment.REMOVED, 1),
    }


RANGES = [
    *(f"w:customXml{change}Range" for change in ("Ins", "Del", "MoveFrom", "MoveTo")),
    *(f"w14:customXmlConflict{change}Range" for change in ("Ins", "Del")),
    *("w:moveFromRange", "w:moveToRange"),
]


@pytest.mark.parametrize("stretch", RANGES)
def test_a_stretch_of_changed_markup_with_nothing_in_it_does_not_say_who_changed_it(stretch: str):
    empty = f'<{stretch}Start {WHO} w:name="m"/><{stretch}End w:id="1"/>'
    inside = paragraph(empty, run("a")).replace("<w:p>", f"<w:p {W14}>", 1)
    assert cleaned(inside, ACCEPTED).replace(f" {W14}", "") == paragraph(run("a"))


def test_markup_of_a_later_version_does_not_say_who_wrote_it():
    later = f'<w:retyped {WHO} w:initials="A" w:rsid="2">{run("a")}</w:retyped>'
    assert cleaned(paragraph(later), ACCEPTED) == paragraph(
        f'<w:retyped w:id="1" w:rsid="2">{run("a")}</w:retyped>'
    )


def test_a_comment_that_is_kept_has_its_author():
    others = {
        "word/_rels/document.xml.rels": relationships(("comments", "comments.xml")),
        "word/comments.xml": xml("w:comments", f"<w:comment {WHO}>{paragraph(deleted('x'))}</w:comment>"),
    }
    inside = paragraph('<w:r><w:commentReference w:id="1"/></w:r>')
    assert b'w:author="Ann"' in clean(package(inside, others), ACCEPTED)[0].parts["word/comments.xml"]


def test_data_of_someone_else_is_no_markup_of_word():
    """Custom XML may use any words, even Word's."""
    data = xml("w:data", deleted("x"))
    others = {"word/_rels/document.xml.rels": relationships(("customXml", "../x.xml")), "x.xml": data}
    assert clean(package(A, others), ACCEPTED)[0].parts["x.xml"] == data


def test_parts_used_only_by_deleted_text_are_removed():
    picture = '<w:drawing><a:blip r:embed="rId2"/></w:drawing>'
    inside = paragraph(
        f'<w:hyperlink r:id="rId3">{deleted("x")}</w:hyperlink>',
        f"<w:del {WHO}><w:r>{picture}</w:r></w:del>",
        '<w:hyperlink r:id="rId4"><w:r/></w:hyperlink>',
    )
    others = {
        "word/_rels/document.xml.rels": relationships(
            ("styles", "styles.xml"),
            ("image", "media/secret.png"),
            external=(("hyperlink", "https://secret.example/"), ("hyperlink", "https://open.example/")),
        ),
        "word/styles.xml": xml("w:styles", ""),
        "word/media/secret.png": b"\x89PNG",
    }
    done, rows = clean(package(inside, others), ACCEPTED)
    assert [each.target for each in arrows(done.parts, MAIN)] == ["styles.xml", "https://open.example/"]
    assert "word/media/secret.png" not in done.parts
    assert "word/styles.xml" in done.parts
    assert CoverageEntry("word/media/secret.png", "unused part", Treatment.REMOVED, 1) in rows


def test_a_note_goes_with_the_text_that_it_hung_on():
    notes = "".join(
        f'<w:footnote w:id="{i}">{paragraph(run(words))}</w:footnote>' for i, words in ((1, "x"), (2, "a"))
    )
    inside = paragraph(
        f'<w:del {WHO}><w:r><w:footnoteReference w:id="1"/></w:r></w:del>',
        '<w:r><w:footnoteReference w:id="2"/></w:r>',
    )
    others = {
        "word/_rels/document.xml.rels": relationships(("footnotes", "footnotes.xml")),
        "word/footnotes.xml": xml("w:footnotes", notes),
    }
    done, _ = clean(package(inside, others), ACCEPTED)
    assert list(words_now(done).values()) == ["a"]


def test_notes_of_building_blocks_keep_none_of_the_document():
    """They have numbers of their own."""
    others = {
        "word/_rels/document.xml.rels": relationships(
            ("footnotes", "footnotes.xml"), ("glossaryDocument", "glossary/document.xml")
        ),
        "word/footnotes.xml": xml("w:footnotes", f'<w:footnote w:id="1">{paragraph(run("x"))}</w:footnote>'),
        "word/glossary/document.xml": xml("w:glossaryDocument", '<w:r><w:footnoteReference w:id="1"/></w:r>'),
    }
    inside = paragraph(f'<w:del {WHO}><w:r><w:footnoteReference w:id="1"/></w:r></w:del>')
    assert words_now(clean(package(inside, others), ACCEPTED)[0]) == {}


def test_a_comment_goes_with_the_text_that_it_hung_on_and_so_does_what_is_said_of_it():
    w14, w15 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"', PREFIXES["w15"]
    comments = "".join(
        f'<w:comment w:id="{i}" w:author="Ann"><w:p {w14} w14:paraId="0000000{i}">{run(words)}</w:p></w:comment>'
        for i, words in ((1, "x"), (2, "a"))
    )
    inside = paragraph(
        '<w:commentRangeStart w:id="1"/>',
        f'<w:del {WHO}>{run("x")}<w:r><w:commentReference w:id="1"/></w:r></w:del>',
        '<w:commentRangeEnd w:id="1"/>',
        '<w:r><w:commentReference w:id="2"/></w:r>',
    )
    extended = (
        f'<e xmlns:w15="{w15}"><w15:commentEx w15:paraId="00000001"/><w15:commentEx w15:paraId="00000002"/></e>'
    )
    others = {
        "word/_rels/document.xml.rels": relationships(
            ("comments", "comments.xml"), ("http://x/commentsExtended", "commentsExtended.xml")
        ),
        "word/comments.xml": xml("w:comments", comments),
        "word/commentsExtended.xml": extended.encode(),
    }
    done, _ = clean(package(inside, others), ACCEPTED)
    assert body_of(done) == paragraph('<w:r><w:commentReference w:id="2"/></w:r>')
    assert list(words_now(done).values()) == ["a"]
    assert b"00000001" not in done.parts["word/commentsExtended.xml"]
    assert b"00000002" in done.parts["word/commentsExtended.xml"]


def test_a_document_without_changes_keeps_its_bytes():
    before = package(A + text("b"), {"word/odd.xml": b"<a  b = 'c' ></a>"})
    assert clean(before, ACCEPTED) == (before, ())


@pytest.mark.parametrize("strict", [False, True])
def test_both_dialects_are_read(strict: bool):
    done, _ = clean(package(paragraph(run("a"), deleted("x")), strict=strict), ACCEPTED)
    assert body_of(done) == A


def test_ten_thousand_paragraphs_that_run_together_are_one():
    inside = f"<w:p>{ended()}{run('a')}</w:p>" * 10_000 + B
    done, _ = clean(package(inside), ACCEPTED)
    assert body_of(done) == paragraph(run("a") * 10_000, run("b"))
