"""Which policy counts: by any name that is the client's alone, and for nobody else."""

from datetime import UTC, datetime

import pytest

from backend.document.cleaning import AS_IT_STANDS, CLEAN, Cleaning, Comments, Images
from backend.errors import PolicyNotMet, UnknownClient
from backend.redaction.review_policy import ANY, ReviewPolicy
from backend.services.clients.client_list import ClientList, ListedClient
from backend.services.policies.policy_list import client_in_view, policies_in_view
from backend.services.policies.stored_policies import book_of
from backend.services.request.catalogue import Catalogue
from backend.services.request.policy_book import NO_POLICIES, PolicyBook
from backend.services.request.request import Request
from backend.services.request.resolve import resolve
from backend.storage.clients.dictionaries import Dictionary, StoredClient
from backend.storage.clients.policies import StoredPolicy

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)
LOW, HIGH = ReviewPolicy(least_k=2), ReviewPolicy(least_k=9)


def stored(client, version, policy):
    return StoredPolicy(client, version, NOON, "0123456789abcdef", policy)


def clients(**aliases):
    return [StoredClient(name, 1, NOON, Dictionary(name, also)) for name, also in aliases.items()]


def test_a_client_without_one_has_the_one_for_all():
    book = book_of([stored(None, 3, LOW), stored("Rook", 1, HIGH)], [])
    assert book.policy_for("Heron") == book.policy_for(None) == (LOW, "default@3")
    assert book.policy_for(" ROOK ") == (HIGH, "client@1")


def test_a_policy_counts_under_the_other_names_of_its_client():
    book = book_of([stored("Rook", 1, HIGH)], clients(Rook=("HRL", "Heron"), Heron=(), Kite=("K",)))
    assert book.policy_for("hrl") == (HIGH, "client@1")
    assert book.policy_for("Heron") == book.policy_for("K") == (ANY, "default@0"), "another client's name wins"


def test_a_name_that_two_clients_go_by_is_nobodys():
    book = book_of([stored("Rook", 1, HIGH)], clients(Rook=("HR",), Kite=("HR",)))
    assert book.policy_for("HR") == (ANY, "default@0")


def test_removed_policies_no_longer_apply():
    assert book_of([stored("Rook", 2, None), stored(None, 4, None)], []) == NO_POLICIES


def test_clean_copies_have_no_other_requirements():
    policy, name = book_of([stored(None, 3, HIGH)], []).of_copies().policy_for(None)
    assert (policy.least_k, name) == (1, "default@3")


def test_what_a_policy_removes_stays_in_the_document_until_there_is_a_clean_copy():
    """Word still has the comments when the pane asks; the command line has them no more when it reads."""
    book = PolicyBook((ReviewPolicy(clean=Cleaning(comments=Comments.REMOVE)), "default@1"))
    catalogue = Catalogue(None, policies=book)
    alone = resolve(Request(), catalogue)
    assert (alone.cleaning.comments, alone.copy) == (Comments.REMOVE, None)
    copied = resolve(Request(copy=Cleaning(images=Images.KEEP)), catalogue)
    assert copied.cleaning == AS_IT_STANDS
    assert copied.copy == Cleaning(comments=Comments.REMOVE, images=Images.KEEP)
    kept = Request(cleaning=AS_IT_STANDS, left_open=frozenset(), copy=CLEAN)
    with pytest.raises(PolicyNotMet):
        resolve(kept, catalogue)


def listed(*names):
    return ClientList(tuple(ListedClient(name, None, 3) for name in names), 0)


def test_a_policy_is_set_for_a_client_that_someone_may_see():
    assert client_in_view("rook", listed("Rook", "Kite")) == "Rook"
    with pytest.raises(UnknownClient):
        client_in_view("Heron", listed("Rook", "Kite"))


def test_policies_of_invisible_clients_are_not_listed():
    policies = (stored(None, 1, LOW), stored("Rook", 1, LOW), stored("Kite", 1, LOW))
    assert policies_in_view(policies, listed("Rook"), {"Retail"}) == policies[:2]
    assert policies_in_view(policies, listed("Rook"), None) == policies
