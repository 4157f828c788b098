"""Chromium once for each file: while it is open, an event loop runs in this thread, and no other can start."""

import pytest

from addin.wordhost import playwright_host


@pytest.fixture(scope="module")
def chromium():
    """One browser for a file, closed after it; each test opens a context of its own."""
    if (reason := playwright_host.missing()) is not None:
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright_host.launch(playwright)
        yield started
        started.close()
