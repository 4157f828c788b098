"""The decisions of one review as rows: read in one query, changed all together or not at all."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from backend.errors import InvalidRequest
from backend.review.changes import Change, Reason, Scope
from backend.review.decision_states import Move, State, next_state
from backend.review.review_limits import DECISIONS, PLACES_OF_A_SUGGESTION
from backend.storage.authenticity.authentic_rows import authentic_in, refused
from backend.storage.authenticity.transaction_reads import parts_written
from backend.storage.clients.proposals import propose
from backend.storage.db.sealed import Seal
from backend.storage.reviews.decision_texts import (
    Key,
    Texts,
    check_room_for_texts,
    forget_texts,
    name_of,
    opened_texts,
    put_texts,
    words_of,
)
from backend.storage.reviews.review_marks import ReviewMarks
from backend.storage.tables import DecisionRow, DecisionTextsRow, ReviewRow

EVERYWHERE = ""
"""The place of a decision that counts for all places of a suggestion."""


@dataclass(frozen=True, slots=True)
class StoredDecision:
    """A decision and who made it; applying or verifying it does not change who."""

    state: State
    scope: Scope
    who: str
    changed: datetime
    reason: Reason | None = None
    replacement: str | None = field(default=None, repr=False)
    note: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ReviewRef:
    """The review of decisions, and its client, for whose dictionary a decision may be proposed."""

    id: str
    client: str | None
    marks: ReviewMarks


def stored_decisions(
    session: Session, seal: Seal, review: str, marks: Collection[str] | None = None
) -> dict[Key, StoredDecision]:
    """All decisions of a review; with `marks`, those on the suggestions with these hashes, and no other texts."""
    if marks is None:
        parts = authentic_in(session).parts_of(session, ReviewRow.__tablename__, review)
        rows, texts = parts[DecisionRow.__tablename__], parts[DecisionTextsRow.__tablename__]
    else:
        rows = [row for row in _parts(session, review, marks, DecisionRow) if row.mark in marks]
        texts = _parts(session, review, {row.texts for row in rows if row.texts}, DecisionTextsRow)
    return _decisions(rows, opened_texts(seal, texts, {row.texts for row in rows}))


def _parts(session: Session, review: str, firsts: Collection[str], table: type[Any]) -> Sequence[Any]:
    """The authenticated rows of a review in the groups of these, read by columns outside the identity map."""
    if not firsts:
        return ()
    parts = authentic_in(session).parts_like(session, ReviewRow.__tablename__, review, firsts)
    return parts[table.__tablename__]


def _decisions(rows: Iterable[Any], texts: Mapping[str, Texts]) -> dict[Key, StoredDecision]:
    # A review may have ten thousand: a row is taken apart here, not by the names of its columns.
    return {
        (mark, place): StoredDecision(
            _STATES[state],
            _SCOPES[scope],
            who,
            changed,
            reason and _REASONS[reason],
            **(texts[written][name_of((mark, place))] if written else _NO_TEXTS),
        )
        for mark, place, state, scope, who, changed, reason, written in rows
    }


_STATES = {state.value: state for state in State}
_SCOPES = {scope.value: scope for scope in Scope}
_REASONS = {reason.value: reason for reason in Reason}
_NO_TEXTS: dict[str, str] = {}


def change_decisions(
    session: Session, seal: Seal, of: ReviewRef, who: str, changes: Collection[Change]
) -> dict[str, int]:
    """Make all these changes, or raise and make none; return counts for the audit trail.

    Raises IllegalMove; InvalidRequest when one decision is changed twice, there is no client to propose it for, or
    the review would have more than `review_limits` allows.
    """
    requested = {(of.marks.of(each.suggestion), each.place or EVERYWHERE): each for each in changes}
    if len(requested) < len(changes):
        raise InvalidRequest("A decision is changed twice. Send only the last change.")
    marks = {mark for mark, _place in requested}
    alike = authentic_in(session).parts_like(session, ReviewRow.__tablename__, of.id, marks)
    before = {(row.mark, row.place): row for row in alike[DecisionRow.__tablename__]}
    _check_places(before, requested)
    texts = put_texts(session, seal, of.id, requested)
    now = datetime.now(UTC)
    after = {
        key: {
            "review": of.id,
            "mark": key[0],
            "place": key[1],
            "changed": now,
            **_decided(before.get(key), each, who, texts),
        }
        for key, each in requested.items()
    }
    if new := [row for key, row in after.items() if key not in before]:
        _check_room(session, of.id, len(new))
        session.execute(insert(DecisionRow), new)
    if known := [row for key, row in after.items() if key in before]:
        session.execute(update(DecisionRow), known)
    parts_written(session, DecisionRow, of.id, after.values())
    forget_texts(session, of.id)
    if texts is not None:
        check_room_for_texts(session, seal, of.id)
    everywhere = {mark: each for (mark, place), each in requested.items() if place == EVERYWHERE}
    wide = {mark for (mark, place), row in before.items() if place == EVERYWHERE and _SCOPES[row.scope].is_beyond}
    proposals = propose(session, seal, of.id, of.client, who, everywhere, wide)
    return {**Counter(each.move.value for each in changes), **proposals}


def _check_room(session: Session, review: str, more: int) -> None:
    stored = session.scalar(select(func.count()).where(DecisionRow.review == review)) or 0
    if stored + more > DECISIONS:
        raise InvalidRequest(f"A review has at most {DECISIONS:,} decisions. Begin another review.")


def _check_places(before: Collection[Key], requested: Collection[Key]) -> None:
    """Raise InvalidRequest if a suggestion gets too many decisions on single places."""
    marks = {mark for mark, place in requested if place != EVERYWHERE}
    places = Counter(mark for mark, place in {*before, *requested} if place != EVERYWHERE and mark in marks)
    if places and max(places.values()) > PLACES_OF_A_SUGGESTION:
        raise InvalidRequest(
            f"A review has at most {PLACES_OF_A_SUGGESTION:,} decisions on single places of one suggestion. Decide "
            "on the suggestion as a whole."
        )


def forget_decisions(session: Session, review: str) -> int:
    """Delete all decisions of a review with their texts; return how many there were."""
    removed = session.execute(
        delete(DecisionRow).where(DecisionRow.review == review).returning(DecisionRow.mark)
    ).all()
    session.execute(delete(DecisionTextsRow).where(DecisionTextsRow.review == review))
    return len(removed)


def _decided(before: Any, change: Change, who: str, texts: str | None) -> dict[str, Any]:
    """The columns of a decision after a change; applying or verifying keeps the person who decided."""
    state = next_state(State.PROPOSED if before is None else State(before.state), change.move)
    if before is not None and change.move in {Move.APPLY, Move.VERIFY}:
        kept = {name: getattr(before, name) for name in ("scope", "who", "reason", "texts")}
        return {"state": state.value, **kept}
    return {
        "state": state.value,
        "scope": change.scope.value,
        "who": who,
        "reason": change.reason.value if change.reason else None,
        "texts": texts if words_of(change) else None,
    }


def decision_counts(session: Session, reviews: Collection[str]) -> dict[str, dict[State, int]]:
    """The number of decisions of each review in each state, including those on single places."""
    columns = (DecisionRow.review, DecisionRow.state, func.count())
    rows = select(*columns).where(DecisionRow.review.in_(reviews)).group_by(DecisionRow.review, DecisionRow.state)
    counts: dict[str, dict[State, int]] = {}
    for review, state, number in session.execute(rows):
        if state not in _STATES:
            raise refused(ReviewRow.__tablename__, review, None)
        counts.setdefault(review, {})[_STATES[state]] = number
    return counts
