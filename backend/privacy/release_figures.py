"""What the release of one document gives away, in figures and in one finding."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from backend.privacy.client_profiles import Crowd
from backend.privacy.document_release import DocumentRelease
from backend.privacy.earlier_texts import EarlierText


class Finding(StrEnum):
    """What a reader should know first of a release; the worst that holds counts."""

    STANDS_ELSEWHERE = "stands_elsewhere"
    """An earlier text is a version of the document, or has passages of it, and has redacted terms."""
    STANDS_OUT = "stands_out"
    """The words that stay fit the document's own client better than any other."""
    TOO_FEW = "too_few"
    """They fit other clients at least as well, but fewer than the level asks for."""
    HIDDEN = "hidden"
    """They fit as many clients as the level asks for."""
    UNCHANGED = "unchanged"
    """No word differs, and nothing is said of clients."""
    CHANGED = "changed"
    """Words differ, and nothing is said of clients."""


@dataclass(frozen=True, slots=True)
class ReleaseFigures:
    """What the release of a document gives away.

    `before` and `after` say how many clients the document and the release fit: None without a client, and where
    clients are hidden from the caller. `required` is the level that was asked for. `terms` counts the redacted
    terms, `earlier` are the closest of the texts that were compared.
    """

    release: DocumentRelease
    before: Crowd | None = None
    after: Crowd | None = None
    required: int | None = None
    terms: int = 0
    earlier: tuple[EarlierText, ...] = ()

    @property
    def finding(self) -> Finding:
        """The finding about the release."""
        return Finding.STANDS_ELSEWHERE if any(each.reveals for each in self.earlier) else self.summary.finding

    @property
    def summary(self) -> "ReleaseSummary":
        """The figures alone, without earlier texts."""
        release = self.release
        return ReleaseSummary(
            *(release.spi, release.jsd, release.hidden, release.sensitive),
            *(self.before, self.after, self.required),
        )


@dataclass(frozen=True, slots=True)
class ReleaseSummary:
    """What the release of a document gives away, in figures that may be stored: no word, and no name of a text.

    The figures are those of `DocumentRelease` and `ReleaseFigures`.
    """

    spi: float
    jsd: float
    hidden: float
    sensitive: float | None
    before: Crowd | None = None
    after: Crowd | None = None
    required: int | None = None

    @property
    def finding(self) -> Finding:
        """The finding about the release, as far as no earlier text is known."""
        if self.after is None:
            return Finding.UNCHANGED if self.jsd == 0 else Finding.CHANGED
        if self.after.k == 1:
            return Finding.STANDS_OUT
        return Finding.TOO_FEW if self.after.k < (self.required or 1) else Finding.HIDDEN

    def told_to(self, *, sees_all: bool) -> "ReleaseSummary":
        """Return what a caller may know: nothing of clients, unless the caller sees all."""
        return self if sees_all else replace(self, before=None, after=None, required=None)

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "ReleaseSummary":
        """Return the summary from the object that `as_json` made."""
        crowds = {each: None if content[each] is None else Crowd(**content[each]) for each in ("before", "after")}
        return cls(**{**content, **crowds})


@dataclass(frozen=True, slots=True)
class Standing:
    """A document in one state of its analysis: what the state adds to the index, and how many clients it fits."""

    spi: float
    jsd: float
    crowd: Crowd | None = None


@dataclass(frozen=True, slots=True)
class UserRelease:
    """A document of a batch: its client (empty without one), the hashes of both files, and what the batch needs.

    Thousands are kept until the last document is done, so no words and no earlier texts are in it. `sensitivity` is
    that of the document before and after, from 0 to 1.
    """

    path: str
    user: str
    source: str
    result: str
    finding: Finding
    after: Crowd | None
    spi: float
    jsd: float
    same: float
    sensitivity: tuple[float, float]

    @classmethod
    def of(cls, path: str, user: str, hashes: tuple[str, str], figures: ReleaseFigures) -> "UserRelease":
        """Return the record of a document with these figures."""
        release = figures.release
        return cls(
            *(path, user, *hashes, figures.finding, figures.after),
            *(release.spi, release.jsd, release.same, release.sensitivity),
        )


@dataclass(frozen=True, slots=True)
class FileRelease:
    """What the redacted file of a batch gives away, in figures that may be stored, and the hashes of both files.

    `same` and `sensitivity` are those of `UserRelease`.
    """

    summary: ReleaseSummary
    source: str
    result: str
    same: float
    sensitivity: tuple[float, float]

    @classmethod
    def of(cls, figures: ReleaseFigures, hashes: tuple[str, str]) -> "FileRelease":
        """Return the record of a file with these figures."""
        release = figures.release
        return cls(figures.summary, *hashes, release.same, release.sensitivity)

    def told_to(self, *, sees_all: bool) -> "FileRelease":
        """Return what a caller may know: nothing of clients, unless the caller sees all."""
        return replace(self, summary=self.summary.told_to(sees_all=sees_all))

    def in_batch(self, path: str, user: str = "") -> UserRelease:
        """Return the record of the file in its batch."""
        summary = self.summary
        return UserRelease(
            *(path, user, self.source, self.result, summary.finding, summary.after),
            *(summary.spi, summary.jsd, self.same, self.sensitivity),
        )

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "FileRelease":
        """Return the record from the object that `as_json` made."""
        summary, (before, after) = ReleaseSummary.from_json(content["summary"]), content["sensitivity"]
        return cls(**{**content, "summary": summary, "sensitivity": (before, after)})


def worst_first(releases: Sequence[UserRelease]) -> list[UserRelease]:
    """Return the documents of a batch, those that give away most first."""
    order = [*Finding]
    return sorted(
        releases,
        key=lambda each: (
            order.index(each.finding),
            each.after.k if each.after else 0,
            each.spi,
            each.path,
        ),
    )
