"""What is cleaned in a file: the choices of `--clean` and `--images`."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

Choice = TypeVar("Choice", bound=StrEnum)

AUTHOR_ALIAS = "Author"
"""What stands before the number of a person whose name is replaced in comments and tracked changes."""


class Images(StrEnum):
    """What is done with pictures. The metadata in their files is always removed."""

    TELL = "tell"
    """They stay, and the file is said to be not examined."""
    KEEP = "keep"
    """They stay; somebody has looked at them and says so."""
    REMOVE = "remove"
    """A grey box of the same size stands in their place."""


class Revisions(StrEnum):
    """What is done with tracked changes."""

    KEEP = "keep"
    ACCEPT = "accept"


class Comments(StrEnum):
    """What is done with comments."""

    KEEP = "keep"
    ANONYMISE = "anonymise"
    """They stay under "Author 1", "Author 2", …, without dates; see `AUTHOR_ALIAS`."""
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Cleaning:
    """The cleaning choices for one file. The defaults change only what is redacted."""

    images: Images = Images.TELL
    revisions: Revisions = Revisions.KEEP
    comments: Comments = Comments.KEEP
    remove_hidden_text: bool = False
    remove_traces: bool = False
    """Marks of saving sessions (rsids), document variables, custom XML, names of printers and templates."""

    @property
    def accepts_pictures(self) -> bool:
        """Whether a person has checked the pictures, so that unexamined pictures need no attention."""
        return self.images is Images.KEEP

    def followed_by(self, later: "Cleaning") -> "Cleaning":
        """Return the combined policy of a file cleaned by this one and then by `later`; removals are final.

        >>> both = Cleaning(images=Images.REMOVE).followed_by(CLEAN)
        >>> both.images.value, both.comments.value, both.remove_traces
        ('remove', 'remove', True)
        """
        return Cleaning(
            _further(self.images, later.images),
            _further(self.revisions, later.revisions),
            _further(self.comments, later.comments),
            self.remove_hidden_text or later.remove_hidden_text,
            self.remove_traces or later.remove_traces,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object for reports and certificates."""
        return {
            "images": self.images.value,
            "revisions": self.revisions.value,
            "comments": self.comments.value,
            "remove_hidden_text": self.remove_hidden_text,
            "remove_traces": self.remove_traces,
        }


AS_IT_STANDS = Cleaning()
"""What counts where nobody asks for anything."""

CLEAN = Cleaning(revisions=Revisions.ACCEPT, comments=Comments.REMOVE, remove_hidden_text=True, remove_traces=True)
"""What `--clean` means unless something else is asked for."""


def _further(one: Choice, other: Choice) -> Choice:
    """Return the choice that removes more; each enumeration lists the choices that keep most first."""
    return max(one, other, key=list(type(one)).index)
