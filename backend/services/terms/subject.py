"""The subject of a redaction: the client of a document, in a model, and the requested k."""

from dataclasses import dataclass

from backend.blocking.known_attackers import Defence
from backend.learning.model import ClientModel


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """The client of a document, by its index in the model, and the requested k.

    `defence` are the attackers to hold out against, `utility` is the document's own utility class where somebody
    has named one, as an index into the model's; otherwise it is the client's.
    """

    model: ClientModel
    client: int
    k: int
    defence: Defence | None = None
    utility: int | None = None

    @property
    def utility_class(self) -> int | None:
        """The index of the utility class to keep; None if it is unknown."""
        if self.utility is not None:
            return self.utility
        known = int(self.model.utility_of[self.client])
        return known if known >= 0 else None
