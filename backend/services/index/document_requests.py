"""Ask those who have documents in a group of the current edition for one of them, and answer.

The asker learns nothing but what those who accept have written: not who or how many were asked, not who declined.
Who is asked follows from the index each time: the contact of each document, and for a document whose contact is no
account (any more) the administrators who see its client. So documents that are removed meanwhile, and accounts that
are forgotten, need no repair.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from backend.errors import EditionReplaced, InvalidRequest, NoIndex, UnknownIndexRequest
from backend.privacy.edition import Edition
from backend.services.index.erasing import LooksAfter
from backend.services.index.released_index import ReleasedIndex
from backend.storage.index.index_secret import Entry
from backend.storage.index.stored_index import StoredIndex
from backend.storage.index_requests import UNKNOWN, DocumentAnswer, DocumentRequest
from backend.storage.store import Store


@dataclass(frozen=True, slots=True)
class AskedRequest:
    """A request for `documents` of an account; `answer` is what it has answered."""

    request: DocumentRequest
    documents: tuple[Entry, ...]
    answer: DocumentAnswer | None


def ask(index: ReleasedIndex, store: Store, who: str, edition: str, group: int, message: str) -> DocumentRequest:
    """Ask for the documents of a group of the current edition.

    Raises EditionReplaced, InvalidRequest for a group that is not there, TooManyIndexRequests, NoEdition, NoIndex,
    IndexBelowK, IndexUnusable.
    """
    current = index.current_edition()
    if current.id != edition:
        raise EditionReplaced("Another edition of the index was published. Search again, then ask.")
    if group >= current.groups:
        raise InvalidRequest("The edition has no such group. Search again, then ask.")
    with index.opened() as opened:
        documents = documents_of_group(opened, current.edition, group)
    return store.index_requests.make(who, edition, group, message, documents)


def documents_of_group(opened: StoredIndex, edition: Edition, group: int) -> tuple[str, ...]:
    """Return the documents that a group of an edition stands for now.

    An edition has no ids, but vectors never change: the nearest group of the index is the same one, or, if that was
    dissolved, the one that took its documents in.

    Raises IndexBelowK, IndexUnusable.
    """
    columns, weights = edition.vectors.row(group)
    stems = {edition.stems[column]: float(weight) for column, weight in zip(columns, weights, strict=True)}
    vector = opened.space.weights(stems)
    near = opened.ranked(vector, 1) if vector else []
    return tuple(each.id for state, _distance in near for each in opened.entries(state.group))


def asked(index: ReleasedIndex, store: Store, who: str, looks_after: LooksAfter) -> tuple[AskedRequest, ...]:
    """Return the open requests of others for documents of `who`, oldest first.

    Raises IndexUnusable.
    """
    requests = [each for each in store.index_requests.all() if each.asker != who]
    with _documents_of(index, store, who, looks_after) as documents_of:
        found = [AskedRequest(each, documents_of(each), each.answer_of(who)) for each in requests]
    return tuple(each for each in found if each.documents)


def answer(
    index: ReleasedIndex, store: Store, who: str, looks_after: LooksAfter, request: str, note: str | None
) -> AskedRequest:
    """Accept a request with a note that says how to get the document; decline it without one.

    Raises UnknownIndexRequest, also for a request that `who` is not asked.
    """
    mine = next((each for each in asked(index, store, who, looks_after) if each.request.id == request), None)
    if mine is None:
        raise UnknownIndexRequest(UNKNOWN)
    given = DocumentAnswer(who, note, tuple(each.id for each in mine.documents))
    return AskedRequest(store.index_requests.answer(request, given), mine.documents, given)


class _Documents:
    """Finds the documents that an account is asked for."""

    def __init__(
        self, opened: StoredIndex | None, who: str, looks_after: LooksAfter, accounts: frozenset[str]
    ) -> None:
        self._opened = opened
        self._who = who
        self._looks_after = looks_after
        self._accounts = accounts
        self._known: dict[str, Entry | None] = {}

    def __call__(self, request: DocumentRequest) -> tuple[Entry, ...]:
        entries = (self._entry(each) for each in request.documents)
        return tuple(each for each in entries if each is not None and self._is_asked_for(each))

    def _entry(self, document: str) -> Entry | None:
        if document not in self._known:  # requests for one group have the same documents
            self._known[document] = None if self._opened is None else self._opened.entry(document)
        return self._known[document]

    def _is_asked_for(self, entry: Entry) -> bool:
        if entry.contact is not None and (entry.contact == self._who or entry.contact in self._accounts):
            return entry.contact == self._who
        return self._looks_after(entry.owner)


@contextmanager
def _documents_of(index: ReleasedIndex, store: Store, who: str, looks_after: LooksAfter) -> Iterator[_Documents]:
    accounts = accounts_of(store)
    try:
        opened = index.opened()
    except NoIndex:
        yield _Documents(None, who, looks_after, accounts)
        return
    with opened:
        yield _Documents(opened, who, looks_after, accounts)


def accounts_of(store: Store) -> frozenset[str]:
    """Return the accounts that can still sign in, as far as the service knows: users, and API keys that count."""
    now = datetime.now(UTC)
    keys = (each.id for each in store.api_keys.all() if each.holds(now))
    return frozenset((*(each.id for each in store.users.all()), *keys))
