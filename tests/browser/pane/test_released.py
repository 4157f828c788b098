"""Released documents in the pane: a search of the index, and a request that its owner answers."""

import json
from datetime import timedelta

import pytest

from backend.settings import Settings
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from tests.browser.axe import barriers
from tests.browser.pane.pane_page import LETTER, serving
from tests.browser.pane.pane_user import press, rest
from tests.web.released import make_index

REQUESTS = "/v1/index/requests"


@pytest.fixture(scope="module")
def house(built, sample_registry, tmp_path_factory):
    """The settings of a house with an index, and the tokens of two of its people; Ben has released everything."""
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    store = Store.of(settings)
    ann, ben = (store.api_keys.new(name, Role.USER, None, timedelta(days=1)) for name in ("Ann", "Ben"))
    store.close()
    make_index(settings, contact=ben.key.id)
    return settings, {"Ann": ann.token, "Ben": ben.token}


@pytest.fixture(scope="module")
def server(house):
    settings, _ = house
    with serving(settings) as started:
        assert started.ask("POST", "/v1/admin/index/editions").status == 201
        yield started


@pytest.fixture
def dialog_of(open_pane, house):
    """Open the dialog as one of the house."""

    def open_as(name):
        pane = open_pane(LETTER, signed_in=False)
        pane.token = house[1][name]
        pane.sign_in()
        page = rest(pane)
        page.get_by_role("button", name="Help").click()
        page.get_by_role("button", name="Find released documents").click()
        dialog = page.get_by_role("dialog", name="Find released documents")
        dialog.get_by_text("documents of at least three clients").wait_for()
        return dialog

    return open_as


def asks(server, token, method, path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return server.ask(method, path, None if body is None else json.dumps(body), headers)


def search(dialog, words):
    dialog.get_by_label("Words, or a passage of a text").fill(words)
    dialog.get_by_role("button", name="Search").click()


def test_a_person_finds_a_group_asks_for_a_document_and_reads_who_accepts(dialog_of, server, house):
    dialog = dialog_of("Ann")
    search(dialog, "harvest of wheat")
    group = dialog.get_by_role("list", name="Groups of documents").get_by_role("listitem").first
    group.get_by_text("3 documents that cannot be told apart").wait_for()
    assert {"harvest", "wheat", "tractor"} <= set(group.locator(".sample-term").inner_text().split(", "))
    group.get_by_role("button", name="Ask for a document").click()
    group.get_by_label("Message").fill("May I see it?\nAnn, 4711")
    group.get_by_role("button", name="Send").click()
    dialog.get_by_text("Nobody has accepted yet.").wait_for()

    (asked,) = asks(server, house[1]["Ben"], "GET", REQUESTS).json["asked"]
    assert (asked["message"], len(asked["documents"])) == ("May I see it? Ann, 4711", 3)
    note = {"accept": True, "note": "In folder 9."}
    assert asks(server, house[1]["Ben"], "POST", f"{REQUESTS}/{asked['id']}/answers", note).status == 200
    dialog.get_by_role("button", name="Close").click()

    again = dialog_of("Ann")
    again.get_by_text("In folder 9.").wait_for()
    again.get_by_role("button", name="Withdraw").click()
    again.get_by_text("Your request is deleted.").wait_for()
    assert asks(server, house[1]["Ben"], "GET", REQUESTS).json["asked"] == []


def test_an_owner_declines_and_then_accepts_in_the_pane(dialog_of, server, house):
    found = asks(server, house[1]["Ann"], "POST", "/v1/index/searches", {"words": "cargo", "top": 1}).json
    wanted = {"edition": found["edition"], "group": found["groups"][0]["group"], "message": "Please"}
    made = asks(server, house[1]["Ann"], "POST", REQUESTS, wanted).json

    def accepted():
        (request,) = asks(server, house[1]["Ann"], "GET", REQUESTS).json["made"]
        return [each["note"] for each in request["accepted"]]

    dialog = dialog_of("Ben")
    dialog.get_by_role("button", name="Accept").click()
    assert accepted() == [], "a person who accepts has to write how to get the document"
    dialog.get_by_role("button", name="Decline").click()
    dialog.get_by_text("You declined it.").wait_for()
    assert accepted() == []
    dialog.get_by_label("How to get the document").fill("Call me: 12")
    dialog.get_by_role("button", name="Accept").click()
    dialog.get_by_text("You accepted it.").wait_for()
    assert accepted() == ["Call me: 12"]
    assert barriers(dialog.page, colours_alone=False) == []
    asks(server, house[1]["Ann"], "DELETE", f"{REQUESTS}/{made['id']}")
    dialog.get_by_role("button", name="Accept").click()
    dialog.get_by_text("No such request").first.wait_for()


def test_words_that_no_group_has_are_said_to_be_missing(dialog_of):
    dialog = dialog_of("Ann")
    search(dialog, "Quixotrade")
    dialog.get_by_role("status").get_by_text("word").wait_for()
    assert not dialog.get_by_role("button", name="Ask for a document").is_visible()


def test_a_clean_copy_goes_to_the_index_if_the_person_chooses_that(open_pane, server, house):
    # These services search for no names, which is an exception.
    rules = {"client": None, "version": 0, "rules": {"index": "on_request", "index_with_exceptions": True}}
    answer = server.ask("POST", "/v1/admin/policies", json.dumps(rules), {"Content-Type": "application/json"})
    assert answer.status == 200, answer.body
    before = server.ask("GET", "/v1/index").json["documents"]
    pane = open_pane(LETTER, signed_in=False)
    pane.token = house[1]["Ann"]
    pane.sign_in()
    page = rest(pane)
    page.get_by_text("Options:").click()
    page.get_by_label("Add it to the index of released documents").check()
    for button in ("Accept all", "Redact", "Check the file", "Make a clean copy"):
        press(pane, button)
    rest(pane)
    page.get_by_text("The clean copy is in the index of released documents.").wait_for()
    assert server.ask("GET", "/v1/index").json["documents"] == before + 1
