"""The author's last choice of how well the document of a review hides the client."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """The k to reach, and whether the industry is kept recognisable.

    Raises ValueError when k is below 1.
    """

    k: int
    keep_industry: bool = True

    def __post_init__(self) -> None:
        if self.k < 1:
            raise ValueError("k is 1 at least")

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that is stored with the review."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "LevelChoice":
        """Return the choice from the object that `as_json` made."""
        return cls(content["k"], content["keep_industry"])
