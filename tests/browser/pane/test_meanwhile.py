"""Somebody else writes in the document while a pane is open beside it."""

from tests.browser.pane.yellow import marked

NOTE = "The document has changed since the analysis. Analyse again before you redact."
PLACE, MAIL = "Five stores failed", "ann@halden.example"


def test_a_change_by_someone_else_must_be_analysed_before_redacting(beside):
    pane = beside()
    pane.analysed()
    pane.page.keyboard.press("j")
    pane.page.keyboard.press("a")
    redact = pane.page.get_by_role("button", name="Redact 1 accepted")
    redact.wait_for()
    pane.settled()
    note = pane.page.get_by_text(NOTE)
    assert not note.is_visible()
    _written_until(pane, note)
    assert not redact.is_visible()
    pane.page.get_by_role("button", name="Analyse again").click()
    note.wait_for(state="hidden")
    redact.wait_for()
    pane.settled()
    assert [MAIL in text for text in marked(pane.host.session.save()).values()].count(True) == 1


def _written_until(pane, note):
    """Write until it is noticed: for a moment after marks were painted, Word tells of these alone.

    Word tells of it with its answer to whatever the pane asks next.
    """
    for time in range(40):
        body = pane.host.session.body()
        found = body.do_search(PLACE).items[0]
        found.do_insert_text(f"{PLACE} by {MAIL}" if time == 0 else PLACE, "Replace")
        pane.page.keyboard.press("j")
        pane.settled()
        if note.is_visible():
            return
    raise AssertionError("nobody noticed")
