"""Ed25519 signatures of certificates: sign and verify, with or without a database."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ALGORITHM = "Ed25519"
LONGEST_LABEL = 100
_ID_LENGTH = 32
"""128 bits in hex: nobody finds another key with the same id."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key, and its first and last day of signing; both days count, in UTC.

    `until` None: it signs still. Nobody knows who signed with a key that is `revoked`. `label` is what people call
    it; it is only worth what the way is worth by which the key came.

    Raises ValueError when `public` is no such key, or the label no line of text.
    """

    public: bytes
    label: str
    since: date
    until: date | None = None
    revoked: date | None = None

    def __post_init__(self) -> None:
        Ed25519PublicKey.from_public_bytes(self.public)
        if not is_label(self.label):
            raise ValueError("a label is one line of text")

    @property
    def id(self) -> str:
        """The first half of the SHA-256 of the key."""
        return key_id(self.public)

    def verifies(self, content: bytes, signature: bytes) -> bool:
        """Whether this key made the signature of these bytes."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, content)
        except InvalidSignature:
            return False
        return True

    def signed_on(self, day: date) -> bool:
        """Whether the key was in use on that day."""
        return self.since <= day and (self.until is None or day <= self.until)

    def as_json(self) -> dict[str, Any]:
        """The key as it is exported and served."""
        return {
            "id": self.id,
            "algorithm": ALGORITHM,
            "public_key": self.public.hex(),
            "label": self.label,
            "since": self.since.isoformat(),
            "until": None if self.until is None else self.until.isoformat(),
            "revoked": None if self.revoked is None else self.revoked.isoformat(),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "PublicKey":
        """Read the JSON of `as_json`.

        Raises ValueError, KeyError or TypeError when it is none, or its id is another's.
        """
        since, until, revoked = (
            None if content[name] is None else date.fromisoformat(content[name])
            for name in ("since", "until", "revoked")
        )
        key = cls(bytes.fromhex(content["public_key"]), content["label"], since or date.min, until, revoked)
        if content["algorithm"] != ALGORITHM or content["id"] != key.id:
            raise ValueError("the id is that of another key")
        return key


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key that signs; its secret appears in no `repr`."""

    secret: bytes = field(repr=False)

    @classmethod
    def new(cls) -> "SigningKey":
        """Return a new random key."""
        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @property
    def public(self) -> bytes:
        """The public half."""
        return Ed25519PrivateKey.from_private_bytes(self.secret).public_key().public_bytes_raw()

    @property
    def id(self) -> str:
        """The id of the public half."""
        return key_id(self.public)

    def sign(self, content: bytes) -> bytes:
        """The signature of these bytes."""
        return Ed25519PrivateKey.from_private_bytes(self.secret).sign(content)


def is_label(text: str) -> bool:
    """Whether a text is readable on one line."""
    return text.isprintable() and len(text) <= LONGEST_LABEL


def key_id(public: bytes) -> str:
    """The id of a public key, in hex.

    >>> key_id(bytes(32))
    '66687aadf862bd776c8fc18b8e9f8e20'
    """
    return hashlib.sha256(public).hexdigest()[:_ID_LENGTH]
