"""Places that two readings of a paragraph share: what it says now, and what it said before its tracked changes.

What no change touches is in the file once, so it is counted once.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from backend.document.model import Document, Place, StoryKind, span_now

T = TypeVar("T")


def _any_two(_: object) -> object:
    return None


def counted_once(
    document: Document,
    found: Iterable[T],
    place_of: Callable[[T], Place],
    kind_of: Callable[[T], object] = _any_two,
) -> tuple[T, ...]:
    """Return what was found, without what was read before the changes and is found in the text of now too.

    Two finds at one place are the same where `kind_of` says the same of both.
    """
    every = tuple(found)
    if not any(place_of(each).kind is StoryKind.BEFORE_DELETION for each in every):
        return every
    known = {(kind_of(each), place_of(each)) for each in every}
    unchanged = {
        (story.part, block.ordinal): block.unchanged
        for story, block in document.blocks()
        if story.kind is StoryKind.BEFORE_DELETION
    }
    kinds = _kinds_of_now(document)

    def is_read_again(each: T) -> bool:
        place = place_of(each)
        at = place.part, place.block
        if place.kind is not StoryKind.BEFORE_DELETION or at not in kinds:
            return False
        span = span_now(unchanged.get(at, ()), place.span)
        return span is not None and (kind_of(each), replace(place, kind=kinds[at], span=span)) in known

    return tuple(each for each in every if not is_read_again(each))


def _kinds_of_now(document: Document) -> Mapping[tuple[str, int], StoryKind]:
    """The kind of the story that shows what a paragraph says now; a second copy only where nothing else does."""
    kinds: dict[tuple[str, int], StoryKind] = {}
    for story, block in document.blocks():
        at = story.part, block.ordinal
        if story.kind is not StoryKind.BEFORE_DELETION and kinds.get(at, StoryKind.COPY) is StoryKind.COPY:
            kinds[at] = story.kind
    return kinds
