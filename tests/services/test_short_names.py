"""A surname or the short name of a company alone leaves a file wherever it stands, once the name is redacted."""

import io
import zipfile
from pathlib import Path

import pytest

import backend
from backend.detection.pii import DEFAULT_ENTITIES
from backend.reporting.outcome import OutcomeStatus
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped

SHIPPED = str(Path(backend.__file__).parents[1] / "models" / "ner")
PROSE = (
    "Mr Jonathan Whitfield, our finance director, took the chair. "
    "Mr Jonathan Whitfield thanked Pemberton Engineering GmbH and Corvid Logistics Ltd."
)


def _field(code: str) -> str:
    begin, end = (f'<w:r><w:fldChar w:fldCharType="{each}"/></w:r>' for each in ("begin", "end"))
    return f"{begin}<w:r><w:instrText> {code} </w:instrText></w:r>{end}"


def _drawn(alt: str) -> str:
    return f'<w:r><w:drawing><wp:inline><wp:docPr id="1" name="P 1" descr="{alt}"/></wp:inline></w:drawing></w:r>'


PLACES = {
    "an alt text": lambda name: _drawn(f"Portrait of {name}"),
    "an index entry": lambda name: _field(f'XE "{name}"'),
    "the tooltip of a link": lambda name: _field(f'HYPERLINK "https://a.example/" \\o "See {name}"'),
    "the title of a control": lambda name: (
        f'<w:sdt><w:sdtPr><w:alias w:val="{name}"/><w:tag w:val="x_{name}"/></w:sdtPr>'
        f"<w:sdtContent>{text('x')}</w:sdtContent></w:sdt>"
    ),
    "the name of a file in the text": lambda name: text(f"Attachment: {name}_CV_2021.pdf"),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", ["Whitfield", "Jonathan", "Corvid", "Pemberton"])
def test_a_part_of_a_redacted_name_is_gone_from_the_file(place, name):
    content = zipped(docx_parts(body(paragraph(text(PROSE)) + paragraph(PLACES[place](name)))))
    request = EffectiveRequest(entities=DEFAULT_ENTITIES, pipeline=SHIPPED)
    done = redact_content(Path("a.docx"), Path("a.docx"), content, request)
    with zipfile.ZipFile(io.BytesIO(done.content)) as parts:
        left = [part for part in parts.namelist() if name.lower().encode() in parts.read(part).lower()]
    assert left == []
    assert done.report.outcome.status is OutcomeStatus.MET
