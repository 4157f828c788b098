"""The blind sample of a review: which of its decisions are hidden from the rater who still has to judge them."""

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.review.decision_states import State
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.db.sealed import Seal
from backend.storage.reviews.review_marks import ReviewMarks
from backend.storage.tables import BlindVerdictRow, DecisionRow, ReviewRow

MOST_LOOKED_AT = 50_000
"""Decisions that are looked at for one list of reviews: about half a second."""

_JUDGED = "judged_suggestions"


class SampleOf(NamedTuple):
    """The blind sample of a review."""

    review: str
    share: float


def judged_in(session: Session, review: str) -> frozenset[str]:
    """The hashes of the suggestions that the blind rater has judged.

    A list of proposals asks for each of them, so a session remembers the answer as long as its rows are the same.
    """
    rows = authentic_in(session).parts_of(session, ReviewRow.__tablename__, review)[BlindVerdictRow.__tablename__]
    known = session.info.setdefault(_JUDGED, {})
    if review not in known or known[review][0] is not rows:
        known[review] = (rows, frozenset(row.mark for row in rows))
    found: frozenset[str] = known[review][1]
    return found


def is_hidden(seal: Seal, session: Session, row: ReviewRow, mark: str, who: str | None) -> bool:
    """Whether a person still has to judge the suggestion with this hash before they may learn its decision."""
    if row.blind_rater is None or row.blind_rater != who:
        return False
    marks = ReviewMarks.of_review(seal, row.id)
    return marks.is_mark_sampled(mark, row.blind_share) and mark not in judged_in(session, row.id)


def hiding(session: Session, seal: Seal, samples: Iterable[SampleOf]) -> frozenset[str]:
    """The reviews that have decisions on suggestions of their sample that the rater still has to judge.

    Once MOST_LOOKED_AT decisions were looked at, those of the reviews that follow count as hidden. Like
    `decision_counts` it only says what to show: whoever hands out decisions reads them with their MACs.
    """
    found = set()
    left = MOST_LOOKED_AT
    for review, share in samples:
        marks = ReviewMarks.of_review(seal, review)
        looked_at = 0
        hidden = left == 0
        for looked_at, mark in enumerate(islice(_unjudged(session, review), left), start=1):
            hidden = marks.is_mark_sampled(mark, share) or looked_at == left
            if hidden:
                break
        left -= looked_at
        if hidden:
            found.add(review)
    return frozenset(found)


def hides_decisions(session: Session, marks: ReviewMarks, review: str, share: float) -> bool:
    """Whether a review has such decisions, however many there are."""
    return any(marks.is_mark_sampled(mark, share) for mark in _unjudged(session, review))


def _unjudged(session: Session, review: str) -> Iterable[str]:
    """The hashes of the suggestions that somebody has decided on, and that the rater has not judged."""
    judged = select(BlindVerdictRow.mark).where(BlindVerdictRow.review == review)
    decided = select(DecisionRow.mark).where(
        DecisionRow.review == review,
        DecisionRow.state != State.PROPOSED.value,
        DecisionRow.mark.not_in(judged),
    )
    return session.scalars(decided)
