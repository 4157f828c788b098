"""Word destroys letters beside a placeholder after the pane compared the paragraphs: the file check finds it."""

from addin.wordhost.making import docx, lines, runs
from tests.browser.pane.pane_user import label, outcome, personal_data_only, press, rest

ANN, BO = "ann@halden.example", "bo@halden.example"
DOCUMENT = docx(runs(f"Write to {ANN} today.") + runs("Nothing here.") + runs("Or give ", "it to ", BO, "."))


def _destroys(session):
    """Let Word take a letter from "it to", silently: no event tells of it."""
    (found,) = session.body().do_search("it to").items
    watchers = session.stories.watchers[:]
    session.stories.watchers.clear()
    found.do_insert_text("it o", "Replace")
    session.stories.watchers.extend(watchers)


def _redacted(open_pane, damage):
    pane = open_pane(DOCUMENT)
    pane.analysed()
    personal_data_only(pane)  # which terms of the client go depends on the key of the installation
    press(pane, "Accept all 2")
    press(pane, "Redact 2 terms")
    assert label(pane) == "Check the file"
    pane.settled()
    if damage:
        _destroys(pane.host.session)
    press(pane, "Check the file")
    return pane


def test_a_destroyed_letter_is_listed_and_the_file_is_not_good(open_pane):
    pane = _redacted(open_pane, damage=True)
    card = rest(pane).locator(".card.outcome")
    assert lines(pane.host.session.save())[2] == "Or give it o [EMAIL_ADDRESS 2]."
    assert "The words beside [EMAIL_ADDRESS 2] in body, paragraph 3 differ from the original." in card.inner_text()
    assert card.get_by_role("list", name="Changed since the analysis").locator("li").count() == 1
    assert "have changed since the analysis" in card.inner_text()
    assert (outcome(pane), card.get_attribute("data-tone")) == ("Text changed at 1 placeholder", "care")
    assert "words beside 1 placeholder" in pane.page.get_by_role("contentinfo").get_by_role("status").inner_text()


def test_an_honest_redaction_lists_nothing(open_pane):
    pane = _redacted(open_pane, damage=False)
    card = rest(pane).locator(".card.outcome")
    assert outcome(pane).startswith("Requirements met")
    assert "original" not in card.inner_text()
