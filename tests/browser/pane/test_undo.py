"""After redacting: the words come back, from memory alone, and only where nobody wrote since."""

import io
import re

import docx
import pytest

from addin.wordhost.profiles import MAC, MOVING_RANGES, WEB, WINDOWS, WITHOUT_IDS
from tests.browser.pane.file_highlights import W, paragraphs
from tests.browser.pane.pane_page import REPORT
from tests.browser.pane.pane_user import press, rest, until
from tests.conftest import CLIENT
from tests.further_cases import sampled
from tests.web.documents import word_file

LINES = [
    "Halden & Rook meets Halden & Rook at the Washington hall.",
    "Imogen Thackeray of Halden & Rook wrote to Desmond Achebe-Pike.",
    "Nothing stands in this paragraph that anybody would mind.",
    "Halden & Rook pays Desmond Achebe-Pike for Curlew (desmond.pike@haldenrook.example).",
]


def _redacted(pane):
    pane.analysed()
    press(pane, "^Accept all")
    press(pane, "^Redact")
    pane.page.get_by_role("button", name="Check the file").wait_for()
    pane.settled()


def _undone(pane):
    pane.page.locator(".bar > .primary", has_text=re.compile("^Redact|^Analyse again")).wait_for()
    pane.settled()


def _texts(pane):
    return paragraphs(pane.host.session.save())


def _formats(content):
    """Each character of the body with whether it is bold and italic."""
    found = []
    for paragraph in docx.Document(io.BytesIO(content)).element.body.iter(f"{W}p"):
        for text in paragraph.iter(f"{W}t"):
            look = text.getparent().find(f"{W}rPr")
            flags = tuple(_is_on(look, each) for each in ("b", "i"))
            found += [(letter, flags) for letter in text.text]
    return found


def _is_on(look, name):
    mark = None if look is None else look.find(f"{W}{name}")
    return mark is not None and mark.get(f"{W}val") not in {"0", "false"}


PROFILES = WINDOWS, MOVING_RANGES, WEB, WITHOUT_IDS, MAC
LONG, SHORT = (WITHOUT_IDS,), (WINDOWS, WEB, MOVING_RANGES)
"""The versions of Word that `make check` runs with the report, and with a short document."""


@pytest.mark.parametrize("profile", sampled(PROFILES, LONG), ids=lambda each: each.name)
def test_the_whole_report_reads_and_looks_as_before(open_pane, profile):
    pane = open_pane(profile=profile)
    pane.analysed()
    before, formats = paragraphs(REPORT.read_bytes()), _formats(REPORT.read_bytes())
    _redacted(pane)
    assert _texts(pane) != before
    assert CLIENT not in "".join(text for (part, _), text in _texts(pane).items() if "header" in part)
    pane.page.keyboard.press("z")
    _undone(pane)
    assert _texts(pane) == before
    pane.page.keyboard.press("j")
    until(pane, lambda: pane.host.session.selection is not None)
    press(pane, "^Redact")  # what was accepted still is, and is found again
    pane.page.get_by_role("button", name="Check the file").wait_for()
    pane.settled()
    pane.page.get_by_role("button", name="Undo the redaction").click()
    _undone(pane)
    assert _texts(pane) == before
    assert _formats(pane.host.session.save()) == formats


def test_a_name_that_was_half_bold_is_half_bold_again(open_pane):
    pane = open_pane()
    _redacted(pane)
    pane.page.get_by_role("button", name="Undo the redaction").click()
    _undone(pane)
    saved = docx.Document(io.BytesIO(pane.host.session.save()))
    split = next(each for each in saved.paragraphs if each.text.startswith("Curlew takes the chilled"))
    bold = "".join(run.text for run in split.runs if run.bold)
    assert bold == "den"


@pytest.mark.parametrize("profile", sampled(PROFILES, SHORT), ids=lambda each: each.name)
def test_what_somebody_wrote_in_since_is_left_alone_and_reported(open_pane, profile):
    pane = open_pane(word_file(*LINES), profile)
    _redacted(pane)
    session = pane.host.session
    _, second, third, _ = session.stories.order(session.body().container)
    session.edits.insert(second, 0, "PS: ")
    session.edits.insert(third, 0, "Really: ")
    edited = [_texts(pane)["word/document.xml", block] for block in (1, 2)]
    pane.page.get_by_role("button", name="Undo the redaction").click()
    _undone(pane)
    texts = [text for (part, _), text in _texts(pane).items() if part == "word/document.xml"]
    assert texts[0] == LINES[0]
    assert (texts[1:3], texts[3]) == (edited, LINES[3])
    card = pane.page.get_by_role("region", name="Undo", exact=True)
    assert "someone has edited its paragraph since" in card.inner_text()
    # What an edit keeps from coming back is not counted among what can be restored.
    assert "can be restored" not in card.inner_text()
    assert rest(pane).locator(".bar > .primary").inner_text() == "Analyse again"


def test_with_tracked_changes_on_nothing_of_it_is_tracked(open_pane):
    pane = open_pane(word_file(*LINES))
    pane.host.session.track("TrackAll")
    _redacted(pane)
    assert pane.host.session.tracking_mode == "TrackAll"
    pane.page.get_by_role("button", name="Undo the redaction").click()
    _undone(pane)
    assert pane.host.session.tracking_mode == "TrackAll"
    saved = pane.host.session.save()
    assert [text for (part, _), text in paragraphs(saved).items() if part == "word/document.xml"] == LINES
    body = docx.Document(io.BytesIO(saved)).element.body
    assert not list(body.iter(f"{W}ins", f"{W}del"))


def test_one_term_or_one_kind_comes_back_alone(open_pane):
    pane = open_pane(word_file(*LINES))
    _redacted(pane)
    hidden = _texts(pane)["word/document.xml", 3]
    pane.page.get_by_role("button", name="Restore by kind").click()
    pane.page.get_by_role("menuitem", name=re.compile("^E-mail and web")).click()
    _undone(pane)
    address = _texts(pane)["word/document.xml", 3]
    assert "desmond.pike@haldenrook.example" in address
    assert "Halden & Rook" not in address
    row = pane.page.get_by_role("row", name=re.compile("Halden & Rook")).first
    row.locator(".more").click()
    pane.page.get_by_role("menuitem", name="Restore its text").click()
    until(pane, lambda: _texts(pane)["word/document.xml", 0].count("Halden & Rook") == 2)
    pane.settled()
    press(pane, "^Redact")  # both are redacted again, in the right places
    pane.page.get_by_role("button", name="Check the file").wait_for()
    pane.settled()
    assert _texts(pane)["word/document.xml", 3] == hidden


def test_the_review_says_the_same_after_an_undo(open_pane, server):
    pane = open_pane(word_file(*LINES))
    _redacted(pane)
    review = pane.host.session.add_in_settings
    before = server.ask("GET", "/v1/reviews").json
    pane.page.get_by_role("button", name="Undo the redaction").click()
    _undone(pane)
    assert server.ask("GET", "/v1/reviews").json == before
    assert pane.host.session.add_in_settings.keys() >= {key for key in review if "review" in key}
    pane.reopen()
    pane.sign_in()
    pane.page.locator(".bar > .primary", has_text=re.compile("^Redact")).wait_for()
    assert rest(pane).locator(".bar > .primary").inner_text().startswith("Redact")
    assert not pane.page.get_by_role("button", name="Undo the redaction").is_visible()  # nothing was stored
