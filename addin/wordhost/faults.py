"""What goes wrong in Word for reasons of its own, ordered by a test and by name."""

from collections.abc import Callable
from dataclasses import dataclass, field

from addin.wordhost.errors import WordError
from addin.wordhost.session import Session

FAULTS = ("error_after_applying", "failing", "silent", "unanswered")


class NoAnswer(Exception):
    """The batch hangs (#4653, #5772, #6514)."""


@dataclass
class Order:
    """What shall happen to the n-th batch that speaks of a member; `met` is its number once it has come."""

    what: str | Callable[[Session], None]
    name: str
    nth: int
    met: int | None = None

    def counts(self, request: str) -> bool:
        """Count a batch; tells whether it is the one."""
        self.nth -= f'"{self.name}"' in request
        return self.nth == 0


@dataclass
class Faults:
    """The faults that are on. Batches are counted from 1, since the document was opened."""

    error_after_applying: set[int] = field(default_factory=set)
    """These batches do their work and then answer GeneralException (#6760)."""
    failing: set[int] = field(default_factory=set)
    """These batches do nothing and answer GeneralException."""
    refusing: str | None = None
    """All batches do nothing and answer this code, `ConnectionFailure` for one."""
    search_open: bool = False
    """Word's own search is open: what has a search in it does nothing and answers SearchDialogIsOpen."""
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
    ordered: list["Order"] = field(default_factory=list)
    """What shall happen to a batch that nobody knows the number of yet."""

    def order(self, fault: str, name: str, nth: int = 1) -> "Order":
        """Let the n-th batch from now that speaks of a member (`InsertText`, `Search`) meet a fault by its name."""
        if fault not in FAULTS:
            raise ValueError(f"{fault} is no fault: {', '.join(FAULTS)}")
        self.ordered.append(order := Order(fault, name, nth))
        return order

    def type(self, doing: Callable[[Session], None], name: str, nth: int = 1) -> "Order":
        """Let the user do something before the n-th batch from now that speaks of a member."""
        self.ordered.append(order := Order(doing, name, nth))
        return order

    def between(self, session: Session, batch: int, request: str) -> None:
        """Let the user type."""
        for order in self.ordered:
            if order.met is None and order.counts(request):
                order.met = batch
                if callable(order.what):
                    order.what(session)
                else:
                    getattr(self, order.what).add(batch)
        if batch in self.typed:
            self.typed.pop(batch)(session)

    def before(self, batch: int, request: str) -> None:
        """Fail before anything is done."""
        if batch in self.silent:
            raise NoAnswer
        if batch in self.failing:
            raise WordError("GeneralException")
        if self.refusing is not None:
            raise WordError(self.refusing)
        if self.search_open and '"Search"' in request:
            raise WordError("SearchDialogIsOpen")
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
