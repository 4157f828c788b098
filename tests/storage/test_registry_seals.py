"""Machines that share a store remember the seals of registries there: a new machine is not fooled."""

import random
import shutil
from dataclasses import replace

import pytest

from backend.errors import ModelNotAuthentic, NotAuthentic, UnsaidError
from backend.learning.registry import Registry
from backend.learning.registry_seal import FILE, KEY_FILE, RegistryKeys
from backend.learning.version_files import HEADER
from backend.settings import Settings
from backend.storage.db.keys import new_key
from backend.web.app import create_app
from backend.web.service import EXTENSION
from backend.wiring.registries import SealsInStore, open_registry
from tests.further_cases import MOSTLY_SQLITE, on_both_databases
from tests.learning.test_registry import TRAINED
from tests.storage.direct_database import Raw


class Machines:
    """Makes machines of one installation: each has a data folder of its own, and all use one registry and store."""

    def __init__(self, folder, settings, opened):
        self.folder, self.settings, self.opened = folder, settings, opened
        self.registry, self.made = folder / "shared" / "registry", 0

    def new(self, place=None, keys=("a key",), *, in_use=True):
        self.made += 1
        shared = SealsInStore(self.opened(self.settings))
        data = self.folder / f"machine{self.made}"
        return Registry(place or self.registry, RegistryKeys(data, keys, shared, in_use=in_use))


@pytest.fixture(params=MOSTLY_SQLITE)
def kind(request):
    """On PostgreSQL the same statements run: `make check` runs one test of each sort there."""
    return request.param


@pytest.fixture
def machines(tmp_path, settings, opened):
    (tmp_path / "shared").mkdir()
    return Machines(tmp_path, settings, opened)


@pytest.fixture
def registry(machines):
    """Two versions, of which the first is in use; one machine has made them."""
    made = machines.new()
    made.save(TRAINED, "first")
    made.save(TRAINED, "second")
    return made


def forge(folder):
    """Put another version into use; without a seal, the registry passes for one of an earlier version."""
    (folder / FILE).unlink()
    (folder / "promotions.json").write_text('{"promoted": ["second"]}')


@on_both_databases
def test_a_new_machine_refuses_a_registry_whose_seal_was_removed(machines, registry):
    forge(registry.folder)
    for new in (machines.new(), machines.new(keys=())):
        for ask in (new.load, new.promoted, new.versions, new.authenticate, lambda: new.save(TRAINED, "third")):  # noqa: B023
            with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
                ask()


def test_a_machine_with_the_registry_in_another_place_refuses_it_too(machines, registry, tmp_path):
    shutil.copytree(registry.folder, tmp_path / "mounted")
    assert machines.new(tmp_path / "mounted").promoted() == "first"
    shutil.copytree(registry.folder, tmp_path / "elsewhere")
    forge(tmp_path / "elsewhere")
    with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
        machines.new(tmp_path / "elsewhere").load()
    trial = machines.new(tmp_path / "elsewhere", in_use=False)
    assert trial.promoted() == "second", "somebody has named another registry than that of the settings"


def test_a_new_machine_refuses_an_earlier_seal(machines, registry, tmp_path):
    shutil.copytree(registry.folder, tmp_path / "earlier")
    registry.promote("second")
    shutil.rmtree(registry.folder)
    shutil.copytree(tmp_path / "earlier", registry.folder)
    for new in (machines.new(), machines.new(tmp_path / "earlier")):
        with pytest.raises(ModelNotAuthentic, match="older than the last one used"):
            new.promoted()
    assert machines.new().authenticate(restored=True), "somebody has looked at it"
    assert [each.promoted() for each in (machines.new(), registry)] == ["first", "first"]


def test_a_new_machine_refuses_another_registry_under_the_same_key(machines, registry, tmp_path):
    trials = machines.new(tmp_path / "trials", in_use=False)
    for name in ("a", "b", "c"):
        trials.save(TRAINED, name)
    shutil.copy(trials.folder / FILE, registry.folder / FILE)
    with pytest.raises(ModelNotAuthentic, match="another registry"):
        machines.new().promoted()


def test_a_registry_of_an_earlier_version_still_opens(machines):
    Registry(machines.registry).save(TRAINED, "first")
    new = machines.new()
    assert (new.load().version, new.version("first").authentic) == ("first", False)
    assert new.authenticate() == ("first",)
    forge(machines.registry)
    with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
        machines.new().versions()


def test_a_seal_from_before_the_store_is_remembered_at_the_first_look(machines, tmp_path):
    Registry(machines.registry, RegistryKeys(tmp_path / "before", ("a key",))).save(TRAINED, "first")
    assert machines.new().promoted() == "first"
    forge(machines.registry)
    with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
        machines.new().promoted()


@on_both_databases
def test_what_is_remembered_cannot_be_taken_away_in_the_database(machines, registry, settings):
    raw = Raw(settings)
    rows = raw.rows("registry_seals")
    registry.promote("second")
    forge(registry.folder)
    for changed in ([], rows[:1], rows, [{**each, "id": f"{n:064x}"} for n, each in enumerate(rows)]):
        raw.put({"registry_seals": changed})
        with pytest.raises(NotAuthentic):
            machines.new().promoted()


@on_both_databases
def test_a_restored_backup_of_the_store_takes_nothing_away(machines, settings, opened, tmp_path):
    store = opened(settings)
    assert store.clients.all() == ()
    store.back_up(tmp_path / "empty.backup")
    machines.new().save(TRAINED, "first")
    forge(machines.registry)
    opened(settings).restore(tmp_path / "empty.backup", replace=True)
    with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
        machines.new().promoted()


def test_the_key_of_the_store_is_rotated(machines, registry, settings, opened):
    opened(settings).check()
    machines.settings = replace(settings, keys=(new_key(), *settings.keys))
    opened(machines.settings).rotate_key()
    machines.new().promote("second")
    assert machines.new().promoted() == "second"
    forge(registry.folder)
    with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
        machines.new().promoted()


def restored_elsewhere(store, settings, there, opened, folder):
    """Another installation restores a backup of a store under the same key; its settings."""
    there = replace(there, keys=settings.keys)
    store.back_up(folder / "a.backup")
    opened(there).restore(folder / "a.backup")
    return there


@pytest.mark.parametrize("how", ["another store", "a restored store", "no store"])
def test_a_copy_on_which_others_have_gone_on_does_not_pass(
    machines, registry, opened, new_settings, kind, how, tmp_path
):
    """Trials under the same key, with a copy of the registry: their next version would be later than ours."""
    there, shared = new_settings(kind, ready=how == "another store"), None
    shutil.copytree(registry.folder, tmp_path / "copied")
    if how == "a restored store":
        there = restored_elsewhere(opened(machines.settings), machines.settings, there, opened, tmp_path)
    if how != "no store":
        shared = SealsInStore(opened(there))
    trials = Registry(tmp_path / "copied", RegistryKeys(tmp_path / "trials", ("a key",), shared, in_use=True))
    with pytest.raises(ModelNotAuthentic):
        trials.save(TRAINED, "evil")
    trials.authenticate(restored=True)
    trials.save(TRAINED, "good")
    trials.promote("good")
    shutil.rmtree(registry.folder)
    shutil.copytree(trials.folder, registry.folder)
    for machine in (registry, machines.new(), machines.new(tmp_path / "copied")):
        with pytest.raises(ModelNotAuthentic, match="another registry"):
            machine.load()


def test_a_seal_that_names_no_store_counts_until_the_next_change(machines, tmp_path):
    alone = Registry(machines.registry, RegistryKeys(tmp_path / "alone", ("a key",)))
    alone.save(TRAINED, "first")
    new = machines.new()
    assert new.promoted() == "first"
    alone.save(TRAINED, "second")
    new.promote("second")
    assert alone.load().version == "second", "it may read"
    with pytest.raises(ModelNotAuthentic, match="UNSAID_DATABASE"):
        alone.promote("first")
    assert machines.new().promoted() == "second"


@pytest.fixture
def in_environment(machines, registry, settings, monkeypatch, opened, tmp_path):
    """The settings of a new machine stand in the environment, and its key has sealed the registry."""
    told = {
        "DATABASE": settings.database or f"sqlite:///{opened(settings)._database.url.database}",
        "KEY": settings.keys[0],
        "DATA": str(tmp_path / "new"),
        "REGISTRY": str(registry.folder),
    }
    for name, value in told.items():
        monkeypatch.setenv(f"UNSAID_{name}", value)
    machines.new(keys=settings.keys).authenticate(restored=True)


@pytest.mark.usefixtures("in_environment")
def test_the_command_line_and_the_service_open_it_so(registry, settings, opened, tmp_path):
    assert open_registry(None).promoted() == "first"
    shutil.rmtree(tmp_path / "new")
    forge(registry.folder)
    for look in (open_registry(None), open_registry(registry.folder, opened(settings))):
        with pytest.raises(ModelNotAuthentic, match="which authenticates the model versions, is missing"):
            look.promoted()


@pytest.mark.parametrize("seed", range(2))
def test_new_machines_use_only_what_was_stored(machines, seed):
    """Machines come and go while the files of the registry are changed, and earlier ones are put back."""
    drawn = random.Random(seed)  # noqa: S311 - so that it comes again
    first = machines.new()
    first.save(TRAINED, "v0")
    running, in_use, seen, true = [first], ["v0"], [], files(machines.registry)
    for step in range(1, 25):
        put(machines.registry, true)
        machine = drawn.choice(running)
        if drawn.random() < 0.3:
            running.append(machine := machines.new())
        if drawn.random() < 0.4:
            machine.save(TRAINED, f"v{step}")
        else:
            name = drawn.choice(sorted(each.name for each in machine.versions()))
            machine.promote(name)
            in_use.append(name)
        true = files(machines.registry)
        seen.append(true)
        attack(drawn, machines.registry, drawn.choice(seen))
        for each in (machines.new(), drawn.choice(running)):
            assert found(each.promoted) in {None, in_use[-1]}
            assert found(lambda: each.load("forged")) is None  # noqa: B023
    put(machines.registry, true)
    assert machines.new().load().version == in_use[-1]


def files(folder):
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def put(folder, content):
    shutil.rmtree(folder / "versions")
    for name, each in content.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(each)


def attack(drawn, folder, then):
    """Put back what was, in part; take the seal away; put a version in."""
    for name in (FILE, "promotions.json"):
        if drawn.random() < 0.5:
            (folder / name).write_bytes(then[name])
    if drawn.random() < 0.4:
        (folder / FILE).unlink()
        (folder / "promotions.json").write_text('{"promoted": ["forged"]}')
    if drawn.random() < 0.5:
        shutil.copytree(folder / "versions" / "v0", folder / "versions" / "forged")
        header = folder / "versions" / "forged" / HEADER
        header.write_bytes(header.read_bytes().replace(b"1", b"2", 1))


def found(look):
    try:
        answer = look()
    except UnsaidError:
        return None
    return answer


@on_both_databases
@pytest.mark.usefixtures("in_environment")
def test_no_connection_is_open_when_workers_are_forked():
    """The first look at the models asks the store, in the process that the workers are forked from."""
    service = create_app(Settings.from_environment()).extensions[EXTENSION]
    service.load()
    assert service.models.current().model.version == "first"
    assert service.store._database._engine.pool.checkedin() == 0
    assert service.store.registry_seals.all(), "it opens them anew"
    service.store.close()


def test_the_data_folder_remembers_as_before(registry):
    assert (registry.keys.data / KEY_FILE).is_file()
