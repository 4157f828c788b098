"""What stands above a term: broader forms in levels, and the meanings that a term can have."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from backend.document.articles import with_indefinite_article
from backend.document.phrases import normal_form
from backend.document.text_cache import cached_by_text
from backend.document.text_normalisation import straight_quotes
from backend.document.tokens import fold
from backend.taxonomy.stems import stem


class Kind(StrEnum):
    """What a term is; the values are the labels of placeholders, so that a finding says its kind."""

    WORD = "TERM"
    LOCATION = "LOCATION"
    DATE_TIME = "DATE_TIME"
    QUANTITY = "QUANTITY"
    AGE = "AGE"
    JOB_TITLE = "DEMOGRAPHIC"
    ORGANIZATION = "ORGANIZATION"


class Source(StrEnum):
    """Where a broader form comes from."""

    ADMINISTRATOR = "administrator"
    WORDNET = "wordnet"
    PLACES = "places"
    CALENDAR = "calendar"
    ROUNDING = "rounding"
    AGE_GROUPS = "age_groups"
    JOB_TITLES = "job_titles"
    INDUSTRY = "industry"


class Article(StrEnum):
    """Which article stands before a broader form; UNKNOWN where its source does not say whether it is countable."""

    INDEFINITE = "a"
    DEFINITE = "the"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Step:
    """A broader form before it has a level.

    `text` has no article. `below` is how many things of its source the form stands for, as far as the source counts
    them; `concept` is the number of WordNet's synonym set.

    Raises ValueError for a text that is empty or has other spaces than single ones, and where `below` is negative.
    """

    text: str
    article: Article = Article.UNKNOWN
    below: int | None = None
    concept: int | None = None

    def __post_init__(self) -> None:
        if not self.text or self.text != " ".join(self.text.split()):
            raise ValueError("a broader form needs a text with single spaces")
        if self.below is not None and self.below < 0:
            raise ValueError("a number of things cannot be negative")


@dataclass(frozen=True, slots=True)
class Broader(Step):
    """A broader form of a term; level 1 is the narrowest.

    Raises ValueError as `Step` does, and for a level below 1.
    """

    level: int = 1
    source: Source = Source.WORDNET

    def __post_init__(self) -> None:
        super(Broader, self).__post_init__()  # slots make another class of this one, which `super()` does not know
        if self.level < 1:
            raise ValueError("the narrowest level is 1")

    @property
    def phrase(self) -> str:
        """The form with its article, where one is known.

        >>> Broader("city in England", Article.INDEFINITE).phrase, Broader("produce").phrase
        ('a city in England', 'produce')
        """
        if self.article is Article.INDEFINITE:
            return with_indefinite_article(self.text)
        return f"the {self.text}" if self.article is Article.DEFINITE else self.text

    def as_json(self) -> dict[str, Any]:
        """The form as JSON."""
        return {
            "level": self.level,
            "text": self.text,
            "phrase": self.phrase,
            "article": self.article.value,
            "source": self.source.value,
            "below": self.below,
            "concept": self.concept,
        }


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of a term, with its broader forms from narrow to broad.

    `gist` tells it from other meanings: synonyms, or the region of a place. `domain` is WordNet's lexicographer
    file ("noun.food"), and `frequency` how often WordNet's annotated texts have this meaning; both are None where
    the meaning is not WordNet's.
    """

    kind: Kind
    gist: str
    broader: tuple[Broader, ...]
    domain: str | None = None
    frequency: int | None = None
    concept: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The meaning as JSON."""
        return {
            "kind": self.kind.value,
            "meaning": self.gist,
            "domain": self.domain,
            "frequency": self.frequency,
            "concept": self.concept,
            "broader": [each.as_json() for each in self.broader],
        }


def levels(term: str, source: Source, steps: Iterable[Step], first: int = 1) -> tuple[Broader, ...]:
    """Number the steps that may stand for a term, from narrow to broad; `first` is the first level.

    A step that reveals the term is left out, and one that is not broader than the step before: it has the same
    text, or stands for no more things.
    """
    kept: list[Broader] = []
    seen: set[str] = set()
    largest = 1
    for step in steps:
        form = normal_form(step.text)
        if form in seen or reveals(step.text, term) or (step.below is not None and step.below <= largest):
            continue
        seen.add(form)
        largest = largest if step.below is None else step.below
        level = first + len(kept)
        kept.append(Broader(step.text, step.article, step.below, step.concept, level, source))
    return tuple(kept)


def reveals(text: str, term: str) -> bool:
    """Tell whether a text contains a term, also in another form of its words.

    >>> reveals("Carrefour group", "Carrefour"), reveals("bank managers", "Bank manager"), reveals("2020s", "2020")
    (True, True, False)
    """
    wanted, words = _stems(term), _stems(text)
    return bool(wanted) and any(
        words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1)
    )


def folded_term(text: str) -> str:
    """Return a term in small letters, with single spaces and straight quotes; hyphens and signs stay.

    >>> folded_term(" A  43-year-old\u2019s ")
    "a 43-year-old's"
    """
    return " ".join(straight_quotes(fold(text).text).split())


_WORD = re.compile(r"[^\W_]+")


@cached_by_text
def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word) if word.isalpha() else word for word in _WORD.findall(normal_form(text)))
