"""Errors in the pane: it says what went wrong, and the user can continue."""

import re
from typing import Any

import pytest

from tests.browser.pane.file_highlights import paragraphs
from tests.browser.pane.pane_page import LETTER

BUSY: dict[str, Any] = {
    "status": 503,
    "headers": {"Content-Type": "application/problem+json", "Retry-After": "7"},
    "body": '{"type": "urn:unsaid:problem:busy", "title": "Too busy", "status": 503, "code": "busy", '
    '"detail": "wait", "request_id": "r"}',
}


def _failing(pane, path, **answer):
    """Let the service fail at a path once."""
    failed = []

    def fail(route):
        if failed:
            route.fallback()
        else:
            failed.append(route.request.url)
            route.fulfill(**answer) if answer else route.abort("connectionrefused")

    pane.page.route(re.compile(f"/v1/{path}"), fail)


@pytest.mark.parametrize(
    ("answer", "told"),
    [({}, "answer"), (BUSY, "in 7 seconds"), ({"status": 502, "body": "<h1>Bad gateway</h1>"}, "answer")],
    ids=["gone", "busy", "proxy"],
)
def test_a_failing_service_is_reported_and_can_be_retried(open_pane, answer, told):
    pane = open_pane(LETTER, signed_in=False)
    _failing(pane, "analyses", **answer)
    pane.sign_in()
    alert = pane.page.get_by_role("alert")
    alert.get_by_text(re.compile(told)).first.wait_for()
    pane.page.get_by_role("button", name=re.compile("again", re.IGNORECASE)).click()
    pane.analysed()
    assert not alert.is_visible()


def test_after_signing_in_again_the_pane_continues_where_it_stopped(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    for key in ("j", "a"):
        pane.page.keyboard.press(key)
    refused = BUSY | {"status": 401, "body": BUSY["body"].replace("503", "401").replace("busy", "sign_in_refused")}
    _failing(pane, "verifications", **refused)
    pane.page.get_by_role("button", name="Redact 1 term").click()
    pane.page.get_by_role("button", name="Check the file").click()
    pane.sign_in()
    pane.page.get_by_role("button", name="Make a clean copy").wait_for()
    pane.settled()


def test_if_tracking_is_locked_only_a_clean_copy_is_possible(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    pane.host.session.tracking_mode = "TrackAll"
    pane.host.session.tracking_locked = True
    before = paragraphs(pane.host.session.save())
    pane.page.get_by_role("button", name=re.compile("^Accept all")).last.click()
    pane.page.get_by_role("button", name=re.compile("^Redact")).click()
    pane.page.get_by_text(re.compile("Track Changes is locked")).wait_for()
    pane.settled()
    assert paragraphs(pane.host.session.save()) == before
    pane.page.get_by_role("button", name="Make a clean copy").wait_for()


def test_a_cancelled_analysis_can_be_started_again(open_pane):
    pane = open_pane(LETTER, signed_in=False)
    analyses = re.compile("/v1/analyses")
    pane.page.route(analyses, lambda _: None)  # never answered
    pane.sign_in()
    pane.page.get_by_role("button", name="Cancel").click()
    pane.page.get_by_text("Cancelled").wait_for()
    pane.page.unroute(analyses)
    pane.page.get_by_role("button", name=re.compile("analyse|look", re.IGNORECASE)).first.click()
    pane.analysed()
