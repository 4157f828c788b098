"""Accessibility: axe finds no barrier, everything works by keyboard, and nothing is cut off."""

import re

import pytest

from tests.browser.axe import barriers
from tests.browser.pane.pane_page import LETTER
from tests.further_cases import sampled

LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
}
CUT_OFF = """() => [...document.querySelectorAll("#pane *")].filter(each => {
    const { overflowX, position } = getComputedStyle(each);
    const shown = each.checkVisibility() && each.clientWidth > 1 && position !== "absolute";
    const own = [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim() !== "");
    return shown && own && each.scrollWidth > each.clientWidth + 1 && overflowX !== "visible";
}).map(each => each.outerHTML.slice(0, 120))"""
TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


def _press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


@pytest.mark.parametrize("look", sampled(LOOKS, ["light", "forced"]))  # the gallery has dark states
def test_axe_finds_no_barrier_in_any_view(open_pane, look):
    document = None if look == "light" else LETTER  # then colours alone are looked at
    pane = open_pane(document, signed_in=False, **LOOKS[look])
    page, seen = pane.page, {}

    def see(view):
        wide = ["too wide"] if page.evaluate(TOO_WIDE) else []
        seen[view] = [*barriers(page, colours_alone=look != "light"), *wide, *page.evaluate(CUT_OFF)]

    page.get_by_label("Token").wait_for()
    see("signing in")
    pane.sign_in()
    pane.analysed()
    see("the list")
    _press(page, "j", "j")
    pane.settled()
    see("a term is chosen")
    _press(page, "ContextMenu")
    see("its menu")
    _press(page, "Escape", "?")
    page.get_by_role("dialog", name="Help").wait_for()
    see("help")
    _press(page, "Escape")
    page.get_by_role("combobox", name="Client").click()
    see("the clients")
    _press(page, "Escape")
    page.get_by_role("button", name=re.compile("^Accept all")).last.click()
    see("everything is accepted")
    page.get_by_role("button", name=re.compile("^Redact")).click()
    page.get_by_role("button", name="Check the file").click()
    page.get_by_role("button", name="Make a clean copy").wait_for()
    pane.settled()
    see("what the check has found")
    page.get_by_role("button", name="Make a clean copy").click()
    page.get_by_text("No term that had to be redacted is left").wait_for()
    see("the copy")
    assert {view: found for view, found in seen.items() if found} == {}


def test_nothing_is_cut_off_at_200_percent(open_pane):
    pane = open_pane(width=160, device_scale_factor=2)  # 320 pixels at 200 %
    pane.analysed()
    assert not pane.page.evaluate(TOO_WIDE)
    assert pane.page.evaluate(CUT_OFF) == []


def test_a_document_is_redacted_by_keyboard_alone(open_pane):
    pane = open_pane(LETTER, signed_in=False)
    page = pane.page
    page.get_by_label("Token").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.insert_text(pane.token)
    page.keyboard.press("Enter")
    pane.analysed()
    _press(page, "j", "a", "j", "r", "z", "a")
    pane.settled()
    assert "accepted" in page.get_by_role("contentinfo").inner_text()
    _tab_to(page, "Redact 2 terms")
    _press(page, "Enter")
    page.get_by_role("button", name="Check the file").wait_for()
    _tab_to(page, "Check the file")
    _press(page, "Enter")
    page.get_by_role("button", name="Make a clean copy").wait_for()
    _tab_to(page, "Make a clean copy")
    _press(page, "Enter")
    page.get_by_text(re.compile("^The clean copy")).locator("visible=true").first.wait_for()
    pane.settled()
    assert len(pane.host.session.opened) == 1


def _tab_to(page, name):
    """Go on until the button is reached, as somebody does who sees which one has the focus."""
    for _ in range(400):
        if page.evaluate("() => document.activeElement?.textContent?.trim()") == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached")
