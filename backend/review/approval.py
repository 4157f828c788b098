"""Bind an approval to one document, its decisions, policy, model and options."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from backend.errors import UnsaidError
from backend.privacy.release_figures import ReleaseSummary

Named = tuple[str, int]
"""An exception: its kind, and in how many places."""


class ApprovalDoesNotFit(UnsaidError):
    """The approval of the review is for another document, decisions, policy, model or options."""

    code, status_hint = "approval_does_not_fit", 409


class OutcomeNotMet(UnsaidError):
    """The outcome does not meet the request or the policy, and the approval names no exception for it.

    `unmet` holds kinds and counts, and for k the `level` that is not reached.
    """

    code, status_hint = "outcome_not_met", 422

    def __init__(self, message: str, unmet: Sequence[Named] = (), level: int | None = None) -> None:
        super().__init__(message)
        of_k = {} if level is None else {"level": level}
        self.members = {
            "unmet": [{"kind": kind, "count": count, **(of_k if kind == "k" else {})} for kind, count in unmet]
        }


@dataclass(frozen=True, slots=True)
class Approval:
    """What an approver has approved.

    `source` is the keyed hash of the document and `result` that of the redacted document (empty in approvals of
    older versions). `decisions` and `options` are digests, `policy` and `model` are names with their versions. Two
    policies may have one name, so `rules` is the digest of what it requires (empty in older approvals, too). `k` is
    the k of the options. `exceptions` are the shortfalls that the approver has accepted: kinds and counts alone, so
    `sought` is the keyed hash of the names, listed terms and recognisers that they are about (empty without
    exceptions, and in older approvals). `beside` and `result_beside` are the keyed hashes of what either document
    shows or hides outside its text (empty in older approvals). `privacy` says what the redacted document gives
    away, as far as the approver may know (None if not measured, and in older approvals). The approval does not
    depend on it.
    """

    source: str
    decisions: str
    policy: str
    model: str | None
    options: str
    k: int | None = None
    exceptions: tuple[Named, ...] = ()
    beside: str = ""
    result: str = ""
    rules: str = ""
    result_beside: str = ""
    sought: str = ""
    privacy: ReleaseSummary | None = None

    def differences(self, other: "Approval") -> tuple[str, ...]:
        """Return, in words, what differs from another approval, but for exceptions and what this one leaves out."""
        found = (name for name in _TOLD if getattr(self, name) != getattr(other, name))
        known = (name for name in found if name not in _UNKNOWN_ONCE or getattr(self, name))
        return tuple(dict.fromkeys(_TOLD[name] for name in known))

    def allows(self, unmet: Iterable[Named]) -> bool:
        """Tell whether the exceptions name every unmet kind, with at least its count.

        >>> Approval("", "", "", None, "", exceptions=(("URL", 2),)).allows([("URL", 3)])
        False
        """
        named = dict(self.exceptions)
        return all(count <= named.get(kind, 0) for kind, count in unmet)

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that is stored with the review."""
        privacy = None if self.privacy is None else self.privacy.as_json()
        return {**{each.name: getattr(self, each.name) for each in fields(self)}, "privacy": privacy}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Approval":
        """Return the approval from the object that `as_json` made."""
        exceptions = tuple((kind, count) for kind, count in content["exceptions"])
        stored = content.get("privacy")
        privacy = None if stored is None else ReleaseSummary.from_json(stored)
        return cls(**{**content, "exceptions": exceptions, "privacy": privacy})


_TOLD = {
    "source": "the document",
    "decisions": "the decisions",
    "policy": "the policy",
    "model": "the model version",
    "options": "the options",
    "beside": "what the document says beside its text",
    "result": "the redacted document",
    "rules": "the policy",
    "result_beside": "the redacted document",
    "sought": "the names, lists or recognisers that the exceptions are about",
}
_UNKNOWN_ONCE = frozenset({"beside", "result", "result_beside", "rules", "sought"})
"""What approvals of older versions do not say."""


def refuse_changed_approval(approved: Approval, now: Approval) -> None:
    """Raise ApprovalDoesNotFit, naming the differences, when the second approver would approve something else."""
    changed = approved.differences(now)
    if approved.exceptions != now.exceptions:
        changed = (*changed, "the exceptions")
    if changed:
        raise ApprovalDoesNotFit(
            f"This differs from what the first approver approved: {', '.join(changed)}. Return the review, so "
            "that it is submitted and approved again."
        )


def refuse_unapproved(approved: Approval | None, now: Approval) -> None:
    """Raise ApprovalDoesNotFit, naming the differences, when the approval does not match what is to be released."""
    if approved is None:
        raise ApprovalDoesNotFit(
            "An earlier version of Unsaid recorded this approval without its content. Reopen the review, then "
            "submit and approve it again."
        )
    if changed := approved.differences(now):
        raise ApprovalDoesNotFit(
            f"This differs from what was approved: {', '.join(changed)}. Redact what was approved, or reopen "
            "the review, then submit and approve it again."
        )


def digest_of(content: Any) -> str:
    """Return a digest of a JSON value; equal values have equal digests."""
    written = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()
