"""The marks of a pane in a row of their own, so that whoever reads or lists reviews does not read them too.

The row is authenticated with its review. It is in no group of rows with decisions or texts: groups of those have
hexadecimal names.
"""

from typing import Any

from sqlalchemy import delete, insert, update
from sqlalchemy.orm import Session

from backend.errors import InvalidRequest
from backend.review.pane_marks import PaneMarks
from backend.review.review_limits import BYTES_OF_MARKS
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.authenticity.transaction_reads import parts_written
from backend.storage.db.sealed import Seal
from backend.storage.tables import PaneMarksRow, ReviewRow

_EARLIER = "marks"
"""Where earlier versions stored them, in the content of the review."""


def stored_marks(session: Session, seal: Seal, review: ReviewRow) -> PaneMarks | None:
    """The marks of a review; None if the pane has stored none."""
    row = _stored(session, review.id)
    if row is None:
        return PaneMarks.unpacked(seal.decrypted(review.id, review.sealed).get(_EARLIER))
    return PaneMarks.unpacked(seal.decrypted(row.id, row.sealed)["packed"])


def put_marks(session: Session, seal: Seal, review: ReviewRow, marks: PaneMarks) -> None:
    """Store these marks instead of those before.

    Raises InvalidRequest when they are more than a review may have.
    """
    packed = marks.packed()
    if len(packed) > BYTES_OF_MARKS:
        raise InvalidRequest(
            f"The marks of a document have at most {BYTES_OF_MARKS // 1024} kB when they are packed. Mark fewer "
            "terms."
        )
    row = _id_of(review.id)
    values = {"id": row, "review": review.id, "sealed": seal.encrypted(row, {"packed": packed})}
    is_new = _stored(session, review.id) is None
    session.execute(insert(PaneMarksRow) if is_new else update(PaneMarksRow), [values])
    parts_written(session, PaneMarksRow, review.id, [values])
    content = seal.decrypted(review.id, review.sealed)
    if content.pop(_EARLIER, None) is not None:
        review.sealed = seal.encrypted(review.id, content)


def forget_marks(session: Session, review: str) -> None:
    """Delete the marks of a review."""
    session.execute(delete(PaneMarksRow).where(PaneMarksRow.review == review))


def _stored(session: Session, review: str) -> Any:
    parts = authentic_in(session).parts_like(session, ReviewRow.__tablename__, review, [_id_of(review)])
    rows = parts[PaneMarksRow.__tablename__]
    return rows[0] if rows else None


def _id_of(review: str) -> str:
    return f"marks of {review}"
