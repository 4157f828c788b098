"""Errors of reviews and policies."""

from backend.errors.family import UnsaidError


class SuggestionsChanged(UnsaidError):
    """Decisions speak of suggestions that the document does not have."""

    code, status_hint = "suggestions_changed", 409


class UnknownReview(UnsaidError):
    """No review has that id."""

    code, status_hint = "unknown_review", 404


class UnknownProposal(UnsaidError):
    """No proposal has that id."""

    code, status_hint = "unknown_proposal", 404


class IllegalMove(UnsaidError):
    """What is asked for does not follow from where a review or a decision is."""

    code, status_hint = "illegal_move", 409


class NeedsAnother(UnsaidError):
    """Somebody else has to do this."""

    code, status_hint = "needs_another", 409


class PolicyNotMet(UnsaidError):
    """The policy that counts for the document asks for more."""

    code, status_hint = "policy_not_met", 422


class PolicyDoesNotFit(UnsaidError):
    """A policy asks for what the model in use cannot give."""

    code, status_hint = "policy_does_not_fit", 409


class UnknownPolicy(UnsaidError):
    """No policy is set there."""

    code, status_hint = "unknown_policy", 404
