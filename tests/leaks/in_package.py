"""Leaks in the package: properties, programs, pictures, files in the file, names, the zip itself."""

import base64
import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from xml.sax.saxutils import escape

from tests.leaks.leak import Leak, Outcome, Part, Zip, docx, filled
from tests.ooxml.building import WORD, paragraph, text

_META = "http://schemas.openxmlformats.org/package/2006/relationships/metadata"
_TYPES = "application/vnd.openxmlformats-officedocument"
_PACKAGE = "application/vnd.openxmlformats-package"
_MS = "http://schemas.microsoft.com/office"


def beside(
    name: str, kind: str, *parts: Part, outcome: Outcome = Outcome.GONE, inside: str = "", mail: bool = False
) -> Leak:
    return Leak(name, kind, lambda secret: docx(inside, *parts, secret=secret), outcome, mail)


def core(name: str, inside: str, declared: str = f"{_PACKAGE}.core-properties+xml") -> Leak:
    content = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
        f' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">{inside}</cp:coreProperties>'
    )
    return beside(
        name, "core properties", Part("docProps/core.xml", content, f"{_META}/core-properties", declared, "")
    )


def extended(name: str, inside: str) -> Leak:
    content = f'<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">{inside}</Properties>'
    where = Part("docProps/app.xml", content, "extended-properties", f"{_TYPES}.extended-properties+xml", "")
    return beside(name, "extended properties", where)


_CUSTOM = (
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties">'
    '<property name="{}"><vt:lpwstr xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">{}'
    "</vt:lpwstr></property></Properties>"
)
_CUSTOM_TYPE = f"{_TYPES}.custom-properties+xml"

PROPERTIES = [
    *(core(f"{tag}", f"<{tag}>$whole</{tag}>") for tag in ("dc:title", "dc:subject", "dc:creator", "dc:description")),
    *(core(f"{tag}", f"<{tag}>$whole</{tag}>") for tag in ("cp:keywords", "cp:lastModifiedBy", "cp:category", "cp:contentStatus")),
    core("language that is none", "<dc:language>$whole</dc:language>"),
    core("properties of another type", "<dc:title>$whole</dc:title>", "application/xml"),
    *(extended(f"{tag}", f"<{tag}>$whole</{tag}>") for tag in ("Company", "Manager", "Template", "HyperlinkBase", "TitlesOfParts")),
    beside("custom property", "custom properties",
           Part("docProps/custom.xml", _CUSTOM.format("a", "$whole"), "custom-properties", _CUSTOM_TYPE, "")),
    beside("name of a custom property", "custom properties",
           Part("docProps/custom.xml", _CUSTOM.format("$whole", "1"), "custom-properties", _CUSTOM_TYPE, "")),
    beside("custom properties of a strict file", "custom properties",
           Part("docProps/custom.xml", _CUSTOM.format("a", "$whole"), "customProperties", _CUSTOM_TYPE, "")),
    beside("extended properties of a strict file", "extended properties",
           Part("docProps/app.xml", "<Properties><Company>$whole</Company></Properties>", "extendedProperties", "application/xml", "")),
    beside("custom properties that nothing leads to", "other text",
           Part("docProps/custom.xml", _CUSTOM.format("a", "$whole"), "", _CUSTOM_TYPE, ""), mail=True),
    beside("thumbnail", "thumbnail", Part("docProps/thumbnail.emf", b"\1\0\0\0Zephyrine Quiffin", f"{_META}/thumbnail", "image/x-emf", "")),
    beside("sensitivity label", "sensitivity label",
           Part("docMetadata/LabelInfo.xml", '<labels><label siteId="$whole"/></labels>', f"{_MS}/2020/02/relationships/classificationlabels", "", "")),
    beside("signature", "digital signature",
           Part("_xmlsignatures/origin.sigs", b"", "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin",
                f"{_PACKAGE}.digital-signature-origin", ""),
           Part("_xmlsignatures/sig1.xml", "<Signature><KeyName>$whole</KeyName></Signature>", "signature", "", "_xmlsignatures/origin.sigs")),
]  # fmt: skip


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    """A picture of one grey pixel with these chunks before its pixels."""
    pixels = (b"IDAT", zlib.compress(b"\0\x80"))
    every = [(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), *chunks, pixels, (b"IEND", b"")]
    written = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in every
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


def jpeg(comment: bytes) -> bytes:
    """A picture with a comment and nothing else to see."""
    said = b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment
    quant = b"\xff\xdb\x00\x43\x00" + b"\1" * 64
    frame = b"\xff\xc0\x00\x0b\x08\x00\x01\x00\x01\x01\x01\x11\x00"
    codes = b"\xff\xc4\x00\x14\x00\x01" + b"\0" * 15 + b"\0" + b"\xff\xc4\x00\x14\x10\x01" + b"\0" * 15 + b"\0"
    return b"\xff\xd8" + said + quant + frame + codes + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x3f\xff\xd9"


def picture(
    name: str, path: str, content: bytes | str, kind: str = "picture metadata", outcome: Outcome = Outcome.GONE
) -> Leak:
    """What a picture says is gone; that its pixels are not examined is told in any case."""
    return beside(name, kind, Part(path, content, "image"), outcome=outcome)


_NAME = b"Zephyrine Quiffin"

_SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'

PICTURES = [
    picture("text of a PNG", "word/media/image1.png", png((b"tEXt", b"Author\0" + _NAME))),
    picture("packed text of a PNG", "word/media/image1.png", png((b"zTXt", b"Author\0\0" + zlib.compress(_NAME)))),
    picture("international text of a PNG", "word/media/image1.png", png((b"iTXt", b"Author\0\0\0\0\0" + _NAME))),
    picture("EXIF of a PNG", "word/media/image1.png", png((b"eXIf", b"MM\0*\0\0\0\x08" + _NAME))),
    picture("bytes behind a PNG", "word/media/image1.png", png() + _NAME),
    picture("comment of a JPEG", "word/media/image1.jpg", jpeg(_NAME)),
    picture("comment of a GIF", "word/media/image1.gif",
            b"GIF89a\1\0\1\0\0\0\0!\xfe" + bytes([len(_NAME)]) + _NAME + b"\0,\0\0\0\0\1\0\1\0\0\2\2L\1\0;"),
    picture("title of an SVG", "word/media/image1.svg",
            b'<svg xmlns="http://www.w3.org/2000/svg"><title>Zephyrine Quiffin</title></svg>', "picture metadata"),
    picture("letters of an SVG", "word/media/image1.svg", _SVG.format("<text>Zephyrine Quiffin</text>"), "letters in a picture"),
    picture("letters of an SVG in pieces", "word/media/image1.svg",
            _SVG.format("<text><tspan>Zephyr</tspan><tspan>ine Quiffin</tspan></text>"), "letters in a picture"),
    picture("an attribute of an SVG", "word/media/image1.svg", _SVG.format('<g id="Zephyrine Quiffin"/>'), "letters in a picture"),
    picture("pixels", "word/media/image1.png", png(), "picture", Outcome.TOLD),
    picture("a picture that is none", "word/media/image1.png", b"\x89PNG\r\n\x1a\n" + _NAME, "picture", Outcome.TOLD),
]  # fmt: skip


def embedded(
    name: str, inside: bytes, path: str, kind: str, outcome: Outcome = Outcome.GONE, arrow: str = "package"
) -> Leak:
    return beside(name, kind, Part(path, inside, arrow, f"{_TYPES}.any"), outcome=outcome)


def workbook(cell: str = "a", sheet: str = "a", around: str = "", others: Mapping[str, str] | None = None) -> bytes:
    """The smallest .xlsx: a string in a cell, a name for the sheet, something around its cells, and other parts."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    rels = "http://schemas.openxmlformats.org/package/2006/relationships"
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{types}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{rels}"><Relationship Id="rId1" Type="{r}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{r}"><sheets><sheet name="{sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{rels}"><Relationship Id="rId1" Type="{r}/worksheet"'
        ' Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{cell}</t></is></c>'
        f"</row></sheetData>{around}</worksheet>",
        **(others or {}),
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _zip_of(**parts: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


_S = "Zephyrine Quiffin"


def format_of_cells(code: str) -> bytes:
    """A workbook with a format of numbers."""
    styles = (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1">'
        f'<numFmt numFmtId="170" formatCode="{escape(code, {chr(34): "&quot;"})}"/></numFmts></styleSheet>'
    )
    return workbook(others={"xl/styles.xml": styles})


FORMATS = {
    "as one text": f'"{_S}" 0',
    "letter by letter": "".join(f"\\{letter}" for letter in _S) + " 0",
    "in two texts": '0;-0;"Zephyrine Qu""iffin"',
    "with one letter by itself": '"Zephyrine Qu"\\i"ffin" 0',
    "with a gap": '"Zephyrine Qu"_-"iffin" 0',
    "with a gap for the blank": '"Zephyrine"* "Quiffin" 0',
    "with a blank outside the texts": '"Zephyrine" "Quiffin" 0',
    "with a colour in it": '"Zephyrine Qu"[Red]"iffin" 0',
    "with a digit that may be missing": '"Zephyrine Qu"#"iffin"',
    "as a currency": f"[${_S}-809]\\ 0",
    "as half a currency": '[$Zephyrine-809]" Quiffin" 0',
    "behind a digit": "0" + "".join(f"\\{letter}" for letter in _S),
    "half without quotation marks": 'Zephyrine Qu"iffin" 0',
}
_OLE = bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 504

FILES_IN_FILES = [
    embedded("a Word file", docx(paragraph(text("$whole"))), "word/embeddings/a.docx", "embedded document"),
    embedded("a Word file in a Word file",
             docx("", Part("word/embeddings/b.docx", docx(paragraph(text("$whole"))), "package")), "word/embeddings/a.docx",
             "embedded document"),
    embedded("a property of a Word file", docx("", Part("docProps/core.xml",
             '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
             ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>$whole</dc:creator></cp:coreProperties>',
             f"{_META}/core-properties", f"{_PACKAGE}.core-properties+xml", "")), "word/embeddings/a.docx", "core properties"),
    embedded("alt text in a Word file", docx(paragraph('<w:r><w:drawing><wp:docPr id="1" descr="$whole"/></w:drawing></w:r>')),
             "word/embeddings/a.docx", "alt text"),
    *(
        embedded(f"a format of cells {how}", format_of_cells(code), "word/embeddings/a.xlsx", "number format")
        for how, code in FORMATS.items()
    ),
    embedded("a workbook", workbook(_S), "word/embeddings/a.xlsx", "embedded workbook"),
    embedded("name of a sheet", workbook(sheet=_S), "word/embeddings/a.xlsx", "name of a sheet"),
    embedded("header of a sheet", workbook(around=f"<headerFooter><oddHeader>&amp;L{_S}</oddHeader></headerFooter>"),
             "word/embeddings/a.xlsx", "embedded workbook"),
    embedded("message of a cell", workbook(around=f'<dataValidations><dataValidation sqref="A1" prompt="{_S}"/></dataValidations>'),
             "word/embeddings/a.xlsx", "embedded workbook"),
    embedded("text in a formula", workbook(around=f'<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>A1="{_S}"'
             "</formula></cfRule></conditionalFormatting>"), "word/embeddings/a.xlsx", "embedded workbook"),
    embedded("an attribute nobody knows in a sheet", workbook(around=f'<sheetPr whim="{_S}"/>'), "word/embeddings/a.xlsx", "other attribute"),
    embedded("an imported Word file", docx(paragraph(text("$whole"))), "word/afchunk1.docx", "embedded document", arrow="aFChunk"),
    embedded("imported text", _S.encode(), "word/afchunk1.txt", "imported file", Outcome.TOLD, "aFChunk"),
    embedded("imported HTML", f"<html><body>{_S}</body></html>".encode(), "word/afchunk1.html", "imported file", Outcome.TOLD, "aFChunk"),
    embedded("imported RTF", rb"{\rtf1 Zephyrine Quiffin}", "word/afchunk1.rtf", "imported file", Outcome.TOLD, "aFChunk"),
    embedded("imported mail", f"MIME-Version: 1.0\n\n{_S}".encode(), "word/afchunk1.mht", "imported file", Outcome.TOLD, "aFChunk"),
    embedded("OLE object", _OLE + _S.encode("utf-16-le"), "word/embeddings/oleObject1.bin", "OLE object", Outcome.TOLD, "oleObject"),
    embedded("another zip", _zip_of(a=_S), "word/embeddings/a.zip", "embedded document", Outcome.TOLD),
    embedded("a presentation", _zip_of(a=_S), "word/embeddings/a.pptx", "embedded document", Outcome.TOLD),
    embedded("a PDF", b"%PDF-1.4\n(" + _NAME + b")", "word/embeddings/a.pdf", "embedded document", Outcome.TOLD),
    embedded("a damaged Word file", docx(paragraph(text("$whole")))[:-40], "word/embeddings/a.docx", "embedded document", Outcome.TOLD),
    embedded("a font", b"\0\1\0\0" + _NAME, "word/fonts/font1.odttf", "embedded font", Outcome.TOLD, "font"),
    embedded("a recording", b"RIFF" + _NAME, "word/media/a.wav", "recording", Outcome.TOLD, "audio"),
    embedded("an unknown binary part", b"\0\1" + _NAME, "word/whim.bin", "unknown part", Outcome.TOLD, "whim"),
    embedded("an unknown text", _NAME, "word/whim.dat", "unknown part", Outcome.TOLD, "whim"),
    embedded("XML that is none", b"<a>" + _NAME, "word/whim.xml", "XML that cannot be read", Outcome.TOLD, "whim"),
    embedded("an ActiveX control", b"\0\1" + _NAME, "word/activeX/activeX1.bin", "ActiveX control", Outcome.TOLD, "activeXControlBinary"),
    embedded("macros", _OLE + _NAME, "word/vbaProject.bin", "macro", arrow=f"{_MS}/2006/relationships/vbaProject"),
    embedded("names of macros", b'<a b="Zephyrine Quiffin"/>', "word/vbaData.xml", "macro",
             arrow=f"{_MS}/2006/relationships/wordVbaData"),
    embedded("toolbars", b"\0\1" + _NAME, "word/attachedToolbars.bin", "macro", arrow=f"{_MS}/2006/relationships/attachedToolbars"),
    embedded("printer settings", _S.encode("utf-16-le"), "word/printerSettings/printerSettings1.bin", "printer settings",
             arrow="printerSettings"),
]  # fmt: skip


def flat(secret: str) -> bytes:
    """A whole package packed into one part, as flat files do."""
    packed = base64.b64encode(filled("for $whole", secret).encode()).decode()
    content = (
        f'<pkg:package xmlns:pkg="{_MS}/2006/xmlPackage"><pkg:binaryData>{packed}</pkg:binaryData></pkg:package>'
    )
    return docx("", Part("word/flat.xml", content, "whim"), secret=secret)


def wrong_type(secret: str) -> bytes:
    """XML that says it is a picture."""
    return docx(
        "",
        Part("word/whim.bin", '<?xml version="1.0"?><a b="$whole"/>', "whim", "application/octet-stream"),
        secret=secret,
    )


def utf16(secret: str) -> bytes:
    """A header in UTF-16."""
    content = (
        '<?xml version="1.0" encoding="UTF-16"?><w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        "<w:p><w:r><w:t>$head</w:t></w:r><w:r><w:t>$tail</w:t></w:r></w:p></w:hdr>"
    )
    return docx(
        "", Part("word/header1.xml", content, "header", f"{WORD}.header+xml", encoding="utf-16"), secret=secret
    )


def with_doctype(secret: str) -> bytes:
    """An entity that holds the secret."""
    content = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY s "$whole">]><a>&s;</a>'
    return docx("", Part("customXml/item1.xml", content, "customXml"), secret=secret)


def twice(secret: str) -> bytes:
    """Two parts of one name, of which readers take one each."""
    stream = io.BytesIO(docx("", secret=secret))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("Word/Document.xml", filled("<a>$whole</a>", secret))
    return stream.getvalue()


def outwards(secret: str) -> bytes:
    """A name that leads out of the package."""
    return docx("", Part("../$whole.xml", "<a/>"), secret=secret)


def with_named_arrow(secret: str) -> bytes:
    """A picture whose relationship has a speaking id."""
    inside = paragraph('<w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r>')
    whole = docx(inside, Part("word/media/image1.png", _PICTURE, "image"), secret=secret)
    return rezipped(
        whole,
        lambda name, content: (
            content if name == "_rels/.rels" else content.replace(b'"rId1"', filled('"$word"', secret).encode())
        ),
    )


def renamed_with_arrows(secret: str) -> bytes:
    """A chart with a speaking name, from which an arrow leads on."""
    chart = Part("word/charts/chart1.xml", "<a/>", "chart", f"{_TYPES}.drawingml.chart+xml")
    whole = docx(
        "", chart, Part("word/media/image1.png", _PICTURE, "image", source="word/charts/chart1.xml"), secret=secret
    )
    word = filled("$under", secret)
    return rezipped(
        whole,
        lambda _, content: content.replace(b"chart1.xml", f"{word}.xml".encode()),
        lambda name: name.replace("chart1.xml", f"{word}.xml"),
    )


def rezipped(
    content: bytes, change: Callable[[str, bytes], bytes], rename: Callable[[str], str] = lambda name: name
) -> bytes:
    """The same package with other parts."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as before,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as after,
    ):
        for name in before.namelist():
            after.writestr(rename(name), change(name, before.read(name)))
    return stream.getvalue()


_PICTURE = png()

PACKAGE = [
    beside("name of a part", "name of a part", Part("word/media/$under.png", _PICTURE, "image")),
    beside("name of a folder", "name of a part", Part("word/$under/a.xml", "<a/>", "whim")),
    beside("name of a part that nothing leads to", "name of a part", Part("$under.xml", "<a/>")),
    beside("name of a part of a declared type", "name of a part",
           Part("word/charts/$under.xml", "<a/>", "chart", f"{_TYPES}.drawingml.chart+xml")),
    beside("type of an arrow", "relationship", Part("word/whim.xml", "<a/>", "urn:$under:whim")),
    Leak("id of an arrow", "relationship", with_named_arrow),
    Leak("a part with arrows of its own", "name of a part", renamed_with_arrows),
    beside("comment of a part", "XML comment", Part("word/whim.xml", "<a><!-- $whole --></a>", "whim")),
    beside("instruction for a program", "XML comment", Part("word/whim.xml", "<a><?whim $whole?></a>", "whim")),
    beside("comment before a part", "XML comment", Part("word/whim.xml", "<!-- $whole --><a/>", "whim")),
    beside("comment behind a part", "XML comment", Part("word/whim.xml", "<a/><!-- $whole -->", "whim")),
    Leak("comment in the body", "XML comment", lambda secret: docx("<!-- $whole -->", secret=secret)),
    Leak("comment of the zip", "zip comment", lambda secret: docx("", secret=secret, zipped=Zip(comment="$whole"))),
    Leak("comment of a zip entry", "zip comment", lambda secret: docx("", secret=secret, zipped=Zip(entry_comment="$whole"))),
    Leak("extra field of the zip", "zip comment", lambda secret: docx("", secret=secret, zipped=Zip(extra="$whole"))),
    Leak("bytes before the zip", "zip comment", lambda secret: docx("", secret=secret, zipped=Zip(before="$whole"))),
    Leak("file name", "file name", lambda secret: docx("", secret=secret), file_name="Plan for Zephyrine Quiffin.docx"),
    Leak("file name with underlines", "file name", lambda secret: docx("", secret=secret), file_name="zephyrine_quiffin_plan.docx"),
    Leak("folder", "file name", lambda secret: docx("", secret=secret), file_name="Zephyrine Quiffin/plan.docx"),
    Leak("a package in one part", "other text", flat),
    Leak("XML of the wrong type", "other vocabulary", wrong_type),
    Leak("header in UTF-16", "header", utf16),
    Leak("an entity", "document type", with_doctype, Outcome.REFUSED),
    Leak("a part twice", "part twice", twice, Outcome.REFUSED),
    Leak("a name that leads outwards", "part twice", outwards, Outcome.REFUSED),
    Leak("a password", "locked file", lambda _: _OLE + "EncryptedPackage".encode("utf-16-le"), Outcome.REFUSED),
]  # fmt: skip

LEAKS = [*PROPERTIES, *PICTURES, *FILES_IN_FILES, *PACKAGE]
