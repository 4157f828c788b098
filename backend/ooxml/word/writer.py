"""Write placeholders into a .docx and its embedded files; only the replaced text nodes change."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import NamedTuple

from lxml import etree

from backend.document.model import Replacement, StoryKind
from backend.document.spans import Span, merge_overlapping
from backend.ooxml.excel.sheet_stories import Wanted, redact_sheets
from backend.ooxml.markup import keep_spaces, names, parse, serialised, sibling_name
from backend.ooxml.opc.nested_packages import split_by_package
from backend.ooxml.opc.package import Package, PackageKind
from backend.ooxml.opc.story_parts import story_parts
from backend.ooxml.run_replacement import replace_across_runs
from backend.ooxml.word.emptied_runs import RUN, remove_traces_of_length
from backend.ooxml.word.paragraphs import BEFORE, NOW, SIGNS, TextPiece, WordParagraph, paragraphs

_DELETED = names("w:del")

Spans = Sequence[tuple[Span, str]]
Changes = Mapping[int, Mapping[StoryKind, Spans]]
"""For the ordinal of a paragraph and a story kind, what goes where."""


def redact(package: Package, replacements: Sequence[Replacement]) -> Package:
    """Put each placeholder where its place is.

    The placeholder takes the formatting of the first character that it replaces; tabs, breaks and optional hyphens
    inside the span go. A place in a BEFORE_DELETION story is replaced in the deleted text that it touches, and
    nothing that is visible goes; where it touches none, because only an insertion has changed the text, the visible
    text is replaced, and together with what overlaps. A place in a COPY story is replaced like text. Parts without
    a place stay as they are, byte by byte.

    Raises ValueError when places overlap, leave their block or name a block that is not there.
    """
    wanted: dict[str, dict[int, dict[StoryKind, list[tuple[Span, str]]]]] = {}
    for each in replacements:
        place = each.place
        paragraph = wanted.setdefault(place.part, {}).setdefault(place.block, {})
        paragraph.setdefault(place.kind, []).append((place.span, each.placeholder))
    return _redacted_package(package, wanted, embedded=False)


def _redacted_package(package: Package, wanted: Mapping[str, Changes], *, embedded: bool) -> Package:
    own, inner = split_by_package(wanted)
    for name, changes in inner.items():
        if name not in package.nested:
            raise ValueError(f"{name} is no package of this document")
        changed = _redacted_package(package.nested[name], changes, embedded=True)
        package = package.with_nested(name, changed)
    if package.kind is PackageKind.EXCEL:
        return redact_sheets(package, _texts(own))
    kinds = story_parts(package)
    parts: dict[str, bytes] = {}
    for part, paragraphs_changed in own.items():
        if part not in kinds:
            raise ValueError(f"{part} is no part of this document that holds a story")
        kind = StoryKind.EMBEDDED if embedded else kinds[part]
        parts[part] = _redact_part(package.parts[part], part, kind, paragraphs_changed)
    return package.with_parts(parts)


def _texts(wanted: Mapping[str, Changes]) -> Wanted:
    """The changes of a workbook, whose texts are of one kind."""
    return {
        part: {ordinal: [each for spans in kinds.values() for each in spans] for ordinal, kinds in changes.items()}
        for part, changes in wanted.items()
    }


def rewrite(paragraph: WordParagraph, changes: Mapping[StoryKind, Spans]) -> None:
    """Replace spans of the texts that the stories of these kinds show of a paragraph.

    Raises ValueError as `redact` does.
    """
    wanted: dict[int, list[tuple[Span, str]]] = {}
    for kind, replacements in changes.items():
        reading = paragraph.reading(kind)
        if reading is None:
            raise ValueError(f"paragraph {paragraph.ordinal} belongs to no {kind} story")
        wanted[reading] = list(replacements)
    if BEFORE in wanted:
        also_now = _before(paragraph, wanted.pop(BEFORE))
        if also_now:
            wanted[NOW] = merge_overlapping([*wanted.get(NOW, ()), *also_now])
    for reading, replacements in wanted.items():
        replace_in(paragraph.pieces_of(reading), replacements)


def replace_in(pieces: Sequence[TextPiece], replacements: Spans) -> None:
    """Replace spans of what these pieces read together."""
    cuts = replace_across_runs([piece.text for piece in pieces], replacements)
    touched = [(piece, cut.text) for piece, cut in zip(pieces, cuts, strict=True) if cut.touched]
    runs = [run for piece, _ in touched if (run := _run_of(piece)) is not None]
    for piece, text in touched:
        if not piece.is_border:
            _write(piece, text)
    remove_traces_of_length(runs)


def _before(paragraph: WordParagraph, replacements: Spans) -> list[tuple[Span, str]]:
    """Replace in the deleted text what spans of the earlier text touch of it.

    Returns the spans without deleted text as spans of the text now, cut where something was inserted.
    """
    stretches = list(_stretches(paragraph))
    starts = [each.before for each in stretches]
    visible: list[tuple[Span, str]] = []
    deleted: list[tuple[Span, str]] = []
    for span, placeholder in replacements:
        under = stretches[bisect_right(starts, span.start) - 1 : bisect_left(starts, span.end)]
        removed = [each for each in under if each.piece.readings == BEFORE]
        # A deleted space is no obstacle: without it the two words still stand next to each other.
        first = next((i for i, each in enumerate(removed) if each.under(span).strip()), None)
        if first is None:
            visible += _spread(span, placeholder, [each for each in under if each.piece.readings != BEFORE])
            deleted += _spread(span, "", removed)
        else:
            deleted += _spread(span, "", removed[:first])
            deleted += _spread(span, placeholder, removed[first:])
    replace_in([each.piece for each in stretches if each.piece.readings == BEFORE], deleted)
    return visible


def _spread(span: Span, placeholder: str, stretches: Sequence["_Stretch"]) -> Iterator[tuple[Span, str]]:
    """The placeholder for what lies under the span in the first of these stretches, and nothing for the others."""
    own = (found for each in stretches if (found := each.own(span)) is not None)
    return zip(own, chain([placeholder], repeat("")), strict=False)


class _Stretch(NamedTuple):
    """A piece of the earlier text, where it begins there, and where among the pieces that stay or are deleted."""

    piece: TextPiece
    before: int
    own_start: int

    def under(self, span: Span) -> str:
        """Return the part of this piece under a span of the earlier text."""
        return self.piece.text[max(span.start - self.before, 0) : span.end - self.before]

    def own(self, span: Span) -> Span | None:
        """Return the place of a span of the earlier text in the present text, or in the deleted text."""
        start = max(span.start - self.before, 0)
        end = min(span.end - self.before, len(self.piece.text))
        return Span(start + self.own_start, end + self.own_start) if start < end else None


def _stretches(paragraph: WordParagraph) -> Iterator[_Stretch]:
    before = now = removed = 0
    for piece in paragraph.pieces:
        length = len(piece.text)
        if piece.readings == BEFORE:
            yield _Stretch(piece, before, removed)
            removed += length
        elif piece.readings & BEFORE:
            yield _Stretch(piece, before, now)
        before += length if piece.readings & BEFORE else 0
        now += length if piece.readings & NOW else 0


def _redact_part(content: bytes, part: str, kind: StoryKind, changes: Changes) -> bytes:
    root = parse(content, part)
    found = paragraphs(root, kind)
    for ordinal, kinds in changes.items():
        if not 0 <= ordinal < len(found):
            raise ValueError(f"{part} has no paragraph {ordinal}")
        rewrite(found[ordinal], kinds)
    return serialised(root)


def _run_of(piece: TextPiece) -> etree._Element | None:
    parent = piece.element.getparent()
    return parent if not piece.is_border and parent is not None and parent.tag in RUN else None


def _write(piece: TextPiece, text: str) -> None:
    element = piece.element
    if element.tag not in SIGNS:
        element.text = text
        keep_spaces(element)
    elif text:
        deleted = _parent(_parent(element)).tag in _DELETED  # what was moved away keeps w:t
        new = etree.Element(sibling_name(element, "delText" if deleted else "t"))
        new.text = text
        keep_spaces(new)
        _parent(element).replace(element, new)
    else:
        _parent(element).remove(element)


def _parent(element: etree._Element) -> etree._Element:
    parent = element.getparent()
    if parent is None:
        raise ValueError("a text node without a run around it")
    return parent
