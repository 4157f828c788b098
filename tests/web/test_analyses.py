"""A document is analysed for somebody who waits in Word: what gives it away, and where Word finds it."""

import base64
import json

import pytest

from backend.web.documents_in import DOCX, HEADER
from tests.conftest import CLIENT, SAMPLE

REPORT = SAMPLE / "steering-committee-report.docx"


@pytest.fixture
def analyse(client):
    def ask(**body):
        response = client.post("/v1/analyses", json=body)
        assert response.status_code == 200, response.text
        return response.json

    return ask


def _base64(path):
    return base64.b64encode(path.read_bytes()).decode()


def test_the_analysis_is_the_one_of_the_command_line(analyse, unsaid, report_docx):
    asked = unsaid("suggest", report_docx, "--client", CLIENT, "--k", 5, "--objective", "simple", "--json")
    (expected,) = json.loads(asked.output)["files"]
    found = analyse(document=_base64(REPORT), client=CLIENT, k=5)
    assert [each["id"] for each in found["suggestions"]] == [each["id"] for each in expected["suggestions"]]
    assert found["levels"] == expected["levels"]


def test_a_document_comes_in_three_forms(client, analyse):
    expected = analyse(document=_base64(REPORT), client=CLIENT, name="a.docx")
    options = json.dumps({"client": CLIENT, "name": "a.docx"})
    with REPORT.open("rb") as document:
        form = client.post("/v1/analyses", data={"document": (document, "a.docx"), "request": options})
    body = client.post("/v1/analyses", data=REPORT.read_bytes(), content_type=DOCX, headers={HEADER: options})
    assert form.json == body.json == expected
