"""The slider decides what is marked: the terms of its level and personal data, no more, no fewer."""

import json
from xml.sax.saxutils import escape

import pytest

from addin.wordhost.making import docx, runs
from addin.wordhost.profiles import WEB, WINDOWS
from tests.browser.pane.file_highlights import CLEAN_COPY, expected, marked
from tests.browser.pane.pane_page import CORPUS, REPORT
from tests.browser.pane.pane_user import rest
from tests.conftest import CLIENT
from tests.further_cases import sampled

CLIENTS = 12
MAIL = "ann.miller@goole.example"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@pytest.fixture(scope="module")
def suggestions(server):
    asked = json.dumps({"client": CLIENT, "levels": CLIENTS, "copy": CLEAN_COPY})
    answer = server.ask(
        "POST", "/v1/analyses", REPORT.read_bytes(), {"Content-Type": DOCX, "Unsaid-Request": asked}
    )
    return answer.json["suggestions"]


@pytest.mark.parametrize("profile", sampled([WINDOWS, WEB], [WEB]), ids=lambda each: each.name)
def test_the_marks_follow_the_level(open_pane, suggestions, profile):
    before = marked(REPORT.read_bytes())
    boxes = bool(profile.has("Body", "shapes"))
    pane = open_pane(profile=profile)
    pane.analysed()
    slider = pane.page.get_by_role("slider", name="How hard to guess")
    seen = []
    for level in (2, 5, 1):
        slider.fill(str(level))
        pane.settled()
        seen.append(marked(pane.host.session.save()))
        assert seen[-1] == expected(suggestions, level, boxes=boxes)
    assert before == {}
    assert len({json.dumps(sorted(each.items()), default=str) for each in seen}) == 3, "levels differ"


def test_rejecting_removes_the_mark_and_undo_restores_it(open_pane, suggestions):
    pane = open_pane()
    pane.analysed()
    first = marked(pane.host.session.save())
    pane.page.keyboard.press("j")
    pane.page.keyboard.press("r")
    pane.settled()
    assert marked(pane.host.session.save()) != first
    pane.page.keyboard.press("z")
    pane.settled()
    assert marked(pane.host.session.save()) == first == expected(suggestions, 5)


def test_level_one_is_guessed_without_exactly_the_places_that_are_accepted(open_pane):
    """A share of the words of the term, rounded down, went instead; its places can have different words."""
    letter = [each for each in (CORPUS / "02-email-goole-slip.txt").read_text("utf-8").splitlines() if each]
    pane = open_pane(docx("".join(runs(escape(each)) for each in [*letter, *[f"Write to {MAIL}."] * 3])))
    pane.analysed()
    asked = []
    pane.page.on(
        "request", lambda each: each.url.endswith("/v1/guesses") and asked.append(json.loads(each.post_data))
    )
    rest(pane).get_by_role("slider", name="How hard to guess").fill("1")
    while (head := rest(pane).locator(".group-head button[aria-expanded=false]").first).is_visible():
        head.click()
    pane.page.get_by_role("button", name=MAIL, exact=True).click()
    pane.settled()
    pane.page.get_by_role("button", name=f"More for {MAIL}").click()
    pane.page.get_by_role("menuitem", name="Accept here only").click()
    rest(pane)
    asked.clear()
    pane.page.get_by_label("Keep the industry recognisable").click()
    rest(pane)
    (one,) = [each for each in asked if "k" not in each and each.get("client")]
    assert [each["places"] for each in one["gone_texts"]] == [1]
