"""What a worker works with: a store of either kind, and client models."""

import pytest

from backend.learning.registry import Registry
from tests.storage.conftest import (
    cluster,
    database_with_tables,
    kind,
    new_settings,
    opened,
    settings,
    store,
)
from tests.worker.jobs import corpus_in

__all__ = [
    "cluster",
    "database_with_tables",
    "kind",
    "new_settings",
    "opened",
    "settings",
    "store",
]


@pytest.fixture
def registry(settings):
    return Registry(settings.registry)


@pytest.fixture
def corpus(tmp_path):
    return corpus_in(tmp_path / "corpus")
