"""Two people change the same thing at once, on both databases: one order of the two explains all that is stored."""

# ruff: noqa: B023 - what is defined in a round has run before the next

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.errors import UnsaidError
from backend.redaction.review_policy import ReviewPolicy
from backend.review.approval import Approval
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.review.workflow import Stage, Step
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.clients.policies import ReadClient
from backend.storage.clients.proposals import ProposalState
from backend.storage.reviews.reviews import ReviewTerms

ROUNDS = 8
CLIENT = "Halden & Rook"


@pytest.fixture
def two(settings, opened):
    """Two stores, as two processes have them."""
    return opened(settings), opened(settings)


def together(*changes):
    """What each of the changes returns or raises; all begin at once."""
    start = threading.Barrier(len(changes))

    def begun(change):
        start.wait()
        try:
            return change()
        except UnsaidError as error:
            return error

    with ThreadPoolExecutor(len(changes)) as pool:
        return [each.result() for each in [pool.submit(begun, change) for change in changes]]


def went(*results):
    return [not isinstance(each, UnsaidError) for each in results]


def test_of_two_claims_one_counts(two):
    one, other = two
    for _ in range(ROUNDS):
        review = one.reviews.begin("ann", None, "Ports", ReviewTerms()).id
        one.reviews.take(review, 1, "ann", Step.SUBMIT)
        results = together(
            lambda: one.reviews.take(review, 2, "ben", Step.CLAIM),
            lambda: other.reviews.take(review, 2, "cat", Step.CLAIM),
        )
        assert sorted(went(*results)) == [False, True]
        assert other.reviews.get(review).standing.claimed_by == ("ben" if went(*results)[0] else "cat")
    assert one.audit.verify().holds


def test_nothing_is_decided_in_what_is_approved(two):
    one, other = two
    approval = Approval("source", "decisions", "default@0", None, "options")
    for _ in range(ROUNDS):
        review = one.reviews.begin("ann", None, "Ports", ReviewTerms()).id
        one.reviews.take(review, 1, "ann", Step.SUBMIT)
        one.reviews.take(review, 2, "ben", Step.CLAIM)
        results = together(
            lambda: one.reviews.take(review, 3, "ben", Step.APPROVE, approval=approval),
            lambda: other.reviews.decide(review, 3, "ben", [Change("0" * 16, Move.REJECT)]),
        )
        assert sorted(went(*results)) == [False, True]
        found = other.reviews.get(review)
        assert (found.standing.stage is Stage.APPROVED) == (not found.counts)
        assert (found.approval is not None) == (found.standing.stage is Stage.APPROVED)


def test_a_proposal_is_settled_once_by_a_decision_or_the_removal_of_its_review(two):
    one, other = two
    for number in range(ROUNDS):
        client = f"Client {number}"
        one.clients.add(Dictionary(client, group="Ports"))
        review = one.reviews.begin("ann", client, "Ports", ReviewTerms()).id
        change = Change("0" * 16, Move.REJECT, scope=Scope.CLIENT, term="gull")
        one.reviews.decide(review, 1, "ann", [change])
        (proposal,) = one.proposals.all({"Ports"}, ProposalState.OPEN, 10)
        results = together(
            lambda: one.proposals.accept(proposal.id, "ben", {"Ports"}),
            lambda: other.proposals.decline(proposal.id, "cat", {"Ports"}),
            lambda: other.reviews.decide(review, 2, "ann", [Change("0" * 16, Move.TAKE_BACK)]),
        )
        learnt = one.clients.find(client).dictionary.never == ("gull",)
        assert sum(went(*results[:2])) <= 1
        assert learnt == went(results[0])[0]
        assert one.proposals.all(None, ProposalState.OPEN, 10) == ()
    assert one.audit.verify().holds


def test_a_client_of_another_group_by_then_learns_nothing(two):
    one, other = two
    for number in range(ROUNDS):
        client = f"Client {number}"
        stored = one.clients.add(Dictionary(client, group="Ports"))
        review = one.reviews.begin("ann", client, "Ports", ReviewTerms()).id
        change = Change("0" * 16, Move.REJECT, scope=Scope.CLIENT, term="gull")
        one.reviews.decide(review, 1, "ann", [change])
        (proposal,) = one.proposals.all({"Ports"}, ProposalState.OPEN, 10)
        accepted, moved = went(
            *together(
                lambda: one.proposals.accept(proposal.id, "ben", {"Ports"}),
                lambda: other.clients.change(stored.id, 1, Dictionary(client, group="Banks")),
            )
        )
        found = one.clients.get(stored.id).dictionary
        assert (accepted, moved) in {(True, False), (False, True)}
        assert (found.group, found.never) == (("Banks", ()) if moved else ("Ports", ("gull",)))
        one.reviews.remove(review, "root", anyway=True)


def test_a_client_whose_policy_is_set_meanwhile_keeps_it_under_all_its_names(two):
    """Whoever sets a policy is told that it counts; so it counts for what the client is called afterwards."""
    one, other = two
    for number in range(ROUNDS):
        before, after = f"Client {number}", f"Renamed {number}"
        stored = one.clients.add(Dictionary(before, group="Ports"))
        was_set, renamed = went(
            *together(
                lambda: one.policies.set(
                    before, 0, ReviewPolicy(least_k=7), "ben", ReadClient(stored.id, before, "Ports")
                ),
                lambda: other.clients.change(stored.id, 1, Dictionary(after, group="Ports")),
            )
        )
        assert renamed
        current = {each.client: each.policy for each in one.policies.current()}
        assert not was_set or current.get(after) == ReviewPolicy(least_k=7)


def test_a_policy_is_not_lost_where_its_client_is_removed_meanwhile(two):
    one, other = two
    for number in range(ROUNDS):
        client = f"Client {number}"
        stored = one.clients.add(Dictionary(client, (f"Other {number}",), group="Ports"))
        was_set, removed = went(
            *together(
                lambda: one.policies.set(
                    client, 0, ReviewPolicy(least_k=7), "ben", ReadClient(stored.id, client, "Ports")
                ),
                lambda: other.clients.remove(stored.id, 1),
            )
        )
        assert not (was_set and removed)
