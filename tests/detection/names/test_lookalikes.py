"""Sentences of every office in which nothing is personal, and their look-alikes in which something is.

Both were written before the rules that they try. Of each file the lines with odd numbers were looked at while the
rules were made; of the others only the counts are known, so that they tell what the rules do to sentences that they
were not made for.
"""

import re
from itertools import accumulate
from pathlib import Path

import pytest

from backend.detection.names.pipeline import load
from backend.detection.pii import find_personal_data
from backend.document.plain_text import read_text
from backend.document.spans import Span, SpanCover
from backend.settings import shipped_pipeline

HERE = Path(__file__).parent
NEGATIVES = (HERE / "negatives.txt").read_text(encoding="utf-8").splitlines()
LOOKALIKES = (HERE / "lookalikes.txt").read_text(encoding="utf-8").splitlines()
_MARK = re.compile(r"[\[\]]")


def found(text):
    """Where something personal is found in a text, read as a document of its own."""
    document = read_text(text.encode())
    stories = [[block.text for block in story.blocks] for story in document.stories]
    names = load(shipped_pipeline()).find(stories)
    return [finding.place.span for finding in find_personal_data(document, names=names.matches)]


def unmarked(line):
    """A text without the brackets, and what stood between each pair of them.

    >>> unmarked("by [Ann] of [Leeds]")
    ('by Ann of Leeds', [Span(start=3, end=6), Span(start=10, end=15)])
    """
    pieces = _MARK.split(line)
    ends = list(accumulate(map(len, pieces)))
    return "".join(pieces), [Span(*pair) for pair in zip(ends[:-1:2], ends[1::2], strict=True)]


def alarming(lines):
    """The lines in which something is found."""
    return [line for line in lines if found(line)]


def missed(lines):
    """What is marked and not hidden: a word of it with a capital or a digit can still be read."""
    read = [(text, spans, SpanCover(sorted(found(text)))) for text, spans in map(unmarked, lines)]
    return [
        span.of(text)
        for text, spans, hidden in read
        for span in spans
        if not all(word in hidden for word in told(text, span))
    ]


def told(text, span):
    """The words of a stretch that tell something."""
    words = re.finditer(r"[\w.@+-]*[^\W_]", text[: span.end])
    return [Span(*word.span()) for word in words if word.start() >= span.start and not word[0].islower()]


@pytest.mark.parametrize(("half", "flagged", "lost"), [(0, 7, 4), (1, 9, 3)], ids=["looked at", "not looked at"])
def test_lookalikes_raise_few_false_alarms_and_lose_few_names(half, flagged, lost):
    assert len(alarming(NEGATIVES[half::2])) <= flagged
    assert len(missed(LOOKALIKES[half::2])) <= lost


def test_there_are_enough_samples_of_both_kinds_without_duplicates():
    assert len(set(NEGATIVES)) == len(NEGATIVES) >= 120
    assert len(set(LOOKALIKES)) == len(LOOKALIKES) >= 120
