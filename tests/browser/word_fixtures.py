"""The pane's way into Word beside a document, for the tests that name it."""

import pytest

from addin.wordhost.host import Host
from addin.wordhost.profiles import WINDOWS
from tests.browser import word_module


@pytest.fixture(scope="module")
def word_pages(chromium):
    """Pages by profile, since the library is told the requirement sets when it loads; closed with the module."""
    if (reason := word_module.not_here()) is not None:
        pytest.skip(reason)
    yield word_module.Pages(chromium)
    for context in list(chromium.contexts):
        context.close()


@pytest.fixture
def word(word_pages):
    """`word(content, profile)`; with `host`, a new page beside a document that is open already."""
    used = []

    def open_pane(content=b"", profile=WINDOWS, *, host=None, patience=20_000):
        page = word_pages.new(host) if host else word_pages.of(profile)
        used.append(page.start(host or Host(content, profile), patience))
        return page

    yield open_pane
    for page in used:
        page.window.check()
