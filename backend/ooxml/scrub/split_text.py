"""Redact a string that is split over adjacent texts: cells of a chart, leaves of custom XML."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from backend.ooxml.human_text import HumanText, Slot
from backend.ooxml.run_replacement import replace_across_runs
from backend.ooxml.string_search import BORDER, Found, StringSearch

BETWEEN = ("", " ")
"""What may be read between two texts."""


class _Piece(NamedTuple):
    """A slot with its kind, or the separator between two slots."""

    text: str
    slot: Slot | None = None
    what: str = ""


def split_replaced(texts: Sequence[HumanText], search: StringSearch) -> Iterator[str]:
    """Replace strings that are split over adjacent texts, with and without a space between the texts.

    Yields the kind of every text that changed. Digits are not joined, because any number could result.
    """
    for between in BETWEEN:
        pieces = list(_read_in_one(texts, between))
        cuts = replace_across_runs([piece.text for piece in pieces], _over_borders(pieces, search))
        for piece, cut in zip(pieces, cuts, strict=True):
            if piece.slot is not None and cut.text != piece.text:
                piece.slot.write(cut.text)
                yield piece.what


def _read_in_one(texts: Sequence[HumanText], between: str) -> Iterator[_Piece]:
    last = ""
    for human in texts:
        for slot in human.slots:
            text = slot.text
            if last and text:
                yield _Piece(BORDER if last.isdigit() and text[0].isdigit() else between)
            yield _Piece(text, slot, human.what)
            last = text[-1:] or last


def _over_borders(pieces: Sequence[_Piece], search: StringSearch) -> Found:
    """Return the matches that span several slots; a match in one slot is replaced there."""
    starts = [0, *accumulate(len(piece.text) for piece in pieces)]
    found = search.find("".join(piece.text for piece in pieces))
    return [each for each in found if bisect_right(starts, each[0].start) != bisect_right(starts, each[0].end - 1)]
