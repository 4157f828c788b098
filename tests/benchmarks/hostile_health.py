"""How long health takes to answer while hostile requests run: at most 1 second, whatever they send.

    python -m tests.benchmarks.hostile_health [--seconds 60] [--attackers 8] [--only zip]

Prints one JSON object: how many answers there were, p50, p99 and the worst in seconds, and what became of each
kind of request. Each attacker sends one kind after the other, over connections of its own; every fifth is given up
by its client in the middle. The machine should have nothing else to do.
"""

import argparse
import json
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPException
from itertools import count
from pathlib import Path
from statistics import quantiles

from tests.hostile.growing import GROWING, SAID, document
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped
from tests.web.server import start

CLIENT = "Halden & Rook"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
MAX = 1.0
"""Seconds that health may take."""
GIVEN_UP = 5

Sent = tuple[str, bytes, str]
"""Path, body and content type."""


def stories(*texts: str, **options: object) -> bytes:
    """The body of an analysis of these paragraphs."""
    blocks = [{"ordinal": i, "text": each} for i, each in enumerate(texts)]
    return json.dumps({"stories": [{"kind": "body", "blocks": blocks}], **options}).encode()


def mails() -> Sent:
    """As many terms as a megabyte holds."""
    return (
        "/v1/analyses",
        stories(" ".join(f"a{i}@b.example" for i in range(60_000)), client=CLIENT),
        "application/json",
    )


def texts() -> Sent:
    """A small file of many different texts."""
    return "/v1/redactions", document(SAID + "".join(paragraph(text(f"Text {i}")) for i in range(40_000))), WORD


def outside() -> Sent:
    """The same outside the text, which earns no time."""
    return "/v1/redactions", GROWING["foreign elements"].make(60_000), WORD


def parts() -> Sent:
    """As many parts as a file may have, none of which can be read."""
    broken = ((f"word/a{i}.xml", b"<a><b>Halden") for i in range(3_900))
    return "/v1/redactions", zipped([*docx_parts(body(SAID)).items(), *broken]), WORD


def like_text() -> Sent:
    """Sixty megabytes of text in a few kilobytes."""
    return "/v1/redactions", document(paragraph(text("Ann Rook. " * 6_000_000))), WORD


def bomb() -> Sent:
    """Half a gigabyte in half a megabyte."""
    return "/v1/batches", zipped({f"{i}.txt": bytes(100_000_000) for i in range(5)}), "application/zip"


def many_files() -> Sent:
    """As many files as a zip may have."""
    return "/v1/batches", zipped({f"{i}.txt": b"Ann Rook" for i in range(2_000)}), "application/zip"


def lists() -> Sent:
    """JSON of which each byte takes many in memory, for a route that answers at once."""
    return "/v1/clients/search", b'{"query": [' + b"[]," * 5_000_000 + b"[]]}", "application/json"


def lists_within() -> Sent:
    """As much of it as such a route reads."""
    return "/v1/clients/search", b'{"query": [' + b"[]," * 340_000 + b"[]]}", "application/json"


def lists_for_work() -> Sent:
    """The same for a route whose work is done elsewhere."""
    return "/v1/analyses", b'{"stories": [' + b"[]," * 5_000_000 + b"[]]}", "application/json"


def deep() -> Sent:
    """JSON that is nested deeply."""
    return "/v1/reviews", b"[" * 1_000_000, "application/json"


def form() -> Sent:
    """A form of which one part never ends."""
    said = (
        b'--x\r\nContent-Disposition: form-data; name="document"; filename="a.docx"\r\n\r\n' + b"\r\n--" * 1_000_000
    )
    return "/v1/redactions", said, "multipart/form-data; boundary=x"


KINDS: dict[str, Callable[[], Sent]] = {
    each.__name__: each
    for each in (
        mails,
        texts,
        outside,
        parts,
        like_text,
        bomb,
        many_files,
        lists,
        lists_within,
        lists_for_work,
        deep,
        form,
    )
}


class Attack:
    """What is sent, and what became of it."""

    def __init__(self, server, sent: dict[str, Sent]) -> None:
        self._server, self._sent = server, list(sent.items())
        self.became: Counter[str] = Counter()
        self.over = threading.Event()

    def send(self, number: int) -> None:
        """Send one kind after the other until it is over."""
        for turn in count():
            name, (path, content, kind) = self._sent[(number + turn) % len(self._sent)]
            if self.over.is_set():
                return
            headers = {"Content-Type": kind, **self._server.signed_in}
            connection = self._server.connection()
            try:
                connection.request("POST", path, content, headers)
                if turn % GIVEN_UP == GIVEN_UP - 1:
                    time.sleep(0.5)
                    self.became[f"{name}: given up"] += 1
                else:
                    answer = connection.getresponse()
                    answer.read()
                    self.became[f"{name}: {answer.status}"] += 1
            except (OSError, HTTPException) as error:
                self.became[f"{name}: {type(error).__name__}"] += 1
            finally:
                connection.close()


def latencies(server, seconds: float) -> list[float]:
    """How long health takes, asked anew every 50 ms."""
    until, took = time.monotonic() + seconds, []
    while time.monotonic() < until:
        begun = time.monotonic()
        if server.ask("GET", "/healthz").status != 200:
            raise RuntimeError("health is not well")
        took.append(time.monotonic() - begun)
        time.sleep(0.05)
    return took


def measure(server, asked) -> dict[str, object]:
    """Attack, and ask for health meanwhile."""
    quiet = latencies(server, 2)
    sent = {name: make() for name, make in KINDS.items() if not asked.only or name in asked.only}
    attack = Attack(server, sent)
    attackers = [threading.Thread(target=attack.send, args=(i,), daemon=True) for i in range(asked.attackers)]
    for each in attackers:
        each.start()
    took = latencies(server, asked.seconds)
    attack.over.set()
    cuts = quantiles(took, n=100)
    return {
        "answers": len(took),
        "p50": round(cuts[49], 3),
        "p99": round(cuts[98], 3),
        "worst": round(max(took), 3),
        "worst when quiet": round(max(quiet), 3),
        "within a second": max(took) <= MAX,
        "megabytes of the workers": most_memory(server),
        "kilobytes sent": {name: len(content) // 1000 for name, (_, content, _) in sent.items()},
        "became": dict(sorted(attack.became.items())),
    }


def most_memory(server) -> list[int]:
    """The most that each worker has held."""
    rows = (Path(f"/proc/{pid}/status").read_text().splitlines() for pid in server.workers())
    return [int(row.split()[1]) // 1024 for each in rows for row in each if row.startswith("VmHWM:")]


def main(arguments: list[str] | None = None) -> int:
    """Read the options, serve the sample's models with one worker, attack, print."""
    from click.testing import CliRunner

    from backend.cli import cli
    from backend.settings import Settings
    from tests.conftest import SAMPLE

    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--attackers", type=int, default=8)
    options.add_argument("--only", action="append", choices=sorted(KINDS))
    asked = options.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    try:
        train = ["train", str(SAMPLE / "corpus"), "--registry", str(folder / "registry"), "--name", "sample"]
        done = CliRunner().invoke(cli, train, env={"UNSAID_DATA": str(folder)})
        if done.exit_code:
            raise RuntimeError(done.output)
        settings = Settings.from_environment({"UNSAID_DATA": str(folder), "UNSAID_NER": "none"})
        server = start(settings, "--workers", "1", UNSAID_RATE_LIMIT="99999/minute", UNSAID_TIME_LIMIT="20")
        try:
            found = measure(server, asked)
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    return 0 if found["within a second"] else 1


if __name__ == "__main__":
    sys.exit(main())
