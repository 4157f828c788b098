"""Whoever had the old key and a copy of the database forges nothing after the key was rotated.

The forger makes MACs, trees and signatures by itself. Before the rotation its rows pass, which shows that it does
so rightly; after the rotation each of them is refused.
"""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from backend.errors import UnsaidError
from backend.redaction.review_policy import ReviewPolicy
from backend.storage.audit.trail_file import examine_file, export_lines
from backend.storage.authenticity.hash_chain import FaultKind, RowFaultKind
from backend.storage.db.keys import new_key
from backend.storage.rights.roles import Role
from tests.further_cases import MOSTLY_SQLITE, on_both_databases
from tests.storage.direct_database import Raw
from tests.storage.forger import Forger, secret_in

DAY = timedelta(days=1)


class Attacked:
    """A store with an API key of a user and two policies, its keys, and what somebody has copied of it."""

    def __init__(self, store, settings, opened):
        self.opened = opened
        self.raw = Raw(settings)
        self.key = store.api_keys.new("k", Role.USER, None, DAY)
        store.policies.set(None, 0, ReviewPolicy(least_k=2), "unsaid")
        store.policies.set(None, 1, ReviewPolicy(least_k=7), "unsaid")
        self.copy = self.raw.all()
        self.forger = Forger(self.raw, secret_in(self.copy, settings.keys[0]))
        self.before, new = settings, new_key()
        self.both, self.after = replace(settings, keys=(new, *settings.keys)), replace(settings, keys=(new,))
        self.running = opened(self.both)
        self.running.check()

    @property
    def id(self):
        return self.key.key.id

    def rotate(self):
        self.opened(self.both).rotate_key()

    def forge_key(self):
        self.forger.write_row("api_keys", self.id, role="admin")

    def forge_policy(self):
        """Make the first policy the newest one."""
        old, _ = sorted(self.copy["policies"], key=lambda row: row["version"])
        self.forger.write_row("policies", old["id"], version=3)


def role_of(attacked, store):
    found = store.api_keys.of(attacked.key.token)
    return None if found is None else found.role


def refusal(use):
    try:
        return f"no refusal: {use()!r}"
    except UnsaidError as error:
        return error.code


@pytest.fixture(params=MOSTLY_SQLITE)
def kind(request):
    """On PostgreSQL the same statements run: `make check` runs one test of each sort there."""
    return request.param


@pytest.fixture
def attacked(store, settings, opened):
    return Attacked(store, settings, opened)


@on_both_databases
def test_the_forger_can_do_it_before_the_rotation(attacked):
    """A test of the forger alone: what it forges has to pass wherever nothing protects from it."""
    attacked.forge_key()
    attacked.forge_policy()
    attacked.forger.make_all_fit()
    store = attacked.opened(attacked.before)
    assert role_of(attacked, store) == Role.ADMIN
    assert [(each.version, each.policy.least_k) for each in store.policies.current()] == [(3, 2)]


@pytest.mark.parametrize("who", ["a process that runs", "a new process"])
@pytest.mark.parametrize("all_fits", [False, True], ids=["one row and its MAC", "all MACs, the tree and the trail"])
def test_after_the_rotation_nothing_forged_counts_and_the_audit_names_it(attacked, all_fits, who):
    attacked.rotate()
    store = attacked.running if who == "a process that runs" else attacked.opened(attacked.after)
    assert role_of(attacked, store) == Role.USER
    attacked.forge_key()
    attacked.forge_policy()
    if all_fits:
        attacked.forger.make_all_fit()
    if who == "a new process":
        store = attacked.opened(attacked.after)
    assert refusal(store.api_keys.all) in {"not_authentic", "store_damaged"}
    assert refusal(lambda: role_of(attacked, store)) in {"no refusal: None", "store_damaged"}
    assert refusal(store.policies.current) in {"not_authentic", "store_damaged"}
    if all_fits:
        assert refusal(lambda: store.api_keys.new("more", Role.ADMIN, None, DAY)) == "store_damaged"
    told = store.audit.verify()
    named = {(each.table, each.row) for each in told.stored if each.wrong is RowFaultKind.CHANGED}
    assert ("api_keys", attacked.id) in named
    assert "policies" in {table for table, _row in named}
    assert all_fits == (FaultKind.END_CHANGED in {each.wrong for each in told.faults})


def _by_purpose(rows, purpose):
    return [row for row in rows if row["purpose"] == purpose]


def _secrets(attacked, how):
    """What somebody makes of the secrets, who does not know the new key."""
    now, old = attacked.raw.rows("secrets"), attacked.copy["secrets"]
    macs = sorted(_by_purpose(now, "mac"), key=lambda row: row["id"])
    rest = [row for row in now if row["purpose"] != "mac"]
    seals = sorted(_by_purpose(now, "seal"), key=lambda row: row["id"])
    return {
        "those of before": old,
        "the mark of before": [*_by_purpose(old, "mark"), *_by_purpose(now, "seal"), *macs],
        "none for MACs": rest,
        "the former one alone": [*rest, macs[0]],
        "the former one in place of the present one": [*rest, macs[0], {**macs[1], "sealed": macs[0]["sealed"]}],
        "the former one as the mark": [{**macs[0], "purpose": "mark"}, *seals],
        "the mark for MACs": [*rest, macs[0], {**_by_purpose(now, "mark")[0], "id": 99, "purpose": "mac"}],
        "the older seal alone": [*_by_purpose(now, "mark"), seals[0], *macs],
    }[how]


HOW = [
    "those of before",
    "the mark of before",
    "none for MACs",
    "the former one alone",
    "the former one in place of the present one",
    "the former one as the mark",
    "the mark for MACs",
    "the older seal alone",
]


@pytest.mark.parametrize("how", HOW)
def test_no_former_secret_counts_again(attacked, how):
    attacked.rotate()
    attacked.forge_key()
    attacked.forger.make_all_fit()
    attacked.raw.put({"secrets": _secrets(attacked, how)})
    for store in (attacked.opened(attacked.after), attacked.running):
        said = refusal(lambda: role_of(attacked, store))  # noqa: B023 - called here
        assert said in {"store_damaged", "key_unusable"}
        assert store.upgrade().adopted == 0, "rows get no other MACs"


@on_both_databases
def test_a_second_rotation_shuts_out_who_knows_the_first(attacked, opened):
    attacked.rotate()
    third = replace(attacked.before, keys=(new_key(), *attacked.after.keys))
    opened(third).rotate_key()
    attacked.forge_key()
    attacked.forger.make_all_fit()
    assert refusal(lambda: role_of(attacked, opened(third))) == "store_damaged"


# Exported ends


def exported(store, path):
    with store.audit.opened() as (links, head):
        path.write_bytes(b"".join(export_lines(links, head)))
    return path


def test_ends_that_were_exported_before_rotations_still_verify(attacked, opened, tmp_path):
    first = exported(attacked.running, tmp_path / "first.jsonl")
    attacked.rotate()
    attacked.running.policies.set(None, 2, ReviewPolicy(least_k=9), "unsaid")
    second = exported(attacked.running, tmp_path / "second.jsonl")
    third = replace(attacked.before, keys=(new_key(), *attacked.after.keys))
    opened(third).rotate_key()
    for file in (first, second, exported(opened(third), tmp_path / "third.jsonl")):
        assert examine_file(file, opened(third).audit).holds
    lines = second.read_bytes().splitlines()
    end = json.loads(lines[-1])["end"]
    end["signature"] = attacked.forger.signed(f"{end['number']} {end['hash']} {end['moment']}")
    told = json.dumps({"end": end}, sort_keys=True, separators=(",", ":")).encode()
    second.write_bytes(b"\n".join([*lines[:-1], told]) + b"\n")
    (fault,) = examine_file(second, opened(third).audit).faults
    assert fault.wrong is FaultKind.END_CHANGED, "the former secret signs nothing after the rotation"


# Backups


@on_both_databases
def test_a_backup_of_before_the_rotation_returns_and_can_be_rotated(attacked, opened, tmp_path):
    attacked.running.back_up(tmp_path / "a.backup")
    attacked.rotate()
    store = opened(attacked.both)
    store.restore(tmp_path / "a.backup", replace=True)
    assert role_of(attacked, store) == Role.USER
    assert store.audit.verify().holds
    store.rotate_key()
    newest = opened(attacked.after)
    assert role_of(attacked, newest) == Role.USER
    assert newest.audit.verify().holds
