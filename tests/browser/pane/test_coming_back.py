"""What somebody has decided is there again when the pane is, and nothing of it stands in the document."""

import io
import re
import zipfile

from tests.browser.pane.yellow import marked


def test_a_pane_that_is_opened_again_knows_what_was_decided(beside):
    pane = beside()
    pane.analysed()
    before = pane.host.session.save()
    with pane.page.expect_response(lambda answer: answer.request.method == "PATCH") as saved:
        for key in ("j", "a", "j", "r"):
            pane.page.keyboard.press(key)
    assert saved.value.ok
    pane.settled()
    decided = pane.page.get_by_text(re.compile(r"\d+ to decide")).first.inner_text()
    yellow = marked(pane.host.session.save())

    pane.reopen()
    pane.sign_in()
    pane.analysed()
    assert pane.page.get_by_text(re.compile(r"\d+ to decide")).first.inner_text() == decided
    assert pane.page.get_by_role("button", name="Redact 1 accepted").is_visible()
    assert marked(pane.host.session.save()) == yellow
    assert _texts(pane.host.session.save()) == _texts(before)


def test_marks_of_a_pane_that_was_closed_are_no_part_of_a_copy(beside):
    pane = beside()
    pane.analysed()
    assert marked(pane.host.session.save())
    pane.reopen()
    pane.sign_in()
    pane.analysed()
    pane.page.get_by_role("slider", name="How hard to guess").fill("1")
    pane.settled()
    pane.page.get_by_role("button", name=re.compile("^Accept all")).last.click()
    pane.page.get_by_role("button", name=re.compile("^Redact")).click()
    pane.page.get_by_role("button", name="Check the file").click()
    pane.page.get_by_role("button", name="Clean copy").click()
    pane.page.get_by_text("holds nothing that had to go").wait_for()
    pane.settled()
    assert marked(pane.host.session.opened[0]) == {}
    assert marked(pane.host.session.save()) == {}


def _texts(content):
    """All letters of a file, by part; settings hold a random id and positions, and those alone may differ."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {
            name: re.sub(rb"<[^>]*>", b"", archive.read(name))
            for name in archive.namelist()
            if name.startswith("word/") and name.endswith(".xml") and "settings" not in name
        }


def test_terms_that_were_added_come_back_here_and_on_another_machine(beside):
    """One is selected in the document, one is a near miss; the service keeps the mark of each, and no word."""
    pane = beside()
    pane.analysed()
    near = _row(pane, _unfolded(pane, "Near misses").get_by_role("row").first)
    for _ in range(2):
        pane.page.get_by_role("button", name=f"Next place of {near}").click()
        pane.page.get_by_text(re.compile(r"^place \d+ of \d+$")).wait_for()
        assert pane.host.session.selected().read("text").casefold() == near.casefold()
    pane.page.get_by_role("button", name=f"Accept {near}", exact=True).click()
    _added(pane, near)
    pane.host.session.select(pane.host.session.body().do_search("stand-by link").items[0].span())
    with pane.page.expect_response(lambda answer: _accepted_in(answer) == 2):
        pane.page.get_by_role("button", name="Add selection").click()
    _added(pane, "stand-by link")
    pane.settled()
    yellow = marked(pane.host.session.save())
    assert "stand-by link" in yellow["word/document.xml", 35]

    pane.reopen()
    pane.sign_in()
    elsewhere = beside(pane.host.session.save())
    for again in (pane, elsewhere):
        _added(again, near)
        _added(again, "stand-by link")
        again.page.get_by_role("button", name="Redact 2 accepted").wait_for()
        again.settled()
        assert marked(again.host.session.save()) == yellow

    # What is undone is undone for good.
    with elsewhere.page.expect_response(lambda answer: _accepted_in(answer) == 1):
        elsewhere.page.get_by_role("button", name="Accept stand-by link").click()
    pane.reopen()
    pane.sign_in()
    pane.page.get_by_role("button", name="Redact 1 accepted").wait_for()
    _added(pane, near)
    assert pane.page.get_by_role("grid", name="Added by you").get_by_role("row").count() == 1
    pane.settled()
    assert "stand-by" not in marked(pane.host.session.save())["word/document.xml", 35], "nor is it marked any more"


def _unfolded(pane, group):
    """A group of the list, unfolded."""
    fold = pane.page.get_by_role("button", name=re.compile(f"^{group}"))
    if fold.get_attribute("aria-expanded") == "false":
        fold.click()
    return pane.page.get_by_role("grid", name=group)


def _row(pane, row):
    """What the term of a line is, once it is looked at."""
    term = row.locator(".term")
    term.click()
    pane.settled()
    return term.inner_text()


def _added(pane, term):
    """Wait until a term stands among those that somebody has added."""
    _unfolded(pane, "Added by you").get_by_role("button", name=term, exact=True).wait_for()


def _accepted_in(answer):
    """How many terms a review has accepted, once the service has told so."""
    return answer.json()["counts"].get("accepted") if answer.request.method == "PATCH" else None
