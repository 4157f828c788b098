"""The table of places: where in a .docx a spelled name may stand. Each place is filled with many cases at once."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from openpyxl import Workbook

from tests.ooxml.building import WORD, docx_parts, paragraph, relationships, text, xml, zipped

_OFFICE = "application/vnd.openxmlformats-officedocument"
_CHART = f"{_OFFICE}.drawingml.chart+xml"
_SHEET = f"{_OFFICE}.spreadsheetml.sheet"


@dataclass
class Draft:
    """A document that is being built: what stands in its body, its other parts and its arrows."""

    body: list[str] = field(default_factory=list)
    parts: dict[str, bytes] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    arrows: list[tuple[str, str]] = field(default_factory=list)
    outward: list[str] = field(default_factory=list)

    def part(self, name: str, content: bytes, arrow: str, kind: str) -> None:
        """Add a part that the main one points to."""
        self.parts[f"word/{name}"] = content
        self.types[f"word/{name}"] = kind
        self.arrows.append((arrow, name))

    def content(self) -> bytes:
        """The bytes of the file."""
        external = tuple(("hyperlink", escape(target, {'"': "&quot;"})) for target in self.outward)
        self.parts["word/_rels/document.xml.rels"] = relationships(*self.arrows, external=external)
        main = xml("w:document", f"<w:body>{''.join(self.body)}</w:body>")
        return zipped(docx_parts(main, self.parts, self.types))


@dataclass(frozen=True)
class Place:
    """A place, how to fill it with texts, and the beginnings of the names of the parts that it is in."""

    name: str
    fill: Callable[[Draft, Sequence[str]], None]
    parts: tuple[str, ...] = ("word/document.xml",)


def _body(write: Callable[[str], str]) -> Callable[[Draft, Sequence[str]], None]:
    return lambda draft, texts: draft.body.extend(map(write, texts))


def _story(root: str, part: str, write: Callable[[str], str]) -> Callable[[Draft, Sequence[str]], None]:
    def fill(draft: Draft, texts: Sequence[str]) -> None:
        kind = part.rstrip("1")
        inside = "".join(write(each) for each in texts)
        draft.part(f"{part}.xml", xml(f"w:{root}", inside), kind, f"{WORD}.{kind}+xml")

    return fill


def _plain(written: str) -> str:
    return paragraph(text(escape(f"for {written} today")))


def _split(written: str) -> str:
    third = max(len(written) // 3, 1)
    pieces = written[:third], written[third : 2 * third], written[2 * third :]
    return paragraph(
        text("for "), *(text(escape(piece), "<w:b/>" if i % 2 else "") for i, piece in enumerate(pieces))
    )


def _field(written: str) -> str:
    code = escape(' DOCVARIABLE "{}" '.format(written.replace('"', "'")))
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
    return paragraph(mark("begin"), f"<w:r><w:instrText>{code}</w:instrText></w:r>", mark("end"))


def _box(written: str) -> str:
    shown = paragraph(text(escape(written)))
    return paragraph(
        "<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>"
        f"{shown}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


def _alt(written: str) -> str:
    value = quoteattr(f"Photo of {written}")
    return paragraph(f'<w:r><w:drawing><wp:inline><wp:docPr id="1" descr={value}/></wp:inline></w:drawing></w:r>')


def _control(written: str) -> str:
    return f"<w:sdt><w:sdtPr><w:alias w:val={quoteattr(written)}/></w:sdtPr><w:sdtContent>{paragraph(text('x'))}</w:sdtContent></w:sdt>"


def _cell(written: str) -> str:
    return f"<w:tbl><w:tr><w:tc>{paragraph(text(escape(written)))}</w:tc></w:tr></w:tbl>{paragraph()}"


def _deleted(written: str) -> str:
    return paragraph(
        f'<w:del w:id="1" w:author="x"><w:r><w:delText xml:space="preserve">{escape(written)}</w:delText></w:r></w:del>'
    )


def _tooltip(written: str) -> str:
    return paragraph(f'<w:hyperlink w:anchor="x" w:tooltip={quoteattr(written)}>{text("here")}</w:hyperlink>')


def _targets(draft: Draft, texts: Sequence[str]) -> None:
    draft.outward.extend(
        each if "://" in each else f"https://x.example/{each.replace(' ', '%20')}" for each in texts
    )


def _variables(draft: Draft, texts: Sequence[str]) -> None:
    inside = "".join(f'<w:docVar w:name="v{i}" w:val={quoteattr(each)}/>' for i, each in enumerate(texts))
    content = xml("w:settings", f"<w:docVars>{inside}</w:docVars>")
    draft.part("settings.xml", content, "settings", f"{WORD}.settings+xml")


def _custom_xml(draft: Draft, texts: Sequence[str]) -> None:
    inside = "".join(f"<row>{escape(each)}</row>" for each in texts)
    draft.parts["customXml/item1.xml"] = f'<data xmlns="urn:some">{inside}</data>'.encode()
    draft.arrows.append(("customXml", "../customXml/item1.xml"))


def _custom_attributes(draft: Draft, texts: Sequence[str]) -> None:
    inside = "".join(f"<row of={quoteattr(each)}/>" for each in texts)
    draft.parts["customXml/item2.xml"] = f'<data xmlns="urn:other">{inside}</data>'.encode()
    draft.arrows.append(("customXml", "../customXml/item2.xml"))


def _chart(draft: Draft, texts: Sequence[str]) -> None:
    points = "".join(f'<c:pt idx="{i}"><c:v>{escape(each)}</c:v></c:pt>' for i, each in enumerate(texts))
    cached = f"<c:cat><c:strRef><c:f>S!A1</c:f><c:strCache>{points}</c:strCache></c:strRef></c:cat>"
    inside = f"<c:chart><c:plotArea><c:barChart><c:ser>{cached}</c:ser></c:barChart></c:plotArea></c:chart>"
    draft.part("charts/chart1.xml", xml("c:chartSpace", inside), "chart", _CHART)


def _workbook(draft: Draft, texts: Sequence[str]) -> None:
    book, stream = Workbook(), io.BytesIO()
    for row, each in enumerate(texts, 1):
        cell = book.active.cell(row, 1)
        cell.value, cell.data_type = each, "s"
    book.save(stream)
    draft.part("embeddings/book.xlsx", stream.getvalue(), "package", _SHEET)


def _authors(draft: Draft, texts: Sequence[str]) -> None:
    inside = "".join(
        f'<w:comment w:id="{i}" w:author={quoteattr(each)}>{paragraph(text("seen"))}</w:comment>'
        for i, each in enumerate(texts)
    )
    draft.part("comments.xml", xml("w:comments", inside), "comments", f"{WORD}.comments+xml")


PLACES: tuple[Place, ...] = (
    Place("body", _body(_plain)),
    Place("split runs", _body(_split)),
    Place("table cell", _body(_cell)),
    Place("tracked deletion", _body(_deleted)),
    Place("text box", _body(_box)),
    Place("field code", _body(_field)),
    Place("alt text", _body(_alt)),
    Place("content control", _body(_control)),
    Place("tooltip", _body(_tooltip)),
    Place("header", _story("hdr", "header1", _plain), ("word/header1.xml",)),
    Place("footnote", _story("footnotes", "footnotes", lambda each: f'<w:footnote w:id="1">{_plain(each)}</w:footnote>'), ("word/footnotes.xml",)),
    Place("author of a comment", _authors, ("word/comments.xml",)),
    Place("link target", _targets, ("word/_rels/document.xml.rels",)),
    Place("document variable", _variables, ("word/settings.xml",)),
    Place("custom XML", _custom_xml, ("customXml/item1.xml",)),
    Place("attribute of custom XML", _custom_attributes, ("customXml/item2.xml",)),
    Place("chart", _chart, ("word/charts/chart1.xml",)),
    Place("workbook", _workbook, ("word/embeddings/book.xlsx",)),
)  # fmt: skip
FILE_NAME = "file name"
