"""Compare a released collection with its original: the privacy index of both units."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, Self

from backend.errors import CorpusError
from backend.learning.json_lines import CorpusProblem, first_skipped, parsed_lines
from backend.privacy.documents import DocumentCollector
from backend.privacy.partial_matches import PartialMatches
from backend.privacy.sensitivity import SensitivityModel
from backend.privacy.spi import ReleasePrivacy, release_privacy
from backend.privacy.user_elements import UserElements
from backend.privacy.words import WordCollector, WordSensitivities
from backend.workers import Workers

Unit = Literal["document", "word", "partial"]

_REMEMBERED = 100_000
"""Texts whose sensitivity is remembered while a collection is read: people repeat short texts."""


@dataclass(frozen=True, slots=True)
class ReleaseReport:
    """The measures of a release, and the lines that were skipped."""

    unit: Unit
    privacy: ReleasePrivacy
    problems: tuple[CorpusProblem, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the report as `--json` prints it; divergences are in bits, `pel` is in percent."""
        measured = self.privacy
        return {
            "unit": self.unit,
            "spi": measured.spi,
            "jsd": measured.jsd,
            "pel": measured.pel,
            "impressions": measured.impressions,
            "elements": {"before": measured.before, "after": measured.after, "new": measured.outside},
            "unknown_users": measured.unknown_users,
            "empty_users": measured.empty_users,
            "users": [
                {
                    "user": each.user,
                    "spi": each.spi,
                    "jsd": each.jsd,
                    "pel": each.pel,
                    "impressions": each.impressions,
                }
                for each in measured.users
            ],
            "problems": [{"where": each.where, "reason": each.reason} for each in self.problems],
        }


@dataclass(frozen=True, slots=True)
class UserText:
    """A line of a collection: a document of a user; its `id` may be None."""

    user: str
    id: str | None
    text: str
    sensitivity: float | None


def compare_collections(
    before: Path, after: Path, unit: Unit, model: SensitivityModel, workers: Workers = Workers()
) -> ReleaseReport:
    """Compare two files with lines such as `{"user": "…", "id": "…", "text": "…"}`.

    A line may have `sigma`, the sensitivity of its document from 0 to 1, which then counts instead of the model's;
    words have the model's sensitivities alone. Where documents match partly, a released one is compared with the
    original of the same user and id. Bad lines are skipped and returned. No text is kept.

    Raises UnreadableFile when a file cannot be read, CorpusError when `before` has no document.
    """

    def read(path: Path) -> Iterator[UserText | CorpusProblem]:
        return (each for _, each in parsed_lines(path, workers, user_text))

    return compare_texts(read(before), read(after), unit, model, str(before))


def compare_texts(
    before: Iterable[UserText | CorpusProblem],
    after: Iterable[UserText | CorpusProblem],
    unit: Unit,
    model: SensitivityModel,
    source: str,
) -> ReleaseReport:
    """Compare two collections of which each text is read once, as `compare_collections` does.

    Raises CorpusError when `before` has no document, or none with a word where words are compared; `source` names
    it in the message.
    """
    problems: list[CorpusProblem] = []

    def read(texts: Iterable[UserText | CorpusProblem], collector: _Collector) -> None:
        for each in texts:
            if isinstance(each, CorpusProblem):
                problems.append(each)
            else:
                collector.add(each)

    originals: _Collector = _Words.of(model) if unit == "word" else _Documents.of(model, partly=unit == "partial")
    read(before, originals)
    known = sum(1 for _ in originals.names)
    released = originals.beside()
    read(after, released)
    elements = originals.elements()
    if elements.total == 0:
        missing = "word" if known else "document"
        raise CorpusError(
            f"{source}: contains no {missing}. Each document is a JSON object with user, id and text."
            + first_skipped(problems)
        )
    measured = release_privacy(elements, released.elements(), originals.names, known)
    return ReleaseReport(unit, measured, tuple(problems))


class _Collector(Protocol):
    """Collects the documents of one collection."""

    @property
    def names(self) -> Iterable[str]:
        """The users."""

    def add(self, document: UserText) -> None:
        """Add a document."""

    def beside(self) -> Self:
        """Return an empty collector for the release."""

    def elements(self) -> UserElements:
        """Return what was collected."""


@dataclass(frozen=True, slots=True)
class _Words:
    """Collects words."""

    collector: WordCollector

    @classmethod
    def of(cls, model: SensitivityModel) -> Self:
        return cls(WordCollector(WordSensitivities(model)))

    @property
    def names(self) -> Iterable[str]:
        return self.collector.names

    def add(self, document: UserText) -> None:
        self.collector.add(document.user, document.text)

    def beside(self) -> Self:
        return type(self)(self.collector.beside())

    def elements(self) -> UserElements:
        return self.collector.elements()


@dataclass(frozen=True, slots=True)
class _Documents:
    """Collects documents, which match as a whole, or partly where there are `originals`."""

    collector: DocumentCollector
    model: SensitivityModel
    originals: PartialMatches | None
    released: bool = False
    known: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, model: SensitivityModel, *, partly: bool) -> Self:
        collector = DocumentCollector()
        return cls(collector, model, PartialMatches() if partly else None)

    @property
    def names(self) -> Iterable[str]:
        return self.collector.names

    def add(self, document: UserText) -> None:
        sensitivity = self._sensitivity(document)
        element = self.collector.element(document.text)
        for each in self._shares(document, element, sensitivity):
            self.collector.add_share(document.user, *each)

    def _shares(self, document: UserText, element: int, sensitivity: float) -> Iterable[tuple[int, float, float]]:
        """Return elements with their sensitivities and shares."""
        if self.originals is not None and document.id is not None:
            key = (document.user, document.id)
            if self.released:
                return self.originals.shares(key, document.text, element, sensitivity)
            self.originals.keep(key, document.text, element, sensitivity)
        return ((element, sensitivity, 1.0),)

    def beside(self) -> Self:
        return type(self)(self.collector.beside(), self.model, self.originals, released=True, known=self.known)

    def elements(self) -> UserElements:
        return self.collector.elements()

    def _sensitivity(self, document: UserText) -> float:
        if document.sensitivity is not None:
            return document.sensitivity
        known = self.known.get(document.text)
        if known is None:
            known = self.model.sensitivity(document.text)
            if len(self.known) < _REMEMBERED:
                self.known[document.text] = known
        return known


def user_text(entry: dict[str, Any], where: str) -> UserText | CorpusProblem:
    """Return the document that the object of a line describes, or why it describes none."""
    user, text, sigma = entry.get("user"), entry.get("text"), entry.get("sigma")
    known = entry.get("id")
    name = known if isinstance(known, str) else None
    if not isinstance(user, str) or not isinstance(text, str):
        return CorpusProblem(where, "'user' or 'text' is missing or no string")
    if sigma is None:
        return UserText(user, name, text, None)
    if isinstance(sigma, bool) or not isinstance(sigma, int | float) or not 0 <= sigma <= 1:
        return CorpusProblem(where, "'sigma' is no number from 0 to 1")
    return UserText(user, name, text, float(sigma))
