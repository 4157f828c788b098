"""The readings of a text: what the tokenisers of attackers make of the same words.

Attackers who do not split words as the product does have other features, which identify a client although none of
the product's words does. Each reading has a vocabulary, the training documents in it, and the features of a
document to redact.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from backend.blocking.seen_features import Group, SeenFeatures, SplitWords
from backend.document.forms import lowered, pieces, words_of
from backend.learning.arrays import Counts, Integers, counts_from_rows
from backend.learning.counts import no_counts
from backend.learning.features import class_sums

_LETTERS = re.compile(r"[^\W\d_]+")


class Reading(StrEnum):
    """How a tokeniser splits a text."""

    WORDS = "words"
    """As the product does: letters and digits in lower case, compounds split."""
    COMPOUNDS = "compounds"
    """Compounds are kept as one word, in lower case: "long-term", "ford's", "4.37"."""
    LETTERS = "letters"
    """Letters alone, in lower case: "q3" is "q", and numbers are gone."""
    AS_WRITTEN = "words as written"
    """Compounds and capitals are kept: "Long-term", "Ford's"."""


_Parts = Iterator[tuple[str, tuple[str, ...]]]
"""Features, each with the words without which it is gone."""

_Feature = tuple[str, int, tuple[str, ...], tuple[str, ...]]


def _one_word(form: str) -> _Parts:
    yield form, words_of(form)


def _other_letters(form: str) -> _Parts:
    """Yield the runs of letters that belong to none of the words of a form, as a possessive *s*; they stay."""
    runs = Counter(_LETTERS.findall(lowered(form)))
    runs.subtract(run for word in words_of(form) for run in _LETTERS.findall(word))
    for run in runs.elements():
        yield run, ()


def _no_parts(form: str) -> _Parts:
    """Yield nothing: the product's words are all in the counts of words."""
    del form
    return iter(())


_OF_FORM: Mapping[Reading, Callable[[str], _Parts]] = MappingProxyType(
    {
        Reading.COMPOUNDS: lambda form: iter([(lowered(form), words_of(form))]),
        Reading.LETTERS: _other_letters,
        Reading.AS_WRITTEN: _one_word,
    }
)


def _of_word(reading: Reading, word: str) -> Sequence[str]:
    return _LETTERS.findall(word) if reading is Reading.LETTERS else (word,)


@dataclass(frozen=True, slots=True, eq=False)
class FeatureCounts:
    """Training documents in a reading: its vocabulary, and counts [document, feature]."""

    reading: Reading
    vocabulary: tuple[str, ...]
    counts: Counts
    column: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.counts.shape[1] != len(self.vocabulary):
            raise ValueError("counts must be [document, feature]")
        columns = {feature: column for column, feature in enumerate(self.vocabulary)}
        object.__setattr__(self, "column", MappingProxyType(columns))

    def seen_in(self, words: SplitWords) -> SeenFeatures:
        """The features of a document, by the words that they consist of."""
        return SeenFeatures.of(
            (
                Group(self.column[feature], count, stay, go)
                for feature, count, stay, go in _features(self.reading, words)
                if feature in self.column
            ),
            words,
        )


@dataclass(frozen=True, slots=True, eq=False)
class WrittenDocuments:
    """Training documents as words, and how these are written.

    `word_counts` is [document, word]; `inside_counts`, alike, are the occurrences inside a form. `form_counts` is
    [document, form]; the most informative forms are enough.
    """

    words: tuple[str, ...]
    word_counts: Counts
    inside_counts: Counts
    forms: tuple[str, ...]
    form_counts: Counts

    @classmethod
    def of_words(cls, words: tuple[str, ...], counts: Counts) -> "WrittenDocuments":
        """Return documents whose words are counted without their forms."""
        nothing: Counts = counts * 0
        nothing.eliminate_zeros()
        return cls(words, counts, nothing, (), no_counts(counts.shape[0]))

    def rows(self, rows: Integers) -> "WrittenDocuments":
        """Return these documents alone."""
        inside, forms = self.inside_counts[rows], self.form_counts[rows]
        return WrittenDocuments(self.words, self.word_counts[rows], inside, self.forms, forms)

    def sums(self, class_of: Integers, classes: int) -> "WrittenDocuments":
        """Return the documents of each class as one, [class, …]."""
        words, inside, forms = (
            class_sums(counts, class_of, classes)
            for counts in (self.word_counts, self.inside_counts, self.form_counts)
        )
        return WrittenDocuments(self.words, words, inside, self.forms, forms)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The readings that can be made of them; an older version did not count forms, or none with capitals."""
        if not self.forms:
            return (Reading.WORDS,)
        if any(form != lowered(form) for form in self.forms):
            return tuple(Reading)
        return (Reading.WORDS, Reading.COMPOUNDS, Reading.LETTERS)

    def read(self, reading: Reading) -> FeatureCounts:
        """Return the documents in a reading."""
        return ReadingFeatures.of(reading, self.words, self.forms).counted(self)


@dataclass(frozen=True, slots=True, eq=False)
class ReadingFeatures:
    """The features of the words and forms of documents in a reading.

    `of_words` [word, feature] and `of_forms` [form, feature] are how often each has a feature.
    """

    which: Reading
    features: tuple[str, ...]
    of_words: Counts
    of_forms: Counts

    @classmethod
    def of(cls, which: Reading, words: Sequence[str], forms: Sequence[str]) -> "ReadingFeatures":
        """Find the features of words and forms."""
        number: defaultdict[str, int] = defaultdict()
        number.default_factory = number.__len__
        of_words = [[number[feature] for feature in _of_word(which, word)] for word in words]
        pieces_of = _OF_FORM.get(which, _no_parts)
        of_forms = [[number[feature] for feature, _ in pieces_of(form)] for form in forms]
        width = len(number)
        return cls(which, tuple(number), _indicators(of_words, width), _indicators(of_forms, width))

    def counted(self, written: WrittenDocuments) -> FeatureCounts:
        """Return documents of these words and forms in the reading."""
        inside_count = self.which in (Reading.COMPOUNDS, Reading.AS_WRITTEN)
        alone = written.word_counts - written.inside_counts if inside_count else written.word_counts.copy()
        # A word that is not written as its form is folded, as some ligatures are, would count less than never.
        alone.data = np.maximum(alone.data, 0)
        counts: Counts = (alone @ self.of_words + written.form_counts @ self.of_forms).astype(np.int32)
        counts.eliminate_zeros()
        counts.sort_indices()
        return FeatureCounts(self.which, self.features, counts)


def features_in(reading: Reading, words: Mapping[str, int], forms: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the features of a text of which nothing is suppressed, with their occurrences.

    `words` and `forms` count its words and forms; a feature may come several times.
    """
    every = SplitWords((), np.zeros(0, dtype=np.int64), words, forms)
    for feature, count, _, _ in _features(reading, every):
        yield feature, count


def words_inside(words: Sequence[str], forms: Sequence[str], form_counts: Counts) -> Counts:
    """Return how often each of the `words` stands inside a form, [document, word].

    `form_counts` is [document, form].
    """
    column = {word: place for place, word in enumerate(words)}
    inside = [[column[word] for word in words_of(form) if word in column] for form in forms]
    counts: Counts = form_counts @ _indicators(inside, len(words))
    return counts


def _indicators(columns: Sequence[Sequence[int]], width: int) -> Counts:
    """Return a matrix [row, column] with a 1 for each column that a row lists, added up where it lists it twice."""
    listed = np.array([column for row in columns for column in row], dtype=np.int64)
    starts = np.cumsum([0, *map(len, columns)])
    return counts_from_rows(np.ones(len(listed), np.int32), listed, starts, width)


def _features(reading: Reading, words: SplitWords) -> Iterator[_Feature]:
    """Yield each feature of a document, its occurrences, the words that it needs, and those that must be gone."""
    inside: Counter[str] = Counter()
    if reading is not Reading.WORDS:
        for form, count in words.forms.items():
            for feature, stay, go in _features_of(reading, form, words.gone):
                yield feature, count, stay, go
            if reading is not Reading.LETTERS:
                for word in words_of(form):
                    inside[word] += count
    for word, count in words.said.items():
        if count > inside[word]:
            for feature in _of_word(reading, word):
                yield feature, count - inside[word], (word,), ()


def _features_of(
    reading: Reading, form: str, gone: frozenset[str]
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Yield the features of a form, and those of the pieces that are left of it once some words are gone."""
    for feature, stay in _OF_FORM[reading](form):
        yield feature, stay, ()
    parts = words_of(form)
    if reading is not Reading.LETTERS and not gone.isdisjoint(parts):
        for piece, stay, go in pieces(form, gone & frozenset(parts)):
            yield piece if reading is Reading.AS_WRITTEN else lowered(piece), stay, go
