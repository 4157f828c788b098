"""Every test of the store runs on SQLite and on PostgreSQL."""

from dataclasses import replace
from pathlib import Path

import pytest

from backend.settings import Settings
from backend.storage.authenticity.remembered_end import RememberedEnd
from backend.storage.db.database import make_private, url_of
from backend.storage.db.keys import new_key
from backend.storage.store import Store
from tests.conftest import with_tables
from tests.storage.postgresql import cluster as running_cluster
from tests.storage.postgresql import programs


@pytest.fixture(scope="session")
def cluster():
    """A running PostgreSQL."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with running_cluster() as running:
        yield running


@pytest.fixture(scope="session")
def database_with_tables(cluster, tmp_path_factory):
    """The name of such a database of PostgreSQL, which others are made from."""
    data = tmp_path_factory.mktemp("tables")
    return with_tables(Settings(data, data / "registry", data / "lists", database=cluster.new_database())).database


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request):
    return request.param


def settings_in(data, kind, request, *, ready=False):
    """The settings of a new database of a kind, with a key of its own: empty, or `ready` with its tables."""
    settings = Settings(data, data / "registry", data / "lists", keys=(new_key(),))
    if kind == "postgresql":
        template = request.getfixturevalue("database_with_tables") if ready else None
        settings = replace(settings, database=request.getfixturevalue("cluster").new_database(template))
    elif ready:
        file = Path(url_of(settings).database)
        make_private(file)
        file.write_bytes(request.getfixturevalue("file_with_tables"))
    return settings


@pytest.fixture
def new_settings(tmp_path, request):
    """Makes the settings of a database of a kind (see `settings_in`); drops those of PostgreSQL in the end."""
    made = []

    def make(kind, *, ready=False):
        made.append(settings_in(tmp_path / f"data{len(made)}", kind, request, ready=ready))
        return made[-1]

    yield make
    for each in made:
        if each.database is not None:
            request.getfixturevalue("cluster").drop(each.database)


@pytest.fixture
def settings(new_settings, kind):
    """A database with nothing in its tables."""
    return new_settings(kind, ready=True)


@pytest.fixture(autouse=True)
def _nothing_remembered(request, monkeypatch):
    """Every store is opened as on another machine, except where a test is about what a machine remembers."""
    if "remembered" not in request.fixturenames:
        monkeypatch.setattr(RememberedEnd, "keep", lambda *_: None)


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
