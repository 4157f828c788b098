"""Proposals: they follow what was decided, count once an administrator agrees, and are never doubled."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.errors import IllegalMove, InvalidRequest, NotOfAllGroups, StaleVersion, UnknownProposal
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.storage.audit.actions import Action
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.clients.proposals import ProposalState
from backend.storage.reviews.reviews import ReviewTerms

ANN, BEN, ROOT = "ann", "ben", "root"
CLIENT = "Halden & Rook"
ONE, TWO = "0" * 16, "1" * 16


def wide(move, term="steering", scope=Scope.CLIENT, suggestion=ONE, **more):
    return Change(suggestion, move, scope=scope, term=term, **more)


@pytest.fixture
def review(store):
    return store.reviews.begin(ANN, CLIENT, "Ports", ReviewTerms())


@pytest.fixture
def decide(store):
    """Decides in a review, upon its version of the moment."""

    def change(review, *changes, who=ANN):
        return store.reviews.decide(review.id, store.reviews.get(review.id).version, who, changes)

    return change


def told(store, groups=None, state=ProposalState.OPEN):
    return [(each.term, each.goes, each.client, each.times) for each in store.proposals.all(groups, state, 100)]


def test_a_verdict_beyond_the_document_is_proposed(store, review, decide):
    decide(review, wide(Move.REJECT), wide(Move.ACCEPT, "Heron", Scope.EVERYONE, TWO))
    assert told(store) == [("Heron", True, None, 1), ("steering", False, CLIENT, 1)]


def test_a_verdict_for_the_document_alone_proposes_nothing(store, review, decide):
    decide(review, Change(ONE, Move.REJECT), Change(TWO, Move.REJECT, scope=Scope.HERE, place="1" * 32))
    assert told(store) == []


@pytest.mark.parametrize(
    "otherwise",
    [Change(ONE, Move.TAKE_BACK), Change(ONE, Move.ACCEPT), Change(ONE, Move.EDIT, replacement="x")],
    ids=["taken back", "for the document", "edited"],
)
def test_a_new_decision_withdraws_the_proposal(store, review, decide, otherwise):
    decide(review, wide(Move.REJECT))
    decide(review, otherwise, who=BEN)
    assert told(store) == []
    (withdrawn,) = store.proposals.all(None, ProposalState.WITHDRAWN, 10)
    assert (withdrawn.who, withdrawn.ended_by) == (ANN, BEN)


def test_applied_decisions_keep_their_proposal_and_repeated_ones_add_none(store, review, decide):
    decide(review, wide(Move.ACCEPT, "Heron"))
    (before,) = store.proposals.all(None, ProposalState.OPEN, 10)
    decide(review, wide(Move.EDIT, "HERON", replacement="a bird"))
    decide(review, Change(ONE, Move.APPLY))
    decide(review, Change(TWO, Move.REJECT))
    assert store.proposals.all(None, ProposalState.OPEN, 10) == (before,)


def test_the_trail_counts_what_was_proposed_and_withdrawn(store, review, decide):
    decide(review, wide(Move.REJECT), wide(Move.ACCEPT, "Heron", Scope.EVERYONE, TWO))
    decide(review, wide(Move.ACCEPT), Change(TWO, Move.APPLY))
    decide(review, Change(ONE, Move.TAKE_BACK))
    assert [row.content["counts"] for row in store.audit.rows(most=3)] == [
        {"take_back": 1, "withdrawn": 1},
        {"accept": 1, "apply": 1, "proposed": 1, "withdrawn": 1},
        {"accept": 1, "reject": 1, "proposed": 2},
    ]


def test_the_opposite_proposal_is_a_separate_one(store, review, decide):
    decide(review, wide(Move.ACCEPT))
    decide(review, wide(Move.REJECT))
    assert told(store) == [("steering", False, CLIENT, 1)]
    assert told(store, state=ProposalState.WITHDRAWN) == [("steering", True, CLIENT, 1)]


def test_without_a_client_nothing_can_count_for_it_and_nothing_is_decided(store):
    review = store.reviews.begin(ANN, None, None, ReviewTerms())
    with pytest.raises(InvalidRequest, match="no client"):
        store.reviews.decide(review.id, 1, ANN, [Change(TWO, Move.ACCEPT), wide(Move.REJECT)])
    assert store.reviews.decisions(review.id) == {}
    assert store.reviews.get(review.id).version == 1


@pytest.mark.parametrize(("move", "expected"), [(Move.ACCEPT, "always"), (Move.REJECT, "never")])
def test_accepted_proposals_are_in_the_clients_dictionary(store, review, decide, move, expected):
    stored = store.clients.add(Dictionary(CLIENT, ("HRL",), ("Steering", "quay"), ("bollard",), "Ports"))
    decide(review, wide(move))
    (proposal,) = store.proposals.all(None, ProposalState.OPEN, 10)
    accepted = store.proposals.accept(proposal.id, ROOT, None)
    assert (accepted.state, accepted.ended_by) == (ProposalState.ACCEPTED, ROOT)
    dictionary = store.clients.get(stored.id).dictionary
    lists = {"always": {"quay"}, "never": {"bollard"}}
    lists[expected].add("steering")
    assert (set(dictionary.always), set(dictionary.never)) == (lists["always"], lists["never"])
    assert (dictionary.aliases, dictionary.group) == (("HRL",), "Ports")
    assert store.clients.get(stored.id).version == 2


def test_a_client_goes_by_another_name_here_and_one_of_whom_nothing_is_stored_gets_a_dictionary(store, decide):
    stored = store.clients.add(Dictionary("Halden and Rook Limited", (CLIENT,)))
    for name in (CLIENT, "Quixotrade"):
        review = store.reviews.begin(ANN, name, "Ports", ReviewTerms())
        decide(review, wide(Move.ACCEPT, "Heron"))
    for each in store.proposals.all(None, ProposalState.OPEN, 10):
        store.proposals.accept(each.id, ROOT, None)
    assert store.clients.get(stored.id).dictionary.always == ("Heron",)
    new = store.clients.find("Quixotrade").dictionary
    assert (new.always, new.group) == (("Heron",), None)


def test_proposals_accepted_for_everyone_are_on_the_global_list(store, review, decide):
    decide(review, wide(Move.ACCEPT, "Heron", Scope.EVERYONE), wide(Move.REJECT, "board", Scope.EVERYONE, TWO))
    revision = store.clients.revision()
    for each in store.proposals.all(None, ProposalState.OPEN, 10):
        store.proposals.accept(each.id, ROOT, None)
    found = store.global_terms.get()
    assert (found.version, found.dictionary.always, found.dictionary.never) == (2, ("Heron",), ("board",))
    assert store.clients.revision() != revision, "whoever keeps dictionaries in memory has to hear of it"
    changed = store.global_terms.change(2, Dictionary("everyone", never=("board",)), ROOT)
    assert (changed.version, changed.dictionary.always) == (3, ())
    with pytest.raises(StaleVersion):
        store.global_terms.change(2, Dictionary("everyone"), ROOT)


def test_a_term_proposed_by_several_reviews_is_listed_and_ended_once(store, decide):
    reviews = [store.reviews.begin(ANN, CLIENT, "Ports", ReviewTerms()) for _ in range(3)]
    for review, term in zip(reviews, ("steering", "STEERING", "Steering "), strict=True):
        decide(review, wide(Move.REJECT, term))
    other = store.reviews.begin(ANN, "Danone", "Ports", ReviewTerms())
    decide(other, wide(Move.REJECT))
    contrary = store.reviews.begin(BEN, CLIENT, "Ports", ReviewTerms())
    decide(contrary, wide(Move.ACCEPT))
    first = store.proposals.all(None, ProposalState.OPEN, 10)[0]
    assert told(store) == [
        ("steering", False, CLIENT, 3),
        ("steering", False, "Danone", 1),
        ("steering", True, CLIENT, 1),
    ]
    assert store.proposals.accept(first.id, ROOT, None).times == 3
    assert told(store) == [("steering", False, "Danone", 1), ("steering", True, CLIENT, 1)]
    assert len(told(store, state=ProposalState.ACCEPTED)) == 3


def test_accepting_tells_nothing_of_how_many_other_groups_propose_the_same(store, decide):
    """The client went from one group to another; its earlier reviews stay in the group that made them."""
    stored = store.clients.add(Dictionary(CLIENT, group="Banks"))
    for group in ("Ports", "Ports", "Ports", "Banks"):
        decide(store.reviews.begin(ANN, CLIENT, group, ReviewTerms()), wide(Move.REJECT, "steering"))
    (seen,) = store.proposals.all({"Banks"}, ProposalState.OPEN, 10)
    assert seen.times == 1
    assert store.proposals.accept(seen.id, BEN, {"Banks"}).times == 1
    assert store.clients.get(stored.id).dictionary.never == ("steering",)
    assert told(store) == []
    (noted,) = store.audit.rows(wanted=lambda row: row.content["action"] == Action.PROPOSAL_ACCEPTED.value)
    assert noted.content["counts"] == {"alike": 1}


def test_declined_proposals_change_no_dictionary_and_end(store, review, decide):
    decide(review, wide(Move.REJECT))
    (proposal,) = store.proposals.all(None, ProposalState.OPEN, 10)
    store.proposals.decline(proposal.id, ROOT, None)
    assert store.clients.all() == ()
    for end in (store.proposals.accept, store.proposals.decline):
        with pytest.raises(IllegalMove, match="declined already"):
            end(proposal.id, ROOT, None)
    decide(review, wide(Move.REJECT))
    assert told(store) == [("steering", False, CLIENT, 1)], "whoever insists may propose it once more"


def test_an_administrator_of_some_groups_sees_theirs_and_nothing_for_everyone(store, review, decide):
    decide(review, wide(Move.REJECT), wide(Move.REJECT, "board", Scope.EVERYONE, TWO))
    assert told(store, {"Ports"}) == [("steering", False, CLIENT, 1)]
    assert told(store, {"Banks"}) == []
    for each in store.proposals.all(None, ProposalState.OPEN, 10):
        with pytest.raises(UnknownProposal):
            store.proposals.accept(each.id, ROOT, {"Banks"})


@pytest.mark.parametrize("today", [None, "Banks", "no group"])
def test_the_dictionary_belongs_to_the_clients_group_of_today(store, review, decide, today):
    """The review is of Ports; its client has no dictionary, or one that was moved to another group since."""
    decide(review, wide(Move.REJECT))
    if today is not None:
        store.clients.add(Dictionary(CLIENT, group=None if today == "no group" else today))
    (proposal,) = store.proposals.all({"Ports"}, ProposalState.OPEN, 10)
    before = [each.dictionary for each in store.clients.all()]
    for end in (store.proposals.accept, store.proposals.decline):
        with pytest.raises(NotOfAllGroups):
            end(proposal.id, ROOT, {"Ports"})
    assert [each.dictionary for each in store.clients.all()] == before
    assert store.proposals.accept(proposal.id, ROOT, None).state is ProposalState.ACCEPTED


def test_an_administrator_of_the_clients_group_accepts_for_it(store, review, decide):
    decide(review, wide(Move.REJECT))
    stored = store.clients.add(Dictionary(CLIENT, group="Ports"))
    (proposal,) = store.proposals.all({"Ports"}, ProposalState.OPEN, 10)
    store.proposals.accept(proposal.id, ROOT, {"Ports"})
    assert store.clients.get(stored.id).dictionary.never == ("steering",)


@pytest.mark.parametrize("odd", ["", "nobody", "\0", "é\udc80", "' OR 1=1 --"])
def test_malformed_ids_are_unknown(store, odd):
    with pytest.raises(UnknownProposal):
        store.proposals.accept(odd, ROOT, None)


def test_of_many_administrators_one_ends_a_proposal_and_the_trail_has_it_once(store, review, decide):
    decide(review, wide(Move.ACCEPT))
    (proposal,) = store.proposals.all(None, ProposalState.OPEN, 10)

    def end(number):
        try:
            (store.proposals.accept if number % 2 else store.proposals.decline)(proposal.id, f"root{number}", None)
        except IllegalMove:
            return None
        return number

    with ThreadPoolExecutor(6) as pool:
        (number,) = [each for each in pool.map(end, range(8)) if each is not None]
    assert len(store.clients.all()) == number % 2
    noted = [row.content for row in store.audit.rows()]
    ended = [each for each in noted if each["action"] in {Action.PROPOSAL_ACCEPTED, Action.PROPOSAL_DECLINED}]
    assert [(each["who"], each["subject"]) for each in ended] == [(f"root{number}", proposal.id)]
