"""List the held-out attackers: what each reads, how it weighs it, and how it decides."""

from dataclasses import dataclass
from enum import StrEnum

from backend.panel.tokenisers import (
    AS_WRITTEN,
    COMPOUNDS,
    LETTERS,
    NORMALISED,
    SPACED,
    STYLE,
    WORDS,
    Tokeniser,
)


class Group(StrEnum):
    """Whether there is a goal for an attacker: there is one for those that read single content words."""

    CONTENT_WORDS = "content words"
    WITHOUT_GOAL = "without a goal"


class Weighting(StrEnum):
    """How much an occurrence of a word counts."""

    COUNTS = "counts"
    TF_IDF = "sublinear tf-idf"


class Classifier(StrEnum):
    """How an attacker decides."""

    BAYES = "naive Bayes"
    COMPLEMENT_BAYES = "complement naive Bayes"
    SVM = "linear SVM"
    RIDGE = "ridge"
    LOGISTIC = "logistic regression"
    NEAREST_DOCUMENT = "nearest document"
    NEAREST_CENTROID = "nearest centroid"
    NEAREST_PROFILE = "nearest profile"


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs of `shortest` to `longest` neighbouring words that at least `documents` training documents have.

    With `across`, words on both sides of a placeholder are neighbours. Of a text, only the first `characters` are
    read; None: all.
    """

    tokeniser: Tokeniser
    shortest: int = 1
    longest: int = 1
    across: bool = False
    documents: int = 1
    characters: int | None = None


@dataclass(frozen=True, slots=True)
class Characters:
    """All runs of `shortest` to `longest` characters, white space as one space; none touches a placeholder."""

    shortest: int
    longest: int


@dataclass(frozen=True, slots=True)
class Windows:
    """Verbatim windows of `words` neighbouring words that fewer than five clients have.

    A window never crosses a placeholder. With `blanks`, it may: a placeholder may be any one word, and up to
    `blanks` of the words of a window may be placeholders.
    """

    words: int
    blanks: int = 0


@dataclass(frozen=True, slots=True)
class Attacker:
    """A row of the panel; `smoothing` is for naive Bayes."""

    name: str
    group: Group
    reads: Runs | Characters | Windows
    weighting: Weighting = Weighting.COUNTS
    classifier: Classifier = Classifier.BAYES
    smoothing: float = 0.1


def _content(name: str, tokeniser: Tokeniser, *, smoothing: float = 0.1) -> Attacker:
    return Attacker(name, Group.CONTENT_WORDS, Runs(tokeniser), smoothing=smoothing)


def _tf_idf(classifier: Classifier, tokeniser: Tokeniser) -> Attacker:
    name = f"{tokeniser.name}: {classifier}, tf-idf"
    return Attacker(name, Group.CONTENT_WORDS, Runs(tokeniser), Weighting.TF_IDF, classifier)


def _without_goal(name: str, reads: Runs | Characters | Windows) -> Attacker:
    return Attacker(name, Group.WITHOUT_GOAL, reads)


_SINGLE_WORDS = (
    _content("words: naive Bayes .1", WORDS),
    _content("words: naive Bayes .5", WORDS, smoothing=0.5),
    _content("between spaces: naive Bayes .1", SPACED),
    _content("between spaces, capitals kept: naive Bayes .1", AS_WRITTEN),
    _content("letters: naive Bayes .1", LETTERS),
    Attacker(
        "compounds: complement naive Bayes .1",
        Group.CONTENT_WORDS,
        Runs(COMPOUNDS),
        classifier=Classifier.COMPLEMENT_BAYES,
    ),
    *(
        _tf_idf(classifier, tokeniser)
        for classifier in (
            Classifier.SVM,
            Classifier.RIDGE,
            Classifier.LOGISTIC,
            Classifier.NEAREST_DOCUMENT,
            Classifier.NEAREST_CENTROID,
        )
        for tokeniser in (WORDS, SPACED)
    ),
    # The adversary of the open-world paper matches profiles: the client's rank is the k of (k, d)-anonymity.
    Attacker(
        "normalised words: nearest profile",
        Group.CONTENT_WORDS,
        Runs(NORMALISED),
        classifier=Classifier.NEAREST_PROFILE,
    ),
)

BEGINNING = 8_000
"""Characters: about 1,200 words."""

_BEGINNINGS = (
    Attacker("beginnings, words: naive Bayes .1", Group.CONTENT_WORDS, Runs(WORDS, characters=BEGINNING)),
    Attacker(
        "beginnings, words: linear SVM, tf-idf",
        Group.CONTENT_WORDS,
        Runs(WORDS, characters=BEGINNING),
        Weighting.TF_IDF,
        Classifier.SVM,
    ),
)
"""Attackers that compare beginnings of documents alone, which are often alike from year to year."""

_OTHERS = (
    _without_goal("pairs: naive Bayes .1", Runs(WORDS, 2, 2, documents=2)),
    _without_goal("pairs across placeholders: naive Bayes .1", Runs(WORDS, 2, 2, across=True, documents=2)),
    _without_goal("runs of 1–3: naive Bayes .1", Runs(WORDS, 1, 3, documents=2)),
    Attacker(
        "runs of 1–3: nearest centroid, tf-idf",
        Group.WITHOUT_GOAL,
        Runs(WORDS, 1, 3, documents=2),
        Weighting.TF_IDF,
        Classifier.NEAREST_CENTROID,
    ),
    _without_goal("characters 3–5: naive Bayes .1", Characters(3, 5)),
    _without_goal("stop words: naive Bayes .1", Runs(STYLE)),
    Attacker("stop words: linear SVM, tf-idf", Group.WITHOUT_GOAL, Runs(STYLE), Weighting.TF_IDF, Classifier.SVM),
    *(_without_goal(f"windows of {size} words", Windows(size)) for size in (4, 8, 12)),
    _without_goal("windows of 4 words, one blank", Windows(4, 1)),
    _without_goal("windows of 8 words, two blanks", Windows(8, 2)),
)

ATTACKERS = (*_SINGLE_WORDS, *_BEGINNINGS, *_OTHERS)
"""The panel. None is a constraint of any program, and none shares code with the product's own attackers."""

INDUSTRY_ATTACKERS = (
    _content("words: naive Bayes .1", WORDS),
    *(
        _tf_idf(classifier, tokeniser)
        for classifier in (Classifier.SVM, Classifier.RIDGE)
        for tokeniser in (WORDS, SPACED)
    ),
)
"""The classifiers that tell whether the industry can still be recognised."""

PROMISING = tuple(each for each in _SINGLE_WORDS if each.classifier not in (Classifier.RIDGE, Classifier.LOGISTIC))
"""The attackers that training measures its promises with.

Ridge and logistic regression take half of the time of all content words, and name fewer clients than the others.
"""

_STORED_OTHERS = ("pairs: naive Bayes .1", "stop words: naive Bayes .1", "windows of 8 words")

STORED = (
    *PROMISING,
    *_BEGINNINGS,
    *(each for each in _OTHERS if each.name in _STORED_OTHERS),
)
"""The attackers that a model version keeps, so that each document can be attacked when it is analysed.

Of those without a goal there is one each for pairs, for style and for sentences that stand verbatim elsewhere.
"""
