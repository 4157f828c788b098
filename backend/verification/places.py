"""The rows of a verification: where something is left, and what was examined."""

from dataclasses import dataclass
from typing import Any

WHOLE_FILE = "the file"
"""The name of what has no parts: a text file, or a package that cannot be opened."""


@dataclass(frozen=True, slots=True, order=True)
class LeftPlace:
    """A redacted string that is still there; told by its placeholder and its position, never by itself.

    `part` is the part of the package, inner parts after `!/` as in `word/embeddings/a.xlsx!/xl/workbook.xml`, and
    empty for the file itself. `how` is what it was found as: `text`, `attribute`, `file name` and so on. `index`
    is the position of the string among the strings given, which are told nowhere: whoever gave them knows it; None
    of what was to change at that place alone, and did not.
    """

    part: str
    how: str
    placeholder: str
    index: int | None

    @property
    def where(self) -> str:
        """Part and kind in one phrase."""
        return f"{self.part}: {self.how}" if self.part else self.how

    def as_json(self) -> dict[str, Any]:
        """The object of the contract."""
        return {"part": self.part, "how": self.how, "placeholder": self.placeholder, "string": self.index}


@dataclass(frozen=True, slots=True, order=True)
class PartStatus:
    """A part of the file, whether all of its text was examined, and if not, why.

    `name` is the part's name, or WHOLE_FILE. What was not examined is `accepted` when somebody has said so: a
    picture that nobody but people can read, and that says nothing beside its pixels.
    """

    name: str
    examined: bool
    why: str = ""
    accepted: bool = False

    def as_json(self) -> dict[str, Any]:
        """The object of the contract."""
        return {"part": self.name, "examined": self.examined, "why": self.why, "accepted": self.accepted}
