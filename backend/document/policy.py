"""What of a Word file may leave the house besides its text: the choices of `--clean` and `--images`."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Images(StrEnum):
    """What becomes of pictures; what their files say beside the pixels goes in any case."""

    TELL = "tell"
    """They stay, and the file is said to be not examined."""
    KEEP = "keep"
    """They stay; somebody has looked at them and says so."""
    REMOVE = "remove"
    """A grey box of the same size stands in their place."""


class Revisions(StrEnum):
    """What becomes of tracked changes."""

    KEEP = "keep"
    ACCEPT = "accept"


class Comments(StrEnum):
    """What becomes of comments."""

    KEEP = "keep"
    ANONYMISE = "anonymise"
    """They stay under "Author 1", "Author 2", …, without dates."""
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Policy:
    """The choices for one file; as it stands here, only what is redacted is touched."""

    images: Images = Images.TELL
    revisions: Revisions = Revisions.KEEP
    comments: Comments = Comments.KEEP
    remove_hidden_text: bool = False
    remove_traces: bool = False
    """Marks of saving sessions (rsids), document variables, custom XML, names of printers and templates."""

    @property
    def accepts_pictures(self) -> bool:
        """Whether somebody has looked at the pictures: they are not examined, and need no attention."""
        return self.images is Images.KEEP

    def as_json(self) -> dict[str, Any]:
        """The object of reports and certificates."""
        return {
            "images": self.images.value,
            "revisions": self.revisions.value,
            "comments": self.comments.value,
            "remove_hidden_text": self.remove_hidden_text,
            "remove_traces": self.remove_traces,
        }


AS_IT_STANDS = Policy()
"""What counts where nobody asks for anything."""

CLEAN = Policy(revisions=Revisions.ACCEPT, comments=Comments.REMOVE, remove_hidden_text=True, remove_traces=True)
"""What `--clean` means unless something else is asked for."""
