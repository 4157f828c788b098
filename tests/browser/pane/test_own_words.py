"""What a person writes instead of a placeholder stands in the redacted text, and counts before it is redacted."""

import re

from addin.wordhost.making import docx, runs
from tests.browser.pane.claims import untrue
from tests.browser.pane.pane_page import LINES
from tests.browser.pane.pane_user import press, rest
from tests.browser.pane.saved_text import texts

STATES = """() => Object.fromEntries([...document.querySelectorAll(".guesses .states > div")]
  .map(each => [each.dataset.state, each.querySelector("dd").textContent]))"""
KEPT = ".level .legend .kept"
OWN = "Trent tide and berth of the barge"
"""Words that the sample's model knows; none of them has to be redacted in this letter."""


def _write(pane, own):
    """Write something else than the placeholder for the first term that points to the client."""
    row = pane.page.get_by_role("grid", name="Client").get_by_role("row").first
    row.get_by_role("button").first.click()
    pane.page.keyboard.press("e")
    field = pane.page.get_by_role("textbox", name=re.compile("^Replacement of "))
    field.fill(own)
    field.press("Enter")
    rest(pane)
    assert "becomes" in pane.page.get_by_role("contentinfo").get_by_role("status").inner_text()


def _model(pane):
    """What the model says of each state, and the share of the words that is kept."""
    rest(pane)
    return pane.page.evaluate(STATES), pane.page.locator(KEPT).inner_text()


def test_what_a_person_writes_counts_before_it_is_redacted(open_pane, server):
    pane = open_pane(LINES)
    pane.analysed()
    press(pane, "Accept all")
    placeholders, kept_then = _model(pane)
    _write(pane, OWN)
    before, kept = _model(pane)
    assert before["planned"] != placeholders["planned"]
    assert kept != kept_then
    assert untrue(server, pane) == []
    press(pane, "Redact")
    after, kept_after = _model(pane)
    assert after["standing"].split(";")[0] == before["planned"].split(";")[0]
    assert kept_after == kept
    pane.reopen()
    pane.sign_in()
    rest(pane)
    placeholders = len(re.findall(r"\[[A-Z_]+(?: \d+)?\]", "\n".join(texts(pane.host.session.save()))))
    said = pane.page.get_by_role("contentinfo").get_by_role("status").inner_text()
    assert said.endswith(f"The text has {placeholders} placeholders.")


def test_words_of_ones_own_are_not_said_to_be_nothing(open_pane):
    """The document has no placeholder, and still something was redacted in it."""
    pane = open_pane(docx(runs("Write to ann@halden.example.")))
    pane.analysed()
    status = pane.page.get_by_role("contentinfo").get_by_role("status")
    assert status.inner_text() == "Nothing is redacted yet."
    rest(pane).keyboard.press("j")
    pane.page.keyboard.press("e")
    field = pane.page.get_by_role("textbox", name=re.compile("^Replacement of "))
    field.fill("a colleague")
    field.press("Enter")
    press(pane, "Redact 1 term")
    rest(pane)
    pane.reopen()
    pane.sign_in()
    rest(pane)
    assert status.inner_text().endswith("The text has no placeholder.")


TELLING = "Cotterfell Plumbline, Skipton: Tess Hargreave, Tillwright and Gathercole"
"""Words that the client alone has in the sample, and that do not stand in this letter."""


def test_the_pane_says_that_such_words_miss_the_level_and_what_helps(open_pane, server):
    pane = open_pane(LINES)
    pane.analysed()
    press(pane, "Accept all")
    _write(pane, TELLING)
    why = "Someone wrote other words instead of placeholders. These words count like the rest of the text."
    for step in ("Redact", "Check the file", "Make a clean copy"):
        assert why in rest(pane).locator(".level .care").inner_text()
        assert untrue(server, pane) == []
        press(pane, step)
        if step != "Redact":
            card = rest(pane).locator(".card.outcome").text_content()
            assert "; use placeholders instead of the words that were written, or choose a lower level" in card
            assert "which redacts what Word cannot reach" not in card
