"""How sensitive a text is: naive Bayes with binary features (Carpineto & Romano 2018, Section 3.1), calibrated."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from backend.document.tokens import terms
from backend.learning.arrays import Booleans, Floats, Integers, pack, pack_strings, unpack, unpack_strings
from backend.learning.features import stop_words
from backend.privacy.sensitivity_calibration import Calibration, JudgedText, fit_calibration, joined_texts

FOLDS = 10
SMOOTHING = 1.0
FEWEST = 2 * FOLDS
"""Texts of each label: two in each fold."""

_FORMAT = 2


class LabelledText(NamedTuple):
    """A text that somebody has called sensitive or not; `category` is for reading only."""

    text: str
    sensitive: bool
    category: str = ""


@dataclass(frozen=True, eq=False)
class SensitivityModel:
    """Tells how sensitive a text is.

    `evidence` [word] is in nats: what the presence of a word adds to the log odds, compared with its absence.
    `base` are the log odds of a text without any of the words. `accuracy` is that of 10-fold cross-validation on
    the training texts.
    """

    words: tuple[str, ...]
    evidence: Floats
    base: float
    calibration: Calibration
    accuracy: float

    @cached_property
    def _evidence_of(self) -> Mapping[str, float]:
        return dict(zip(self.words, self.evidence.tolist(), strict=True))

    def log_odds(self, words: Collection[str]) -> float:
        """Return the log odds, in nats, of a text with these distinct words."""
        known = self._evidence_of
        return self.base + sum(known[word] for word in words if word in known)

    def sensitivity(self, text: str) -> float:
        """Return how sensitive a text is, from 0 to 1: the expected share of it that is (decision 55)."""
        return self.of_words(set(terms(text)))

    def of_words(self, words: Collection[str]) -> float:
        """Return how sensitive a text with these distinct words is, from 0 to 1."""
        known = sum(word in self._evidence_of for word in words)
        return self.calibration.sensitivity(self.log_odds(words), known)

    def positive_evidence(self, words: Iterable[str]) -> dict[str, float]:
        """Return the words that make a text more sensitive, with their log odds in nats, above 0."""
        known = self._evidence_of
        return {word: known[word] for word in words if known.get(word, 0.0) > 0}


def train_sensitivity(texts: Sequence[LabelledText]) -> SensitivityModel:
    """Train on labelled texts.

    Raises ValueError when there are fewer than 20 texts of one label: too few for ten folds.
    """
    from sklearn.model_selection import StratifiedKFold

    labels = np.array([each.sensitive for each in texts], dtype=bool)
    if min(labels.sum(), (~labels).sum()) < FEWEST:
        raise ValueError(f"at least {FEWEST} sensitive and {FEWEST} other texts are needed")
    vocabulary, presence = _presence([frozenset(terms(each.text)) - stop_words() for each in texts])
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(labels, labels)
    rng = np.random.default_rng(0)
    judged = [each for seen, unseen in folds for each in _judged(presence, labels, seen, unseen, rng)]
    calibration = fit_calibration(judged)
    singles = [each for each in judged if each.texts == 1]
    right = [(calibration.sensitivity(each.odds, each.known) >= 0.5) == (each.share == 1) for each in singles]
    base, evidence = _naive_bayes(presence, labels)
    return SensitivityModel(vocabulary, evidence, base, calibration, float(np.mean(right)))


def _judged(
    presence: "csr_array[np.float64, tuple[int, int]]",
    labels: Booleans,
    seen: Integers,
    unseen: Integers,
    rng: np.random.Generator,
) -> list[JudgedText]:
    """Judge the texts of a fold, alone and joined into longer ones, by what the other folds teach."""
    base, evidence = _naive_bayes(presence[seen], labels[seen])
    taught = presence[seen].sum(axis=0) > 0
    joined = [[each] for each in unseen] + joined_texts(unseen[labels[unseen]], unseen[~labels[unseen]], rng)
    lengths = np.array([len(each) for each in joined])
    ones = np.ones(lengths.sum())
    joining = csr_array((ones, np.concatenate(joined), np.cumsum([0, *lengths])), shape=(len(joined), len(labels)))
    words = (joining @ presence) > 0
    figures = (
        lengths,
        base + words @ (evidence * taught),
        words @ taught.astype(np.int64),
        joining @ labels / lengths,
    )
    return list(map(JudgedText, *(each.tolist() for each in figures)))


def _presence(texts: Sequence[frozenset[str]]) -> tuple[tuple[str, ...], "csr_array[np.float64, tuple[int, int]]"]:
    vocabulary = tuple(sorted(frozenset().union(*texts)))
    column = {word: index for index, word in enumerate(vocabulary)}
    starts = np.cumsum([0, *map(len, texts)])
    columns = np.fromiter((column[word] for text in texts for word in text), np.int64, starts[-1])
    return vocabulary, csr_array((np.ones(len(columns)), columns, starts), shape=(len(texts), len(vocabulary)))


def _naive_bayes(presence: "csr_array[np.float64, tuple[int, int]]", labels: Booleans) -> tuple[float, Floats]:
    """Return the log odds of a text without words, and what each word adds to them."""
    from sklearn.naive_bayes import BernoulliNB

    model = BernoulliNB(alpha=SMOOTHING).fit(presence, labels)
    present = model.feature_log_prob_
    absent = np.log1p(-np.exp(present))
    prior = model.class_log_prior_
    return float(prior[1] - prior[0] + (absent[1] - absent[0]).sum()), np.asarray(
        (present[1] - present[0]) - (absent[1] - absent[0])
    )


def pack_model(model: SensitivityModel) -> bytes:
    """Return the bytes of an `.npz` file."""
    scalars = np.array([_FORMAT, model.base, *model.calibration, model.accuracy])
    return pack({**pack_strings("words", model.words), "evidence": model.evidence, "scalars": scalars})


def unpack_model(content: bytes) -> SensitivityModel:
    """Return the model of an `.npz` file. Raises ValueError when the bytes are no sensitivity model."""
    try:
        arrays = unpack(content)
        version, base, *calibration, accuracy = arrays["scalars"].astype(np.float64).tolist()
        evidence = arrays["evidence"].astype(np.float64)
        words = tuple(unpack_strings("words", arrays))
    except (KeyError, ValueError) as error:
        raise ValueError("no sensitivity model") from error
    if version != _FORMAT or len(words) != len(evidence) or not np.isfinite(evidence).all():
        raise ValueError("no sensitivity model of this version")
    return SensitivityModel(words, evidence, base, Calibration(*calibration), accuracy)
