"""Random sequences of changes, backups, restores, rotations and attacks, against a model of what has to hold.

Two long-lived processes and fresh ones use one database, while an attacker puts back whatever it held before. A key
holds, and a policy counts, only as the model says; anything else is refused.
"""

import copy
import random
from datetime import timedelta
from functools import partial

import pytest

from backend.errors import UnsaidError
from backend.redaction.review_policy import ReviewPolicy
from backend.settings import Settings
from backend.storage.db.database import make_private
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from tests.storage.direct_database import Raw

HERE, ALL, STEPS = (4,), range(40), 30
"""Seeds that are tried here, and by `make attacks`."""

TABLES = ("api_keys", "policies", "certificate_keys")
SIGNED = ("row_macs", "mac_tree", "audit", "audit_head", "secrets", "revisions")


class Model:
    """The roles of the keys that hold, the least k of the policy for all, and the revoked certificate keys."""

    def __init__(self):
        self.roles, self.least_k, self.revoked = {}, None, set()


class Sequence:
    """The processes, the model, and what the attacker has seen."""

    def __init__(self, folder, seed):
        self.drawn, self.folder = random.Random(seed), folder  # noqa: S311 - so that a finding comes again
        database = folder / "elsewhere" / "unsaid.db"
        make_private(database)
        self.settings = Settings(
            folder / "data", folder / "registry", folder / "lists", database=f"sqlite:///{database}"
        )
        self.stores, self.model, self.tokens = {}, Model(), {}
        self.store("first").upgrade()
        self.raw = Raw(self.settings)
        self.true, self.seen, self.backups = self.raw.all(), [], []

    def store(self, process):
        if process == "fresh" and process in self.stores:
            self.stores.pop(process).close()
        if process not in self.stores:
            self.stores[process] = Store.of(self.settings)
        return self.stores[process]

    def close(self):
        for store in self.stores.values():
            store.close()

    def step(self):
        what = self.drawn.choices([self.change, self.look_round, self.attack], weights=(5, 2, 3))[0]
        what()
        for process in self.drawn.sample(["first", "second", "fresh"], 2):
            self.assert_as_the_model_says(self.store(process))

    def change(self):
        """An honest change, mostly after somebody has put the true rows back."""
        if self.drawn.random() < 0.7:
            self.raw.put(self.true)
        deed = self.drawn.choice([self.key, self.revoke, self.policy, self.certificate, self.back_up, self.restore])
        store, after = self.store(self.drawn.choice(["first", "second", "fresh"])), copy.deepcopy(self.model)
        before = self.raw.all()
        try:
            self.model = deed(store, after) or after
        except UnsaidError:
            assert all(self.raw.rows(t) == before[t] for t in TABLES), (
                f"{deed.__name__} was refused, and has changed something"
            )
        else:
            self.true = self.raw.all()

    def key(self, store, after):
        made = store.api_keys.new("k", self.drawn.choice(list(Role)), None, timedelta(days=9))
        after.roles[made.key.id], self.tokens[made.key.id] = made.key.role, made.token

    def revoke(self, store, after):
        for key in self.drawn.sample(sorted(after.roles), min(1, len(after.roles))):
            store.api_keys.revoke(key)
            del after.roles[key]

    def policy(self, store, after):
        versions = store.policies.versions(None)
        after.least_k = self.drawn.randint(2, 9)
        store.policies.set(
            None, versions[-1].version if versions else 0, ReviewPolicy(least_k=after.least_k), "Ann"
        )

    def certificate(self, store, after):
        key = store.certificate_keys.new("c")
        if self.drawn.random() < 0.5:
            after.revoked.add(store.certificate_keys.revoke(key.id).id)

    def back_up(self, store, after):
        file = self.folder / f"{len(self.backups)}.backup"
        self.raw.put(self.true)
        store.back_up(file)
        self.backups.append((file, copy.deepcopy(after)))

    def restore(self, store, after):
        if self.backups:
            file, then = self.drawn.choice(self.backups)
            store.restore(file, replace=True)
            then = copy.deepcopy(then)
            then.revoked |= after.revoked
            return then
        store.rotate_key("Ann")
        return after

    def look_round(self):
        self.seen = [*self.seen[-7:], self.raw.all()]

    def attack(self):
        if not self.seen:
            return
        then, now = self.drawn.choice(self.seen), self.raw.all()
        table = self.drawn.choice(TABLES)
        some = {each: then[each] for each in SIGNED if self.drawn.random() < 0.6}
        macs = [row for row in now["row_macs"] if row["kind"] != table]
        macs += [row for row in then["row_macs"] if row["kind"] == table]
        kept = [row for row in now[table] if self.drawn.random() < 0.7]
        put = self.drawn.choice(
            [
                then,
                {each: then[each] for each in self.drawn.sample(sorted(then), 3)},
                {table: then[table], **some},
                {table: then[table], **some, "row_macs": macs},
                {table: kept},
            ]
        )
        self.raw.put(put)

    def assert_as_the_model_says(self, store):
        model = self.model
        for key, token in self.tokens.items():
            found = _unless_refused(partial(_key_of, store, token))
            assert found is None or found.role == model.roles.get(key), f"key {key} holds"
        policies = _unless_refused(partial(_policies_of, store))
        assert policies is None or [each.policy.least_k for each in policies] == [model.least_k][: len(policies)]
        assert policies != () or model.least_k is None, "the policy is gone"
        certificates = _unless_refused(partial(_certificate_keys_of, store)) or ()
        assert not [each for each in certificates if each.id in model.revoked and each.revoked is None]


def _key_of(store, token):
    return store.api_keys.of(token)


def _policies_of(store):
    return store.policies.current()


def _certificate_keys_of(store):
    return store.certificate_keys.all()


def _unless_refused(look):
    try:
        return look()
    except UnsaidError:
        return None


@pytest.fixture
def remembered():
    """What the machine remembers counts: nothing else tells a fresh process that everything was put back."""


@pytest.mark.usefixtures("remembered")
def test_nobody_gets_more_by_any_sequence(tmp_path, request):
    for seed in ALL if request.config.getoption("--all-attacks", default=False) else HERE:
        sequence = Sequence(tmp_path / str(seed), seed)
        try:
            for number in range(STEPS):
                try:
                    sequence.step()
                except AssertionError as wrong:
                    pytest.fail(f"seed {seed}, step {number}: {wrong}")
        finally:
            sequence.close()
