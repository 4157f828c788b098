"""How far a decision is: every move from every state leads where the rules say, or nowhere."""

import itertools

import pytest

from backend.errors import IllegalMove
from backend.review.decision_states import MOVES, Move, State, next_state

OPEN = {State.PROPOSED, State.ACCEPTED, State.REJECTED, State.EDITED}


def said_in_words(state, move):
    """The rules once more, as a person would tell them: where the move leads, None where it is illegal."""
    match move:
        case Move.ACCEPT | Move.REJECT | Move.EDIT:
            verdict = {Move.ACCEPT: State.ACCEPTED, Move.REJECT: State.REJECTED, Move.EDIT: State.EDITED}[move]
            return verdict if state in OPEN else None
        case Move.APPLY:
            return State.APPLIED if state in {State.ACCEPTED, State.EDITED} else None
        case Move.VERIFY:
            return State.VERIFIED if state is State.APPLIED else None
        case Move.TAKE_BACK:
            return None if state is State.PROPOSED else State.PROPOSED


@pytest.mark.parametrize(("state", "move"), list(itertools.product(State, Move)))
def test_every_move_leads_to_the_state_of_the_table(state, move):
    expected = said_in_words(state, move)
    if expected is None:
        with pytest.raises(IllegalMove, match=f"{state.value} cannot be changed by {move.value}"):
            next_state(state, move)
    else:
        assert next_state(state, move) is expected


def test_every_state_is_reached_and_left_again():
    reached = {State.PROPOSED, *MOVES.values()}
    assert reached == set(State) == {state for state, _ in MOVES}


def test_only_decided_and_applied_terms_can_be_verified():
    """Backwards from verified, by moves that are no step back, only one way leads to the beginning."""
    forward = {(state, after) for (state, move), after in MOVES.items() if move is not Move.TAKE_BACK}
    before_verified = {state for state, after in forward if after is State.VERIFIED}
    before_applied = {state for state, after in forward if after is State.APPLIED}
    assert (before_verified, before_applied) == ({State.APPLIED}, {State.ACCEPTED, State.EDITED})


def test_rejected_terms_are_kept_and_all_other_decided_terms_are_redacted():
    assert {state: state.goes for state in State} == {
        State.PROPOSED: None,
        State.ACCEPTED: True,
        State.REJECTED: False,
        State.EDITED: True,
        State.APPLIED: True,
        State.VERIFIED: True,
    }
