"""Group adjacent suppressed words into one term: "General Motors" is one suggestion and one placeholder.

Every word belongs to one term, alone or in a phrase, so that a person decides on each of its occurrences at once.
docs/decisions/0008-phrases.md says why the rule is what it is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from backend.detection.finding import Finding
from backend.document.adjacent_words import are_adjacent
from backend.document.model import Document
from backend.document.spans import Span
from backend.document.tokens import tokens

_OF_A_NAME = 0.5
"""Capitalised words that stand together in more than this share of the occurrences of each are a name."""

_OF_A_PAIR = 0.8
"""Other words must stand together in at least this share of them,"""

_PAIR_AT_LEAST = 2
"""and that often: once is chance."""


@dataclass(slots=True)
class _Meetings:
    """How often each word stands in a document, each pair side by side, and side by side with capitals."""

    words: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    capitals: Counter[tuple[str, str]] = field(default_factory=Counter)

    def share(self, pair: tuple[str, str]) -> float:
        """The share of occurrences of the more frequent word in which the other one follows or precedes it."""
        return self.pairs[pair] / max(self.words[pair[0]], self.words[pair[1]])

    def belong(self, pair: tuple[str, str]) -> bool:
        """Whether a pair is one term."""
        share = self.share(pair)
        if self.capitals[pair] == self.pairs[pair] and share > _OF_A_NAME:
            return True
        return share >= _OF_A_PAIR and self.pairs[pair] >= _PAIR_AT_LEAST


def group_phrases(document: Document, levels: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """The terms that the words of `levels` make up in this document, each as its words in order.

    `levels` says from which level each word is suppressed; only words of one level become a phrase. Every word
    that the document holds is in exactly one term, words without company in a term of their own.
    """
    met = _meetings(document, levels)
    follower: dict[str, str] = {}
    leader: dict[str, str] = {}
    ranked = sorted(filter(met.belong, met.pairs), key=lambda pair: (-met.share(pair), pair))
    for first, second in ranked:
        if first not in follower and second not in leader and _head(leader, first) != second:
            follower[first], leader[second] = second, first
    return tuple(_chain(follower, word) for word in met.words if word not in leader)


def merge_phrases(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """Merge adjacent pieces of a phrase into one finding; others are unchanged."""
    text = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}
    joined: list[Finding] = []
    for each in findings:
        place = each.place
        if joined and each.phrase and joined[-1].phrase == each.phrase:
            last = joined[-1]
            same_block = (last.place.part, last.place.kind, last.place.block) == (
                place.part,
                place.kind,
                place.block,
            )
            block = text[place.part, place.kind, place.block]
            if same_block and _continues(block, last.place.span, place.span, each.phrase):
                merged = Span(last.place.span.start, place.span.end)
                joined[-1] = replace(last, text=merged.of(block), place=replace(place, span=merged))
                continue
        joined.append(each)
    return joined


def _continues(block: str, before: Span, after: Span, phrase: tuple[str, ...]) -> bool:
    """Whether what stands at `after` goes on with the phrase where `before` has left it."""
    if before.end > after.start or not are_adjacent(block[before.end : after.start]):
        return False
    last, first = tokens(before.of(block))[-1].term, tokens(after.of(block))[0].term
    return (last, first) in pairwise(phrase)


def _meetings(document: Document, levels: Mapping[str, int]) -> _Meetings:
    met = _Meetings()
    for _, block in document.blocks():
        found = [token for token in tokens(block.text) if token.term in levels]
        met.words.update(token.term for token in found)
        for one, other in pairwise(found):
            pair = one.term, other.term
            of_one_level = levels[one.term] == levels[other.term] and one.term != other.term
            if of_one_level and are_adjacent(block.text[one.end : other.start]):
                met.pairs[pair] += 1
                met.capitals[pair] += block.text[one.start].isupper() and block.text[other.start].isupper()
    return met


def _head(leader: Mapping[str, str], word: str) -> str:
    while word in leader:
        word = leader[word]
    return word


def _chain(follower: Mapping[str, str], word: str) -> tuple[str, ...]:
    chain = [word]
    while chain[-1] in follower:
        chain.append(follower[chain[-1]])
    return tuple(chain)
