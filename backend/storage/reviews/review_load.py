"""How much is stored with a review, asked of the database without reading any of it."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.storage.reviews.decision_texts import bytes_of_texts
from backend.storage.tables import DecisionRow, PaneMarksRow


@dataclass(frozen=True, slots=True)
class ReviewLoad:
    """The decisions of a review, and the bytes of what people and their panes have stored with it.

    Nobody has authenticated this: it says where a request is answered, and not what.
    """

    decisions: int
    text: int


def load_of(session: Session, review: str) -> ReviewLoad:
    """The load of a review; of an unknown one nothing is stored."""
    decisions = select(func.count()).select_from(DecisionRow).where(DecisionRow.review == review)
    marks = select(func.sum(func.length(PaneMarksRow.sealed))).where(PaneMarksRow.review == review)
    return ReviewLoad(
        session.scalar(decisions) or 0, bytes_of_texts(session, review) + (session.scalar(marks) or 0)
    )
