"""Places that Word's own search does not reach in the open document, or where an add-in must not write.

What lies inside a term blocks a search for it: a note's reference, a field, a tracked deletion, a tab or a break.
Text boxes want WordApiDesktop 1.2, strings of more than 255 characters cannot be searched for, and what a locked
content control or a field holds comes back or refuses to go.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from lxml import etree

from backend.document.model import Place, StoryKind, Stretches, span_now
from backend.document.spans import Span, utf16_length
from backend.errors import DocumentError
from backend.ooxml.markup import NAMESPACES, names, parse
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.relationships import relationships
from backend.ooxml.opc.story_parts import story_parts
from backend.ooxml.word.paragraphs import BEFORE, NOW, PARAGRAPH, paragraphs


class Obstacle(StrEnum):
    """Why a place cannot be replaced in the open document, or only after a further step."""

    TEXT_BOX = "text_box"
    SECOND_COPY = "second_copy"
    """What Word keeps for older readers."""
    DELETED = "deleted"
    """It is there only as a tracked deletion."""
    SAME_TEXT = "same_text"
    """It is the text of another place, read as before the tracked changes; it goes with that place."""
    EMBEDDED = "embedded"
    FIELD = "field"
    """It touches the result of a field, which Word may make anew."""
    NOTE = "note"
    """The reference of a note stands in it."""
    DELETION = "deletion"
    """A tracked deletion stands in it."""
    BREAK = "break"
    """A tab or a line break stands in it."""
    TOO_LONG = "too_long"
    LOCKED = "locked"
    """A content control around it does not let its content change."""


_BY_STORY = {
    StoryKind.TEXT_BOX: Obstacle.TEXT_BOX,
    StoryKind.COPY: Obstacle.SECOND_COPY,
    StoryKind.BEFORE_DELETION: Obstacle.DELETED,
    StoryKind.EMBEDDED: Obstacle.EMBEDDED,
    StoryKind.SHEET: Obstacle.EMBEDDED,
}
_LONGEST = 255
_BREAKS = frozenset("\t\n")

_Stretches = dict[tuple[str, StoryKind, int], list[tuple[Obstacle, int, int]]]
"""By paragraph, what stands in it from where to where; something without text has one place."""

_Unchanged = dict[tuple[str, int], tuple[StoryKind, Stretches]]
"""By paragraph with tracked changes: its kind, and the text that they leave alone."""


@dataclass(frozen=True, slots=True)
class Margin:
    """A header or footer that a section names, by the words of Office.js.

    Asked for any other one, Word refuses, or makes it.
    """

    part: str
    kind: str
    section: int
    type: str


@dataclass(frozen=True, slots=True)
class Obstacles:
    """The obstacles that were found in a document.

    `tracked_changes` tells whether it has any, `tracking` whether Word is told to make more. `protection` is what
    the document is protected for, in Word's words (`readOnly`, `forms`, …).
    """

    tracked_changes: bool = False
    tracking: bool = False
    protection: str | None = None
    margins: tuple[Margin, ...] = ()
    _stretches: Mapping[tuple[str, StoryKind, int], list[tuple[Obstacle, int, int]]] = field(
        default_factory=dict, repr=False
    )
    _unchanged: Mapping[tuple[str, int], tuple[StoryKind, Stretches]] = field(default_factory=dict, repr=False)

    def of(self, places: Sequence[Place], texts: Sequence[str]) -> list[tuple[Obstacle, ...]]:
        """What stands in the way at each place of a term, with their texts."""
        known = frozenset(places)
        return [
            (Obstacle.SAME_TEXT,) if self._now(place) in known else self.at(place, text)
            for place, text in zip(places, texts, strict=True)
        ]

    def _now(self, place: Place) -> Place | None:
        """Where the text of a place before the changes stands now, if no change touches it."""
        kind, stretches = self._unchanged.get((place.part, place.block), (place.kind, ()))
        if place.kind is not StoryKind.BEFORE_DELETION:
            return None
        now = span_now(stretches, place.span)
        return None if now is None else Place(place.part, kind, place.block, now)

    def at(self, place: Place, text: str) -> tuple[Obstacle, ...]:
        """The obstacles at a place with this text."""
        found = [_BY_STORY[place.kind]] if place.kind in _BY_STORY else []
        met = self._stretches.get((place.part, place.kind, place.block), ())
        found += [obstacle for obstacle, start, end in met if _in_the_way(place.span, start, end)]
        if not _BREAKS.isdisjoint(text):
            found.append(Obstacle.BREAK)
        if utf16_length(text) > _LONGEST:
            found.append(Obstacle.TOO_LONG)
        return tuple(dict.fromkeys(found))

    def as_json(self) -> dict[str, Any]:
        """The JSON object about the whole document."""
        return {
            "tracked_changes": self.tracked_changes,
            "tracking": self.tracking,
            "protection": self.protection,
            "margins": [asdict(margin) for margin in self.margins],
        }


def _in_the_way(span: Span, start: int, end: int) -> bool:
    """A stretch of text where the two share some, a thing without text where it stands inside."""
    return start < span.end and end > span.start if end > start else span.start < start < span.end


_CHANGES = names("w:ins", "w:del", "w:moveFrom", "w:moveTo")
_DELETIONS = names("w:del", "w:moveFrom")
_NOTES = names("w:footnoteReference", "w:endnoteReference")
_FIELD_SIGNS = names("w:fldChar")
_SIMPLE_FIELDS = names("w:fldSimple")
_CONTROLS = names("w:sdt")
_LOCK_OF_CONTROL = {"w": NAMESPACES["w"][0], "s": NAMESPACES["w"][1]}
_LOCKS = frozenset({"contentLocked", "sdtContentLocked"})
_MARKS = (b"fldChar", b"fldSimple", b"noteReference", b":ins ", b":del ", b":moveFrom ", b":lock ")
"""A part in whose bytes none of these stands has no obstacle of the kinds that its XML tells."""


def obstacles(package: Package) -> Obstacles:
    """Find the obstacles of a package, without the packages in it."""
    stretches: _Stretches = {}
    unchanged: _Unchanged = {}
    changed = False
    for part, kind in story_parts(package).items():
        content = package.parts[part]
        # Strict names and other prefixes are rare; `ns0:del` is found by the colon, UTF-16 is looked at whole.
        if b"\0" not in content and not any(mark in content for mark in _MARKS):
            continue
        walk = _Walk(part, kind, parse(content, part))
        stretches |= walk.stretches()
        if walk.changed:
            unchanged |= walk.unchanged()
        changed |= walk.changed
    tracking, protection = _settings(package)
    return Obstacles(changed, tracking, protection, tuple(_margins(package)), stretches, unchanged)


class _Walk:
    """One walk through a part, with the place in its paragraph that each thing stands at."""

    def __init__(self, part: str, kind: StoryKind, root: etree._Element) -> None:
        self.changed = False
        self._part = part
        self._root = root
        self._paragraphs = paragraphs(root, kind)
        self._ends: dict[etree._Element, int] = {}
        for paragraph in self._paragraphs:
            at = 0
            for piece in paragraph.pieces_of(NOW):
                at += len(piece.text)
                self._ends[piece.element] = at
        self._found: list[tuple[int, Obstacle, int, int]] = []
        self._at: dict[int, int] = defaultdict(int)
        self._within: list[int] = []
        self._begun = 0
        self._locked = 0
        self._fields: list[bool] = []
        """For each field that has begun, whether its result has."""

    def stretches(self) -> _Stretches:
        """The obstacles in each paragraph."""
        for event, element in etree.iterwalk(self._root, events=("start", "end")):
            (self._start if event == "start" else self._end)(element)
        found: _Stretches = defaultdict(list)
        for ordinal, obstacle, start, end in self._found:
            found[self._part, self._paragraphs[ordinal].kind, ordinal].append((obstacle, start, end))
        return dict(found)

    def unchanged(self) -> _Unchanged:
        """The text that the tracked changes leave alone, of each paragraph."""
        return {
            (self._part, each.ordinal): (each.kind, each.unchanged())
            for each in self._paragraphs
            if any(piece.readings in (NOW, BEFORE) for piece in each.pieces)
        }

    def _start(self, element: etree._Element) -> None:
        tag = element.tag
        if tag in PARAGRAPH:
            self._within.append(self._begun)
            self._begun += 1
        elif tag in _CONTROLS:
            self._locked += _is_locked(element)
        elif tag in _SIMPLE_FIELDS:
            self._fields.append(True)
        elif tag in _FIELD_SIGNS:
            self._sign(element)
        elif tag in _CHANGES:
            self.changed = True
        if tag in _NOTES:
            self._met(Obstacle.NOTE)
        elif tag in _DELETIONS:
            self._met(Obstacle.DELETION)

    def _end(self, element: etree._Element) -> None:
        tag = element.tag
        if element in self._ends and self._within:
            self._read(self._ends[element])
        elif tag in PARAGRAPH:
            self._within.pop()
        elif tag in _CONTROLS:
            self._locked -= _is_locked(element)
        elif tag in _SIMPLE_FIELDS and self._fields:
            self._fields.pop()

    def _sign(self, element: etree._Element) -> None:
        """Fields begin, separate their instruction from their result, and end; not always where they should."""
        kind = _values(element).get("fldCharType")
        if kind == "begin":
            self._fields.append(False)
        elif kind == "separate" and self._fields:
            self._fields[-1] = True
        elif kind == "end" and self._fields:
            self._fields.pop()
        self._met(Obstacle.FIELD)

    def _met(self, obstacle: Obstacle) -> None:
        """Something without text, between two letters."""
        if self._within:
            at = self._at[self._within[-1]]
            self._found.append((self._within[-1], obstacle, at, at))

    def _read(self, end: int) -> None:
        """Some text, up to here."""
        ordinal = self._within[-1]
        start, self._at[ordinal] = self._at[ordinal], end
        if end > start and any(self._fields):
            self._found.append((ordinal, Obstacle.FIELD, start, end))
        if end > start and self._locked:
            self._found.append((ordinal, Obstacle.LOCKED, start, end))


def _is_locked(control: etree._Element) -> bool:
    for prefix in _LOCK_OF_CONTROL:
        for lock in control.iterfind(f"{prefix}:sdtPr/{prefix}:lock", _LOCK_OF_CONTROL):
            return any(value in _LOCKS for value in lock.values())
    return False


def _settings(package: Package) -> tuple[bool, str | None]:
    """Whether Word tracks changes, and what the document is protected for."""
    tracking, protection = False, None
    for element in _of_settings(package):
        values = _values(element)
        if element.tag in names("w:trackRevisions"):
            tracking = values.get("val", "1") not in _OFF
        elif element.tag in names("w:documentProtection") and values.get("enforcement", "0") not in _OFF:
            protection = values.get("edit", "none")
    return tracking, protection


_SECTIONS = names("w:sectPr")
_BEFORE = names("w:sectPrChange")
"""Around a section as it was before a tracked change."""
_MARGINS = {
    **dict.fromkeys(names("w:headerReference"), "header"),
    **dict.fromkeys(names("w:footerReference"), "footer"),
}
_TYPES = {"default": "Primary", "first": "FirstPage", "even": "EvenPages"}


def _margins(package: Package) -> Iterator[Margin]:
    """The headers and footers of each section, those that it takes from the one before left out."""
    content = package.parts[package.main_part]
    targets = {each.id: each.part for each in relationships(package.parts, package.main_part)}
    found = parse(content, package.main_part).iter(*_SECTIONS)
    now = [section for section in found if _parent_tag(section) not in _BEFORE]
    for ordinal, section in enumerate(now):
        for reference in section.iterchildren(*_MARGINS):
            values = _values(reference)
            part, kind = targets.get(values.get("id", "")), _TYPES.get(values.get("type", "default"))
            if part is not None and kind is not None:
                yield Margin(part, _MARGINS[str(reference.tag)], ordinal, kind)


def _parent_tag(element: etree._Element) -> str | None:
    parent = element.getparent()
    return None if parent is None else str(parent.tag)


def _values(element: etree._Element) -> dict[str, str]:
    """The attributes of an element by their names alone."""
    return {etree.QName(name).localname: str(value) for name, value in element.items()}


_OFF = frozenset({"0", "false", "off"})


def _of_settings(package: Package) -> Iterator[etree._Element]:
    for each in relationships(package.parts, package.main_part):
        if each.kind == "settings" and each.part is not None and each.part in package.parts:
            try:
                yield from parse(package.parts[each.part], each.part)
            except DocumentError:
                return  # settings that are no XML protect nothing
