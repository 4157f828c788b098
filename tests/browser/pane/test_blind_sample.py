"""A reviewer judges the sample that a policy asks for, in the pane: by keyboard, and without the decisions."""

import json
import re
from datetime import timedelta

import pytest

from backend.settings import Settings
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from tests.browser.axe import barriers
from tests.browser.pane.pane_page import REPORT, serving

PEOPLE = {"ann": Role.USER, "ben": Role.REVIEWER, "cat": Role.REVIEWER}
RULES = {"client": None, "version": 0, "rules": {"second_approver": True, "blind_share": 0.3}}


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
    """A service whose policy asks for two approvers and a blind share."""
    with serving(house[0]) as started:
        sent = json.dumps(RULES).encode()
        answer = started.ask("POST", "/v1/admin/policies", sent, {"Content-Type": "application/json"})
        assert answer.status == 200, answer.body
        yield started


@pytest.fixture
def as_(open_pane, house):
    """Opens a document as one of the house, in a pane of 320 pixels."""

    def open_as(name, content):
        pane = open_pane(content, signed_in=False, width=320)
        pane.token = house[1][name]
        pane.sign_in()
        return pane

    return open_as


def _press(pane, name):
    pane.page.get_by_role("button", name=name).click()


def test_no_approval_before_a_third_person_has_judged_the_sample(as_):
    ann = as_("ann", REPORT.read_bytes())
    ann.analysed()
    _press(ann, re.compile("^Accept all [0-9]+$"))
    _press(ann, "Submit for review")
    ann.page.get_by_text("a reviewer who took no part in the review must judge 30\u00a0% of the terms").wait_for()
    document = ann.host.session.save()

    ben = as_("ben", document)
    _press(ben, "Look at the decisions instead")
    _press(ben, "Claim the review")
    ben.page.get_by_text("Your turn: review each decision").wait_for()
    _press(ben, "Approve")
    ben.page.get_by_role("heading", name="The sample is not judged yet").wait_for()
    _press(ben, "Close")

    cat = as_("cat", document)
    dialog = cat.page.get_by_role("dialog", name="Judge a sample")
    dialog.get_by_role("button", name="Judge the sample").click()
    dialog.get_by_text("Term 1 of").wait_for()
    assert barriers(cat.page, colours_alone=False) == []
    assert cat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    count = int(re.search(r"of (\d+)", dialog.inner_text()).group(1))
    shown = [dialog.locator(".sample-term").inner_text()]
    for number in range(count):
        cat.page.keyboard.press("r" if number == 0 else "a")
        if number + 1 < count:
            dialog.get_by_text(f"Term {number + 2} of {count}").wait_for()
            shown.append(dialog.locator(".sample-term").inner_text())
    assert len(set(shown)) == count
    row = cat.page.get_by_role("row").filter(has=cat.page.get_by_text(shown[0].strip("“”"), exact=True)).first
    assert "accepted" not in row.text_content(), "the decision is hidden until it is judged"
    cat.page.keyboard.press("Enter")  # the focus is on the button that submits
    dialog.wait_for(state="hidden")
    cat.page.locator(".bar .status").filter(has_text=f"You judged {count} terms").wait_for()
    assert "accepted" in row.text_content()  # also where the row is out of sight
    cat.page.get_by_text("You have judged every term of your sample at this level.").wait_for()

    _press(ben, "Approve")
    ben.page.get_by_text("Waiting for the second approval").wait_for()
