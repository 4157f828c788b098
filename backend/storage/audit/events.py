"""Events for the audit trail. To make one you need no database."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from backend.storage.audit.actions import Action

UNSAID = "unsaid"
"""Who acts where no person does."""

_ID = re.compile(r"[!-~]{1,128}")
"""Ids, marks, names of versions, pseudonyms: nothing that a sentence could hide in."""

_COUNT = re.compile(r"[a-z][a-z0-9_]{0,39}")
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Event:
    """An event. It contains no text of a document, and no name of a client or of a file.

    `who` is the pseudonym of a caller, the id of an API key, `local:UID` for the command line, or UNSAID. `subject`
    is the id of what it was done to: of a row, a review, a job, a version; of a document its client's mark (see
    `Audit.mark_of`). `model` is the version that was asked, `policy` the one that counted (`client@3`), `document`
    the SHA-256 of what came in and `result` of what went out; of an index, `document` is its state after a change.
    `code` is an error's, where it failed.
    """

    who: str
    action: Action
    subject: str | None = None
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    model: str | None = None
    policy: str | None = None
    document: str | None = None
    result: str | None = None
    code: str | None = None

    def __post_init__(self) -> None:
        named = [each for each in (self.subject, self.model, self.policy, self.code) if each is not None]
        hashes = [each for each in (self.document, self.result) if each is not None]
        fits = (
            all(_ID.fullmatch(each) for each in (self.who, *named))
            and all(_HASH.fullmatch(each) for each in hashes)
            and all(_COUNT.fullmatch(name) and type(count) is int for name, count in self.counts.items())
        )
        if not fits:
            raise ValueError("an event holds ids, hashes and counts, and no text")
        object.__setattr__(self, "counts", MappingProxyType(dict(self.counts)))

    def as_json(self) -> dict[str, Any]:
        """The event as JSON, without the fields that the trail adds."""
        return {
            "who": self.who,
            "action": self.action.value,
            "subject": self.subject,
            "counts": dict(self.counts),
            "model": self.model,
            "policy": self.policy,
            "document": self.document,
            "result": self.result,
            "code": self.code,
        }
