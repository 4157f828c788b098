"""What the pane changed in an open document and has to undo there: positions and looks, never text."""

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class MarkedStory:
    """The marks in one story: paragraph, start and end of each, in UTF-16 units, one after the other.

    Raises ValueError where a place is not three numbers.
    """

    part: str
    kind: str
    places: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.places) % 3:
            raise ValueError("a place is three numbers")


@dataclass(frozen=True, slots=True)
class OwnLook:
    """A marked place that the person had highlighted or underlined, and how."""

    part: str
    kind: str
    block: int
    start: int
    end: int
    highlight: str | None
    underline: str


@dataclass(frozen=True, slots=True)
class PaneMarks:
    """The marks of a pane, what they cover, and the mode of Track Changes while the pane keeps it off."""

    tracking: str | None = None
    stories: tuple[MarkedStory, ...] = ()
    looks: tuple[OwnLook, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that is stored with the review."""
        return asdict(self)

    def packed(self) -> str:
        """Return the text that is stored with the review: while nobody asks, it is one short value."""
        written = json.dumps(self.as_json(), separators=(",", ":")).encode()
        return base64.b64encode(zlib.compress(written)).decode()

    @classmethod
    def unpacked(cls, content: str | Mapping[str, Any] | None) -> "PaneMarks | None":
        """Return the marks from the text that `packed` made, or from an older version's object; None for None."""
        if content is None:
            return None
        if isinstance(content, str):
            return cls.from_json(json.loads(zlib.decompress(base64.b64decode(content))))
        return cls.from_json(content)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "PaneMarks":
        """Return the marks from the object that `as_json` made."""
        stories = (MarkedStory(each["part"], each["kind"], tuple(each["places"])) for each in content["stories"])
        return cls(content["tracking"], tuple(stories), tuple(OwnLook(**each) for each in content["looks"]))
