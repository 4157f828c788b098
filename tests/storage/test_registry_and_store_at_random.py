"""Random lives of a registry and of the store that remembers its seals, which an attacker makes disagree.

Machines begin with new data folders and with the keys of any moment, the key is rotated step by step, both are put
back from backups, and another installation goes on from copies of both under the same key. Between these steps an
attacker puts back, mixes and removes files and rows. Every answer is that of the model, or a refusal.
"""

import random
import shutil
from dataclasses import replace
from functools import partial

import pytest

from backend.errors import UnsaidError
from backend.learning.registry import Registry
from backend.learning.registry_seal import FILE, RegistryKeys
from backend.settings import Settings
from backend.storage.db.database import make_private
from backend.storage.db.keys import new_key
from backend.storage.store import Store
from backend.wiring.registries import SealsInStore
from tests.learning.test_registry import TRAINED
from tests.storage.direct_database import Raw
from tests.storage.test_registry_seals import files, put

HERE, ALL, STEPS = (6,), range(40), 25
"""Seeds that are tried here, and by `make attacks`."""

SIGNED = ("row_macs", "mac_tree", "audit", "audit_head", "secrets", "revisions", "registry_seals")


class Installation:
    """A store, a registry, and machines with keys of different moments."""

    def __init__(self, folder, key):
        self.folder, self.registry, self.machines, self.stores = folder, folder / "registry", 0, []
        database = folder / "elsewhere" / "unsaid.db"
        make_private(database)
        self.settings = Settings(
            folder / "data", self.registry, folder / "lists", database=f"sqlite:///{database}", keys=(key,)
        )

    def store(self):
        self.stores.append(Store.of(self.settings))
        return self.stores[-1]

    def machine(self):
        """A new machine, which has seen neither the registry nor the store."""
        self.machines += 1
        data = self.folder / f"machine{self.machines}"
        store = Store.of(replace(self.settings, data=data))
        self.stores.append(store)
        return Registry(self.registry, RegistryKeys(data, self.settings.keys, SealsInStore(store), in_use=True))

    def close(self):
        for each in self.stores:
            each.close()


class Lives:
    def __init__(self, folder, seed):
        self.drawn, self.folder = random.Random(seed), folder  # noqa: S311 - so that a finding comes again
        self.ours = Installation(folder / "ours", new_key())
        self.ours.store().upgrade()
        self.running = [self.ours.machine()]
        self.running[0].save(TRAINED, "v0")
        self.raw = Raw(self.ours.settings)
        self.in_use, self.backups, self.seen, self.tries = ["v0"], [], [], 0
        self.true = self.now()
        self.replaced = set()

    def now(self):
        return files(self.ours.registry), self.raw.all()

    def back(self, state):
        put(self.ours.registry, state[0])
        self.raw.put(state[1])
        self.replaced = set()

    def change(self):
        """An honest change of the true state; whoever has the old keys may be refused."""
        self.back(self.true)
        deed = self.drawn.choice(
            [self.save, self.promote, self.promote, self.authenticate, self.rotate, self.back_up, self.restore]
        )
        machine = self.ours.machine() if self.drawn.random() < 0.4 else self.drawn.choice(self.running)
        try:
            deed(machine)
        except UnsaidError:
            assert machine in self.running, "a new machine with all keys is refused"
            self.back(self.true)
            return
        self.running = [*self.running[-3:], machine]
        self.true = self.now()

    def save(self, machine):
        machine.save(TRAINED, f"v{len(self.seen)}-{self.drawn.randrange(10**6)}")

    def promote(self, machine):
        name = self.drawn.choice(sorted(each.name for each in machine.versions()))
        machine.promote(name)
        self.in_use.append(name)

    def authenticate(self, machine):
        machine.authenticate()

    def rotate(self, _machine):
        """A new key in front; the old ones go at once, or at a later rotation."""
        before = self.ours.settings
        self.ours.settings = replace(before, keys=(new_key(), *before.keys))
        try:
            self.ours.machine().authenticate()
            self.ours.store().rotate_key("Ann")
        except UnsaidError:
            self.ours.settings = before
            raise
        if self.drawn.random() < 0.5:
            self.ours.settings = replace(before, keys=self.ours.settings.keys[:1])

    def back_up(self, _machine):
        file = self.folder / f"{len(self.backups)}.backup"
        self.ours.store().back_up(file)
        self.backups.append((file, files(self.ours.registry), self.in_use[-1], self.ours.settings.keys))

    def restore(self, _machine):
        """The store of a backup with the registry of now; then perhaps the registry too, which somebody checks."""
        for file, registry, in_use, keys in self.drawn.sample(self.backups, min(1, len(self.backups))):
            if keys[0] not in self.ours.settings.keys:
                continue
            self.ours.store().restore(file, replace=True)
            if self.drawn.random() < 0.5:
                put(self.ours.registry, registry)
                self.ours.machine().authenticate(restored=True)
                self.in_use.append(in_use)
            if keys != self.ours.settings.keys:
                self.rotate(None)

    def others_go_on(self):
        """Another installation, with copies of both and the same keys, promotes a version of its own."""
        theirs = Installation(self.folder / f"theirs{len(self.seen)}-{self.drawn.randrange(10**6)}", "x")
        theirs.settings = replace(theirs.settings, keys=self.ours.settings.keys)
        file = theirs.folder / "a.backup"
        self.back(self.true)
        self.ours.store().back_up(file)
        theirs.store().restore(file)
        shutil.copytree(self.ours.registry, theirs.registry)
        machine = theirs.machine()
        machine.authenticate(restored=True)
        machine.save(TRAINED, "evil")
        machine.promote("evil")
        self.seen.append((files(theirs.registry), Raw(theirs.settings).all()))
        if self.drawn.random() < 0.5:
            put(self.ours.registry, self.seen[-1][0])  # ours with nothing in between
        theirs.close()

    def attack(self):
        then, now = self.drawn.choice(self.seen or [self.true]), self.now()
        self.tries += 1
        put(self.ours.registry, self.mixed(then[0], now[0]))
        if self.drawn.random() < 0.4:
            (self.ours.registry / FILE).unlink(missing_ok=True)
            (self.ours.registry / "promotions.json").write_text('{"promoted": ["evil"]}')
        tables = {each: then[1][each] for each in SIGNED if self.drawn.random() < self.drawn.choice([0, 0.3, 0.6])}
        # The whole database of another moment is found by other means, also if it comes in several pieces.
        if len(self.replaced | tables.keys()) >= len(SIGNED) - 2:
            self.raw.put(self.true[1])
            self.replaced = set()
        if len(tables) < len(SIGNED) - 2:
            self.raw.put(tables)
            self.replaced |= tables.keys()
        if self.drawn.random() < 0.2:
            rows = self.raw.rows("registry_seals")
            self.raw.put({"registry_seals": self.drawn.sample(rows, max(len(rows) - 1, 0))})

    def mixed(self, then, now):
        how = self.drawn.choice(["then", "seal", "versions", "any"])
        if how == "then":
            return then
        if how == "any":
            return now | {name: content for name, content in then.items() if self.drawn.random() < 0.5}
        return now | {name: content for name, content in then.items() if (name == FILE) == (how == "seal")}

    def assert_true(self):
        for machine in (self.ours.machine(), self.drawn.choice(self.running)):
            for ask in (machine.promoted, partial(_version_of, machine)):
                found = _unless_refused(ask)
                assert found in {None, self.in_use[-1]}, f"{found} is used instead of {self.in_use[-1]}"

    def live(self):
        for _ in range(STEPS):
            self.drawn.choices([self.change, self.attack, self.look_round], weights=(5, 6, 2))[0]()
            self.assert_true()
        self.back(self.true)
        assert self.ours.machine().load().version == self.in_use[-1], "what is true is refused"

    def look_round(self):
        if self.drawn.random() < 0.4:
            self.others_go_on()
        else:
            self.seen.append(self.now())


def _version_of(machine):
    return machine.load().version


def _unless_refused(look):
    try:
        return look()
    except UnsaidError:
        return None


def test_no_model_is_used_that_is_not_in_use(tmp_path, request):
    for seed in ALL if request.config.getoption("--all-attacks", default=False) else HERE:
        lives = Lives(tmp_path / str(seed), seed)
        try:
            lives.live()
        except AssertionError as wrong:
            pytest.fail(f"seed {seed}, after {lives.tries} attacks: {wrong}")
        finally:
            lives.ours.close()
