"""Whether a redacted document goes to the index of released documents."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Indexing(StrEnum):
    """What a policy says of the index: nothing goes there, what a request wants to, or every document.

    From what reveals least to what reveals most.
    """

    NEVER = "never"
    ON_REQUEST = "on_request"
    ALWAYS = "always"

    def reveals_more_than(self, other: "Indexing") -> bool:
        """Whether documents go to the index that do not go there by the other one.

        >>> Indexing.ALWAYS.reveals_more_than(Indexing.ON_REQUEST)
        True
        """
        return _ORDER.index(self) > _ORDER.index(other)


_ORDER = tuple(Indexing)


def least_revealing(one: Indexing, other: Indexing) -> Indexing:
    """Return the one by which fewer documents go to the index."""
    return min(one, other, key=_ORDER.index)


@dataclass(frozen=True, slots=True)
class ToIndex:
    """What the index gets of a redacted file, and on which conditions.

    `words` counts the words of the redacted text that counts, `owner` is the client, None where none is named, and
    `industry` is that of the client. `allowed` says whether the policy allows it, `with_exceptions` whether also
    with an outcome that has accepted exceptions. `least_k` is the k of the policy; the index must have as much.
    """

    words: Mapping[str, int] = field(repr=False)
    owner: str | None
    allowed: bool
    with_exceptions: bool
    least_k: int
    industry: str | None = None
