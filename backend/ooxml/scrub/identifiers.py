"""Rename bookmarks, fields of forms, style ids and shape ids with redacted strings in them, and all references.

A placeholder is not a valid bookmark name (ECMA-376 part 1, 17.13.6.2 and Word: a letter, then letters, digits and
underscores, at most 40), and Word drops one of two bookmarks with the same name. So such names become "Redacted1"
and so on.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.spans import Span
from backend.ooxml.cut_names import found_in_name, longest_name
from backend.ooxml.distinct_names import DistinctNames, new_names
from backend.ooxml.human_text import FIELD_INSTRUCTION, STYLE_NAME, Slot, human_texts, is_built_in
from backend.ooxml.markup import dialects, names, sibling_name
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.string_search import Found, StringSearch


@dataclass(frozen=True, slots=True)
class IdentifierKind:
    """A kind of identifier: the elements that define it, those that refer to it, and its attribute."""

    what: str
    defined_by: frozenset[str]
    defined_in: str
    used_by: frozenset[str]
    used_in: str
    within: frozenset[str] = frozenset()
    """The parents of the elements that define it, where such an element also stands elsewhere."""


_BOOKMARK = "bookmark"
_SHAPES = names(*(f"v:{name}" for name in ("shape", "rect", "roundrect", "oval", "line", "group", "polyline")))
_SHAPE_ID = "shape id"
_KINDS = (
    IdentifierKind(
        _BOOKMARK,
        names("w:bookmarkStart", "w:moveFromRangeStart", "w:moveToRangeStart"),
        "w:name",
        names("w:hyperlink"),
        "w:anchor",
    ),
    # 17.16.27: a field of a form has the name of the bookmark around it.
    IdentifierKind(_BOOKMARK, names("w:name"), "w:val", names("w:hyperlink"), "w:anchor", names("w:ffData")),
    IdentifierKind(
        "style id",
        names("w:style"),
        "w:styleId",
        names(
            *("w:pStyle", "w:rStyle", "w:tblStyle", "w:basedOn", "w:next", "w:link", "w:styleLink"),
            *("w:numStyleLink", "w:clickAndTypeStyle", "w:defaultTableStyle"),
        ),
        "w:val",
    ),
    IdentifierKind(_SHAPE_ID, _SHAPES, "id", names("o:OLEObject"), "ShapeID"),
    IdentifierKind(_SHAPE_ID, _SHAPES, "id", names("w:control"), "w:shapeid"),
    # Names of elements, which a placeholder could not be (17.5.1.3, 17.5.1.9).
    IdentifierKind("smart tag", names("w:smartTag", "w:customXml"), "w:element", names("w:smartTagType"), "w:name"),
)
KEYS = frozenset(
    (element, spelled)
    for kind in _KINDS
    for elements, attribute in ((kind.defined_by, kind.defined_in), (kind.used_by, kind.used_in))
    for element in elements
    for spelled in dialects(attribute)
)
"""The elements and their attributes that hold such names."""
_STYLE, _STYLE_NAME = names("w:style"), names("w:name")
_WORD = re.compile(r"\w+")
_CUT = 40
"""Characters of a bookmark's name at most: Word cuts the name that it makes of a heading there."""

Renamed = Mapping[tuple[str, str], str]
"""For a kind of name and a name in lower case (Word compares them so), the new one."""


def rename_identifiers(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Rename everything whose name contains a redacted string in all parts, with the fields that refer to it."""
    new_names = _new_names((root for _, root in parts.roots()), parts.search)
    for part, root in parts.roots():
        for kind, is_new in _renamed(root, new_names):
            yield CoverageEntry(part, kind, Treatment.REDACTED, int(is_new))
            if is_new:
                parts.changed(part)
        if _followed_by_fields(root, new_names):
            parts.changed(part)


def number_equal_styles(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Number the styles whose names have become equal; Word would keep only one of them."""
    for part, root in parts.roots():
        if part in parts.touched and _numbered(root, parts.search):
            yield CoverageEntry(part, STYLE_NAME, Treatment.REDACTED)


def _new_names(roots: Iterable[etree._Element], search: StringSearch) -> Renamed:
    """Choose new names for all that contain a redacted string; Word's own styles keep their names.

    Names that Word has cut get new ones too, if the front of a redacted string is left at the end (see cut_names).
    So does every bookmark that Word may have made of a heading and cut, and ids of styles whose names are redacted,
    since Word leaves letters such as "é" out of the ids.
    """
    found: dict[tuple[str, str], list[str]] = {}
    hits: set[tuple[str, str]] = set()
    for root in roots:
        for kind, slot in _slots(root, defining=True):
            if not is_built_in(slot.element):
                key = kind.what, slot.text.lower()
                found.setdefault(key, []).extend((slot.text, _style_name(slot.element)))
                if found_in_name(slot.text, longest_name(slot.element, slot.attribute), [], search):
                    hits.add(key)
    texts = [(key, text) for key, all_texts in found.items() for text in dict.fromkeys(all_texts)]
    hits |= {texts[i][0] for i in search.find_all([text for _, text in texts])}
    if search.strings.strings:
        hits.update(key for key in found if key[0] == _BOOKMARK and _is_cut(key[1]))
    taken = {name for _, name in found}
    fresh = new_names(search, taken)
    return {key: next(fresh) for key in found if key in hits}


def _style_name(element: etree._Element) -> str:
    """The name that people see, if this is a style."""
    names_of = element.iterchildren(*_STYLE_NAME) if element.tag in _STYLE else iter(())
    return next((name.get(sibling_name(name, "val"), "") for name in names_of), "")


def _is_cut(name: str) -> bool:
    """Whether Word may have made this name of the first words of a heading, and cut it.

    >>> _is_cut("_minutes_of_the_meeting_for_kestermere_t"), _is_cut("_minutes_for_kestermere")
    (True, False)
    """
    return name.startswith("_") and len(name) >= _CUT


def _renamed(root: etree._Element, new_names: Renamed) -> Iterator[tuple[str, bool]]:
    """Apply the new names to one part; yield for each name its kind, and whether it is new."""
    for defining in (True, False):
        for kind, slot in _slots(root, defining=defining):
            new = new_names.get((kind.what, slot.text.lower()))
            if new is not None:
                slot.write(new)
            yield kind.what, new is not None


def _followed_by_fields(root: etree._Element, new_names: Renamed) -> bool:
    """Update field instructions (REF, PAGEREF, HYPERLINK) for renamed bookmarks; return whether any changed."""
    if not any(kind == _BOOKMARK for kind, _ in new_names):
        return False
    followed = False
    for human in human_texts(root):
        if human.what == FIELD_INSTRUCTION and (found := _in_field(human.text, new_names)):
            human.replace(found)
            followed = True
    return followed


def _in_field(text: str, new_names: Renamed) -> Found:
    words = ((match, new_names.get((_BOOKMARK, match.group().lower()))) for match in _WORD.finditer(text))
    return [(Span(*match.span()), new) for match, new in words if new is not None]


def _numbered(root: etree._Element, search: StringSearch) -> bool:
    distinct = DistinctNames(search, between=" ")
    numbered = False
    for style in root.iter(*_STYLE):
        for name in style.iterchildren(*_STYLE_NAME):
            slot = Slot(name, sibling_name(name, "val"))
            new = distinct.take(slot.text)
            if new != slot.text:
                slot.write(new)
                numbered = True
    return numbered


def _slots(root: etree._Element, *, defining: bool) -> Iterator[tuple[IdentifierKind, Slot]]:
    for kind in _KINDS:
        elements, attribute = (kind.defined_by, kind.defined_in) if defining else (kind.used_by, kind.used_in)
        for element in root.iter(*elements):
            if defining and kind.within and not _stands_in(element, kind.within):
                continue
            for spelled in dialects(attribute):
                if element.get(spelled):
                    yield kind, Slot(element, spelled)


def _stands_in(element: etree._Element, parents: frozenset[str]) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag in parents
