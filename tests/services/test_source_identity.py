"""Whatever Word shows in a document makes it another document: an approval of one releases none of the others.

Texts and numbers are drawn at random and put in one place of a file. Two files that differ there alone have
different digests; a file that Word has saved again has the same.
"""

import random
from collections.abc import Callable
from functools import partial

import pytest

from backend.services.review.source_identity import both_digests, digest_of_document
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, xml, zipped

PAIRS = 5
OFFICE = "application/vnd.openxmlformats-officedocument"
FIRST, LAST = text("Nothing here."), text("And nothing there.")
INK = "http://www.w3.org/2003/InkML"
DRAWING = (
    '<wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="Drawing 1"/><a:graphic>{}</a:graphic></wp:inline>'
)


def mark(kind, data=""):
    return f'<w:r><w:fldChar w:fldCharType="{kind}">{data}</w:fldChar></w:r>'


def field(code, said, data=""):
    """A field without a result, which Word makes when it opens the file."""
    instruction = f'<w:r><w:instrText xml:space="preserve"> {code.format(said)} </w:instrText></w:r>'
    return paragraph(mark("begin", data.format(said)), instruction, mark("end")), ()


def form(data, said):
    return field("FORMTEXT", said, f'<w:ffData><w:name w:val="f"/>{data}</w:ffData>')


def listed(level, said):
    """A paragraph with a label that the list gives it."""
    inside = f'<w:lvl w:ilvl="0">{level.format(said)}</w:lvl>'
    numbering = xml(
        "w:numbering",
        f'<w:abstractNum w:abstractNumId="7">{inside}</w:abstractNum>'
        '<w:num w:numId="7"><w:abstractNumId w:val="7"/></w:num>',
    )
    label = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr></w:pPr>'
    kind = f"{OFFICE}.wordprocessingml.numbering+xml"
    return paragraph(label, text("item")), (("numbering", "numbering.xml", numbering, kind),)


def drawn(inside, said):
    graphic = f'<a:graphicData uri="shape">{inside.format(said)}</a:graphicData>'
    return paragraph(f"<w:r><w:drawing>{DRAWING.format(graphic)}</w:drawing></w:r>"), ()


def chart(series, said):
    inside = (
        f"<c:chart><c:plotArea><c:barChart><c:ser>{series.format(said)}</c:ser></c:barChart></c:plotArea></c:chart>"
    )
    graphic = '<a:graphicData uri="chart"><c:chart r:id="rId1"/></a:graphicData>'
    part = ("chart", "charts/chart1.xml", xml("c:chartSpace", inside), f"{OFFICE}.drawingml.chart+xml")
    return paragraph(f"<w:r><w:drawing>{DRAWING.format(graphic)}</w:drawing></w:r>"), (part,)


def imported(part, said):
    """A page that Word takes over when it opens the file."""
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{said}</p></body></html>'.encode()
    return '<w:altChunk r:id="rId1"/>', (("aFChunk", part, page, "application/xhtml+xml"),)


def ink(said):
    trace = " ".join(str(ord(char)) for char in said)
    content = f'<k:ink xmlns:k="{INK}"><k:trace>{trace}</k:trace></k:ink>'.encode()
    return paragraph('<w:r><w:drawing r:id="rId1"/></w:r>'), (
        ("customXml", "ink/ink1.xml", content, "application/inkml+xml"),
    )


def control(said):
    """A control of ActiveX with a caption."""
    kind = "http://schemas.microsoft.com/office/2006/activeX"
    content = f'<ax:ocx xmlns:ax="{kind}"><ax:ocxPr ax:name="Caption" ax:value="{said}"/></ax:ocx>'.encode()
    return paragraph('<w:r><w:object><w:control r:id="rId1"/></w:object></w:r>'), (
        ("control", "activeX/activeX1.xml", content, "application/vnd.ms-office.activeX+xml"),
    )


def section(inside, said):
    return paragraph(f"<w:pPr><w:sectPr>{inside.format(said)}</w:sectPr></w:pPr>"), ()


def from_data(said):
    """A control that Word fills with custom XML when it opens the file."""
    control = '<w:sdtPr><w:dataBinding w:xpath="/a/b" w:storeItemID="{1}"/><w:text/></w:sdtPr>'
    shown = f"<w:sdt>{control}<w:sdtContent>{paragraph(text('before'))}</w:sdtContent></w:sdt>"
    return shown, (("customXml", "../customXml/item1.xml", f"<a><b>{said}</b></a>".encode(), "application/xml"),)


def in_a_run(inside, said):
    return paragraph(f"<w:r>{inside.format(said)}</w:r>"), ()


def each_letter(inside, said):
    return paragraph(*(inside.format(char, ord(char)) for char in said if char != " ")), ()


Place = Callable[[str], tuple]

WORDS: dict[str, Place] = {
    "paragraph": partial(in_a_run, "<w:t>{}</w:t>"),
    "list label": partial(listed, '<w:start w:val="1"/><w:lvlText w:val="{} %1"/>'),
    "button": partial(field, "MACROBUTTON NoMacro {}"),
    "button that goes somewhere": partial(field, "GOTOBUTTON there {}"),
    "quote": partial(field, 'QUOTE "{}"'),
    "frame": partial(field, r"EQ \x({})"),
    "condition": partial(field, 'IF 1 = 1 "{}" "b"'),
    "form field": partial(form, '<w:textInput><w:default w:val="{}"/></w:textInput>'),
    "entry": partial(form, '<w:ddList><w:listEntry w:val="{}"/></w:ddList>'),
    "symbols": partial(each_letter, '<w:r><w:sym w:font="Wingdings" w:char="F0{1:02X}"/></w:r>'),
    "brackets": partial(each_letter, '<m:oMath><m:d><m:dPr><m:begChr m:val="{0}"/></m:dPr><m:e/></m:d></m:oMath>'),
    "equation": partial(in_a_run, "<m:oMath><m:r><m:t>{}</m:t></m:r></m:oMath>"),
    "WordArt": partial(in_a_run, '<w:pict><v:shape><v:textpath string="{}"/></v:shape></w:pict>'),
    "signature": partial(in_a_run, '<w:pict><v:shape><o:signatureline o:suggestedsigner="{}"/></v:shape></w:pict>'),
    "format of a chart": partial(chart, '<c:dLbls><c:numFmt formatCode="0&quot;{}&quot;"/></c:dLbls>'),
    "format of numbers": partial(
        chart, '<c:val><c:numRef><c:numCache><c:formatCode>0"{}"</c:formatCode></c:numCache></c:numRef></c:val>'
    ),
    "trend line": partial(chart, "<c:trendline><c:name>{}</c:name></c:trendline>"),
    "page": partial(imported, "page.xml"),
    "ink": ink,
    "control": control,
    "custom XML": from_data,
    "alternative text": partial(drawn, '<wps:cNvPr id="2" name="Shape 2" descr="{}"/>'),
    "bookmark": partial(in_a_run, '</w:r><w:bookmarkStart w:id="1" w:name="{}"/><w:bookmarkEnd w:id="1"/><w:r>'),
    "hidden bookmark": partial(in_a_run, '</w:r><w:bookmarkStart w:id="1" w:name="_{}"/><w:r>'),
    "target of a link": partial(
        in_a_run, '</w:r><w:hyperlink w:anchor="{}"><w:r><w:t>see</w:t></w:r></w:hyperlink><w:r>'
    ),
    "name of a form field": partial(form, '<w:name w:val="{}"/>'),
}
NUMBERS: dict[str, Place] = {
    "first number": partial(listed, '<w:start w:val="{}"/><w:lvlText w:val="%1"/>'),
    "first page": partial(section, '<w:pgNumType w:start="{}"/>'),
    "first note": partial(section, '<w:footnotePr><w:numStart w:val="{}"/></w:footnotePr>'),
    "sum": partial(field, r"= {} \# &quot;0&quot;"),
    "choice": partial(form, '<w:ddList><w:result w:val="{}"/></w:ddList>'),
    "outline": partial(drawn, '<a:path><a:lnTo><a:pt x="{}" y="5"/></a:lnTo></a:path>'),
    "outline of VML": partial(in_a_run, '<w:pict><v:shape path="m{}l4e"/></w:pict>'),
    "number of a chart": partial(
        chart, '<c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>{}</c:v></c:pt></c:numCache></c:numRef></c:val>'
    ),
}
SWITCHES: dict[str, Place] = {
    "tick": partial(form, '<w:checkBox><w:checked w:val="{}"/></w:checkBox>'),
    "hidden": partial(in_a_run, '<w:rPr><w:vanish w:val="{}"/></w:rPr><w:t>not</w:t>'),
}
SAYINGS = (
    "the merger closes on monday",
    "we sell the northern plant",
    "falcon",
    "harvest",
    "Project Falcon",
    "kite 5",
)


def document(made, *, saved_again=False):
    """The file; saved again, its parts stand in another order, with other ids of revisions and properties."""
    inside, others = made
    parts = docx_parts(
        body(paragraph(FIRST) + inside + paragraph(LAST)),
        {_path(target): content for _, target, content, _ in others}
        | {"word/_rels/document.xml.rels": relationships(*((kind, target) for kind, target, _, _ in others))},
        {_path(target): kind for _, target, _, kind in others},
    )
    if saved_again:
        main = parts["word/document.xml"].decode().replace("<w:p>", '<w:p w:rsidR="00A11CE0">')
        core = '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>'
        parts |= {"word/document.xml": main.encode(), "docProps/core.xml": core.encode()}
        first = parts.pop("_rels/.rels")
        parts = {"[Content_Types].xml": parts.pop("[Content_Types].xml"), **dict(reversed(parts.items()))}
        parts["_rels/.rels"] = first
    return zipped(parts)


def _path(target):
    return target.removeprefix("../") if target.startswith("../") else f"word/{target}"


def identity(content):
    return both_digests("a.docx", content)


def drawn_pairs(place):
    draw = random.Random(place)  # noqa: S311 - cases, no secrets
    if place in SWITCHES:
        return [("0", "1")]
    pool = SAYINGS if place in WORDS else [str(draw.randint(1, 9999)) for _ in range(9)]
    return [draw.sample(pool, 2) for _ in range(PAIRS)]


@pytest.mark.parametrize("place", [*WORDS, *NUMBERS, *SWITCHES])
def test_a_document_that_shows_something_else_is_another_one(place):
    make = (WORDS | NUMBERS | SWITCHES)[place]
    for one, other in drawn_pairs(place):
        known = identity(document(make(one)))
        assert known != identity(document(make(other))), (one, other)
        assert known == identity(document(make(one), saved_again=True)), one


def test_the_digest_of_a_review_is_that_of_an_approval():
    """A review knows its document by the digest of its text; an approval compares that and what is beside it."""
    content = document(WORDS["alternative text"]("Project Falcon"))
    assert identity(content)[0] == digest_of_document("a.docx", content)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "_GoBack",
            "_Toc167891234",
            "_Ref98765432",
            "_Hlk1234567",
            "_MON_1792345678",
            "move167891234",
        ),
        *("Unsaid_FFFF00_n_a1", "Unsaid_none_u_b2", f"Unsaid_R{'0' * 32}", "Unsaid_TrackAll"),
    ],
)
def test_bookmarks_that_word_and_the_pane_make_are_of_no_matter(name):
    """Word makes them anew where it saves; those of the pane are taken out before a document is redacted."""
    for attribute in (f'bookmarkStart w:id="1" w:name="{name}"', f'hyperlink w:anchor="{name}"'):
        assert identity(document(in_a_run(f"</w:r><w:{attribute}/><w:r>", ""))) == identity(
            document(in_a_run("</w:r><w:r>", ""))
        )


@pytest.mark.parametrize("name", ["_Toc02079460777", "_Kestrel", "Unsaid_Kestrel", "movers", "move02079460777"])
def test_names_that_only_look_like_those_of_word_count(name):
    made = in_a_run(f'</w:r><w:bookmarkStart w:id="1" w:name="{name}"/><w:r>', "")
    assert identity(document(made)) != identity(document(in_a_run("</w:r><w:r>", "")))


def test_the_order_of_bookmarks_is_of_no_matter():
    one, other = ('<w:bookmarkStart w:id="1" w:name="one"/>', '<w:bookmarkStart w:id="2" w:name="other"/>')
    first, second = (document(in_a_run(f"</w:r>{marks}<w:r>", "")) for marks in (one + other, other + one))
    assert identity(first) == identity(second)
