"""Hide from limited callers how many words count for a client.

A word that a client says once in all is a feature if anybody else says it, and counts for the client then. So the
exact size of a visible client tells whether a hidden client says the word. Limited callers are told a smaller size
instead, smaller by a drawn share that stays the same for a version.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np

from backend.learning.arrays import Floats

SPREAD = 0.01
"""How far a told size can be from the true one, in nats: one word more moves a client of n words by 1 / n."""

_BITS = 53
"""Those of a fraction in a float."""


@dataclass(frozen=True, slots=True)
class SizeKey:
    """The secret key that an installation draws the told sizes with."""

    secret: bytes = field(repr=False)

    def drawn(self, version: str, clients: Sequence[str]) -> Floats:
        """Return a number in [0, 1) for each client of a model version, [client].

        It depends on nothing that any client says. Each version has others, so that two versions do not tell by
        how much a size has changed.
        """
        digests = (
            hmac.digest(self.secret, f"{version}\0{client}".encode("utf-8", "surrogatepass"), sha256)
            for client in clients
        )
        return np.array([(int.from_bytes(each[:8], "big") >> (64 - _BITS)) / (1 << _BITS) for each in digests])
