"""A process that is killed at any statement of a rotation: store and registry open as before, and rotate again."""

import os
import sys
from dataclasses import replace

import pytest
from sqlalchemy import Engine, event

from backend.learning.registry import Registry
from backend.learning.registry_seal import FILE, RegistryKeys
from backend.settings import Settings
from backend.storage.db.keys import new_key
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from backend.wiring.registries import SealsInStore
from tests.learning.test_registry import TRAINED
from tests.storage.direct_database import Raw
from tests.storage.test_attacks_on_rows import DAY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")

EVERY = 20
"""Every so many statements a process is killed; `make attacks` kills at each."""
KILLED = 9


@pytest.fixture(params=["a key file", "UNSAID_KEY"])
def installation(request, new_settings, kind, tmp_path):
    """A store and a registry whose seal the store remembers; the second of two versions is in use."""
    settings = new_settings(kind)
    if request.param == "a key file":
        if kind == "postgresql":
            pytest.skip("a service with such a database needs UNSAID_KEY")
        settings = replace(settings, keys=())
    store = Store.of(settings)
    store.upgrade()
    registry = _registry(settings, store, tmp_path / "made")
    registry.save(TRAINED, "first")
    registry.save(TRAINED, "second")
    registry.promote("second")
    store.api_keys.new("a key", Role.USER, None, DAY)
    store.close()
    return settings


def _registry(settings: Settings, store: Store, data):
    # Registries outlive data folders; where UNSAID_KEY is unset, their key is beside the store.
    keys = RegistryKeys(data if settings.keys else settings.data, settings.keys, SealsInStore(store), in_use=True)
    return Registry(settings.registry, keys)


def _rotate(settings, data):
    """What an administrator does: the registry and then the store, or the other way round."""
    store = Store.of(settings)
    try:
        _registry(settings, store, data).authenticate()
        store.rotate_key()
    finally:
        store.close()


def _killed(settings, data, statement):
    """Rotate in another process, which ends before that statement; whether it came so far."""
    child = os.fork()
    if child == 0:
        left = [statement]

        @event.listens_for(Engine, "before_cursor_execute")
        def count(*_of):
            left[0] -= 1
            if left[0] <= 0:
                os._exit(KILLED)

        @event.listens_for(Engine, "commit")
        def commit(_connection):
            count()

        try:
            _rotate(settings, data)
        except BaseException:  # noqa: BLE001 - a forked test must not go on
            os._exit(1)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in {0, KILLED}, "the rotation failed by itself"
    return status == KILLED


def _assert_whole(settings, data):
    """A new machine finds what was stored; an earlier seal and a missing one are refused."""
    store = Store.of(settings)
    try:
        registry = _registry(settings, store, data)
        assert registry.load().version == "second"
        assert [each.label for each in store.api_keys.all()] == ["a key"]
        assert store.audit.verify().holds
        seal = (settings.registry / FILE).read_bytes()
        (settings.registry / FILE).unlink()
        with pytest.raises(Exception, match="which authenticates the model versions, is missing"):
            registry.promoted()
        (settings.registry / FILE).write_bytes(seal)
        assert len(store.registry_seals.all()) == len(Raw(settings).rows("registry_seals"))
    finally:
        store.close()


def test_a_rotation_that_is_killed_anywhere_can_be_made_again(installation, tmp_path, request):
    step = 1 if request.config.getoption("--all-attacks", default=False) else EVERY
    settings, statement, killed = installation, 1, 0
    while True:
        keys = (new_key(), *settings.keys[:1]) if settings.keys else ()
        settings = replace(settings, keys=keys)
        if not _killed(settings, tmp_path / f"machine{statement}", statement):
            break
        killed += 1
        _assert_whole(settings, tmp_path / f"looking{statement}")
        if settings.keys:
            _rotate(settings, tmp_path / f"again{statement}")
            settings = replace(settings, keys=settings.keys[:1])
            _assert_whole(settings, tmp_path / f"after{statement}")
        statement += step
    assert killed >= 40 // step
    _assert_whole(settings, tmp_path / "last")
