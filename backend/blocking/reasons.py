"""Explain why a word should go: which rivals it separates the client from, and k if it stayed.

Nothing here asks which algorithm chose the words. A level is what it suppresses; what one of its words does is
counted anew, with all its occurrences back in the text.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from backend.blocking.confusability import TIE, ModelWordCounts, nearest_rivals
from backend.blocking.simple_redactor import metrics
from backend.learning.arrays import Floats, Integers
from backend.messages.message import Message
from backend.messages.reasons import (
    LeadChange,
    LikelierThan,
    TermBeyondModel,
    TermCouldGo,
    TermDistinctive,
    TermHidesClient,
    TermLikelier,
)

_TELLING = 1.05
"""A word that is less than that many times likelier sets nobody apart."""

_LARGEST = 700.0
"""Nats; beyond it a ratio is no float any more."""


@dataclass(frozen=True, slots=True)
class KChange:
    """The k without a term and with it, and the lead in nats of the class that decides on it."""

    k: int
    lead: float


@dataclass(frozen=True, slots=True)
class _Apart:
    """How a term tells the client from its rivals: see `TermHidesClient`."""

    likelier: LikelierThan | None
    less_likely: bool


@dataclass(frozen=True, eq=False)
class LevelExplanation:
    """A client hidden at level k: the text that other redactions left, and the removed words.

    `rivals` are the k - 1 classes nearest to the original document, the nearest first.
    """

    remaining: ModelWordCounts
    client: int
    k: int
    rivals: Integers
    words: tuple[str, ...]
    name_of: Callable[[int], str]
    """What a reader may be told of a class, by its index."""
    scores: Floats = field(init=False, repr=False)
    """[class], nats, of the text that level k leaves."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scores", self.remaining.without(self.words).scores())

    @classmethod
    def of(
        cls,
        original: ModelWordCounts,
        remaining: ModelWordCounts,
        client: int,
        words: tuple[str, ...],
        k: int,
        name_of: Callable[[int], str],
    ) -> "LevelExplanation":
        """The case of one level, with its rivals from the original document."""
        return cls(remaining, client, k, nearest_rivals(original.scores(), client, k - 1), words, name_of)

    def metric(self, words: Sequence[str]) -> Floats:
        """[word], nats: how much each word speaks for the client against its rivals; 0 outside the vocabulary."""
        column = self.remaining.model.column
        known = [(place, column[word]) for place, word in enumerate(words) if word in column]
        both = np.array(known, dtype=np.int64).reshape(-1, 2)
        apart_from = np.zeros(len(words))
        apart_from[both[:, 0]] = self._metrics(both[:, 1])
        return apart_from

    def next_words(self, keep: frozenset[str], how_many: int) -> tuple[str, ...]:
        """Return the remaining words with the highest metric for the client, except those of `keep`."""
        left = self.remaining.without((*self.words, *keep))
        order = np.lexsort((left.features, -self._metrics(left.features)))
        return tuple(left.model.vocabulary[feature] for feature in left.features[order[:how_many]].tolist())

    def why_gone(self, terms: Sequence[Sequence[str]], *, level: bool = False) -> list[Message]:
        """Explain for each suppressed term, given as its words, why it is suppressed; `level` names level k.

        Words that are no features, or not in the document, add nothing.
        """
        named, now = self.k if level else None, self._now
        return self._reasons(
            terms,
            1,
            lambda apart, after: TermHidesClient(
                apart.likelier, apart.less_likely, named, now.k, after.k, _lead(now, after)
            ),
        )

    def why_near(self, terms: Sequence[Sequence[str]]) -> list[Message]:
        """Explain for each term that level k keeps, given as its words, how much it still identifies the client."""
        now = self._now
        return self._reasons(
            terms,
            -1,
            lambda apart, after: TermCouldGo(apart.likelier, apart.less_likely, now.k, after.k, _lead(now, after)),
        )

    def why_apart(self, terms: Sequence[Sequence[str]]) -> list[Message]:
        """Explain for each term which rivals it separates the client from, without naming k.

        For callers from whom all classes but `rivals` are hidden: the reason says only that there are others.
        """
        model = self.remaining.model
        known = [[model.column[word] for word in words if word in model.column] for words in terms]
        messages: list[Message] = []
        for columns in known:
            spoken = model.spoken(np.array(columns, dtype=np.int64))
            apart = (spoken[:, [self.client]] - spoken[:, self.rivals]).sum(axis=0)
            rival = next((i for i, nats in enumerate(apart.tolist()) if nats > math.log(_TELLING)), None)
            if not columns:
                messages.append(TermBeyondModel())
            elif rival is None:
                messages.append(TermDistinctive())
            else:
                name = self.name_of(int(self.rivals[rival]))
                messages.append(TermLikelier(_likelier(name, float(apart[rival]))))
        return messages

    def _metrics(self, features: Integers) -> Floats:
        of_level: Floats = metrics(self.remaining.model, self.client, self.rivals, features)[-1]
        return of_level

    def _reasons(
        self, terms: Sequence[Sequence[str]], sign: int, reason: Callable[[_Apart, KChange], Message]
    ) -> list[Message]:
        model = self.remaining.model
        place = {model.vocabulary[feature]: i for i, feature in enumerate(self.remaining.features.tolist())}
        known = [[place[word] for word in words if word in place] for words in terms]
        columns = np.array([column for columns in known for column in columns], dtype=np.int64)
        starts = np.cumsum([0, *map(len, known)])
        belongs = csr_array((np.ones(len(columns)), columns, starts), shape=(len(terms), len(place)))
        phrase_counts = csr_array((self.remaining.counts[columns], columns, starts), shape=belongs.shape)
        spoken = model.spoken(self.remaining.features)
        apart = belongs @ (spoken[:, [self.client]] - spoken[:, self.rivals])
        scores = self.scores + sign * (phrase_counts @ spoken)
        return [
            reason(distinction, after) if columns else TermBeyondModel()
            for columns, distinction, after in zip(known, self._apart(apart), self._outlooks(scores), strict=True)
        ]

    @cached_property
    def _now(self) -> KChange:
        return self._outlooks(self.scores[None])[0]

    def _outlooks(self, scores: Floats) -> list[KChange]:
        """What each row of scores, [row, class], comes to."""
        leads = scores - scores[:, [self.client]]
        ahead = leads > TIE
        leading = ahead.sum(axis=1)
        smallest = np.where(ahead, leads, np.inf).min(axis=1, initial=np.inf)
        smallest[leading == 0] = 0.0
        return [KChange(1 + many, lead) for many, lead in zip(leading.tolist(), smallest.tolist(), strict=True)]

    def _apart(self, apart: Floats) -> list[_Apart]:
        """Against the nearest rival that each term sets apart; `apart` is [term, rival], in nats."""
        if not apart.shape[1]:
            return [_Apart(None, less_likely=True)] * len(apart)
        telling = apart > math.log(_TELLING)
        nearest = telling.argmax(axis=1)  # the first of those that tell
        nats = apart[np.arange(len(apart)), nearest]
        alike = np.asarray((apart > -math.log(_TELLING)).any(axis=1)).tolist()
        rows = zip(np.asarray(telling.any(axis=1)).tolist(), nearest.tolist(), nats.tolist(), alike, strict=True)
        rivals = [self.name_of(rival) for rival in self.rivals.tolist()]
        return [
            _Apart(_likelier(rivals[rival], by) if tells else None, less_likely=not (tells or is_alike))
            for tells, rival, by, is_alike in rows
        ]


def _likelier(rival: str, nats: float) -> LikelierThan:
    return LikelierThan.rounded(rival, math.exp(min(nats, _LARGEST)))


def _lead(now: KChange, after: KChange) -> LeadChange:
    """How the smallest of the leads changes that make k what it is; with k = 1 there is none."""
    if after.k != now.k or now.k == 1 or abs(after.lead - now.lead) <= TIE:
        return "same"
    return "smaller" if after.lead < now.lead else "larger"
