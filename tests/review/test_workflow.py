"""How far a review is: every step of everybody at every stage, and who has to be somebody else."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import IllegalMove, NeedsAnother
from backend.review.decision_states import Move
from backend.review.workflow import STEPS, ReviewProgress, Stage, Step

ANN, BEN, CAT = "ann", "ben", "cat"
DRAFT = ReviewProgress(ANN, second_approver=False)


def after(*steps, second_approver=False):
    standing = replace(DRAFT, second_approver=second_approver)
    for who, step in steps:
        standing = standing.after(step, who)
    return standing


SUBMITTED = (ANN, Step.SUBMIT)
CLAIMED = (SUBMITTED, (BEN, Step.CLAIM))


def test_one_approval_is_enough_where_the_policy_wants_no_other():
    approved = after(*CLAIMED, (BEN, Step.APPROVE))
    assert (approved.stage, approved.claimed_by, approved.approved_by) == (Stage.APPROVED, BEN, BEN)


def test_one_person_can_do_all_steps_if_the_policy_allows_it():
    assert after((ANN, Step.SUBMIT), (ANN, Step.CLAIM), (ANN, Step.APPROVE)).stage is Stage.APPROVED


def test_the_first_of_two_approvers_passes_it_on_and_another_person_approves():
    passed_on = after(*CLAIMED, (BEN, Step.APPROVE), second_approver=True)
    assert (passed_on.stage, passed_on.approved_by) == (Stage.PASSED_ON, BEN)
    for somebody_involved in (ANN, BEN):
        with pytest.raises(NeedsAnother):
            passed_on.after(Step.APPROVE, somebody_involved)
    approved = passed_on.after(Step.APPROVE, CAT)
    assert (approved.stage, approved.approved_by) == (Stage.APPROVED, BEN)


def test_nobody_passes_on_by_themselves_what_needs_no_second_approver():
    """The step is taken by approving; asked for directly it needs a claim like any other."""
    with pytest.raises(NeedsAnother):
        after(*CLAIMED).after(Step.PASS_ON, CAT)


@pytest.mark.parametrize("step", [Step.APPROVE, Step.RETURN])
def test_only_whoever_has_claimed_a_review_judges_it(step):
    with pytest.raises(NeedsAnother, match="claimed"):
        after(*CLAIMED).after(step, CAT)


def test_a_review_can_be_released_if_its_reviewer_is_away():
    released = after(*CLAIMED, (CAT, Step.RELEASE))
    assert (released.stage, released.claimed_by) == (Stage.SUBMITTED, None)
    assert released.after(Step.CLAIM, CAT).claimed_by == CAT


def test_only_the_author_recalls():
    with pytest.raises(NeedsAnother):
        after(SUBMITTED).after(Step.RECALL, BEN)
    assert after(SUBMITTED, (ANN, Step.RECALL)).stage is Stage.DRAFT


@pytest.mark.parametrize("step", [Step.RETURN, Step.REOPEN])
def test_reopening_a_review_clears_its_approvers(step):
    passed_on = after(*CLAIMED, (BEN, Step.APPROVE), second_approver=True)
    done = passed_on if step is Step.RETURN else passed_on.after(Step.APPROVE, CAT)
    again = done.after(step, CAT)
    assert (again.claimed_by, again.approved_by) == (None, None)
    assert again.after(Step.SUBMIT, ANN).stage is Stage.SUBMITTED


@pytest.mark.parametrize(("stage", "step"), [pair for pair in itertools.product(Stage, Step) if pair not in STEPS])
def test_moves_missing_in_the_table_are_refused_and_change_nothing(stage, step):
    standing = replace(DRAFT, stage=stage, claimed_by=BEN, approved_by=BEN)
    with pytest.raises(IllegalMove):
        standing.after(step, BEN)
    assert standing == replace(DRAFT, stage=stage, claimed_by=BEN, approved_by=BEN)


@given(
    second_approver=st.booleans(),
    steps=st.lists(st.tuples(st.sampled_from((ANN, BEN, CAT)), st.sampled_from(Step)), max_size=25),
)
def test_a_policy_of_two_approvers_cannot_be_circumvented(second_approver, steps):
    """Told by a list of what everybody did, which knows nothing of the table."""
    standing, approvals = replace(DRAFT, second_approver=second_approver), []
    for who, step in steps:
        try:
            standing = standing.after(step, who)
        except (IllegalMove, NeedsAnother):
            continue
        approvals = [*approvals, who] if step in {Step.APPROVE, Step.PASS_ON} else []
    if standing.stage is Stage.APPROVED:
        if second_approver:
            first, second = approvals
            assert first != second != ANN
        else:
            assert approvals
    if standing.stage is Stage.CLAIMED:
        assert standing.claimed_by is not None


AT = {
    Stage.DRAFT: after(),
    Stage.RETURNED: after(*CLAIMED, (BEN, Step.RETURN)),
    Stage.SUBMITTED: after(SUBMITTED),
    Stage.CLAIMED: after(*CLAIMED),
    Stage.PASSED_ON: after(*CLAIMED, (BEN, Step.APPROVE), second_approver=True),
    Stage.APPROVED: after(*CLAIMED, (BEN, Step.APPROVE)),
}


@pytest.mark.parametrize("move", [Move.ACCEPT, Move.REJECT, Move.EDIT, Move.TAKE_BACK])
@pytest.mark.parametrize(
    ("stage", "may"),
    [
        (Stage.DRAFT, {ANN, BEN, CAT}),
        (Stage.RETURNED, {ANN, BEN, CAT}),
        (Stage.SUBMITTED, set()),
        (Stage.CLAIMED, {BEN}),
        (Stage.PASSED_ON, set()),
        (Stage.APPROVED, set()),
    ],
)
def test_who_decides_when(stage, move, may):
    assert {who for who in (ANN, BEN, CAT) if _may(AT[stage], move, who)} == may


@pytest.mark.parametrize("move", [Move.APPLY, Move.VERIFY])
@pytest.mark.parametrize("second_approver", [False, True])
def test_applying_waits_for_approval_where_the_policy_wants_two_approvers(move, second_approver):
    stages = {
        stage
        for stage, standing in AT.items()
        if _may(replace(standing, second_approver=second_approver), move, BEN)
    }
    freely = {Stage.DRAFT, Stage.RETURNED, Stage.CLAIMED, Stage.APPROVED}
    assert stages == ({Stage.APPROVED} if second_approver else freely)


def _may(standing, move, who):
    try:
        standing.check_may(move, who)
    except (IllegalMove, NeedsAnother):
        return False
    return True
