"""One request means the same on every surface: equal findings, an equal clean copy, equal rows of the audit trail.

The surfaces are the command line, HTTP, a zip over HTTP, a folder that a worker redacts, and what the pane sends:
an analysis that shows more levels than are redacted, then a redaction by decisions on them.
"""

import io
import json
import zipfile
from dataclasses import dataclass, field, replace
from typing import Any

import docx
import pytest
from docx.shared import Cm

from backend.document.cleaning import Cleaning, Comments
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.review_policy import EVERY_KIND, ReviewPolicy
from backend.services.jobs.running_job import RunningJob
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.store import Store
from backend.worker.batches import run_batch
from tests.further_cases import sampled
from tests.web.conftest import app, client
from tests.web.documents import REPORT, decoded, encoded, zipped
from tests.worker.jobs import FORMS

__all__ = ["app", "client"]

CLIENT = "Halden & Rook"
NAME = "plan.docx"
KEPT_LEVELS = 10
"""Up to which level the pane asks for."""


@dataclass(frozen=True)
class Row:
    """A request as HTTP takes it, the same as options, and the policy that an administrator has set."""

    asked: dict[str, Any]
    options: tuple[str, ...]
    policy: ReviewPolicy | None = None
    stored: Dictionary | None = None
    environment: dict[str, str] = field(default_factory=dict)
    document: bytes = REPORT


def _narrow_table() -> bytes:
    """A document with an address in a narrow cell and in a wide one."""
    made = docx.Document()
    table = made.add_table(rows=1, cols=2)
    for cell, wide in zip(table.rows[0].cells, (2, 12), strict=True):
        cell.text, cell.width = "Mail ann@acme.com", Cm(wide)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


ROWS = {
    "nothing but the client": Row({"client": CLIENT}, ("--client", CLIENT)),
    "another level": Row({"client": CLIENT, "k": 3}, ("--client", CLIENT, "--k", "3")),
    "another objective": Row(
        {"client": CLIENT, "k": 4, "objective": "uniform"},
        ("--client", CLIENT, "--k", "4", "--objective", "uniform"),
    ),
    "the simple redactor": Row(
        {"client": CLIENT, "k": 4, "objective": "simple"}, ("--client", CLIENT, "--k", "4", "--objective", "simple")
    ),
    "no attackers": Row({"client": CLIENT, "robust": False}, ("--client", CLIENT, "--no-robust")),
    "no client": Row({}, ("--no-cii",)),
    "a narrow table": Row(
        {"clean": {"traces": "remove"}}, ("--no-cii", "--traces", "remove"), document=_narrow_table()
    ),
    "own terms and few kinds": Row(
        {"client": CLIENT, "k": 2, "always": ["Curlew"], "never": ["Leeds"], "pii": ["EMAIL_ADDRESS"]},
        ("--client", CLIENT, "--k", "2", "--always", "Curlew", "--never", "Leeds", "--pii", "EMAIL_ADDRESS"),
    ),
    "a clean copy": Row(
        {
            "client": CLIENT,
            "clean": {"revisions": "accept", "comments": "remove", "hidden_text": "remove", "traces": "remove"},
        },
        ("--client", CLIENT, "--clean"),
    ),
    "a policy fills in what is left open": Row(
        {"client": CLIENT},
        ("--client", CLIENT),
        ReviewPolicy(
            least_k=6,
            personal=frozenset({EVERY_KIND}),
            placeholder=PlaceholderStyle.TYPED,
            clean=Cleaning(comments=Comments.ANONYMISE, remove_traces=True),
        ),
    ),
    "a dictionary of the client": Row(
        {"client": "H&R"},
        ("--client", "H&R"),
        stored=Dictionary(CLIENT, aliases=("The Rookery",), always=("Curlew",), never=("Washington Hall",)),
    ),
}


IN_CHECK = [each for name, each in ROWS.items() if name != "another level"]
"""Rows that `make check` asks for: others of them name a level too."""


@dataclass(frozen=True)
class Came:
    """What came of a request: the bytes, the report without what differs by surface, and the row of the trail."""

    content: bytes
    report: dict[str, Any] | None
    row: dict[str, Any]


@pytest.fixture
def settings(sample_registry, tmp_path):
    from backend.settings import Settings

    read = Settings.from_environment(
        {"UNSAID_DATA": str(tmp_path / "data"), "UNSAID_REGISTRY": str(sample_registry), "UNSAID_NER": "none"}
    )
    return replace(read, service=replace(read.service, batch_folders=(tmp_path / "folders",)))


@pytest.fixture
def store(settings):
    return Store.of(settings)


@pytest.fixture(params=sampled(ROWS.values(), IN_CHECK), ids=list(ROWS))
def row(request, store):
    """A row of the table, with what is stored for it."""
    asked: Row = request.param
    if asked.stored is not None:
        store.clients.add(asked.stored)
    if asked.policy is not None:
        store.policies.set(CLIENT, 0, asked.policy, "root")
    return asked


TOLD = ("action", "subject", "counts", "model", "policy", "document", "result", "code")
"""Of a row of the trail, all but who did it, when, and where it stands in the chain."""


def _last_row(store):
    rows = (row.content for row in store.audit.rows() if row.content["action"] == "document.redacted")
    return {name: value for name, value in next(rows).items() if name in TOLD}


BY_SURFACE = ("path", "output", "opening", "source_sha256", "warnings")
"""Names, random values, and the words that each surface has for the same messages."""


def _report(told):
    return {name: value for name, value in told.items() if name not in BY_SURFACE}


def _by_command(row, unsaid, tmp_path, store):
    (tmp_path / NAME).write_bytes(row.document)
    done = unsaid("redact", NAME, *row.options, "--out", "out", "--json")
    assert done.exit_code in {0, 1}, done.stderr
    (told,) = json.loads(done.stdout)["files"]
    return Came((tmp_path / "out" / NAME).read_bytes(), _report(told), _last_row(store))


def _by_http(row, client, store):
    answer = client.post("/v1/redactions", json={**row.asked, "document": encoded(row.document), "name": NAME})
    assert answer.status_code == 200, answer.json
    return Came(decoded(answer.json), _report(answer.json["report"]), _last_row(store))


def _by_zip(row, client, store):
    answer = client.post(
        "/v1/batches", json={**row.asked, "documents": encoded(zipped({NAME: row.document})), "report": True}
    )
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        (told,) = json.loads(archive.read("report.json"))["files"]
        return Came(archive.read(f"documents/{NAME}"), _report(told), _last_row(store))


def _by_job(row, client, store, settings, tmp_path):
    inbox = tmp_path / "folders" / "in"
    inbox.mkdir(parents=True)
    (inbox / NAME).write_bytes(row.document)
    asked = client.post("/v1/batches/folders", json={**row.asked, "inputs": "in", "outputs": "out"})
    assert asked.status_code == 202, asked.json
    held = store.held_jobs.take(asked.json["id"], "worker", FORMS)
    with RunningJob(store, held, every=0) as running:
        run_batch(running, settings, store)
    return Came((tmp_path / "folders" / "out" / NAME).read_bytes(), None, _last_row(store))


def _by_pane(row, client, store):
    """All that is suggested up to the level is accepted, one by one."""
    has_client = "client" in row.asked
    shown = {"levels": KEPT_LEVELS} if has_client else {}
    document = {"document": encoded(row.document), "name": NAME}
    analysis = client.post("/v1/analyses", json={**row.asked, **shown, **document}).json
    levels = [level["k"] for level in analysis["levels"]]
    k = row.asked.get("k") or (max(5, row.policy.least_k) if row.policy else 5)
    decisions = [
        {"id": each["id"], "verdict": "accepted"}
        for each in analysis["suggestions"]
        if each["from_level"] is None or each["from_level"] <= k
    ]
    level = {"k": k, "analysed_k": max(levels)} if has_client else {}
    answer = client.post("/v1/redactions", json={**row.asked, **level, **document, "decisions": decisions})
    assert answer.status_code == 200, answer.json
    return Came(decoded(answer.json), None, _last_row(store))


def test_a_redaction_is_the_same_on_every_surface(row, unsaid, client, store, settings, tmp_path):
    expected = _by_http(row, client, store)
    by_command = _by_command(row, unsaid, tmp_path, store)
    others = {
        "command": by_command,
        "zip": _by_zip(row, client, store),
        "job": _by_job(row, client, store, settings, tmp_path),
        "pane": _by_pane(row, client, store),
    }
    for surface, came in others.items():
        assert came.row == expected.row, surface
        assert came.content == expected.content, surface
        assert came.report in (None, expected.report), surface
    if row is ROWS["a narrow table"]:
        cells = docx.Document(io.BytesIO(expected.content)).tables[0].rows[0].cells
        assert [cell.text for cell in cells] == ["Mail [MAIL\u00a01]", "Mail [EMAIL_ADDRESS 1]"]


def test_an_analysis_is_the_same_on_every_surface(row, unsaid, client, tmp_path):
    found = client.post("/v1/analyses", json={**row.asked, "document": encoded(row.document), "name": NAME}).json
    (tmp_path / NAME).write_bytes(row.document)
    (told,) = json.loads(unsaid("suggest", NAME, *row.options, "--json").stdout)["files"]
    for name in ("client", "levels", "objective", "robust", "promise", "review_policy", "messages"):
        assert found[name] == told[name], name
    by_http, by_command = ([_suggested(each) for each in which["suggestions"]] for which in (found, told))
    assert by_http == by_command


def _suggested(each):
    places = [{key: place[key] for key in ("story", "block", "start", "end")} for place in each["places"]]
    names = ("id", "term", "kind", "entity", "from_level", "score", "why")
    return {**{name: each[name] for name in names}, "places": places}
