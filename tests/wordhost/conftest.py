"""Chromium once, and a pane beside any document."""

from contextlib import ExitStack

import pytest

from tests.wordhost import playwright_host
from tests.wordhost.host import Host
from tests.wordhost.profiles import WINDOWS


@pytest.fixture(scope="session")
def browser():
    if (reason := playwright_host.missing()) is not None:
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright_host.launch(playwright)
        yield started
        started.close()


class Beside:
    """A pane beside a document: `run` runs a script in it, `host` is the Word around it."""

    def __init__(self, page, host):
        self.page, self.host = page, host

    def run(self, script, argument=None):
        return playwright_host.run(self.page, script, argument)


@pytest.fixture
def pane(browser):
    """Open a document in Word with a pane beside it."""
    with ExitStack() as stack:

        def beside(content, profile=WINDOWS):
            host = Host(content, profile)
            return Beside(stack.enter_context(playwright_host.opened(browser, host)), host)

        yield beside
