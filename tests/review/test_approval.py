"""An approval fits what was approved and nothing else, and says what differs."""

import json
from dataclasses import replace

import pytest

from backend.privacy.client_profiles import Crowd
from backend.privacy.release_figures import ReleaseSummary
from backend.review.approval import Approval, ApprovalDoesNotFit, refuse_changed_approval, refuse_unapproved

APPROVED = Approval("a", "b", "client@3", "autumn", "c", 5, (("PHONE_NUMBER", 2),))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"source": "z"}, "the document"),
        ({"decisions": "z"}, "the decisions"),
        ({"policy": "client@4"}, "the policy"),
        ({"model": "winter"}, "the model version"),
        ({"model": None}, "the model version"),
        ({"options": "z"}, "the options"),
        ({"source": "z", "policy": "client@4"}, "the document, the policy"),
    ],
)
def test_every_difference_is_refused_and_named(change, told):
    for refuse in (refuse_unapproved, refuse_changed_approval):
        with pytest.raises(ApprovalDoesNotFit, match=told):
            refuse(APPROVED, replace(APPROVED, **change))
        refuse(APPROVED, APPROVED)


def test_two_approvers_must_name_the_same_exceptions():
    with pytest.raises(ApprovalDoesNotFit, match="the exceptions"):
        refuse_changed_approval(APPROVED, replace(APPROVED, exceptions=()))


def test_an_approval_that_kept_nothing_is_refused():
    with pytest.raises(ApprovalDoesNotFit, match="earlier version"):
        refuse_unapproved(None, APPROVED)


@pytest.mark.parametrize(
    ("unmet", "allowed"),
    [
        ([], True),
        ([("PHONE_NUMBER", 1)], True),
        ([("PHONE_NUMBER", 2)], True),
        ([("PHONE_NUMBER", 3)], False),
        ([("URL", 1)], False),
        ([("PHONE_NUMBER", 1), ("k", 1)], False),
    ],
)
def test_an_exception_excuses_its_kind_in_as_many_places(unmet, allowed):
    assert APPROVED.allows(unmet) is allowed


def test_a_stored_approval_can_be_read():
    assert Approval.from_json(APPROVED.as_json()) == APPROVED
    measured = replace(APPROVED, privacy=ReleaseSummary(0.1, 0.2, 0.05, None, None, Crowd(3, 0.6, 12), 5))
    assert Approval.from_json(json.loads(json.dumps(measured.as_json()))) == measured


def test_an_approval_of_an_earlier_version_says_nothing_of_privacy():
    earlier = {name: value for name, value in APPROVED.as_json().items() if name != "privacy"}
    assert Approval.from_json(earlier) == APPROVED


def test_what_a_document_gives_away_binds_nothing():
    """A limited approver knows less of it than the next one, who approves the same document."""
    knows = replace(APPROVED, privacy=ReleaseSummary(0.1, 0.2, 0.05, None, None, Crowd(3, 0.6, 12), 5))
    refuse_changed_approval(APPROVED, knows)
    refuse_unapproved(knows, APPROVED)
