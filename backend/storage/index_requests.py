"""Requests for documents that were found in the index: who asks, of which documents, and what was answered.

All of a request but its asker and its time is one encrypted value: the database does not show how many documents or
accounts it is about. The accounts that are asked are not stored; they follow from the index whenever they matter.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.errors import TooManyIndexRequests, UnknownIndexRequest
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.db.change_counters import count_change
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.tables import IndexRequestRow

KIND = "index_requests"

KEPT = timedelta(days=30)
"""How long a request is open, unless it is withdrawn."""

MAX_OF_AN_ACCOUNT = 20
"""Requests that an account makes within KEPT. Withdrawn ones count: each has been shown to others."""

UNKNOWN = "No such request is open, or it is not for you."


@dataclass(frozen=True, slots=True)
class DocumentAnswer:
    """What an account has answered: `note` says how to get the document; None where it declines.

    `documents` are those of the account that were asked for; without any of them left, the answer is removed.
    """

    who: str
    note: str | None = field(repr=False)
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """A request for one of the `documents` of a group of an edition."""

    id: str
    asker: str
    made: datetime
    edition: str
    group: int
    message: str = field(repr=False)
    documents: tuple[str, ...] = field(repr=False)
    answers: tuple[DocumentAnswer, ...] = field(default=(), repr=False)

    @property
    def until(self) -> datetime:
        """When the request is no longer open."""
        return self.made + KEPT

    def answer_of(self, who: str) -> DocumentAnswer | None:
        """Return what an account has answered; None if it has not."""
        return next((each for each in self.answers if each.who == who), None)


class IndexRequests:
    """The stored requests; every method is one transaction."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def all(self) -> tuple[DocumentRequest, ...]:
        """All open requests, oldest first."""
        now = datetime.now(UTC)
        with self._database.reading() as session:
            rows = _rows(session)
            found = [_opened(self._seal, row) for row in rows if _is_open(row, now)]
        return tuple(sorted(found, key=lambda each: (each.made, each.id)))

    def make(self, asker: str, edition: str, group: int, message: str, documents: Iterable[str]) -> DocumentRequest:
        """Store a new request.

        Raises TooManyIndexRequests.
        """
        now = datetime.now(UTC)
        made = DocumentRequest(secrets.token_hex(16), asker, now, edition, group, message, tuple(sorted(documents)))
        with self._database.writing() as session:
            kept = _current(session, now)
            if sum(row.asker == asker for row in kept) >= MAX_OF_AN_ACCOUNT:
                raise TooManyIndexRequests(
                    f"You have asked for documents {MAX_OF_AN_ACCOUNT} times in {KEPT.days} days. Wait until one "
                    "of the requests has expired."
                )
            session.add(
                IndexRequestRow(
                    id=made.id, asker=asker, sealed=_sealed(self._seal, made), made=now, withdrawn=False
                )
            )
            session.flush()
            record_event(session, Event(asker, Action.INDEX_ASKED, made.id, document=edition))
        return made

    def withdraw(self, request: str, asker: str) -> None:
        """Withdraw a request: its text and all answers are gone.

        Raises UnknownIndexRequest, also for requests of others.
        """
        with self._database.writing() as session:
            row = _found(session, request)
            if row.asker != asker:
                raise UnknownIndexRequest(UNKNOWN)
            row.withdrawn, row.sealed = True, self._seal.encrypted(row.id, {})
            session.flush()
            record_event(session, Event(asker, Action.INDEX_WITHDRAWN, row.id))

    def answer(self, request: str, answer: DocumentAnswer) -> DocumentRequest:
        """Store the answer of an account, instead of an earlier one.

        The audit trail names the request only where it is accepted: else its readers would learn who was asked.

        Raises UnknownIndexRequest, also where its documents were removed meanwhile.
        """
        with self._database.writing() as session:
            row = _found(session, request)
            before = _opened(self._seal, row)
            if not set(answer.documents) <= set(before.documents):
                raise UnknownIndexRequest(UNKNOWN)
            others = (each for each in before.answers if each.who != answer.who)
            answered = replace(before, answers=(*others, answer))
            row.sealed = _sealed(self._seal, answered)
            session.flush()
            if answer.note is None:
                record_event(session, Event(answer.who, Action.INDEX_DECLINED))
            else:
                record_event(session, Event(answer.who, Action.INDEX_ACCEPTED, row.id))
        return answered

    def forget_documents(self, documents: Collection[str], event: Event) -> None:
        """Delete documents from all requests, and answers that were about no others; record their removal."""
        gone = frozenset(documents)
        with self._database.writing() as session:
            for row in _current(session, datetime.now(UTC)):
                if not row.withdrawn:
                    before = _opened(self._seal, row)
                    _keep(self._seal, row, before, _without_documents(before, gone))
            session.flush()
            record_event(session, event)


def forget_account(session: Session, seal: Seal, account: str) -> None:
    """Delete the requests and the answers of an account."""
    for row in _current(session, datetime.now(UTC)):
        if row.asker == account:
            session.delete(row)
        elif not row.withdrawn:
            before = _opened(seal, row)
            _keep(seal, row, before, replace(before, answers=tuple(a for a in before.answers if a.who != account)))
    session.flush()


def _without_documents(request: DocumentRequest, gone: frozenset[str]) -> DocumentRequest:
    def left(documents: Sequence[str]) -> tuple[str, ...]:
        return tuple(each for each in documents if each not in gone)

    answers = (replace(each, documents=left(each.documents)) for each in request.answers)
    return replace(
        request, documents=left(request.documents), answers=tuple(each for each in answers if each.documents)
    )


def _keep(seal: Seal, row: IndexRequestRow, before: DocumentRequest, after: DocumentRequest) -> None:
    if after != before:
        row.sealed = _sealed(seal, after)


def _current(session: Session, now: datetime) -> list[IndexRequestRow]:
    """The rows that are kept, for a writer; older ones are deleted."""
    count_change(session, KIND)  # locks: other writers of requests wait here
    kept = []
    for row in _rows(session):
        if row.made + KEPT > now:
            kept.append(row)
        else:
            session.delete(row)
    return kept


def _found(session: Session, request: str) -> IndexRequestRow:
    now = datetime.now(UTC)
    for row in _current(session, now):
        if row.id == request and _is_open(row, now):
            return row
    raise UnknownIndexRequest(UNKNOWN)


def _rows(session: Session) -> Sequence[IndexRequestRow]:
    """All rows; raises NotAuthentic if one was hidden."""
    rows = session.scalars(select(IndexRequestRow)).all()
    authentic_in(session).check_complete(session, IndexRequestRow.__tablename__, {row.id for row in rows})
    return rows


def _is_open(row: IndexRequestRow, now: datetime) -> bool:
    return not row.withdrawn and row.made + KEPT > now


def _sealed(seal: Seal, request: DocumentRequest) -> bytes:
    content = asdict(request)
    for column in ("id", "asker", "made"):
        del content[column]
    return seal.encrypted(request.id, content)


def _opened(seal: Seal, row: IndexRequestRow) -> DocumentRequest:
    content = seal.decrypted(row.id, row.sealed)
    answers = tuple(
        DocumentAnswer(each["who"], each["note"], tuple(each["documents"])) for each in content["answers"]
    )
    return DocumentRequest(
        row.id,
        row.asker,
        row.made,
        content["edition"],
        content["group"],
        content["message"],
        tuple(content["documents"]),
        answers,
    )
