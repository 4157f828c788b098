"""Protected documents and locked Track Changes: the pane says what is left and what still works."""

import re

import pytest

from addin.wordhost.making import docx, lines, runs
from tests.browser.pane.file_highlights import marked, paragraphs
from tests.browser.pane.pane_page import LETTER
from tests.browser.pane.pane_user import label, notes, outcome, personal_data_only, press, rest, trouble

MAIL = "anna@example.org"
TWICE = docx(
    runs(f"First write to {MAIL}.") + runs(f"Then to {MAIL} again."),
    settings='<w:settings><w:documentProtection w:edit="readOnly" w:enforcement="1"/></w:settings>',
)


@pytest.mark.parametrize("told", [True, False], ids=["the file says so", "Word's copy does not"])
def test_one_place_of_a_protected_document_is_redacted_in_the_clean_copy(open_pane, told):
    """Word leaves the protection out of the copy that it gives (#6031)."""
    content = TWICE if told else docx(runs(f"First write to {MAIL}.") + runs(f"Then to {MAIL} again."))
    pane = open_pane(content, signed_in=False)
    pane.host.session.protected = True
    pane.sign_in()
    pane.analysed()
    assert "This document is protected" in notes(pane)
    assert "marks stay" not in notes(pane)
    personal_data_only(pane)
    pane.page.keyboard.press("j")
    pane.settled()
    pane.page.get_by_role("button", name=f"Next place of {MAIL}").click()
    pane.page.get_by_text("place 2 of 2").wait_for()
    pane.page.get_by_role("button", name=f"More for {MAIL}").click()
    pane.page.get_by_role("menuitem", name="Accept here only").click()
    press(pane, "Make a clean copy")
    assert label(pane) == "Save the clean copy"
    (copy,) = pane.host.session.opened
    assert lines(copy) == [f"First write to {MAIL}.", "Then to [EMAIL_ADDRESS 1] again."]
    assert lines(pane.host.session.save()) == lines(content)


def test_marks_in_a_protected_document_are_reported_and_removed_later(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    before = marked(pane.host.session.save())
    assert before
    pane.host.session.protected = True
    for _ in range(2):
        pane.page.keyboard.press("j")
        pane.page.keyboard.press("r")
    assert "marks stay until Word allows changes" in notes(pane)
    assert trouble(pane) == ""
    assert marked(pane.host.session.save()) == before

    press(pane, "Accept all")
    press(pane, "Make a clean copy")
    assert label(pane) == "Save the clean copy"
    (copy,) = pane.host.session.opened
    assert marked(copy) == {}

    pane.host.session.protected = False
    pane.page.get_by_role("button", name=re.compile("^Undo")).click()
    pane.page.keyboard.press("j")
    pane.page.keyboard.press("a")
    rest(pane)
    assert "protect" not in notes(pane)
    assert label(pane) == "Redact 1 term"
    now = marked(pane.host.session.save())
    assert now
    assert now != before, "what stays by decision is not yellow any more"
    press(pane, "Redact 1 term")
    press(pane, "Check the file")
    assert outcome(pane)
    assert marked(pane.host.session.save()) == {}


def test_no_copy_is_offered_where_tracking_is_locked_and_word_gives_no_file(open_pane):
    pane = open_pane(LETTER, signed_in=False)
    pane.host.faults.file_error = 11001
    pane.sign_in()
    pane.analysed()
    pane.host.session.tracking_mode = "TrackAll"
    pane.host.session.tracking_locked = True
    before = paragraphs(pane.host.session.save())
    press(pane, "Accept all")
    press(pane, "Redact")
    assert label(pane) == "Analyse again"
    assert "cannot make a clean copy either" in notes(pane)
    assert "still make a clean copy" not in pane.page.locator("#pane").inner_text()
    assert paragraphs(pane.host.session.save()) == before

    pane.host.faults.file_error = None
    press(pane, "Analyse again")
    press(pane, "Redact")
    press(pane, "Make a clean copy")
    assert label(pane) == "Save the clean copy"
    assert re.match("Requirements met|Check|Left|All accepted terms are redacted", outcome(pane))
    assert len(pane.host.session.opened) == 1
