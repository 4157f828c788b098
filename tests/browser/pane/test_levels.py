"""The slider decides what is marked: the terms of its level and personal data, no more, no fewer."""

import json

import pytest

from addin.wordhost.profiles import WEB, WINDOWS
from tests.browser.pane.file_highlights import CLEAN_COPY, expected, marked
from tests.browser.pane.pane_page import REPORT
from tests.conftest import CLIENT
from tests.further_cases import sampled

CLIENTS = 12
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
