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
