"""What is suggested is what goes."""

from pathlib import Path

import pytest

from backend.detection.pii import DEFAULT_ENTITIES
from backend.files import read_bytes
from backend.redaction.placeholders import PlaceholderStyle
from backend.services.analyse import HideRequest
from backend.services.redact import redact_content
from backend.services.suggest import suggest_files
from backend.settings import NO_PIPELINE, shipped_pipeline

SAMPLE = Path(__file__).parents[2] / "models" / "sample" / "steering-committee-report.docx"


@pytest.mark.skipif(shipped_pipeline() == NO_PIPELINE, reason="this checkout ships no pipeline for names")
def test_the_personal_data_that_are_suggested_are_those_that_go():
    """What is written outside the text, such as the authors of comments, tells of names to both."""
    request = HideRequest(
        client=None, manifest=None, no_cii=True, k=5, entities=DEFAULT_ENTITIES, pipeline=shipped_pipeline()
    )
    (suggested,) = suggest_files((SAMPLE,), request, None, lambda *_: None)
    report = redact_content(SAMPLE, SAMPLE, read_bytes(SAMPLE), None, request, PlaceholderStyle.NUMBERED).report
    assert {each["term"] for each in suggested.as_json()["suggestions"]} == {
        each["term"] for each in report.as_json()["suppressed"]
    }
