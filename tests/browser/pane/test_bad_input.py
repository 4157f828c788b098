"""The pane with bad documents, services and clicks: the user learns what happened and can continue."""

import contextlib
import re

import pytest

from addin.wordhost.making import docx, lines, runs
from tests.browser.pane.file_highlights import marked, paragraphs
from tests.browser.pane.pane_page import LETTER
from tests.browser.pane.pane_user import (
    CHECKED,
    label,
    notes,
    outcome,
    personal_data_only,
    press,
    rest,
    trouble,
    until,
)

MAIL = "anna@example.org"
LONG = " ".join(f"word{number}" for number in range(60))
"""10 words of 5 letters, 50 of 6 and 59 spaces: 409 characters, and the service takes 300."""
WORDS = " ".join(f"other{number}" for number in range(35))
"""10 words of 6 letters, 25 of 7 and 34 spaces: 269 characters; a search takes 255."""
ODD = ("A^pB ^13 C", "𝒜𝓁𝒾𝒸ℯ 🙂 X", "Zoe\u0308 Ne\u0301e", WORDS)
BEFORE = "before "


def _select(pane, ordinal, length):
    """A person selects what stands after the first word of a paragraph."""
    session = pane.host.session
    whole = session.body().get_paragraphs().items[ordinal].span()
    start = len(BEFORE)
    session.select(session.stories.span(whole.story, whole.first, start, whole.last, start + length))


def test_terms_with_special_characters_are_redacted_and_nothing_else(open_pane):
    content = docx("".join(runs(f"{BEFORE}{text} after") for text in (*ODD, LONG)) + runs(f"Write to {MAIL}"))
    pane = open_pane(content)
    pane.analysed()
    add = pane.page.get_by_role("button", name="Add selection")
    _select(pane, len(ODD), len(LONG))
    add.click()
    pane.page.get_by_text("can have at most 300 characters").wait_for()
    for ordinal, text in enumerate(ODD):
        _select(pane, ordinal, len(text))
        add.click()
        rest(pane)
    assert trouble(pane) == ""
    press(pane, f"Redact {len(ODD)} terms")
    press(pane, "Check the file")
    assert outcome(pane) == "All accepted terms are redacted"
    *odd, long, mail = lines(pane.host.session.save())
    assert odd == ["before [REDACTED] after"] * len(ODD)
    assert long == f"{BEFORE}{LONG} after"
    assert mail == f"Write to {MAIL}"


@pytest.mark.parametrize(
    ("content", "comes"),
    [
        (docx("<w:p/>"), "Requirements met, with exceptions"),  # names are not looked for in these tests
        # So few words do not say which client they are about, and a person chooses none.
        (docx(runs("Nothing to see here.")), "Requirements met, with exceptions"),
        (
            docx(f"<w:tbl><w:tr><w:tc>{runs(MAIL)}</w:tc><w:tc>{runs('stays')}</w:tc></w:tr></w:tbl><w:p/>"),
            "Requirements met, with exceptions",
        ),
    ],
    ids=["empty", "nothing suggested", "one table"],
)
def test_a_nearly_empty_document_is_checked(open_pane, content, comes):
    pane = open_pane(content)
    rest(pane)
    if MAIL in str(paragraphs(content)):
        press(pane, "Accept the last suggestion")
        press(pane, "Redact 1 term")
    press(pane, "Check the file")
    assert outcome(pane) == comes
    saved = paragraphs(pane.host.session.save())
    assert [text for text in saved.values() if text and not re.fullmatch(r"\[[A-Z_]+( 1)?\]", text)] == [
        text for text in paragraphs(content).values() if text not in {"", MAIL}
    ]


@contextlib.contextmanager
def _gone(pane, path):
    """The service does not answer at an address."""
    address = re.compile(f"/v1/{path}")
    pane.page.route(address, lambda route: route.abort("connectionrefused"))
    yield
    pane.page.unroute(address)


def test_after_an_outage_only_the_failed_request_is_repeated(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    personal_data_only(pane)
    press(pane, "Accept all")
    press(pane, "Redact")
    rest(pane)
    redacted = paragraphs(pane.host.session.save())

    with _gone(pane, "guesses"):
        pane.page.get_by_role("slider", name="How hard to guess").fill("3")
        assert "does not answer" in trouble(pane)
        pane.page.keyboard.press("j")
        pane.page.keyboard.press("a")  # accepted, and nobody has said to redact it
    press(pane, "Try again")
    assert trouble(pane) == ""
    assert paragraphs(pane.host.session.save()) == redacted
    press(pane, "Redact")

    with _gone(pane, "verifications"):
        press(pane, "Check the file")
        assert "does not answer" in trouble(pane)
    press(pane, "Try again")
    assert CHECKED.match(outcome(pane))
    with _gone(pane, "redactions"):
        press(pane, "Make a clean copy")
        assert "does not answer" in trouble(pane)
    press(pane, "Try again")
    assert label(pane) == "Save the clean copy"
    (copy,) = pane.host.session.opened
    assert marked(copy) == {}


def test_a_service_of_another_version_asks_to_reload_the_pane(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    pane.page.keyboard.press("j")
    pane.page.keyboard.press("a")
    rest(pane)
    verifications = re.compile("/v1/verifications")
    pane.page.route(
        verifications, lambda route: route.continue_(headers={**route.request.headers, "unsaid-pane": "0.0.1"})
    )
    press(pane, "Redact 1 term")
    press(pane, "Check the file")
    assert "do not match" in trouble(pane)
    pane.page.unroute(verifications)
    press(pane, "Reload the pane")
    pane.sign_in()
    pane.analysed()
    assert trouble(pane) == ""


def test_double_clicks_and_early_cancels_do_what_the_pane_shows(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    before = paragraphs(pane.host.session.save())
    button = pane.page.locator(".bar > .primary")
    assert label(pane).startswith("Accept all")
    button.dblclick()
    assert label(pane).startswith("Redact")
    assert paragraphs(pane.host.session.save()) == before

    cancel = pane.page.get_by_role("button", name="Cancel")
    for _ in range(2):
        pane.page.evaluate(STOP_AT_ONCE)
        assert label(pane).startswith("Redact")
        assert paragraphs(pane.host.session.save()) == before
    press(pane, "Redact")
    assert label(pane) == "Check the file"
    pane.page.evaluate(STOP_AT_ONCE)
    assert (label(pane), outcome(pane)) == ("Check the file", "")
    press(pane, "Check the file")
    assert CHECKED.match(outcome(pane))
    assert not cancel.is_visible()


STOP_AT_ONCE = """() => {
  document.querySelector(".bar > .primary").click();
  document.querySelector(".working button").click();
}"""


def test_controls_are_disabled_while_a_copy_is_made(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    press(pane, "Accept all")
    press(pane, "Redact")
    press(pane, "Check the file")
    held = []
    pane.page.route(re.compile("/v1/redactions"), lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in method
    press(pane, "Make a clean copy")
    until(pane, lambda: held)
    assert pane.page.get_by_role("slider", name="How hard to guess").is_disabled()
    assert pane.page.get_by_role("combobox", name="Client").is_disabled()
    pane.page.keyboard.press("z")
    held[0].fallback()
    assert label(pane) == "Save the clean copy"


def test_track_changes_is_restored_after_a_pane_stopped_while_redacting(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    press(pane, "Accept all")
    rest(pane)
    pane.host.session.track("TrackAll")
    order = pane.host.faults.order("unanswered", "InsertText")
    pane.page.locator(".bar > .primary").click()
    until(pane, lambda: order.met)
    assert pane.host.session.tracking_mode == "Off"
    pane.reopen()
    pane.sign_in()
    pane.analysed()
    assert pane.host.session.tracking_mode == "TrackAll"
    assert "Track Changes is on again now" in notes(pane)
    pane.reopen()
    pane.sign_in()
    pane.analysed()
    assert "Track Changes is on again now" not in notes(pane)
