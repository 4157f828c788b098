"""Read the reviews of a list in pages, as many as it takes: some may not be in view."""

from collections.abc import Iterator

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session

from backend.storage.authenticity.authentic_rows import refused
from backend.storage.tables import ReviewRow

PAGE = 200
"""Reviews that are read at once, however few are asked for."""


def last_changed_first(session: Session, *which: ColumnElement[bool]) -> Iterator[ReviewRow]:
    """These reviews, the last changed first. A page begins where the one before ended: none is read twice."""
    rows = select(ReviewRow).where(*which).order_by(ReviewRow.changed.desc(), ReviewRow.id).limit(PAGE)
    last: ReviewRow | None = None
    while True:
        page = session.scalars(rows if last is None else rows.where(_comes_after(last))).all()
        yield from page
        if len(page) < PAGE:
            return
        if last is not None and not _is_later_in_list(page[-1], last):
            raise refused(ReviewRow.__tablename__, page[-1].id, None)  # the database has sorted them otherwise
        last = page[-1]


def _comes_after(last: ReviewRow) -> ColumnElement[bool]:
    equal = and_(ReviewRow.changed == last.changed, ReviewRow.id > last.id)
    return or_(ReviewRow.changed < last.changed, equal)


def _is_later_in_list(row: ReviewRow, before: ReviewRow) -> bool:
    return (row.changed, before.id) < (before.changed, row.id)
