"""The rows of a verification: where something is left, and what was examined."""

from dataclasses import dataclass
from typing import Any

from backend.messages.found_in import FoundIn
from backend.messages.message import Message, Wording, reason_as_json

WHOLE_FILE = "the file"
"""The name of what has no parts: a text file, or a package that cannot be opened."""


@dataclass(frozen=True, slots=True, order=True)
class LeftPlace:
    """A place where a redacted string is left. It contains the placeholder and position, never the string.

    `part` is the part of the package. Parts of embedded files follow after `!/`, as in
    `word/embeddings/a.xlsx!/xl/workbook.xml`; it is empty for the file itself. `index` is the position among the
    strings that the caller passed, so that only the caller can tell which string it is. It is None for a
    replacement at this place alone that was not made.
    """

    part: str
    found_in: FoundIn
    placeholder: str
    index: int | None

    @property
    def how(self) -> str:
        """Where in the part it was found, in words."""
        return self.found_in.words

    @property
    def where(self) -> str:
        """The part and the kind of text as one phrase."""
        return f"{self.part}: {self.how}" if self.part else self.how

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        return {"part": self.part, **self.found_in.as_json(), "placeholder": self.placeholder, "string": self.index}


@dataclass(frozen=True, slots=True)
class PartStatus:
    """A part of the file, whether all of its text was examined, and if not, why.

    `name` is the part's name, or WHOLE_FILE. A part that was not examined is `accepted` when the user has confirmed
    it: this applies to pictures, which only people can read, and only without metadata.
    """

    name: str
    examined: bool
    reason: Message | None = None
    accepted: bool = False

    def as_json(self, worded: Wording) -> dict[str, Any]:
        """Return the JSON object of the contract, in the words of a surface."""
        return {
            "part": self.name,
            "examined": self.examined,
            **reason_as_json(self.reason, worded),
            "accepted": self.accepted,
        }
