"""A user of the pane: presses its main button, and waits until the pane is done."""

import re
from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.pane.pane_page import PATIENCE, PaneInWord

TOLD = """() => {
  const shown = selector => { const each = document.querySelector(selector); return each && !each.hidden; };
  return !shown(".working") && (shown(".bar > .primary") || shown(".sign-in"));
}"""


def rest(pane: PaneInWord) -> Page:
    """Wait until it is somebody's turn: nothing is under way, and there is something to do."""
    pane.settled()
    pane.page.wait_for_function(TOLD)
    return pane.page


def label(pane: PaneInWord) -> str:
    """What the one button says, once the pane does nothing; empty where it is there for nothing."""
    page = rest(pane)
    return page.locator(".bar > .primary").inner_text() if page.locator(".bar > .primary").is_visible() else ""


def press(pane: PaneInWord, name: str) -> None:
    """Press the one button, which has to say this."""
    assert re.match(name, label(pane)), f"{label(pane)!r} is not {name!r}"
    pane.page.locator(".bar > .primary").click()


def personal_data_only(pane: PaneInWord) -> None:
    """Let no term of the client be suggested: level 1 where a client is chosen, else there is no level."""
    slider = rest(pane).get_by_role("slider", name="How hard to guess")
    if slider.is_visible():
        slider.fill("1")


def until(pane: PaneInWord, condition: Callable[[], object]) -> None:
    """Wait until something holds of the Word around the pane."""
    for _ in range(PATIENCE // 20):
        if condition():
            return
        pane.page.wait_for_timeout(20)
    raise AssertionError("it never came true")


def trouble(pane: PaneInWord) -> str:
    """What stands in the way, in the pane's words; empty where nothing does."""
    page = rest(pane)
    alert = page.locator(".card.error")
    return alert.inner_text() if alert.is_visible() else ""


CHECKED = re.compile(
    r"Requirements met|\d+ places? (?:is|are) not redacted|All accepted terms|\d+ places? that only the clean copy"
)
"""How the heading begins when a check has come to its end."""


def outcome(pane: PaneInWord) -> str:
    """What the last step came to, in the pane's words; empty where it says nothing."""
    page = rest(pane)
    card = page.locator(".card.outcome h2")
    return card.inner_text() if card.is_visible() else ""


def notes(pane: PaneInWord) -> str:
    """What the pane wants people to know."""
    page = rest(pane)
    return "\n".join(page.locator(".notes:not([hidden]) li").all_text_contents())


def left(pane: PaneInWord) -> dict[str, int]:
    """How many places the pane says are left, by what it calls them."""
    page = rest(pane)
    more = page.get_by_role("region", name="Outcome").get_by_role("button", name=re.compile("^Show .* more$")).first
    while more.is_visible():
        more.click()
    counts: dict[str, int] = {}
    for line in page.get_by_role("list", name="Left", exact=True).locator("li").all():
        name = line.locator("strong, button").first.inner_text()
        often = re.match(r"\s*(\d+)×", line.inner_text().removeprefix(name))
        counts[name] = counts.get(name, 0) + (int(often[1]) if often else 1)
    return counts
