"""Hostile files made from short descriptions, each with what must come of it."""

import gzip
import io
import struct
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from tests.hostile.growing import NAME, SAID, attributes, document
from tests.hostile.pictures import in_chunk, png_of, sharing_profile, tiff_pages
from tests.ooxml.building import WORD, body, docx_parts, paragraph, relationships, text, xml, zipped

PASSES = "passes"
"""A redacted file comes of it, whatever the verification says."""
TOO_LARGE, UNSAFE, NO_WORD, LOCKED = (
    "document_too_large",
    "document_unsafe",
    "not_a_word_document",
    "document_encrypted",
)
_DECLARED = '<?xml version="1.0" encoding="{}"?>'


@dataclass(frozen=True, slots=True)
class Described:
    """A hostile file: how it is made, the code of the error that it must end with or PASSES, and its name."""

    make: Callable[[], bytes]
    ends: str = PASSES
    name: str = "a.docx"


def in_body(inside: str, ends: str = PASSES) -> Described:
    """XML in the body of a small document."""
    return Described(lambda: document(SAID + inside), ends)


def in_text(make: Callable[[], str], name: str = "a.txt") -> Described:
    """A text file of this text."""
    return Described(lambda: make().encode(), name=name)


def many(one: str, times: int, ends: str = PASSES) -> Described:
    """The same XML over and over, made when it is asked for."""
    return Described(lambda: document(SAID + one * times), ends)


def deep(start: str, end: str, times: int, ends: str = PASSES) -> Described:
    """Elements in one another."""
    return Described(lambda: document(SAID + start * times + paragraph(text(NAME)) + end * times), ends)


def with_parts(changed: dict[str, bytes | None], ends: str = PASSES) -> Described:
    """A small document with other parts, or without some."""

    def make() -> bytes:
        parts = {**docx_parts(body(SAID)), **changed}
        return zipped({name: part for name, part in parts.items() if part is not None})

    return Described(make, ends)


def main(content: bytes, ends: str) -> Described:
    """Other bytes in place of the body."""
    return with_parts({"word/document.xml": content}, ends)


def named(*names: str, ends: str = UNSAFE) -> Described:
    """A small document with parts of these names."""
    return Described(lambda: zipped([*docx_parts(body(SAID)).items(), *((each, b"<x/>") for each in names)]), ends)


def changed(change: Callable[[bytes], bytes], ends: str) -> Described:
    """The bytes of a small document, changed."""
    return Described(lambda: change(zipped(docx_parts(body(SAID * 50)))), ends)


def _laughing(encoding: str, hidden: Callable[[str], str] = str) -> bytes:
    said = ["lol", *(f"&x{i};" * 10 for i in range(9))]
    entities = "".join(f"<!ENTITY x{i} '{each}'>" for i, each in enumerate(said))
    return (_DECLARED.format(encoding) + hidden(f"<!DOCTYPE a [{entities}]><a b='&x9;'>&x9;</a>")).encode()


def _header(content: bytes, signature: bytes, offset: int, number: bytes) -> bytes:
    """Another number in every header of a kind."""
    changed, at = bytearray(content), content.find(signature)
    while at >= 0:
        changed[at + offset : at + offset + len(number)] = number
        at = content.find(signature, at + 4)
    return bytes(changed)


def _overlapping() -> bytes:
    """A bomb whose entries share one stretch of packed bytes."""
    content = zipped([*docx_parts(body(SAID)).items(), ("a.bin", b"\0" * 30_000_000)])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        start, entries = archive.start_dir, len(archive.infolist())
    end = content.rindex(b"PK\x05\x06")
    last = content.rindex(b"PK\x01\x02", 0, end)
    more = b"".join(content[last:end].replace(b"a.bin", f"{i:05}".encode()) for i in range(2_000))
    directory = content[start:end] + more
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, entries + 2_000, entries + 2_000, len(directory), start, 0)
    return content[:start] + directory + tail


def _twice() -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return zipped([*docx_parts(body(SAID)).items(), ("word/document.xml", body(""))])


def _in_one_another(levels: int, bomb: bytes) -> bytes:
    content = zipped([*docx_parts(body(SAID)).items(), ("word/media/a.bin", bomb)])
    for _ in range(levels):
        content = holding("a.docx", content)
    return content


def holding(name: str, content: bytes) -> bytes:
    """A small document with this file in it."""
    others = {
        f"word/embeddings/{name}": content,
        "word/_rels/document.xml.rels": relationships(("package", f"embeddings/{name}")),
    }
    return zipped(docx_parts(body(SAID), others))


def _with(part: str, content: bytes, kind: str) -> Described:
    return Described(
        lambda: document(
            SAID,
            {f"word/{part}": content, "word/_rels/document.xml.rels": relationships((kind, part))},
            {f"word/{part}": f"{WORD}.{kind}+xml"},
        )
    )


def workbook(sheet: str, book: str = "") -> bytes:
    """An Excel file with this in its sheet, and this in its workbook."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    arrows = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    types = "".join(
        f'<Override PartName="/xl/{part}.xml" ContentType="{kind}.{part}+xml"/>'
        for part in ("workbook", "worksheet")
    ).replace("workbook+xml", "sheet.main+xml")
    return zipped(
        {
            "[Content_Types].xml": (
                '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" '
                'ContentType="application/xml"/><Default Extension="rels" ContentType='
                f'"application/vnd.openxmlformats-package.relationships+xml"/>{types}</Types>'
            ).encode(),
            "_rels/.rels": relationships(("officeDocument", "xl/workbook.xml")),
            "xl/_rels/workbook.xml.rels": relationships(("worksheet", "worksheet.xml")),
            "xl/workbook.xml": (
                f'<workbook xmlns="{main}" xmlns:r="{arrows}"><sheets><sheet name="Halden" sheetId="1" r:id="rId1"/>'
                f"</sheets>{book}</workbook>"
            ).encode(),
            "xl/worksheet.xml": f'<worksheet xmlns="{main}"><sheetData>{sheet}</sheetData></worksheet>'.encode(),
        }
    )


def in_sheet(sheet: Callable[[], str], book: Callable[[], str] = str) -> Described:
    """A small document that holds an Excel file with this in it."""
    return Described(lambda: holding("a.xlsx", workbook(sheet(), book())))


def picture(name: str, make: Callable[[], bytes], times: int = 1, ends: str = PASSES) -> Described:
    """A small document that shows a picture, in so many parts."""

    def made() -> bytes:
        content = make()
        others = {f"word/media/{i}{name}": content for i in range(times)}
        others["word/_rels/document.xml.rels"] = relationships(
            *(("image", f"media/{i}{name}") for i in range(times))
        )
        shown = "".join(f'<w:drawing><a:blip r:embed="rId{i + 1}"/></w:drawing>' for i in range(times))
        return document(SAID + paragraph(f"<w:r>{shown}</w:r>"), others)

    return Described(made, ends)


def _circle() -> bytes:
    arrows = relationships(
        ("header", "header1.xml"), ("package", "document.xml"), ("glossaryDocument", "document.xml")
    )
    return document(
        SAID,
        {
            "word/header1.xml": xml("w:hdr", SAID),
            "word/_rels/document.xml.rels": arrows,
            "word/_rels/header1.xml.rels": arrows,
        },
        {"word/header1.xml": f"{WORD}.header+xml"},
    )


def _outside() -> bytes:
    targets = (
        ("attachedTemplate", "file://server/Halden%20&amp;%20Rook/a.dotm"),
        ("image", "https://halden.example/logo.png"),
        ("subDocument", "//server/share/b.docx"),
        ("frame", "http://127.0.0.1:9/"),
    )
    return document(SAID, {"word/_rels/document.xml.rels": relationships(external=targets)})


_FIELD = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r>'
_ENDED = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
_ABOUT = '<w:r><w:commentReference w:id="0"/></w:r>'
_CELL = '<row r="1"><c r="A1" t="inlineStr"><is><t>Halden &amp; Rook</t></is></c></row>'

DESCRIBED: dict[str, Described] = {
    # Attributes, names, depth
    "100,000 attributes": Described(lambda: document(f"<w:p><w:r {attributes(100_000)}/></w:p>"), TOO_LARGE),
    "100,000 namespaces": Described(
        lambda: document(f"<w:p {' '.join(f'xmlns:a{i}={chr(34)}u{i}{chr(34)}' for i in range(100_000))}/>"),
        TOO_LARGE,
    ),
    "128 attributes on a thousand elements": Described(
        lambda: document(SAID + f"<w:p {attributes(128)}/>" * 1_000)
    ),
    "an attribute twice": in_body('<w:p w:a="1" w:a="2"/>', NO_WORD),
    "an attribute twice by two prefixes": in_body(
        '<w:p xmlns:a="urn:a" xmlns:b="urn:a" a:c="1" b:c="2"/>', NO_WORD
    ),
    "a prefix that nobody declares": in_body("<nobody:p/>", NO_WORD),
    "a value of a million letters": Described(lambda: document(SAID + f'<w:p w:a="{"Halden " * 150_000}"/>')),
    "a name of a million letters": Described(lambda: document(SAID + f"<{'a' * 1_000_000}/>"), TOO_LARGE),
    "20,000 names": Described(lambda: document(SAID + "".join(f"<w:a{i}/>" for i in range(20_000))), TOO_LARGE),
    "10,000 prefixes": Described(
        lambda: document(SAID + "".join(f'<a{i}:b xmlns:a{i}="u"/>' for i in range(10_000))), TOO_LARGE
    ),
    "10,000 elements deep": deep("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>", 5_000, TOO_LARGE),
    "100,000 elements deep, never closed": many("<w:p>", 100_000, TOO_LARGE),
    "900 elements deep": deep("<w:ins>", "</w:ins>", 900),
    "two million elements": many("<w:p/>", 2_000_000, TOO_LARGE),
    "60,000 runs in one paragraph": in_body(paragraph("<w:r/>" * 60_000), TOO_LARGE),
    "50,000 runs in one paragraph": in_body(paragraph("<w:r/>" * 50_000)),
    "20,000 comments of XML": many("<!-- Halden -->", 20_000, TOO_LARGE),
    "20,000 instructions": many("<?x Halden?>", 20_000, TOO_LARGE),
    "100,000 character references": Described(
        lambda: document(SAID + paragraph(text("&#72;&#x61;lden " * 30_000)))
    ),
    "a character that XML has not": in_body(paragraph(text("&#0;")), NO_WORD),
    "CDATA": in_body(paragraph("<w:r><w:t><![CDATA[Halden & Rook]]></w:t></w:r>")),
    # Entities, encodings
    "entities": main(_laughing("UTF-8"), UNSAFE),
    "entities in UTF-16": main(_laughing("UTF-16").decode().encode("utf-16"), UNSAFE),
    "entities in UTF-7": main(_laughing("UTF-7", lambda said: said.replace("<!", "+ADwAIQ-")), UNSAFE),
    "an entity from a file": main(b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', UNSAFE),
    "an entity that nobody declares": in_body(paragraph(text("&halden;")), NO_WORD),
    "UTF-16 that says UTF-8": main(body(SAID).decode().encode("utf-16"), PASSES),
    "UTF-8 that says UTF-16": main(body(SAID).replace(b"UTF-8", b"UTF-16"), NO_WORD),
    "UTF-32": main(body(SAID).decode().replace("UTF-8", "UTF-32").encode("utf-32"), UNSAFE),
    "an encoding that nobody knows": main(body(SAID).replace(b"UTF-8", b"nonsense"), UNSAFE),
    "an encoding of EBCDIC": main(body(SAID).decode().replace("UTF-8", "cp037").encode("cp037"), NO_WORD),
    "bytes that are no UTF-8": main(body(SAID).replace(b"Halden", b"H\xe4\xff"), NO_WORD),
    "a mark in front of spaces": main(b"\xef\xbb\xbf" + body(SAID), PASSES),
    "unclosed": main(body(SAID)[:-20], NO_WORD),
    "two roots": main(body(SAID) + b"<a/>", NO_WORD),
    "no XML": main(b"for Halden & Rook", NO_WORD),
    "empty": main(b"", NO_WORD),
    "a million spaces": main(b" " * 1_000_000, NO_WORD),
    # Relationships and content types
    "parts in a circle": Described(_circle),
    "targets outside": Described(_outside),
    "targets that are not there": with_parts(
        {"word/_rels/document.xml.rels": relationships(("header", "header9.xml"), ("image", "../../../etc/passwd"))}
    ),
    "30,000 relationships": with_parts(
        {
            "word/_rels/document.xml.rels": relationships(
                external=tuple(("hyperlink", f"u{i}") for i in range(30_000))
            )
        },
        TOO_LARGE,
    ),
    "one id for all relationships": with_parts(
        {
            "word/_rels/document.xml.rels": relationships(
                external=tuple(("hyperlink", f"u{i}") for i in range(5_000))
            ).replace(b'Id="rId1', b'Id="rId')
        }
    ),
    "the main part is a picture": with_parts(
        {"_rels/.rels": relationships(("officeDocument", "media/a.png")), "media/a.png": b"\x89PNG"}, NO_WORD
    ),
    "the main part is the list of types": with_parts(
        {"_rels/.rels": relationships(("officeDocument", "[Content_Types].xml"))}, NO_WORD
    ),
    "no content types": with_parts({"[Content_Types].xml": None}, NO_WORD),
    "no relationships": with_parts({"_rels/.rels": None}, NO_WORD),
    "300 attributes on the list of types": with_parts(
        {"[Content_Types].xml": f"<Types {attributes(300)}/>".encode()}, TOO_LARGE
    ),
    # The zip
    "a name that climbs": named("word/../../../etc/a.xml"),
    "an absolute name": named("/etc/a.xml"),
    "a name with a drive": named("C:/a.xml"),
    "a backslash": named("word\\a.xml"),
    "two backslashes": named("\\\\server\\share"),
    "names that differ in case": named("word/a.xml", "word/A.xml"),
    "a name with a zero byte": changed(lambda content: content.replace(b"_rels/.rels", b"_rels/.\0els"), UNSAFE),
    "a part twice": Described(_twice, UNSAFE),
    "a name of 60,000 letters": named("a" * 60_000, ends=PASSES),
    "5,000 parts": named(*(f"word/a{i}" for i in range(5_000)), ends=TOO_LARGE),
    "3,000 empty parts": Described(
        lambda: zipped([*docx_parts(body(SAID)).items(), *((f"a{i}", b"") for i in range(3_000))])
    ),
    "folders": named(*(f"a{i}/" for i in range(1_000)), ends=PASSES),
    "a bomb": Described(
        lambda: zipped([*docx_parts(body(SAID)).items(), ("a.bin", bytes(200_000_000))]), TOO_LARGE
    ),
    "a bomb of overlapping parts": Described(_overlapping, NO_WORD),
    "a bomb four files deep": Described(lambda: _in_one_another(3, bytes(60_000_000))),
    "files twelve deep": Described(lambda: _in_one_another(12, b"")),
    "sizes that lie": changed(lambda content: _header(content, b"PK\x01\x02", 24, b"\1\0\0\0"), NO_WORD),
    "checksums that lie": changed(lambda content: _header(content, b"PK\x01\x02", 16, b"\1\2\3\4"), NO_WORD),
    "sizes of zip64": changed(lambda content: _header(content, b"PK\x01\x02", 20, b"\xff" * 8), PASSES),
    "a method that Word has not": changed(lambda content: _header(content, b"PK\x01\x02", 10, b"\x0c\0"), NO_WORD),
    "a password on each part": changed(lambda content: _header(content, b"PK\x01\x02", 8, b"\1\0"), LOCKED),
    "an offset that leads nowhere": changed(
        lambda content: _header(content, b"PK\x01\x02", 42, b"\xff\xff\xff\x7f"), NO_WORD
    ),
    "more entries than there are": changed(
        lambda content: _header(content, b"PK\x05\x06", 8, b"\xff\xff\xff\xff"), PASSES
    ),
    "junk before it": changed(lambda content: bytes(70_000) + content, PASSES),
    "junk behind it": changed(lambda content: content + bytes(1_000), PASSES),
    "two zips": changed(lambda content: content + content, PASSES),
    "cut short": changed(lambda content: content[:-100], NO_WORD),
    "cut in the middle": changed(lambda content: content[: len(content) // 2], NO_WORD),
    "an old Word file": Described(lambda: bytes.fromhex("d0cf11e0a1b11ae1") + bytes(4_000), NO_WORD),
    "nothing": Described(bytes, NO_WORD),
    "zeros": Described(lambda: bytes(1_000_000), NO_WORD),
    # Office
    "styles in a circle": _with(
        "styles.xml",
        xml(
            "w:styles",
            "".join(
                f'<w:style w:styleId="s{i}" w:type="paragraph"><w:basedOn w:val="s{(i + 1) % 1_000}"/><w:link w:val="s{i}"/></w:style>'
                for i in range(1_000)
            ),
        ),
        "styles",
    ),
    "a style of itself": _with(
        "styles.xml", xml("w:styles", '<w:style w:styleId="s"><w:basedOn w:val="s"/></w:style>'), "styles"
    ),
    "numbering in a circle": _with(
        "numbering.xml",
        xml(
            "w:numbering",
            '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="a"/><w:styleLink w:val="a"/></w:abstractNum><w:num w:numId="0"><w:abstractNumId w:val="0"/></w:num>',
        ),
        "numbering",
    ),
    "comments about themselves": _with(
        "comments.xml",
        xml(
            "w:comments",
            f'<w:comment w:id="0">{paragraph(_ABOUT, text(NAME))}</w:comment>' * 100,
        ),
        "comments",
    ),
    "fields 10,000 deep": Described(
        lambda: document(SAID + paragraph(_FIELD * 10_000 + text(NAME) + _ENDED * 10_000))
    ),
    "10,000 ends of fields": Described(lambda: document(SAID + paragraph(_ENDED * 10_000))),
    "tables 300 deep": deep("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>", 300),
    "text boxes 150 deep": deep(
        "<w:p><w:r><w:pict><v:textbox><w:txbxContent>", "</w:txbxContent></v:textbox></w:pict></w:r></w:p>", 150
    ),
    "controls 400 deep": deep("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>", 400),
    "an import of itself": with_parts({"word/_rels/document.xml.rels": relationships(("aFChunk", "document.xml"))}),
    "an imported page": with_parts(
        {
            "word/a.html": b"<!DOCTYPE html><html>Halden &amp; Rook" + b"<div>" * 100_000,
            "word/_rels/document.xml.rels": relationships(("aFChunk", "a.html")),
        },
        PASSES,
    ),
    "a formula over the whole sheet": in_sheet(
        lambda: (
            _CELL
            + '<row r="2"><c r="A2"><f t="shared" ref="A1:XFD1048576" si="0">SUM(A1:XFD1048576)</f><v>1</v></c></row>'
            * 100
        )
    ),
    "names over the whole sheet": in_sheet(
        lambda: _CELL,
        lambda: (
            "<definedNames>"
            + "".join(f'<definedName name="Halden{i}">Halden!$A$1:$XFD$1048576</definedName>' for i in range(2_000))
            + "</definedNames>"
        ),
    ),
    "a formula of 100,000 parentheses": in_sheet(
        lambda: _CELL + f'<row r="2"><c r="A2"><f>{"(" * 100_000}Halden!A1</f></c></row>'
    ),
    "a formula of 100,000 quotes": in_sheet(
        lambda: _CELL + f"<row r='2'><c r='A2'><f>{chr(34) * 100_001}Halden</f></c></row>"
    ),
    "a formula of 30,000 sheets": in_sheet(
        lambda: _CELL + f"<row r='2'><c r='A2'><f>{'Halden!A1+' * 30_000}1</f></c></row>"
    ),
    "cells at places that no sheet has": in_sheet(
        lambda: (
            _CELL
            + "".join(
                f'<row r="{i * 10**9}"><c r="ZZZZZZ{i}{"9" * 30}"><v>{"9" * 400}</v></c></row>' for i in range(100)
            )
        )
    ),
    "a string that is not there": in_sheet(
        lambda: (
            _CELL
            + '<row r="3"><c r="A3" t="s"><v>99999999999</v></c><c t="s"><v>-1</v></c><c t="s"><v>x</v></c></row>'
        )
    ),
    "a formula of 100,000 apostrophes": in_sheet(
        lambda: _CELL + f'<row r="2"><c r="A2"><f>{"&apos;" * 100_000}Halden!A1</f></c></row>'
    ),
    "a style of 5,000 digits": in_sheet(
        lambda: _CELL + f'<row r="2"><c r="A2" s="{"9" * 5_000}"><v>44000</v></c></row>'
    ),
    "a place of 300,000 letters": in_sheet(
        lambda: _CELL + f'<row r="2"><c r="{"A" * 300_000}1"><v>44000</v></c></row>' * 10
    ),
    # Pictures
    "a drawing that declares itself without an end": picture("a.svg", lambda: b"<!DOCTYPE svg " * 60_000),
    "pages of a picture in a circle": picture("a.tif", lambda: tiff_pages(1, 0, entries=10_000)),
    "a picture whose entries share their values": picture("a.tif", lambda: tiff_pages(0, entries=50_000)),
    "a profile that shares 16 MB": picture("a.png", lambda: png_of(in_chunk(sharing_profile(1_000, 10_000_000)))),
    "a zipped drawing of 100,000 attributes": picture(
        "a.svgz", lambda: gzip.compress(f"<svg {attributes(100_000)}/>".encode())
    ),
    "a zipped drawing of 24 MB": picture("a.svgz", lambda: gzip.compress(b"<svg>" + b"<g/>" * 6_000_000)),
    "300 zipped pictures of 60 MB": picture("a.emz", lambda: gzip.compress(bytes(60_000_000)), 300, TOO_LARGE),
    "a drawing of 100,000 notes": picture(
        "a.svg", lambda: b'<svg xmlns="http://www.w3.org/2000/svg">' + b"<metadata/>a" * 100_000 + b"</svg>"
    ),
    "a drawing without end": picture("a.svg", lambda: b'<svg width="%s" height="5"/>' % (b"9" * 400)),
    "1,000 pictures that say they are large": picture(
        "a.png", lambda: png_of((b"IHDR", struct.pack(">LLBBBBB", 13_000, 13_000, 8, 6, 0, 0, 0))), 1_000
    ),
    # Texts that take the square of their length where each sign is compared with those before it
    "a tag of letters": main(b"<w " + b"b" * 1_000_000 + b"/>", NO_WORD),
    "a tag with a value that never ends": main(b"<w b='" + b"b" * 1_000_000 + b"/>", NO_WORD),
    "references of 5,000 digits": in_body(
        f'<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="a" descr="&amp;#{"1" * 5_000};"/></wp:inline>'
        "</w:drawing></w:r></w:p>"
    ),
    "declarations of namespaces in the text": in_body(paragraph(text("xmlns:" * 60_000))),
    "sizes in the text": in_body(paragraph(text("sz " * 100_000))),
    "a link and a reference of 5,000 digits": in_text(
        lambda: f"for Halden & Rook https://halden.example/{'a1b' * 500} &#{'1' * 5_000};", "a.md"
    ),
    "marks out of order": in_text(lambda: f"for Halden & Rook e{200_000 * chr(0x301)}{200_000 * chr(0x323)}"),
    "letters that nobody sees": in_text(lambda: f"Halden & Rook {330_000 * chr(0x3164)}"),
    # Text files
    "a text of one word": Described(lambda: b"Halden & Rook " + b"a" * 1_000_000, name="a.txt"),
    "a text that is no text": Described(lambda: bytes(range(256)) * 100, "not_utf8", name="a.txt"),
    "a text that ends within a letter": Described(
        lambda: "Hald\u00e9n".encode() + b"\xc3", "not_utf8", name="a.txt"
    ),
}
"""Every hostile file by what it is."""
