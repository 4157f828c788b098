"""The coverage of a file: what was done with each kind of text in each part."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Treatment(StrEnum):
    """What was done with a kind of text. A kind without a row in the map never counts as clean."""

    REDACTED = "redacted in place"
    """It stays, without what is redacted."""
    REMOVED = "removed"
    """It goes, whatever it says."""
    REFUSED = "refused"
    """A file that holds it is not redacted at all."""
    NOT_EXAMINED = "not examined"
    """It stays, and nobody has read it."""


@dataclass(frozen=True, slots=True, order=True)
class CoverageEntry:
    """One kind of text in one part, and what was done with it. It contains no words of the document.

    `part` is the part of the package. Parts of embedded files follow after `!/`, as in
    `word/embeddings/a.docx!/word/document.xml`. `kind` is a row of the coverage map ("alt text"). `count` says how
    many places were changed.
    """

    part: str
    kind: str
    treatment: Treatment
    count: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object of the report."""
        return {"part": self.part, "kind": self.kind, "treatment": self.treatment.value, "count": self.count}
