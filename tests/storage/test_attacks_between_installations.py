"""Rows of another installation, which has the same key and goes on from a backup, are mixed into ours at random.

Its administrator is the attacker: rights, policies, keys, reviews and seals of registries changed there at will,
and all its rows are authentic there. What our store answers stays true, or is refused.
"""

import copy
import random
from dataclasses import replace

import pytest

from backend.errors import UnsaidError
from backend.redaction.review_policy import ReviewPolicy
from backend.review.workflow import Step
from backend.storage.db.keys import new_key
from backend.storage.rights.roles import Role
from backend.storage.tables import Table
from tests.storage.direct_database import Raw
from tests.storage.test_attacks_on_rows import DAY, ISSUER, Filled, key_columns, wrong_answers
from tests.storage.test_registry_seals import restored_elsewhere

HERE, ALL = 8, 150
"""Mixes that are tried here, and by `make attacks`."""

MACS = ("row_macs", "mac_tree")
TRAIL = ("audit", "audit_head")


class Theirs:
    """The other installation: its rows at four moments, and a key that only it has given out."""

    def __init__(self, ours, settings, opened, folder):
        settings = restored_elsewhere(ours.store, ours.settings, settings, opened, folder)
        raw, store = Raw(settings), opened(settings)
        self.moments = [raw.all()]
        self.change(ours, store)
        self.moments.append(raw.all())
        rotated = replace(settings, keys=(new_key(), *settings.keys))
        opened(rotated).rotate_key()
        self.moments.append(raw.all())
        opened(rotated).restore(folder / "a.backup", replace=True)
        self.moments.append(raw.all())

    def change(self, ours, store):
        self.token = store.api_keys.new("theirs", Role.ADMIN, None, DAY).token
        store.api_keys.revoke(ours.ids[0])
        store.users.grant(ISSUER, "ada", [Role.ADMIN, Role.AUDITOR], None, "unsaid")
        store.policies.set(None, 2, ReviewPolicy(), "unsaid")
        store.policies.set("Rook", 2, ReviewPolicy(), "unsaid")
        store.certificate_keys.new("theirs")
        store.registry_seals.keep((9, 9, 9, True), {"/registry": (2, 6, 7, True)})
        store.reviews.take(ours.reviews[1].id, 3, "eve", Step.CLAIM)
        store.reviews.take(ours.reviews[1].id, 4, "eve", Step.APPROVE)
        store.clients.change(ours.rook.id, 2, replace(store.clients.get(ours.rook.id).dictionary, always=()))


def mixed(drawn, table, ours, theirs):
    """The rows of a table: theirs, both, or for each key one of the two."""
    keys = key_columns(table)
    own, other = ({tuple(row[key] for key in keys): row for row in each[table]} for each in (ours, theirs))
    how = drawn.choice(["theirs", "theirs first", "ours first", "any"])
    if how == "theirs":
        rows = other
    elif how == "any":
        rows = {key: drawn.choice([own, other]).get(key) for key in {**own, **other}}
    else:
        rows = {**own, **other} if how == "theirs first" else {**other, **own}
    return [dict(row) for row in copy.deepcopy(rows).values() if row is not None]


def drawn_tables(drawn):
    """Which tables to mix: some that say something, mostly with their MACs, sometimes with a part of the trail."""
    said = sorted(set(Table.metadata.tables) - {*MACS, *TRAIL, "secrets"})
    tables = drawn.sample(said, drawn.randint(1, 4))
    tables += [each for each in MACS if drawn.random() < 0.8]
    # All of the trail is the other store, which a machine that has seen ours refuses.
    tables += drawn.choice([(), (), (TRAIL[0],), (TRAIL[1],)])
    return tables + (["secrets"] if drawn.random() < 0.2 else [])


@pytest.fixture
def filled(settings):
    filled = Filled(settings)
    yield filled
    filled.store.close()


def test_no_rows_of_another_installation_count_here(filled, kind, new_settings, opened, request, tmp_path):
    everything = request.config.getoption("--all-attacks", default=False)
    wanted = ALL if everything else HERE if kind == "sqlite" else HERE // 2
    theirs, drawn = Theirs(filled, new_settings(kind), opened, tmp_path), random.Random(29)  # noqa: S311 - comes again
    honest = filled.answers()
    filled.reset()
    told, tried = [], 0
    while tried < wanted:
        there = drawn.choice(theirs.moments)
        tables = {each: mixed(drawn, each, filled.now, there) for each in drawn_tables(drawn)}
        try:
            filled.raw.put(tables)
        except filled.raw.refusals:
            continue
        tried += 1
        filled.start_again()
        try:
            answers = filled.answers()
        except UnsaidError:
            answers = honest  # the store does not open
        # Of an open job and its files not all columns count: what these list is not compared.
        answers["list: files"] = honest["list: files"]
        told += [f"{sorted(tables)}: {use} says {answers[use]!r}"[:300] for use in wrong_answers(honest, answers)]
        if _key_holds(filled.store, theirs.token):
            told.append(f"{sorted(tables)}: their key holds")
        filled.raw.put(filled.now)
        filled.start_again()
    assert told == []


def _key_holds(store, token):
    try:
        return store.api_keys.of(token) is not None
    except UnsaidError:
        return False
