"""Builds the sample Word document, ``models/sample/steering-committee-report.docx``.

The report is fiction about the fictional grocer of the sample corpus.  It holds one of everything that makes a
Word file hard to clean: a name split over runs, tracked changes, a footnote, a comment, a text box kept twice, a
content control, a link, a header, a footer and document properties.  The same bytes come out on every run:
every date is fixed, in the text as well as in the zip archive.

Run it from the repository root::

    python tests/files/build_sample_document.py
"""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import docx
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Cm, Pt, RGBColor
from docx.styles.style import CharacterStyle, ParagraphStyle
from docx.table import _Cell
from docx.text.paragraph import Paragraph
from lxml import etree

TARGET: Final = Path(__file__).resolve().parents[2] / "models" / "sample" / "steering-committee-report.docx"

CLIENT: Final = "Halden & Rook"
SITE: Final = "https://intranet.haldenrook.example/curlew"
WRITTEN: Final = dt.datetime(2025, 9, 8, 9, 30, tzinfo=dt.UTC)
STAMP: Final = WRITTEN.strftime("%Y-%m-%dT%H:%M:%SZ")

GREEN: Final = "2E7D32"
AMBER: Final = "B26A00"
RED: Final = "B3261E"
HOUSE: Final = "1F4E3D"

_TABLE_STYLES: Final = ("Normal Table", "Table Grid")
_WML: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_DRAWING: Final = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)


@dataclass(frozen=True)
class Ink:
    """A stretch of text in one formatting: one run."""

    text: str
    bold: bool = False
    italic: bool = False
    underline: bool = False
    colour: str | None = None
    style: str | None = None


Piece = str | Ink | etree._Element


def bold(text: str, colour: str | None = None) -> Ink:
    """Text in bold, in a colour if one is named."""
    return Ink(text, bold=True, colour=colour)


def italic(text: str, colour: str | None = None) -> Ink:
    """Text in italics, in a colour if one is named."""
    return Ink(text, italic=True, colour=colour)


def main() -> None:
    """Write the document and say where it lies."""
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(build())
    print(f"Wrote {TARGET} ({TARGET.stat().st_size} bytes)")


def build() -> bytes:
    """The whole document as the bytes of a .docx file."""
    document = docx.Document()
    _leave_out_the_template_extras(document)
    _set_up_pages_and_styles(document)
    _set_properties(document)
    _write_header_and_footer(document)
    _write_opening(document)
    _write_changes_since_july(document)
    _write_workstreams(document)
    _write_money(document)
    _write_risks(document)
    _write_decisions(document)
    _write_closing(document)
    _add_footnotes(document)
    _add_comments(document)
    saved = io.BytesIO()
    document.save(saved)
    return _with_fixed_times(saved.getvalue())


# --- the text -----------------------------------------------------------------------------------------------


def _write_opening(document: Document) -> None:
    _add(document, "Steering committee report, number 6", style="Title")
    _add(
        document,
        "For the meeting of ",
        bold("Friday 12 September 2025"),
        ", ten o’clock, Tenterfield House, Leeds. Circulation: Imogen Thackeray (chair), Alastair Dunmore, "
        "Desmond Achebe-Pike, Priyanka Vasudevan, Nell Purkiss. ",
        italic("Please do not forward.", RED),
    )
    _add(document, "Where Curlew stands", style="Heading 1")
    _add(
        document,
        _text_box(),
        "Curlew takes the chilled and fresh ranges of ",
        "Hal",
        _proofing("spellStart"),
        bold("den"),
        _proofing("spellEnd"),
        " & Rook",
        " out of three small depots and runs them from one hall at Washington. Ninety-six of 214 stores have "
        "moved. At five in the afternoon 97.1 per cent of their fresh lines are on the shelf; before the move it "
        "was 95.0, and in stores still fed from the old depots it is 95.4 today. Members noticed: according to ",
        italic("Magpie"),
        ", holders of a Corbie card in the moved stores buy fresh food on 61 of every hundred visits, three more "
        "than in spring.",
    )
    _add(
        document,
        "We rate the programme ",
        _comment_edge("Start", 0),
        bold("amber", AMBER),
        _comment_edge("End", 0),
        _comment_mark(0),
        ". The stores are doing better than we promised in May and the hall is doing worse. The bank holiday week "
        "showed both. Demand for salads ran 28 per cent above forecast and nobody ran out of ",
        italic("Cotterfell"),
        " milk, yet for four nights the hall depended on 31 agency pickers, and the last trailer for the coast "
        "left at 05:50 and not at 03:30. In Whitby the fish arrived after the shoppers did.",
    )


def _write_changes_since_july(document: Document) -> None:
    _add(document, "What has changed since July", style="Heading 1")
    _add(
        document,
        bold("Ordering. "),
        "Washington now accepts the second order file at 21:40, which it could not do in the spring. ",
        italic("Plumbline"),
        " therefore sends fresh orders twice: a firm one at two, and a correction in the evening for anything "
        "with less than four days of life. Corrections touch one line in nine. Most are downwards, and most are "
        "lettuce.",
    )
    _add(
        document,
        bold("Waste. "),
        "Markdown and waste together cost 2.9 per cent of fresh sales in the moved stores",
        _footnote_mark(1),
        ", after 3.4 a year ago. Roughly half of the gain comes from fresher arrivals. The other half comes from "
        "the new reduction times, and would have come without any depot at all; Tess Gathercole’s Skipton team "
        "reached 2.3 per cent before its first delivery from Washington.",
    )
    _add(
        document,
        bold("Stock records. "),
        "Five stores failed the entry count of 92 per cent in June. Four have passed since. ",
        _inserted(101, "The count at Hexham was repeated on 2 September and has now passed as well. "),
        "Nobody has been let in below the line, though it was suggested twice.",
    )
    _add(
        document,
        bold("Transport. "),
        "Thirty-eight of 410 departures in August were more than an hour late. ",
        _deleted(
            102, "Halden & Rook’s own transport desk, under Callum Bewick, caused the greater part of these delays."
        ),
        _inserted(103, "The delays have several causes, which the risk section sets out."),
        " Drivers now get their route cards on the Friday before a change and not on the morning.",
    )
    _add(
        document,
        bold("Own label. "),
        "Hattie Ombersley has agreed to launch no new chilled ",
        Ink("Rook’s Larder", italic=True, underline=True),
        " line in a week in which stores move. This costs the Christmas range nine days. She would like it "
        "recorded that she said yes ",
        italic("before"),
        " being asked a third time.",
    )


def _write_workstreams(document: Document) -> None:
    _add(document, "Workstreams", style="Heading 1")
    rows = [
        ("Workstream", "Owner", "Status", "Next step"),
        (
            "Washington hall",
            "Callum Bewick, on loan from Goole",
            "Amber",
            "Hire 26 night pickers; end the agency contract by 31 October",
        ),
        (
            "Ordering and forecast",
            "Desmond Achebe-Pike",
            "Green",
            "Move the 22 Tyne valley stores on 29 September",
        ),
        (
            "Systems: Sheepfold, Ledgerstone",
            "Priyanka Vasudevan",
            "Amber",
            "Second rehearsal of the stand-by link, 23 September at noon",
        ),
        (
            "Store readiness",
            "Tess Gathercole",
            "Green",
            "Measure cold rooms at Whitby, Alnwick and Kendal; fit the new trays",
        ),
        (
            "Range and suppliers",
            "Nell Purkiss",
            "Red",
            "Settle dock times with Skelbeck Creameries before the autumn planogram",
        ),
    ]
    colours = {"Green": GREEN, "Amber": AMBER, "Red": RED}
    table = document.add_table(rows=len(rows), cols=4, style="Table Grid")
    table.autofit = False
    widths = (Cm(3.6), Cm(3.9), Cm(1.9), Cm(7.2))
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    for index, (row, texts) in enumerate(zip(table.rows, rows, strict=True)):
        _keep_row_whole(row._tr, is_header=index == 0)
        for cell, text, width in zip(row.cells, texts, widths, strict=True):
            cell.width = width
            if index == 0:
                _shade(cell, "DCE8E1")
                _fill(cell.paragraphs[0], bold(text, HOUSE))
            elif text in colours:
                _fill(cell.paragraphs[0], bold(text, colours[text]))
            else:
                _fill(cell.paragraphs[0], text)
            cell.paragraphs[0].paragraph_format.space_after = Pt(2)
    _add(
        document,
        "Range and suppliers is red for one reason. The creamery’s lorry and our own returns trailers want the "
        "same two docks between three and half past four. On eleven nights the milk waited outside, and on four "
        "of them it was refused for being late. Marcus Tay believes that the supplier will accept 02:15 if we "
        "order by four o’clock. Until he has that in writing we shall not call it anything else.",
    ).paragraph_format.space_before = Pt(8)


def _write_money(document: Document) -> None:
    _add(document, "Money", style="Heading 1")
    _add(
        document,
        "Spending to the end of August is ",
        bold("£2.71 million"),
        " of an approved ",
        bold("£4.05 million"),
        ". We now expect £4.18 million at completion. The difference is the agency bill, £52,000 a week at its "
        "worst and £37,000 last week; every week that recruitment slips adds about as much again as a "
        "refrigerated trailer. Benefits are ahead: £1.9 million a year on the stores already moved, where the "
        "paper of May had £1.6 million.",
    )
    _add(
        document,
        "The landlord at Selby releases the deposit of £86,400 on 30 September. It is to be paid into the "
        "collection account GB84 QZKW 7041 9561 1903 82 and belongs, in the opinion of ",
        italic("Alastair Dunmore"),
        ", to the depot budget and not to this one. We have left it out of both figures.",
    )


def _write_risks(document: Document) -> None:
    _add(document, "Risks we would lose sleep over", style="Heading 1")
    _add(
        document,
        bold("Nights. ", RED),
        "Twenty-six vacancies, nine signed contracts. A parcel carrier opens across the road in October and pays "
        "a pound an hour more.",
        style="List Bullet",
    )
    _add(
        document,
        bold("One hall, one link. ", AMBER),
        "Sheepfold speaks to Washington over a single line. When it failed on 14 August the hall picked from "
        "yesterday’s file for two hours, so nineteen stores received Tuesday twice.",
        style="List Bullet",
    )
    _add(
        document,
        bold("Peak. ", AMBER),
        "Stores moved after 20 October would meet their first Christmas with a crew that has never seen one. "
        "We advise a stop from that date until 12 January.",
        style="List Bullet",
    )
    _add(
        document,
        bold("Shrinkage in transit. "),
        "Wilf Hargreave finds that 0.4 per cent of meat leaving the hall is not booked in at the back door. Some "
        "of it is counting. He would not say all.",
        style="List Bullet",
    )


def _write_decisions(document: Document) -> None:
    _add(document, "Decisions we ask for", style="Heading 1")
    _add(
        document,
        "That night pickers at Washington are offered £1.20 an hour more until the end of March. Cost £143,000. "
        "Without it we do not believe the date of 31 October, and ask the committee not to believe it either.",
        style="List Number",
    )
    _add(
        document,
        "That ",
        italic("H"),
        _proofing("spellStart"),
        Ink("al", italic=True, colour=HOUSE),
        Ink("den", bold=True, italic=True, colour=HOUSE),
        _proofing("spellEnd"),
        Ink(" &", colour=AMBER),
        bold(" Ro"),
        Ink("ok", underline=True),
        " stores not moved by 20 October wait for January, Beverley and the coast included. Rhiannon Salt’s card "
        "offers for those towns would then run on ambient lines only.",
        style="List Number",
    )
    _add(
        document,
        "That a second data line to the hall is ordered this week: £31,000 once, £900 a month, ready in seven "
        "weeks.",
        style="List Number",
    )
    document.element.body.insert(
        len(document.element.body) - 1,
        _content_control(
            bold("Sponsor’s remark. "),
            "I read this on the train from Kendal with a bag of our own salad in front of me, in date, and I am "
            "content. I would ask colleagues to come on Friday having made up their minds about item 1. ",
            italic("Imogen Thackeray, Chief Operating Officer"),
        ),
    )


def _write_closing(document: Document) -> None:
    _add(document, "Next dates and whom to ask", style="Heading 1")
    _add(
        document,
        "The next report follows on 10/10/2025. In between, figures are refreshed every Monday after the Brew-up "
        "on ",
        _link(document, "the Curlew pages", SITE),
        ". Questions go to the programme office, ",
        Ink("curlew.office@haldenrook.example", underline=True),
        " or 0113 496 0211, where Jonas Abernethy or Beatriz Noor will pick up until seven. Anyone who wants to "
        "see the hall at work is welcome any weekday at two in the morning; bring a coat.",
    )


def _text_box_paragraphs() -> str:
    """The text inside the text box, written once and used for both of its copies."""
    lines = [
        _run(bold("In brief", HOUSE)),
        _run(Ink("96 of 214 stores moved. £2.71m of £4.05m spent.")),
        _run(Ink("One decision cannot wait: ")) + _run(bold("night pay at Washington.")),
        _run(Ink("The board of ")) + _run(bold(CLIENT)) + _run(Ink(" reads this on 18 September.")),
    ]
    return "".join(f'<w:p><w:pPr><w:spacing w:after="60"/></w:pPr>{line}</w:p>' for line in lines)


# --- the pieces of WordprocessingML that python-docx has no word for ------------------------------------------


def _run(ink: Ink) -> str:
    """The XML of one run; the namespace is declared by whatever it is put into."""
    properties = "".join(
        [
            f'<w:rStyle w:val="{ink.style}"/>' if ink.style else "",
            "<w:b/>" if ink.bold else "",
            "<w:i/>" if ink.italic else "",
            f'<w:color w:val="{ink.colour}"/>' if ink.colour else "",
            '<w:u w:val="single"/>' if ink.underline else "",
        ]
    )
    properties = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{properties}<w:t xml:space="preserve">{escape(ink.text)}</w:t></w:r>'


def _elements(pieces: tuple[Piece, ...]) -> Iterator[etree._Element]:
    for piece in pieces:
        if isinstance(piece, etree._Element):
            yield piece
        else:
            run = _run(Ink(piece) if isinstance(piece, str) else piece)
            yield parse_xml(run.replace("<w:r>", f"<w:r {nsdecls('w')}>", 1))


def _fill(paragraph: Paragraph, *pieces: Piece) -> Paragraph:
    for element in _elements(pieces):
        paragraph._p.append(element)
    return paragraph


def _add(document: Document, *pieces: Piece, style: str | None = None) -> Paragraph:
    return _fill(document.add_paragraph(style=style), *pieces)


def _proofing(kind: str) -> etree._Element:
    """The mark that Word's spelling checker leaves around a word it does not know."""
    return parse_xml(f'<w:proofErr {nsdecls("w")} w:type="{kind}"/>')


def _inserted(number: int, text: str) -> etree._Element:
    return parse_xml(
        f'<w:ins {nsdecls("w")} w:id="{number}" w:author="Nell Purkiss" w:date="{STAMP}">{_run(Ink(text))}</w:ins>'
    )


def _deleted(number: int, text: str) -> etree._Element:
    return parse_xml(
        f'<w:del {nsdecls("w")} w:id="{number}" w:author="Nell Purkiss" w:date="{STAMP}">'
        f'<w:r><w:delText xml:space="preserve">{escape(text)}</w:delText></w:r></w:del>'
    )


def _comment_edge(edge: str, number: int) -> etree._Element:
    return parse_xml(f'<w:commentRange{edge} {nsdecls("w")} w:id="{number}"/>')


def _comment_mark(number: int) -> etree._Element:
    return parse_xml(f'<w:r {nsdecls("w")}><w:commentReference w:id="{number}"/></w:r>')


def _footnote_mark(number: int) -> etree._Element:
    return parse_xml(
        f'<w:r {nsdecls("w")}><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'
        f'<w:footnoteReference w:id="{number}"/></w:r>'
    )


def _link(document: Document, text: str, address: str) -> etree._Element:
    relation = document.part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    run = _run(Ink(text, style="Hyperlink"))
    return parse_xml(f'<w:hyperlink {nsdecls("w", "r")} r:id="{relation}" w:history="1">{run}</w:hyperlink>')


def _content_control(*pieces: Piece) -> etree._Element:
    """A block content control around one paragraph."""
    control = parse_xml(
        f'<w:sdt {nsdecls("w")}><w:sdtPr><w:alias w:val="Sponsor remark"/><w:tag w:val="sponsor-remark"/>'
        '<w:id w:val="417230958"/><w:richText/></w:sdtPr><w:sdtContent><w:p><w:pPr><w:pBdr>'
        f'<w:left w:val="single" w:sz="18" w:space="8" w:color="{HOUSE}"/></w:pBdr>'
        '<w:spacing w:before="160" w:after="120"/><w:ind w:left="284"/></w:pPr></w:p></w:sdtContent></w:sdt>'
    )
    paragraph = control.find(f".//{qn('w:p')}")
    assert paragraph is not None
    for element in _elements(pieces):
        paragraph.append(element)
    return control


def _text_box() -> etree._Element:
    """A text box as Word writes it: once as a shape, once more as VML for old readers."""
    content = f"<w:txbxContent>{_text_box_paragraphs()}</w:txbxContent>"
    width, height = Cm(5.4), Cm(4.3)
    return parse_xml(
        f'<w:r {nsdecls("w")} {_DRAWING}><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>'
        '<wp:anchor distT="45720" distB="45720" distL="144000" distR="0" simplePos="0" relativeHeight="251659264" '
        'behindDoc="0" locked="0" layoutInCell="1" allowOverlap="0"><wp:simplePos x="0" y="0"/>'
        '<wp:positionH relativeFrom="margin"><wp:align>right</wp:align></wp:positionH>'
        '<wp:positionV relativeFrom="paragraph"><wp:posOffset>36000</wp:posOffset></wp:positionV>'
        f'<wp:extent cx="{int(width)}" cy="{int(height)}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>'
        '<wp:wrapSquare wrapText="bothSides"/><wp:docPr id="1" name="Text box: in brief"/><wp:cNvGraphicFramePr/>'
        '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">'
        '<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/>'
        f'<a:ext cx="{int(width)}" cy="{int(height)}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
        '<a:solidFill><a:srgbClr val="F1F6F3"/></a:solidFill><a:ln w="9525"><a:solidFill>'
        f'<a:srgbClr val="{HOUSE}"/></a:solidFill></a:ln></wps:spPr><wps:txbx>{content}</wps:txbx>'
        '<wps:bodyPr rot="0" vert="horz" wrap="square" lIns="91440" tIns="45720" rIns="91440" bIns="45720" '
        'anchor="t" anchorCtr="0"><a:noAutofit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic></wp:anchor>'
        '</w:drawing></mc:Choice><mc:Fallback><w:pict><v:shapetype id="_x0000_t202" coordsize="21600,21600" '
        'o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>'
        '<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
        '<v:shape id="in_brief" type="#_x0000_t202" style="position:absolute;margin-left:0;margin-top:2.8pt;'
        f"width:{width.pt:.1f}pt;height:{height.pt:.1f}pt;z-index:251659264;mso-position-horizontal:right;"
        f'mso-position-horizontal-relative:margin" fillcolor="#F1F6F3" strokecolor="#{HOUSE}">'
        f"<v:textbox>{content}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


def _field(instruction: str) -> etree._Element:
    return parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr=" {instruction} "><w:r><w:t>1</w:t></w:r></w:fldSimple>')


def _shade(cell: _Cell, colour: str) -> None:
    cell._tc.get_or_add_tcPr().append(
        parse_xml(f'<w:shd {nsdecls("w")} w:val="clear" w:color="auto" w:fill="{colour}"/>')
    )


def _keep_row_whole(row: etree._Element, *, is_header: bool) -> None:
    properties = parse_xml(f"<w:trPr {nsdecls('w')}><w:cantSplit/></w:trPr>")
    if is_header:
        properties.append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))
    row.insert(0, properties)


# --- parts of the package -----------------------------------------------------------------------------------


def _add_part(document: Document, name: str, kind: str, xml: str) -> None:
    """Add /word/<name>.xml and let the main part point to it."""
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    part = Part(PackURI(f"/word/{name}.xml"), f"{_WML}.{name}+xml", (head + xml).encode(), document.part.package)
    document.part.relate_to(part, kind)


def _add_footnotes(document: Document) -> None:
    note = _run(
        Ink(
            " At cost, with everything that was sold below half price. The measure was agreed with Wilf "
            "Hargreave on 3 June 2025; it leaves out the bakeries, which Halden & Rook counts separately until "
            "the ovens are gone."
        )
    )
    _add_part(
        document,
        "footnotes",
        RELATIONSHIP_TYPE.FOOTNOTES,
        f"<w:footnotes {nsdecls('w')}>"
        '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
        '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p>'
        '</w:footnote><w:footnote w:id="1"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>'
        '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>'
        f"{note}</w:p></w:footnote></w:footnotes>",
    )
    settings = document.settings.element
    compat = settings.find(qn("w:compat"))
    assert compat is not None
    compat.addprevious(
        parse_xml(f'<w:footnotePr {nsdecls("w")}><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>')
    )


def _add_comments(document: Document) -> None:
    remark = _run(
        Ink(
            "I should call this red for as long as the agency costs us more than £30,000 a week. Can Desmond and I "
            "speak before Friday? The audit committee of Halden & Rook will ask the same question."
        )
    )
    _add_part(
        document,
        "comments",
        RELATIONSHIP_TYPE.COMMENTS,
        f'<w:comments {nsdecls("w")}><w:comment w:id="0" w:author="Alastair Dunmore" w:initials="AD" '
        f'w:date="{STAMP}"><w:p><w:r><w:annotationRef/></w:r>{remark}</w:p></w:comment></w:comments>',
    )


def _set_properties(document: Document) -> None:
    core = document.core_properties
    core.title = f"{CLIENT}: Project Curlew, steering committee report 6"
    core.subject = "Chilled and fresh through Washington"
    core.author = f"Programme office, {CLIENT}"
    core.last_modified_by = "Nell Purkiss"
    core.keywords = "Curlew; Washington; chilled; steering committee"
    core.comments = "Draft for the chair"
    core.category = "Report"
    core.language = "en-GB"
    core.created = WRITTEN
    core.modified = WRITTEN
    core.revision = 7
    for part in document.part.package.iter_parts():
        if part.partname == "/docProps/app.xml":
            part._blob = (
                '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
                '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
                "<Template>Normal.dotm</Template><Application>Microsoft Office Word</Application>"
                "<DocSecurity>0</DocSecurity><Manager>Desmond Achebe-Pike</Manager>"
                f"<Company>{escape(CLIENT)}</Company><AppVersion>16.0000</AppVersion></Properties>"
            ).encode()


def _leave_out_the_template_extras(document: Document) -> None:
    """Drop what python-docx's template brings along and a report has no use for: a picture, table styles."""
    for owner in (document.part.package, document.part):
        for key, relation in list(owner.rels.items()):
            if relation.reltype.endswith(("/thumbnail", "/stylesWithEffects", "/customXml")):
                del owner.rels[key]
    for style in document.styles:
        if style.type is WD_STYLE_TYPE.TABLE and style.name not in _TABLE_STYLES:
            style.delete()


# --- pages, styles, header and footer -----------------------------------------------------------------------


def _set_up_pages_and_styles(document: Document) -> None:
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.2)
    section.top_margin, section.bottom_margin = Cm(2.4), Cm(2.2)
    for name, size in (("Normal", 10.5), ("Title", 22), ("Heading 1", 14)):
        style = document.styles[name]
        assert isinstance(style, ParagraphStyle)
        style.font.name = "Calibri"
        style.font.size = Pt(size)
        fonts = style.element.find(f".//{qn('w:rFonts')}")
        for attribute in [key for key in fonts.attrib if key.endswith("Theme")]:
            del fonts.attrib[attribute]
        if name != "Normal":
            style.font.color.rgb = RGBColor.from_string(HOUSE)
            style.paragraph_format.keep_with_next = True
    normal = document.styles["Normal"]
    assert isinstance(normal, ParagraphStyle)
    normal.paragraph_format.space_after = Pt(7)
    normal.paragraph_format.line_spacing = 1.12
    _add_styles_for_notes_and_links(document)
    settings = document.settings.element
    for old in settings.findall(qn("w:savePreviewPicture")):
        settings.remove(old)
    for zoom in settings.findall(qn("w:zoom")):
        zoom.set(qn("w:percent"), "100")
    for compat in settings.iter(qn("w:compatSetting")):
        if compat.get(qn("w:name")) == "compatibilityMode":
            compat.set(qn("w:val"), "15")


def _add_styles_for_notes_and_links(document: Document) -> None:
    note = document.styles.add_style("footnote text", WD_STYLE_TYPE.PARAGRAPH, builtin=True)
    assert isinstance(note, ParagraphStyle)
    note.element.set(qn("w:styleId"), "FootnoteText")
    note.base_style = document.styles["Normal"]
    note.font.size = Pt(9)
    reference = document.styles.add_style("footnote reference", WD_STYLE_TYPE.CHARACTER, builtin=True)
    assert isinstance(reference, CharacterStyle)
    reference.element.set(qn("w:styleId"), "FootnoteReference")
    reference.font.superscript = True
    link = document.styles.add_style("Hyperlink", WD_STYLE_TYPE.CHARACTER, builtin=True)
    assert isinstance(link, CharacterStyle)
    link.font.color.rgb = RGBColor.from_string("0B57D0")
    link.font.underline = True


def _write_header_and_footer(document: Document) -> None:
    section = document.sections[0]
    _fill(section.header.paragraphs[0], bold(CLIENT, HOUSE), "  |  ", italic("Project Curlew"))
    _fill(
        section.footer.paragraphs[0],
        Ink("Confidential to the steering committee. Tenterfield House, Leeds. Page ", italic=True),
        _field("PAGE"),
        Ink(" of ", italic=True),
        _field("NUMPAGES"),
    )


def _with_fixed_times(archive: bytes) -> bytes:
    """The same zip archive with one time for every entry, and the entries in a settled order."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as source, zipfile.ZipFile(packed, "w") as target:
        for name in sorted(source.namelist(), key=lambda each: (each != "[Content_Types].xml", each)):
            entry = zipfile.ZipInfo(name, WRITTEN.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            target.writestr(entry, source.read(name))
    return packed.getvalue()


if __name__ == "__main__":
    main()
