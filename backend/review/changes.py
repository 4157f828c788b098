"""A change to a suggestion of a review: the move, its scope and its reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from backend.document.entry_validation import LONGEST_NOTE, LONGEST_REPLACEMENT, label_fault, term_fault
from backend.errors import InvalidRequest
from backend.messages.problems import EditWithoutReplacement, HereWithoutPlace, NoVerdict, WideWithoutTerm
from backend.review.decision_states import Move


class Scope(StrEnum):
    """How far a verdict reaches. Beyond the document, an administrator has to agree."""

    HERE = "here"
    """One place, and no other place of the same term."""
    DOCUMENT = "document"
    CLIENT = "client"
    EVERYONE = "everyone"

    @property
    def is_beyond(self) -> bool:
        """Whether the verdict reaches other documents."""
        return self in {Scope.CLIENT, Scope.EVERYONE}


class Reason(StrEnum):
    """Why a reviewer decided as they did."""

    PUBLIC = "public"
    NOT_PERSONAL = "not_personal"
    EVERYDAY_WORD = "everyday_word"
    NEEDED = "needed"
    WRONG_KIND = "wrong_kind"
    CONFIDENTIAL = "confidential"
    PERSONAL = "personal"
    OTHER = "other"


REASONS: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.PUBLIC: "public information",
        Reason.NOT_PERSONAL: "not about a person",
        Reason.EVERYDAY_WORD: "an everyday word",
        Reason.NEEDED: "needed to understand the text",
        Reason.WRONG_KIND: "the suggested kind is wrong",
        Reason.CONFIDENTIAL: "it reveals the client or the client's business",
        Reason.PERSONAL: "it identifies a person",
        Reason.OTHER: "another reason, in the note",
    }
)
"""What each means to people."""


@dataclass(frozen=True, slots=True)
class Change:
    """A move on one suggestion, given by its id. `place` is the place that the scope HERE means.

    `term` is given only where the scope is beyond the document, because an administrator has to read it.

    Raises InvalidRequest when the fields contradict each other.
    """

    suggestion: str
    move: Move
    scope: Scope = Scope.DOCUMENT
    place: str | None = None
    reason: Reason | None = None
    replacement: str | None = field(default=None, repr=False)
    note: str | None = field(default=None, repr=False)
    term: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if (self.replacement is not None) != (self.move is Move.EDIT):
            raise InvalidRequest(EditWithoutReplacement())
        if (self.place is not None) != (self.scope is Scope.HERE):
            raise InvalidRequest(HereWithoutPlace())
        if (self.term is not None) != self.scope.is_beyond:
            raise InvalidRequest(WideWithoutTerm())
        if not self.move.is_verdict and (self.scope.is_beyond or self.reason or self.note):
            raise InvalidRequest(NoVerdict())
        if self.term is not None and (fault := term_fault(self.term)):
            raise InvalidRequest(f"The term {fault}. It cannot apply to other documents.")
        if self.replacement is not None and (fault := label_fault(self.replacement, LONGEST_REPLACEMENT)):
            raise InvalidRequest(f"The replacement {fault}. Write another one.")
        if self.note is not None and (fault := label_fault(self.note, LONGEST_NOTE)):
            raise InvalidRequest(f"The note {fault}. Correct it.")
