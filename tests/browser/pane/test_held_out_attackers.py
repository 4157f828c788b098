"""What the pane says of held-out attackers is true of the file: counted anew, on a text that python-docx reads."""

import io
import re

import docx

from backend.learning.registry import Registry
from backend.panel.attackers import Group
from backend.services.models.stored_panel import load_panel
from tests.browser.pane.claims import untrue
from tests.browser.pane.pane_page import LETTER, LINES
from tests.browser.pane.pane_user import press, rest
from tests.conftest import CLIENT

ATTACKERS = """() => Object.fromEntries([...document.querySelectorAll(".guesses > .states > div")]
  .map(each => [each.dataset.state, each.querySelector("dd").textContent]))"""
CHANGED = "attackers not asked since the document changed: check the file"


def _named_by(registry, content):
    """How many attackers that read single words name the client, among those of its industry."""
    stored = Registry(registry)
    model = stored.load()
    names = [each.name for each in model.clients]
    own = names.index(CLIENT)
    among = {str(number) for number, each in enumerate(model.clients) if each.utility == model.clients[own].utility}
    text = "\n".join(each.text for each in docx.Document(io.BytesIO(content)).paragraphs)
    rankings = load_panel(stored, None).rank([text], [among])
    named = [each.named() == (str(own),) for each in rankings if each.attacker.group is Group.CONTENT_WORDS]
    return f"named by {sum(named)} of {len(named)} attackers"


def test_each_state_has_the_number_of_its_own_text(open_pane, sample_registry):
    pane = open_pane(LETTER)
    pane.analysed()
    pane.page.get_by_text("Which attackers").click()
    before = pane.page.evaluate(ATTACKERS)
    assert before["standing"] == _named_by(sample_registry, pane.host.session.save())
    assert not before["standing"].startswith("named by 0")
    assert pane.page.locator(".attackers h3").all_inner_texts() == [
        "Now",
        "At level 5, if every suggested term is redacted, including those that you rejected or changed",
    ]
    press(pane, "Accept all")
    press(pane, "Redact")
    rest(pane)
    assert pane.page.evaluate(ATTACKERS)["standing"] == CHANGED
    press(pane, "Check the file")
    rest(pane)
    after = pane.page.evaluate(ATTACKERS)
    assert after["standing"] == _named_by(sample_registry, pane.host.session.save())
    press(pane, "Make a clean copy")
    rest(pane)
    copy = pane.host.session.opened[-1]
    now = pane.page.evaluate(ATTACKERS)
    assert now["standing"] == after["standing"]
    assert now["copy"] == _named_by(sample_registry, copy) == before["planned"]


def test_other_decisions_are_not_what_the_attackers_were_asked_about(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    assert pane.page.evaluate(ATTACKERS)["planned"].startswith("named by ")
    pane.page.keyboard.press("j")
    pane.page.keyboard.press("r")
    pane.settled()
    assert pane.page.evaluate(ATTACKERS)["planned"] == "attackers not asked about your decisions"
    assert pane.page.locator(".level .legend .guessed").inner_text() == "attackers not asked about your decisions"
    pane.page.get_by_role("slider", name="How hard to guess").fill("1")
    pane.settled()
    assert pane.page.locator(".level .legend .guessed").inner_text() == "attackers not asked at level 1"


def test_the_slider_has_the_number_of_the_check_that_has_asked(open_pane):
    pane = open_pane(LINES)
    pane.analysed()
    pane.page.keyboard.press("j")
    pane.page.keyboard.press("r")
    press(pane, "Accept all")
    press(pane, "Redact")
    press(pane, "Check the file")
    rest(pane)
    states, legend = pane.page.evaluate(ATTACKERS), pane.page.locator(".level .legend .guessed").inner_text()
    assert "planned" not in states
    assert legend == states["standing"] != "attackers not asked about your decisions"


def test_a_wrong_number_of_attackers_is_found(open_pane, server):
    pane = open_pane(LETTER)
    pane.analysed()
    assert untrue(server, pane) == []
    line = pane.page.locator(".guesses > .states dd").first
    kept = line.evaluate("each => each.outerHTML")
    assert re.fullmatch(r"named by \d+ of \d+ attackers", line.inner_text())
    for claim in (
        '"standing.panel": [1, 14]',
        '"planned.panel": [1, 14]',
        '"standing.measured": false',
        '"planned.measured": false',
        '"panel.missing": true',
        '"level.panels": [[2, 9, 14]]',
        '"level.attackers": {"group": "others", "clients": 2, "attackers": 3, "named_by": [], "worst": null}',
    ):
        line.evaluate("(each, claim) => { each.dataset.claims = `{${claim}}`; each.textContent = 'A'; }", claim)
        assert any("not so: 'A'" in each for each in untrue(server, pane)), claim
    line.evaluate("(each, html) => { each.outerHTML = html; }", kept)
