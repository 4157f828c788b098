"""Client terms: group the suppressed words into terms, with the reason for each and the next best terms.

It does not matter here which algorithm chose the words: a level is its words.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from backend.blocking.confusability import ModelWordCounts, nearest_rivals
from backend.blocking.reasons import LevelExplanation
from backend.detection.client.client_terms import ClientWord, find_words
from backend.detection.client.phrase_grouping import group_phrases
from backend.detection.client.unseen_words import unseen_words
from backend.detection.finding import Finding
from backend.document.model import Place
from backend.learning.model import ClientModel
from backend.learning.visible_clients import VisibleClients
from backend.messages.message import Message
from backend.messages.reasons import WordNotWeighed
from backend.services.terms.residual_text import ResidualText
from backend.services.terms.term_selection import ChosenLevel

_BEYOND_K = 6
_UNSEEN = 14
"""Together 20, which a person still reads; a new product's name tells more than the next word of the model."""


class NearMissKind(StrEnum):
    """Why a kept word deserves a look."""

    BEYOND_K = "beyond_k"
    """It would be the next to go, should k be raised."""
    UNSEEN = "unseen"
    """The model cannot weigh it, and it looks like a name or is this client's alone."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A kept word that may identify the client; `score` is in nats, None if the model does not know it.

    `count` is how often it stands in the text that counts, `places` are all of its places.
    """

    term: str
    kind: NearMissKind
    score: float | None
    why: Message
    count: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ClientCase:
    """A document about a client, as the reasons need it: its words, and those that other redactions keep."""

    model: ClientModel
    client: int
    original: ModelWordCounts
    remaining: ModelWordCounts
    left: ResidualText
    visible: VisibleClients

    def words(self, levels: Sequence[ChosenLevel]) -> dict[str, ClientWord]:
        """Each suppressed word with its lowest level, its term and its reason; levels ascend."""
        level_of: dict[str, int] = {}
        for level in levels:
            for word in level.words:
                level_of.setdefault(word, level.k)
        terms = group_phrases(self.left.document, level_of)
        found: dict[str, ClientWord] = {}
        for level in levels:
            of_level = [term for term in terms if level_of[term[0]] == level.k]
            case = self._at(level)
            if self.visible.sees_all:
                reasons = case.why_gone(of_level, level=level is not levels[-1])
            else:
                reasons = case.why_apart(of_level)
            metrics = iter(case.metric([word for term in of_level for word in term]).tolist())
            for term, why in zip(of_level, reasons, strict=True):
                for word in term:
                    found[word] = ClientWord(level.k, next(metrics), why, term)
        return found

    def near_misses(self, level: ChosenLevel, keep: frozenset[str]) -> tuple[NearMiss, ...]:
        """The next words if k were raised, then words unknown to the model; none of `keep`."""
        case = self._at(level)
        following = case.next_words(keep, _BEYOND_K) if len(case.rivals) else ()
        near = [(word,) for word in following]
        reasons = case.why_near(near) if self.visible.sees_all else case.why_apart(near)
        missed: dict[str, tuple[NearMissKind, float | None, Message]] = {}
        for word, metric, why in zip(following, case.metric(following).tolist(), reasons, strict=True):
            missed[word] = NearMissKind.BEYOND_K, metric, why
        texts = self.left.document.counted_texts()
        # A level of a program may suppress words that are no features: they are no near misses.
        settled = keep.union(level.words)
        for unseen in unseen_words(texts, self.model, self.client, settled, _UNSEEN):
            # Where it was heard would be wrong where only hidden clients say it.
            why = unseen.why if self.visible.sees_all else WordNotWeighed(None)
            missed[unseen.term] = NearMissKind.UNSEEN, None, why
        found = self._found(missed)
        # A word that stands beside the text alone has no place in it.
        return tuple(_near_miss(found[word], *each) for word, each in missed.items() if found[word])

    def _at(self, level: ChosenLevel) -> LevelExplanation:
        """The case of a level; if clients are hidden, only visible ones are rivals."""
        if self.visible.sees_all:
            return LevelExplanation.of(
                self.original, self.remaining, self.client, level.words, level.k, self._name_of
            )
        seen = self.visible.of(self.model.clients)
        everybody = nearest_rivals(self.original.scores(), self.client, len(self.model.clients))
        rivals = everybody[np.isin(everybody, seen)]
        return LevelExplanation(self.remaining, self.client, level.k, rivals, level.words, self._name_of)

    def _name_of(self, client: int) -> str:
        return self.visible.name_of(self.model.clients[client])

    def _found(self, words: Iterable[str]) -> dict[str, list[Finding]]:
        wanted = {word: ClientWord(0, 0.0, WordNotWeighed(None), (word,)) for word in words}
        found: dict[str, list[Finding]] = {word: [] for word in wanted}
        for each in self.left.back(find_words(self.left.document, wanted)):
            found[each.phrase[0]].append(each)
        return found


def _near_miss(found: Sequence[Finding], kind: NearMissKind, score: float | None, why: Message) -> NearMiss:
    """Make a near miss; its term is its most frequent spelling, as in a suggestion."""
    places = tuple(each.place for each in found)
    spelling, _ = Counter(each.text for each in found).most_common(1)[0]
    return NearMiss(spelling, kind, score, why, sum(place.kind.counted for place in places), places)
