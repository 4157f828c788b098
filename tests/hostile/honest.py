"""Small honest documents, which the fuzzer changes: between them they have whatever our handlers know."""

from functools import cache
from pathlib import Path

from openpyxl import Workbook
from openpyxl.comments import Comment

from tests.ooxml.building import WORD, body, docx_parts, paragraph, relationships, text, xml, zipped
from tests.ooxml.workbooks import saved

NAME = "Halden &amp; Rook"
_SAID = paragraph(text(f"for {NAME} now, call +44 20 7946 0958"))
_FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://halden.example" </w:instrText></w:r>'
    f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{text(NAME)}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
_BOX = (
    "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:inline><wp:docPr id='1' name='Halden' "
    f"descr='of {NAME}'/><a:graphic><a:graphicData uri='x'><wps:wsp><wps:txbx><w:txbxContent>{_SAID}"
    "</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>"
    f"<mc:Fallback><w:pict><v:shape alt='{NAME}'><v:textbox><w:txbxContent>{_SAID}</w:txbxContent></v:textbox>"
    "</v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
)
_CHANGES = (
    f'<w:ins w:id="1" w:author="Ann {NAME}" w:date="2024-05-01T10:00:00Z">{text("Hal")}</w:ins>{text("den &amp; ")}'
    f'<w:del w:id="2" w:author="Ann"><w:r><w:delText>{NAME}</w:delText></w:r></w:del>{text("Rook", "<w:vanish/>")}'
)
_CONTROL = (
    f'<w:sdt><w:sdtPr><w:alias w:val="{NAME}"/><w:tag w:val="a"/><w:dataBinding w:xpath="/a" w:storeItemID="x"/>'
    f"</w:sdtPr><w:sdtContent>{_SAID}</w:sdtContent></w:sdt>"
)
_TABLE = (
    "<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:tcPr><w:gridSpan w:val='2'/>"
    f"<w:vMerge/></w:tcPr>{_SAID}</w:tc></w:tr></w:tbl>"
)
_MARKS = (
    '<w:p><w:pPr><w:pStyle w:val="Halden"/><w:numPr><w:numId w:val="1"/></w:numPr><w:rPr><w:ins w:id="9"/></w:rPr>'
    '<w:sectPr><w:headerReference r:id="rId2" w:type="default"/></w:sectPr></w:pPr><w:bookmarkStart w:id="3" '
    f'w:name="Halden"/>{text("a")}<w:bookmarkEnd w:id="3"/><w:hyperlink r:id="rId8" w:tooltip="{NAME}">{text("b")}'
    '</w:hyperlink><w:commentRangeStart w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>'
    '<w:r><w:footnoteReference w:id="1"/></w:r></w:p>'
)


def _book() -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = "Halden"
    sheet["A1"], sheet["A2"], sheet["B1"] = "Halden & Rook", 44_000, '=SUM(A2:A3)&"Halden & Rook"'
    sheet["C1"] = "=Halden!A1"
    sheet["A1"].comment = Comment("for Halden & Rook", "Ann")
    sheet["A2"].number_format = "dd/mm/yyyy"
    return saved(book)


def _rich() -> bytes:
    others = {
        "word/comments.xml": xml(
            "w:comments", f'<w:comment w:id="0" w:author="Ann {NAME}" w:initials="A">{_SAID}</w:comment>'
        ),
        "word/header1.xml": xml("w:hdr", _SAID),
        "word/footnotes.xml": xml("w:footnotes", f'<w:footnote w:id="1">{_SAID}</w:footnote>'),
        "word/styles.xml": xml(
            "w:styles",
            '<w:style w:styleId="Halden" w:customStyle="1" w:type="paragraph"><w:name w:val="Halden"/>'
            '<w:basedOn w:val="Other"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Other" '
            'w:type="paragraph"><w:basedOn w:val="Halden"/></w:style>',
        ),
        "word/numbering.xml": xml(
            "w:numbering",
            f'<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="{NAME} %1"/></w:lvl>'
            '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
        ),
        "word/settings.xml": xml("w:settings", f'<w:docVars><w:docVar w:name="a" w:val="{NAME}"/></w:docVars>'),
        "docProps/core.xml": (
            '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{NAME}</dc:title></cp:coreProperties>'
        ).encode(),
        "customXml/item1.xml": f"<a xmlns='urn:halden'><b c='{NAME}'>{NAME}</b></a>".encode(),
        "word/_rels/document.xml.rels": relationships(
            ("comments", "comments.xml"),
            ("header", "header1.xml"),
            ("footnotes", "footnotes.xml"),
            ("styles", "styles.xml"),
            ("numbering", "numbering.xml"),
            ("settings", "settings.xml"),
            ("customXml", "../customXml/item1.xml"),
            external=(("hyperlink", "https://halden-rook.example/a"),),
        ),
    }
    kinds = ("comments", "header1", "footnotes", "styles", "numbering", "settings")
    types = {f"word/{kind}.xml": f"{WORD}.{kind.rstrip('1')}+xml" for kind in kinds}
    inside = _SAID + paragraph(_FIELD) + paragraph(_BOX) + paragraph(_CHANGES) + _CONTROL + _TABLE + _MARKS
    return zipped(docx_parts(body(inside), others, types))


def _around(name: str, content: bytes) -> bytes:
    others = {
        f"word/embeddings/{name}": content,
        "word/_rels/document.xml.rels": relationships(("package", f"embeddings/{name}")),
    }
    return zipped(docx_parts(body(_SAID), others))


@cache
def honest() -> dict[str, bytes]:
    """The documents by name, the smallest first."""
    small = zipped(docx_parts(body(_SAID)))
    sample = Path(__file__).parents[2] / "models" / "sample" / "steering-committee-report.docx"
    return {
        "small": small,
        "rich": _rich(),
        "with a sheet": _around("a.xlsx", _book()),
        "with a document": _around("a.docx", _rich()),
        "sample": sample.read_bytes(),
    }
