"""Decide where a placeholder is written in its short form.

In a cell or a text box in which its long form does not fit into one line, a placeholder would break, or widen its
column. In a text box that does not grow, one that is longer than what it replaces may push the last line out of
sight. Everywhere else the long form is easier to read.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from backend.document.model import Document, Place, Replacement, StoryKind
from backend.document.placeholders import PLACEHOLDER, short_placeholder
from backend.document.spans import Span, SpanCover
from backend.document.text_widths import width_in_ems
from backend.ooxml.layout.rooms import Room, Rooms
from backend.ooxml.layout.styles import Styles
from backend.ooxml.markup import names, parse
from backend.ooxml.opc.nested_packages import INTO, all_packages
from backend.ooxml.opc.package import Package

_PARAGRAPH = names("w:p")
_HAS_ROOMS = tuple(word.encode(encoding) for word in ("tbl", "txbxContent") for encoding in ("utf-8", "utf-16-le"))
"""One of these is in every part with a cell or a text box, also big-endian."""

_Key = tuple[str, StoryKind, int]
_RoomsOfParts = Mapping[tuple[str, int], Room | None]


def with_short_placeholders(
    package: Package, document: Document, replacements: Sequence[Replacement]
) -> tuple[Replacement, ...]:
    """Return the replacements with short placeholders where there is no room for long ones.

    Placeholders that are in the document already, and are too long where they are, are replaced too. Words that a
    person wrote stay.
    """
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}
    earlier = tuple(_earlier(texts, replacements))
    rooms = _rooms(package, (*replacements, *earlier))
    fitted = (_fitted(each, texts, rooms) for each in replacements)
    changed = (new for each in earlier if (new := _fitted(each, texts, rooms)) != each)
    return (*fitted, *changed)


def _earlier(texts: Mapping[_Key, str], replacements: Sequence[Replacement]) -> Iterator[Replacement]:
    """Yield each placeholder of the document that has a short form, as a replacement of itself."""
    written = {key: text for key, text in texts.items() if "[" in text and key[1] is not StoryKind.SHEET}
    going: dict[_Key, list[Span]] = defaultdict(list)
    for each in replacements:
        going[each.place.part, each.place.kind, each.place.block].append(each.place.span)
    for key, text in written.items():
        cover = SpanCover(going.get(key, ()))
        for match in PLACEHOLDER.finditer(text):
            span = Span(*match.span())
            if short_placeholder(match.group()) != match.group() and not cover.overlaps(span):
                yield Replacement(Place(*key, span), match.group())


def _fitted(replacement: Replacement, texts: Mapping[_Key, str], rooms: _RoomsOfParts) -> Replacement:
    place, placeholder = replacement.place, replacement.placeholder
    room = rooms.get((place.part, place.block))
    if room is None:
        return replacement
    wide = width_in_ems(placeholder)
    is_longer = wide > width_in_ems(place.span.of(texts[place.part, place.kind, place.block]))
    if wide * room.size <= room.length and (room.grows or not is_longer):
        return replacement
    return replace(replacement, placeholder=short_placeholder(placeholder))


def _rooms(package: Package, replacements: Sequence[Replacement]) -> _RoomsOfParts:
    """The room of each paragraph with a replacement that has a short form."""
    wanted: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for each in replacements:
        if each.place.kind is not StoryKind.SHEET and short_placeholder(each.placeholder) != each.placeholder:
            way = _way(each.place.part)
            wanted[way][each.place.part.removeprefix(way)].add(each.place.block)
    return {
        (f"{way}{part}", ordinal): room
        for way, inner in (all_packages(package) if wanted else ())
        for part, ordinal, room in _rooms_in(inner, wanted.get(way, {}))
    }


def _rooms_in(package: Package, wanted: Mapping[str, Iterable[int]]) -> Iterator[tuple[str, int, Room | None]]:
    """Yield the part, the ordinal and the room of each wanted paragraph of a package."""
    rooms: Rooms | None = None
    for part, ordinals in wanted.items():
        content = package.parts[part]
        if any(word in content for word in _HAS_ROOMS):
            rooms = rooms or Rooms(Styles.of(package))
            paragraphs = list(parse(content, part).iter(*_PARAGRAPH))
            yield from ((part, ordinal, rooms.of(paragraphs[ordinal])) for ordinal in ordinals)


def _way(part: str) -> str:
    """The way to the package of a part; empty for the document itself."""
    way, into, _ = part.rpartition(INTO)
    return way + into
