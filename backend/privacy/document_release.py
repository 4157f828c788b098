"""What one document gives away when it is redacted: the privacy index of its words, and what each term adds to it.

The unit is the word; every placeholder is one null word of weight 1 (decision 50). Figures are in bits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from backend.learning.arrays import Floats
from backend.privacy.divergence import jensen_shannon_terms, settled
from backend.privacy.named_words import named
from backend.privacy.partial_matches import cosine
from backend.privacy.sensitivity import SensitivityModel

MOST_WORDS = 5
"""How many words a release names: those that add most to its index."""


@dataclass(frozen=True, slots=True)
class CountedText:
    """The words of a text with their counts, and the number of its placeholders."""

    words: Mapping[str, int]
    placeholders: int = 0

    @property
    def length(self) -> int:
        """The number of words, placeholders included."""
        return sum(self.words.values()) + self.placeholders


@dataclass(frozen=True, slots=True)
class WeighedWord:
    """A word that differs between a document and its release.

    `bits` is what it adds to the privacy index; `sensitivity` is from 0 to 1.
    """

    word: str
    before: int
    after: int
    bits: float
    sensitivity: float


@dataclass(frozen=True, slots=True)
class DocumentRelease:
    """A document and its release, by the word.

    `spi` and `jsd` are from 0 (the words are the same) to 1, and `spi <= jsd`. `hidden` is the share of the words
    of the document that the release no longer has. `same` is the cosine of both. `sensitivity` is that of the
    document before and after, from 0 to 1. `words` add most to the index, the heaviest first.
    """

    spi: float
    jsd: float
    hidden: float
    same: float
    sensitivity: tuple[float, float]
    words: tuple[WeighedWord, ...]

    @property
    def sensitive(self) -> float | None:
        """The share of the difference that is sensitive text; None if nothing differs."""
        return None if self.jsd == 0 else 1 - self.spi / self.jsd


class Gain(NamedTuple):
    """How far the privacy index and the divergence rise, in bits, when one term of a document is redacted."""

    spi: float
    jsd: float


def word_sensitivities(model: SensitivityModel, words: Sequence[str]) -> Floats:
    """Return the sensitivity of each distinct word of one document: its share of the positive log odds."""
    evidence = model.positive_evidence(words)
    total = sum(evidence.values())
    if total <= 0:
        return np.zeros(len(words))
    return np.minimum(np.array([evidence.get(word, 0.0) for word in words]) / total, 1.0)


def release_of_document(before: CountedText, after: CountedText, model: SensitivityModel) -> DocumentRelease | None:
    """Compare a document with its release; None for a document without words.

    A release without words and placeholders is one null word. A word that only the release has is as sensitive as
    it is there.
    """
    if before.length == 0:
        return None
    old, new = [*before.words], [word for word in after.words if word not in before.words]
    words = [*old, *new]
    null_after = after.placeholders if after.length else 1
    counts = np.array([*(before.words.get(word, 0) for word in words), before.placeholders], dtype=np.float64)
    stays = np.array([*(after.words.get(word, 0) for word in words), null_after], dtype=np.float64)
    released = word_sensitivities(model, [*after.words])
    of_release = dict(zip(after.words, released.tolist(), strict=True))
    sensitivities = np.array([*word_sensitivities(model, old), *(of_release[word] for word in new), 0.0])
    terms = jensen_shannon_terms(counts / counts.sum(), stays / stays.sum())
    weighed = (1 - sensitivities) * terms
    total = sum(before.words.values())
    hidden = np.maximum(counts - stays, 0.0)[: len(old)].sum() / total if total else 0.0
    return DocumentRelease(
        settled(float(weighed.sum())),
        settled(float(terms.sum())),
        float(hidden),
        cosine(before.words, after.words) if total else 1.0,
        (model.of_words(before.words), model.of_words(after.words)),
        _heaviest(words, (counts, stays), weighed, sensitivities),
    )


def _heaviest(
    words: Sequence[str], counts: tuple[Floats, Floats], weighed: Floats, sensitivities: Floats
) -> tuple[WeighedWord, ...]:
    before, after = counts
    changed = np.flatnonzero(before[: len(words)] != after[: len(words)])
    order = changed[np.argsort(-weighed[changed], kind="stable")][:MOST_WORDS]
    return tuple(
        WeighedWord(named(words[at]), int(before[at]), int(after[at]), float(weighed[at]), float(sensitivities[at]))
        for at in order.tolist()
    )


def gains(document: CountedText, terms: Sequence[CountedText], model: SensitivityModel) -> tuple[Gain, ...]:
    """Return what redacting each of the terms adds to the index of a document as it stands.

    The words of a term are those that go with it, its placeholders those that come. The cost grows with the words
    of the terms, not with the document: all words that stay change by the same factor.
    """
    if not terms:
        return ()
    words = [*document.words]
    column = {word: at for at, word in enumerate(words)}
    counts = np.array([*document.words.values(), document.placeholders], dtype=np.float64)
    weights = np.stack([1 - np.array([*word_sensitivities(model, words), 0.0]), np.ones(len(counts))])
    pairs = [
        (row, column[word], float(-count))
        for row, term in enumerate(terms)
        for word, count in term.words.items()
        if word in column
    ]
    pairs += [(row, len(words), float(term.placeholders)) for row, term in enumerate(terms)]
    rows, columns = (np.array(each, dtype=np.int64) for each in list(zip(*pairs, strict=True))[:2])
    changes = np.array([each[2] for each in pairs])
    before = counts[columns]
    after = np.maximum(before + changes, 0.0)
    totals = counts.sum() + np.bincount(rows, weights=after - before, minlength=len(terms))
    touched = _terms_of(before, after, counts.sum(), totals[rows])
    stay = _terms_of(np.ones(len(terms)), np.ones(len(terms)), counts.sum(), totals)
    figures = []
    for weight in weights:
        gone = np.bincount(rows, weights=weight[columns] * before, minlength=len(terms))
        changed = np.bincount(rows, weights=weight[columns] * touched, minlength=len(terms))
        figures.append(changed + (weight @ counts - gone) * stay)
    spi, jsd = (np.clip(np.where(totals > 0, each, 1.0), 0.0, 1.0).tolist() for each in figures)
    return tuple(map(Gain, spi, jsd))


def _terms_of(before: Floats, after: Floats, total: float, totals: Floats) -> Floats:
    """Return the terms of the divergence for counts before and after, each of its own totals."""
    if total == 0:
        return np.zeros(len(before))
    return jensen_shannon_terms(before / total, after / np.maximum(totals, 1.0))
