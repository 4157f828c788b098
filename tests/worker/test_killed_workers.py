"""Whoever is killed, at whatever moment: nothing that was acknowledged is lost, and the service goes on by itself.

While a training runs, others promote versions, store clients and decide in a review. After so many acknowledged
changes, which is drawn by lot, the job worker, the server's worker, both, or all of the service is killed: each of
them is somewhere in its next change then. What was acknowledged by then and afterwards has to be there, once.
"""

import json
import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import count
from pathlib import Path

import pytest

from backend.learning.registry import Registry
from backend.learning.train import train
from backend.settings import Settings
from backend.storage.audit.actions import Action
from tests.services.drawn_clients import counted
from tests.web.server import Server, start
from tests.worker.jobs import corpus_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run on Windows")

ROUNDS = int(os.environ.get("UNSAID_TEST_KILLS", "1"))
"""How often somebody is killed on each kind of database; more often in `make attacks`, by UNSAID_TEST_KILLS."""

PATIENCE = 240
MAX_CHANGES = 150
"""Acknowledged changes after which somebody is killed at the latest; a training lasts about as long."""

VICTIMS = {
    "sqlite": ("both", "service", "server", "worker"),
    "postgresql": ("service", "both", "worker", "server"),
}
"""Who is killed in turn: first the two that take others with them."""


def eventually(condition):
    end = time.monotonic() + PATIENCE
    while not (held := condition()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.05)
    return held


@dataclass
class Service:
    """The service as something like systemd runs it: started again when all of it is gone."""

    settings: Settings
    environment: dict
    server: Server | None = None

    def start(self):
        self.server = start(self.settings, "--workers", "1", worker=True, **self.environment)

    def ask(self, method, path, body=None):
        """The answer; None when nobody answers, or somebody has died over it."""
        sent = None if body is None else json.dumps(body)
        try:
            return self.server.ask(method, path, sent, {"Content-Type": "application/json"})
        except (OSError, HTTPException):
            time.sleep(0.02)
            return None

    def surely(self, method, path, body=None):
        """The answer when somebody answers again."""
        return eventually(lambda: (told := self.ask(method, path, body)) and told.status < 500 and told).json

    def processes(self):
        """The job worker and the server's worker, by what they are."""
        found = {}
        for pid in self.server.workers():
            try:
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
            except OSError:
                continue
            found["worker" if b"--beside" in command else "server"] = pid
        return found

    def kill(self, victim):
        """Kill somebody, and wait until another one is there in their place."""
        before = self.processes()
        if victim == "service":
            self.server.process.kill()
            self.server.process.wait()
            self.start()
        names = ("worker", "server") if victim in {"both", "service"} else (victim,)
        if victim != "service":
            for name in names:
                os.kill(before[name], signal.SIGKILL)
        eventually(lambda: all(self.processes().get(name) not in {None, before.get(name)} for name in names))
        return len(names)


@dataclass
class Acknowledged:
    """All that the service has said was done."""

    clients: list = field(default_factory=list)
    promoted: list = field(default_factory=list)
    decided: list = field(default_factory=list)

    @property
    def changes(self):
        return len(self.clients) + len(self.promoted) + len(self.decided)


class People:
    """Three who change something again and again, each in a thread, and note what was acknowledged."""

    def __init__(self, service):
        self.service = service
        self.told = Acknowledged()
        self.numbers = count(1)
        self.review = service.surely("POST", "/v1/reviews", {})
        self.failed = []

    @contextmanager
    def busy(self):
        stop = threading.Event()

        def again_and_again(step):
            try:
                while not stop.is_set():
                    step()
            except Exception as error:  # noqa: BLE001 - told by the test, which would not see it here
                self.failed.append(repr(error))

        steps = (self.add, self.promote, self.decide)
        threads = [threading.Thread(target=again_and_again, args=(step,)) for step in steps]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        assert self.failed == []

    def add(self):
        answer = self.service.ask("POST", "/v1/clients", {"name": f"Client {next(self.numbers)}"})
        if answer and answer.status == 201:
            self.told.clients.append(answer.json["id"])

    def promote(self):
        version = ("first", "second")[len(self.told.promoted) % 2]
        answer = self.service.ask("POST", f"/v1/admin/versions/{version}/promote")
        if answer and answer.status == 200:
            self.told.promoted.append(version)

    def decide(self):
        suggestion = f"{next(self.numbers):016x}"
        asked = {"version": self.review["version"], "decisions": [{"id": suggestion, "move": "accept"}]}
        answer = self.service.ask("PATCH", f"/v1/reviews/{self.review['id']}/decisions", asked)
        if answer and answer.status == 200:
            self.told.decided.append(suggestion)
            self.review = answer.json
        elif answer is None or answer.status == 409:
            self.review = self.service.surely("GET", f"/v1/reviews/{self.review['id']}")


def train_once(service, name):
    """Ask for a training until that is acknowledged; its job."""
    while True:
        answer = service.ask("POST", "/v1/admin/training", {"corpus": "clients", "name": name, "promote": True})
        if answer and answer.status == 202:
            return answer.json["id"]
        if answer and answer.json["code"] == "job_running":  # who would have acknowledged it was killed
            return service.surely("GET", "/v1/admin/training")["jobs"][0]["id"]


@pytest.fixture
def service(settings, tmp_path):
    registry = Registry(settings.registry)
    for name in ("first", "second"):
        registry.save(train(counted(each=2)), name)
    corpus_in(tmp_path / "corpora" / "clients")
    environment = {"UNSAID_CORPORA": str(tmp_path / "corpora"), "UNSAID_RATE_LIMIT": "1000000 per minute"}
    if settings.database:
        environment |= {"UNSAID_DATABASE": settings.database}
    environment["UNSAID_KEY"] = ",".join(settings.keys)
    service = Service(settings, environment)
    service.start()
    yield service
    service.server.stop()


def test_nothing_that_was_acknowledged_is_lost_or_there_twice(service, settings, opened, kind, capsys):
    drawn = random.Random(f"{kind} {os.environ.get('UNSAID_TEST_SEED', '')}")  # noqa: S311 - repeated by its seed
    registry, store, people = Registry(settings.registry), opened(settings), People(service)
    killed, jobs = Counter(), []
    for number in range(ROUNDS):
        victim = VICTIMS[kind][number % len(VICTIMS[kind])]
        before = people.told.changes
        jobs.append(train_once(service, f"learnt{number}"))
        with people.busy():
            after = drawn.randint(1, MAX_CHANGES)
            eventually(lambda: people.told.changes - before >= after or people.failed)  # noqa: B023
            killed[victim] += service.kill(victim)
            eventually(lambda: service.surely("GET", f"/v1/admin/training/{jobs[-1]}")["state"] == "done")
        assert_all_is_there(service, people, store, registry, jobs)
    with capsys.disabled():
        told = people.told
        print(  # noqa: T201 - what was measured
            f"\n{kind}: {ROUNDS} rounds, killed {dict(killed)}; acknowledged: {len(told.clients)} clients, "
            f"{len(told.promoted)} promotions, {len(told.decided)} decisions, {len(jobs)} trainings; "
            f"{len(store.audit.rows(most=1_000_000))} rows of the trail"
        )


def assert_all_is_there(service, people, store, registry, jobs):
    verdict = store.audit.verify()
    assert verdict.holds, verdict
    noted = [(row.content["action"], row.content["subject"]) for row in reversed(store.audit.rows(most=1_000_000))]
    assert_clients(people.told.clients, store, noted)
    assert_promotions(people.told.promoted, registry, noted)
    assert_decisions(people, service)
    assert_trainings(jobs, store, registry, noted)


def assert_clients(acknowledged, store, noted):
    there = {client.id: store.audit.mark_of(client.dictionary.name) for client in store.clients.all()}
    assert set(acknowledged) <= set(there)
    added = [subject for action, subject in noted if action == Action.CLIENT_ADDED]
    assert sorted(added) == sorted(there.values()), "each that is there was noted once, and none that is not"


def assert_promotions(acknowledged, registry, noted):
    history = iter([name for name in registry._promotions() if not name.startswith("learnt")])
    assert all(any(name == each for each in history) for name in acknowledged), (
        "in the order they were acknowledged"
    )
    promoted = Counter(subject for action, subject in noted if action == Action.VERSION_PROMOTED)
    assert all(promoted[name] >= acknowledged.count(name) for name in set(acknowledged))


def assert_decisions(people, service):
    decided = people.told.decided
    if decided:
        path = f"/v1/reviews/{people.review['id']}/decisions"
        found = service.surely("POST", path, {"ids": decided})["decisions"]
        assert [each["decision"]["state"] for each in found] == ["accepted"] * len(decided)
    assert len(set(decided)) == len(decided)


def assert_trainings(jobs, store, registry, noted):
    versions = [version.name for version in registry.versions()]
    for number, job in enumerate(jobs):
        assert store.jobs.get(job).version == f"learnt{number}"
        assert [name for name in versions if registry.is_made_by(name, job)] == [f"learnt{number}"]
        assert noted.count((Action.JOB_DONE, job)) == 1
        assert noted.count((Action.VERSION_TRAINED, f"learnt{number}")) == 1
        assert registry.was_promoted(f"learnt{number}")
