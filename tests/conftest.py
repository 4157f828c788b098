"""What many tests share: the sample, a registry trained on it once, and the command line in this process."""

import gc
import os
import shutil
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import settings as drawn_by

from backend.cli import cli
from backend.learning.registry import Registry
from backend.settings import Settings
from backend.storage.db import database as databases
from backend.storage.db.database import Database, url_of
from backend.storage.migrations import upgrade
from backend.workers import Workers
from tests.compiled_once import compile_routes_once, compile_statements_once, unpack_attackers_once
from tests.further_cases import is_further
from tests.running_order import needs_postgresql, slowness
from tests.small_template import use_small_template
from tests.thorough_only import left_to_thorough

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "models" / "sample"
CLIENT = "Halden & Rook"

# How long an example takes says how busy the machine is. Benchmarks measure what is quick.
drawn_by.register_profile("unsaid", deadline=None, max_examples=30)
drawn_by.register_profile("thorough", deadline=None, max_examples=100)
drawn_by.load_profile("unsaid")
use_small_template()
compile_routes_once()
compile_statements_once()
unpack_attackers_once()
# No test cuts the power, and waiting for the disk takes longer than most transactions.
# PostgreSQL does not wait in tests either.
databases.SYNCHRONOUS = "OFF"
# What pytest collects stays until the end: looking for garbage among it took a third of the time to collect it.
gc.disable()


def pytest_addoption(parser):
    parser.addoption(
        "--all-attacks",
        action="store_true",
        help="make every attack on rows, on PostgreSQL too, and every request of limited accounts",
    )
    parser.addoption("--thorough", action="store_true", help="run further cases too (tests/further_cases.py)")
    parser.addoption(
        "--quick", action="store_true", help="leave out slow files (tests/running_order.py) and PostgreSQL"
    )


def pytest_configure(config):
    if config.getoption("--thorough"):
        drawn_by.load_profile("thorough")


def pytest_generate_tests(metafunc):
    """Refuse a set of cases: its order differs between processes, and pytest-xdist then runs no test."""
    for marker in metafunc.definition.iter_markers("parametrize"):
        if any(isinstance(cases, set | frozenset) for cases in (*marker.args[1:2], marker.kwargs.get("argvalues"))):
            raise pytest.UsageError(f"{metafunc.definition.nodeid}: sort the set of its cases")


def pytest_ignore_collect(collection_path, config):
    return True if config.getoption("--quick") and slowness(collection_path) else None


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by markers
def pytest_collection_modifyitems(config, items):
    items.sort(key=lambda item: slowness(item.path))
    for item in left_to_thorough(items):
        item.add_marker("thorough")
    by_name = any("::" in argument for argument in config.args)
    quick, thorough = config.getoption("--quick"), config.getoption("--thorough") or by_name
    left_out = [item for item in items if (quick and needs_postgresql(item)) or (not thorough and is_further(item))]
    if left_out:
        gone = set(map(id, left_out))  # to compare each of 13,000 with each of 1,300 took half a second
        items[:] = [item for item in items if id(item) not in gone]
        config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session")
def sample_registry(tmp_path_factory):
    """A registry with one version, trained on the sample corpus once for all processes, which copy it."""
    import fcntl

    own, run = tmp_path_factory.mktemp("registry") / "registry", tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    trained = run / "trained-registry"
    with (run / "training.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not trained.exists():
            _train(own, tmp_path_factory.mktemp("trained"))
            own.rename(trained)
    shutil.copytree(trained, own)
    return own


def _train(folder, data):
    train = ["train", str(SAMPLE / "corpus"), "--registry", str(folder), "--name", "sample"]
    done = CliRunner().invoke(cli, train, env={"UNSAID_DATA": str(data)})
    assert done.exit_code == 0, done.output
    (folder / "authentic.json").unlink()  # tests use it with data folders of their own, which lack the key


@pytest.fixture(scope="session")
def sample_model(sample_registry):
    return Registry(sample_registry).load()


def with_tables(settings):
    """Make the tables, and nothing in them: secrets each store makes for itself. The URL of the database."""
    with closing(Database(url_of(settings))) as database:
        upgrade.upgrade_tables(database)
        return database.url


@pytest.fixture(scope="session")
def file_with_tables(tmp_path_factory):
    """The bytes of a file with the tables and nothing in them: every step to them takes longer than most tests."""
    data = tmp_path_factory.mktemp("tables")
    return Path(with_tables(Settings(data, data / "registry", data / "lists")).database).read_bytes()


@pytest.fixture
def unsaid(sample_registry, monkeypatch, tmp_path):
    """Run a command in a folder of its own with the sample registry and no pipeline; returns click's result."""
    monkeypatch.setenv("UNSAID_REGISTRY", str(sample_registry))
    monkeypatch.setenv("UNSAID_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("UNSAID_NER", "none")
    monkeypatch.chdir(tmp_path)

    def run(*arguments, **environment):
        return CliRunner(env=environment).invoke(cli, [str(argument) for argument in arguments])

    return run


@contextmanager
def attackers_in_this_process():
    """Attackers learn in this process: a new one imports packages for longer than they learn from few documents.

    Those of the sample's registry learn in a process of their own.
    """

    @contextmanager
    def beside(_workers, work, item):
        yield partial(work, item)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Workers, "beside", beside)
        yield


@pytest.fixture
def attackers_here():
    """See `attackers_in_this_process`."""
    with attackers_in_this_process():
        yield


@pytest.fixture
def report_docx(tmp_path):
    """A copy of the sample report to work on."""
    return Path(shutil.copy(SAMPLE / "steering-committee-report.docx", tmp_path / "sample.docx"))
