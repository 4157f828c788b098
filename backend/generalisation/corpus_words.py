"""What the corpus of a client model says of a broader form: how much it tells, and how many clients it could fit.

Information is −log2 P of a word under the corpus. Of a noun's broader form, P is that of all words below it; of
other forms, that of its own words. A form never tells more than the term that it stands for.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import log2

import numpy as np
from scipy.sparse import csc_array

from backend.document.tokens import terms
from backend.learning.features import stop_words
from backend.learning.model import ClientModel
from backend.taxonomy.broader import Broader
from backend.taxonomy.nouns import NounTable


class CorpusWords:
    """How often the corpus of a model has each word, and which clients say it."""

    def __init__(self, model: ClientModel, nouns: NounTable) -> None:
        self._model, self._nouns = model, nouns
        self._column = model.by_client.column
        counts = np.bincount(model.counts.indices, weights=model.counts.data, minlength=len(self._column))
        smoothing = model.options.alpha
        # One more word stands for all that the corpus does not have.
        self._probability = (counts + smoothing) / (counts.sum() + smoothing * (len(counts) + 1))
        self._unknown = smoothing / (counts.sum() + smoothing * (len(counts) + 1))
        self._said: csc_array = csc_array(model.presence)
        self._below: dict[int, float] = {}

    def bits(self, text: str) -> float:
        """Return the information of a text in bits, word by word; that of grammatical words counts too."""
        return sum(-log2(self._probability_of(word)) for word in terms(text))

    def bits_of_form(self, form: Broader, term: str) -> float:
        """Return the information in bits of a form that stands for a term, at most that of the term."""
        if form.concept is None:
            return min(self.bits(form.text), self.bits(term))
        return min(max(-log2(self._mass_below(form.concept)), 0.0), self.bits(term))

    def clients_that_could_say(self, form: Broader) -> int:
        """Return how many clients could hold a form: those that say its words.

        Of a form of several words, the one that the fewest clients say counts. That clients say words below the
        form in the taxonomy is not enough: a word that they do not use themselves would be odd in their documents.
        """
        content = [word for word in terms(form.text) if word not in stop_words()]
        return min((self.speakers(word) for word in content), default=0)

    def _probability_of(self, word: str) -> float:
        column = self._column.get(word)
        return self._unknown if column is None else float(self._probability[column])

    def speakers(self, word: str) -> int:
        """Return how many clients say a word; of a word that is no feature, up to three are known."""
        column = self._column.get(word)
        if column is None:
            return len(set(self._model.speakers.of(word)))
        return int(self._said.indptr[column + 1] - self._said.indptr[column])

    def _mass_below(self, concept: int) -> float:
        """The probability of the words in a concept and below it."""
        if concept not in self._below:
            columns = self._columns(self._nouns.words_below(concept))
            mass = float(self._probability[columns].sum()) if columns else self._unknown
            self._below[concept] = min(mass, 1.0)
        return self._below[concept]

    def _columns(self, words: Iterable[str]) -> list[int]:
        return sorted({self._column[word] for word in words if word in self._column})


@lru_cache(maxsize=2)
def corpus_words(model: ClientModel, nouns: NounTable) -> CorpusWords:
    """Return the words of a model's corpus; they are kept for the next documents of the same model."""
    return CorpusWords(model, nouns)
