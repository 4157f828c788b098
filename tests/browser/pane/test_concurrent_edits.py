"""Another person edits the document while the pane is open."""

from tests.browser.pane.file_highlights import marked
from tests.browser.pane.pane_page import LETTER

NOTE = "The document has changed since the analysis. Analyse again before you redact."
PLACE, MAIL = "Two decisions, please", "ann@halden.example"


def test_a_change_by_someone_else_must_be_analysed_before_redacting(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    pane.page.keyboard.press("j")
    pane.page.keyboard.press("a")
    redact = pane.page.get_by_role("button", name="Redact 1 term")
    redact.wait_for()
    pane.settled()
    note = pane.page.get_by_text(NOTE)
    assert not note.is_visible()
    found = pane.host.session.body().do_search(PLACE).items[0]
    found.do_insert_text(f"{PLACE} by {MAIL}", "Replace")
    pane.page.keyboard.press("j")  # Word tells of it with its answer
    note.wait_for()
    assert not redact.is_visible()
    pane.page.get_by_role("button", name="Analyse again").click()
    note.wait_for(state="hidden")
    redact.wait_for()
    pane.settled()
    assert [MAIL in text for text in marked(pane.host.session.save()).values()].count(True) == 1
