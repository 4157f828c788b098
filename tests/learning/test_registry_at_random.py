"""Random changes of a registry by two machines, and attacks on its files between them.

A model of the registry says which headers Unsaid has stored, and which version is in use. Each machine has to agree
with it, or to refuse.
"""

import json
import random
import shutil

import pytest

from backend.errors import UnsaidError
from backend.learning.registry import Registry
from backend.learning.registry_seal import RegistryKeys
from backend.learning.version_files import HEADER
from backend.services.models.serving import ServedModels
from tests.learning.test_registry import TRAINED

SEEDS, STEPS = range(6), 40


class Attacked:
    """Two machines with one key, what was stored, and what the attacker has copied."""

    def __init__(self, folder, seed):
        self.drawn, self.folder = random.Random(seed), folder / "registry"  # noqa: S311 - so that it comes again
        self.machines = [Registry(self.folder, RegistryKeys(folder / name, ("a key",))) for name in ("a", "b")]
        self.served = [ServedModels(each) for each in self.machines]
        self.stored, self.in_use, self.true, self.seen = {}, [], {}, []

    def files(self):
        found = (path for path in self.folder.rglob("*") if path.is_file() and path.name != ".lock")
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in found}

    def put(self, files, *, alone=False):
        if alone:
            shutil.rmtree(self.folder / "versions", ignore_errors=True)
        for name, content in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_bytes(content)

    def change(self):
        """An honest change, mostly after somebody has put the true files back; both machines notice it."""
        if self.true and self.drawn.random() < 0.6:
            self.put(self.true, alone=True)
        deed = self.drawn.choice([self.save, self.attach, self.promote, self.roll_back, self.authenticate])
        try:
            deed(self.drawn.choice(self.machines))
        except UnsaidError:
            return
        self.true = self.files()

    def save(self, machine):
        self.note(machine.save(TRAINED, f"v{len(self.stored)}"))
        self.in_use = self.in_use or ["v0"]

    def attach(self, machine):
        for name in self.drawn.sample(sorted(self.stored), min(1, len(self.stored))):
            machine.attach(name, "defence.npz", self.drawn.randbytes(5))
            self.note(name)

    def note(self, name):
        self.stored[name] = self.header(name)

    def header(self, name):
        return (self.folder / "versions" / name / HEADER).read_bytes()

    def promote(self, machine):
        for name in self.drawn.sample(sorted(self.stored), min(1, len(self.stored))):
            machine.promote(name)
            self.in_use += [name] if self.in_use[-1:] != [name] else []

    def roll_back(self, machine):
        machine.roll_back()
        self.in_use.pop()

    def authenticate(self, machine):
        """As each rotation of the key does."""
        machine.authenticate()

    def look_round(self):
        self.seen.append(self.files())

    def attack(self):
        then, now = self.drawn.choice(self.seen or [{}]), self.files()
        if then and now:
            self.drawn.choice([self.put_back, self.put_in, self.name_another, self.swap, self.change_a_bit])(
                then, now
            )

    def put_back(self, then, _now):
        some = {name: content for name, content in then.items() if self.drawn.random() < 0.5}
        self.put(*[(then,), (some,)][self.drawn.randrange(2)])

    def put_in(self, then, _now):
        versions = sorted({name.split("/")[1] for name in then if name.startswith("versions/")})
        source, place = self.drawn.choice(versions), self.drawn.choice([*versions, "forged"])
        head = f"versions/{source}/"
        self.put({f"versions/{place}/{name[len(head) :]}": then[name] for name in then if name.startswith(head)})

    def name_another(self, _then, _now):
        name = self.drawn.choice([*self.stored, "forged"])
        self.put({"promotions.json": json.dumps({"promoted": [name]}).encode()})

    def swap(self, _then, now):
        one, other = self.drawn.sample(sorted(now), 2)
        self.put({one: now[other], other: now[one]})

    def change_a_bit(self, _then, now):
        name = self.drawn.choice(sorted(now))
        content = bytearray(now[name])
        content[self.drawn.randrange(len(content))] ^= 1 << self.drawn.randrange(8)
        self.put({name: bytes(content)})

    def assert_as_stored(self):
        for machine, served in zip(self.machines, self.served, strict=True):
            assert _unless_refused(machine.promoted) in {None, *self.in_use[-1:]}, "another version is in use"
            for name in (*self.stored, "forged"):
                loaded = _unless_refused(machine.load, name)
                assert loaded is None or self.header(name) == self.stored.get(name), f"{name} was not stored"
            served.refresh()
            assert served._served is None or served._served.model.version in self.stored


def _unless_refused(look, *what):
    try:
        return look(*what)
    except UnsaidError:
        return None


@pytest.mark.parametrize("seed", SEEDS)
def test_no_version_is_used_that_was_not_stored(tmp_path, seed):
    attacked = Attacked(tmp_path, seed)
    for _ in range(STEPS):
        attacked.drawn.choices([attacked.change, attacked.look_round, attacked.attack], weights=(5, 2, 5))[0]()
        attacked.assert_as_stored()
