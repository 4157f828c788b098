"""The secret of an index: it hides the ids and owners of documents, and authenticates all that the index says.

Each index has a secret of its own, which is encrypted with the key of the settings. Who has the files alone can
read the vectors of the groups, but neither an id nor an owner.
"""

import hashlib
import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from backend.errors import IndexUnusable, KeyUnusable
from backend.storage.db.keys import KeyRing

MARK_BYTES = 16
"""The length of the hash of an id, an owner or a holder: of 2^32 ids, two share one with probability 2^-65."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index keeps of a document, encrypted: how it is called, whose it is, and where to ask for it.

    Documents of several owners or contacts may have one id, such as the hash of a template: each has its own entry.

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
    _entries: Fernet = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_entries", Fernet(urlsafe_b64encode(self.mac("entries", b""))))

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

    def state(self, certificate: bytes) -> str:
        """Return what the audit trail says of the index when its last certificate has this MAC.

        It begins with what the index is called there.
        """
        identity = self.identity()
        return identity + certificate.hex()[len(identity) :]

    def identity(self) -> str:
        """Return what the index is called in the audit trail."""
        return self.mac("identity", b"")[: MARK_BYTES // 2].hex()

    def document_mark(self, document: str) -> bytes:
        """Return the hash that the marks of all entries with this id begin with."""
        return self.mac("document", document.encode("utf-8", "surrogatepass"))[:MARK_BYTES]

    def entry_mark(self, entry: Entry) -> bytes:
        """Return the hash that an entry is found by: that of its id, and one of its id, owner and contact."""
        holder = json.dumps([entry.id, entry.owner, entry.contact]).encode()
        return self.document_mark(entry.id) + self.mac("holder", holder)[:MARK_BYTES]

    def owner_mark(self, entry: Entry) -> bytes:
        """Return the hash that owners are told apart by; a document without an owner is its own."""
        kind, name = ("self", entry.id) if entry.owner is None else ("owner", entry.owner)
        return self.mac(kind, name.encode("utf-8", "surrogatepass"))[:MARK_BYTES]

    def encrypted(self, entry: Entry) -> bytes:
        """Encrypt an entry."""
        content = json.dumps([entry.id, entry.owner, entry.contact, entry.reference, entry.industry])
        return self._entries.encrypt(content.encode())

    def decrypted(self, mark: bytes, sealed: bytes) -> Entry:
        """Decrypt the entry with this mark.

        Raises IndexUnusable when it is another one.
        """
        try:
            entry = Entry(*json.loads(self._entries.decrypt(sealed)))
        except (InvalidToken, TypeError) as error:
            raise IndexUnusable("An entry of the index was changed. Restore a backup or build it again.") from error
        if not hmac.compare_digest(self.entry_mark(entry), mark):
            raise IndexUnusable("An entry of the index belongs to another document. Restore a backup.")
        return entry

    def mac(self, purpose: str, content: bytes) -> bytes:
        """Return the MAC of some content, which counts for this purpose alone."""
        return hmac.new(self._secret, purpose.encode() + b"\0" + content, hashlib.sha256).digest()
