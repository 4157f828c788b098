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

_TELLING = 1.05
"""A word that is less than that many times likelier sets nobody apart."""

_BEYOND_THE_MODEL = "the model does not look at it, but others may know the client by it"

_SETS_APART = "sets this client apart from others"
_NO_LIKELIER = "no likelier for this client than for those it is most like"
_LESS_LIKELY = "less likely for this client than for those it is most like"

_LARGEST = 700.0
"""Nats; beyond it a ratio is no float any more."""


@dataclass(frozen=True, slots=True)
class KChange:
    """The k without a term and with it, and the lead in nats of the class that decides on it."""

    k: int
    lead: float


@dataclass(frozen=True, eq=False)
class LevelExplanation:
    """A client hidden at level k: what was left of the document by other redactions, and the words that went.

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
        told = np.zeros(len(words))
        told[both[:, 0]] = self._metrics(both[:, 1])
        return told

    def next_words(self, keep: frozenset[str], how_many: int) -> tuple[str, ...]:
        """Return the remaining words with the highest metric for the client, except those of `keep`."""
        left = self.remaining.without((*self.words, *keep))
        order = np.lexsort((left.features, -self._metrics(left.features)))
        return tuple(left.model.vocabulary[feature] for feature in left.features[order[:how_many]].tolist())

    def why_gone(self, terms: Sequence[Sequence[str]], *, level: bool = False) -> list[str]:
        """Explain for each suppressed term, given as its words, why it is suppressed; `level` names level k.

        Words that are no features, or not in the document, add nothing.
        """
        said = "if it stays at level " + str(self.k) if level else "if it stays"
        return self._told(terms, 1, lambda after: _kept(said, self._now, after))

    def why_near(self, terms: Sequence[Sequence[str]]) -> list[str]:
        """Explain for each term that level k keeps, given as its words, how much it still identifies the client."""
        return self._told(terms, -1, lambda after: _taken(self._now, after))

    def why_apart(self, terms: Sequence[Sequence[str]]) -> list[str]:
        """Explain for each term which rivals it separates the client from, without naming k.

        For callers from whom all classes but `rivals` are hidden: the text says only that there are others.
        """
        model = self.remaining.model
        known = [[model.column[word] for word in words if word in model.column] for words in terms]
        told = []
        for columns in known:
            spoken = model.spoken(np.array(columns, dtype=np.int64))
            apart = (spoken[:, [self.client]] - spoken[:, self.rivals]).sum(axis=0)
            rival = next((i for i, nats in enumerate(apart.tolist()) if nats > math.log(_TELLING)), None)
            if not columns:
                told.append(_BEYOND_THE_MODEL)
            elif rival is None:
                told.append(_SETS_APART)
            else:
                times = _times(math.exp(min(float(apart[rival]), _LARGEST)))
                name = self.name_of(int(self.rivals[rival]))
                told.append(f"{times} times likelier for this client than for {name}")
        return told

    def _metrics(self, features: Integers) -> Floats:
        of_level: Floats = metrics(self.remaining.model, self.client, self.rivals, features)[-1]
        return of_level

    def _told(self, terms: Sequence[Sequence[str]], sign: int, consequence: Callable[[KChange], str]) -> list[str]:
        model = self.remaining.model
        place = {model.vocabulary[feature]: i for i, feature in enumerate(self.remaining.features.tolist())}
        known = [[place[word] for word in words if word in place] for words in terms]
        columns = np.array([column for columns in known for column in columns], dtype=np.int64)
        starts = np.cumsum([0, *map(len, known)])
        belongs = csr_array((np.ones(len(columns)), columns, starts), shape=(len(terms), len(place)))
        said = csr_array((self.remaining.counts[columns], columns, starts), shape=belongs.shape)
        spoken = model.spoken(self.remaining.features)
        apart = belongs @ (spoken[:, [self.client]] - spoken[:, self.rivals])
        scores = self.scores + sign * (said @ spoken)
        return [
            f"{ratio}; {consequence(after)}" if columns else _BEYOND_THE_MODEL
            for columns, ratio, after in zip(known, self._ratios(apart), self._outlooks(scores), strict=True)
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

    def _ratios(self, apart: Floats) -> list[str]:
        """Against the nearest rival that each term sets apart; `apart` is [term, rival], in nats."""
        if not apart.shape[1]:
            return [_LESS_LIKELY] * len(apart)
        telling = apart > math.log(_TELLING)
        nearest = telling.argmax(axis=1)  # the first of those that tell
        nats = np.minimum(apart[np.arange(len(apart)), nearest], _LARGEST)
        alike = np.asarray((apart > -math.log(_TELLING)).any(axis=1)).tolist()
        rows = zip(np.asarray(telling.any(axis=1)).tolist(), nearest.tolist(), nats.tolist(), alike, strict=True)
        rivals = [self.name_of(rival) for rival in self.rivals.tolist()]
        return [
            f"{_times(math.exp(by))} times likelier for this client than for {rivals[rival]}"
            if tells
            else (_NO_LIKELIER if is_alike else _LESS_LIKELY)
            for tells, rival, by, is_alike in rows
        ]


def _kept(if_it_stays: str, now: KChange, after: KChange) -> str:
    if after.k < now.k:
        return f"{if_it_stays}, k falls from {now.k} to {after.k}"
    if after.k > now.k:
        return f"{if_it_stays}, k is {after.k} instead of {now.k}"
    return f"{if_it_stays}, k is still {now.k}{_lead(now, after)}"


def _taken(now: KChange, after: KChange) -> str:
    if after.k == now.k:
        return f"if it goes too, k is still {now.k}{_lead(now, after)}"
    return f"if it goes too, k {'rises' if after.k > now.k else 'falls'} from {now.k} to {after.k}"


def _lead(now: KChange, after: KChange) -> str:
    """How the smallest of the leads changes that make k what it is; with k = 1 there is none."""
    if now.k == 1 or abs(after.lead - now.lead) <= TIE:
        return ""
    return ", by a smaller lead" if after.lead < now.lead else ", by a larger lead"


def _times(ratio: float) -> str:
    if ratio >= 1000:
        return "over 1,000"
    return f"{ratio:.0f}" if ratio >= 9.95 else f"{ratio:.1f}".removesuffix(".0")
