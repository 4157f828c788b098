"""Select the features: no stop words, no words that occur once, then the most informative words."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from backend.document.tokens import terms
from backend.learning.arrays import Counts, Floats, Integers, counts_from_rows

_DECIMALS = 12
"""Beyond these, differences of mutual information are noise of the sums, and the words decide."""


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """The selected words, ascending.

    `columns` are their columns in the counts, `mutual_information` is in nats; both [feature].
    """

    words: tuple[str, ...]
    columns: Integers
    mutual_information: Floats


@cache
def stop_words() -> frozenset[str]:
    """Return the English stop words; contractions are split as the tokeniser splits them.

    >>> sorted(stop_words() & {"the", "retail", "don", "t", "ford"})
    ['don', 't', 'the']
    """
    return _word_list("stop_words_en.txt")


def _word_list(name: str) -> frozenset[str]:
    lines = files("backend.learning").joinpath(name).read_text("utf-8").splitlines()
    return frozenset(term for line in lines if not line.startswith("#") for term in terms(line))


@cache
def grammatical_words() -> frozenset[str]:
    """Return the stop words that are never suppressed, because they hold a sentence together.

    >>> sorted(grammatical_words() & {"the", "of", "and", "our", "same"})
    ['and', 'of', 'the']
    """
    return stop_words() - _word_list("dispensable_words_en.txt")


DEFAULT_FEATURES = 10_000
"""How many words a model uses where nobody chooses another number."""


def select_features(
    words: tuple[str, ...], counts: Counts, class_of: Integers, *, limit: int | None = DEFAULT_FEATURES
) -> Features:
    """Select the `limit` words of the highest mutual information with the class; None selects all.

    `counts` is [document, word], `class_of` [document]. Stop words and words that occur once in the corpus are
    never selected; words of equal mutual information keep their order.

    Source: Cumby & Ghani 2011, "Experiments & Results".
    """
    stops = stop_words()
    totals = np.bincount(counts.indices, weights=counts.data, minlength=len(words))
    content = np.fromiter((word not in stops for word in words), dtype=bool, count=len(words))
    candidates = np.flatnonzero(content & (totals > 1))
    information = mutual_information(counts, class_of)
    if limit is not None:
        ranked = np.lexsort((candidates, -np.round(information[candidates], _DECIMALS)))
        candidates = np.sort(candidates[ranked[:limit]])
    return Features(tuple(words[i] for i in candidates.tolist()), candidates, information[candidates])


def mutual_information(counts: Counts, class_of: Integers) -> Floats:
    """Return the averaged mutual information of each word's presence with the class, in nats; shape [word].

    `counts` is [document, word], `class_of` [document]. The sum runs over presence and absence and all classes:
    `P(w,c) * log[P(w,c) / (P(w) P(c))]`, with `0 log 0 = 0`.

    Source: McCallum & Nigam 1998, as Cumby & Ghani 2011 use it.
    """
    return information_of_presence(class_presence(counts, class_of), np.bincount(class_of))


def information_of_presence(present: Counts, class_documents: Integers) -> Floats:
    """Return `mutual_information` from the number of documents of each class with each word, [class, word].

    `class_documents` is [class], the number of documents of each.
    """
    words = present.shape[1]
    if not present.nnz:
        return np.zeros(words)
    documents = int(class_documents.sum())
    in_class = class_documents / documents
    of = np.repeat(np.arange(present.shape[0]), np.diff(present.indptr))
    both = present.data / documents
    having = np.bincount(present.indices, weights=present.data, minlength=words) / documents
    lacking = 1 - having
    with_word = both * np.log(both / (having[present.indices] * in_class[of]))
    # Absence, where the class has documents with the word; the logarithm's argument is 0 only where `left` is.
    left = (class_documents[of] - present.data) / documents
    ratio = np.divide(left, lacking[present.indices] * in_class[of], out=np.ones_like(left), where=left > 0)
    without_word = left * np.log(ratio)
    information = np.bincount(present.indices, weights=with_word + without_word, minlength=words)
    # Classes in which no document has the word: P(absent,c) = P(c), so each adds P(c) log(1 / P(absent)).
    nowhere = 1 - np.bincount(present.indices, weights=in_class[of], minlength=words)
    some_lack = lacking > 0
    information[some_lack] -= nowhere[some_lack] * np.log(lacking[some_lack])
    return np.asarray(information, dtype=np.float64)


def class_presence(counts: Counts, class_of: Integers) -> Counts:
    """Return the number of documents of each class that contain each word; [class, word]."""
    presence = counts_from_rows(np.ones_like(counts.data), counts.indices, counts.indptr, counts.shape[1])
    return class_sums(presence, class_of)


def class_sums(counts: Counts, class_of: Integers, classes: int | None = None) -> Counts:
    """Return the sum of the rows of each class; `counts` is [document, term], the result [class, term]."""
    height = classes if classes is not None else int(class_of.max(initial=-1)) + 1
    by_class = np.argsort(class_of, kind="stable")
    ends = np.cumsum(np.bincount(class_of, minlength=height))
    belongs = counts_from_rows(
        np.ones(len(class_of), np.int32), by_class, np.concatenate(([0], ends)), len(class_of)
    )
    sums: Counts = belongs @ counts
    sums.sort_indices()
    return sums
