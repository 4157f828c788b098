"""The words of users as elements, for documents that are redacted and not withheld."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

from backend.document.placeholders import count_placeholders
from backend.document.tokens import terms
from backend.learning.arrays import Floats
from backend.privacy.sensitivity import SensitivityModel
from backend.privacy.user_elements import NULL_ELEMENT, UserElements


@dataclass(slots=True)
class WordSensitivities:
    """The sensitivity of words: their share of the positive log odds of the documents they stand in.

    The share is that of the sums over all those documents, so that a document counts by its evidence: decision 50.
    """

    model: SensitivityModel
    _evidence: "defaultdict[str, float]" = field(default_factory=lambda: defaultdict(float), init=False)
    _of_documents: "defaultdict[str, float]" = field(default_factory=lambda: defaultdict(float), init=False)

    def add(self, words: set[str]) -> None:
        """Count a document with these distinct words."""
        positive = self.model.positive_evidence(words)
        total = sum(positive.values())
        for word, evidence in positive.items():
            self._evidence[word] += evidence
            self._of_documents[word] += total

    def of(self, word: str) -> float:
        """Return the sensitivity of a word, from 0 to 1; 0 for a word that makes no document more sensitive."""
        total = self._of_documents.get(word, 0.0)
        return min(self._evidence[word] / total, 1.0) if total > 0 else 0.0


@dataclass(slots=True)
class WordCollector:
    """Collects the words of documents; placeholders are the null word.

    Collections that are compared share names and words: see `beside`. The sensitivity of a word is that in the
    documents of the first collection; of a word that only a release has, in the documents of the release.
    """

    originals: WordSensitivities
    names: dict[str, int] = field(default_factory=dict)
    _index: dict[str, int] = field(default_factory=dict)
    _own: WordSensitivities | None = None
    _counts: "defaultdict[int, Counter[int]]" = field(default_factory=lambda: defaultdict(Counter), init=False)

    def beside(self) -> "WordCollector":
        """Return an empty collector for a release of the documents of this one."""
        return WordCollector(self.originals, self.names, self._index, WordSensitivities(self.originals.model))

    @property
    def vocabulary(self) -> list[str]:
        """The words, by element; the first is the null word, which is empty."""
        return ["", *self._index]

    def add(self, user: str, text: str) -> None:
        """Add a document."""
        counted = Counter(terms(text))
        (self._own or self.originals).add(set(counted))
        index, words = self.names.setdefault(user, len(self.names)), self._index
        mine = self._counts[index]
        for word, count in counted.items():
            mine[words.setdefault(word, len(words) + 1)] += count
        if placeholders := count_placeholders([text]):
            mine[NULL_ELEMENT] += placeholders

    def elements(self) -> UserElements:
        """Return what was collected, with the sensitivities that the words have by now."""
        sensitivities = self._sensitivities()
        sizes = [len(each) for each in self._counts.values()]
        total = sum(sizes)
        elements = np.fromiter((word for each in self._counts.values() for word in each), np.uint64, total)
        return UserElements(
            np.repeat(np.fromiter(self._counts, np.int32, len(sizes)), sizes),
            elements,
            np.fromiter((count for each in self._counts.values() for count in each.values()), np.float32, total),
            sensitivities[elements.astype(np.int64)].astype(np.float32),
        )

    def _sensitivities(self) -> Floats:
        def of(word: str) -> float:
            return self.originals.of(word) or (self._own.of(word) if self._own else 0.0)

        return np.array([0.0, *map(of, self._index)])
