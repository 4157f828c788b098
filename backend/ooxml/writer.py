"""Put placeholders into a .docx: only the text nodes of the replaced spans change."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from lxml import etree

from backend.document.model import Replacement, StoryKind
from backend.document.spans import Span
from backend.ooxml.across import replaced_across
from backend.ooxml.markup import keep_spaces, names, parse, serialised, sibling_name
from backend.ooxml.package import Package
from backend.ooxml.paragraphs import BEFORE, DELETION, SIGNS, Paragraph, Piece, paragraphs
from backend.ooxml.stories import story_parts

_RUN_PROPERTIES = names("w:rPr")

Changes = Mapping[tuple[StoryKind, int], Sequence[tuple[Span, str]]]
"""For a story kind and the ordinal of a paragraph, what goes where."""


def redact(package: Package, replacements: Sequence[Replacement]) -> Package:
    """Put each placeholder where its place is.

    The placeholder takes the formatting of the first character that it replaces; tabs, breaks and optional hyphens
    inside the span go. A place in a BEFORE_DELETION story takes out the pieces of deleted text that it touches and
    nothing that is visible; a place in a COPY story is replaced like text. Parts without a place stay as they
    are, byte by byte.

    Raises ValueError when places overlap, leave their block or name a block that is not there.
    """
    wanted: dict[str, dict[tuple[StoryKind, int], list[tuple[Span, str]]]] = defaultdict(lambda: defaultdict(list))
    for each in replacements:
        wanted[each.place.part][each.place.kind, each.place.block].append((each.place.span, each.placeholder))
    kinds = story_parts(package)
    changed: dict[str, bytes] = {}
    for part, changes in wanted.items():
        if part not in kinds:
            raise ValueError(f"{part} is no part of this document that holds a story")
        changed[part] = _redacted(package.parts[part], part, kinds[part], changes)
    return package.with_parts(changed)


def rewrite(paragraph: Paragraph, kind: StoryKind, replacements: Sequence[tuple[Span, str]]) -> None:
    """Replace spans of the text that a story of this kind shows of a paragraph.

    Raises ValueError as `redact` does.
    """
    reading = paragraph.reading(kind)
    if reading is None:
        raise ValueError(f"paragraph {paragraph.ordinal} belongs to no {kind} story")
    pieces = paragraph.pieces_of(reading)
    cuts = replaced_across([piece.text for piece in pieces], replacements)
    for piece, cut in zip(pieces, cuts, strict=True):
        if not cut.touched:
            continue
        if reading != BEFORE:
            _write(piece, cut.text)
        elif piece.readings == BEFORE:
            _take_out(piece.element)


def _redacted(content: bytes, part: str, kind: StoryKind, changes: Changes) -> bytes:
    root = parse(content, part)
    found = paragraphs(root, kind)
    for (story, ordinal), replacements in changes.items():
        if not 0 <= ordinal < len(found):
            raise ValueError(f"{part} has no paragraph {ordinal}")
        rewrite(found[ordinal], story, replacements)
    return serialised(root)


def _write(piece: Piece, text: str) -> None:
    element = piece.element
    if element.tag not in SIGNS:
        element.text = text
        keep_spaces(element)
    elif text:
        new = etree.Element(sibling_name(element, "t"))
        new.text = text
        keep_spaces(new)
        _parent(element).replace(element, new)
    else:
        _parent(element).remove(element)


def _take_out(element: etree._Element) -> None:
    """Remove deleted text, then the run and the deletion around it when nothing else is left in them."""
    run = _parent(element)
    run.remove(element)
    if all(child.tag in _RUN_PROPERTIES for child in run):
        deletion = _parent(run)
        deletion.remove(run)
        if deletion.tag in DELETION and next(iter(deletion), None) is None:
            _parent(deletion).remove(deletion)


def _parent(element: etree._Element) -> etree._Element:
    parent = element.getparent()
    if parent is None:
        raise ValueError("a text node without a run around it")
    return parent
