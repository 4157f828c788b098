"""What goes wrong in Word for reasons of its own, ordered by a test and by name."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.wordhost.errors import WordError
from tests.wordhost.session import Session


class NoAnswer(Exception):
    """The batch hangs (#4653, #5772, #6514)."""


@dataclass
class Faults:
    """The faults that are on. Batches are counted from 1, since the document was opened."""

    error_after_applying: set[int] = field(default_factory=set)
    """These batches do their work and then answer GeneralException (#6760)."""
    failing: set[int] = field(default_factory=set)
    """These batches do nothing and answer GeneralException."""
    silent: set[int] = field(default_factory=set)
    """These batches are never answered."""
    unanswered: set[int] = field(default_factory=set)
    """These batches do their work and are never answered (#4653)."""
    largest_payload: int | None = None
    """Longer requests and answers, in characters, are refused (error page: …PayloadSizeLimitExceeded)."""
    file_error: int | None = None
    """`getFileAsync` fails with this number, 11001 on SharePoint (#6747)."""
    typed: dict[int, Callable[[Session], None]] = field(default_factory=dict)
    """What the user does before a batch arrives."""

    def between(self, session: Session, batch: int) -> None:
        """Let the user type."""
        if batch in self.typed:
            self.typed.pop(batch)(session)

    def before(self, batch: int, request: str) -> None:
        """Fail before anything is done."""
        if batch in self.silent:
            raise NoAnswer
        if batch in self.failing:
            raise WordError("GeneralException")
        if self.largest_payload is not None and len(request) > self.largest_payload:
            raise WordError("RequestPayloadSizeLimitExceeded")

    def after(self, batch: int, answered: str) -> None:
        """Fail although everything was done."""
        if batch in self.unanswered:
            raise NoAnswer
        if batch in self.error_after_applying:
            raise WordError("GeneralException")
        if self.largest_payload is not None and len(answered) > self.largest_payload:
            raise WordError("ResponsePayloadSizeLimitExceeded")
