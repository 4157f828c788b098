"""Policies: one a client and one for all, every version of them, and nobody overwrites another."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from backend.blocking.objectives import Objective
from backend.document.cleaning import Cleaning, Comments, Images, Revisions
from backend.errors import PolicyStillCounts, StaleVersion, UnknownPolicy
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.review_policy import ANY, ReviewPolicy
from backend.services.policies.stored_policies import PoliciesInForce
from backend.storage.clients.dictionaries import Dictionary

STRICT = ReviewPolicy(
    least_k=7,
    personal=frozenset({"PERSON", "US_SSN"}),
    objective=Objective.FLOOR,
    placeholder=PlaceholderStyle.REDACTED,
    second_approver=True,
    blind_share=0.25,
    clean=Cleaning(
        Images.REMOVE, Revisions.ACCEPT, Comments.ANONYMISE, remove_hidden_text=True, remove_traces=True
    ),
)
ADA = "0123456789abcdef"


def test_a_policy_is_read_as_it_was_set_by_every_process(store, opened, settings):
    stored = store.policies.set("Halden & Rook", 0, STRICT, ADA)
    assert opened(settings).policies.current() == (stored,)
    assert (stored.policy, stored.named, stored.by, stored.version) == (STRICT, "client@1", ADA, 1)


def test_every_version_is_kept_and_the_newest_applies(store):
    first = store.policies.set(None, 0, STRICT, ADA)
    second = store.policies.set(None, 1, replace(STRICT, least_k=3), "another")
    assert store.policies.current() == (second,)
    assert store.policies.versions(None) == (first, second)
    assert store.policies.versions("Rook") == ()
    assert second.named == "default@2"


def test_a_client_is_the_same_however_it_is_written(store):
    store.policies.set("Halden & Rook", 0, STRICT, ADA)
    changed = store.policies.set("HALDEN  & rook", 1, ReviewPolicy(), ADA)
    assert store.policies.current() == (changed,)


def test_removed_policies_do_not_count_and_version_numbers_are_never_reused(store):
    store.policies.set("Rook", 0, STRICT, ADA)
    store.policies.remove("Rook", 1, ADA)
    assert store.policies.current() == ()
    again = store.policies.set("Rook", 0, STRICT, ADA)
    assert [each.version for each in store.policies.versions("Rook")] == [1, 2, 3]
    assert (again.named, store.policies.versions("Rook")[1].policy) == ("client@3", None)


@pytest.mark.parametrize("version", [0, 2, -1])
def test_a_stale_version_changes_nothing(store, version):
    stored = store.policies.set("Rook", 0, STRICT, ADA)
    with pytest.raises(StaleVersion):
        store.policies.set("Rook", version, ReviewPolicy(), ADA)
    with pytest.raises(StaleVersion):
        store.policies.remove("Rook", version, ADA)
    assert store.policies.versions("Rook") == (stored,)
    assert len(store.audit.rows()) == 1


def test_removing_a_missing_policy_is_refused(store):
    with pytest.raises(UnknownPolicy):
        store.policies.remove(None, 0, ADA)
    store.policies.set(None, 0, STRICT, ADA)
    store.policies.remove(None, 1, ADA)
    with pytest.raises(UnknownPolicy):
        store.policies.remove(None, 2, ADA)


def test_the_trail_records_who_set_which_version_for_whom(store):
    store.policies.set("Rook", 0, STRICT, ADA)
    store.policies.set(None, 0, STRICT, "another")
    store.policies.remove("Rook", 1, ADA)
    told = [[row.content[key] for key in ("who", "action", "subject", "policy")] for row in store.audit.rows()]
    mark = store.audit.mark_of("rook")
    assert told == [
        [ADA, "policy.removed", mark, "client@2"],
        ["another", "policy.set", None, "default@1"],
        [ADA, "policy.set", mark, "client@1"],
    ]


def test_of_many_concurrent_policies_one_is_set(settings, opened):
    stores = [opened(settings) for _ in range(6)]

    def set_one(number):
        try:
            return stores[number].policies.set("Rook", 0, ReviewPolicy(least_k=number + 1), ADA)
        except StaleVersion:
            return None

    with ThreadPoolExecutor(6) as pool:
        won = [each for each in pool.map(set_one, range(6)) if each]
    assert stores[0].policies.versions("Rook") == tuple(won)
    assert len(won) == 1


def rules_for(store, *names):
    return [PoliciesInForce(store).policy_for(name)[0] for name in names]


def test_a_renamed_client_keeps_its_policy_under_every_name(store):
    """The models may know it by its alias, by its former name, or, once they are trained again, by the new one."""
    client = store.clients.add(Dictionary("Halden & Rook", ("HRL",)))
    store.policies.set("Halden & Rook", 0, STRICT, ADA)
    renamed = store.clients.change(client.id, 1, Dictionary("Heron Group", ("HRL",)), by=ADA)
    assert rules_for(store, "Halden & Rook", "HRL", "Heron Group") == [STRICT] * 3
    assert store.audit.rows()[0].content["action"] == "policy.set"
    store.clients.change(renamed.id, 2, Dictionary("HERON  group", ("HRL",), ("Kestrel",)), by=ADA)
    assert len(store.policies.versions("Heron Group")) == 1


def test_a_renamed_client_follows_what_is_set_for_its_new_name_under_every_name(store):
    """The models know it by its former name, whose policy is kept and may not stand in for a stricter one."""
    client = store.clients.add(Dictionary("Halden & Rook"))
    store.policies.set("Halden & Rook", 0, ReviewPolicy(least_k=2), ADA)
    store.clients.change(client.id, 1, Dictionary("Heron Group", ("Halden & Rook",)), by=ADA)
    store.policies.set("Heron Group", 1, STRICT, ADA)
    assert rules_for(store, "Heron Group", "Halden & Rook") == [STRICT] * 2
    store.policies.set("Heron Group", 2, ANY, ADA)
    assert rules_for(store, "Heron Group", "Halden & Rook") == [ReviewPolicy(least_k=2)] * 2


def test_policies_for_two_names_of_a_client_both_count(store):
    store.clients.add(Dictionary("Heron Group", ("HRL", "Heron")))
    store.policies.set("HRL", 0, ReviewPolicy(least_k=7), ADA)
    store.policies.set("Heron Group", 0, ReviewPolicy(second_approver=True), "another")
    both = ReviewPolicy(least_k=7, second_approver=True)
    assert rules_for(store, "Heron Group", "HRL", "Heron") == [both] * 3
    assert PoliciesInForce(store).stored_for("Heron").client == "Heron Group"


def test_a_policy_for_a_name_of_two_clients_counts_for_neither(store):
    store.clients.add(Dictionary("Heron Group", ("HRL",)))
    store.clients.add(Dictionary("Rook", ("HRL",)))
    store.policies.set("HRL", 0, STRICT, ADA)
    assert rules_for(store, "Heron Group", "Rook", "HRL") == [ANY, ANY, STRICT]


def test_a_new_name_that_has_a_policy_keeps_that_one(store):
    client = store.clients.add(Dictionary("Rook"))
    store.policies.set("Rook", 0, STRICT, ADA)
    store.policies.set("Heron", 0, replace(STRICT, least_k=3), ADA)
    store.clients.change(client.id, 1, Dictionary("Heron"), by=ADA)
    assert rules_for(store, "Rook", "Heron") == [STRICT, replace(STRICT, least_k=3)]


def test_a_client_whose_policy_counts_for_other_names_is_not_deleted(store):
    client = store.clients.add(Dictionary("Halden & Rook", ("HRL",)))
    store.policies.set("Halden & Rook", 0, STRICT, ADA)
    with pytest.raises(PolicyStillCounts):
        store.clients.remove(client.id, 1, ADA)
    assert rules_for(store, "HRL") == [STRICT]
    store.policies.remove("Halden & Rook", 1, ADA)
    store.clients.remove(client.id, 1, ADA)
    assert store.clients.all() == ()


def test_a_client_without_aliases_is_deleted_and_its_policy_is_kept(store):
    client = store.clients.add(Dictionary("Rook"))
    store.policies.set("Rook", 0, STRICT, ADA)
    store.clients.remove(client.id, 1, ADA)
    assert rules_for(store, "Rook") == [STRICT]
