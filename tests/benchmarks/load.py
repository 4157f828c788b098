"""Many people at once before a real server: how long they wait, what is refused, and what the workers' memory does.

    python -m tests.benchmarks.load [--seconds 120] [--users 50] [--every 10] [--names] [--characters 50000]

Prints one JSON object. Each user asks every so many seconds, at a moment of their own, over a connection that is
kept; one whose answer takes longer than that asks again at the next of their moments.
"""

import argparse
import base64
import io
import json
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from statistics import quantiles

import docx

from tests.conftest import SAMPLE
from tests.web.server import start

CLIENT = "Halden & Rook"
ASKED = {"client": CLIENT, "k": 5, "objective": "simple"}


@dataclass
class Told:
    """What became of all requests."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter = field(default_factory=Counter)
    lost: Counter = field(default_factory=Counter)
    told_when: int = 0
    _writing: threading.Lock = field(default_factory=threading.Lock)

    def answered(self, status, seconds, headers):
        with self._writing:
            self.statuses[status] += 1
            if status == 200:
                self.seconds.append(seconds)
            self.told_when += status == 503 and "Retry-After" in headers

    def was_lost(self, error):
        with self._writing:
            self.lost[type(error).__name__] += 1


def documents(characters, count):
    """Different .docx of so many characters, drawn from the sentences of the sample: the same in every run."""
    drawn = random.Random(7)  # noqa: S311 - nothing secret
    texts = (path.read_text("utf-8") for path in sorted((SAMPLE / "corpus").rglob("*.txt")))
    paragraphs = [line for text in texts for line in text.splitlines() if line.strip()]
    return [_document(drawn, paragraphs, characters) for _ in range(count)]


def _document(drawn, paragraphs, characters):
    document, left = docx.Document(), characters
    while left > 0:
        text = drawn.choice(paragraphs)[:left]
        document.add_paragraph(text)
        left -= len(text)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def user(server, body, moment, every, until, told):
    """One user until it is over."""
    connection = server.connection()
    headers = {"Content-Type": "application/json"}
    while moment < until:
        time.sleep(max(0.0, moment - time.monotonic()))
        began = time.monotonic()
        try:
            answer = server.ask("POST", "/v1/analyses", body, headers, connection)
        except (OSError, HTTPException) as error:
            told.was_lost(error)
            connection.close()
            connection = server.connection()
        else:
            told.answered(answer.status, time.monotonic() - began, answer.headers)
        moment += every * max(1, -(-(time.monotonic() - moment) // every))
    connection.close()


def resident(server):
    """Resident memory of each worker in MB, what it shares with the others counted in part (PSS)."""
    found = {}
    for pid in sorted(server.workers()):
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        pss = next(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
        found[pid] = round(pss / 1024)
    return found


def measure(server, options):
    """Ask as the options say; a dictionary of figures."""
    bodies = [
        json.dumps({**ASKED, "document": base64.b64encode(each).decode()}).encode()
        for each in documents(options.characters, min(options.users, 10))
    ]
    for body in bodies[:2] * len(server.workers()):  # the first sentence of a worker is its slowest
        server.ask("POST", "/v1/analyses", body, {"Content-Type": "application/json"})
    told, before, began = Told(), resident(server), time.monotonic()
    users = [
        threading.Thread(
            target=user,
            args=(
                server,
                bodies[number % len(bodies)],
                began + options.every * number / options.users,
                options.every,
                began + options.seconds,
                told,
            ),
        )
        for number in range(options.users)
    ]
    for each in users:
        each.start()
    time.sleep(options.seconds / 4)
    warm = resident(server)
    for each in users:
        each.join()
    took = time.monotonic() - began
    cuts = quantiles(told.seconds, n=100) if len(told.seconds) > 1 else [float("nan")] * 99
    return {
        "users": options.users,
        "names": options.names,
        "seconds": round(took, 1),
        "answered": len(told.seconds),
        "p50": round(cuts[49], 3),
        "p95": round(cuts[94], 3),
        "longest": round(max(told.seconds, default=float("nan")), 3),
        "statuses": dict(told.statuses),
        "refused with Retry-After": told.told_when,
        "lost": dict(told.lost),
        "memory before": list(before.values()),
        "memory after a quarter": list(warm.values()),
        "memory after": list(resident(server).values()),
        "same workers": set(before) == server.workers(),
    }


def run(options):
    """Serve the sample's models with two workers, and ask."""
    from click.testing import CliRunner

    from backend.cli import cli
    from backend.settings import Settings, shipped_pipeline

    folder = Path(tempfile.mkdtemp(prefix="load-"))
    try:
        trained = CliRunner().invoke(
            cli, ["train", str(SAMPLE / "corpus"), "--registry", str(folder / "registry"), "--name", "sample"]
        )
        if trained.exit_code:
            raise RuntimeError(trained.output)
        settings = Settings.from_environment({"UNSAID_DATA": str(folder), "UNSAID_NER": "none"})
        pipeline = shipped_pipeline() if options.names else "none"
        server = start(settings, "--workers", "2", UNSAID_NER=pipeline)
        try:
            return measure(server, options)
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main(arguments=None):
    """Read the options, measure, print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--users", type=int, default=50)
    asked.add_argument("--every", type=float, default=10, help="seconds between a user's requests")
    asked.add_argument("--seconds", type=float, default=120)
    asked.add_argument("--characters", type=int, default=50_000)
    asked.add_argument("--names", action="store_true", help="with the shipped pipeline for names")
    print(json.dumps(run(asked.parse_args(arguments))))


if __name__ == "__main__":
    sys.exit(main())
