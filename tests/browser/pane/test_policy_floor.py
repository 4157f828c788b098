"""The pane starts from the policy of the client, shows whose it is, and asks before it changes the document."""

import json
import re

import pytest

from backend.settings import Settings
from tests.browser.pane.file_highlights import paragraphs
from tests.browser.pane.pane_page import LETTER, serving
from tests.browser.pane.pane_user import label, outcome, press, rest, trouble
from tests.browser.pane.saved_text import texts
from tests.conftest import CLIENT

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server(built, sample_registry, tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    with serving(settings) as started:
        yield started


@pytest.fixture(autouse=True)
def no_policies(server):
    """At the end no policy is set, for the test that comes next; the claims of the pane are recomputed before."""
    yield
    for each in _asked(server, "GET", "")["policies"]:
        _asked(server, "POST", "/remove", client=each["client"], version=each["version"])


@pytest.fixture
def set_policy(server):
    def set_one(version=0, whose=CLIENT, **rules):
        return _asked(server, "POST", "", client=whose, version=version, rules=rules)

    return set_one


def _asked(server, method, path, **content):
    answer = server.ask(method, f"/v1/admin/policies{path}", json.dumps(content).encode(), JSON)
    assert answer.status == 200, answer.body
    return answer.json


def _level(pane):
    return pane.page.get_by_role("slider", name="How hard to guess")


def _analyses(pane):
    asked = []
    pane.page.on("request", lambda request: "/v1/analyses" in request.url and asked.append(request))
    return asked


def test_the_level_and_the_industry_start_from_the_policy_of_the_client(open_pane, set_policy):
    set_policy(least_k=8, objective="floor")
    pane = open_pane(LETTER)
    pane.analysed()
    level, industry = _level(pane), pane.page.get_by_label("Keep the industry recognisable")
    assert (level.input_value(), level.get_attribute("min")) == ("8", "8")
    whose = re.compile(rf"Level 8 is the lowest\. Set by the policy of {re.escape(CLIENT)} \(\d+ \w+ \d{{4}}\)\.")
    assert pane.page.get_by_text(whose).is_visible()
    assert (industry.is_checked(), industry.is_disabled()) == (True, True)
    assert f"Set by the policy of {CLIENT}" in pane.page.locator("#industry-locked").inner_text()
    level.focus()
    for key in ("Home", "ArrowLeft", "PageDown"):
        pane.page.keyboard.press(key)
    assert level.input_value() == "8"

    asked = _analyses(pane)
    pane.page.keyboard.press("ArrowRight")
    rest(pane)
    assert (level.input_value(), len(asked)) == ("9", 0)
    pane.page.keyboard.press("End")
    pane.page.wait_for_function("() => document.querySelector('#level').value === '20'")
    rest(pane)
    assert len(asked) == 1, "levels above 10 take one request"
    for value in ("11", "8", "20"):
        level.fill(value)
        rest(pane)
    assert len(asked) == 1

    level.fill("8")
    press(pane, "Accept all")
    press(pane, "Redact")
    press(pane, "Check the file")
    press(pane, "Make a clean copy")
    assert label(pane) == "Save the clean copy"
    assert (outcome(pane) != "", trouble(pane)) == (True, "")


def test_the_pane_writes_the_placeholders_of_the_policy(open_pane, set_policy):
    """It wrote [TERM] and [PERSON 1] whatever the policy required, and the clean copy did not meet the policy."""
    set_policy(placeholder="redacted")
    pane = open_pane(LETTER)
    pane.analysed()
    press(pane, "Accept all")
    press(pane, "Redact")
    rest(pane)
    written = re.findall(r"\[[A-Z][^\]]*\]", "\n".join(texts(pane.host.session.save())))
    assert set(written) == {"[REDACTED]"}
    press(pane, "Check the file")
    press(pane, "Make a clean copy")
    assert outcome(pane) != ""
    assert "placeholders that the policy requires" not in pane.page.locator(".card.outcome").text_content()


def test_the_pane_says_that_amounts_of_a_column_are_redacted_together(open_pane, set_policy):
    set_policy(amounts_together=True)
    pane = open_pane(LETTER)
    pane.analysed()
    pane.page.get_by_text(re.compile("^Options: ")).click()
    sentence = "Redact all amounts of a table column, or none. Set by the policy of"
    assert pane.page.get_by_text(sentence).is_visible()


def test_the_pane_says_that_clean_copies_go_to_the_index(open_pane, set_policy):
    set_policy(index="always")
    pane = open_pane(LETTER)
    pane.analysed()
    pane.page.get_by_text(re.compile("^Options: ")).click()
    sentence = "Unsaid adds clean copies that meet all requirements to the index of released documents. Set by the"
    assert pane.page.get_by_text(sentence).is_visible()


def test_a_level_above_the_number_of_clients_is_explained_before_anything_is_decided(open_pane, set_policy):
    set_policy(least_k=30)
    pane = open_pane(LETTER)
    reason = trouble(pane)
    assert reason.startswith("No level reaches what the policy requires")
    assert "the model knows 24 clients" in reason


def test_a_level_that_rejected_terms_prevent_is_explained(open_pane, set_policy):
    set_policy(least_k=5)
    pane = open_pane(LETTER)
    pane.analysed()
    pane.page.get_by_role("button", name="Reject all").first.click()
    # The policy forbids a lower level, so that the pane does not offer one.
    pane.page.get_by_text(re.compile(r"Level 5 is not reached\. .* Accept more terms\.$")).wait_for()


def test_a_policy_that_has_risen_is_met_before_anything_is_changed(open_pane, set_policy):
    pane = open_pane(LETTER)
    pane.analysed()
    assert _level(pane).input_value() == "5"
    press(pane, "Accept all")
    rest(pane)
    before = paragraphs(pane.host.session.save())
    set_policy(least_k=8)
    press(pane, "Redact")
    said = trouble(pane)
    assert said.startswith("The policy requires more")
    assert "password" not in said
    assert "cannot be read" not in said
    assert paragraphs(pane.host.session.save()) == before
    press(pane, "Analyse again")
    rest(pane)
    assert (_level(pane).input_value(), _level(pane).get_attribute("min")) == ("8", "8")


def test_without_a_client_the_pane_says_that_the_policy_wants_one(open_pane, set_policy):
    set_policy(whose=None, least_k=3)
    pane = open_pane(LETTER)
    pane.analysed()
    pane.page.get_by_role("combobox", name="Client").click()
    pane.page.get_by_role("option", name="No client").click()
    rest(pane)
    wanted = "Choose a client before you redact: the default policy"
    assert pane.page.get_by_text(wanted).is_visible()
    press(pane, "Accept all")
    before = paragraphs(pane.host.session.save())
    press(pane, "Redact")
    assert "The policy requires more" in trouble(pane)
    assert paragraphs(pane.host.session.save()) == before
