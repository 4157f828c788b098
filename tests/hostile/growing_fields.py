"""Documents with one long text where a field, a property or a picture says something; `many` is its length.

In each stands what an expression could be tried on from every character anew, or be tried in all its cuts.
"""

import struct
from collections.abc import Callable

from tests.hostile.described import picture
from tests.hostile.growing import SAID, Growing, document
from tests.ooxml.building import paragraph, relationships, text

_BEGIN = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
_END = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
_SCAN = b"\xff\xda" + struct.pack(">H", 8) + b"\1\1\0\0\x3f\0"
_SOURCES = (
    '<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source><b:Person>'
    "<b:Last>Takohwitz</b:Last><b:Other>{}</b:Other><b:First>Wum</b:First></b:Person></b:Source></b:Sources>"
)


def _code(piece: str, start: str = "", end: str = "") -> Growing:
    """The code of a field: a piece over and over, between a start and an end."""

    def make(many: int) -> bytes:
        said = f'<w:instrText xml:space="preserve">{start}{piece * (many // len(piece))}{end}</w:instrText>'
        return document(SAID + paragraph(f"{_BEGIN}<w:r>{said}</w:r>{_END}"))

    return Growing("", make, 64_000)


def _author(piece: str, start: str = "Ann", end: str = "Rook") -> Growing:
    """The author of a change."""

    def make(many: int) -> bytes:
        name = start + piece * (many // len(piece)) + end
        return document(SAID + paragraph(f'<w:ins w:id="1" w:author="{name}">{text("new")}</w:ins>'))

    return Growing("", make, 64_000)


def _bookmark(piece: str) -> Growing:
    def make(many: int) -> bytes:
        name = piece * (many // len(piece))
        return document(SAID + paragraph(f'<w:bookmarkStart w:id="1" w:name="{name}"/><w:bookmarkEnd w:id="1"/>'))

    return Growing("", make, 64_000)


def _source(piece: str) -> Growing:
    """A person of a bibliography, with something else between the names."""

    def make(many: int) -> bytes:
        content = _SOURCES.format(piece * (many // len(piece))).encode()
        arrows = relationships(("customXml", "../customXml/item1.xml"))
        return document(SAID, {"customXml/item1.xml": content, "word/_rels/document.xml.rels": arrows})

    return Growing("", make, 64_000)


def _words(piece: str, end: str) -> Growing:
    """A text beside a person who has been found, with the person's name at its end."""

    def make(many: int) -> bytes:
        change = f'<w:ins w:id="1" w:author="Ann Takohwitz">{text("new")}</w:ins>'
        return document(SAID + paragraph(change, text(piece * (many // len(piece)) + end)))

    return Growing("", make, 64_000)


def _picture(name: str, make: Callable[[int], bytes]) -> Growing:
    return Growing("", lambda many: picture(name, lambda: make(many)).make(), 64_000)


def _svg(width: str) -> Callable[[int], bytes]:
    return lambda many: f'<svg xmlns="http://www.w3.org/2000/svg" width="{width.format(" " * many)}"/>'.encode()


GROWING: dict[str, Growing] = {
    "spaces": _code(" "),
    "tabs before a word": _code("\t", end="x"),
    "spaces in an equation": _code(" ", "EQ x", "y"),
    "spaces behind codes of letters": _code(" ", "QUOTE 72", "y"),
    "names of cards": _code(" FN", "VCARD"),
    "surnames of cards": _code(";N", "VCARD"),
    "surnames of cards without a given name": _code(" N:", "VCARD"),
    "companies of cards": _code(" ORG", "VCARD"),
    "family names": _code('"family"'),
    "spaces in a source": _code(" ", '"family":"Takohwitz"', ',"given":"Wum"'),
    "authors without an end": _code("&lt;author>"),
    "an author of spaces": _author(" "),
    "an author of one word": _author("a"),
    "an author of signs for addresses": _author("@"),
    "a bookmark of capitals": _bookmark("Z"),
    "a bookmark of words": _bookmark("Za"),
    "a person with spaces": _source(" "),
    "a person of many degrees": _source(" phd"),
    "a person of many commas": _source(","),
    "one word before a comma": _words("Za", ", Ann Takohwitz"),
    "names and underscores": _words("Takohwitz_", ""),
    "spaces in the width of a drawing": _picture("a.svg", _svg("1{}x")),
    "bytes between the marks of a JPEG": _picture(
        "a.jpg", lambda many: b"\xff\xd8" + _SCAN + b"\xff" * many + b"\0\xff\xd9"
    ),
}
"""Every such document by its name."""
