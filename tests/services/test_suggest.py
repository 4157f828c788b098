"""What is suggested is what goes."""

from pathlib import Path

import pytest

from backend.detection.pii import DEFAULT_ENTITIES
from backend.files import read_bytes
from backend.services.analysis.suggest import suggest_files
from backend.services.redaction.redact import redact_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request
from backend.services.request.resolve import resolve
from backend.settings import NO_PIPELINE, shipped_pipeline

SAMPLE = Path(__file__).parents[2] / "models" / "sample" / "steering-committee-report.docx"


@pytest.mark.skipif(shipped_pipeline() == NO_PIPELINE, reason="this checkout ships no pipeline for names")
def test_the_personal_data_that_are_suggested_are_those_that_go():
    """What is written outside the text, such as the authors of comments, tells of names to both."""
    asked, catalogue = Request(entities=DEFAULT_ENTITIES), Catalogue(pipeline=shipped_pipeline())
    (suggested,) = suggest_files((SAMPLE,), asked, catalogue, lambda *_: None)
    report = redact_content(SAMPLE, SAMPLE, read_bytes(SAMPLE), resolve(asked, catalogue)).report
    gone = {each["term"] for each in report.as_json()["suppressed"]}
    assert {each["term"] for each in suggested.as_json()["suggestions"]} <= gone, "and what only the result shows"
