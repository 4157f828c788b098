"""The outcome of a redacted file: whether it meets the request and the policy, as one value.

An outcome names kinds and counts. It holds no text of a document and no name, so everybody may read it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from backend.document.placeholders import ENTITIES
from backend.errors import ReportUnusable


class OutcomeStatus(StrEnum):
    """The status of an outcome; only `met` is shown as clean."""

    MET = "met"
    MET_WITH_EXCEPTIONS = "met_with_exceptions"
    NOT_MET = "not_met"


class Approver(StrEnum):
    """The role of the person who accepted an exception."""

    USER = "user"
    REVIEWER = "reviewer"
    ADMIN = "admin"


CUSTOM = "CUSTOM"
"""In place of the kinds that only somebody's own recognisers tell: such a name could say who the client is."""

KINDS: Mapping[str, str] = {
    "left": "a term that must be redacted is still in the file",
    "changed": "the file has changed since it was verified",
    "not_examined": "a part of the file was not examined",
    "decisions": "accepted terms were not found in the document",
    "blind_review": "the policy requires a blind sample, and nobody has approved the decisions",
    "k": "the client is easier to guess than the level allows",
    "client_name": "a name of the client is still in the file",
    "always_term": "a term that must always be redacted is still in the file",
    "names_not_checked": "Unsaid did not search for names of people, organisations and locations",
    "kinds_not_checked": "the policy requires kinds of personal data that no recogniser for this document finds",
    "objective": "the policy requires another objective",
    "placeholder": "the policy requires other placeholders",
    "revisions": "tracked changes are still in the file",
    "comments": "comments or their authors are still in the file",
    "hidden_text": "hidden text is still in the file",
    "traces": "editing traces are still in the file",
    "images": "pictures are still in the file",
    CUSTOM: "personal data of a custom kind are still in the file",
    **{entity: f"personal data are still in the file: {entity}" for entity in ENTITIES},
}
"""All requirements that may not be met, each with a sentence for people, in the order of reports."""

_ORDER = {kind: number for number, kind in enumerate(KINDS)}


def kind_of(entity: str) -> str:
    """The kind of shortfall for personal data of an entity.

    >>> kind_of("US_SSN"), kind_of("HALDEN_CASE")
    ('US_SSN', 'CUSTOM')
    """
    return entity if entity in KINDS else CUSTOM


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Something that does not meet the request or the policy: its kind and the number of places.

    `role` is that of the person who named it as an exception; None where nobody did.

    Raises ValueError for a kind that does not exist or a count below 1.
    """

    kind: str
    count: int
    role: Approver | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError("a shortfall is of a kind that does not exist")
        if type(self.count) is not int or self.count < 1:
            raise ValueError("a shortfall counts at least one place")

    def as_json(self) -> dict[str, Any]:
        """The object of reports, certificates and responses."""
        content: dict[str, Any] = {"kind": self.kind, "count": self.count}
        return content if self.role is None else {**content, "role": self.role.value}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a redacted file: accepted `exceptions`, and `unmet` for all other shortfalls.

    Both are in the order of KINDS, one row for a kind and role.

    Raises ValueError when an exception has no role, or something unmet has one.

    >>> Outcome().status.value, Outcome(unmet=(Shortfall("k", 1),)).status.value
    ('met', 'not_met')
    """

    exceptions: tuple[Shortfall, ...] = ()
    unmet: tuple[Shortfall, ...] = ()

    def __post_init__(self) -> None:
        if any(each.role is None for each in self.exceptions) or any(each.role for each in self.unmet):
            raise ValueError("an exception has the role of whoever named it, and nothing else has one")
        object.__setattr__(self, "exceptions", _summed(self.exceptions))
        object.__setattr__(self, "unmet", _summed(self.unmet))

    @property
    def status(self) -> OutcomeStatus:
        """`not_met` if anything is unmet; `met` only without exceptions."""
        if self.unmet:
            return OutcomeStatus.NOT_MET
        return OutcomeStatus.MET_WITH_EXCEPTIONS if self.exceptions else OutcomeStatus.MET

    def as_json(self) -> dict[str, Any]:
        """The three outcome fields of a report or a certificate."""
        return {
            "outcome": self.status.value,
            "exceptions": [each.as_json() for each in self.exceptions],
            "unmet": [each.as_json() for each in self.unmet],
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Outcome":
        """Read the JSON of `as_json`.

        Raises ReportUnusable when it is none, or when its status contradicts its rows.
        """
        try:
            outcome = cls(*(tuple(_row(row) for row in content[name]) for name in ("exceptions", "unmet")))
            contradicts = outcome.status.value != content["outcome"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ReportUnusable(_NOT_WRITTEN_HERE) from error
        if contradicts:
            raise ReportUnusable(_NOT_WRITTEN_HERE)
        return outcome


_NOT_WRITTEN_HERE = "Unsaid did not write this outcome. Redact the document again."


NO_OUTCOME: Mapping[str, Any] = {"outcome": None, "exceptions": [], "unmet": []}
"""The three fields of a file that nothing came of."""


def _row(row: Mapping[str, Any]) -> Shortfall:
    role = row.get("role")
    return Shortfall(row["kind"], row["count"], None if role is None else Approver(role))


def _summed(rows: Iterable[Shortfall]) -> tuple[Shortfall, ...]:
    """Sum shortfalls to one row for each kind and role."""
    counts: dict[tuple[str, Approver | None], int] = {}
    for row in rows:
        counts[row.kind, row.role] = counts.get((row.kind, row.role), 0) + row.count
    ordered = sorted(counts.items(), key=lambda each: (_ORDER[each[0][0]], each[0][1] or ""))
    return tuple(Shortfall(kind, count, role) for (kind, role), count in ordered)
