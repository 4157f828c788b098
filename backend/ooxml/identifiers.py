"""Names that Word uses as keys: bookmarks, style ids and ids of shapes, renamed with all that refers to them.

A placeholder is no valid bookmark name (ECMA-376 part 1, 17.13.6.2 and Word: a letter, then letters, digits and
underscores, at most 40), and two bookmarks of one name would lose one of them. So
such names become "Redacted1" and so on.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from lxml import etree

from backend.document.spans import Span
from backend.ooxml.human_text import Slot, is_built_in
from backend.ooxml.markup import dialects, names, sibling_name
from backend.ooxml.search import Found, Search


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of name: the elements that define one, those that refer to one, and the attribute that holds it."""

    what: str
    defined_by: frozenset[str]
    defined_in: str
    used_by: frozenset[str]
    used_in: str


_BOOKMARK = "bookmark"
_SHAPES = names(*(f"v:{name}" for name in ("shape", "rect", "roundrect", "oval", "line", "group", "polyline")))
_SHAPE_ID = "shape id"
_KINDS = (
    Kind(
        _BOOKMARK,
        names("w:bookmarkStart", "w:moveFromRangeStart", "w:moveToRangeStart"),
        "w:name",
        names("w:hyperlink"),
        "w:anchor",
    ),
    Kind(
        "style id",
        names("w:style"),
        "w:styleId",
        names(
            *("w:pStyle", "w:rStyle", "w:tblStyle", "w:basedOn", "w:next", "w:link", "w:styleLink"),
            *("w:numStyleLink", "w:clickAndTypeStyle", "w:defaultTableStyle"),
        ),
        "w:val",
    ),
    Kind(_SHAPE_ID, _SHAPES, "id", names("o:OLEObject"), "ShapeID"),
    Kind(_SHAPE_ID, _SHAPES, "id", names("w:control"), "w:shapeid"),
)
_STYLE, _STYLE_NAME = names("w:style"), names("w:name")
_WORD = re.compile(r"\w+")

Renamed = Mapping[tuple[str, str], str]
"""For a kind of name and a name in lower case (Word compares them so), the new one."""


def renamed(roots: Iterable[etree._Element], search: Search) -> Renamed:
    """Find new names for all that hold a redacted string; Word's own styles keep theirs."""
    found: dict[tuple[str, str], str] = {}
    for root in roots:
        for kind, slot in _slots(root, defining=True):
            if not is_built_in(slot.element):
                found[kind.what, slot.text.lower()] = slot.text
    keys = list(found)
    hits = search.find_all(list(found.values()))
    taken = {name for _, name in keys}
    fresh = (f"Redacted{i}" for i in count(1) if f"redacted{i}" not in taken)
    return {keys[i]: next(fresh) for i in sorted(hits)}


def rename(root: etree._Element, new_names: Renamed) -> Iterator[str]:
    """Put the new names into one part, for each of them yielding what it was."""
    if not new_names:
        return
    for defining in (True, False):
        for kind, slot in _slots(root, defining=defining):
            new = new_names.get((kind.what, slot.text.lower()))
            if new is not None:
                slot.write(new)
                yield kind.what


def distinct_styles(root: etree._Element) -> None:
    """Number the styles whose names have become equal; Word would keep only one of them."""
    taken: set[str] = set()
    for style in root.iter(*_STYLE):
        for name in style.iterchildren(*_STYLE_NAME):
            slot = Slot(name, sibling_name(name, "val"))
            old = slot.text
            numbers = count(2)
            while slot.text.lower() in taken:
                slot.write(f"{old} {next(numbers)}")
            taken.add(slot.text.lower())


def in_field(text: str, new_names: Renamed) -> Found:
    """The bookmarks that a field instruction refers to (REF, PAGEREF, HYPERLINK), with their new names."""
    if not new_names:
        return []
    words = ((match, new_names.get((_BOOKMARK, match.group().lower()))) for match in _WORD.finditer(text))
    return [(Span(*match.span()), new) for match, new in words if new is not None]


def _slots(root: etree._Element, *, defining: bool) -> Iterator[tuple[Kind, Slot]]:
    for kind in _KINDS:
        elements, attribute = (kind.defined_by, kind.defined_in) if defining else (kind.used_by, kind.used_in)
        for element in root.iter(*elements):
            for spelled in dialects(attribute):
                if element.get(spelled):
                    yield kind, Slot(element, spelled)
