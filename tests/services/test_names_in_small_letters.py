"""Names that are written like words, found by the shipped pipeline, and looked for outside the paragraphs too."""

import io
import zipfile
from pathlib import Path

import pytest

from backend.detection.pii import DEFAULT_ENTITIES
from backend.reporting.outcome import OutcomeStatus
from backend.reporting.report import expected_in
from backend.services.analysis.pane_analysis import analyse_content
from backend.services.redaction.redact import redact_content
from backend.services.redaction.verify import verify_content
from backend.services.request.effective import EffectiveRequest
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, zipped

PIPELINE = Path(__file__).parents[2] / "models" / "ner"
REQUEST = EffectiveRequest(entities=DEFAULT_ENTITIES, pipeline=str(PIPELINE))
HANDLE = "@kestrelux"
LINK = "word/_rels/document.xml.rels"


@pytest.fixture(scope="module")
def package_page():
    """Two lines name an account, and so does the address of a link."""
    link = '<w:hyperlink r:id="rId1"><w:r><w:t>npm  @kestrelux/docx-js-editor</w:t></w:r></w:hyperlink>'
    lines = paragraph(link) + paragraph(text("import { DocxEditor } from '@kestrelux/docx-js-editor'"))
    target = f"https://www.npmjs.com/package/{HANDLE}/docx-js-editor"
    return zipped(docx_parts(body(lines), {LINK: relationships(external=(("hyperlink", target),))}))


def test_a_handle_that_was_redacted_is_in_no_link_either(package_page):
    (found,) = analyse_content("page.docx", package_page, REQUEST).analysis.suggestions
    assert (found.term, found.count, found.spellings) == (HANDLE, 2, (HANDLE,))
    done = redact_content(Path("page.docx"), Path("page.docx"), package_page, REQUEST)
    with zipfile.ZipFile(io.BytesIO(done.content)) as archive:
        assert b"redacted.example" in archive.read(LINK)
        assert [name for name in archive.namelist() if b"kestrelux" in archive.read(name)] == []
    assert done.report.outcome.status is OutcomeStatus.MET


def test_a_link_that_keeps_the_handle_is_reported(package_page):
    done = redact_content(Path("page.docx"), Path("page.docx"), package_page, REQUEST)
    found = verify_content("page.docx", package_page, expected_in(done.report.as_json()))
    assert LINK in {each.part for each in found.places}
