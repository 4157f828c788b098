"""Drop words that look like times: "26 night pickers", "Tuesday twice".

A pipeline that has learnt to find times takes the words beside them along. What times are said with is a short
list; any other word ends one, and a night or a week before such a word only says what kind of thing it is.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from backend.detection.names.paragraph import NameParagraph, NameSpan
from backend.detection.names.vocabulary import CALENDAR, NO_DAY, NUMBERS, TIME_EDGES, TIMES, WITH_TIMES

_PIECE = re.compile(r"\d+(?:[.:/-]\d+)*(?:st|nd|rd|th|s)?|[^\W\d_]+\.?(?:['’][^\W\d_]+)*")
_DECIMAL = re.compile(r"\d+\.(?:\d|[6-9]\d|\d{3,})")
_TIME_WORDS = TIMES | WITH_TIMES | NUMBERS | NO_DAY | TIME_EDGES


def drop_time_lookalikes(block: NameParagraph) -> NameParagraph:
    """Cut times down to the words that express a time."""
    if not any(name.entity == "DATE_TIME" for name in block.names):
        return block
    return block.with_names(
        piece for name in block.names for piece in (_times(block, name) if name.entity == "DATE_TIME" else (name,))
    )


def _times(block: NameParagraph, name: NameSpan) -> Iterator[NameSpan]:
    run: list[re.Match[str]] = []
    for piece in _PIECE.finditer(block.text, name.start, name.end):
        if _belongs(piece.group()):
            run.append(piece)
        else:
            yield from _time(name, run, modifies=piece.group().islower())
            run = []
    yield from _time(name, run, modifies=False)


def _belongs(piece: str) -> bool:
    if piece[0].isdigit():
        return not _DECIMAL.fullmatch(piece)
    return _plain(piece) in _TIME_WORDS


def _plain(piece: str) -> str:
    return re.sub(r"['’]s?$", "", piece.lower().rstrip("."))


def _time(name: NameSpan, run: list[re.Match[str]], *, modifies: bool) -> Iterator[NameSpan]:
    """The time that a run of such words makes, if it makes one; with `modifies` a word in small letters follows."""
    words = [_plain(piece.group()) for piece in run]
    if modifies and words and _is_a_kind(run[-1].group()) and CALENDAR.isdisjoint(words):
        return
    first, last = 0, len(words)
    while last and words[last - 1] in TIME_EDGES:
        last -= 1
    if run and run[0].start() > name.start:
        while first < last and words[first] in TIME_EDGES:
            first += 1
    if first < last:
        end = name.end if run[-1].end() == name.end and last == len(run) else run[last - 1].end()
        yield replace(name, start=max(run[first].start(), name.start), end=end)


def _is_a_kind(last: str) -> bool:
    """Whether a night or a week, not "nights" and no "week's", says of what follows what kind it is."""
    return last.lower() in NO_DAY and not last.endswith("s")
