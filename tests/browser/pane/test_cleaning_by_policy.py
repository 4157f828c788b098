"""A policy that removes comments or hidden text is about the clean copy: the open document still has them."""

import json
import re

import pytest

from addin.wordhost.making import docx
from backend.settings import Settings
from tests.browser.pane.pane_page import serving
from tests.browser.pane.pane_user import outcome, press, rest
from tests.browser.pane.saved_text import raw_texts

JSON = {"Content-Type": "application/json"}
MAIL, HIDDEN = "ann.miller@halden.example", "bo.katz@halden.example"
COMMENT = f'<w:comment w:id="1" w:author="A"><w:p><w:r><w:t>Tell {MAIL} of it.</w:t></w:r></w:p></w:comment>'
MARK = '<w:commentRangeStart w:id="1"/><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>'
BODY = (
    f'<w:p><w:r><w:t xml:space="preserve">Write to {MAIL} today. </w:t></w:r>'
    f'<w:r><w:rPr><w:vanish/></w:rPr><w:t xml:space="preserve">Not to {HIDDEN}.</w:t></w:r>{MARK}</w:p>'
)


@pytest.fixture(scope="module")
def server(built, sample_registry, tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    with serving(settings) as started:
        clean = {"comments": "remove", "remove_hidden_text": True, "revisions": "accept"}
        rules = {"client": None, "version": 0, "rules": {"clean": clean}}
        answer = started.ask("POST", "/v1/admin/policies", json.dumps(rules).encode(), JSON)
        assert answer.status == 200, answer.body
        yield started


def _without_a_client(pane):
    pane.analysed()
    pane.page.get_by_role("combobox", name="Client").click()
    pane.page.get_by_role("option", name="No client").click()
    rest(pane)


@pytest.mark.parametrize("of_client", [False, True])
def test_terms_in_comments_and_hidden_text_are_counted_and_redacted(open_pane, of_client):
    pane = open_pane(docx(BODY, comments=COMMENT))
    pane.analysed()
    if not of_client:
        _without_a_client(pane)
    while (head := pane.page.locator(".group-head button[aria-expanded=false]").first).is_visible():
        head.click()
        pane.settled()
    rows = pane.page.locator(".list").text_content()
    assert (MAIL in rows, HIDDEN in rows) == (True, True)
    assert re.search(rf"{re.escape(MAIL)}\D*2×", rows), rows
    press(pane, "Accept ")
    press(pane, "Redact")
    assert outcome(pane) == "The text is redacted"
    saved = "".join(raw_texts(pane.host.session.save(), "word/"))
    assert (MAIL in saved, HIDDEN in saved) == (False, False)
    press(pane, "Check the file")
    assert "not redacted" not in outcome(pane)
    press(pane, "Make a clean copy")
    assert outcome(pane) not in {"", "Requirements not met"}
    (copy,) = pane.host.session.opened
    kept = "".join(raw_texts(copy, "word/"))
    assert (MAIL in kept, HIDDEN in kept, "Tell" in kept, "Not to" in kept) == (False,) * 4
