"""Documents of users as elements: a keyed hash stands for each text."""

import secrets
from array import array
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np

from backend.learning.arrays import Booleans
from backend.privacy.user_elements import NULL_ELEMENT, UserElements

_HASH_BYTES = 8
"""The key is drawn for each comparison: two of a million documents share a hash once in 37 million comparisons."""


@dataclass(slots=True)
class DocumentCollector:
    """Collects documents one by one; keeps 20 bytes of each, and no text.

    Collections that are compared need the same `key` and the same `names`: see `beside`.
    """

    key: bytes = field(default_factory=lambda: secrets.token_bytes(16), repr=False)
    names: dict[str, int] = field(default_factory=dict)
    """The index of each user, in the order in which they came."""
    _users: "array[int]" = field(default_factory=lambda: array("i"), init=False)
    _hashes: "array[int]" = field(default_factory=lambda: array("Q"), init=False)
    _counts: "array[float]" = field(default_factory=lambda: array("f"), init=False)
    _sensitivities: "array[float]" = field(default_factory=lambda: array("f"), init=False)

    def beside(self) -> "DocumentCollector":
        """Return an empty collector whose documents can be compared with those of this one."""
        return DocumentCollector(self.key, self.names)

    def add(self, user: str, text: str, sensitivity: float = 0.0) -> None:
        """Add a document. Raises ValueError when the sensitivity is not from 0 to 1."""
        self.add_share(user, self.element(text), sensitivity, 1.0)

    def element(self, text: str) -> int:
        """Return the element that a text is."""
        return hash_of(text, self.key)

    def add_share(self, user: str, element: int, sensitivity: float, share: float) -> None:
        """Add a share of a document. Raises ValueError when it or the sensitivity is not from 0 to 1."""
        if not (0 <= sensitivity <= 1 and 0 <= share <= 1):
            raise ValueError("a sensitivity and a share are from 0 to 1")
        self._users.append(self.names.setdefault(user, len(self.names)))
        self._hashes.append(element)
        self._counts.append(share)
        self._sensitivities.append(sensitivity)

    def elements(self) -> UserElements:
        """Return what was collected."""
        return UserElements(
            np.array(self._users, dtype=np.int32),
            np.array(self._hashes, dtype=np.uint64),
            np.array(self._counts, dtype=np.float32),
            np.array(self._sensitivities, dtype=np.float32),
        )


def hash_of(text: str, key: bytes) -> int:
    """Return the keyed hash of a text, never the null element; a text may contain lone surrogates."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_HASH_BYTES, key=key).digest()
    return int.from_bytes(digest) or NULL_ELEMENT + 1


def shared_by(documents: UserElements, k: int) -> Booleans:
    """Return which documents stay in a k-anonymous release: at least k distinct users have the text.

    >>> collector = DocumentCollector()
    >>> for user, text in (("ann", "cars"), ("bob", "cars"), ("ann", "my knee"), ("ann", "my knee")):
    ...     collector.add(user, text)
    >>> shared_by(collector.elements(), 2).tolist()
    [True, True, False, False]
    """
    texts, text = np.unique(documents.elements, return_inverse=True)
    owned = np.unique(text.astype(np.int64) << 32 | documents.users)
    owners = np.bincount(owned >> 32, minlength=len(texts))
    return np.asarray(owners[text] >= k)
