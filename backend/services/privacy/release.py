"""Compare a released collection with its original: the privacy index of both units."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from backend.errors import CorpusError
from backend.learning.json_lines import CorpusProblem, parsed_lines
from backend.privacy.documents import DocumentCollector
from backend.privacy.sensitivity import SensitivityModel
from backend.privacy.spi import ReleasePrivacy, release_privacy
from backend.privacy.words import WordCollector, WordSensitivities
from backend.workers import Workers

Unit = Literal["document", "word"]

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


def compare_collections(
    before: Path, after: Path, unit: Unit, model: SensitivityModel, workers: Workers = Workers()
) -> ReleaseReport:
    """Compare two files with lines such as `{"user": "…", "id": "…", "text": "…"}`.

    A line may have `sigma`, the sensitivity of its document from 0 to 1, which then counts instead of the model's;
    words have the model's sensitivities alone. Bad lines are skipped and returned. No text is kept.

    Raises UnreadableFile when a file cannot be read, CorpusError when `before` has no document.
    """
    problems: list[CorpusProblem] = []

    def read(path: Path, add: Callable[["UserText"], None]) -> None:
        for _, each in parsed_lines(path, workers, _user_text):
            if isinstance(each, CorpusProblem):
                problems.append(each)
            else:
                add(each)

    if unit == "word":
        originals = WordCollector(WordSensitivities(model))
        read(before, lambda each: originals.add(each.user, each.text))
        releases = originals.beside()
        read(after, lambda each: releases.add(each.user, each.text))
        collections = (originals.elements(), releases.elements(), originals.names)
    else:
        documents = DocumentCollector()
        read(before, _adder(documents, model))
        released = documents.beside()
        read(after, _adder(released, model))
        collections = (documents.elements(), released.elements(), documents.names)
    if len(collections[0]) == 0:
        raise CorpusError(
            f"{before}: contains no document. Write one JSON object with user, id and text in each line."
        )
    return ReleaseReport(unit, release_privacy(*collections), tuple(problems))


@dataclass(frozen=True, slots=True)
class UserText:
    """A line of a collection: a document of a user."""

    user: str
    text: str
    sensitivity: float | None


def _adder(collector: DocumentCollector, model: SensitivityModel) -> Callable[[UserText], None]:
    known: dict[str, float] = {}

    def add(document: UserText) -> None:
        sensitivity = document.sensitivity
        if sensitivity is None:
            sensitivity = known.get(document.text)
        if sensitivity is None:
            sensitivity = model.sensitivity(document.text)
            if len(known) < _REMEMBERED:
                known[document.text] = sensitivity
        collector.add(document.user, document.text, sensitivity)

    return add


def _user_text(entry: dict[str, Any], where: str) -> UserText | CorpusProblem:
    user, text, sigma = entry.get("user"), entry.get("text"), entry.get("sigma")
    if not isinstance(user, str) or not isinstance(text, str):
        return CorpusProblem(where, "'user' or 'text' is missing or no string")
    if sigma is None:
        return UserText(user, text, None)
    if isinstance(sigma, bool) or not isinstance(sigma, int | float) or not 0 <= sigma <= 1:
        return CorpusProblem(where, "'sigma' is no number from 0 to 1")
    return UserText(user, text, float(sigma))
