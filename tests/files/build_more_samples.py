"""Builds the other two documents to try the pane on: a letter to a bank, and minutes of an energy company.

Fiction about two fictional clients of the sample corpus. The same bytes come out on every run: every date is fixed.

Run it from the repository root::

    python -m tests.files.build_more_samples
"""

import datetime as dt
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import docx
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Cm, Pt, RGBColor
from docx.styles.style import ParagraphStyle
from docx.text.paragraph import Paragraph

FOLDER: Final = Path(__file__).resolve().parents[2] / "models" / "sample"
LETTER_WRITTEN: Final = dt.datetime(2025, 5, 6, 8, 0, tzinfo=dt.UTC)
MINUTES_WRITTEN: Final = dt.datetime(2024, 11, 19, 15, 0, tzinfo=dt.UTC)
KEPT_TABLE_STYLES: Final = ("Normal Table", "Table Grid")


def main() -> None:
    """Write both documents."""
    for name, content in (("engagement-letter.docx", letter()), ("outage-minutes.docx", minutes())):
        (FOLDER / name).write_bytes(content)
        print(f"Wrote {FOLDER / name} ({len(content)} bytes)")


# --- the letter ---------------------------------------------------------------------------------------------


def letter() -> bytes:
    """A proposal to the bank, as a letter with a table of fees."""
    document = _begin("Cambria", "5B2333", LETTER_WRITTEN, "Corvane Bank: branch cash review", "Ines Falkner")
    _head(document, "Falkner Rennick Partners", "14 Calverley Yard, Leeds LS1 4AP  |  0113 496 0518")
    _foot(document, "In confidence. For Corvane Bank plc and its advisers alone.")
    for line in (
        "Mr Anselm Drury",
        "Group Transformation Director",
        "Corvane Bank plc",
        "9 Paradise Square, Sheffield S1 2DE",
    ):
        document.add_paragraph(line).paragraph_format.space_after = Pt(0)
    _write(document, "6 May 2025").paragraph_format.space_before = Pt(14)
    _write(document, "Dear Anselm,")
    document.add_paragraph("A second look at Updraft, branch by branch", style="Heading 1")
    opening = _write(
        document,
        "When we met at the Roost on 28 March, you asked what it would take to settle the argument about the "
        "twenty-four branches. This letter says what we would do, who would do it, and what it would cost. "
        "**Corvane Bank** would have an answer before the board of 26 June.",
    )
    document.add_heading("What we found so far", level=2)
    _write(
        document,
        "Project Updraft supposes that 88 of every 100 customers stay when their branch goes. Of "
        "the branches on the "
        "list, only nine have another Corvane within four miles. In Goole and Mexborough the nearest is a bus ride "
        "away, and the pilot of the video counter there sent one customer in three back to a "
        "branch. Market traders "
        "in Doncaster and Barnsley pay in £190m of cash a year over these counters, and two of them told Gwendolen "
        "Asprey that they would rather change bank than queue at a post office.",
    )
    _write(
        document,
        "None of that makes the case wrong. It makes it unproven. Murmuration has since moved "
        "every current account "
        "in the region to *Pinion*, so the figures that were missing in 2018 are there: who comes, what for, and "
        "what they do in the four weeks after a counter is shut for repair.",
    )
    document.add_heading("What we propose", level=2)
    for item in (
        (
            "Take eighteen months of counter and *Glide* data for all 43 branches, without names, and build a "
            "small model of who stays. Rasmus Tilley has agreed to release the extract from Rookery."
        ),
        (
            "Interview sixty small businesses in five towns. Fenella Okoro-Whitby will introduce us "
            "through the chambers "
            "of commerce, and nobody will be asked for an account number."
        ),
        "Rework the benefit case with three outcomes in place of one, and put it to the Roost on 12 June.",
    ):
        _mark_up(document.add_paragraph(style="List Number"), item)
    document.add_heading("People and fees", level=2)
    _table(
        document,
        ("Who", "Part", "Days", "Fee"),
        (
            ("Ines Falkner", "Leads the work; presents to the Roost", "9", "£17,100"),
            ("Tobias Rennick", "Model and data, with Rasmus Tilley’s crew", "22", "£33,000"),
            ("Gwendolen Asprey", "Interviews in Doncaster, Barnsley and Goole", "16", "£20,800"),
            ("Travel", "At cost, and no more than", "", "£2,400"),
            ("Total", "", "47", "£73,300"),
        ),
        widths=(3.6, 7.8, 1.8, 2.8),
    )
    terms = _write(
        document,
        "Fees are fixed. We invoice half on the first day and half on delivery, to the purchase ledger at "
        "Calverley Yard, account GB26 CRVN 6016 1331 9268 19. Should Lorcan Shaw-Beaumont’s "
        "contact centre need the "
        "model afterwards, it belongs to Corvane without further charge.",
    )
    document.add_heading("What could go wrong", level=2)
    _write(
        document,
        "The extract from Rookery falls in the week of the next release, and Imberlow Cloud has "
        "twice billed the bank "
        "for copies that nobody ordered. We would rather wait ten days than ask for an exception to the freeze. If "
        "the extract is not with us by **23 May**, the date in June cannot hold, and I will say so on that day.",
    )
    _write(
        document,
        "If you agree, please sign the enclosed copy or write to ines.falkner@falknerrennick.example. "
        "Before noon you reach me on 07700 900736.",
    )
    _write(document, "Yours sincerely,").paragraph_format.space_before = Pt(10)
    _write(document, "**Ines Falkner**").paragraph_format.space_before = Pt(18)
    _write(document, "Copy: Sunniva Cartledge, Jagdeep Holroyd")
    _comment(document, opening, "Tobias Rennick", "Anselm says the 26 June board may move. Keep the date?")
    _comment(document, terms, "Ines Falkner", "Ask Fenella whether Corvane pays against this account or the other.")
    return _saved(document)


# --- the minutes --------------------------------------------------------------------------------------------


def minutes() -> bytes:
    """Minutes of a review after an outage, with a timeline and a table of tasks."""
    document = _begin("Calibri", "1D4F73", MINUTES_WRITTEN, "Sundvik Kraft: review of the November outage", "Naomi")
    _head(document, "Sundvik Kraft AS", "Beredskapsrådet, meeting 4 of 2024")
    _foot(document, "Internal. The call centre gets a version of its own from Siv Reppen.")
    document.add_paragraph("Review of the November storm", style="Title")
    _write(
        document,
        "Ålesund, Tuesday 19 November 2024, 09.00–11.10, and by video from Hjelmdalen. Present: "
        "**Eirik Haugstvedt** "
        "(grid, chair), Torunn Flatebø (plants), Jonas Kildahl (field crews), Siv Reppen "
        "(communication), Mats Öhrwall "
        "(procurement), Birgitte Solheim (metering), Naomi Castellane (minutes). Apologies: Rune Olvik.",
    )
    document.add_heading("1. What happened", level=1)
    happened = _write(
        document,
        "The storm of 8 November took the line between Vanylven and Ytre Tangen at 02.40 and a second one over the "
        "ridge above Litlevatn twenty minutes later. At the worst hour 6,140 customers of Sundvik Kraft had no "
        "current, among them a nursing home with eleven patients on oxygen. The last of them had light again on "
        "10 November at 16.25.",
    )
    _write(
        document,
        "*Svarttrost*, the outage map, was right about the line and wrong about the people. It "
        "showed 3,900 customers "
        "because nine of the small stations could not be seen in Vardevakt. The call centre read "
        "the map aloud, and the "
        "mayor of Vanylven read the fire chief’s list. Both were on the radio.",
    )
    document.add_heading("2. Timeline", level=1)
    _table(
        document,
        ("When", "What", "Who knew"),
        (
            ("8 Nov 02.40", "Line Vanylven–Ytre Tangen trips; one reclosure fails", "Duty engineer"),
            ("8 Nov 03.05", "Fossekall plans Hjelmdalen unit 2 as if the line stood", "Nobody until 05.30"),
            ("8 Nov 07.15", "Diesel sets started on the quay; the third has no fuel", "Torunn Flatebø"),
            ("9 Nov 11.00", "Ski pair reaches Litlevatn, avalanche warning at two", "Jonas Kildahl"),
            ("10 Nov 16.25", "Last customers reconnected", "Everyone"),
        ),
        widths=(3.0, 9.4, 3.6),
    )
    document.add_heading("3. What we learned", level=1)
    for item in (
        (
            "Fossekall held a manual limit for unit 2 that had expired in June. Torunn had written the "
            "rule about expiry "
            "times; no alarm was ever attached to it."
        ),
        (
            "The joint kit in the store was the one of 2021 again. Mats Öhrwall had ordered another "
            "from Karlskrona, and it "
            "lay in customs. He will keep two, and rotate them."
        ),
        "The town halls asked for the order and not the time. Siv gave the order on Saturday; the calls halved.",
        (
            "Birgitte’s meters reported the outage forty minutes before the first telephone call. "
            "Nobody looks at them at "
            "night."
        ),
    ):
        _mark_up(document.add_paragraph(style="List Bullet"), item)
    document.add_heading("4. Money", level=1)
    money = _write(
        document,
        "Compensation comes to 4.6 million kroner, and repair to 7.9 million. The insurer takes what is above ten. "
        "Brattlund offers insulators for the ridge at 1.2 million, with delivery in 14 weeks; the "
        "chair’s authority "
        "covers it. **Accepted.**",
    )
    document.add_heading("5. Tasks", level=1)
    _table(
        document,
        ("Task", "Who", "By"),
        (
            ("Alarm in Fossekall for every manual limit without an expiry time", "Torunn Flatebø", "6 December"),
            ("Meter outages on the screen of Vardevakt, day and night", "Birgitte Solheim", "31 January"),
            ("One list of nursing homes with the five municipalities", "Siv Reppen", "13 December"),
            ("Two joint kits in store, and a note of their dates", "Mats Öhrwall", "20 December"),
            ("Satellite terminal for Litlevatn before the snow", "Jonas Kildahl", "29 November"),
        ),
        widths=(9.6, 3.6, 2.8),
    )
    _write(
        document,
        "Next meeting: 14 January 2025, 09.00, in Volda. Questions to Naomi Castellane, "
        "naomi.castellane@sundvikkraft.example or 01632 960774. Kort og klart.",
    ).paragraph_format.space_before = Pt(10)
    _comment(document, happened, "Siv Reppen", "The nursing home asks not to be named. Vanylven has only one.")
    _comment(document, money, "Eirik Haugstvedt", "Is the 4.6 with or without the fish processing plant?")
    return _saved(document)


# --- how they are built -------------------------------------------------------------------------------------


def _begin(font: str, colour: str, written: dt.datetime, title: str, author: str) -> Document:
    document = docx.Document()
    _drop_template_extras(document)
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.4)
    section.top_margin, section.bottom_margin = Cm(2.6), Cm(2.2)
    for name, size in (("Normal", 10.5), ("Title", 20), ("Heading 1", 14), ("Heading 2", 11.5)):
        style = document.styles[name]
        assert isinstance(style, ParagraphStyle)
        style.font.name, style.font.size = font, Pt(size)
        fonts = style.element.find(f".//{qn('w:rFonts')}")
        for attribute in [key for key in fonts.attrib if key.endswith("Theme")]:
            del fonts.attrib[attribute]
        if name != "Normal":
            style.font.color.rgb = RGBColor.from_string(colour)
            style.paragraph_format.keep_with_next = True
    normal = document.styles["Normal"]
    assert isinstance(normal, ParagraphStyle)
    normal.paragraph_format.space_after, normal.paragraph_format.line_spacing = Pt(7), 1.12
    core = document.core_properties
    core.title, core.author, core.last_modified_by, core.language = title, author, author, "en-GB"
    core.created = core.modified = written
    core.comments, core.revision = "", 3
    return document


def _head(document: Document, name: str, line: str) -> None:
    first = document.sections[0].header.paragraphs[0]
    first.add_run(name).bold = True
    first.add_run(f"  |  {line}")


def _foot(document: Document, line: str) -> None:
    paragraph = document.sections[0].footer.paragraphs[0]
    paragraph.add_run(f"{line} Page ").italic = True
    paragraph._p.append(
        parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>')
    )


def _write(document: Document, text: str) -> Paragraph:
    return _mark_up(document.add_paragraph(), text)


def _mark_up(paragraph: Paragraph, text: str) -> Paragraph:
    """Text in which **two stars** are bold and *one star* is italic."""
    for at, thick in enumerate(text.split("**")):
        for inside, thin in enumerate(thick.split("*")):
            if thin:
                run = paragraph.add_run(thin)
                run.bold, run.italic = at % 2 == 1 or None, inside % 2 == 1 or None
    return paragraph


def _table(document: Document, head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float]) -> None:
    table = document.add_table(rows=0, cols=len(head), style="Table Grid")
    for number, cells in enumerate((head, *rows)):
        row = table.add_row()
        for cell, text, width in zip(row.cells, cells, widths, strict=True):
            cell.width = Cm(width)
            paragraph = cell.paragraphs[0]
            paragraph.paragraph_format.space_after = Pt(2)
            run = paragraph.add_run(text)
            run.bold = True if number == 0 or cells[0] == "Total" else None
            if text.startswith("£") or text.isdigit():
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
            if number == 0:
                shade = parse_xml(f'<w:shd {nsdecls("w")} w:val="clear" w:color="auto" w:fill="EEF1F4"/>')
                cell._tc.get_or_add_tcPr().append(shade)
    document.add_paragraph().paragraph_format.space_after = Pt(0)


def _comment(document: Document, paragraph: Paragraph, author: str, text: str) -> None:
    initials = "".join(word[0] for word in author.split())
    comment = document.add_comment(paragraph.runs, text=text, author=author, initials=initials)
    comment._comment_elm.set(qn("w:date"), document.core_properties.created.strftime("%Y-%m-%dT%H:%M:%SZ"))


def _drop_template_extras(document: Document) -> None:
    for owner in (document.part.package, document.part):
        for key, relation in list(owner.rels.items()):
            if relation.reltype.endswith(("/thumbnail", "/stylesWithEffects", "/customXml")):
                del owner.rels[key]
    for style in document.styles:
        if style.type == WD_STYLE_TYPE.TABLE and style.name not in KEPT_TABLE_STYLES:
            style.delete()


def _saved(document: Document) -> bytes:
    """The bytes of a document, with one time for every entry of the archive."""
    saved, packed = io.BytesIO(), io.BytesIO()
    document.save(saved)
    with zipfile.ZipFile(saved) as source, zipfile.ZipFile(packed, "w") as target:
        for name in sorted(source.namelist(), key=lambda each: (each != "[Content_Types].xml", each)):
            entry = zipfile.ZipInfo(name, document.core_properties.created.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            target.writestr(entry, source.read(name))
    return packed.getvalue()


if __name__ == "__main__":
    main()
