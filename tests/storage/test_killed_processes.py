"""A process that is killed at any moment loses nothing that was acknowledged, and leaves no half change."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter

import pytest

from backend.settings import Settings
from tests.conftest import ROOT
from tests.warm_process import WarmProcess

TIMES = int(os.environ.get("UNSAID_TEST_KILLS", "3"))
"""How often each kind of process is killed; more by hand, by UNSAID_TEST_KILLS."""


@pytest.fixture
def environment(new_settings, kind, tmp_path):
    """Settings that name no key where the store is a file, so that the key file is written too."""
    settings = new_settings(kind)
    named = {"UNSAID_DATA": str(settings.data)}
    if settings.database:
        named |= {"UNSAID_DATABASE": settings.database, "UNSAID_KEY": ",".join([*settings.keys, *settings.keys])}
    return named


def killed(environment, after):
    """Start a writer, and kill it when it has acknowledged so many changes; all that it has acknowledged."""
    command = [sys.executable, "-m", "tests.storage.busy_writer"]
    with WarmProcess(command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE) as writer:
        lines = [writer.stdout.readline() for _ in range(after)]
        # By now it is somewhere in its next changes; how far is left to chance.
        writer.send_signal(signal.SIGKILL)
        lines += writer.stdout.readlines()
    assert writer.returncode == -signal.SIGKILL
    return [json.loads(line) for line in lines if line.endswith(b"\n")]


def test_nothing_that_was_acknowledged_is_lost(environment, opened):
    acknowledged = {}
    for time in range(TIMES):
        acknowledged |= {client: rest for client, *rest in killed(environment, after=1 + time % 12)}
        store = opened(Settings.from_environment(environment))
        there = {
            each.id: [each.version, each.dictionary.name, list(each.dictionary.aliases)]
            for each in store.clients.all()
        }
        lost = {client: rest for client, rest in acknowledged.items() if there.get(client, [0])[0] < rest[0]}
        assert not lost
        assert all(there[client] == rest or there[client][0] > rest[0] for client, rest in acknowledged.items())
        assert len(there) - len(acknowledged) <= 1, "what was being done when it was killed may be there, or not"
        for _version, name, aliases in there.values():
            assert store.clients.find(aliases[0]).dictionary.name == name, "a client and its aliases come together"
        verdict = store.audit.verify()
        assert verdict.holds, "the trail goes on as if nobody had been killed"
        noted = Counter(row.content["action"] for row in store.audit.rows(most=verdict.rows))
        changes = noted["client.added"] + noted["client.changed"]
        assert changes == sum(version for version, *_ in there.values()), "one row for each change, and no other"
        store.back_up(Settings.from_environment(environment).data / f"{len(there)}.backup")
        acknowledged = there
