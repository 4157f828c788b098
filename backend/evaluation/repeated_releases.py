"""Select the words of one filing again and again: at several levels, or with several keys."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from backend.blocking.confusability import count_model_words
from backend.blocking.contests import ClassMargins
from backend.blocking.known_attackers import Defence, ReadByAttackers
from backend.blocking.nearest_documents import NearestDocuments
from backend.blocking.seen_features import SplitWords
from backend.detection.client.client_terms import find_names
from backend.document.forms import forms
from backend.document.tokens import terms
from backend.evaluation.company_hiding import Redactor
from backend.evaluation.data import Filing
from backend.services.analysis.analyse import beginning_in, names_of_client
from backend.services.files.reading import open_file
from backend.services.terms.residual_text import ResidualText
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import TermSelector

Stated = TypeVar("Stated")


def selector_of(redactor: Redactor, filing: Filing, k: int) -> TermSelector:
    """Return what selects the words of the beginning of a filing, after the names of its company are gone."""
    model = redactor.model
    subject = Subject(model, model.find(filing.company), k, redactor.defence)
    document = open_file("filing.txt", filing.beginning.encode()).document
    left = ResidualText.of(document, find_names(document, names_of_client(model, subject.client))).document
    word_counts = Counter(term for text in left.counted_texts() for term in terms(text))
    written = Counter(form for text in left.counted_texts() for form in forms(text))
    original = count_model_words(model.by_client, document.counted_texts())
    remaining = count_model_words(model.by_client, left.counted_texts())
    return TermSelector(
        subject, original, remaining, word_counts, frozenset(), forms=written, beginning=beginning_in(left)
    )


def reading_once(redactor: Redactor) -> Redactor:
    """Return the same redactor for one document; its attackers read each selection of its words once."""
    once = redactor.defence.for_one_document()
    values = {name: getattr(once, name) for name in Defence.__dataclass_fields__}
    return replace(redactor, defence=_ReadingOnce(**values))


@dataclass(frozen=True, eq=False)
class _ReadingOnce(Defence):
    """A defence that computes the rows of its attackers once for the same words of one document."""

    known: dict[tuple[tuple[str, ...], bytes, bytes], ReadByAttackers] = field(default_factory=dict, repr=False)

    def for_one_document(self) -> Defence:
        return self

    def read(self, words: SplitWords, beginning: SplitWords | None = None) -> ReadByAttackers:
        if words.going is not None:
            return super().read(words, beginning)
        first = words if beginning is None else beginning
        key = words.words, words.counts.tobytes(), first.counts.tobytes()
        if key not in self.known:
            self.known[key] = _StatedOnce(super().read(words, beginning).readings)
        return self.known[key]


@dataclass(frozen=True, eq=False)
class _StatedOnce(ReadByAttackers):
    """A document as its attackers read it, which states each of their contests once."""

    stated: dict[tuple[str, int], object] = field(default_factory=dict, repr=False)

    def contests(self, client: int) -> tuple[ClassMargins, ...]:
        return self._once("contests", client, super().contests)

    def industries(self, utility: int) -> tuple[ClassMargins, ...]:
        return self._once("industries", utility, super().industries)

    def neighbours(self, client: int) -> tuple[NearestDocuments, ...]:
        return self._once("neighbours", client, super().neighbours)

    def _once(self, kind: str, of: int, state: Callable[[int], Stated]) -> Stated:
        if (kind, of) not in self.stated:
            self.stated[kind, of] = state(of)
        return cast("Stated", self.stated[kind, of])
