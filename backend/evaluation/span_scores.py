"""Score findings against labels: by mention and by token, with and without types."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate

from backend.document.spans import Span

_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True, order=True)
class Labelled:
    """A span with its label."""

    span: Span
    label: str


class Match(StrEnum):
    """When a finding matches a labelled span."""

    STRICT = "same place, same label"
    PARTIAL = "overlap, same label"
    BLIND = "overlap, any label"

    def joins(self, one: Labelled, other: Labelled) -> bool:
        """Return whether the two match."""
        if self is not Match.BLIND and one.label != other.label:
            return False
        return one.span == other.span if self is Match.STRICT else one.span.overlaps(other.span)


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole; shares add up to a micro-average."""

    part: float = 0
    whole: float = 0

    @property
    def value(self) -> float | None:
        """Return the share in 0…1; None if the whole is empty."""
        return self.part / self.whole if self.whole else None

    def __add__(self, other: "Share") -> "Share":
        return Share(self.part + other.part, self.whole + other.whole)


_NOTHING = Share()


@dataclass(frozen=True, slots=True)
class Score:
    """`recall` is the share of labelled data that was found, `precision` the share of findings with a label."""

    recall: Share = _NOTHING
    precision: Share = _NOTHING

    def __add__(self, other: "Score") -> "Score":
        return Score(self.recall + other.recall, self.precision + other.precision)

    def f(self, beta: float = 1.0) -> float | None:
        """Return Van Rijsbergen's F; recall weighs `beta` times as much as precision.

        It is None if there are neither labels nor findings.

        >>> Score(Share(1, 2), Share(1, 1)).f(2)
        0.5555555555555556
        """
        if not (self.recall.whole or self.precision.whole):
            return None
        recall, precision = self.recall.value or 0.0, self.precision.value or 0.0
        if not (recall and precision):
            return 0.0
        return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def tokens(text: str) -> tuple[Span, ...]:
    """Return the words (letters, digits and underscores), and every other character on its own.

    >>> [span.of("Ann's £5") for span in tokens("Ann's £5")]
    ['Ann', "'", 's', '£', '5']
    """
    return tuple(Span(*match.span()) for match in _TOKEN.finditer(text))


def by_mention(
    gold: Sequence[Labelled], found: Sequence[Labelled], match: Match, label: str | None = None
) -> Score:
    """Compare mentions: each labelled span has a matching finding or not, and each finding a matching span or not.

    With `label`, only spans with that label count; under `Match.BLIND` they may match another label.
    """
    return Score(_met(gold, _Index(found), match, label), _met(found, _Index(gold), match, label))


def by_token(
    at: Sequence[Span],
    gold: Sequence[Labelled],
    found: Sequence[Labelled],
    *,
    blind: bool,
    label: str | None = None,
) -> Score:
    """Compare token by token, as Presidio's own evaluation does.

    A token has the label of the span that covers a part of it; of several, of the one that begins first, and of
    these the longest. `blind` only compares whether a token has any label. With `label`, only tokens with that
    label count.
    """
    pairs = list(zip(_labels(at, gold), _labels(at, found), strict=True))

    def counted(bears: str | None) -> bool:
        return bears is not None and label in (None, bears)

    def met(pair: tuple[str | None, str | None]) -> bool:
        return None not in pair if blind else pair[0] == pair[1]

    gold_pairs = [pair for pair in pairs if counted(pair[0])]
    found_pairs = [pair for pair in pairs if counted(pair[1])]
    return Score(
        Share(sum(map(met, gold_pairs)), len(gold_pairs)), Share(sum(map(met, found_pairs)), len(found_pairs))
    )


def _met(these: Sequence[Labelled], others: "_Index", match: Match, label: str | None) -> Share:
    counted = [each for each in these if label in (None, each.label)]
    met = sum(any(match.joins(each, other) for other in others.near(each.span)) for each in counted)
    return Share(met, len(counted))


def _labels(at: Sequence[Span], labelled: Sequence[Labelled]) -> list[str | None]:
    index = _Index(labelled)
    return [next((each.label for each in index.near(span) if each.span.overlaps(span)), None) for span in at]


@dataclass(frozen=True, slots=True)
class _Index:
    """Labelled spans in order of their starts, longest first, to find those that overlap another span."""

    labelled: Sequence[Labelled]
    _ordered: list[Labelled] = field(init=False)
    _starts: list[int] = field(init=False)
    _furthest: list[int] = field(init=False)

    def __post_init__(self) -> None:
        ordered = sorted(self.labelled, key=lambda each: (each.span.start, -each.span.end))
        object.__setattr__(self, "_ordered", ordered)
        object.__setattr__(self, "_starts", [each.span.start for each in ordered])
        object.__setattr__(self, "_furthest", list(accumulate((each.span.end for each in ordered), max)))

    def near(self, span: Span) -> Sequence[Labelled]:
        """Return the spans that begin before the span's end, without those that end before its start."""
        first = bisect_left(self._furthest, span.start + 1)
        return self._ordered[first : bisect_left(self._starts, span.end)]
