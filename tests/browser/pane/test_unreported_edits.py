"""Edits that Word did not report: text of other people is not replaced, and the pane says so."""

import pytest

from addin.wordhost.making import docx, lines, runs
from tests.browser.pane.pane_user import label, left, notes, outcome, personal_data_only, press, rest

MAIL, OTHER = "anna@example.org", "cyd@example.org"
CHANGED = "The document has changed since"
TEXT = (f"Write to {MAIL} today.", f"Or to {OTHER} then.", "Or to nobody.")


def _two(open_pane):
    pane = open_pane(docx("".join(map(runs, TEXT))))
    pane.analysed()
    personal_data_only(pane)
    press(pane, "Accept all 2")
    rest(pane)
    return pane


def _writes(pane, text, instead):
    pane.host.session.body().do_search(text).items[0].do_insert_text(instead, "Replace")


@pytest.mark.parametrize("source", ["Local", "Remote"])
def test_a_change_that_word_tells_of_is_noticed_at_once(open_pane, source):
    pane = _two(open_pane)
    pane.host.events.source = source
    _writes(pane, "today", "tomorrow")
    pane.page.keyboard.press("j")  # Word tells of it with its answer
    assert CHANGED in notes(pane)
    assert label(pane) == "Analyse again"


def test_a_place_that_changed_unnoticed_is_not_replaced_but_reported(open_pane):
    pane = _two(open_pane)
    pane.host.events.delivery.lost = True  # Word loses some (#4874)
    _writes(pane, "anna", "bert")
    assert CHANGED not in notes(pane)
    press(pane, "Redact 2 terms")
    assert outcome(pane) == "1 place is left in the text"
    assert left(pane) == {MAIL: 1}
    assert "someone changed it" in pane.page.locator(".card.outcome").inner_text()
    saved = lines(pane.host.session.save())
    assert saved == ["Write to bert@example.org today.", "Or to [EMAIL_ADDRESS 2] then.", TEXT[2]]
    press(pane, "Analyse again")
    press(pane, "Accept the last suggestion")
    press(pane, "Redact 1 term")
    assert outcome(pane) == "The text is redacted"
    assert "@" not in str(lines(pane.host.session.save()))


def test_text_written_unnoticed_is_found_by_the_check(open_pane):
    pane = _two(open_pane)
    pane.host.events.delivery.lost = True
    _writes(pane, "nobody", MAIL)
    press(pane, "Redact 2 terms")
    press(pane, "Check the file")
    assert outcome(pane) == "1 place is not redacted"
    assert lines(pane.host.session.save())[1:] == ["Or to [EMAIL_ADDRESS 2] then.", f"Or to {MAIL}."]
    card = pane.page.get_by_role("region", name="Outcome")
    assert "The check found 1 more place. Analyse again." in card.inner_text()
    card.get_by_role("button", name="Analyse again").click()
    press(pane, "Accept the last suggestion|Redact 1 term")


def test_text_written_unnoticed_beside_a_place_is_noticed_when_that_is_replaced(open_pane):
    pane = _two(open_pane)
    pane.host.events.delivery.lost = True
    _writes(pane, "then", f"then, or {MAIL}")
    press(pane, "Redact 2 terms")
    assert CHANGED in notes(pane)
    assert label(pane) == "Analyse again"
    assert lines(pane.host.session.save())[1] == f"Or to [EMAIL_ADDRESS 2] then, or {MAIL}."
