"""Endless work, blocked interpreters and huge memory fail their own request and no other."""

import io
import json
import os
import signal
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from tests.web.documents import word_file, zipped
from tests.web.server import eventually, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run on Windows")

WITH_ROUTES_THAT_NEVER_END = """
import os
from pathlib import Path
from types import MappingProxyType
from apiflask import APIBlueprint
from backend.processes.ceilings import Ceiling
from backend.services.files import reading
from backend.web.routes import batches
from backend.web.routes import blueprints
from backend.web import offloading
from backend.web.auth import route_roles
from tests.processes import child_tasks

def loop_for_long(_state):
    Path(os.environ["TEST_LOOPING"]).write_text(f"{os.getpid()}\\n", "ascii")
    child_tasks.loop_in_c(None)

blueprint = APIBlueprint("endless", "endless")
ENDLESS = {"loop": child_tasks.loop, "loop_in_c": child_tasks.loop_in_c,
           "loop_for_long": loop_for_long, "sleep": child_tasks.sleep,
           "eat": child_tasks.eat, "die": child_tasks.end_by_itself}
for name, act in ENDLESS.items():
    blueprint.add_url_rule(f"/{name}", name, view_func=lambda act=act: act(None))

blueprints.BLUEPRINTS = (*blueprints.BLUEPRINTS, blueprint)
endless = {f"GET /{name}": route_roles.EVERYBODY for name in ENDLESS}
route_roles.ROUTES = MappingProxyType({**route_roles.ROUTES, **endless})
short = Ceiling(seconds=float(os.environ["TEST_SECONDS"]), memory=300 * 1024 * 1024)
offloading.HEAVY = MappingProxyType(
    {**offloading.HEAVY, "redactions.redact": short, **{f"endless.{name}": short for name in ENDLESS},
     "endless.loop_for_long": Ceiling(seconds=1000.0)}
)
batches.Ceiling = lambda: short

open_package = reading.open_package

def opened(content):
    if content.endswith(b"FREEZE"):
        child_tasks.loop_in_c(None)
    return open_package(content)

reading.open_package = opened

from backend.cli import main
main()
"""
COMMAND = (sys.executable, "-c", WITH_ROUTES_THAT_NEVER_END)
JSON = {"Content-Type": "application/json"}
NOTE = json.dumps({"stories": [{"kind": "body", "blocks": [{"ordinal": 0, "text": "Ask ann@halden.example"}]}]})


@pytest.fixture(scope="module")
def looping(tmp_path_factory):
    """The file in which the process that loops for long writes its number."""
    return tmp_path_factory.mktemp("looping") / "process"


@pytest.fixture(scope="module")
def server(tmp_path_factory, sample_registry, looping):
    from backend.settings import Settings

    settings = Settings.from_environment(
        {"UNSAID_DATA": str(tmp_path_factory.mktemp("data")), "UNSAID_REGISTRY": str(sample_registry)}
    )
    said = {"TEST_SECONDS": "1", "TEST_LOOPING": str(looping), "UNSAID_RATE_LIMIT": "9999/minute"}
    with running(settings, "--workers", "1", command=COMMAND, **said) as it:
        yield it


def descendants(server):
    return psutil.Process(server.process.pid).children(recursive=True)


def _living(processes):
    return [each for each in processes if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/loop", 503, "took_too_long"),
        ("/loop_in_c", 503, "took_too_long"),
        ("/sleep", 503, "took_too_long"),
        ("/eat", 413, "took_too_much_memory"),
        ("/die", 503, "work_ended"),
    ],
)
def test_a_document_over_the_limits_gets_an_error_and_the_next_request_is_answered(server, path, status, code):
    workers = server.workers()
    answer = server.ask("GET", path)
    assert (answer.status, answer.json["code"]) == (status, code)
    assert answer.headers["X-Request-ID"] == answer.json["request_id"]
    assert server.ask("POST", "/v1/analyses", NOTE, JSON).status == 200
    assert server.workers() == workers, "nobody but the one that did the work was ended"
    told = [line for line in server.lines() if line.get("request_id") == answer.json["request_id"]]
    assert [(line["route"], line["status"], line["code"]) for line in told] == [(path, status, code)]


def test_health_and_other_requests_are_answered_while_a_document_loops(server, looping):
    with ThreadPoolExecutor(1) as threads:
        hanging = threads.submit(server.ask, "GET", "/loop_for_long")
        eventually(lambda: looping.exists() and looping.read_text("ascii").endswith("\n"))
        for _ in range(3):
            assert server.ask("GET", "/healthz").status == 200
            assert server.ask("POST", "/v1/analyses", NOTE, JSON).status == 200
        assert not hanging.done()
        os.kill(int(looping.read_text("ascii")), signal.SIGKILL)
        assert hanging.result().json["code"] == "work_ended"


def test_a_service_whose_every_place_loops_says_that_it_is_ready(server):
    with ThreadPoolExecutor(2) as threads:
        hanging = [threads.submit(server.ask, "GET", "/loop_in_c") for _ in range(2)]
        assert server.ask("GET", "/readyz").json["checks"]["work"] == "ok"
        assert [each.result().status for each in hanging] == [503, 503]


def freezing():
    """A Word file on which the parser of the server above never comes back, with the interpreter held."""
    stream = io.BytesIO(word_file("Write to ann@halden.example"))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.comment = b"FREEZE"
    return stream.getvalue()


def test_a_file_that_freezes_the_parser_loses_its_own_request(server):
    content = freezing()
    data = {"Content-Type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document"}
    with ThreadPoolExecutor(4) as threads:
        hanging = [threads.submit(server.ask, "POST", "/v1/redactions", content, data) for _ in range(4)]
        while not all(each.done() for each in hanging):
            assert server.ask("GET", "/healthz").status == 200
            time.sleep(0.05)
        assert [each.result().json["code"] for each in hanging] == ["took_too_long"] * 4
    assert server.ask("POST", "/v1/analyses", NOTE, JSON).status == 200


def test_a_document_of_a_batch_that_is_ended_is_in_the_summary_and_the_others_are_there(server):
    files = {
        "a.txt": b"Write to ann@halden.example",
        "Quixotrade.docx": freezing(),
        "c.docx": word_file("Write to bob@halden.example"),
    }
    answer = server.ask("POST", "/v1/batches", zipped(files), {"Content-Type": "application/zip"})
    archive = zipfile.ZipFile(io.BytesIO(answer.body))
    summary = json.loads(archive.read("summary.json"))["files"]
    assert [bool(each["error"]) for each in summary] == [False, True, False]
    assert [each["output"] for each in summary] == ["documents/a.txt", None, "documents/c.docx"]
    assert "takes longer" in summary[1]["error"]
    assert b"Quixotrade" not in archive.read("summary.json")


def most_memory(pid):
    """The most megabytes that a process has held so far."""
    rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("VmHWM:")) // 1024


def test_what_a_zip_unpacks_to_is_never_in_the_process_that_answers_others(server):
    files = {"a.txt": bytes(400_000_000), "b.txt": b"Write to ann@halden.example"}
    (worker,) = (pid for pid in server.workers() if pid != server.process.pid)
    before = most_memory(worker)
    answer = server.ask("POST", "/v1/batches", zipped(files), {"Content-Type": "application/zip"})
    archive = zipfile.ZipFile(io.BytesIO(answer.body))
    summary = json.loads(archive.read("summary.json"))["files"]
    assert [bool(each["error"]) for each in summary] == [True, False]
    assert most_memory(worker) - before < 100


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_is_left_when_the_service_ends(settings, number):
    limits = {"TEST_SECONDS": "1" if number == signal.SIGTERM else "1000", "UNSAID_TIME_LIMIT": "1000"}
    with (
        running(settings, "--workers", "2", command=COMMAND, **limits) as server,
        ThreadPoolExecutor(3) as threads,
    ):
        hanging = [threads.submit(_ask, server, path) for path in ("/loop", "/loop_in_c", "/sleep")]
        busy = eventually(lambda: [each for each in _living(descendants(server)) if each.cpu_times().user > 0.5])
        started = descendants(server)
        assert busy
        if number == signal.SIGKILL:
            for each in (server.process.pid, *server.workers()):
                os.kill(each, number)
        else:
            server.process.send_signal(number)
        eventually(lambda: not _living(started))
        assert len([each.result() for each in hanging]) == 3


def _ask(server, path):
    try:
        return server.ask("GET", path).status
    except OSError:
        return None
