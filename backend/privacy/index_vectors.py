"""Documents as vectors of stems (Abril, Navarro-Arribas and Torra 2012, section 2)."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from backend.document.tokens import terms
from backend.learning.arrays import Floats, Sparse
from backend.learning.features import stop_words
from backend.taxonomy.dictionary import Dictionary
from backend.taxonomy.stems import SHORTEST, stem


class Weighting(StrEnum):
    """How a stem is weighted: by its frequency in the document, or also by how few documents have it."""

    TF = "tf"
    TF_IDF = "tf-idf"


@dataclass(frozen=True, eq=False)
class VectorSpace:
    """The columns of vectors: the stems of a dictionary, then `other_stems`, which no dictionary has.

    `idf` [column] are the inverse document frequencies; None weights by frequency alone.
    """

    dictionary: Dictionary
    other_stems: tuple[str, ...] = ()
    idf: Floats | None = field(default=None, repr=False)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.dictionary.stems) + len(self.other_stems)

    @cached_property
    def _other_columns(self) -> Mapping[str, int]:
        return {each: place for place, each in enumerate(self.other_stems, len(self.dictionary.stems))}

    def stem_of(self, column: int) -> str:
        """Return the stem of a column."""
        own = len(self.dictionary.stems)
        return self.dictionary.stems[column] if column < own else self.other_stems[column - own]

    def count(self, text: str) -> Counter[int]:
        """Count the columns of a text; stop words, short words and words without a column are left out.

        Placeholders are no words.
        """
        return self.count_words(Counter(terms(text)))

    def count_words(self, words: Mapping[str, int]) -> Counter[int]:
        """Count the columns of words that are counted already."""
        counts: Counter[int] = Counter()
        for word, count in words.items():
            if word in stop_words():
                continue
            column = self.dictionary.column(word)
            if column is None and self.other_stems:
                column = self._other_columns.get(other_stem(word))
            if column is not None:
                counts[column] += count
        return counts

    def weights(self, stems: Mapping[str, float]) -> dict[int, float]:
        """Return the weights of the columns of stems; stems without a column are left out."""
        columns = ((self.dictionary.columns.get(stem), stem, weight) for stem, weight in stems.items())
        found = ((self._other_columns.get(each) if own is None else own, weight) for own, each, weight in columns)
        return {column: weight for column, weight in found if column is not None}

    def weighted(self, counts: Mapping[int, float]) -> dict[int, float]:
        """Return the weights of counted columns, as a vector of length 1; that of no column is empty."""
        idf = self.idf
        weights = {
            column: float(count) if idf is None else count * float(idf[column]) for column, count in counts.items()
        }
        length = math.hypot(*weights.values())
        return {column: weight / length for column, weight in weights.items()}

    def vectors(self, counts: Sequence[Mapping[int, float]]) -> Sparse:
        """Return a row of length 1 for each document; the row of a document without a column is empty."""
        lengths = np.fromiter(map(len, counts), np.int64, len(counts))
        total = int(lengths.sum())
        columns = np.fromiter((column for row in counts for column in row), np.int64, total)
        values = np.fromiter((value for row in counts for value in row.values()), np.float64, total)
        starts = np.concatenate(([0], np.cumsum(lengths)))
        if self.idf is not None:
            values *= self.idf[columns]
        rows: Sparse = csr_array((values, columns, starts), shape=(len(counts), self.width))
        rows.sort_indices()
        return normalised(rows)

    def with_idf(self, counts: Iterable[Mapping[int, float]], documents: int, k: int) -> "VectorSpace":
        """Return the space with the inverse document frequencies of a collection: 1 + ln(documents / frequency).

        A frequency counts as the highest of k, 2k, 4k, … that it reaches, and as k below. So weights say neither
        that a stem stands in fewer than k documents nor, but for a step, that one document has it.
        """
        frequency = np.zeros(self.width)
        for row in counts:
            frequency[list(row)] += 1.0
        steps = k * 2.0 ** np.floor(np.log2(np.maximum(frequency, k) / k))
        return replace(self, idf=1.0 + np.log(max(documents, k) / steps))

    def with_columns_of(self, rows: Sparse) -> tuple["VectorSpace", Sparse]:
        """Return the space without the other stems that no row has, and the rows over its columns."""
        own, used = len(self.dictionary.stems), np.unique(rows.indices)
        columns = np.concatenate([np.arange(own), used[used >= own]])
        others = tuple(self.stem_of(column) for column in columns[own:].tolist())
        idf = None if self.idf is None else self.idf[columns]
        return replace(self, other_stems=others, idf=idf), rows[:, columns]


def other_stem(word: str) -> str:
    """Return the stem of a word that is not in the dictionary; a short word has none, which is empty.

    >>> other_stem("unsaid"), other_stem("k2")
    ('unsaid', '')
    """
    return stem(word) if len(word) >= SHORTEST else ""


def normalised(rows: Sparse) -> Sparse:
    """Return the rows with length 1; empty rows stay empty."""
    lengths = np.sqrt(rows.multiply(rows).sum(axis=1))
    factors = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    result: Sparse = rows.copy()
    result.data = result.data * np.repeat(factors, np.diff(rows.indptr))
    return result
