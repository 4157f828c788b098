"""The blind sample of a review: which of its decisions are hidden from the rater who still has to judge them."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.review.decision_states import State
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.db.sealed import Seal
from backend.storage.reviews.review_marks import ReviewMarks
from backend.storage.tables import BlindVerdictRow, DecisionRow, ReviewRow


def judged_in(session: Session, review: str) -> frozenset[str]:
    """The hashes of the suggestions that the blind rater has judged."""
    rows = authentic_in(session).parts_of(session, ReviewRow.__tablename__, review)[BlindVerdictRow.__tablename__]
    return frozenset(row.mark for row in rows)


def is_hidden(seal: Seal, session: Session, row: ReviewRow, mark: str, who: str | None) -> bool:
    """Whether a person still has to judge the suggestion with this hash before they may learn its decision."""
    if row.blind_rater is None or row.blind_rater != who:
        return False
    marks = ReviewMarks.of_review(seal, row.id)
    return marks.is_mark_sampled(mark, row.blind_share) and mark not in judged_in(session, row.id)


def hides_decisions(session: Session, marks: ReviewMarks, review: str, share: float) -> bool:
    """Whether a review has decisions on suggestions of its sample that the rater still has to judge.

    Like `decision_counts` it only says what to show: whoever hands out decisions reads them with their MACs.
    """
    judged = select(BlindVerdictRow.mark).where(BlindVerdictRow.review == review)
    decided = select(DecisionRow.mark).where(
        DecisionRow.review == review,
        DecisionRow.state != State.PROPOSED.value,
        DecisionRow.mark.not_in(judged),
    )
    return any(marks.is_mark_sampled(mark, share) for mark in session.scalars(decided))
