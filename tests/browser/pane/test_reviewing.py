"""Another person is asked before anything is redacted, and what Word does not reach is told after it."""

import re

from tests.browser.pane.claims import untrue
from tests.browser.pane.file_highlights import hindered


def _next(pane, name):
    pane.page.get_by_role("button", name=name).click()


def test_a_submitted_document_is_redacted_after_its_approval(open_pane, server):
    answers = []
    pane = open_pane()
    pane.page.on("response", lambda answer: answers.append(answer) if answer.url.endswith("/analyses") else None)
    pane.analysed()
    pane.page.get_by_role("button", name=re.compile("^Accept all")).last.click()
    _next(pane, "Submit for review first")
    pane.page.get_by_text("Nobody has claimed this review yet.").wait_for()
    assert pane.page.get_by_role("button", name=re.compile("^Redact")).count() == 0
    _next(pane, "Claim the review")
    _next(pane, "Approve")
    pane.page.get_by_text("You can redact now.").wait_for()

    decided = answers[-1].json()["suggestions"]  # once redacted, the document is analysed again
    _next(pane, re.compile("^Redact"))
    told = pane.page.get_by_role(
        "heading", name=re.compile(r"^\d+ places in the text that only the clean copy can redact")
    ).inner_text()
    assert int(told.split()[0]) == _beyond_reach(decided)
    assert "clean copy redacts them" in pane.page.locator(".outcome").inner_text()
    card = pane.page.get_by_role("region", name="Review").get_by_role("status")
    assert card.inner_text() == "Approved."
    card.evaluate("""each => { each.textContent = "Approved. You can redact now.";
        each.dataset.claims = '{"review.open": true}'; }""")
    assert any("review.open" in each for each in untrue(server, pane))
    card.evaluate("each => { each.textContent = 'Approved.'; delete each.dataset.claims; }")


def _beyond_reach(suggestions, level=5):
    """How many places of a level are where Word does not go: second copies and deleted text."""
    due = [each for each in suggestions if each["from_level"] is None or each["from_level"] <= level]
    places = [place for each in due for place in each["places"] if "same_text" not in place["obstacles"]]
    return sum(hindered(place, boxes=True) for place in places)
