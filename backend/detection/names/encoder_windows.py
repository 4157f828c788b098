"""Cut word pieces into the windows that the encoder reads at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAX_PIECES = 190
"""What a window holds, without its first and last mark."""
OVERLAP = 48
"""How many pieces of a paragraph that does not fit are read twice; half of them count on either side."""


@dataclass(frozen=True, slots=True)
class Window:
    """Words `start` up to `end` are read together; those from `counts_from` up to `counts_to` are answered."""

    start: int
    end: int
    counts_from: int
    counts_to: int


def windows(lengths: Sequence[int], ends: Sequence[int], most: int = MAX_PIECES) -> Iterator[Window]:
    """Cut words into windows: whole paragraphs together while they fit, a long one with overlaps.

    `lengths` are the pieces of each word, `ends` the index after the last word of each paragraph.

    >>> [(w.start, w.end) for w in windows([2, 2, 2, 2], [1, 2, 4], most=5)]
    [(0, 2), (2, 4)]
    """
    start = used = last = 0
    for end in ends:
        size = sum(lengths[last:end]) + 1
        if used and used + size > most + 1:
            yield Window(start, last, start, last)
            start, used = last, 0
        if size > most + 1:
            yield from _overlapping(lengths, last, end, most)
            start, used = end, 0
        else:
            used += size
        last = end
    if start < last:
        yield Window(start, last, start, last)


def _overlapping(lengths: Sequence[int], start: int, end: int, most: int) -> Iterator[Window]:
    counts_from = start
    while True:
        stop, used = start, 0
        while stop < end and (used + lengths[stop] <= most or stop == start):
            used += lengths[stop]
            stop += 1
        if stop == end:
            yield Window(start, end, counts_from, end)
            return
        following, shared = stop, 0
        while following > start + 1 and shared + lengths[following - 1] <= min(OVERLAP, most // 2):
            following -= 1
            shared += lengths[following]
        middle = (following + stop) // 2
        yield Window(start, stop, counts_from, middle)
        start, counts_from = following, middle
