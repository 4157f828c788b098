"""Fields that hold a name by definition are redacted without a pipeline that reads names."""

import io
import re
import zipfile
from html import escape
from pathlib import Path

import pytest

from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.cleaning import Cleaning
from backend.ooxml.clean.clean_copy import clean
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from tests.leaks.leak import Part, docx
from tests.ooxml.building import WORD, package, paragraph, text

_MS = "http://schemas.microsoft.com/office"
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_ID = "11d5bf7e-9cc8-4d15-8b9e-2d6c4d0a7c11"
_CORE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
_CODES = {
    "a source": '"author":[{"family":"Takohwitz","given":"Wum"}]',
    "a card": "BEGIN:VCARD\nN:Takohwitz;Wum\nEND:VCARD",
    "a card with parameters": "BEGIN:VCARD\nFN;CHARSET=UTF-8;TYPE=work:Wum Takohwitz\nORG;X=1:Takohwitz\nEND:VCARD",
    "a short card": "MECARD:N:Takohwitz,Wum;;",
    "EndNote": "<author>Takohwitz, Wum</author>",
}


def _redacted(content: bytes) -> str:
    path = Path("report.docx")
    done = redact_content(path, path, content, EffectiveRequest(entities=DEFAULT_ENTITIES))
    assert done.report.verification is not None
    assert done.report.verification.status == "clean"
    with zipfile.ZipFile(io.BytesIO(done.content)) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


def _custom(content: str) -> bytes:
    return docx("", Part("customXml/item1.xml", content, "customXml"))


_BIBLIOGRAPHY = (
    '<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source>{}</b:Source>'
    "</b:Sources>"
)
FILES = {
    "author of a change": docx(paragraph(f'<w:ins w:id="1" w:author="Wum Takohwitz">{text("new")}</w:ins>')),
    "user of SharePoint": _custom("<x><UserInfo><DisplayName>Wum Takohwitz</DisplayName></UserInfo></x>"),
    "author of a source": _custom(
        _BIBLIOGRAPHY.format("<b:Person><b:Last>Takohwitz</b:Last><b:First>Wum</b:First></b:Person>")
    ),
    "corporate author": _custom(_BIBLIOGRAPHY.format("<b:Corporate>Takohwitz Mills</b:Corporate>")),
    "element by its name": _custom("<plan><clientContact>Wum Takohwitz</clientContact></plan>"),
    "signer": docx(
        paragraph(
            '<w:r><w:pict><v:shape><o:signatureline o:suggestedsigner="Wum Takohwitz"/></v:shape></w:pict></w:r>'
        )
    ),
    "variable": docx(
        "",
        Part(
            "word/settings.xml",
            f'<w:settings xmlns:w="{_W}"><w:docVars><w:docVar w:name="AuthorName" w:val="Wum Takohwitz"/>'
            "</w:docVars></w:settings>",
            "settings",
            f"{WORD}.settings+xml",
        ),
    ),
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_a_name_in_a_field_for_names_is_redacted(content: bytes):
    assert "takohwitz" not in _redacted(content).lower()


@pytest.mark.parametrize("code", _CODES.values(), ids=_CODES)
def test_a_name_in_the_codes_of_a_field_is_redacted(code: str):
    data = escape(code).replace("\n", "&#10;")
    field = f'<w:fldSimple w:instr=" ADDIN {data} "/>'
    assert "takohwitz" not in _redacted(docx(paragraph(field))).lower()


def test_a_property_that_goes_tells_whose_name_to_look_for_in_the_text():
    core = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties">'
        "<cp:lastModifiedBy>Wum Takohwitz</cp:lastModifiedBy></cp:coreProperties>"
    )
    kind = "application/vnd.openxmlformats-package.core-properties+xml"
    content = docx(
        paragraph(text("Takohwitz said so to wtakohwitz.")), Part("docProps/core.xml", core, _CORE, kind, "")
    )
    left = _redacted(content)
    assert re.search(r"\[PERSON(?: \d)?\] said so", left)
    assert "takohwitz" not in left.lower()


def test_the_number_of_an_account_goes_with_its_name():
    people = (
        f'<w15:people xmlns:w15="{_MS}/word/2012/wordml"><w15:person w15:author="Wum Takohwitz">'
        f'<w15:presenceInfo w15:providerId="AD" w15:userId="S::x::{_ID}"/></w15:person></w15:people>'
    )
    content = docx("", Part("word/people.xml", people, f"{_MS}/2011/relationships/people"))
    assert _ID not in _redacted(content)


def test_a_clean_copy_has_no_accounts():
    user = (
        f'<w:p><x:user xmlns:x="urn:schemas-microsoft-com:x" userId="S::x::{_ID}" userName=""/>{text("kept")}</w:p>'
    )
    cleaned, rows = clean(package(user), Cleaning(remove_traces=True))
    assert _ID.encode() not in cleaned.parts["word/document.xml"]
    assert [row.count for row in rows if row.kind == "identity"] == [1]
