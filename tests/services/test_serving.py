"""What is promoted is served, and what is in use stays whatever is wrong with the next."""

import threading

import pytest

from backend.errors import NoModel
from backend.learning.registry import Registry
from backend.learning.registry_seal import FILE as VOUCHED_FILE
from backend.learning.registry_seal import RegistryKeys
from backend.learning.train import train
from backend.services.models.serving import ServedModels
from backend.services.models.training import DEFENCE
from tests.services.drawn_clients import counted


@pytest.fixture(scope="module")
def trained():
    return train(counted(each=2))


@pytest.fixture
def registry(tmp_path, trained):
    registry = Registry(tmp_path / "registry")
    registry.save(trained, "first")
    registry.save(trained, "second")
    return registry


@pytest.fixture
def told():
    return []


@pytest.fixture
def models(registry, told):
    return ServedModels(registry, lambda event, error: told.append((event, error)))


def test_without_a_promoted_version_no_model_is_served(tmp_path):
    models = ServedModels(Registry(tmp_path / "nothing"))
    models.refresh()
    with pytest.raises(NoModel):
        models.current()


def test_the_promoted_version_is_served_and_a_request_keeps_the_one_it_began_with(registry, models):
    models.refresh()
    held = models.current()
    registry.promote("second")
    models.refresh()
    assert (held.model.version, models.current().model.version) == ("first", "second")
    registry.roll_back()
    models.refresh()
    assert models.current().model.version == "first"


def test_nothing_is_loaded_again_while_nothing_changes(models, told):
    models.refresh()
    before = models.current()
    models.refresh()
    assert models.current() is before
    assert told == [("models_loaded", "")]


def test_the_thread_notices_a_promotion_by_itself(registry, trained):
    loaded = threading.Event()
    versions = []

    def tell(event, _error):
        versions.append(event)
        if len(versions) == 2:
            loaded.set()

    models = ServedModels(registry, tell)
    models.watch(every=0.01)
    try:
        registry.promote("second")
        assert loaded.wait(30)
        assert models.current().model.version == "second"
    finally:
        models.stop()


def test_a_damaged_version_is_reported_once_and_the_version_in_use_is_kept(registry, models, told):
    models.refresh()
    header = registry.folder / "versions" / "second" / "version.json"
    good = header.read_bytes()
    header.write_bytes(b"{}")
    registry.promote("second")
    models.refresh()
    models.refresh()
    assert models.current().model.version == "first"
    assert told == [("models_loaded", ""), ("models_not_loaded", "registry_damaged")]
    header.write_bytes(good)
    models.refresh()
    assert models.current().model.version == "second"


def test_what_is_attached_to_the_version_in_use_is_looked_at(registry, models, told):
    models.refresh()
    registry.attach("first", DEFENCE, b"no defence")
    models.refresh()
    assert told[-1] == ("models_not_loaded", "registry_damaged")
    assert models.current().model.version == "first"


@pytest.mark.parametrize("what", ["removed", "edited", "put back"])
def test_a_refused_seal_is_reported_once(tmp_path, trained, what):
    told = []
    registry = Registry(tmp_path / "registry", RegistryKeys(tmp_path / "data", ("a key",)))
    registry.save(trained, "first")
    seal = registry.folder / VOUCHED_FILE
    earlier = seal.read_bytes()
    registry.save(trained, "second")
    models = ServedModels(registry, lambda event, error: told.append((event, error)))
    models.refresh()
    good = seal.read_bytes()
    for _ in range(2):
        seal.unlink() if what == "removed" else seal.write_bytes(earlier if what == "put back" else b"{}")
        for _ in range(5):
            models.refresh()
        assert models.current().model.version == "first"
        seal.write_bytes(good)
        registry.promote("second")  # from now on the seal is a later one
        good = seal.read_bytes()
        models.refresh()
        assert models.current().model.version == "second"
        registry.promote("first")
        good = seal.read_bytes()
        models.refresh()
    assert told == [
        ("models_loaded", ""),
        *[("models_not_loaded", "model_not_authentic"), ("models_loaded", ""), ("models_loaded", "")] * 2,
    ]
