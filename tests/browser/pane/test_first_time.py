"""Whoever opens the pane for the first time is welcomed, and finds the client among hundreds by keyboard."""

import json
import re

from tests.browser.pane.file_highlights import CLEAN_COPY, expected, marked
from tests.browser.pane.pane_page import LETTER
from tests.conftest import CLIENT

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
CLIENTS, MASKED, OFFERED = 450, 7, 50
BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }});"


def _of_a_large_house(route):
    """The clients of the service, and so many more that there are 450, some of whom have no names here."""
    answer = route.fetch()
    if answer.ok:
        told = answer.json()
        more = [f"House {number:03}" for number in range(CLIENTS - len(told["clients"]))]
        none = {"id": None, "documents": 3, "aliases": [], "utility": "Retail", "group": None}
        told = {"clients": [*told["clients"], *({"name": name, **none} for name in more)], "others": MASKED}
        route.fulfill(response=answer, json=told)
    else:
        route.fulfill(response=answer)


def _choose_the_suggested(pane):
    pane.page.get_by_role("button", name=f"Choose {CLIENT}").click()
    pane.page.get_by_role("slider", name="How hard to guess").wait_for()
    pane.analysed()


def test_a_client_is_chosen_by_keyboard_and_only_its_terms_are_marked(open_pane, server):
    pane = open_pane(LETTER, signed_in=False)
    page = pane.page
    page.route(re.compile("/v1/clients$"), _of_a_large_house)
    pane.sign_in()
    pane.analysed()
    assert page.get_by_label("Welcome").is_visible()
    page.get_by_role("button", name="Got it").click()
    field = page.get_by_role("combobox", name="Client")
    offered = page.get_by_role("listbox", name="Clients").get_by_role("option")
    assert field.input_value() == "", "who does not see all clients chooses"
    assert page.get_by_text(f"Of the clients that you can see, the text looks most like {CLIENT}.").is_visible()
    _choose_the_suggested(pane)
    assert field.input_value() == CLIENT
    first = marked(pane.host.session.save())

    field.focus()
    page.keyboard.press("ArrowDown")
    assert offered.count() == 1 + OFFERED, "nobody, and the first of them"
    rest = (
        f"{CLIENTS - OFFERED} more clients. Type to find them. {MASKED} clients outside your groups are not shown."
    )
    assert page.get_by_text(rest).is_visible()
    page.keyboard.type("house 42")
    unlisted = "house 42\nnot in the model: only its names are redacted, not other client terms"
    assert offered.all_inner_texts() == [*(f"House {number}\nRetail" for number in range(420, 426)), unlisted]
    page.keyboard.press("ArrowDown")
    active = page.locator(f"#{field.get_attribute('aria-activedescendant')}")
    assert active.inner_text() == "House 420\nRetail"
    page.keyboard.press("Escape")
    assert field.input_value() == CLIENT
    assert field.get_attribute("aria-expanded") == "false"

    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    name = page.locator(f"#{field.get_attribute('aria-activedescendant')}").inner_text().split("\n")[0]
    assert name != CLIENT
    page.keyboard.type(name[1:].upper())
    with page.expect_response(re.compile("/v1/guesses")):
        page.keyboard.press("Enter")
    pane.analysed()
    assert field.input_value() == name
    answer = server.ask(
        "POST",
        "/v1/analyses",
        LETTER,
        {"Content-Type": DOCX, "Unsaid-Request": json.dumps({"client": name, "copy": CLEAN_COPY})},
    )
    assert marked(pane.host.session.save()) == expected(answer.json["suggestions"], 5) != first

    pane.reopen()
    pane.sign_in()
    pane.analysed()
    assert not page.get_by_label("Welcome").is_visible()
    assert field.input_value() == "", "nothing was decided that a review would remember"
    _choose_the_suggested(pane)
    assert marked(pane.host.session.save()) == first, "marks of the other client went with the pane that made them"
    page.add_init_script(BLOCKED)
    pane.reopen()
    page.get_by_role("button", name="Got it").click()
    assert not page.get_by_label("Welcome").is_visible()


def test_nothing_of_the_document_is_sent_before_the_person_agrees(open_pane):
    pane = open_pane(LETTER, signed_in=False, agreed=False)
    page = pane.page
    sent: list[str] = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    pane.sign_in()
    card = page.get_by_label("Where the document goes")
    card.wait_for()
    service = pane.address.split("pane/")[0]
    assert service in card.inner_text()
    assert page.get_by_role("status").inner_text() == "The pane sends nothing of this document before you agree."
    page.get_by_role("combobox", name="Client").press("ArrowDown")
    pane.settled()
    assert not sent
    assert not marked(pane.host.session.save())
    page.get_by_role("button", name="Analyse this document").click()
    pane.analysed()
    assert sent
    assert not card.is_visible()

    pane.reopen()
    pane.sign_in()
    pane.analysed()
    page.evaluate("localStorage.setItem('unsaid.service', 'https://earlier.example/')")
    pane.reopen()
    pane.sign_in()
    card.wait_for()


def test_signing_out_removes_the_marks_and_asks_for_everything_again(open_pane):
    pane = open_pane(LETTER, agreed=False)
    page = pane.page
    page.get_by_role("button", name="Analyse this document").click()
    pane.analysed()
    assert marked(pane.host.session.save())
    page.get_by_role("button", name="Help").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Token").wait_for()
    assert not marked(pane.host.session.save())
    pane.sign_in()
    page.get_by_label("Where the document goes").wait_for()
