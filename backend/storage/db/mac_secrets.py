"""The secrets that MACs of rows and signatures of the audit trail are made with; each rotation makes a new one."""

import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, field

_BYTES = 32
_MAC = "mac"


@dataclass(frozen=True, slots=True)
class MacSecret:
    """A secret and its number; number 0 is the secret that marks are made with, in a store that was never rotated.

    `seal` is the number of the newest seal when it was made. `until` is the last row of the trail that a former
    secret has signed; of the present one it is None. A former secret verifies exported ends up to that row, and
    nothing that is stored. `origin` is the identity of the store whose secrets these were at first.
    """

    number: int
    secret: bytes = field(repr=False)
    seal: int = 0
    until: int | None = None
    origin: str = ""

    @classmethod
    def following(cls, before: "MacSecret", seal: int) -> "MacSecret":
        """A new secret, numbered after the one before it."""
        return cls(before.number + 1, secrets.token_bytes(_BYTES), seal)

    def signature(self, kind: str, text: str) -> str:
        """Return a signature: it proves that a holder of this secret wrote exactly this text."""
        return hmac.new(self.secret, f"{kind}\0signed\0{text}".encode(errors="replace"), hashlib.sha256).hexdigest()

    def derived(self, label: str) -> bytes:
        """Derive a key for one purpose, which reveals nothing about other keys."""
        return hmac.digest(self.secret, f"key\0{label}".encode(), hashlib.sha256)

    def as_bytes(self) -> bytes:
        """The bytes to encrypt; nobody without the key can change its number, or that it is a former one."""
        content = {_MAC: self.secret.hex(), "number": self.number, "seal": self.seal, "until": self.until}
        return json.dumps(content).encode()


def mac_secret_of(content: bytes) -> MacSecret | None:
    """The secret that `as_bytes` has written; None: made for something else."""
    try:
        secrets = json.loads(content)
        return MacSecret(secrets["number"], bytes.fromhex(secrets[_MAC]), secrets["seal"], secrets["until"])
    except (ValueError, TypeError, KeyError):
        return None
