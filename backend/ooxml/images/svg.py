"""Clean SVG files: remove titles, descriptions, metadata, scripts and editors' notes; redact drawn text."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.errors import DocumentError
from backend.ooxml.bounds import DEFAULT_LIMITS, count_elements
from backend.ooxml.human_text import TAIL, HumanText, Slot
from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture
from backend.ooxml.markup import parse, refuse_declarations, serialised, unseen_texts, without_drawing_type
from backend.ooxml.opc.parsed_parts import OpenParts

SVG = "http://www.w3.org/2000/svg"
LETTERS = "letters in a picture"

_DRAWN = f"{{{SVG}}}svg"
_DRAWING = ("", SVG, "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace")
"""The vocabularies that draw (SVG 2, 5.12); elements and attributes of all others are editors' notes."""
_GONE = "gone"
"""What is taken out, at the end and together: text that follows each would otherwise be copied again and again."""
_TELLING = frozenset(f"{{{SVG}}}{name}" for name in ("title", "desc", "metadata", "script"))
_NOTES = re.compile(r"data-|aria-|on[a-z]|\{http://www\.w3\.org/1999/xlink\}title$")
_HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
_LETTERS = frozenset(f"{{{SVG}}}{name}" for name in ("text", "tspan", "textPath", "tref", "a"))
_TEXT = f"{{{SVG}}}text"
_DATA = re.compile(r"data:image/[a-z+.-]+;base64,", re.IGNORECASE)


def is_svg(content: bytes) -> bool:
    """Return whether these bytes look like an SVG drawing."""
    return b"<svg" in content[:4096] or b":svg" in content[:4096]


Clean = Callable[[bytes], CleanedPicture]
"""Cleans a picture of any format."""


def cleaned_svg(content: bytes, clean: Clean) -> CleanedPicture:
    """Return the same drawing without metadata; the search for redacted strings handles drawn text.

    `clean` cleans the pictures inside the drawing.
    """
    plain = without_drawing_type(content)
    try:
        refuse_declarations(plain, "a picture")
        # A drawing that was zipped, or stands in another one, was no part that anybody has counted.
        count_elements(plain, "a picture", DEFAULT_LIMITS, DEFAULT_LIMITS.elements)
        root = parse(plain, "a picture")
    except DocumentError:
        raise MalformedPicture("no readable XML, or one that declares entities or holds too much") from None
    unseen = len(unseen_texts(plain)) + (plain != content)
    removed = unseen + sum(_without_notes(element, clean) for element in list(root.iter(etree.Element)))
    if root.tag == _GONE:
        raise MalformedPicture("no drawing")
    etree.strip_elements(root, _GONE, with_tail=False)
    return CleanedPicture(serialised(root), removed) if removed else CleanedPicture(content, 0)


def _without_notes(element: etree._Element, clean: Clean) -> int:
    """Remove an element, or everything in it that is not drawn; return whether anything was removed."""
    if element.tag in _TELLING or etree.QName(element).namespace not in (None, *_DRAWING):
        element.tag = _GONE
        return 1
    notes = [
        name
        for name in element.attrib
        if (etree.QName(name).namespace or "") not in _DRAWING or _NOTES.match(str(name))
    ]
    for name in notes:
        del element.attrib[name]
    return int(bool(notes)) + _embedded_cleaned(element, clean)


def _embedded_cleaned(element: etree._Element, clean: Clean) -> int:
    """Clean a picture that is embedded in a link as base64."""
    removed = 0
    for name in _HREFS:
        match = _DATA.match(element.get(name, ""))
        if match:
            try:
                inner = clean(base64.b64decode(element.get(name, "")[match.end() :]))
            except (binascii.Error, ValueError):
                continue
            if inner.removed:
                element.set(name, match.group() + base64.b64encode(inner.content).decode())
                removed += inner.removed
    return removed


def replace_letters(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Replace redacted strings in drawn text, even if they are split over several elements."""
    for part, root in parts.roots():
        if root.tag == _DRAWN:
            texts = list(svg_texts(root))
            hits = parts.search.find_all([text.text for text in texts])
            for i, found in hits.items():
                texts[i].replace(found)
            if hits:
                parts.changed(part)
            yield CoverageEntry(part, LETTERS, Treatment.REDACTED, len(hits))


def svg_texts(root: etree._Element) -> Iterator[HumanText]:
    """Return each drawn text, and every attribute that may contain text by people."""
    for text in root.iter(_TEXT):
        yield HumanText(LETTERS, tuple(_pieces(text)))
    for element in root.iter(etree.Element):
        if element.tag not in _LETTERS and (element.text or "").strip():
            yield HumanText(LETTERS, (Slot(element),))
        for name in element.attrib:
            if not _DATA.match(element.get(name, "")):
                yield HumanText(LETTERS, (Slot(element, str(name)),))


def _pieces(text: etree._Element) -> Iterator[Slot]:
    """Return the pieces of a text in reading order."""
    for event, element in etree.iterwalk(text, events=("start", "end")):
        if event == "start":
            yield Slot(element)
        elif element is not text:
            yield Slot(element, TAIL)
