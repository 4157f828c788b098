"""Every test of the store runs on SQLite and on PostgreSQL."""

from dataclasses import replace

import pytest

from backend.settings import Settings
from backend.storage.keys import new_key
from backend.storage.store import Store
from tests.storage.postgresql import cluster as running_cluster
from tests.storage.postgresql import programs


@pytest.fixture(scope="session")
def cluster():
    """A running PostgreSQL."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with running_cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request):
    return request.param


@pytest.fixture
def new_settings(tmp_path, request):
    """Makes the settings of an empty database of a kind, with a key of its own."""
    made = []

    def make(kind):
        data = tmp_path / f"data{len(made)}"
        made.append(data)
        settings = Settings(data, data / "registry", data / "lists", keys=(new_key(),))
        if kind == "postgresql":
            settings = replace(settings, database=request.getfixturevalue("cluster").new_database())
        return settings

    return make


@pytest.fixture
def settings(new_settings, kind):
    """An empty database."""
    return new_settings(kind)


@pytest.fixture
def opened():
    """Opens stores, each as a process of its own would, and closes them in the end."""
    stores = []

    def open_store(settings):
        stores.append(Store.of(settings))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


@pytest.fixture
def store(settings, opened):
    """The store of an empty database."""
    return opened(settings)
