"""What an approval is bound to: one document, its decisions, policy, model and options."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from backend.errors import UnsaidError

Named = tuple[str, int]
"""An exception: its kind, and in how many places."""


class ApprovalDoesNotFit(UnsaidError):
    """A review was approved for another document, other decisions, another policy, other models or options."""

    code, status_hint = "approval_does_not_fit", 409


class OutcomeNotMet(UnsaidError):
    """Something stands against what was asked for or the policy, and no approval names it as an exception.

    `unmet` are its kinds and counts.
    """

    code, status_hint = "outcome_not_met", 422

    def __init__(self, message: str, unmet: Sequence[Named] = ()) -> None:
        super().__init__(message)
        self.members = {"unmet": [{"kind": kind, "count": count} for kind, count in unmet]}


@dataclass(frozen=True, slots=True)
class Approval:
    """What somebody has approved.

    `source` is the keyed mark of the document, `decisions` and `options` are digests, `policy` and `model` names
    with their versions; `k` is the one of the options. `exceptions` is what may stay although it stands against
    what was asked for or the policy.
    """

    source: str
    decisions: str
    policy: str
    model: str | None
    options: str
    k: int | None = None
    exceptions: tuple[Named, ...] = ()

    def differences(self, other: "Approval") -> tuple[str, ...]:
        """What is not the same in another one, in words; exceptions are not compared."""
        return tuple(told for name, told in _TOLD.items() if getattr(self, name) != getattr(other, name))

    def allows(self, unmet: Iterable[Named]) -> bool:
        """Whether everything that is unmet was named, in as many places at least.

        >>> Approval("", "", "", None, "", exceptions=(("URL", 2),)).allows([("URL", 3)])
        False
        """
        named = dict(self.exceptions)
        return all(count <= named.get(kind, 0) for kind, count in unmet)

    def as_json(self) -> dict[str, Any]:
        """What is stored with the review."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Approval":
        """The approval that `as_json` told."""
        exceptions = tuple((kind, count) for kind, count in content["exceptions"])
        return cls(**{**content, "exceptions": exceptions})


_TOLD = {
    "source": "the document",
    "decisions": "the decisions",
    "policy": "the policy",
    "model": "the version of the models",
    "options": "the options",
}


def refuse_other(approved: Approval, now: Approval) -> None:
    """Raise ApprovalDoesNotFit, which says what has changed, where something else than before is to be approved."""
    changed = approved.differences(now)
    if approved.exceptions != now.exceptions:
        changed = (*changed, "the exceptions")
    if changed:
        raise ApprovalDoesNotFit(
            f"not what the first approver has approved: {', '.join(changed)}; return the review, so that it is "
            "submitted and approved again"
        )


def refuse_unfit(approved: Approval | None, now: Approval) -> None:
    """Raise ApprovalDoesNotFit, which says what has changed, where an approval is not of what is to be released."""
    if approved is None:
        raise ApprovalDoesNotFit(
            "this review was approved by an earlier version of Unsaid, which did not keep what was approved; "
            "reopen it, then submit and approve it again"
        )
    if changed := approved.differences(now):
        raise ApprovalDoesNotFit(
            f"the approval is of something else: {', '.join(changed)}; redact what was approved, or reopen the "
            "review, then submit and approve it again"
        )


def digest_of(content: Any) -> str:
    """What a value of JSON is told by: the same for equal values."""
    written = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()
