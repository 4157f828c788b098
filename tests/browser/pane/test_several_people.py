"""Several people with a pane each at one document: each sees and keeps the decisions of the others."""

import re
from datetime import timedelta

import pytest

from backend.settings import Settings
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from tests.browser.pane.pane_page import LETTER, REPORT, serving

PEOPLE = {"ann": Role.USER, "ben": Role.REVIEWER, "cat": Role.REVIEWER}


@pytest.fixture(scope="module")
def house(built, sample_registry, tmp_path_factory):
    """The settings of a house, and a key for each of its people."""
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    store = Store.of(settings)
    keys = {name: store.api_keys.new(name, role, None, timedelta(days=1)).token for name, role in PEOPLE.items()}
    store.close()
    return settings, keys


@pytest.fixture(scope="module")
def server(house):
    """A service where two people have to approve."""
    settings, _ = house
    with serving(settings) as started:
        rules = b'{"client": null, "version": 0, "rules": {"second_approver": true}}'
        answer = started.ask("POST", "/v1/admin/policies", rules, {"Content-Type": "application/json"})
        assert answer.status == 200, answer.body
        yield started


@pytest.fixture
def as_(open_pane, house):
    """Opens a document as one of the house."""

    def open_as(name, content=None):
        pane = open_pane(content or LETTER, signed_in=False)
        pane.token = house[1][name]
        pane.sign_in()
        return pane

    return open_as


def _press(pane, name):
    pane.page.get_by_role("button", name=name).click()


def _see(pane, text):
    pane.page.get_by_label("Review", exact=True).get_by_text(text).wait_for()


def _can(pane, *names):
    return [name for name in names if pane.page.get_by_role("button", name=name).is_visible()]


def _stays(pane, term):
    """What the line of a term says of it."""
    line = pane.page.get_by_role("row").filter(has=pane.page.get_by_role("button", name=term, exact=True))
    return line.locator(".state")


def test_one_person_submits_two_approve_and_a_returned_review_is_checked_again(as_):
    ann = as_("ann", REPORT.read_bytes())
    ann.analysed()
    _press(ann, re.compile("^Accept all [0-9]+$"))
    _see(ann, "Two people must approve this")
    _press(ann, "Submit for review")
    _see(ann, "Waiting for a reviewer")
    assert _can(
        ann, "Claim the review", "Withdraw the submission", "Refresh the review", re.compile("^Redact [0-9]")
    ) == [
        "Withdraw the submission",
        "Refresh the review",
    ]
    assert ann.page.get_by_role("combobox", name="Client").is_disabled()

    document = ann.host.session.save()
    ben = as_("ben", document)
    _see(ben, "Waiting for a reviewer")
    assert ben.page.get_by_role("heading", name="Everything is decided").is_visible()
    _press(ben, "Claim the review")
    _see(ben, "Your turn")
    for _ in range(5):  # the client's name and people come first, and have to go
        ben.page.keyboard.press("j")
    term = ben.page.locator('[role="row"][aria-selected="true"] .term').text_content()
    ben.page.keyboard.press("r")
    ben.page.get_by_role("menuitem", name="Reject: public information").click()
    _press(ben, "Approve")
    _see(ben, "Waiting for the second approval")
    assert _can(ben, "Approve", "Refresh the review") == ["Refresh the review"]

    cat = as_("cat", document)
    _see(cat, "give the second approval")
    assert _stays(cat, term).text_content() == "rejected: public information"
    cat.page.get_by_label("What should the author check again?").fill("Check Leeds once more.")
    _press(cat, "Send the review back")
    _see(cat, "sent this review back")

    _press(ann, "Refresh the review")
    _see(ann, "Reason: Check Leeds once more.")
    assert _stays(ann, term).text_content() == "rejected: public information"
    _press(ann, "Submit for review")
    _see(ann, "Waiting for a reviewer")
    _press(ben, "Refresh the review")
    _press(ben, "Claim the review")
    _press(ben, "Approve")
    _see(ben, "Waiting for the second approval")
    cat.reopen()
    cat.sign_in()
    _press(cat, "Approve")
    _see(cat, "Approved")
    _press(ann, "Refresh the review")
    _see(ann, "Approved. You can redact now.")
    ann.page.get_by_role("button", name=re.compile("^Redact [0-9]")).wait_for()


def test_two_people_who_decide_at_once_lose_nothing(as_):
    """The second is told that somebody was quicker, looks again, and then both decisions stand."""
    ann = as_("ann")
    ann.analysed()
    first, second, third = ann.page.locator(".term").all_text_contents()[:3]
    with ann.page.expect_response(lambda answer: _counts(answer) == {"accepted": 1}):
        _press(ann, f"Accept {first}")
    ben = as_("ben", ann.host.session.save())
    ben.page.get_by_role("row").filter(has_text=first).get_by_text("accepted", exact=True).wait_for()
    ben.analysed()
    with ann.page.expect_response(lambda answer: _counts(answer) == {"accepted": 2}):
        _press(ann, f"Accept {second}")

    _press(ben, f"Reject {third}")
    ben.page.get_by_role("alert").get_by_text("Someone else changed this first").wait_for()
    with ben.page.expect_response(lambda answer: _counts(answer) == {"accepted": 2, "rejected": 1}):
        _press(ben, "Analyse again")
    ben.analysed()
    assert [_stays(ben, each).text_content() for each in (first, second, third)] == [
        "accepted",
        "accepted",
        "rejected",
    ]

    _press(ann, f"Reject {first}")
    ann.page.get_by_role("alert").get_by_text("Someone else changed this first").wait_for()
    with ann.page.expect_response(lambda answer: _counts(answer) == {"accepted": 1, "rejected": 2}):
        _press(ann, "Analyse again")
    ann.analysed()
    assert [_stays(ann, each).text_content() for each in (first, second, third)] == [
        "rejected",
        "accepted",
        "rejected",
    ]


def test_a_pane_that_gets_the_focus_again_shows_what_others_have_decided(as_):
    ann = as_("ann")
    ann.analysed()
    first, second = ann.page.locator(".term").all_text_contents()[:2]
    with ann.page.expect_response(lambda answer: _counts(answer) == {"accepted": 1}):
        _press(ann, f"Accept {first}")
    ben = as_("ben", ann.host.session.save())
    ben.page.get_by_role("row").filter(has_text=first).get_by_text("accepted", exact=True).wait_for()
    ben.analysed()
    with ann.page.expect_response(lambda answer: _counts(answer) == {"accepted": 2}):
        _press(ann, f"Accept {second}")
    later = ben.page.get_by_role("row").filter(has_text=second).get_by_text("accepted", exact=True)
    assert not later.is_visible()
    ben.page.evaluate("() => { window.dispatchEvent(new Event('focus')); }")
    later.wait_for()
    ben.analysed()
    assert "The review has changed" in ben.page.locator(".bar .status").inner_text()
    assert not ben.page.get_by_role("alert").is_visible()


def _counts(answer):
    """How many decisions of each kind a review has, once the service has taken some."""
    return answer.json()["counts"] if answer.request.method == "PATCH" and answer.ok else None


def test_a_claim_that_is_gone_shows_whose_turn_it_is(as_):
    """Another reviewer released the claim and took it: the first one's pane says so, whatever is pressed there."""
    ann = as_("ann")
    ann.analysed()
    _press(ann, re.compile("^Accept all [0-9]+$"))
    _press(ann, "Submit for review")
    _see(ann, "Waiting for a reviewer")
    document = ann.host.session.save()
    ben, cat = as_("ben", document), as_("cat", document)
    for each in (ben, cat):
        _see(each, "Waiting for a reviewer")
    _press(ben, "Claim the review")
    _see(ben, "Your turn")

    _press(cat, "Claim the review")
    _see(cat, "A reviewer has claimed this review")
    cat.settled()
    assert not cat.page.get_by_role("alert").is_visible()
    assert _can(cat, "Claim the review", "Refresh the review") == ["Refresh the review"]
    _press(cat, "Release the review to others")
    _see(cat, "Waiting for a reviewer")
    _press(cat, "Claim the review")
    _see(cat, "Your turn")

    _press(ben, "Release the review to others")
    _see(ben, "A reviewer has claimed this review")
    assert not ben.page.get_by_role("alert").is_visible()
    cat.reopen()
    cat.sign_in()
    _see(cat, "Your turn")
