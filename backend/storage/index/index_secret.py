"""The secret of an index: it hides the ids and owners of documents, and authenticates the certificates.

Each index has a secret of its own, which is encrypted with the key of the settings. Who has the files alone can
read the vectors of the groups, but neither an id nor an owner.
"""

import hashlib
import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from backend.errors import IndexUnusable, KeyUnusable
from backend.storage.db.keys import KeyRing

MARK_BYTES = 16
"""The length of the hash of an id or an owner: with 2^32 documents, two ids share one with probability 2^-65."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index keeps of a document, encrypted: how it is called, whose it is, and where to ask for it.

    `owner` is who must stay unknown, the client; None where the document stands for itself. `contact` is the
    account to ask for the document, `reference` where that account finds it; `industry` is the client's.
    """

    id: str
    owner: str | None = None
    contact: str | None = None
    reference: str | None = None
    industry: str | None = None


@dataclass(frozen=True, slots=True)
class IndexSecret:
    """Hashes, encrypts and authenticates with keys that are derived from one secret."""

    _secret: bytes = field(repr=False)

    @classmethod
    def new(cls) -> "IndexSecret":
        """Return a new random secret."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def opened(cls, sealed: bytes, ring: KeyRing) -> tuple["IndexSecret", bytes]:
        """Decrypt the secret of an index; return it, and how it is encrypted with the newest key.

        The latter is `sealed` itself unless an older key decrypts it. Raises KeyUnusable when no key does.
        """
        newest, *older = map(Fernet, ring.keys())
        try:
            return cls(newest.decrypt(sealed)), sealed
        except InvalidToken:
            pass
        try:
            secret = MultiFernet([newest, *older]).decrypt(sealed)
            return cls(secret), newest.encrypt(secret)
        except InvalidToken as error:
            raise KeyUnusable(
                "This index was made under another key. Set UNSAID_KEY to the key of the installation that made it."
            ) from error

    def sealed(self, ring: KeyRing) -> bytes:
        """Encrypt the secret with the newest key of the settings; if there is none, make one."""
        return Fernet(ring.make()[0]).encrypt(self._secret)

    def document_mark(self, document: str) -> bytes:
        """Return the hash that the document with this id is found by."""
        return self._hash("document", document.encode("utf-8", "surrogatepass"))[:MARK_BYTES]

    def owner_mark(self, entry: Entry) -> bytes:
        """Return the hash that owners are told apart by; a document without an owner is its own."""
        kind, name = ("self", entry.id) if entry.owner is None else ("owner", entry.owner)
        return self._hash(kind, name.encode("utf-8", "surrogatepass"))[:MARK_BYTES]

    def encrypted(self, entry: Entry) -> bytes:
        """Encrypt an entry."""
        content = json.dumps([entry.id, entry.owner, entry.contact, entry.reference, entry.industry])
        return self._fernet().encrypt(content.encode())

    def decrypted(self, mark: bytes, sealed: bytes) -> Entry:
        """Decrypt the entry of the document with this mark.

        Raises IndexUnusable when it is another's.
        """
        try:
            entry = Entry(*json.loads(self._fernet().decrypt(sealed)))
        except InvalidToken as error:
            raise IndexUnusable("An entry of the index was changed. Restore a backup or build it again.") from error
        if not hmac.compare_digest(self.document_mark(entry.id), mark):
            raise IndexUnusable("An entry of the index belongs to another document. Restore a backup.")
        return entry

    def chained(self, previous: bytes, content: Sequence[object]) -> bytes:
        """Return the MAC of a certificate that follows another one."""
        return self._hash("certificate", previous + json.dumps(content).encode())

    def _fernet(self) -> Fernet:
        return Fernet(urlsafe_b64encode(self._hash("entries", b"")))

    def _hash(self, purpose: str, content: bytes) -> bytes:
        return hmac.new(self._secret, purpose.encode() + b"\0" + content, hashlib.sha256).digest()
