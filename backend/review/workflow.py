"""The stages of a review, and who may take which step."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from backend.errors import IllegalMove, NeedsAnother
from backend.review.decision_states import Move


class Stage(StrEnum):
    """The stage of a review."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    CLAIMED = "claimed"
    """A reviewer looks at it, and decides alone."""
    PASSED_ON = "passed_on"
    """One has approved it, and the policy wants another."""
    APPROVED = "approved"
    RETURNED = "returned"
    """Not approved; its author goes on as with a draft."""


class Step(StrEnum):
    """An action in a review.

    When the policy requires two approvers, the first approval passes the review to the second.
    """

    SUBMIT = "submit"
    RECALL = "recall"
    CLAIM = "claim"
    RELEASE = "release"
    PASS_ON = "pass_on"  # noqa: S105 - a step, no password
    APPROVE = "approve"
    RETURN = "return"
    REOPEN = "reopen"


STEPS: Mapping[tuple[Stage, Step], Stage] = MappingProxyType(
    {
        (Stage.DRAFT, Step.SUBMIT): Stage.SUBMITTED,
        (Stage.RETURNED, Step.SUBMIT): Stage.SUBMITTED,
        (Stage.SUBMITTED, Step.RECALL): Stage.DRAFT,
        (Stage.SUBMITTED, Step.CLAIM): Stage.CLAIMED,
        (Stage.CLAIMED, Step.RELEASE): Stage.SUBMITTED,
        (Stage.CLAIMED, Step.PASS_ON): Stage.PASSED_ON,
        (Stage.CLAIMED, Step.APPROVE): Stage.APPROVED,
        (Stage.CLAIMED, Step.RETURN): Stage.RETURNED,
        (Stage.PASSED_ON, Step.APPROVE): Stage.APPROVED,
        (Stage.PASSED_ON, Step.RETURN): Stage.RETURNED,
        (Stage.APPROVED, Step.REOPEN): Stage.DRAFT,
    }
)
"""Where each step leads; what does not stand here is illegal."""

_KEEP_THE_CLAIM = frozenset({Step.PASS_ON, Step.APPROVE})


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """The stage of a review, and who has taken which step, by pseudonym.

    `second_approver` means that the policy requires two approvers; `approved_by` is the first of them.
    """

    author: str
    second_approver: bool
    stage: Stage = Stage.DRAFT
    claimed_by: str | None = None
    approved_by: str | None = None

    def after(self, step: Step, who: str) -> "ReviewProgress":
        """Return the standing after a user has taken a step.

        Raises IllegalMove when the stage does not allow the step, NeedsAnother when another person has to take it.
        """
        if step is Step.APPROVE and self.stage is Stage.CLAIMED and self.second_approver:
            step = Step.PASS_ON
        stage = STEPS.get((self.stage, step))
        if stage is None:
            raise IllegalMove(
                f"The step {step.value} does not follow on a review that is {self.stage.value}. Read the review "
                "again."
            )
        self._check_person(step, who)
        if step is Step.CLAIM:
            return replace(self, stage=stage, claimed_by=who)
        if step in _KEEP_THE_CLAIM:
            return replace(self, stage=stage, approved_by=self.approved_by or who)
        return replace(self, stage=stage, claimed_by=None, approved_by=None)

    def check_may(self, move: Move, who: str) -> None:
        """Raise IllegalMove or NeedsAnother unless this user may now make the move on decisions of the review.

        To apply decisions needs no approval unless the policy requires a second approver.
        """
        if move in {Move.APPLY, Move.VERIFY}:
            self.check_may_redact()
            if self.stage is Stage.APPROVED:
                return
        if self.stage in {Stage.DRAFT, Stage.RETURNED}:
            return
        if self.stage is not Stage.CLAIMED:
            raise IllegalMove(f"Nobody decides while a review is {self.stage.value}. {_WAYS_ON[self.stage]}.")
        if who != self.claimed_by:
            raise NeedsAnother("Someone else has claimed this review and decides alone. Ask them to release it.")

    @property
    def was_approved_by_two(self) -> bool:
        """Whether the review is approved under a policy that required two approvers."""
        return self.second_approver and self.stage is Stage.APPROVED

    def check_may_redact(self) -> None:
        """Raise IllegalMove while a required approval by two people is missing."""
        if self.second_approver and not self.was_approved_by_two:
            raise IllegalMove("Two people have to approve this review before a document can be redacted with it.")

    def check_may_remove(self, who: str) -> None:
        """Raise IllegalMove or NeedsAnother unless the review is the user's own draft.

        Administrators may remove any review; callers do not ask this for them.
        """
        if who != self.author:
            raise NeedsAnother("Only the author or an administrator removes a review. Ask one of them.")
        if self.stage is not Stage.DRAFT:
            raise IllegalMove(
                f"The author may remove only a draft, and this review is {self.stage.value}. Ask an administrator."
            )

    def _check_person(self, step: Step, who: str) -> None:
        if step is Step.RECALL and who != self.author:
            raise NeedsAnother("Only the author may withdraw a submission. Claim the review, then send it back.")
        if self.stage is Stage.CLAIMED and step is not Step.RELEASE and who != self.claimed_by:
            raise NeedsAnother("Someone else has claimed this review. Ask them, or release it yourself.")
        if self.stage is Stage.PASSED_ON and step is Step.APPROVE and who in {self.author, self.approved_by}:
            raise NeedsAnother("The policy requires another person here than the author and the first approver.")


_WAYS_ON: Mapping[Stage, str] = MappingProxyType(
    {
        Stage.SUBMITTED: "Withdraw the submission, or claim the review",
        Stage.PASSED_ON: "Send the review back, or approve it",
        Stage.APPROVED: "Reopen the review",
    }
)
