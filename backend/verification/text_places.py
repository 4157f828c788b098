"""Find the redacted strings in the texts of a part, and count the places.

Many spellings of a term are searched for, each in several encodings, so that one place is found more than once. It
counts once: for the first string that stands there as it is written, or else for the first that is found at all.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from backend.messages.found_in import TextSource
from backend.verification.encodings import BORDER
from backend.verification.matching import Needles
from backend.verification.places import count_places

Row = tuple[TextSource, int]
"""A kind of text, and the position of a string."""

_OPENING = 100
"""Characters in which a name goes on that a label of a list begins."""
_AT_ONCE = 64
"""Texts that are searched together; what is found is then looked for in each."""


def find_places(
    needles: Needles, source: TextSource, texts: Mapping[str, int], *, words: bool = True
) -> dict[Row, int]:
    """Find the strings in distinct texts, each with how often the part has it, and count each row's places."""
    distinct = sorted(texts)
    found = _rows_in(needles, source, distinct, words=words)
    if not found:
        return {}
    counts: dict[Row, int] = {}
    for text in _with_any(needles, source, distinct, words=words):
        here = found if len(distinct) == 1 else _rows_in(needles, source, [text], words=words)
        for row, count in places_in(needles, source, text, here).items():
            counts[row] = counts.get(row, 0) + count * texts[text]
    # An encoding is undone in the text around it too, which may be of another place.
    counted = {i for _, i in counts}
    return {row: counts.get(row, int(row[1] not in counted)) for row in found | counts.keys()}


def with_joined(
    needles: Needles, source: TextSource, found: dict[Row, int], joined: str, *, words: bool = True
) -> dict[Row, int]:
    """Add what stands in texts only where they are joined: a name that elements break.

    What they have by themselves stands in the joined text once more, and counts once.
    """
    more = find_places(needles, source, {joined: 1}, words=words)
    has_more = sum(more.values()) > sum(found.values())
    return found | {row: max(found.get(row, 0), count * has_more) for row, count in more.items()}


def places_in(needles: Needles, source: TextSource, text: str, found: Collection[Row]) -> dict[Row, int]:
    """Count the places in one text of the rows that were found in it."""
    strings = {i for _, i in found}
    standing = count_places(each for each in needles.standing(text) if each[0] in strings)
    if standing:
        return {(kind, i): standing.get(i, 0) if kind == source else 0 for kind, i in found}
    first = min(found, key=lambda row: (row[0] != source, row[1]), default=None)
    return {row: int(row == first) for row in found}


def opening(piece: str) -> str:
    """Return how a text begins, in which a name goes on that a label of a list begins."""
    return piece if len(piece) <= _OPENING else f"{piece[:_OPENING]}x"


def _with_any(needles: Needles, source: TextSource, distinct: Sequence[str], *, words: bool) -> Iterator[str]:
    """Return the texts of the batches in which any string is found."""
    if len(distinct) == 1:
        yield from distinct
        return
    for at in range(0, len(distinct), _AT_ONCE):
        batch = distinct[at : at + _AT_ONCE]
        if _rows_in(needles, source, batch, words=words):
            yield from batch


def _rows_in(needles: Needles, source: TextSource, texts: Sequence[str], *, words: bool) -> set[Row]:
    text = BORDER.join(texts)
    rows = {(source, i) for i in needles.find(text, words=words)}
    return rows | set(needles.find_encoded(text, words=words))
