"""Errors of reviews and policies."""

from backend.errors.family import UnsaidError


class SuggestionsChanged(UnsaidError):
    """The decisions are about suggestions that the document does not have."""

    code, status_hint = "suggestions_changed", 409


class UnknownReview(UnsaidError):
    """No review has that id."""

    code, status_hint = "unknown_review", 404


class UnknownProposal(UnsaidError):
    """No proposal has that id."""

    code, status_hint = "unknown_proposal", 404


class IllegalMove(UnsaidError):
    """A review or a decision does not allow this step now."""

    code, status_hint = "illegal_move", 409


class NeedsAnother(UnsaidError):
    """Someone else has to do this."""

    code, status_hint = "needs_another", 409


class SampleNotJudged(UnsaidError):
    """Decisions of the sample are not judged: the caller would learn them, or the policy requires the verdicts."""

    code, status_hint = "sample_not_judged", 409


class PolicyNotMet(UnsaidError):
    """The policy for this document requires more."""

    code, status_hint = "policy_not_met", 422


class PolicyDoesNotFit(UnsaidError):
    """The policy requires more than the model in use can give."""

    code, status_hint = "policy_does_not_fit", 409


class UnknownPolicy(UnsaidError):
    """No such policy is set."""

    code, status_hint = "unknown_policy", 404
