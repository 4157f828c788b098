"""What the pane saves: by a link, or in Word on Mac and iPad through the browser."""

import contextlib
from collections.abc import Iterator

from playwright.sync_api import Download, Page

from tests.browser.pane.pane_page import PATIENCE, PaneInWord


def saved(pane: PaneInWord, name: str) -> Download:
    """Press a button that saves, and return what was saved."""
    button = pane.page.get_by_role("button", name=name, exact=True)
    if pane.host.session.profile.saves_links:
        with pane.page.expect_download() as begun:
            button.click()
        return begun.value
    before = len(pane.host.browser_windows)
    button.click()
    close_dialog(pane)
    (address,) = pane.host.browser_windows[before:]
    window = _window(pane)  # stays open, because what it saved goes with it
    with window.expect_download() as begun:
        window.goto(address)
    return begun.value


def close_dialog(pane: PaneInWord) -> None:
    """Close what says that the browser saves the file."""
    dialog = pane.page.get_by_role("dialog", name="Saving")
    dialog.wait_for()
    dialog.get_by_role("button", name="Close").click()


@contextlib.contextmanager
def browser_window(pane: PaneInWord) -> Iterator[Page]:
    """A window of the system's browser, which shares nothing with the view around the pane."""
    window = _window(pane)
    try:
        yield window
    finally:
        window.context.close()


def _window(pane: PaneInWord) -> Page:
    browser = pane.page.context.browser
    assert browser is not None
    window = browser.new_context().new_page()
    window.set_default_timeout(PATIENCE)
    return window
