"""Hidden text taken out: what Word hides by a run, by its styles, or by the end of a paragraph."""

import pytest

from backend.ooxml.clean.clean_copy import clean
from tests.ooxml.building import package, paragraph, relationships, text, xml
from tests.ooxml.cleaning import NOTHING_HIDDEN, body_of, cleaned, words_now

A = text("a")
HIDDEN, SHOWN = "<w:vanish/>", '<w:vanish w:val="0"/>'


def style(kind: str, name: str, inside: str = "", rest: str = "") -> str:
    return f'<w:style w:type="{kind}" w:styleId="{name}" {rest}>{inside}</w:style>'


def hides(properties: str = HIDDEN) -> str:
    return f"<w:rPr>{properties}</w:rPr>"


STYLES = (
    style("character", "H", hides())
    + style("character", "OnH", '<w:basedOn w:val="H"/>')
    + style("character", "NotH", f'<w:basedOn w:val="H"/>{hides(SHOWN)}')
    + style("character", "Loop", '<w:basedOn w:val="Pool"/>')
    + style("character", "Pool", '<w:basedOn w:val="Loop"/>')
    + style("paragraph", "PH", hides())
    + style("table", "TH", hides())
)


def shown(inside: str, styles: str = STYLES) -> str:
    """The words that are left in the body."""
    others = {
        "word/_rels/document.xml.rels": relationships(("styles", "styles.xml")),
        "word/styles.xml": xml("w:styles", styles),
    }
    done, _ = clean(package(inside, others), NOTHING_HIDDEN)
    return "".join(words_now(done).values())


def styled(name: str, *inside: str) -> str:
    return paragraph(f'<w:pPr><w:pStyle w:val="{name}"/></w:pPr>', *inside)


def of(name: str, rest: str = "") -> str:
    return f'<w:rStyle w:val="{name}"/>{rest}'


def tabled(*inside: str) -> str:
    rows = f"<w:tr><w:tc>{''.join(inside)}</w:tc></w:tr>"
    return f'<w:tbl><w:tblPr><w:tblStyle w:val="TH"/></w:tblPr>{rows}</w:tbl><w:p/>'


@pytest.mark.parametrize(
    ("inside", "left"),
    [
        (paragraph(A, text("x", HIDDEN)), "a"),
        (paragraph(A, text("x", '<w:vanish w:val="true"/>')), "a"),
        (paragraph(text("a", SHOWN)), "a"),
        (paragraph(text("a", '<w:vanish w:val="off"/>')), "a"),
        (paragraph(text("a", "<w:webHidden/>")), "a"),
        (paragraph(A, text("x", of("H"))), "a"),
        (paragraph(A, text("x", of("OnH"))), "a"),
        (paragraph(text("a", of("NotH"))), "a"),
        (paragraph(text("a", of("H", SHOWN))), "a"),
        (paragraph(text("a", of("Loop"))), "a"),
        (paragraph(text("a", of("unknown"))), "a"),
        (styled("PH", text("x")), ""),
        (styled("PH", text("x", of("NotH"))), ""),
        (styled("PH", text("a", SHOWN)), "a"),
        (styled("PH", text("a", of("H"))), "a"),  # 17.7.3: twice hidden is shown
        (tabled(paragraph(text("x"))), ""),
        (tabled(styled("PH", text("a"))), "a"),
        (tabled(paragraph(text("a", of("H")))), "a"),
        (tabled(paragraph(f"<w:r><w:pict><w:txbxContent>{paragraph(A)}</w:txbxContent></w:pict></w:r>")), ""),
        (paragraph("<m:oMath><m:r><w:rPr><w:vanish/></w:rPr><m:t>x</m:t></m:r></m:oMath>", A), "a"),
        (paragraph(f'<w:hyperlink w:anchor="b">{text("x", HIDDEN)}</w:hyperlink>', A), "a"),
        (paragraph(f"<w:del><w:r>{hides()}<w:delText>x</w:delText></w:r></w:del>", A), "a"),
    ],
)
def test_only_text_that_word_shows_is_kept(inside: str, left: str):
    assert shown(inside) == left


def test_a_document_hidden_by_default_says_only_what_says_that_it_is_shown():
    defaults = f"<w:docDefaults><w:rPrDefault>{hides()}</w:rPrDefault></w:docDefaults>"
    assert shown(paragraph(text("x"), text("a", SHOWN), text("x", of("H"))), defaults + STYLES) == "a"


def test_the_style_that_paragraphs_have_by_themselves_may_hide_them():
    standard = style("paragraph", "Normal", hides(), 'w:default="1"')
    assert shown(paragraph(text("x")) + styled("Other", text("a")), standard + style("paragraph", "Other")) == "a"


def mark(properties: str = HIDDEN, rest: str = "") -> str:
    return f"<w:pPr>{rest}<w:rPr>{properties}</w:rPr></w:pPr>"


B = paragraph("<w:r><w:t>b</w:t></w:r>")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (paragraph(mark(), text("x", HIDDEN)) + B, B),
        (
            paragraph(mark(), "<w:r><w:t>a</w:t></w:r>") + B,
            paragraph("<w:r><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r>"),
        ),
        (paragraph(text("x", HIDDEN)) + B, "<w:p/>" + B),
        # Between two tables it keeps them apart; in the last place there is nothing to run on into.
        (paragraph(mark()) + "<w:tbl/>" + B, paragraph(mark()) + "<w:tbl/>" + B),
        (B + paragraph(mark()), B + paragraph(mark())),
        # The end of a heading that runs into its text, and the end of a section.
        (paragraph(mark("<w:vanish/><w:specVanish/>")) + B, paragraph(mark("<w:vanish/><w:specVanish/>")) + B),
        (paragraph(mark(rest="<w:sectPr/>")) + B, paragraph(mark(rest="<w:sectPr/>")) + B),
    ],
)
def test_a_hidden_end_lets_the_paragraph_run_on(before: str, after: str):
    written = cleaned(before, NOTHING_HIDDEN)
    assert written == after.replace(
        "<w:pPr><w:rPr><w:vanish/></w:rPr><w:sectPr/></w:pPr>", mark(rest="<w:sectPr/>")
    )


def field(begin: str, code: str, result: str, end: str) -> str:
    def character(kind: str, properties: str) -> str:
        return f'<w:r>{hides(properties)}<w:fldChar w:fldCharType="{kind}"/></w:r>'

    return (
        character("begin", begin)
        + f"<w:r>{hides(code)}<w:instrText> XE x </w:instrText></w:r>"
        + character("separate", code)
        + f"<w:r>{hides(result)}<w:t>r</w:t></w:r>"
        + character("end", end)
    )


def test_a_hidden_field_is_removed_completely():
    assert cleaned(paragraph(field(HIDDEN, HIDDEN, HIDDEN, HIDDEN)), NOTHING_HIDDEN) == "<w:p/>"


def test_a_field_that_is_hidden_in_part_loses_only_what_it_shows():
    written = cleaned(paragraph(field(HIDDEN, "<w:b/>", HIDDEN, HIDDEN)), NOTHING_HIDDEN)
    assert "<w:t>r</w:t>" not in written
    assert written.count("fldChar ") == 3
    assert " XE x " in written


def test_a_hidden_row_goes_when_nothing_in_it_is_shown():
    def row(inside: str) -> str:
        return f"<w:tr><w:trPr><w:hidden/></w:trPr><w:tc>{inside}</w:tc></w:tr>"

    written = cleaned(f"<w:tbl>{row(paragraph(text('x', HIDDEN)))}{row(B)}</w:tbl>{B}", NOTHING_HIDDEN)
    assert written == f"<w:tbl>{row(B)}</w:tbl>{B}"


def test_a_table_style_that_hides_rows_stays():
    styles = style("table", "T", "<w:trPr><w:hidden/></w:trPr>")
    others = {
        "word/_rels/document.xml.rels": relationships(("styles", "styles.xml")),
        "word/styles.xml": xml("w:styles", styles),
    }
    before = package(B, others)
    assert clean(before, NOTHING_HIDDEN) == (before, ())


def test_a_hidden_drawing_goes_with_its_older_copy():
    box = f"<w:txbxContent>{paragraph(text('x'))}</w:txbxContent>"
    new = f'<w:drawing><wp:anchor><wp:docPr id="1" name="b" hidden="{{}}"/>{box}</wp:anchor></w:drawing>'
    both = (
        f"<mc:AlternateContent><mc:Choice>{new}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    )
    old = f'<w:pict><v:shape style="width:1pt;visibility: hidden"><v:textbox>{box}</v:textbox></v:shape></w:pict>'
    inside = paragraph(f"<w:r>{both.format(1)}</w:r>", f"<w:r>{old}</w:r>", f"<w:r>{new.format(0)}</w:r>")
    assert cleaned(inside, NOTHING_HIDDEN) == paragraph("<w:r/>", "<w:r/>", f"<w:r>{new.format(0)}</w:r>").replace(
        ' xml:space="preserve"', ""
    )


def condition(kind: str, properties: str = HIDDEN) -> str:
    return f'<w:tblStylePr w:type="{kind}">{hides(properties)}</w:tblStylePr>'


def three_by_three(look: str, style_inside: str, rest: str = "") -> str:
    """The letters that are left of a table with the letters a to i."""
    rows = "".join(
        f"<w:tr>{''.join(f'<w:tc>{paragraph(text(letter))}</w:tc>' for letter in letters)}</w:tr>"
        for letters in ("abc", "def", "ghi")
    )
    inside = f'<w:tbl><w:tblPr><w:tblStyle w:val="T"/>{look}</w:tblPr>{rows}</w:tbl><w:p/>'
    return shown(inside, style("table", "T", style_inside) + rest)


def look(val: str = "", **on: int) -> str:
    said = "".join(f' w:{name}="{value}"' for name, value in on.items())
    return f'<w:tblLook w:val="{val}"{said}/>'


@pytest.mark.parametrize(
    ("turned_on", "kinds", "left"),
    [
        ("", ["wholeTable"], ""),
        ("", ["firstRow", "lastRow", "firstCol", "lastCol", "nwCell", "seCell"], "abcdefghi"),
        (look("0020"), ["firstRow"], "defghi"),
        (look("0040"), ["lastRow"], "abcdef"),
        (look("0080"), ["firstCol"], "bcefhi"),
        (look("0100"), ["lastCol"], "abdegh"),
        (look(firstRow=1), ["firstRow"], "defghi"),
        (look("0020", firstRow=0), ["firstRow"], "abcdefghi"),
        (look("01E0"), ["neCell", "swCell"], "abdefhi"),
        (look("01E0"), ["nwCell", "seCell"], "bcdefgh"),
        (look("0120"), ["neCell", "nwCell"], "abdefghi"),
        # Bands begin behind the first row or column, where there is one.
        (look("0600"), ["band1Horz", "band1Vert"], "abcdefghi"),
        (look("0400"), ["band1Horz"], "def"),
        (look("0420"), ["band1Horz"], "abcghi"),
        (look("0420"), ["band2Horz"], "abcdef"),
        (look("0200"), ["band2Vert"], "acdfgi"),
        (look("0280"), ["band1Vert"], "acdfgi"),
    ],
)
def test_a_table_style_may_hide_some_cells(turned_on: str, kinds: list[str], left: str):
    """The rows of the table are abc, def and ghi; ECMA-376 part 1, 17.4.56 and 17.7.6.6."""
    assert three_by_three(turned_on, "".join(map(condition, kinds))) == left


def test_what_is_said_of_fewer_cells_overrules_what_is_said_of_more():
    whole, row, corner = condition("wholeTable"), condition("firstRow", SHOWN), condition("nwCell")
    assert three_by_three(look("00A0"), whole + row + corner) == "bc"


def test_a_table_style_hides_the_cells_that_the_one_below_it_hides():
    below = style("table", "U", condition("firstRow"))
    assert three_by_three(look("0020"), '<w:basedOn w:val="U"/>', below) == "defghi"
    assert (
        three_by_three(look("0020"), f'<w:basedOn w:val="U"/>{condition("firstRow", SHOWN)}', below) == "abcdefghi"
    )


def test_a_band_has_as_many_rows_as_the_style_says():
    size = '<w:tblPr><w:tblStyleRowBandSize w:val="2"/></w:tblPr>'
    assert three_by_three(look("0400"), size + condition("band1Horz")) == "ghi"


def test_a_table_in_a_hidden_cell_has_its_own_style():
    inner = f"<w:tbl><w:tblPr/><w:tr><w:tc>{paragraph(A)}</w:tc></w:tr></w:tbl>"
    outer = (
        f'<w:tbl><w:tblPr><w:tblStyle w:val="T"/>{look("0020")}</w:tblPr>'
        f"<w:tr><w:tc>{paragraph(text('x'))}{inner}<w:p/></w:tc></w:tr></w:tbl><w:p/>"
    )
    assert shown(outer, style("table", "T", condition("firstRow"))) == "a"


@pytest.mark.parametrize(
    ("properties", "left"),
    [
        (HIDDEN, ""),
        (SHOWN, "x %1."),
        ("<w:b/>", "x %1."),
        (of("H"), ""),
        (of("NotH"), "x %1."),
        (of("H", SHOWN), "x %1."),
    ],
)
def test_a_label_of_a_list_goes_if_it_is_hidden(properties: str, left: str):
    level = f'<w:lvl w:ilvl="0"><w:lvlText w:val="x %1."/>{hides(properties)}</w:lvl>'
    others = {
        "word/_rels/document.xml.rels": relationships(("styles", "styles.xml"), ("numbering", "numbering.xml")),
        "word/styles.xml": xml("w:styles", STYLES),
        "word/numbering.xml": xml("w:numbering", f"<w:abstractNum>{level}</w:abstractNum>"),
    }
    done, rows = clean(package(B, others), NOTHING_HIDDEN)
    assert f'<w:lvlText w:val="{left}"/>'.encode() in done.parts["word/numbering.xml"]
    assert [row.count for row in rows] == [1] * (left == "")


def test_building_blocks_have_styles_of_their_own():
    others = {
        "word/_rels/document.xml.rels": relationships(("glossaryDocument", "glossary/document.xml")),
        "word/glossary/_rels/document.xml.rels": relationships(("styles", "styles.xml")),
        "word/glossary/document.xml": xml("w:glossaryDocument", paragraph(text("x", of("H")))),
        "word/glossary/styles.xml": xml("w:styles", STYLES),
    }
    done, _ = clean(package(paragraph(text("a", of("H"))), others), NOTHING_HIDDEN)
    assert b"<w:t" not in done.parts["word/glossary/document.xml"]
    assert "<w:t>a</w:t>" in body_of(done)
