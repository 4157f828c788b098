"""A store of an earlier version: its rows get their MACs once, when somebody runs the upgrade, and not again."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from cryptography.fernet import Fernet

from backend.errors import BackupUnusable, NotAuthentic, StoreDamaged, StoreOutdated
from backend.storage.authenticity.hash_chain import Head, linked
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db.keys import new_key
from backend.storage.rights.roles import Role
from tests.storage.direct_database import Raw


@pytest.fixture
def raw(store, settings):
    """A store as an earlier version would have left it: a trail without states, signed, and no MACs."""
    store.clients.add(Dictionary("Rook", ("Rk",)))
    sign = store.audit.signer_of_end(0)
    raw = Raw(settings)
    rows = raw.rows("audit")
    before, links = "0" * 64, []
    for number, row in enumerate(sorted(rows, key=lambda each: each["number"]), start=1):
        said = json.loads(row["content"])
        for name in ("rows", "state", "number", "previous"):
            del said[name]
        link = linked(said, number, before, sign)
        links.append({**row, "content": link.content, "hash": link.hash, "signature": link.signature})
        before = link.hash
    head = Head(len(links), before, said["moment"], "")
    end = {**raw.rows("audit_head")[0], "number": head.number, "hash": before, "signature": sign(head.signed)}
    raw.put({"audit": links, "audit_head": [end], "row_macs": [], "mac_tree": []})
    key, secrets = Fernet(settings.keys[0]), raw.rows("secrets")
    for row in secrets:
        if row["purpose"] == "mark":
            row["sealed"] = key.encrypt(key.decrypt(bytes(row["sealed"]))[:32])
    raw.put({"secrets": secrets})
    return raw


def test_rows_of_an_earlier_version_are_adopted_once_and_recorded(raw, settings, opened):
    store = opened(settings)
    with pytest.raises(StoreOutdated, match="have no authentication codes"):
        store.clients.all()
    with pytest.raises(StoreOutdated):
        store.check()
    assert store.upgrade("local:1").adopted == 1
    assert [each.dictionary.name for each in store.clients.all()] == ["Rook"]
    newest = store.audit.rows()[0].content
    assert (newest["action"], newest["who"], newest["counts"]) == ("store.adopted", "local:1", {"clients": 1})
    assert store.audit.verify().holds
    assert store.upgrade().adopted == 0
    assert opened(settings).clients.find("Rk").dictionary.name == "Rook"


def test_rows_changed_after_adoption_are_refused(raw, settings, opened):
    store = opened(settings)
    store.upgrade()
    key = store.api_keys.new("k", Role.USER, None, timedelta(days=1))
    raw.put({"row_macs": [], "mac_tree": []})
    raw.put({"api_keys": [{**row, "role": "admin"} for row in raw.rows("api_keys")]})
    assert store.upgrade().adopted == 0
    assert store.api_keys.of(key.token) is None
    with pytest.raises(StoreDamaged):
        opened(settings).api_keys.of(key.token)


def test_an_end_that_only_looks_like_one_of_an_earlier_version_is_not_adopted(store, settings, opened):
    """Somebody takes the state out of the last row, and cannot sign that."""
    store.clients.add(Dictionary("Rook"))
    raw = Raw(settings)
    rows = raw.rows("audit")
    for row in rows:
        said = json.loads(row["content"])
        del said["state"]
        row["content"] = json.dumps(said, sort_keys=True, separators=(",", ":"))
    raw.put({"audit": rows, "row_macs": [], "mac_tree": []})
    with pytest.raises(StoreDamaged):
        opened(settings).upgrade()


BEGINNING = {"number": 0, "hash": "0" * 64, "moment": "", "signature": ""}


def take_away(raw):
    """A store as one of the first version: rows, no trail, no MACs; and somebody's key is an administrator's."""
    raw.put({"row_macs": [], "mac_tree": [], "audit": []})
    raw.put({"audit_head": [{**raw.rows("audit_head")[0], **BEGINNING}]})
    raw.put({"api_keys": [{**row, "role": "admin"} for row in raw.rows("api_keys")]})


def test_a_store_whose_trail_and_macs_were_removed_is_not_adopted(store, settings, opened, tmp_path):
    key = store.api_keys.new("k", Role.USER, None, timedelta(days=1))
    take_away(Raw(settings))
    store.back_up(tmp_path / "a.backup")
    for _ in range(2):
        other = opened(settings)
        with pytest.raises(StoreDamaged, match="removed the authentication codes"):
            other.upgrade()
        assert other.api_keys.of(key.token) is None
    with pytest.raises(StoreDamaged, match="removed the authentication codes"):
        opened(settings).restore(tmp_path / "a.backup", replace=True)


def test_a_store_that_was_adopted_is_not_adopted_again_nor_after_a_rotation(raw, settings, opened):
    store = opened(settings)
    store.upgrade()
    key = store.api_keys.new("k", Role.USER, None, timedelta(days=1))
    both = replace(settings, keys=(new_key(), *settings.keys))
    opened(both).rotate_key()
    take_away(raw)
    with pytest.raises(StoreDamaged, match="removed the authentication codes"):
        opened(both).upgrade()
    assert opened(both).api_keys.of(key.token) is None


def test_a_backup_with_a_row_that_someone_has_changed_is_not_restored(store, settings, tmp_path):
    store.clients.add(Dictionary("Rook"))
    store.api_keys.new("k", Role.USER, None, timedelta(days=1))
    raw = Raw(settings)
    raw.put({"api_keys": [{**row, "role": "admin"} for row in raw.rows("api_keys")]})
    store.back_up(tmp_path / "a.backup")
    with pytest.raises(BackupUnusable):
        store.restore(tmp_path / "a.backup", replace=True)
    with pytest.raises(NotAuthentic):
        store.rotate_key()
