"""The service is restarted, slow, or goes in the middle: nothing decided is lost, nothing is sent twice."""

import re

import pytest

from addin.wordhost.host import Host
from backend.settings import Settings
from tests.browser.pane.file_highlights import marked, paragraphs
from tests.browser.pane.pane_page import LETTER, REPORT, PaneInWord, serving
from tests.browser.pane.pane_user import CHECKED, label, outcome, press, rest, trouble, until

SLOW = """() => {
  window.late = [];
  AbortSignal.timeout = () => {
    const patience = new AbortController();
    window.late.push(patience);
    return patience.signal;
  };
}"""
"""So that nobody waits in a test for as long as the pane waits for the service."""


@pytest.fixture
def house(built, sample_registry, tmp_path):
    """A service of one's own that is started again with the same data: it tells another token then."""
    settings = Settings.from_environment({"UNSAID_DATA": str(tmp_path), "UNSAID_REGISTRY": str(sample_registry)})

    def started(port=None):
        return serving(settings, port=port)

    return started


def test_after_a_restart_the_pane_asks_for_the_new_token_and_keeps_decisions(house, browser):
    with house() as first:
        context = browser.new_context(viewport={"width": 320, "height": 560})
        pane = PaneInWord.open(context, Host(REPORT.read_bytes()), first)
        pane.analysed()
        for key in ("j", "a", "j", "r"):
            pane.page.keyboard.press(key)
        rest(pane)
        decided = pane.page.locator(".list-head h2").inner_text()
        yellow = marked(pane.host.session.save())
    pane.page.keyboard.press("j")
    pane.page.keyboard.press("a")
    assert "does not answer" in trouble(pane)
    with house(first.port) as second:
        assert second.token != first.token
        press(pane, "Try again")
        pane.page.get_by_text("Please sign in").wait_for()
        assert marked(pane.host.session.save()) == yellow, "one more is accepted, and as yellow as it was"
        pane.token = second.token
        pane.sign_in()
        pane.page.get_by_text("Please sign in").wait_for(state="hidden")
        assert trouble(pane) == ""
        assert label(pane) == "Redact 2 terms"
        assert pane.page.locator(".list-head h2").inner_text() != decided
        (kept,) = second.ask("GET", "/v1/reviews").json["reviews"]
        assert kept["counts"] == {"accepted": 2, "rejected": 1}
        press(pane, "Redact 2 terms")
        press(pane, "Check the file")
        assert CHECKED.match(outcome(pane))
        pane.reopen()
        pane.sign_in()
        pane.analysed()
        assert pane.page.locator('.entry[data-verdict="rejected"]').count() == 1
    context.close()
    pane.check()


class _Held:
    """Requests at an address wait until a test lets them go."""

    def __init__(self, pane, path):
        self._page, self._path = pane.page, re.compile(f"/v1/{path}")
        self.waiting, self.sent = [], []
        self._page.on("request", lambda asked: self._path.search(asked.url) and self.sent.append(asked.method))
        self._page.route(self._path, lambda route: self.waiting.append(route))  # noqa: PLW0108 - Playwright takes no built-in method

    def go(self):
        """Let them go, and whatever comes after."""
        self._page.unroute(self._path)
        for route in self.waiting:
            route.fallback()


def test_a_cancelled_request_changes_nothing_when_its_answer_comes_late(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    press(pane, "Accept all")
    press(pane, "Redact")
    rest(pane)
    cancel = pane.page.get_by_role("button", name="Cancel")
    for path, button in (("verifications", "Check the file"), ("redactions", "Make a clean copy")):
        held = _Held(pane, path)
        press(pane, button)
        until(pane, held.waiting.copy)
        assert pane.page.get_by_role("progressbar", name="Progress").is_visible()
        assert not pane.page.locator(".bar > .primary").is_visible()
        cancel.click()
        assert label(pane) == "Check the file"
        assert pane.page.get_by_text("Cancelled").is_visible()
        held.go()
        pane.settled()
        assert (outcome(pane), pane.host.session.opened) == ("", [])
        press(pane, "Check the file")
        if button == "Make a clean copy":
            press(pane, button)
        assert outcome(pane)
        assert held.sent == ["POST", "POST"], "once for each time that somebody asked for it"
    assert len(pane.host.session.opened) == 1


def test_a_service_that_never_answers_is_reported_and_can_be_retried(open_pane):
    pane = open_pane(LETTER, signed_in=False)
    pane.page.evaluate(SLOW)
    held = _Held(pane, "analyses")
    pane.sign_in()
    until(pane, lambda: held.waiting)
    assert pane.page.get_by_role("progressbar", name="Progress").is_visible()
    pane.page.evaluate("() => window.late.forEach(each => each.abort())")
    assert "taking too long" in trouble(pane)
    held.go()
    press(pane, "Try again")
    pane.analysed()
    assert trouble(pane) == ""


def test_decisions_made_while_the_service_is_slow_are_sent_once_in_order(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    held = _Held(pane, "reviews/.*/decisions")
    for _ in range(2):
        pane.page.keyboard.press("j")
        pane.page.keyboard.press("a")
    until(pane, lambda: held.waiting)
    for _ in range(2):
        pane.page.keyboard.press("j")
        pane.page.keyboard.press("a")
    assert pane.page.get_by_role("button", name="Redact 4 terms").is_visible()
    assert len(held.sent) == 1
    with pane.page.expect_response(lambda answer: _accepted_in(answer) == 4):
        held.go()
    rest(pane)
    assert len(held.sent) == 2
    assert trouble(pane) == ""


def _accepted_in(answer):
    return answer.json()["counts"].get("accepted") if answer.request.method == "PATCH" else None


def _ends(pane):
    """From now on nothing answers."""
    address = re.compile("/v1/")
    pane.page.route(address, lambda route: route.abort("connectionrefused"))
    return lambda: pane.page.unroute(address)


def test_redacting_in_word_works_without_the_service(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    press(pane, "Accept all")
    begins = []
    pane.host.faults.type(lambda _: begins.append(_ends(pane)), "InsertText")
    press(pane, "Redact")
    assert re.match(r"Redacted|\d+ places? |.*left", outcome(pane))
    redacted = paragraphs(pane.host.session.save())
    press(pane, "Check the file")
    assert "does not answer" in trouble(pane)
    assert paragraphs(pane.host.session.save()) == redacted
    begins[0]()
    press(pane, "Try again")
    assert CHECKED.match(outcome(pane))


def test_unsaved_decisions_are_saved_when_the_service_is_back(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    back = _ends(pane)
    for key in ("j", "a", "j", "a"):
        pane.page.keyboard.press(key)
    assert "does not answer" in trouble(pane)
    back()
    with pane.page.expect_response(lambda answer: _accepted_in(answer) == 2):
        press(pane, "Try again")
    assert trouble(pane) == ""
    assert label(pane) == "Redact 2 terms"


def test_a_failed_submission_can_be_repeated(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    press(pane, "Accept all")
    rest(pane)
    back = _ends(pane)
    submit = pane.page.get_by_role("button", name="Submit for review")
    submit.click()
    assert "does not answer" in trouble(pane)
    back()
    press(pane, "Try again")
    assert trouble(pane) == ""
    assert not submit.is_visible()
    assert label(pane) in {"Claim the review", "Refresh the review"}


def test_a_pane_of_another_version_says_so_before_it_reads_the_document(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    asked = []
    pane.page.on("request", lambda request: asked.append(request.url))
    version = re.compile("/v1/version")

    def other(route):
        route.fulfill(response=(answer := route.fetch()), json={**answer.json(), "fits": False})

    pane.page.route(version, other)
    pane.reopen()
    assert "do not match" in trouble(pane)
    assert not any("analyses" in each for each in asked)
    pane.page.unroute(version)
    press(pane, "Reload the pane")
    pane.sign_in()
    pane.analysed()
