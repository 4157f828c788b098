"""How long the health of a real service takes to answer while it redacts documents that were changed by chance.

    python -m tests.hostile.served --registry REGISTRY --files 1000 --seed 17

Two clients send the files of the fuzzer; a third asks for the health, twenty times a second, over new connections.
"""

import argparse
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from backend.settings import Settings
from tests.conftest import CLIENT
from tests.hostile.fuzz import SEED, made
from tests.web.documents import encoded
from tests.web.server import Server, running

EVERY = 0.05
"""Seconds from one question to the next."""

GOAL = 1.0
"""Seconds within which health answers."""


def send(server: Server, seed: str) -> int:
    """Send the file of a seed to be redacted; the status of the response."""
    body = {"document": encoded(made(seed)), "client": CLIENT, "k": 5}
    answer = server.ask("POST", "/v1/redactions", json.dumps(body), {"Content-Type": "application/json"})
    return answer.status


def watch(server: Server, ended: threading.Event) -> list[float]:
    """Ask for the health until the event; the seconds that each answer took."""
    took = []
    while not ended.wait(EVERY):
        began = time.monotonic()
        server.ask("GET", "/healthz")
        took.append(time.monotonic() - began)
    return took


def main() -> int:
    """Send the files and print how long health took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--registry", type=Path, required=True)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--seed", default=SEED)
    asked = parser.parse_args()
    ended = threading.Event()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(
            Settings.from_environment({"UNSAID_DATA": folder, "UNSAID_REGISTRY": str(asked.registry)}),
            UNSAID_RATE_LIMIT="999999/minute",
        ) as server,
        ThreadPoolExecutor(3) as threads,
    ):
        watching = threads.submit(watch, server, ended)
        seeds = [f"{asked.seed}:{number}" for number in range(asked.files)]
        statuses = Counter(threads.map(lambda seed: send(server, seed), seeds))
        ended.set()
        took = sorted(watching.result())
    slow = sum(each > GOAL for each in took)
    sys.stdout.write(f"{asked.files:,} files of seed {asked.seed}: {dict(sorted(statuses.items()))}\n")
    sys.stdout.write(
        f"health: {len(took):,} answers, median {took[len(took) // 2]:.3f} s, worst {took[-1]:.3f} s, "
        f"{slow} of them later than {GOAL:g} s\n"
    )
    return 1 if slow or any(status >= 500 for status in statuses) else 0


if __name__ == "__main__":
    sys.exit(main())
