"""The token of a single user on this machine: made when the service starts, and printed once."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

_BYTES = 32


@dataclass(frozen=True, slots=True)
class StartUpToken:
    """A token that is valid while the service runs; only its hash is kept.

    >>> token, told = StartUpToken.make()
    >>> token.is_told_in(told), token.is_told_in("guessed")
    (True, False)
    """

    digest: bytes = field(repr=False)

    @classmethod
    def make(cls) -> tuple["StartUpToken", str]:
        """Make a new token; return it with the text to print."""
        token = secrets.token_urlsafe(_BYTES)
        return cls(_digest(token)), token

    def is_told_in(self, sent: str) -> bool:
        """Whether this is the token, compared in constant time."""
        return hmac.compare_digest(self.digest, _digest(sent))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
