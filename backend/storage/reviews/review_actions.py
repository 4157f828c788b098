"""What the audit trail calls the changes of a review."""

from collections.abc import Mapping, Set
from types import MappingProxyType

from backend.review.decision_states import Move
from backend.review.workflow import ReviewProgress, Stage, Step
from backend.storage.audit.actions import Action


def action_of_moves(moves: Set[Move]) -> Action:
    """The action names of moves in the trail; applying and verifying have their own."""
    if moves == {Move.APPLY}:
        return Action.REVIEW_APPLIED
    return Action.REVIEW_VERIFIED if moves == {Move.VERIFY} else Action.REVIEW_DECIDED


def action_of_step(step: Step, after: ReviewProgress) -> Action:
    """The action of a step that has led to this."""
    return Action.REVIEW_PASSED_ON if after.stage is Stage.PASSED_ON else _ACTIONS[step]


_ACTIONS: Mapping[Step, Action] = MappingProxyType(
    {
        Step.SUBMIT: Action.REVIEW_SUBMITTED,
        Step.RECALL: Action.REVIEW_RECALLED,
        Step.CLAIM: Action.REVIEW_CLAIMED,
        Step.RELEASE: Action.REVIEW_RELEASED,
        Step.PASS_ON: Action.REVIEW_PASSED_ON,
        Step.APPROVE: Action.REVIEW_APPROVED,
        Step.RETURN: Action.REVIEW_RETURNED,
        Step.REOPEN: Action.REVIEW_REOPENED,
    }
)
