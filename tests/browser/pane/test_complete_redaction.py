"""All steps for a document: analysed, accepted, replaced in place, checked, and copied clean."""

import hashlib
import io
import json
import re
import zipfile
from collections import defaultdict
from pathlib import Path

import pytest

from addin.wordhost.profiles import LTSC_2024, MOVING_RANGES, PROFILES, WINDOWS
from tests.browser.pane.file_highlights import hindered, marked, paragraphs
from tests.browser.pane.pane_page import REPORT
from tests.browser.pane.saving import saved
from tests.conftest import CLIENT
from tests.further_cases import sampled
from tests.web.documents import word_file

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
LEVEL, CLIENTS = 5, 12


@pytest.fixture(scope="module")
def suggestions(server):
    asked = json.dumps({"client": CLIENT, "k": CLIENTS})
    sent = {"Content-Type": DOCX, "Unsaid-Request": asked}
    found = server.ask("POST", "/v1/analyses", REPORT.read_bytes(), sent).json["suggestions"]
    return [each for each in found if each["from_level"] is None or each["from_level"] <= LEVEL]


def _replaced(suggestions, *, boxes):
    """Each paragraph as it has to be: placeholders where something reachable was accepted, all else as it was."""
    places = defaultdict(list)
    for each in suggestions:
        for place in each["places"]:
            if not hindered(place, boxes=boxes):
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


def _saved(pane, name):
    """What a button saves."""
    return Path(saved(pane, name).path())


HERE = WINDOWS, LTSC_2024
"""`test_saving` and `test_undo` run with the others in `make check` too."""


@pytest.mark.parametrize("profile", sampled([*PROFILES, MOVING_RANGES], HERE), ids=lambda each: each.name)
def test_from_the_open_document_to_a_clean_copy(open_pane, server, suggestions, profile, unsaid, tmp_path):
    pane = open_pane(profile=profile)
    pane.analysed()
    _accept_all(pane)
    _next(pane, re.compile("^Redact"))
    _next(pane, "Check the file")
    clean = pane.page.get_by_role("button", name="Make a clean copy")
    clean.wait_for()
    pane.settled()
    redacted = pane.host.session.save()
    assert marked(redacted) == {}
    assert paragraphs(redacted) == _replaced(suggestions, boxes=bool(profile.has("Body", "shapes")))

    clean.click()
    pane.page.get_by_text("No term that had to be redacted is left").wait_for()
    pane.settled()
    (copy,) = pane.host.session.opened
    spellings = {text.casefold() for each in suggestions for text in each["spellings"] if len(text) > 4}
    assert spellings
    text = " ".join(paragraphs(copy).values()).casefold()
    assert [each for each in spellings if re.search(rf"\b{re.escape(each)}\b", text)] == []
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert not any(b"Halden" in archive.read(name) for name in archive.namelist())
        assert "word/comments.xml" not in archive.namelist()
    told, page = (_saved(pane, name) for name in ("Save the certificate as JSON", "Save the certificate"))
    certificate = json.loads(told.read_text("utf-8"))
    assert certificate["result_sha256"] == hashlib.sha256(copy).hexdigest()
    assert certificate["taken_out"]
    assert certificate["verification"]["status"] == "clean"
    assert "Halden" not in told.read_text("utf-8")
    (tmp_path / "copy.docx").write_bytes(copy)
    (tmp_path / "page.docx").write_bytes(page.read_bytes())
    (tmp_path / "keys.json").write_bytes(server.ask("GET", "/v1/certificate-keys").body)
    checked = unsaid("verify", "copy.docx", "page.docx", "--certificate", told, "--keys", "keys.json")
    assert (checked.exit_code, "known to --keys" in checked.stdout) == (0, True)
    assert hashlib.sha256(copy).hexdigest() in " ".join(paragraphs(page.read_bytes()).values())


PROTECTION = b'<w:documentProtection w:edit="readOnly" w:enforcement="1"/>'


def test_a_protected_document_gets_a_clean_copy_and_is_not_changed(open_pane):
    out = io.BytesIO()
    with zipfile.ZipFile(REPORT) as report, zipfile.ZipFile(out, "w") as protected:
        for name in report.namelist():
            content = report.read(name)
            if name == "word/settings.xml":
                content = re.sub(rb"(<w:settings[^>]*>)", rb"\1" + PROTECTION, content)
            protected.writestr(name, content)
    pane = open_pane(out.getvalue())
    pane.analysed()
    pane.page.get_by_text("This document is protected").wait_for()
    before = paragraphs(pane.host.session.save())
    _accept_all(pane)
    _next(pane, re.compile("copy", re.IGNORECASE))
    pane.page.get_by_text("No term that had to be redacted is left").wait_for()
    pane.settled()
    assert len(pane.host.session.opened) == 1
    assert paragraphs(pane.host.session.save()) == before


MAIL = "ann@halden.example"
THRICE = f"Write to {MAIL}, or to {MAIL}.", "Nothing.", f"{MAIL} again, and bo@halden.example."


def test_a_term_redacted_in_one_place_is_reported_as_kept_elsewhere(open_pane):
    pane = open_pane(word_file(*THRICE))
    pane.analysed()
    page = pane.page
    page.get_by_role("button", name=re.compile("^E-mail")).click()
    page.get_by_role("button", name=f"More for {MAIL}").click()
    page.get_by_text("place 1 of 3").wait_for()
    page.get_by_role("menuitem", name="Next place").click()
    page.get_by_text("place 2 of 3").wait_for()
    page.get_by_role("button", name=f"More for {MAIL}").click()
    pane.settled()
    page.get_by_role("menuitem", name="Accept here only").click()
    page.get_by_role("button", name=re.compile("Accept bo@halden")).click()
    _next(pane, re.compile("^Redact 2"))
    _next(pane, "Check the file")
    page.get_by_text("Someone decided not to redact 1 term").wait_for()
    pane.settled()
    expected = {
        0: "Write to ann@halden.example, or to [EMAIL_ADDRESS 1].",
        2: f"{MAIL} again, and [EMAIL_ADDRESS 2].",
    }
    assert _body(pane.host.session.save()) == {1: "Nothing.", **expected}
    page.get_by_text("Someone decided not to redact: 1 term").click()
    page.get_by_text(f"{MAIL} 2×, redacted elsewhere").wait_for()
    page.get_by_role("region", name="Outcome").get_by_role("button", name=MAIL).click()
    pane.settled()

    _next(pane, "Make a clean copy")
    page.get_by_text("No accepted term is left in this clean copy").wait_for()
    page.get_by_text("Someone decided not to redact: 1 term").wait_for()
    (copy,) = pane.host.session.opened
    assert _body(copy) == {1: "Nothing.", **expected}
    told = json.loads(_saved(pane, "Save the certificate as JSON").read_text("utf-8"))
    assert (told["outcome"], "verification" in told) == ("not_met", False)  # no word of it says whose it is: k is 1


def _body(content):
    return {at: text for (part, at), text in paragraphs(content).items() if part == "word/document.xml" and text}
