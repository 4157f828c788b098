"""Administrators of one group, who work together, never undo what one of every group requires of a client.

Policies for several names of one client count together. So random sequences set, change and remove policies for
each name, rename the client, and compare what counts with what the administrator of every group has set last.
"""

import random

import pytest

from backend.blocking.objectives import Objective
from backend.errors import NotOfAllGroups
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.review_policy import ReviewPolicy
from backend.services.policies.stored_policies import PoliciesInForce
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.clients.policies import ReadClient
from backend.storage.rights.current_account import CurrentAccount
from backend.storage.rights.rights import Rights
from backend.storage.rights.roles import Role

EVERY_GROUP, ONE_GROUP = "carol", ("lea", "max")
RIGHTS = Rights({Role.ADMIN: frozenset({"Retail"})})
SEQUENCES, STEPS = 6, 12


def policy_of(draw):
    return ReviewPolicy(
        least_k=draw.choice((1, 1, 2, 5)),
        personal=frozenset(draw.choice(((), (), ("URL",), ("PERSON", "URL"), ("ALL",)))),
        objective=draw.choice((None, None, *Objective)),
        placeholder=draw.choice((None, None, *PlaceholderStyle)),
        second_approver=draw.random() < 0.2,
        blind_share=draw.choice((0, 0, 0.2)),
    )


class Sequence:
    """Steps of three administrators with the policies of one client of three names."""

    def __init__(self, shell, limited, number):
        self.draw = random.Random(number)  # noqa: S311 - cases, no secrets
        self.shell, self.limited, self.who = shell, limited, EVERY_GROUP
        self.names = [f"Halden{number}", f"Heron{number}", f"HRL{number}"]
        self.client = shell.clients.add(Dictionary(self.names[0], tuple(self.names[1:]), group="Retail"))
        self.shown = PoliciesInForce(shell)
        self.changed = 0

    def required(self):
        """What the administrator of every group has set last for each name."""
        found = []
        for name in self.names:
            versions = [each for each in self.shell.policies.versions(name) if each.by not in ONE_GROUP]
            found += [each.policy for each in versions[-1:] if each.policy is not None]
        for_all = self.shown.policy_for(None)[0]
        return [*found, for_all]

    def weaker(self):
        """What is required and does not count."""
        counting = [self.shown.policy_for(name)[0] for name in self.names]
        return {each for each in self.required() if any(one.is_weaker_than(each) for one in counting)}

    def step(self):
        who = self.draw.choice((EVERY_GROUP, *ONE_GROUP))
        before = self.weaker()
        if who == EVERY_GROUP:
            if self.draw.random() < 0.2:
                self.rename()
            else:
                self.set(self.shell, who, self.draw.choice((*self.names, *self.names, None)))
            return
        limited = self.limited[who]
        try:
            self.set(limited, who, self.draw.choice(self.names))
        except NotOfAllGroups:
            return
        self.changed += 1
        assert self.weaker() <= before, (who, self.names)

    def set(self, store, who, name):
        stored = self.shell.clients.get(self.client.id)
        known = stored.dictionary
        of = None if name is None else ReadClient(stored.id, known.name, known.group, known.aliases)
        versions = self.shell.policies.versions(name)[-1:]
        version = versions[0].version if versions and versions[0].policy is not None else 0
        if version and self.draw.random() < 0.25:
            store.policies.remove(name, version, who, of)
        else:
            store.policies.set(name, version, self.policy(who), who, of)

    def policy(self, who):
        """A policy, which mostly requires all that others require, but for what only one of them can."""
        made = policy_of(self.draw)
        if who != EVERY_GROUP and self.draw.random() < 0.7:
            for each in self.required():
                made = made.along_with(each)
        return made

    def rename(self):
        stored = self.shell.clients.get(self.client.id)
        name = self.draw.choice(self.names)
        others = tuple(each for each in self.names if each != name)
        self.shell.clients.change(stored.id, stored.version, Dictionary(name, others, group="Retail"), EVERY_GROUP)


@pytest.fixture
def stores(settings, opened):
    """The store of the administrator of every group, and those of the others."""
    limited = {}
    for who in ONE_GROUP:
        limited[who] = opened(settings)
        account = CurrentAccount(who, RIGHTS, lambda _session: RIGHTS)
        limited[who].identify_accounts_by(lambda account=account: account)
    return opened(settings), limited


def test_no_sequence_undoes_what_another_administrator_requires(stores):
    changed = 0
    for number in range(SEQUENCES):
        sequence = Sequence(stores[0], stores[1], number)
        for _ in range(STEPS):
            sequence.step()
        changed += sequence.changed
    assert changed > SEQUENCES


class TestOneAdministratorOfOneGroup:
    """A client that was called Halden, whose policy of that time still counts with that of today."""

    K = ReviewPolicy(least_k=5)

    @pytest.fixture
    def of(self, stores):
        stored = stores[0].clients.add(Dictionary("Heron", ("Halden",), group="Retail"))
        return ReadClient(stored.id, "Heron", "Retail", ("Halden",))

    def test_replaces_no_objective_that_counts_by_another_name(self, stores, of):
        shell, limited = stores
        shell.policies.set("Halden", 0, ReviewPolicy(objective=Objective.UNIFORM), EVERY_GROUP)
        with pytest.raises(NotOfAllGroups):
            limited["lea"].policies.set("Heron", 0, ReviewPolicy(objective=Objective.SIMPLE), "lea", of)
        more = ReviewPolicy(least_k=9)
        limited["lea"].policies.set("Heron", 0, more, "lea", of)
        counts = PoliciesInForce(shell).policy_for("Heron")[0]
        assert counts == ReviewPolicy(least_k=9, objective=Objective.UNIFORM)

    def test_removes_no_policy_behind_which_an_older_one_asks_for_less(self, stores, of):
        shell, limited = stores
        shell.policies.set("Halden", 0, ReviewPolicy(least_k=2), EVERY_GROUP)
        for name in ("Heron", None):
            shell.policies.set(name, 0, self.K, EVERY_GROUP)
        with pytest.raises(NotOfAllGroups):
            limited["lea"].policies.remove("Heron", 1, "lea", of)
        shell.policies.remove("Halden", 1, EVERY_GROUP)
        limited["lea"].policies.remove("Heron", 1, "lea", of)
        assert PoliciesInForce(shell).policy_for("Heron")[0] == self.K


def test_of_two_objectives_for_names_of_a_client_the_last_one_counts(store):
    store.clients.add(Dictionary("Heron", ("Halden",)))
    for name, objective in (("Heron", Objective.SIMPLE), ("Halden", Objective.UNIFORM)):
        store.policies.set(name, 0, ReviewPolicy(objective=objective), EVERY_GROUP)
    assert PoliciesInForce(store).policy_for("Heron")[0].objective is Objective.UNIFORM
    store.policies.set("Heron", 1, ReviewPolicy(objective=Objective.SIMPLE), EVERY_GROUP)
    assert PoliciesInForce(store).policy_for("Halden")[0].objective is Objective.SIMPLE
