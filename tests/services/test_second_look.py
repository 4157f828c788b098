"""With all suggestions accepted, a redaction by decisions equals one without, also where it looks twice."""

from dataclasses import replace
from pathlib import Path

import pytest

from backend.detection.pii import DEFAULT_ENTITIES
from backend.messages.warnings import RedactedUndecided
from backend.review.decisions import SubmittedDecision, Verdict
from backend.services.analysis.pane_analysis import analyse_content
from backend.services.redaction.redact import GivenDecisions, redact_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request
from backend.services.request.resolve import Purpose, resolve

SAMPLE = Path(__file__).parents[2] / "models" / "sample" / "steering-committee-report.docx"
PIPELINE = Path(__file__).parents[2] / "models" / "ner"
K = 4
"""A level at which the redacted text of the sample shows more."""

MOST = 10
"""Levels that the pane shows."""


@pytest.fixture(scope="module")
def request_of(sample_model):
    def request_of(purpose, k):
        found = resolve(Request("Halden & Rook", k=k), Catalogue(sample_model), purpose)
        return replace(found, entities=DEFAULT_ENTITIES, pipeline=str(PIPELINE))

    return request_of


@pytest.fixture(scope="module")
def without_decisions(request_of):
    return redact_content(SAMPLE, Path(SAMPLE.name), SAMPLE.read_bytes(), request_of(Purpose.REDACT, K))


@pytest.fixture(scope="module")
def by_decisions(request_of):
    content = SAMPLE.read_bytes()
    shown = analyse_content(SAMPLE.name, content, request_of(Purpose.ANALYSE, MOST)).analysis
    wanted = (each for each in shown.suggestions if each.from_level is None or each.from_level <= K)
    decisions = GivenDecisions({each.id: SubmittedDecision(Verdict.ACCEPTED) for each in wanted}, k=MOST)
    return redact_content(SAMPLE, Path(SAMPLE.name), content, request_of(Purpose.REDACT, K), decisions)


def test_both_files_are_equal(without_decisions, by_decisions):
    assert by_decisions.content == without_decisions.content


def test_the_second_look_found_something_here(by_decisions):
    """Otherwise the files would be equal for no reason of this test."""
    (more,) = [each for each in by_decisions.report.warnings if isinstance(each, RedactedUndecided)]
    assert more.places > 0


def test_nothing_new_is_left_and_k_holds(without_decisions):
    report = without_decisions.report
    assert report.verification.new == ()
    assert report.held
