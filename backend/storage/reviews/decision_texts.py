"""The texts that people write with their decisions: those of one request are one encrypted row.

To decrypt ten thousand values would take a second. A row goes when no decision needs it any more; where the rows of
a review would be too large together, each keeps only what decisions need of it.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from backend.errors import InvalidRequest
from backend.review.changes import Change
from backend.review.review_limits import BYTES_OF_TEXTS
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.authenticity.transaction_reads import parts_deleted, parts_written
from backend.storage.db.sealed import Seal
from backend.storage.tables import DecisionRow, DecisionTextsRow, ReviewRow

Key = tuple[str, str]
"""The mark of a suggestion and that of a place."""

Texts = Mapping[str, Mapping[str, str]]
"""The texts of decisions by their keys (see `name_of`), each by its kind."""


def name_of(key: Key) -> str:
    """The name of a decision among the texts of a row."""
    return " ".join(key)


def words_of(change: Change) -> dict[str, str]:
    """The texts that a person has written, by kind."""
    written = {"replacement": change.replacement, "note": change.note}
    return {name: text for name, text in written.items() if text is not None}


def put_texts(session: Session, seal: Seal, review: str, changes: Mapping[Key, Change]) -> str | None:
    """Encrypt the texts of these changes as one row; return its id, None if there are no texts."""
    written = {name_of(key): words for key, each in changes.items() if (words := words_of(each))}
    if not written:
        return None
    row = secrets.token_hex(16)
    authentic_in(session).parts_like(session, ReviewRow.__tablename__, review, [row])
    values = {"id": row, "review": review, "sealed": seal.encrypted(row, written)}
    session.execute(insert(DecisionTextsRow), [values])
    parts_written(session, DecisionTextsRow, review, [values])
    return row


def opened_texts(seal: Seal, rows: Iterable[Any], needed: Collection[str]) -> dict[str, Texts]:
    """The texts in these rows by the ids of the rows, as far as the ids are `needed`; others stay encrypted."""
    return {row.id: seal.decrypted(row.id, row.sealed) for row in rows if row.id in needed}


def forget_texts(session: Session, review: str) -> None:
    """Delete rows of texts that no decision refers to any more."""
    in_use = select(DecisionRow.texts).where(DecisionRow.review == review, DecisionRow.texts.is_not(None))
    unused = (DecisionTextsRow.review == review, DecisionTextsRow.id.not_in(in_use))
    removed = session.scalars(select(DecisionTextsRow.id).where(*unused)).all()
    if removed:
        authentic_in(session).parts_like(session, ReviewRow.__tablename__, review, removed)
        session.execute(delete(DecisionTextsRow).where(DecisionTextsRow.id.in_(removed)))
        parts_deleted(session, DecisionTextsRow, review, [(text,) for text in removed])


def check_room_for_texts(session: Session, seal: Seal, review: str) -> None:
    """Make room for the texts of a review where they are too large together.

    Raises InvalidRequest when decisions need more than a review may have.
    """
    if bytes_of_texts(session, review) > BYTES_OF_TEXTS:
        _shorten(session, seal, review)
        if bytes_of_texts(session, review) > BYTES_OF_TEXTS:
            raise InvalidRequest(
                f"The notes and replacements of a review have at most {BYTES_OF_TEXTS // 1024**2} MB. Shorten "
                "some, or begin another review."
            )


def bytes_of_texts(session: Session, review: str) -> int:
    """The bytes of all texts of a review, as they are stored."""
    stored = select(func.sum(func.length(DecisionTextsRow.sealed))).where(DecisionTextsRow.review == review)
    return session.scalar(stored) or 0


def _shorten(session: Session, seal: Seal, review: str) -> None:
    """Encrypt each row of texts again, with the texts alone that a decision refers to there."""
    parts = authentic_in(session).parts_of(session, ReviewRow.__tablename__, review)
    needed: dict[str, set[str]] = {}
    for each in parts[DecisionRow.__tablename__]:
        if each.texts is not None:
            needed.setdefault(each.texts, set()).add(name_of((each.mark, each.place)))
    for row in parts[DecisionTextsRow.__tablename__]:
        content = seal.decrypted(row.id, row.sealed)
        kept = {name: words for name, words in content.items() if name in needed.get(row.id, ())}
        if len(kept) < len(content):
            values = {"id": row.id, "sealed": seal.encrypted(row.id, kept)}
            session.execute(update(DecisionTextsRow), [values])
            parts_written(session, DecisionTextsRow, review, [values])
