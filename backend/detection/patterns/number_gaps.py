"""Find numbers that go on behind the end of a line, a tab or several blanks.

The expressions of the recognisers take one sign between two groups of digits, as numbers are written. Wrapped text
has a line break there.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from backend.detection.patterns.template import PatternMatch
from backend.document.spans import Span

_BREAK = "\\n\\r\\v\\f\\x85\\u2028\\u2029"
_GAP = re.compile(
    rf"(?<=[\w)-])(?:[ \t\u00a0]*(?:\r\n|[{_BREAK}])[ \t>]*|[ \t\u00a0]{{2,}}|\t)(?=[\w(])",
)
_ENDS_LINE = re.compile(f"[{_BREAK}]")
_WORD = re.compile(r"[^\W\d_]{2}")
_REACH = 80
"""Characters beside a gap that are read with it: a number and its label."""
_WITHOUT_CHECK = frozenset({"PHONE_NUMBER", "DATE_TIME", "CODE", "HANDLE", "COORDINATES", "LICENSE_PLATE"})
"""Kinds for which the columns of a table, with tabs or blanks between them, would often be taken."""


def across_gaps(
    text: str, recognise: Callable[[str], Iterable[PatternMatch]], kinds: Collection[str]
) -> Iterator[PatternMatch]:
    """Yield what a recogniser finds of these kinds across one such gap, read as one blank.

    Lines of numbers alone are a column, and are not joined.

    >>> from backend.detection.patterns.recognisers import find_patterns
    >>> text = "The card is 4111 1111 1111\\n1111, as agreed."
    >>> [each.span.of(text) for each in across_gaps(text, find_patterns, {"CREDIT_CARD"})]
    ['4111 1111 1111\\n1111']
    """
    gaps = [Span(*match.span()) for match in _GAP.finditer(text) if _is_in_number(text, match.start(), match.end())]
    for window, within in _windows(gaps, len(text)):
        joined, starts, moved = _joined(text, window, within)
        begins = [gap.start for gap in within]
        for match in recognise(joined):
            if match.entity not in kinds:
                continue
            span = Span(*(_original(at, starts, moved) for at in (match.span.start, match.span.end)))
            crossed = within[bisect_right(begins, span.start) : bisect_left(begins, span.end)]
            if len(crossed) == 1 and (match.entity not in _WITHOUT_CHECK or _ENDS_LINE.search(crossed[0].of(text))):
                yield replace(match, span=span)


def _is_in_number(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1], text[end]
    if not (before.isdigit() or after.isdigit() or (before == "-" and text[start - 2 : start - 1].isdigit())):
        return False
    if not _ENDS_LINE.search(text, start, end):
        return True
    line = max(text.rfind(sign, 0, start) for sign in "\n\r\v\f\x85\u2028\u2029") + 1
    return _WORD.search(text, line, start) is not None


def _windows(gaps: Sequence[Span], length: int) -> Iterator[tuple[Span, list[Span]]]:
    """The stretches of text around the gaps, those that overlap as one, each with its gaps."""
    held: list[Span] = []
    for gap in gaps:
        if held and gap.start - held[-1].end > 2 * _REACH:
            yield _around(held, length), held
            held = []
        held.append(gap)
    if held:
        yield _around(held, length), held


def _around(gaps: Sequence[Span], length: int) -> Span:
    return Span(max(gaps[0].start - _REACH, 0), min(gaps[-1].end + _REACH, length))


def _joined(text: str, window: Span, gaps: Sequence[Span]) -> tuple[str, list[int], list[int]]:
    """The window with one blank for each gap, none behind a hyphen, and how far the text behind each has moved."""
    pieces: list[str] = []
    starts, moved = [0], [window.start]
    done, length = window.start, 0
    for gap in gaps:
        joint = "" if text[gap.start - 1] == "-" else " "
        pieces += text[done : gap.start], joint
        length += gap.start - done + len(joint)
        done = gap.end
        starts.append(length)
        moved.append(done - length)
    return "".join((*pieces, text[done : window.end])), starts, moved


def _original(offset: int, starts: Sequence[int], moved: Sequence[int]) -> int:
    return offset + moved[bisect_right(starts, offset) - 1]
