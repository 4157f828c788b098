"""Write a simple .docx report: a title, headings and tables."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

import docx
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Mm, Pt, RGBColor
from docx.styles.style import ParagraphStyle
from docx.table import Table
from docx.text.paragraph import Paragraph

_FONT, _SIZE = "Arial", Pt(8.5)
_DARK, _GREY, _LINE = RGBColor(0x1F, 0x38, 0x64), RGBColor(0x59, 0x59, 0x59), "D0D5DD"
_WIDTH, _HEIGHT, _MARGIN = Mm(210), Mm(297), Mm(18)
_LABELS, _VALUES = Mm(40), Mm(134)
"""The columns of a table; together as wide as the text."""

_UNREADABLE = "\ufffd"


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A heading, and rows of a label and its value."""

    heading: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The content of the page from top to bottom; texts may contain any characters."""

    title: str
    subtitle: str
    sections: tuple[ReportSection, ...]
    note: str

    def as_docx(self) -> bytes:
        """The page on A4; that it is one page only its texts can promise."""
        document = _empty(self.title)
        document.add_paragraph(_legible(self.title), style="Title")
        document.add_paragraph(_legible(self.subtitle), style="Subtitle")
        for section in self.sections:
            document.add_paragraph(_legible(section.heading), style="Heading 1")
            _fill(document.add_table(len(section.rows), 2), section.rows)
        note = document.add_paragraph(_legible(self.note))
        note.paragraph_format.space_before = Pt(10)
        note.runs[0].font.color.rgb = _GREY
        buffer = io.BytesIO()
        document.save(buffer)
        return _without_time(buffer)


def _without_time(package: io.BytesIO) -> bytes:
    """The package without the second of its making, which logs have too: the same page has the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(package) as made, zipfile.ZipFile(out, "w") as kept:
        for name in made.namelist():
            kept.writestr(zipfile.ZipInfo(name), made.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _empty(title: str) -> Document:
    """A document with our styles, and without what the template of python-docx says of itself."""
    document = docx.Document()
    properties = document.core_properties
    properties.author, properties.title, properties.comments = "Unsaid", _legible(title), ""
    package = document.part.package
    for key, each in list(package.rels.items()):
        if each.reltype == RELATIONSHIP_TYPE.THUMBNAIL:
            del package.rels[key]
    page = document.sections[0]
    page.page_width, page.page_height = _WIDTH, _HEIGHT
    page.left_margin = page.right_margin = page.top_margin = page.bottom_margin = _MARGIN
    styles = {style.name: style for style in document.styles if isinstance(style, ParagraphStyle)}
    _restyle(styles["Normal"], _SIZE)
    _restyle(styles["Title"], Pt(20), after=2, color=_DARK)
    _restyle(styles["Subtitle"], Pt(10), after=4, color=_GREY)
    _restyle(styles["Heading 1"], Pt(10), before=9, after=2, color=_DARK)
    return document


def _restyle(
    style: ParagraphStyle, size: Pt, *, before: int = 0, after: int = 0, color: RGBColor | None = None
) -> None:
    """Give a style of the template our looks; `before` and `after` are points."""
    style.font.name, style.font.size, style.font.color.rgb = _FONT, size, color
    style.font.italic = False
    style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(after)
    properties = style.element.get_or_add_rPr()
    # The template's styles name fonts of a theme, which win over the font that is named here.
    for themed in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
        properties.rFonts.attrib.pop(qn(f"w:{themed}"), None)
    for decoration in (*properties.findall(qn("w:spacing")), *style.element.iter(qn("w:pBdr"))):
        decoration.getparent().remove(decoration)


def _fill(table: Table, rows: Sequence[tuple[str, str]]) -> None:
    table.autofit = False
    table._tbl.tblPr.append(parse_xml(_borders()))  # noqa: SLF001 - python-docx has no borders
    for column, width in zip(table.columns, (_LABELS, _VALUES), strict=True):
        column.width = width
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text, width, color in zip(row.cells, texts, (_LABELS, _VALUES), (_GREY, None), strict=True):
            cell.width = width
            _write(cell.paragraphs[0], text, color)


def _borders() -> str:
    """A thin line under each row and above the first."""
    lines = "".join(
        f'<w:{side} w:val="single" w:sz="4" w:color="{_LINE}"/>' for side in ("top", "bottom", "insideH")
    )
    return f"<w:tblBorders {nsdecls('w')}>{lines}</w:tblBorders>"


def _write(paragraph: Paragraph, text: str, color: RGBColor | None) -> None:
    paragraph.paragraph_format.space_before = paragraph.paragraph_format.space_after = Pt(2)
    paragraph.add_run(_legible(text)).font.color.rgb = color


def _legible(text: str) -> str:
    """Without characters that no XML may hold: a file name may have any."""
    return "".join(char if char.isprintable() else _UNREADABLE for char in text)
