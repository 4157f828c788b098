"""Files that are large, deep, broken or no Word documents at all, each built in code."""

import io
import struct
import zipfile
from collections.abc import Callable

from tests.ooxml.building import WORD, body, docx_parts, paragraph, relationships, text, xml, zipped

NAME = "Halden &amp; Rook"
_SAID = paragraph(text(f"for {NAME} now"))
_TYPES = "[Content_Types].xml"
_COMPOUND_FILE = bytes.fromhex("d0cf11e0a1b11ae1")


def _document(inside: str, others: dict[str, bytes] | None = None, types: dict[str, str] | None = None) -> bytes:
    return zipped(docx_parts(body(inside), others, types))


def _with(**changes: bytes | None) -> bytes:
    """A good document with other content in some parts, or without them."""
    names = {"types": _TYPES, "arrows": "_rels/.rels", "main": "word/document.xml"}
    parts = docx_parts(body(_SAID))
    for name, content in changes.items():
        if content is None:
            del parts[names[name]]
        else:
            parts[names[name]] = content
    return zipped(parts)


def _named(*names: str) -> bytes:
    return zipped([*docx_parts(body(_SAID)).items(), *((name, b"<x/>") for name in names)])


def _deep(start: str, end: str, many: int) -> str:
    return start * many + _SAID + end * many


def _comments() -> bytes:
    comments = "".join(
        f'<w:comment w:id="{i}" w:author="Ann {NAME}" w:initials="AH">{_SAID}</w:comment>' for i in range(2_000)
    )
    inside = "".join(f'<w:commentRangeStart w:id="{i}"/>{text("x ")}' for i in range(2_000))
    return _document(
        paragraph(inside),
        {
            "word/comments.xml": xml("w:comments", comments),
            "word/_rels/document.xml.rels": relationships(("comments", "comments.xml")),
        },
        {"word/comments.xml": f"{WORD}.comments+xml"},
    )


def _arrows() -> bytes:
    targets = tuple(("hyperlink", f"https://halden-rook.example/{i}") for i in range(3_000))
    links = "".join(f'<w:hyperlink r:id="rId{i}">{text("here ")}</w:hyperlink>' for i in range(1, 3_001))
    return _document(
        paragraph(links) + _SAID,
        {"word/_rels/document.xml.rels": relationships(external=targets)},
    )


def _fetched() -> bytes:
    """What Word would fetch when it opens the document."""
    outside = (
        ("attachedTemplate", "file://server/Halden%20&amp;%20Rook/a.dotm"),
        ("image", "https://halden.example/logo.png"),
        ("subDocument", "//server/share/b.docx"),
        ("frame", "http://127.0.0.1:9/"),
    )
    return _document(_SAID, {"word/_rels/document.xml.rels": relationships(external=outside)})


def _in_one_another(many: int) -> bytes:
    """A document in a document in a document."""
    content = _document(_SAID)
    for _ in range(many):
        others = {
            "word/embeddings/a.docx": content,
            "word/_rels/document.xml.rels": relationships(("package", "embeddings/a.docx")),
        }
        content = _document(_SAID, others)
    return content


def _circle() -> bytes:
    """Headers that point at one another and at the body."""
    arrows = relationships(
        ("header", "header1.xml"), ("package", "document.xml"), ("glossaryDocument", "document.xml")
    )
    return _document(
        _SAID,
        {
            "word/header1.xml": xml("w:hdr", _SAID),
            "word/_rels/document.xml.rels": arrows,
            "word/_rels/header1.xml.rels": arrows,
        },
        {"word/header1.xml": f"{WORD}.header+xml"},
    )


def _overlapping() -> bytes:
    """A bomb whose entries share one stretch of compressed bytes."""
    content = bytearray(zipped([*docx_parts(body(_SAID)).items(), ("a.bin", b"\0" * 30_000_000)]))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        start, many = archive.start_dir, len(archive.infolist())
    end = content.rindex(b"PK\x05\x06")
    last = content.rindex(b"PK\x01\x02", 0, end)
    entry = bytes(content[last:end])
    more = b"".join(entry.replace(b"a.bin", f"{i:05}".encode()) for i in range(2_000))
    directory = bytes(content[start:end]) + more
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, many + 2_000, many + 2_000, len(directory), start, 0)
    return bytes(content[:start]) + directory + tail


def _odd_names() -> bytes:
    """A part whose name is neither ASCII nor UTF-8, as old zip programs write it."""
    content = zipped([*docx_parts(body(_SAID)).items(), ("word/media/XXXX.bin", b"x")])
    return content.replace(b"XXXX", b"\x82\x84\x94\x81")


def _many(one: str, times: int) -> Callable[[], bytes]:
    return lambda: _document(paragraph(one * times) + _SAID)


def _paragraphs(number: int) -> Callable[[], bytes]:
    return lambda: _document(paragraph(text("now")) * (number - 1) + _SAID)


_FIELD = '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>IF </w:instrText></w:r>'
_FIELD_END = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'

READABLE: dict[str, Callable[[], bytes]] = {
    "4,000 paragraphs": _paragraphs(4_000),
    "20,000 paragraphs": _paragraphs(20_000),
    "100,000 paragraphs": _paragraphs(100_000),
    "10,000 runs in one paragraph": _many(text("Hal") + text("den &amp; Ro") + text("ok "), 3_334),
    "2,000 comments": _comments,
    "5,000 tracked changes": _many(f"<w:ins>{text('Halden ')}</w:ins><w:del>{text('&amp; Rook ')}</w:del>", 2_500),
    "a million characters in one paragraph": lambda: _document(paragraph(text(f"{NAME} and others " * 30_000))),
    "100,000 tabs": _many("<w:r>" + "<w:tab/>" * 1_000 + "</w:r>", 100),
    "20,000 bookmarks": lambda: _document(
        paragraph("".join(f'<w:bookmarkStart w:id="{i}" w:name="_Halden{i}"/>' for i in range(20_000))) + _SAID
    ),
    "fields in fields": lambda: _document(paragraph(_FIELD * 2_000 + text(NAME) + _FIELD_END * 2_000)),
    "3,000 links": _arrows,
    "targets outside": _fetched,
    "tables in tables": lambda: _document(_deep("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>", 100)),
    "documents in documents": lambda: _in_one_another(12),
    "parts in a circle": _circle,
    "an arrow to a part that is not there": lambda: _document(
        _SAID, {"word/_rels/document.xml.rels": relationships(("header", "header9.xml"), ("image", "media/1.png"))}
    ),
    "a wrong content type": lambda: _with(
        types=docx_parts(b"")[_TYPES].replace(f"{WORD}.document.main+xml".encode(), b"text/plain")
    ),
    "an odd name": _odd_names,
    "UTF-16": lambda: _with(
        main=body(_SAID).decode().replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")
    ),
}
"""What must be redacted, however long it is and whatever else is wrong with it."""
FURTHER = frozenset({"20,000 paragraphs", "100,000 paragraphs"})
"""Files that take longer than all others together; `make thorough` redacts them too."""

UNREADABLE: dict[str, Callable[[], bytes]] = {
    "10,000 elements deep": lambda: _document(_deep("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>", 5_000)),
    "no main part": lambda: _with(main=None),
    "no content types": lambda: _with(types=None),
    "no arrows": lambda: _with(arrows=None),
    "two parts with the same name": lambda: _named("word/a.xml", "word/A.xml"),
    "the main part twice": lambda: _named("word/document.xml"),
    "a name that climbs": lambda: _named("word/../../../etc/a.xml"),
    "an absolute name": lambda: _named("/etc/a.xml"),
    "a name with a drive": lambda: _named("C:/a.xml"),
    "a name with a backslash": lambda: _named("..\\a.xml"),
    "10,001 parts": lambda: _named(*(f"word/a{i}.xml" for i in range(10_001))),
    "a bomb": lambda: zipped([*docx_parts(body(_SAID)).items(), ("a.bin", b"\0" * 200_000_000)]),
    "a bomb of overlapping parts": _overlapping,
    "cut short": lambda: _document(_SAID * 1_000)[:-500],
    "cut in the middle": lambda: _document(_SAID * 1_000)[:600],
    "damaged": lambda: _document(_SAID * 1_000).replace(b"PK\x01\x02", b"PK\x01\x03"),
    "no XML": lambda: _with(main=b"for Halden & Rook"),
    "XML that ends early": lambda: _with(main=body(_SAID)[:-20]),
    "bytes that are no UTF-8": lambda: _with(main=body(_SAID).replace(b"Halden", b"H\xe4\xff")),
    "an old Word file": lambda: _COMPOUND_FILE + bytes(4_000),
    "a password": lambda: _COMPOUND_FILE + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(4_000),
    "an OpenDocument file": lambda: zipped(
        {"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<x>Halden &amp; Rook</x>"},
        zipfile.ZIP_STORED,
    ),
    "a PDF": lambda: b"%PDF-1.7\n1 0 obj (Halden & Rook) endobj\n%%EOF\n",
    "a web page": lambda: b"<!doctype html><p>Halden &amp; Rook</p>",
    "RTF": lambda: b"{\\rtf1 Halden & Rook}",
    "nothing": lambda: b"",
    "zeros": lambda: bytes(100_000),
}
"""What must be refused with one clear line."""
