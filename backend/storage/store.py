"""The store: one object through which everything stored is read and written."""

import secrets
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sqlalchemy.orm import Session

from backend.errors import StoreDamaged, UnsaidError
from backend.settings import Settings
from backend.storage import backup, rotation
from backend.storage.accounts.api_keys import ApiKeys
from backend.storage.accounts.users import Users
from backend.storage.adoption import adopt_rows, adopt_within, is_adopted
from backend.storage.audit.actions import Action
from backend.storage.audit.events import UNSAID, Event
from backend.storage.audit.trail import (
    Audit,
    authentic_by,
    enable_signing,
    record_event_signed_by,
    verify_within,
)
from backend.storage.authenticity.authentic_rows import INFO, authentic_in
from backend.storage.authenticity.foreign_objects import refuse_foreign_objects
from backend.storage.authenticity.hash_chain import Head
from backend.storage.authenticity.remembered_end import RememberedEnd
from backend.storage.authenticity.trail_end import TAMPERED, stored_head
from backend.storage.authenticity.transaction_reads import reads_of
from backend.storage.certificates.certificate_keys import CertificateKeys
from backend.storage.certificates.signatures import PublicKey
from backend.storage.clients.dictionaries import Clients
from backend.storage.clients.global_terms import GlobalTerms
from backend.storage.clients.policies import Policies
from backend.storage.clients.proposals import Proposals
from backend.storage.db.database import Database, url_of
from backend.storage.db.keys import KeyRing
from backend.storage.db.sealed import Seal
from backend.storage.in_force import InForce
from backend.storage.index_requests import IndexRequests
from backend.storage.jobs.held_jobs import HeldJobs
from backend.storage.jobs.job_files import JobFiles
from backend.storage.jobs.jobs import Jobs
from backend.storage.migrations import upgrade
from backend.storage.registry_seals import RegistrySeals, Seen
from backend.storage.reviews.blind_sample import is_hidden
from backend.storage.reviews.reviews import Reviews
from backend.storage.rights.current_account import FindCurrentAccount, identify_accounts_by

_IDENTITY_BYTES = 16


@dataclass(frozen=True, slots=True)
class _Open:
    seal: Seal
    clients: Clients
    api_keys: ApiKeys
    audit: Audit
    policies: Policies
    users: Users
    jobs: Jobs
    held_jobs: HeldJobs
    job_files: JobFiles


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The revision of the tables before and after an upgrade, and how many rows got MACs."""

    before: str | None
    after: str
    adopted: int


class Store:
    """The store of one process, for all its threads. Create it after a fork, not before.

    It is opened when something is first asked of it, so a process can start while the database is away: whatever
    asks then raises StoreUnavailable, until the database answers. A database that is empty gets its tables.
    """

    def __init__(self, database: Database, ring: KeyRing, remembered: RememberedEnd | None = None) -> None:
        """`remembered` is the end of the trail that this machine has seen."""
        self._database = database
        self._ring = ring
        self._remembered = remembered
        self._opening = threading.Lock()
        self._opened: _Open | None = None

    @classmethod
    def of(cls, settings: Settings, *, may_make_key: bool = True) -> "Store":
        """The store of the settings.

        With `may_make_key` a file of SQLite that has no key yet gets one, in the key file. A database that many
        machines may use wants UNSAID_KEY.

        Raises InvalidRequest when UNSAID_DATABASE cannot be understood.
        """
        database = Database(url_of(settings))
        ring = KeyRing.of(settings, may_make=may_make_key and database.is_sqlite)
        # Who can put back a file in the data folder can put back what is remembered there, too.
        elsewhere = settings.database is not None
        return cls(database, ring, RememberedEnd(settings.data, database.url, ring.keys) if elsewhere else None)

    @property
    def exists(self) -> bool:
        """Whether anything was ever stored here, as far as that is known without asking a database server.

        A file that is gone did exist if this machine remembers it. To go on as if there were no policies would let
        whoever removed it loosen them; whoever opens the store is refused.
        """
        return self._database.exists or self._seen() is not None

    @property
    def clients(self) -> Clients:
        """The dictionaries of clients."""
        return self._open().clients

    @property
    def api_keys(self) -> ApiKeys:
        """The API keys of programs."""
        return self._open().api_keys

    @property
    def audit(self) -> Audit:
        """The audit trail."""
        return self._open().audit

    @property
    def policies(self) -> Policies:
        """The policies of clients, and the default policy."""
        return self._open().policies

    @property
    def certificate_keys(self) -> CertificateKeys:
        """The keys that sign certificates."""
        return CertificateKeys(self._database, self._open().seal)

    @property
    def rank_secret(self) -> bytes:
        """The secret that the ranks of documents are drawn with; it stays the same when the keys are rotated."""
        return self._open().seal.mark("ranks", "documents").encode()

    @property
    def order_secret(self) -> bytes:
        """The secret that the order of outputs is drawn with; it stays the same when the keys are rotated."""
        return self._open().seal.mark("order", "outputs").encode()

    @property
    def size_secret(self) -> bytes:
        """The secret that the told sizes of clients are drawn with; it stays the same when the keys are rotated."""
        return self._open().seal.mark("sizes", "clients").encode()

    @property
    def registry_seals(self) -> RegistrySeals:
        """What machines remember of the seals of model registries."""
        return RegistrySeals(self._database, self._open().seal)

    def in_force(self, lists: Path) -> InForce:
        """The policies, dictionaries and lists in force, to be compared when something is recorded.

        `lists` is the folder of list files.
        """
        self._open()
        with self._database.reading() as session:
            return InForce.at(session, lists)

    @property
    def users(self) -> Users:
        """The users, and what was granted to them here."""
        return self._open().users

    @property
    def jobs(self) -> Jobs:
        """Jobs, for those who request them."""
        return self._open().jobs

    @property
    def held_jobs(self) -> HeldJobs:
        """Jobs, for the workers that do them."""
        return self._open().held_jobs

    @property
    def job_files(self) -> JobFiles:
        """The files of batches."""
        return self._open().job_files

    @property
    def global_terms(self) -> GlobalTerms:
        """The global term list, for every document."""
        return GlobalTerms(self._database, self._open().seal)

    @property
    def index_requests(self) -> IndexRequests:
        """Requests for documents of the index."""
        return IndexRequests(self._database, self._open().seal)

    @property
    def reviews(self) -> Reviews:
        """Reviews and their decisions."""
        return Reviews(self._database, self._open().seal)

    @property
    def proposals(self) -> Proposals:
        """Proposals for other documents."""
        seal = self._open().seal
        return Proposals(self._database, seal, self.clients, self.global_terms, partial(is_hidden, seal))

    def identify_accounts_by(self, find: FindCurrentAccount) -> None:
        """Let every change be checked against the rights of the current account; see `current_account`."""
        identify_accounts_by(self._database, find)

    def check(self) -> None:
        """Raise StoreUnavailable, or one of its kinds, unless the store can be used now."""
        self._open()
        upgrade.refuse_outdated(self._database)
        with self._database.reading() as session:
            authentic_in(session).roots(session)

    def upgrade(self, by: str = UNSAID) -> Upgraded:
        """Migrate the tables to this version, and give MACs to the rows of an earlier version.

        Raises KeyUnusable where there are such rows and no key.
        """
        before = upgrade.upgrade_tables(self._database)
        return Upgraded(before, upgrade.newest(), adopt_rows(self._database, self._ring, by))

    def back_up(self, path: Path) -> int:
        """Write a backup; see `backup.back_up`."""
        return backup.back_up(self._database, path)

    def restore(self, path: Path, *, replace: bool = False, by: str = UNSAID) -> int:
        """Restore a backup; see `backup.restore`. The trail continues from its end and records the restore.

        What is restored has the identity of the store that it replaces; if there is none, a new one. Keys of
        certificates that are revoked stay revoked, and seals of registries stay known, where the store that is
        replaced can still be read.
        """
        identity = self._identity()

        def noted(session: Session, seal: Seal) -> None:
            if not is_adopted(session):
                adopt_within(session, seal, self._ring, by)
            record_event_signed_by(session, seal, Event(by, Action.STORE_RESTORED), self._seen(), identity)

        revoked, seals = (self._revoked(), self._known_seals()) if replace else ((), {})
        rows = backup.restore(self._database, self._ring, path, replace=replace, noted=noted)
        self._opened = None  # the restored database may have other secrets
        if revoked:
            self.certificate_keys.revoke_again(revoked, by)
        if seals:
            self.registry_seals.keep_later(seals)
        return rows

    def accept(self, by: str = UNSAID) -> None:
        """Go on from an earlier state, to which an administrator has put the database back; the trail records it.

        Raises StoreDamaged when the trail or a stored row is not what Unsaid has stored.
        """
        upgrade.refuse_outdated(self._database)
        self._database.carried.pop(INFO, None)  # the end that was seen is not asked for
        self._opened = None
        seal = Seal.of(self._database, self._ring)
        with self._database.alone() as session:
            stored_head(session, lock=True)
            refuse_foreign_objects(session)
            if not verify_within(session, seal).holds:
                raise StoreDamaged(TAMPERED)
            record_event_signed_by(session, seal, Event(by, Action.STORE_RESTORED), self._seen())
            end = reads_of(session).head
        if self._remembered is not None and end is not None:
            self._remembered.keep(end)  # which may be of another identity

    def _seen(self) -> Head | None:
        return None if self._remembered is None else self._remembered.read()

    def _identity(self) -> str:
        """The identity of the store that a restore replaces, as this machine or the database knows it.

        A backup that was restored elsewhere is another store from then on, though it goes on from the same rows.
        """
        seen = self._seen()
        if seen is not None and seen.identity:
            return seen.identity
        try:
            is_there = self._database.exists and upgrade.revision_of(self._database) is not None
            seal = Seal.if_any(self._database, self._ring) if is_there else None
            if seal is not None:
                with self._database.reading() as session:
                    authentic_by(seal).roots(session)
                    end = reads_of(session).head
                    return seal.mac.origin if end is None else end.identity
        except UnsaidError:
            pass  # what cannot be read has no identity either
        return secrets.token_hex(_IDENTITY_BYTES)

    def _revoked(self) -> tuple[PublicKey, ...]:
        """The revoked certificate keys, if the store can still be read."""
        try:
            keys = self.certificate_keys.all() if self.exists else ()
        except UnsaidError:
            return ()
        return tuple(key for key in keys if key.revoked is not None)

    def _known_seals(self) -> dict[str, Seen]:
        """What is known of the seals of registries, if the store can still be read."""
        try:
            return self.registry_seals.all() if self.exists else {}
        except UnsaidError:
            return {}

    def rotate_key(self, by: str = UNSAID) -> int:
        """Encrypt and authenticate everything again with the newest key; see `rotation.rotate_key`.

        Raises NotAuthentic when a row is not what was stored: it would get a new MAC.
        """
        self.check()
        return rotation.rotate_key(self._database, self._ring, by)

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def _open(self) -> _Open:
        if self._opened is None:
            with self._opening:
                if self._opened is None:
                    upgrade.refuse_outdated(self._database)
                    seal = Seal.of(self._database, self._ring)
                    enable_signing(self._database, seal, self._remembered)
                    clients, api_keys = Clients(self._database, seal), ApiKeys(self._database, seal)
                    jobs = Jobs(self._database, seal)
                    held, files = HeldJobs(self._database, seal), JobFiles(self._database, seal)
                    audit, policies = Audit(self._database, seal), Policies(self._database, seal)
                    users = Users(self._database, seal)
                    self._opened = _Open(seal, clients, api_keys, audit, policies, users, jobs, held, files)
        return self._opened
