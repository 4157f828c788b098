"""The cleaning policy: the choices of `--clean` and `--images`."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

Choice = TypeVar("Choice", bound=StrEnum)


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

    def followed_by(self, later: "Policy") -> "Policy":
        """What a file has come to that was cleaned by both, one after the other: what is gone stays gone.

        >>> both = Policy(images=Images.REMOVE).followed_by(CLEAN)
        >>> both.images.value, both.comments.value, both.remove_traces
        ('remove', 'remove', True)
        """
        return Policy(
            _further(self.images, later.images),
            _further(self.revisions, later.revisions),
            _further(self.comments, later.comments),
            self.remove_hidden_text or later.remove_hidden_text,
            self.remove_traces or later.remove_traces,
        )

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


def _further(one: Choice, other: Choice) -> Choice:
    """The choice that leaves less: each kind lists first what leaves most."""
    return max(one, other, key=list(type(one)).index)
