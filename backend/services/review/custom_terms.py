"""Terms that people added to a review, found again in its document: the store has only their keyed hashes."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

from backend.detection.finding import FindingKind
from backend.document.phrases import Phrase, normal_form
from backend.document.placeholders import REDACTED
from backend.review.suggestions import id_of_normal_form

LONGEST = 12
"""Words and signs of a phrase that is found again; a whole paragraph is, however long it is."""

MAX = 150_000
"""Phrases that are tried, within a few seconds: all of them in 12,000 words, in longer texts the shorter ones."""

_PIECE = re.compile(r"[^\W_]+|[^\w\s]")

_Pieces = Sequence[tuple[int, int]]


def find_custom_terms(
    texts: Iterable[str], left_over: Collection[str], mark_of: Callable[[str], str]
) -> tuple[str, ...]:
    """The terms in these paragraphs that people added and decided on, in their first spelling.

    `left_over` are marks of decisions that may be theirs; `mark_of` is that of a suggestion's id.
    """
    left = set(left_over)
    found = []
    for phrase, text in islice(_phrases(texts), MAX):
        mark = mark_of(id_of_normal_form(FindingKind.ALWAYS, REDACTED, phrase))
        if mark in left:
            left.remove(mark)
            found.append(_as_written(phrase, text))
            if not left:
                break
    return tuple(found)


def _phrases(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Whole paragraphs in normal form, then every phrase, short ones first, each with its paragraph."""
    paragraphs = {normal_form(text): text for text in texts}
    pieces = {normal: [match.span() for match in _PIECE.finditer(normal)] for normal in paragraphs}
    for normal, text in paragraphs.items():
        if len(pieces[normal]) > LONGEST:
            yield _between(normal, pieces[normal]), text
    for length in range(1, LONGEST + 1):
        tried = set()
        for normal, text in paragraphs.items():
            of_text = pieces[normal]
            for first in range(len(of_text) - length + 1):
                phrase = _between(normal, of_text[first : first + length])
                if phrase not in tried:
                    tried.add(phrase)
                    yield phrase, text


def _between(text: str, pieces: _Pieces) -> str:
    return text[pieces[0][0] : pieces[-1][1]]


def _as_written(phrase: str, text: str) -> str:
    """The spelling of a phrase in a paragraph."""
    places = Phrase(phrase).spans(text)
    return places[0].of(text) if places else phrase
