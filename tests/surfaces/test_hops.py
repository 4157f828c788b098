"""From the parsed request to the program that selects the terms there are at most eight hops, on every surface.

A hop is one function of `backend` that calls the next. Work that can be ended is handed to another process; what
hands it over (see BOUNDARY) counts as one hop.
"""

import sys

import pytest

from backend.blocking.hiding_program import HidingProblem
from tests.surfaces import test_one_request as surfaces
from tests.surfaces.test_one_request import CLIENT, Row, app, client, settings, store

__all__ = ["app", "client", "settings", "store"]

MAX = 8

ROW = Row({"client": CLIENT}, ("--client", CLIENT))

BOUNDARY = (
    "backend.processes.",
    "backend.services.files.runner.",
    "backend.web.admission.",
    "backend.web.app._Here.",
    "backend.web.offloading.",
    "backend.web.service.",
    "backend.worker.batches._InProcess.",
    "backend.worker.worker_resources.",
    "backend.workers.",
)
"""What hands the work for one file to a process that can be ended, and turns an error into a result."""

FROM_THE_FILE = [
    "backend.services.redaction.redact.redact_content",
    "backend.services.analysis.analyse.analyse",
    "backend.services.terms.term_selection.TermSelector.select",
    "backend.blocking.hiding_program.HidingProblem.solve_nested",
]
"""The end of the way, the same on every surface that redacts."""


@pytest.fixture
def ways(monkeypatch, tmp_path):
    """Return the functions on the stack, outermost first, each time that the program was reached.

    They are written to a file: the command line reaches the program in a process that was forked from this one.
    """
    file = tmp_path / "ways"
    solve = HidingProblem.solve_nested

    def solve_nested(problem, aim, lowest):
        names, frame = [FROM_THE_FILE[-1]], sys._getframe(1)
        while frame is not None:
            names.append(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")
            frame = frame.f_back
        with file.open("a") as written:
            print(*(name for name in reversed(names) if name.startswith("backend.")), file=written)
        return solve(problem, aim, lowest)

    monkeypatch.setattr(HidingProblem, "solve_nested", solve_nested)
    return lambda: [line.split() for line in file.read_text().splitlines()]


def _hops(ways, start):
    """Return the way from the function that has the parsed request, without what hands work to a process.

    The program is reached twice on the same way: for the levels that keep the industry, and for those above.
    """
    (way,) = {tuple(way) for way in ways() if start in way}
    return [name for name in way[way.index(start) :] if not name.startswith(BOUNDARY)]


def _hold(hops):
    assert len(hops) - 1 <= MAX, " -> ".join(hops)
    assert hops[-len(FROM_THE_FILE) :] == FROM_THE_FILE


def test_the_command_line_takes_at_most_eight_hops(ways, unsaid, tmp_path, settings):
    (tmp_path / surfaces.NAME).write_bytes(surfaces.REPORT)
    unsaid("redact", surfaces.NAME, *ROW.options, "--out", "out")
    _hold(_hops(ways, "backend.cli.redact.redact"))


def test_http_takes_at_most_eight_hops(ways, client, store):
    surfaces._by_http(ROW, client, store)
    _hold(_hops(ways, "backend.web.routes.redactions.redact"))


def test_a_zip_takes_at_most_eight_hops(ways, client, store):
    surfaces._by_zip(ROW, client, store)
    # The view has answered by then: the zip is redacted while it is sent.
    _hold(
        ["backend.web.routes.batches.redact_batch", *_hops(ways, "backend.services.redaction.zip_batch.redact_zip")]
    )


def test_a_job_takes_at_most_eight_hops(ways, client, store, settings, tmp_path):
    surfaces._by_job(ROW, client, store, settings, tmp_path)
    _hold(_hops(ways, "backend.worker.batches.run_batch"))


def test_an_analysis_of_the_pane_takes_at_most_eight_hops(ways, client):
    sent = {**ROW.asked, "document": surfaces.encoded(surfaces.REPORT), "name": surfaces.NAME}
    assert client.post("/v1/analyses", json=sent).status_code == 200
    hops = _hops(ways, "backend.web.routes.analyses.analyse")
    assert len(hops) - 1 <= MAX, " -> ".join(hops)
    assert hops[-3:] == FROM_THE_FILE[-3:]


def test_the_pane_redacts_in_at_most_eight_hops(ways, client, store):
    surfaces._by_pane(ROW, client, store)
    _hold(_hops(ways, "backend.web.routes.redactions.redact"))
