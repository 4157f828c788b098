"""The dictionaries of clients: encrypted in the database, looked up by a keyed hash of the client's name."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from backend.document.entry_validation import searchable_part, term_fault, with_single_spaces
from backend.document.phrases import normal_form
from backend.errors import ClientExists, InvalidRequest, PolicyStillCounts, StaleVersion, UnknownClient
from backend.messages.message import counted
from backend.messages.problems import ClientNotStored
from backend.storage.audit.actions import Action
from backend.storage.audit.events import UNSAID, Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.authenticity.transaction_reads import parts_deleted
from backend.storage.clients.policies import Policies
from backend.storage.db.change_counters import count_change, revision
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.rights.rights import NO_GROUP, Groups
from backend.storage.tables import AliasRow, ClientRow

KIND = "clients"
"""What revisions and marks call the rows of this module."""

LONGEST_LISTS = 500_000
"""Characters of all names and terms of a dictionary, folded: every document of the client is searched for them.

Ten thousand names of people and companies have 200,000.
"""


@dataclass(frozen=True, slots=True)
class Dictionary:
    """What is stored of a client: its name, other names, and terms to redact always or never.

    `group` says whose client it is (None: of no group; only those see it who see all), `utility` what may be told
    of it, its industry. Names and terms are tidied; of two spellings of one, the first is kept.

    Raises InvalidRequest when one cannot be used (see `entry_validation`), or a term stands among those that go and
    those that stay.
    """

    name: str
    aliases: tuple[str, ...] = field(default=(), repr=False)
    always: tuple[str, ...] = field(default=(), repr=False)
    never: tuple[str, ...] = field(default=(), repr=False)
    group: str | None = None
    utility: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", _checked(self.name, "The name"))
        object.__setattr__(self, "aliases", _unlike("aliases", self.aliases, {normal_form(self.name)}))
        object.__setattr__(self, "always", _unlike("always", self.always))
        object.__setattr__(self, "never", _unlike("never", self.never))
        for label in ("group", "utility"):
            value = getattr(self, label)
            object.__setattr__(self, label, _checked(value, f"The {label}") if value and value.strip() else None)
        _check_length(self)
        both = set(map(normal_form, self.always)) & set(map(normal_form, self.never))
        if both:
            raise InvalidRequest(
                f"{self.name!r}: {counted(len(both), 'term')} on both lists, always and never redact. "
                "Remove each from one list."
            )

    def with_term(self, term: str, *, goes: bool) -> "Dictionary":
        """The dictionary with a term to redact always or never; the term leaves the other list.

        Older entries are kept as far as they can be looked for.

        Raises InvalidRequest when the term cannot be used, or the lists would be too long.

        >>> Dictionary("Rook", always=("Heron",)).with_term("HERON", goes=False).always
        ()
        """
        new = _checked(term, "the term")
        lists = {
            "always": [each for each in mended(self.always) if normal_form(each) != normal_form(new)],
            "never": [each for each in mended(self.never) if normal_form(each) != normal_form(new)],
        }
        lists["always" if goes else "never"].append(new)
        after = Dictionary.as_stored({**asdict(self), **lists})
        _check_length(after)
        return after

    @classmethod
    def as_stored(cls, content: Mapping[str, Any]) -> "Dictionary":
        """A dictionary from the store, unchecked: to check the terms of all clients again would take a second.

        Older versions checked less, so what counts for a document is `mended` first.
        """
        dictionary = object.__new__(cls)
        for each in fields(cls):
            value = content[each.name]
            object.__setattr__(dictionary, each.name, tuple(value) if isinstance(value, list) else value)
        return dictionary


@dataclass(frozen=True, slots=True)
class StoredClient:
    """A stored dictionary; every change increases its version."""

    id: str
    version: int
    changed: datetime
    dictionary: Dictionary


class Clients:
    """The stored dictionaries; every method is one transaction."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal
        self._policies = Policies(database, seal)

    def revision(self) -> str:
        """A text that differs as soon as any dictionary has changed."""
        with self._database.reading() as session:
            return revision(session, KIND)

    def all(self) -> tuple[StoredClient, ...]:
        """All dictionaries, by name."""
        with self._database.reading() as session:
            rows = session.scalars(select(ClientRow)).all()
            authentic_in(session).check_complete(session, KIND, {row.id for row in rows})
        return tuple(sorted(map(self._opened, rows), key=lambda each: each.dictionary.name.casefold()))

    def get(self, client: str) -> StoredClient:
        """Return the dictionary with this id.

        Raises UnknownClient.
        """
        with self._database.reading() as session:
            row = session.get(ClientRow, client) if client.isalnum() else None
        if row is None:
            raise UnknownClient("No client with that id is stored. It may have been removed.")
        return self._opened(row)

    def find(self, name: str) -> StoredClient:
        """Return the client with this name in any spelling, or the only one with this alias.

        Raises UnknownClient, also when several go by that name.
        """
        mark = self._seal.mark(KIND, name)
        with self._database.reading() as session:
            rows = _named(session, mark)
            if not rows:
                rows = _going_by(session, mark)
        if len(rows) > 1:
            raise UnknownClient(f"{len(rows)} stored clients have the name {name!r}. Give the full name.")
        if not rows:
            raise UnknownClient(ClientNotStored(name))
        return self._opened(rows[0])

    def add(self, dictionary: Dictionary, by: str = UNSAID) -> StoredClient:
        """Store a new client.

        Raises ClientExists when one of that name is stored.
        """
        with self._database.writing() as session:
            count_change(session, KIND)
            stored = self._opened(self._add(session, dictionary))
            record_event(session, self._event(by, Action.CLIENT_ADDED, stored))
            return stored

    def change(self, client: str, version: int, dictionary: Dictionary, by: str = UNSAID) -> StoredClient:
        """Replace the dictionary of a client whose `version` was read; its policy goes along with a new name.

        Raises StaleVersion when somebody has changed or removed it since, ClientExists when another has that name.
        """
        with self._database.writing() as session:
            count_change(session, KIND)
            before = self._opened(self._locked(session, client, version)).dictionary.name
            stored = self._opened(self._change(session, client, version, dictionary))
            record_event(session, self._event(by, Action.CLIENT_CHANGED, stored))
            if normal_form(before) != normal_form(dictionary.name):
                self._policies.rename(session, before, dictionary.name, by)
            return stored

    def remove(self, client: str, version: int, by: str = UNSAID) -> None:
        """Delete a client whose `version` was read.

        Raises StaleVersion when somebody has changed or removed it since; PolicyStillCounts where its policy would
        no longer be found by its other names, by one of which the models may know it.
        """
        with self._database.writing() as session:
            count_change(session, KIND)
            row, stored = self._removable(session, client, version)
            session.delete(row)
            session.flush()
            record_event(session, self._event(by, Action.CLIENT_REMOVED, stored))

    def begin_removal(self, client: str, version: int, documents: int, by: str = UNSAID) -> None:
        """Record that so many documents of a client go, and then the client; raises what `remove` would raise."""
        with self._database.writing() as session:
            stored = self._removable(session, client, version)[1]
            begun = self._event(by, Action.CLIENT_REMOVAL_BEGUN, stored)
            record_event(session, replace(begun, counts={**begun.counts, "documents": documents}))

    def _removable(self, session: Session, client: str, version: int) -> tuple[ClientRow, StoredClient]:
        row = self._locked(session, client, version)
        stored = self._opened(row)
        if stored.dictionary.aliases and self._policies.is_set(session, stored.dictionary.name):
            raise PolicyStillCounts(
                "The policy of this client also counts for its aliases. Remove the policy first, then the client."
            )
        return row, stored

    def put(self, dictionaries: Iterable[Dictionary], by: str = UNSAID) -> tuple[int, int]:
        """Add new clients and replace the dictionaries of existing ones; return how many of each.

        One transaction: all of them, or none.
        """
        added = changed = 0
        with self._database.writing() as session:
            count_change(session, KIND)
            for dictionary in dictionaries:
                mark = self._seal.mark(KIND, dictionary.name)
                rows = _named(session, mark)
                if not rows:
                    self._add(session, dictionary)
                    added += 1
                elif self._opened(rows[0]).dictionary != dictionary:
                    self._change(session, rows[0].id, rows[0].version, dictionary)
                    changed += 1
            record_event(session, Event(by, Action.CLIENTS_IMPORTED, counts={"added": added, "changed": changed}))
        return added, changed

    def learn(self, session: Session, name: str, term: str, *, goes: bool) -> None:
        """Add a term to redact always or never, within another transaction, which records it.

        A client of whom nothing is stored gets a dictionary, of no group: a term shows a client to nobody.
        """
        count_change(session, KIND)
        row = self._called(session, name)
        if row is None:
            self._add(session, Dictionary(name).with_term(term, goes=goes))
        else:
            self._change(session, row.id, row.version, self._opened(row).dictionary.with_term(term, goes=goes))

    def group_of(self, session: Session, name: str) -> Groups:
        """The current group of a client, read within another transaction; None if the client is not stored.

        Dictionaries do not change before that transaction ends.
        """
        count_change(session, KIND)
        row = self._called(session, name)
        group = None if row is None else self._opened(row).dictionary.group
        return NO_GROUP if group is None else frozenset({group})

    def _called(self, session: Session, name: str) -> ClientRow | None:
        """The row with this name, or the only one with this alias."""
        mark = self._seal.mark(KIND, name)
        rows = _named(session, mark)
        if not rows:
            rows = _going_by(session, mark)
        return rows[0] if len(rows) == 1 else None

    def _event(self, by: str, action: Action, stored: StoredClient) -> Event:
        """The audit event of a dictionary: the hash of its name, its version, and the number of its entries."""
        known = stored.dictionary
        counts = {"version": stored.version, "aliases": len(known.aliases)}
        counts |= {"always": len(known.always), "never": len(known.never)}
        return Event(by, action, self._seal.mark(KIND, known.name), counts)

    def _add(self, session: Session, dictionary: Dictionary) -> ClientRow:
        client = secrets.token_hex(16)
        row = ClientRow(id=client, version=1, **self._values(client, dictionary))
        session.add(row)
        _flush(session, dictionary)
        self._name(session, client, dictionary)
        return row

    def _change(self, session: Session, client: str, version: int, dictionary: Dictionary) -> ClientRow:
        row = self._locked(session, client, version)
        known = authentic_in(session).parts_of(session, KIND, client)[AliasRow.__tablename__]
        row.version = version + 1
        for column, value in self._values(client, dictionary).items():
            setattr(row, column, value)
        _flush(session, dictionary)
        session.execute(delete(AliasRow).where(AliasRow.client == client))
        parts_deleted(session, AliasRow, client, [(mark,) for (mark,) in known])
        self._name(session, client, dictionary)
        return row

    def _locked(self, session: Session, client: str, version: int) -> ClientRow:
        row = session.get(ClientRow, client, with_for_update=True) if client.isalnum() else None
        if row is None or row.version != version:
            raise StaleVersion(
                "Someone else changed or removed this client. Read it again, then repeat the change."
            )
        return row

    def _values(self, client: str, dictionary: Dictionary) -> dict[str, Any]:
        return {
            "name_mark": self._seal.mark(KIND, dictionary.name),
            "sealed": self._seal.encrypted(client, asdict(dictionary)),
            "changed": datetime.now(UTC),
        }

    def _name(self, session: Session, client: str, dictionary: Dictionary) -> None:
        marks = {self._seal.mark(KIND, alias) for alias in dictionary.aliases}
        session.add_all(AliasRow(client=client, mark=mark) for mark in sorted(marks))

    def _opened(self, row: ClientRow) -> StoredClient:
        dictionary = Dictionary.as_stored(self._seal.decrypted(row.id, row.sealed))
        return StoredClient(row.id, row.version, row.changed, dictionary)


def _named(session: Session, mark: str) -> Sequence[ClientRow]:
    """The client with this name; if there is none, it is checked that no row was removed or hidden.

    Raises NotAuthentic.
    """
    rows = session.scalars(select(ClientRow).where(ClientRow.name_mark == mark)).all()
    if not rows:
        authentic_in(session).check_whole(session, KIND)
        rows = [row for row in session.scalars(select(ClientRow)).all() if row.name_mark == mark]
    return rows


def _going_by(session: Session, mark: str) -> Sequence[ClientRow]:
    """The clients with this alias, if `_named` has checked all clients and found none.

    Raises NotAuthentic.
    """
    aliases = AliasRow.__tablename__
    rows = session.scalars(select(ClientRow)).all()
    parts_of = partial(authentic_in(session).parts_of, session, KIND)
    return [row for row in rows if any(known == mark for (known,) in parts_of(row.id)[aliases])]


def _flush(session: Session, dictionary: Dictionary) -> None:
    try:
        session.flush()
    except IntegrityError as error:
        raise ClientExists(f"A client {dictionary.name!r} is stored already. Change that client.") from error


def unshared_aliases(stored: Collection[StoredClient]) -> Mapping[str, tuple[str, ...]]:
    """Return the other names of each client, by its id, that are neither a name nor another name of another client.

    Only these identify one client. A name that two clients share would tell a caller who may see one of them about
    the other.
    """
    names = {normal_form(each.dictionary.name) for each in stored}
    times = Counter(normal_form(alias) for each in stored for alias in each.dictionary.aliases)
    return {
        each.id: tuple(
            alias
            for alias in each.dictionary.aliases
            if times[normal_form(alias)] == 1 and normal_form(alias) not in names
        )
        for each in stored
    }


def mended(terms: Iterable[str]) -> tuple[str, ...]:
    """Drop stored terms that older versions accepted and that cannot be searched for now.

    >>> mended(["Heron", "Project\\x07Kestrel", "\\x00"])
    ('Heron', 'Project Kestrel')
    """
    return tuple(found for each in terms if (found := searchable_part(each)) is not None)


def _check_length(dictionary: Dictionary) -> None:
    """Raise InvalidRequest if the lists are longer together than documents are searched for."""
    texts = (dictionary.name, *dictionary.aliases, *dictionary.always, *dictionary.never)
    if sum(len(normal_form(each)) for each in texts) > LONGEST_LISTS:
        raise InvalidRequest(
            f"The lists of a client have at most {LONGEST_LISTS:,} characters together. Remove terms from them."
        )


def _checked(text: str, where: str) -> str:
    """Normalise a name, term or label; raises InvalidRequest, which says where the fault is and not what."""
    if fault := term_fault(text):
        raise InvalidRequest(f"{where} {fault}. Correct it or leave it out.")
    return with_single_spaces(text)


def _unlike(field_name: str, texts: Iterable[str], but: Iterable[str] = ()) -> tuple[str, ...]:
    """The entries of a list without duplicates."""
    first: dict[str, str] = {}
    for number, text in enumerate(texts, start=1):
        tidy = _checked(text, f"Entry {number} of {field_name}")
        first.setdefault(normal_form(tidy), tidy)
    return tuple(text for key, text in first.items() if key not in but)
