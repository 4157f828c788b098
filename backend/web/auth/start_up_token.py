"""The token of a single user on this machine: made when the service starts, and printed once."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

_BYTES = 32


@dataclass(frozen=True, slots=True)
class StartUpToken:
    """A token that lasts as long as the service runs; only its hash is held.

    >>> token, told = StartUpToken.make()
    >>> token.is_told_in(told), token.is_told_in("guessed")
    (True, False)
    """

    digest: bytes = field(repr=False)

    @classmethod
    def make(cls) -> tuple["StartUpToken", str]:
        """A new token, and what its user has to be told."""
        told = secrets.token_urlsafe(_BYTES)
        return cls(_digest(told)), told

    def is_told_in(self, sent: str) -> bool:
        """Tell whether this is the token; how long that takes says nothing of how near a guess was."""
        return hmac.compare_digest(self.digest, _digest(sent))


def _digest(told: str) -> bytes:
    return hashlib.sha256(told.encode("utf-8", "surrogateescape")).digest()
