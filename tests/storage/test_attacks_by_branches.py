"""Trails that were put back and have grown since, with rows of another branch in place of their own.

Every row is one that Unsaid has signed, under its own number. Whoever has an exported file of the branch that was
given up, or reads the list from its end, has to notice.
"""

import random

import pytest

from backend.errors import StoreDamaged
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail_file import examine_file, export_lines
from tests.further_cases import on_databases
from tests.storage.direct_database import Raw

SEEDS, STEPS, PAGE = [(0,), (1,), (2,), (3,)], 30, 3


class Branches:
    """A database without anybody who remembers its end, what it held before, and the files exported from it."""

    def __init__(self, settings, opened, folder, seed):
        self.drawn, self.settings, self.opened = random.Random(seed), settings, opened  # noqa: S311
        self.raw, self.folder = Raw(settings), folder
        self.true, self.seen, self.files = [], [], []
        self.store = opened(settings)
        self.grow()

    def grow(self):
        """Unsaid goes on from what it finds."""
        for _ in range(self.drawn.randint(1, 4)):
            self.store.audit.record(Event("Ann", Action.KEY_MADE, str(self.drawn.random())))
        self.true = self.stored()

    def stored(self):
        return sorted(self.raw.rows("audit"), key=lambda row: row["number"])

    def look_round(self):
        """The attacker copies the database."""
        self.seen.append(self.raw.all())

    def export(self):
        """An auditor keeps a file, while nobody has changed anything."""
        file = self.folder / f"{len(self.files)}.jsonl"
        with self.store.audit.opened() as (links, head):
            file.write_bytes(b"".join(export_lines(links, head)))
        self.files.append((file, self.true))

    def put_back(self):
        """All of the database is as it was before, and the service starts again."""
        if self.seen:
            self.raw.put(self.drawn.choice(self.seen[-3:]))
            self.store.close()
            self.store = self.opened(self.settings)
            for _ in range(3):
                self.grow()

    def assert_noticed(self):
        """With rows of other branches in it, or without."""
        hashes = [row["hash"] for row in self.true]
        for number in range(4):
            self.raw.put({"audit": self.mixed() if number else self.true})
            for file, kept in self.files:
                goes_on = hashes[: len(kept)] == [row["hash"] for row in kept]
                holds = examine_file(file, self.store.audit).holds
                assert holds <= goes_on, "the file is of a branch that was given up"
                assert holds >= (goes_on and number == 0), "the file is of this trail"
            assert self.listed() == hashes[::-1] or number, "the list is refused"
        self.raw.put({"audit": self.true})

    def mixed(self):
        """The rows that there are, but the last one, some of them replaced by those of one other branch."""
        rows = {row["number"]: row for row in self.true}
        others = [state["audit"] for state in self.seen] + [kept for _, kept in self.files] * 3
        for other in self.drawn.choices(others, k=1) if others else ():
            first, last = sorted(self.drawn.choices(range(len(self.true)), k=2))
            if self.drawn.random() < 0.5:
                first, last = 0, len(self.true) - 1
            rows |= {row["number"]: row for row in other if first <= row["number"] <= last}
        return [rows[number] for number in sorted(rows)]

    def listed(self):
        """The hashes that the list tells, page by page from its end, until it refuses."""
        told, before = [], None
        try:
            while page := self.store.audit.rows(before=before, most=PAGE):
                told += [each.hash for each in page]
                before = page[-1].number
        except StoreDamaged:
            pass
        assert told == [row["hash"] for row in self.true][::-1][: len(told)], "the list tells of another branch"
        return told


@pytest.mark.parametrize(("kind", "seed"), on_databases(SEEDS, SEEDS[:1]))
def test_rows_of_a_branch_that_was_given_up_are_noticed(settings, opened, tmp_path, seed):
    branches = Branches(settings, opened, tmp_path, seed)
    for _ in range(STEPS):
        steps = [branches.grow, branches.look_round, branches.export, branches.put_back, branches.assert_noticed]
        branches.drawn.choices(steps, weights=(5, 3, 2, 2, 3))[0]()
    branches.assert_noticed()
