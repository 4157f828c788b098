"""Draw the order in which the files of a run are redacted, so that outputs do not show the order of the names."""

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class DrawnOrder:
    """An order of files that only the holder of a secret can compute.

    Outputs get their numbers, their places in a zip and their times in the order in which files are redacted. In
    the order of the original names these would tell which client comes first in the alphabet.
    """

    secret: bytes

    @classmethod
    def at_random(cls) -> "DrawnOrder":
        """Return an order that no other run has."""
        return cls(secrets.token_bytes(32))

    def of(self, names: Sequence[str]) -> list[int]:
        """Return the positions of the names in the drawn order; equal names keep their order.

        The same secret brings the same names into the same order, however they were listed.

        >>> names = ["Tanimir", "Corvane Bank", "Halden & Rook"]
        >>> order = DrawnOrder(bytes(32))
        >>> [names[i] for i in order.of(names)] == [names[::-1][i] for i in order.of(names[::-1])]
        True
        """
        return sorted(range(len(names)), key=lambda position: self._drawn(names[position]))

    def _drawn(self, name: str) -> bytes:
        return hmac.digest(self.secret, name.encode(errors="surrogatepass"), sha256)
