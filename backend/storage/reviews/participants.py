"""Who took part in a review, and so cannot judge its sample blindly.

Decisions name only who decided last, and a review who claimed and approved it last. So its encrypted content keeps
everyone who ever decided, claimed, approved or returned it.
"""

from sqlalchemy.orm import Session

from backend.errors import InvalidRequest, NeedsAnother
from backend.review.workflow import Step
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.db.sealed import Seal
from backend.storage.tables import DecisionRow, ReviewRow

_PARTICIPANTS = "participants"

LOOKING = frozenset({Step.CLAIM, Step.PASS_ON, Step.APPROVE, Step.RETURN})
"""The steps of people who look at the decisions of others."""


def add_participant(seal: Seal, row: ReviewRow, who: str) -> None:
    """Remember that a person took part in a review."""
    content = seal.decrypted(row.id, row.sealed)
    known = content.get(_PARTICIPANTS, [])
    if who not in known:
        row.sealed = seal.encrypted(row.id, {**content, _PARTICIPANTS: [*known, who]})


def check_may_sample(session: Session, seal: Seal, row: ReviewRow, who: str, share: float) -> None:
    """Check that a person may take the sample of a review, and this share of its suggestions.

    Raises NeedsAnother when somebody has it already, or the person took part; InvalidRequest when it is less than
    the policy asks for.
    """
    if row.blind_rater is not None:
        raise NeedsAnother("Someone else already judges the sample of this review.")
    if _took_part(session, seal, row, who):
        raise NeedsAnother(
            "A person who has decided in a review, claimed, approved or returned it cannot judge it blindly. "
            "Ask someone else."
        )
    if share < row.blind_share:
        raise InvalidRequest(
            f"The policy asks for {row.blind_share:g} of the suggestions to be judged blindly. Ask for at "
            "least as large a share, or leave it out."
        )


def _took_part(session: Session, seal: Seal, row: ReviewRow, who: str) -> bool:
    """Whether a person took part; versions that did not keep that left only the rows as they are now."""
    if who in {*seal.decrypted(row.id, row.sealed).get(_PARTICIPANTS, ()), row.claimed_by, row.approved_by}:
        return True
    parts = authentic_in(session).parts_of(session, ReviewRow.__tablename__, row.id)
    return any(each.who == who for each in parts[DecisionRow.__tablename__])
