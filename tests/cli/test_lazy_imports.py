"""What a command imports: without a store, the database is not loaded, which takes a second."""

import os
import subprocess
import sys

import pytest

from tests.conftest import CLIENT, ROOT

STORE = {"sqlalchemy", "alembic", "cryptography"}
PROGRAM = """
import sys
from backend.cli import main
try:
    main()
finally:
    print("loaded:", *{name.partition(".")[0] for name in sys.modules})
"""


@pytest.fixture
def loaded(sample_registry, tmp_path):
    """Runs a command in a process of its own, which must succeed; the packages that it has loaded."""
    (tmp_path / "a.txt").write_text("Quixotrade wrote to anna.vogel@example.org.", "utf-8")
    settings = {"UNSAID_REGISTRY": sample_registry, "UNSAID_DATA": tmp_path / "data", "UNSAID_NER": "none"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UNSAID_")}
    environment |= {name: str(value) for name, value in settings.items()} | {"PYTHONPATH": str(ROOT)}

    def run(command, **more):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *(word.replace("_", " ") for word in command.split())],
            capture_output=True, text=True, check=False, cwd=tmp_path, env=environment | more,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return set(done.stdout.rpartition("loaded:")[2].split())

    return run


WHOSE = CLIENT.replace(" ", "_")
COMMANDS = (
    "guess a.txt",
    "model promote sample",
    f"suggest a.txt --client {WHOSE} --k 2 --objective simple",
    f"redact a.txt --client {WHOSE} --k 2 --objective simple --out out --json",
    "verify --help",
    "train --help",
    "evaluate --help",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_store_no_command_loads_the_database(loaded, tmp_path, command):
    assert STORE.isdisjoint(loaded(command))
    assert not (tmp_path / "data").exists()


# A command that redacts for a client learns the model of sensitive texts, which takes scikit-learn.
@pytest.mark.parametrize("command", [each for each in COMMANDS if not each.startswith(("suggest", "redact"))])
def test_what_trains_attackers_is_loaded_for_training_alone(loaded, command):
    assert "sklearn" not in loaded(command)


def test_with_a_store_commands_read_it(loaded):
    assert loaded("client add Ford") >= STORE
    assert loaded("redact a.txt --no-cii --out out") >= {"sqlalchemy", "cryptography"}


def test_the_database_of_the_settings_is_used(loaded, tmp_path):
    elsewhere = f"sqlite:///{tmp_path}/elsewhere.db"
    assert "sqlalchemy" in loaded("redact a.txt --no-cii --out out", UNSAID_DATABASE=elsewhere)
