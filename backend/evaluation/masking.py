"""Compute the measures of the Text Anonymization Benchmark.

Pilán et al. 2022, "The Text Anonymization Benchmark (TAB)", Computational Linguistics 48(4). Where the printed
definitions are ambiguous, this follows the published script. An entity is the referent of all its mentions; it is
hidden only if every mention is hidden.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from backend.document.spans import Span, SpanCover, merge_overlapping
from backend.evaluation.span_scores import Share

_WORD = re.compile(r"\w+")

_SAYS_NOTHING = re.compile(
    r"\b(?:mrs?|ms|and|or|from|until|to|about|after|as|at|before|between|by|during|for|in|into|of|on|over|since"
    r"|with|the|an?|no|nr|['’]s)\b|[-,.;:/&()\[\]–'\" ’“”]",
    re.IGNORECASE,
)
"""What may be left of a mention: annotators differ in whether they mark it, and it tells nothing."""


class Identifier(StrEnum):
    """What a mention identifies: the person directly, the person together with other mentions, or nobody."""

    DIRECT = "DIRECT"
    QUASI = "QUASI"
    NO_MASK = "NO_MASK"


MUST_GO = frozenset((Identifier.DIRECT, Identifier.QUASI))


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of an entity; `kind` is the benchmark's type (PERSON, DATETIME, …)."""

    span: Span
    kind: str
    identifier: Identifier
    entity: str

    @property
    def must_go(self) -> bool:
        """Return whether an annotator masks it."""
        return self.identifier in MUST_GO


@dataclass(frozen=True, slots=True)
class Entity:
    """All mentions of an entity of which at least one must be masked; the first gives its kind."""

    mentions: tuple[Mention, ...]

    @property
    def kind(self) -> str:
        """Return the benchmark's type."""
        return self.mentions[0].kind

    @property
    def identifier(self) -> Identifier:
        """Return DIRECT or QUASI."""
        direct = self.mentions[0].identifier is Identifier.DIRECT
        return Identifier.DIRECT if direct else Identifier.QUASI


@dataclass(frozen=True, slots=True)
class Case:
    """A text with the mentions that one annotator marked."""

    id: str
    text: str
    mentions: tuple[Mention, ...]

    def entities(self) -> tuple[Entity, ...]:
        """Return the entities to mask, in the order of their first mentions."""
        by_id: dict[str, list[Mention]] = {}
        for mention in self.mentions:
            by_id.setdefault(mention.entity, []).append(mention)
        return tuple(Entity(tuple(group)) for group in by_id.values() if any(each.must_go for each in group))


@dataclass(frozen=True, slots=True)
class Masked:
    """A case with the masked spans; overlapping spans are merged."""

    case: Case
    spans: tuple[Span, ...]
    _cover: SpanCover = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "spans", tuple(span for span, _ in merge_overlapping((span, None) for span in self.spans))
        )
        object.__setattr__(self, "_cover", _united(self.spans))

    def hides(self, span: Span) -> bool:
        """Return whether a span is masked, except for titles, small words and punctuation."""
        if span in self._cover:
            return True
        left = {i for i in range(span.start, span.end) if Span(i, i + 1) not in self._cover}
        for match in _SAYS_NOTHING.finditer(span.of(self.case.text)):
            left.difference_update(range(span.start + match.start(), span.start + match.end()))
        return not left


def entity_recall(masked: Masked, entities: Iterable[Entity]) -> Share:
    """Return the share of entities whose mentions are all masked; a mention that need not be masked may stay."""
    hidden = [all(masked.hides(each.span) for each in entity.mentions if each.must_go) for entity in entities]
    return Share(sum(hidden), len(hidden))


def mention_recall(masked: Masked, entities: Iterable[Entity]) -> Share:
    """Return the share of all mentions of these entities that are masked, including those that need not be."""
    hidden = [masked.hides(each.span) for entity in entities for each in entity.mentions]
    return Share(sum(hidden), len(hidden))


def token_recall(masked: Masked, entities: Iterable[Entity]) -> Share:
    """Return the share of words in the mentions of these entities that are masked; small words always count."""
    hidden = [
        masked.hides(word)
        for entity in entities
        for mention in entity.mentions
        for word in words(masked.case.text, mention.span)
    ]
    return Share(sum(hidden), len(hidden))


def uniform_weight(word: str) -> float:  # noqa: ARG001 - as every weight is asked
    """Return the uniform weight."""
    return 1.0


def precision(masked: Masked, weight: Callable[[str], float] = uniform_weight) -> Share:
    """Return the weighted share of masked words that are inside a mention to mask."""
    right = SpanCover(each.span for each in masked.case.mentions if each.must_go)
    information = right_told = 0.0
    for span in masked.spans:
        for word in words(masked.case.text, span):
            worth = weight(word.of(masked.case.text))
            information += worth
            right_told += worth * (word in right)
    return Share(right_told, information)


def mention_precision(masked: Masked) -> Share:
    """Return the share of masked spans that are inside a mention to mask."""
    right = SpanCover(each.span for each in masked.case.mentions if each.must_go)
    return Share(sum(span in right for span in masked.spans), len(masked.spans))


def word_recall(masked: Masked, mentions: Iterable[Mention]) -> Share:
    """Return the share of words of these mentions that are masked, small words included, each counted once."""
    found = {word for mention in mentions for word in words(masked.case.text, mention.span)}
    cover = _united(masked.spans)
    return Share(sum(word in cover for word in found), len(found))


def word_precision(masked: Masked, identifiers: Collection[Identifier] = MUST_GO) -> Share:
    """Return the share of masked words that are inside mentions of these identifiers, alone or together."""
    right = _united(each.span for each in masked.case.mentions if each.identifier in identifiers)
    found = [word for span in masked.spans for word in words(masked.case.text, span)]
    return Share(sum(word in right for word in found), len(found))


def words(text: str, span: Span) -> list[Span]:
    """Return the words (letters, digits, underscores) of a part of a text."""
    return [Span(*match.span()) for match in _WORD.finditer(text, span.start, span.end)]


def _united(spans: Iterable[Span]) -> SpanCover:
    """Merge spans that overlap or touch, so that a word shared by two spans is inside."""
    united: list[Span] = []
    for span in sorted(spans):
        if united and span.start <= united[-1].end:
            united[-1] = Span(united[-1].start, max(united[-1].end, span.end))
        else:
            united.append(span)
    return SpanCover(united)


def bits_of_words(texts: Sequence[str]) -> Callable[[str], float]:
    """Return a weight for words: −log₂ of their frequency in these texts, ignoring case.

    One is added to each count. It replaces the weight of the benchmark, which comes from a language model.

    >>> bits_of_words(["the court", "the case"])("THE")
    1.415037499278844
    """
    counts = Counter(word.lower() for text in texts for word in _WORD.findall(text))
    total = counts.total() + len(counts) + 1
    return lambda word: -math.log2((counts[word.lower()] + 1) / total)
