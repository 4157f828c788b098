"""The states of a decision and the moves between them."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from backend.errors import IllegalMove


class State(StrEnum):
    """The state of a decision. A suggestion without a decision is proposed."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    EDITED = "edited"
    """Accepted, with what shall stand there instead of a placeholder."""
    APPLIED = "applied"
    """It stands in the document as it was decided."""
    VERIFIED = "verified"
    """Somebody has read the document again and found it so."""

    @property
    def goes(self) -> bool | None:
        """Whether the term is redacted; None while it is undecided."""
        return None if self is State.PROPOSED else self is not State.REJECTED


class Move(StrEnum):
    """An action that changes the state of a decision."""

    ACCEPT = "accept"
    REJECT = "reject"
    EDIT = "edit"
    APPLY = "apply"
    VERIFY = "verify"
    TAKE_BACK = "take_back"

    @property
    def is_verdict(self) -> bool:
        """Whether the move decides if the term is redacted."""
        return self in _VERDICTS


_VERDICTS = {Move.ACCEPT: State.ACCEPTED, Move.REJECT: State.REJECTED, Move.EDIT: State.EDITED}
_OPEN = (State.PROPOSED, State.ACCEPTED, State.REJECTED, State.EDITED)
"""States in which minds may still be changed: nothing has been written yet."""

MOVES: Mapping[tuple[State, Move], State] = MappingProxyType(
    {
        **{(state, move): verdict for state in _OPEN for move, verdict in _VERDICTS.items()},
        (State.ACCEPTED, Move.APPLY): State.APPLIED,
        (State.EDITED, Move.APPLY): State.APPLIED,
        (State.APPLIED, Move.VERIFY): State.VERIFIED,
        **{(state, Move.TAKE_BACK): State.PROPOSED for state in State if state is not State.PROPOSED},
    }
)
"""Where each move leads; what does not stand here is illegal."""


def next_state(state: State, move: Move) -> State:
    """Return the state after a move.

    Raises IllegalMove.

    >>> next_state(State.EDITED, Move.APPLY)
    <State.APPLIED: 'applied'>
    """
    try:
        return MOVES[state, move]
    except KeyError:
        raise IllegalMove(
            f"A decision that is {state.value} cannot be changed by {move.value}. Read the review again."
        ) from None
