"""The whole way of a document: found, accepted, replaced in place, checked, and copied clean."""

import hashlib
import io
import json
import re
import zipfile
from collections import defaultdict
from pathlib import Path

import pytest

from tests.browser.pane.beside import REPORT
from tests.browser.pane.yellow import marked, paragraphs
from tests.conftest import CLIENT
from tests.wordhost.profiles import WEB, WINDOWS

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
LEVEL, CLIENTS = 5, 12


@pytest.fixture(scope="module")
def suggestions(server):
    asked = json.dumps({"client": CLIENT, "k": CLIENTS})
    sent = {"Content-Type": DOCX, "Unsaid-Request": asked}
    found = server.ask("POST", "/v1/analyses", REPORT.read_bytes(), sent).json["suggestions"]
    return [each for each in found if each["from_level"] is None or each["from_level"] <= LEVEL]


def _replaced(suggestions):
    """Each paragraph as it has to be: placeholders where something reachable was accepted, all else as it was."""
    places = defaultdict(list)
    for each in suggestions:
        for place in each["places"]:
            if not place["obstacles"]:
                key = (place["story"]["part"], place["block"])
                places[key].append((place["start"], place["end"], each["placeholder"]))
    texts = paragraphs(REPORT.read_bytes())
    for key, there in places.items():
        for start, end, placeholder in sorted(there, reverse=True):
            texts[key] = texts[key][:start] + placeholder + texts[key][end:]
    return texts


def _accept_all(pane):
    pane.page.get_by_role("button", name=re.compile("^Accept all")).last.click()


def _next(pane, name):
    pane.page.get_by_role("button", name=name).click()


@pytest.mark.parametrize("profile", [WINDOWS, WEB], ids=lambda each: each.name)
def test_from_the_open_document_to_a_clean_copy(beside, suggestions, profile):
    pane = beside(profile=profile)
    pane.analysed()
    _accept_all(pane)
    _next(pane, re.compile("^Redact"))
    _next(pane, "Check the file")
    clean = pane.page.get_by_role("button", name="Clean copy")
    clean.wait_for()
    pane.settled()
    saved = pane.host.session.save()
    assert marked(saved) == {}
    assert paragraphs(saved) == _replaced(suggestions)

    clean.click()
    pane.page.get_by_text("holds nothing that had to go").wait_for()
    pane.settled()
    (copy,) = pane.host.session.opened
    spellings = {text.casefold() for each in suggestions for text in each["spellings"] if len(text) > 4}
    assert spellings
    text = " ".join(paragraphs(copy).values()).casefold()
    assert [each for each in spellings if re.search(rf"\b{re.escape(each)}\b", text)] == []
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert not any(b"Halden" in archive.read(name) for name in archive.namelist())
        assert "word/comments.xml" not in archive.namelist()
    with pane.page.expect_download() as saved:
        pane.page.get_by_role("button", name="Save the certificate").click()
    certificate = Path(saved.value.path()).read_text("utf-8")
    assert json.loads(certificate)["result_sha256"] == hashlib.sha256(copy).hexdigest()
    assert "Halden" not in certificate


PROTECTION = b'<w:documentProtection w:edit="readOnly" w:enforcement="1"/>'


def test_of_a_protected_document_there_is_a_clean_copy_and_nothing_is_replaced(beside):
    out = io.BytesIO()
    with zipfile.ZipFile(REPORT) as report, zipfile.ZipFile(out, "w") as protected:
        for name in report.namelist():
            content = report.read(name)
            if name == "word/settings.xml":
                content = re.sub(rb"(<w:settings[^>]*>)", rb"\1" + PROTECTION, content)
            protected.writestr(name, content)
    pane = beside(out.getvalue())
    pane.analysed()
    pane.page.get_by_text("This document is protected").wait_for()
    before = paragraphs(pane.host.session.save())
    _accept_all(pane)
    _next(pane, re.compile("copy", re.IGNORECASE))
    pane.page.get_by_text("holds nothing that had to go").wait_for()
    pane.settled()
    assert len(pane.host.session.opened) == 1
    assert paragraphs(pane.host.session.save()) == before
