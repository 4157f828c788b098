"""The verdicts of a review's blind rater: rows are added once, each with what others had decided by then.

Whoever has judged sees the decisions and may change them. So a verdict is compared with the decision of its time.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import delete, insert
from sqlalchemy.orm import Session

from backend.errors import IllegalMove, InvalidRequest, UnknownReview
from backend.review.agreement import ReviewerAgreement
from backend.review.decision_states import State
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.authenticity.transaction_reads import parts_written
from backend.storage.reviews.blind_sample import judged_in
from backend.storage.reviews.decisions import EVERYWHERE
from backend.storage.reviews.review_marks import ReviewMarks
from backend.storage.tables import BlindVerdictRow, DecisionRow, ReviewRow

MAX_OF_A_REVIEW = 20_000
"""Verdicts: the sample of a long document has some hundreds. Each new one is stored beside all earlier ones."""

_NOTHING = State.PROPOSED.value
"""The state of a suggestion that nobody has decided on."""


def put_blind_verdicts(session: Session, review: str, verdicts: Mapping[str, bool]) -> int:
    """Store verdicts by the hashes of their suggestions; return how many are stored now.

    Raises IllegalMove when one of the suggestions is judged already, InvalidRequest when they would be more than
    a review may have.
    """
    before = judged_in(session, review)
    if len(before) + len(verdicts) > MAX_OF_A_REVIEW:
        raise InvalidRequest(f"A review has at most {MAX_OF_A_REVIEW:,} blind verdicts. Judge its sample alone.")
    if not before.isdisjoint(verdicts):
        raise IllegalMove("Some of these suggestions are judged already, and a blind verdict is final.")
    now = datetime.now(UTC)
    if verdicts:
        decided = _decided_by_others(session, review)
        rows = [
            {"review": review, "mark": mark, "goes": goes, "given": now, "decided": decided.get(mark, _NOTHING)}
            for mark, goes in verdicts.items()
        ]
        session.execute(insert(BlindVerdictRow), rows)
        parts_written(session, BlindVerdictRow, review, rows)
    return len(before) + len(verdicts)


def check_judged(
    session: Session, row: ReviewRow, who: str, suggestions: Iterable[str], marks: ReviewMarks
) -> None:
    """Raise IllegalMove if the blind rater would overwrite others' decisions that were hidden from them."""
    if row.blind_rater != who:
        return
    sampled = {marks.of(each) for each in suggestions if marks.is_sampled(each, row.blind_share)}
    if not judged_in(session, row.id).issuperset(sampled):
        raise IllegalMove("Some of these suggestions are in your sample. Judge them first, then decide.")


def forget_blind_verdicts(session: Session, review: str) -> None:
    """Delete the verdicts of a review's blind rater."""
    session.execute(delete(BlindVerdictRow).where(BlindVerdictRow.review == review))


def agreement_of(session: Session, review: str) -> ReviewerAgreement:
    """Compare each blind verdict with what other people had decided when it was given."""
    if session.get(ReviewRow, review) is None:
        raise UnknownReview("No review with that id is stored, or you may not see it.")
    parts = authentic_in(session).parts_of(session, ReviewRow.__tablename__, review)
    verdicts = parts[BlindVerdictRow.__tablename__]
    comparable = [(State(each.decided).goes, each.goes) for each in verdicts if each.decided is not None]
    pairs = [(first, second) for first, second in comparable if first is not None]
    return replace(
        ReviewerAgreement.of(pairs),
        undecided=len(comparable) - len(pairs),
        not_comparable=len(verdicts) - len(comparable),
    )


def _decided_by_others(session: Session, review: str) -> dict[str, str]:
    """The states that others have given to suggestions of a review, by the hashes of the suggestions."""
    rater = session.get_one(ReviewRow, review).blind_rater
    parts = authentic_in(session).parts_of(session, ReviewRow.__tablename__, review)
    decisions = parts[DecisionRow.__tablename__]
    return {each.mark: each.state for each in decisions if each.place == EVERYWHERE and each.who != rater}
