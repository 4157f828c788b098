"""A machine remembers the end of the trail that it has seen: a database that was put back or emptied is refused."""

import json
import multiprocessing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from backend.errors import StoreDamaged
from backend.redaction.review_policy import ReviewPolicy
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.hash_chain import Head
from backend.storage.authenticity.remembered_end import FOLDER, RememberedEnd
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db.database import make_private, url_of
from backend.storage.db.keys import new_key
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from tests.further_cases import MOSTLY_SQLITE, on_both_databases
from tests.storage.direct_database import Raw

DAY = timedelta(days=1)


@pytest.fixture(params=MOSTLY_SQLITE)
def kind(request):
    """On PostgreSQL the same statements run: `make check` runs one test of each sort there."""
    return request.param


@pytest.fixture
def remembered(settings, tmp_path):
    """The settings of a database that is not a file in the data folder."""
    if settings.database is not None:
        return settings
    file = Path(url_of(settings).database)
    elsewhere = tmp_path / "elsewhere" / "unsaid.db"
    make_private(elsewhere)
    elsewhere.write_bytes(file.read_bytes())
    return replace(settings, database=f"sqlite:///{elsewhere}")


def _in_one_process(settings, use):
    store = Store.of(settings)
    try:
        return use(store)
    finally:
        store.close()


def _add(*names):
    return lambda store: [store.clients.add(Dictionary(name)) for name in names]


def _is_refused(settings):
    with pytest.raises(StoreDamaged, match="earlier state"):
        _in_one_process(settings, Store.check)
    faults = _in_one_process(settings, lambda store: store.audit.verify()).faults
    return [each.wrong for each in faults] == ["not_stored"]


@pytest.fixture
def put_back(remembered):
    """A key that was revoked, and came back with the database of before."""
    key = _in_one_process(remembered, lambda store: store.api_keys.new("k", Role.ADMIN, None, DAY))
    raw = Raw(remembered)
    before = raw.all()
    _in_one_process(remembered, lambda store: store.api_keys.revoke(key.key.id))
    raw.put(before)
    return key


@on_both_databases
def test_who_starts_after_the_database_was_put_back_refuses_it(remembered, put_back):
    assert _is_refused(remembered)
    with pytest.raises(StoreDamaged, match="earlier state"):
        _in_one_process(remembered, lambda store: store.api_keys.of(put_back.token))


def test_an_administrator_accepts_what_was_put_back_on_purpose(remembered, put_back):
    _in_one_process(remembered, lambda store: store.accept(by="Ann"))
    rows = _in_one_process(remembered, lambda store: store.audit.rows(most=1))
    assert (rows[0].content["action"], rows[0].content["who"]) == ("store.restored", "Ann")
    assert _in_one_process(remembered, lambda store: store.audit.verify()).holds
    _in_one_process(remembered, _add("Rook"))
    assert _in_one_process(remembered, lambda store: store.api_keys.of(put_back.token)) is not None


def test_a_changed_value_is_not_accepted(remembered, put_back):
    raw = Raw(remembered)
    raw.put({"api_keys": [{**row, "role": "auditor"} for row in raw.rows("api_keys")]})
    with pytest.raises(StoreDamaged):
        _in_one_process(remembered, lambda store: store.accept(by="Ann"))


@on_both_databases
def test_an_emptied_database_is_refused_until_it_is_accepted(remembered):
    empty = Raw(remembered).all()
    _in_one_process(remembered, _add("Rook", "Halden"))
    Raw(remembered).put(empty)
    assert _is_refused(remembered)
    _in_one_process(remembered, lambda store: store.accept(by="Ann"))
    _in_one_process(remembered, _add("Rook"))
    assert _in_one_process(remembered, lambda store: store.audit.verify()).holds


def test_a_file_that_was_removed_is_refused_and_not_taken_for_a_store_that_never_was(remembered, kind):
    """Without a store the command line redacts by no policy; whoever removes the file must not bring that about."""
    if kind == "postgresql":
        pytest.skip("a database of a server that is gone does not respond")
    file = Path(url_of(remembered).database)
    file.unlink()
    assert not _in_one_process(remembered, lambda store: store.exists)
    _in_one_process(remembered, lambda store: store.policies.set(None, 0, ReviewPolicy(least_k=9), "unsaid"))
    file.unlink()
    assert _in_one_process(remembered, lambda store: store.exists)
    with pytest.raises(StoreDamaged, match="earlier state"):
        _in_one_process(remembered, lambda store: store.policies.current())
    assert _is_refused(remembered)
    _in_one_process(remembered, lambda store: store.accept(by="Ann"))
    assert _in_one_process(remembered, lambda store: store.policies.current()) == ()


def test_a_backup_is_restored_in_place_of_a_file_that_was_removed(remembered, kind, tmp_path):
    if kind == "postgresql":
        pytest.skip("as above")
    _in_one_process(remembered, _add("Rook"))
    _in_one_process(remembered, lambda store: store.back_up(tmp_path / "b"))
    Path(url_of(remembered).database).unlink()
    with pytest.raises(StoreDamaged, match="earlier state"):
        _in_one_process(remembered, lambda store: store.clients.all())
    _in_one_process(remembered, lambda store: store.restore(tmp_path / "b"))
    assert [each.dictionary.name for each in _in_one_process(remembered, lambda it: it.clients.all())] == ["Rook"]


def test_a_backup_is_restored_without_acceptance_also_by_a_slow_clock(remembered, tmp_path, monkeypatch):
    _in_one_process(remembered, _add("Rook"))
    _in_one_process(remembered, lambda store: store.back_up(tmp_path / "b"))
    _in_one_process(remembered, _add("Halden"))
    known = _memory(remembered).read()
    late = replace(known, moment="2099-01-01T00:00:00.000000+00:00", number=known.number + 1)
    _memory(remembered).keep(late)
    with pytest.raises(StoreDamaged, match="earlier state"):
        _in_one_process(remembered, Store.check)
    _in_one_process(remembered, lambda store: store.restore(tmp_path / "b", replace=True))
    _in_one_process(remembered, Store.check)
    _in_one_process(remembered, _add("Alder"))


def _memory(settings):
    store = Store.of(settings)
    return store._remembered


@on_both_databases
def test_what_is_remembered_is_as_late_as_the_database_and_never_ahead(remembered):
    """Two rows in one transaction that fails, and a process that is killed right after two changes."""

    def fail(store):
        store.check()
        with store._database.writing() as session:
            for _ in range(2):
                record_event(session, Event("Ann", Action.CLIENT_CHANGED))
            session.rollback()

    _in_one_process(remembered, _add("Rook"))
    before = _memory(remembered).read()
    _in_one_process(remembered, fail)
    assert _memory(remembered).read() == before
    killed = Store.of(remembered)
    killed.clients.add(Dictionary("Halden"))
    killed.clients.add(Dictionary("Alder"))
    assert _memory(remembered).read().number == before.number + 2
    _in_one_process(remembered, Store.check)
    killed.close()


def test_of_several_processes_none_puts_an_earlier_end_in_place_of_a_later_one(remembered):
    _in_one_process(remembered, _add("Rook"))
    earlier = _memory(remembered).read()
    _in_one_process(remembered, _add("Halden"))
    latest = _memory(remembered).read()
    _memory(remembered).keep(earlier)
    assert _memory(remembered).read() == latest != earlier


def test_a_key_that_a_killed_process_has_revoked_stays_revoked(remembered):
    """The change right after another one, with nothing behind it and no orderly end."""
    killed = Store.of(remembered)
    key = killed.api_keys.new("k", Role.ADMIN, None, DAY)
    raw = Raw(remembered)
    before = raw.all()
    killed.api_keys.revoke(key.key.id)
    raw.put(before)
    assert _is_refused(remembered)
    killed.close()


@on_both_databases
def test_a_running_process_refuses_what_is_behind_the_end_that_others_have_seen(remembered):
    """It was idle while another process revoked a key, and has not seen that itself."""
    idle = Store.of(remembered)
    key = idle.api_keys.new("k", Role.ADMIN, None, DAY)
    assert idle.api_keys.of(key.token) is not None
    raw = Raw(remembered)
    before = raw.all()
    _in_one_process(remembered, lambda store: store.api_keys.revoke(key.key.id))
    raw.put(before)
    with pytest.raises(StoreDamaged, match="earlier state"):
        idle.api_keys.of(key.token)
    idle.close()


def test_a_process_that_was_stopped_while_it_writes_does_not_stop_the_others(remembered):
    _in_one_process(remembered, _add("Rook"))
    before = _memory(remembered).read()
    with _memory(remembered)._alone():
        _in_one_process(remembered, _add("Halden"))
    assert _memory(remembered).read().number == before.number + 1


def _keep_many(settings, numbers):
    memory, end = _memory(settings), _memory(settings).read()
    for number in numbers:
        memory.keep(replace(end, number=number))


@on_both_databases
def test_processes_that_write_at_once_leave_the_latest_end(remembered):
    _in_one_process(remembered, _add("Rook"))
    first = _memory(remembered).read().number + 1
    context = multiprocessing.get_context("fork")
    parts = [range(first + place, first + 200, 4) for place in range(4)]
    writers = [context.Process(target=_keep_many, args=(remembered, part)) for part in parts]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    assert _memory(remembered).read().number == first + 199


@pytest.mark.parametrize("damage", [b"", b"{", b'{"end": {}, "mac": 1}', b"[]", b"\xff\xfe"])
def test_damage_does_not_lock_the_store(remembered, damage):
    _in_one_process(remembered, _add("Rook"))
    (file,) = (remembered.data / FOLDER).glob("*.json")
    file.write_bytes(damage)
    _in_one_process(remembered, _add("Halden"))
    assert _memory(remembered).read() is not None


def test_an_end_of_another_key_or_database_is_not_believed(remembered):
    _in_one_process(remembered, _add("Rook"))
    (file,) = (remembered.data / FOLDER).glob("*.json")
    file.write_bytes(file.read_bytes().replace(b'"number": ', b'"number": 9'))
    assert _memory(remembered).read() is None
    _memory(remembered).keep(Head(7, "0" * 64, "2026-01-01T00:00:00.000000+00:00", ""))
    assert _memory(remembered).read().number == 7
    assert _memory(replace(remembered, keys=(new_key(),))).read() is None
    url = url_of(remembered)
    other = RememberedEnd(remembered.data, url.set(database=f"{url.database}2"), lambda: remembered.keys)
    (file,) = (remembered.data / FOLDER).glob("*.json")
    file.rename(other._path)
    assert other.read() is None


def test_a_folder_that_cannot_be_written_stops_nothing(remembered):
    remembered.data.mkdir(exist_ok=True)
    (remembered.data / FOLDER).write_text("a file")
    _in_one_process(remembered, _add("Rook"))
    assert _memory(remembered).read() is None


def test_a_database_in_the_data_folder_is_not_remembered_there(new_settings):
    settings = new_settings("sqlite", ready=True)
    _in_one_process(settings, _add("Rook"))
    assert not (settings.data / FOLDER).exists()


# Another store under the same key


def _all_put_in_place_of(settings, other):
    """Somebody puts all rows of another store where this one was."""
    Raw(settings).put(Raw(other).all())


@pytest.fixture
def trial(remembered, new_settings, kind, tmp_path):
    """A store for trials, under the same key, on another machine."""
    settings = new_settings(kind, ready=True)
    if settings.database is None:
        settings = replace(settings, database=f"sqlite:///{url_of(settings).database}")
    return replace(settings, keys=remembered.keys)


def _administrator_of(settings):
    return _in_one_process(settings, lambda store: store.api_keys.new("mine", Role.ADMIN, None, DAY).token)


@pytest.mark.parametrize("before", ["nothing", "something", "an earlier restore"])
def test_a_backup_that_was_restored_elsewhere_does_not_pass_for_the_store(remembered, trial, tmp_path, before):
    """It goes on from the very end of this store, and whoever tries it out may have other rights there."""
    _in_one_process(remembered, _add("Rook"))
    _in_one_process(remembered, lambda store: store.back_up(tmp_path / "b"))
    if before == "something":
        _in_one_process(trial, _add("Danone"))
    for _ in range(2 if before == "an earlier restore" else 1):
        _in_one_process(trial, lambda store: store.restore(tmp_path / "b", replace=True))
    token = _administrator_of(trial)
    running = Store.of(remembered)
    running.check()
    _all_put_in_place_of(remembered, trial)
    for use in (
        lambda: running.api_keys.of(token),
        lambda: _in_one_process(remembered, lambda it: it.api_keys.of(token)),
    ):
        with pytest.raises(StoreDamaged, match="earlier state"):
            use()
    assert [each.wrong for each in running.audit.verify().faults] == ["not_stored"]
    running.close()
    assert _is_refused(remembered)
    assert _in_one_process(trial, lambda store: store.api_keys.of(token)) is not None, "there it goes on"


def test_another_store_under_the_same_key_does_not_pass_for_this_one(remembered, trial, tmp_path):
    _in_one_process(remembered, _add("Rook"))
    _in_one_process(trial, lambda store: store.back_up(tmp_path / "b"))
    _in_one_process(trial, lambda store: store.restore(tmp_path / "b", replace=True))
    token = _administrator_of(trial)
    _all_put_in_place_of(remembered, trial)
    assert _is_refused(remembered)
    with pytest.raises(StoreDamaged):
        _in_one_process(remembered, lambda store: store.api_keys.of(token))


@on_both_databases
def test_a_store_that_was_restored_keeps_its_identity_on_other_machines(remembered, tmp_path, monkeypatch):
    other_machine = replace(remembered, data=tmp_path / "other")
    without_memory = replace(remembered, data=tmp_path / "third")
    _in_one_process(remembered, _add("Rook"))
    _in_one_process(remembered, lambda store: store.back_up(tmp_path / "b"))
    _in_one_process(other_machine, _add("Halden"))
    for machine in (remembered, without_memory, other_machine):
        _in_one_process(machine, lambda store: store.restore(tmp_path / "b", replace=True))
        for each in (other_machine, without_memory, remembered):
            _in_one_process(each, Store.check)
            _in_one_process(each, lambda store: store.audit.record(Event("ann", Action.STORE_ADOPTED)))
    assert all("store" not in row.content for row in _in_one_process(remembered, lambda it: it.audit.rows()))


def test_an_end_that_an_earlier_version_has_remembered_has_no_identity_and_counts(remembered, put_back):
    memory = _memory(remembered)
    end = memory.read().as_json()
    memory._replace(json.dumps({"end": end, "mac": memory._mac(remembered.keys[0], end)}).encode())
    assert memory.read().identity == ""
    assert _is_refused(remembered)
    _in_one_process(remembered, lambda store: store.accept(by="Ann"))
    _in_one_process(remembered, Store.check)
    assert memory.read().identity


def test_an_administrator_accepts_another_store_on_each_machine(remembered, trial, tmp_path):
    other_machine = replace(remembered, data=tmp_path / "other")
    _in_one_process(remembered, _add("Rook"))
    _in_one_process(other_machine, Store.check)
    _in_one_process(remembered, lambda store: store.back_up(tmp_path / "b"))
    _in_one_process(trial, lambda store: store.restore(tmp_path / "b", replace=True))
    _all_put_in_place_of(remembered, trial)
    for machine in (remembered, other_machine):
        assert _is_refused(machine)
        _in_one_process(machine, lambda store: store.accept(by="Ann"))
        _in_one_process(machine, Store.check)
    _in_one_process(remembered, _add("Halden"))
    _in_one_process(other_machine, Store.check)
