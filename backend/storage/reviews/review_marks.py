"""Keyed hashes that name suggestions, places and documents in the rows of a review.

The same term has different hashes in two reviews, so the rows do not even reveal that it is the same.
"""

import hashlib
import hmac
from dataclasses import dataclass, field

from backend.storage.db.sealed import Seal

_PLACE_LENGTH = 32
_BITS = 64


@dataclass(frozen=True, slots=True)
class ReviewMarks:
    """The keyed hashes of one review."""

    _key: bytes = field(repr=False)

    @classmethod
    def of_review(cls, seal: Seal, review: str) -> "ReviewMarks":
        """The hashes of the review with this id."""
        return cls(seal.mark("reviews", review).encode())

    def of(self, suggestion: str) -> str:
        """The hash of a suggestion's id, which represents its kind, its entity and its normalised term."""
        return self._made(f"suggestion\0{suggestion}").hex()

    def of_place(self, part: str, kind: str, text: str, number: int, equal: int, start: int) -> str:
        """The hash of a place: its start in a paragraph's text, and the `number` among the `equal` paragraphs.

        It stays the same whatever happens to paragraphs with another text. Where one with the same text comes or
        goes, nobody can tell which of them is which, so that all of them get other hashes.
        """
        fields = ("place", part, kind, str(number), str(equal), str(start), text)
        return self._made("\0".join(fields)).hex()[:_PLACE_LENGTH]

    def of_source(self, digest: str) -> str:
        """The hash of a document, from its digest."""
        return self._made(f"source\0{digest}").hex()

    def is_sampled(self, suggestion: str, share: float) -> bool:
        """Whether a suggestion belongs to the blind sample, which nobody can predict or choose."""
        return self.is_mark_sampled(self.of(suggestion), share)

    def is_mark_sampled(self, mark: str, share: float) -> bool:
        """Whether the suggestion with this hash belongs to the blind sample: stored decisions have no more."""
        drawn = int.from_bytes(self._made(f"sample\0{mark}")[: _BITS // 8], "big")
        return drawn < share * (1 << _BITS)

    def _made(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode("utf-8", "surrogatepass"), hashlib.sha256)
