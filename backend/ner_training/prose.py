"""Unlabelled business prose, used as negative examples for small words.

No public set of names is taken from annual reports, and what has only read news takes "the semiconductor industry"
for somebody. Nobody has labelled the reports; but a word in small letters between others is no name there, and an
amount is nobody's. Of words with a capital, of years and of what tells a time nothing is said.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from backend.document.spans import Span
from backend.ner_training.passage import Name, Passage

_LENGTH = 1500
"""Characters of each report that are read; they begin a third of the way in."""

_WORD = re.compile(r"\w[\w.,'’&/-]*\w|\w")
_TIMES = frozenset(
    "fiscal year years quarter quarters month months week weeks day days today ended ending prior previous last "
    "next first second third fourth half annual annually quarterly monthly weekly daily century decade since until "
    "during early late mid spring summer autumn fall winter morning afternoon evening noon midnight yesterday "
    "tomorrow january february march april may june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday".split()
)
_JOINS = frozenset("of and the for in on at de la van von du der to".split())
_AMOUNT = re.compile(r"[$€£%]|\b(?:million|billion|thousand|percent|shares|basis)\b")


def reports(found: Sequence[Mapping[str, Any]]) -> Iterator[Passage]:
    """A stretch of each report; every name in it may be one or not."""
    for row in found:
        start = len(row["text"]) // 3
        text = row["text"][start : start + _LENGTH]
        yield Passage(text, tuple(Name(span, (), may_be_outside=True) for span in unknown(text)))


def unknown(text: str) -> list[Span]:
    """The words without labels, with the text that joins them.

    >>> [span.of("we sold the Bank of Rook for $3.1 million in 1998") for span in unknown(
    ...     "we sold the Bank of Rook for $3.1 million in 1998")]
    ['Bank', 'of', 'Rook', '1998']
    """
    words = list(_WORD.finditer(text))
    open_words = {i for i, word in enumerate(words) if _is_open(word, text)}
    joins = {
        between
        for before, after in pairwise(sorted(open_words))
        if after - before <= 3 and all(words[i].group() in _JOINS for i in range(before + 1, after))
        for between in range(before + 1, after)
    }
    return [Span(words[i].start(), words[i].end()) for i in sorted(open_words | joins)]


def _is_open(word: re.Match[str], text: str) -> bool:
    text_of_word = word.group()
    if text_of_word[0].isdigit():
        context = text[max(0, word.start() - 2) : word.start()] + text[word.end() : word.end() + 10]
        return not _AMOUNT.search(context)
    return not text_of_word.islower() or text_of_word in _TIMES
