"""Who the client is: suggested, never guessed in doubt, questioned where the text looks like another."""

import json
import re

from addin.wordhost.making import docx, lines, runs
from tests.browser.pane.pane_user import outcome, press, rest
from tests.conftest import CLIENT

OTHER = "Corvane Bank"


def _client(pane):
    return pane.page.get_by_role("combobox", name="Client")


def _question(pane):
    return pane.page.locator(".client-question")


def test_no_client_is_chosen_where_the_text_looks_like_nobody(open_pane):
    pane = open_pane(docx(runs("Write to anna@example.org today.")))
    rest(pane)
    assert _client(pane).input_value() == ""
    assert not _question(pane).is_visible()
    assert pane.page.get_by_text("Words that point to the client, such as product names").is_visible()
    assert not pane.page.get_by_role("slider", name="How hard to guess").is_visible()


def test_another_client_than_the_text_looks_like_is_questioned_and_changed_by_one_key(open_pane):
    pane = open_pane(width=320)
    pane.analysed()
    hint = pane.page.locator("#client-hint").inner_text()
    assert re.match(rf"looks like {re.escape(CLIENT)} \((over )?\d+\xa0% certain\)", hint)
    assert not _question(pane).is_visible()

    _client(pane).fill(OTHER)
    _client(pane).press("Enter")
    rest(pane)
    said = _question(pane).inner_text()
    assert f"You chose {OTHER}. The text looks like {CLIENT}" in said
    assert pane.page.get_by_role("slider", name="How hard to guess").is_enabled(), "nothing is blocked"
    assert pane.page.evaluate("document.documentElement.scrollWidth") <= 320
    pane.page.get_by_role("button", name=f"Choose {CLIENT}").press("Enter")
    rest(pane)
    assert _client(pane).input_value() == CLIENT
    assert not _question(pane).is_visible()

    _client(pane).fill(OTHER)
    _client(pane).press("Enter")
    rest(pane)
    pane.page.get_by_role("button", name=f"Keep {OTHER}").press("Enter")
    assert not _question(pane).is_visible()
    assert _client(pane).input_value() == OTHER


def test_the_names_of_a_client_that_the_model_does_not_know_go(open_pane):
    text = "Zyqvar Holdings sells Quixolite. Write to anna@example.org at Zyqvar."
    pane = open_pane(docx(runs(text)))
    rest(pane)
    asked = []
    pane.page.on("request", lambda request: "/v1/analyses" in request.url and asked.append(request))
    _client(pane).fill("Zyqvar Holdings; Zyqvar")
    _client(pane).press("Enter")
    assert _client(pane).get_attribute("aria-expanded") == "true", "a name that nobody listed has to be pointed at"
    for key in ("ArrowDown", "Enter"):
        _client(pane).press(key)
    pane.page.get_by_text("The model does not know this client.").wait_for()
    rest(pane)
    assert _client(pane).input_value() == "Zyqvar Holdings; Zyqvar"
    told = pane.page.get_by_text("The model does not know this client.").inner_text()
    assert "“Zyqvar Holdings” is in the list" in told
    assert "no other words that point to the client, such as product names." in told
    sent = json.loads(re.search(rb'\{"always".*?\}\r\n', asked[-1].post_data_buffer)[0])
    assert (sent["always"], sent.get("client")) == (["Zyqvar Holdings", "Zyqvar"], None)

    while pane.page.locator(".fold[aria-expanded=false]").count() > 0:
        pane.page.locator(".fold[aria-expanded=false]").first.click()
    pane.page.get_by_role("button", name="Accept anna@example.org").click()
    press(pane, "Redact 3 terms")
    press(pane, "Check the file")
    (saved,) = lines(pane.host.session.save())
    assert "Zyqvar" not in saved
    assert "@" not in saved
    assert "Quixolite" in saved, "as the pane has said"
    assert outcome(pane)
