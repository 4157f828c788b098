"""Chromium once, and a pane beside any document."""

import pytest

from addin.wordhost import playwright_host
from addin.wordhost.host import Host
from addin.wordhost.profiles import WINDOWS


@pytest.fixture(scope="package")
def browser():
    """Closed when this room is left: while it is open, an event loop runs in this thread."""
    if (reason := playwright_host.missing()) is not None:
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright_host.launch(playwright)
        yield started
        started.close()


@pytest.fixture(scope="package")
def windows(browser):
    """Panes by profile: the requirement sets are told to the library when it loads."""
    kept = {}
    yield kept
    for window in kept.values():
        window.close()


@pytest.fixture(scope="package")
def answered():
    """The answers of each profile to the questions for Word, by its name: they take seconds."""
    return {}


class Beside:
    """A pane beside a document: `run` runs a script in it, `host` is the Word around it."""

    def __init__(self, window):
        self.window, self.page, self.host = window, window.page, window.host

    def run(self, script, argument=None):
        return playwright_host.run(self.page, script, argument)


@pytest.fixture
def pane(browser, windows):
    """Open a document in Word with a pane beside it; `newer` members are those that no published library has."""
    used = []

    def beside(content, profile=WINDOWS, *, newer=False):
        host, key = Host(content, profile), (profile.name, newer)
        if key not in windows:
            window = playwright_host.Window(browser, host)
            windows[key] = window.with_newer_members() if newer else window
        window = windows[key]
        window.host, window.errors = host, []
        used.append(window)
        return Beside(window)

    yield beside
    for window in used:
        window.check()
