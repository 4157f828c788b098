"""One browser, one service with the models of the sample, and a pane beside any document."""

import pytest

from addin.wordhost import playwright_host
from addin.wordhost.host import Host
from addin.wordhost.profiles import WINDOWS
from backend.settings import Settings
from tests.browser.pane.pane_page import DIST, HEIGHT, REPORT, WIDTH, Beside
from tests.web.server import running


@pytest.fixture(scope="session")
def built():
    """The pane as it is served, and what shows it."""
    if (reason := playwright_host.missing()) is not None:
        pytest.skip(reason)
    if not (DIST / "index.html").is_file():
        pytest.skip("needs the built pane: run `make pane`")


@pytest.fixture(scope="module")
def browser(built):
    """Closed with its module: while it is open, an event loop runs in this thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright_host.launch(playwright)
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(built, sample_registry, tmp_path_factory):
    """A service as it is started for real, with the built pane."""
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    with running(
        settings, "--workers", "1", UNSAID_PANE=str(DIST), UNSAID_RATE_LIMIT="100000 per minute"
    ) as started:
        yield started


@pytest.fixture
def beside(browser, server):
    """Open the pane beside a document: `beside(content, profile)`."""
    opened = []

    def beside(content=None, profile=WINDOWS, *, width=WIDTH, signed_in=True, agreed=True, **options):
        context = browser.new_context(viewport={"width": width, "height": HEIGHT}, **options)
        host = Host(REPORT.read_bytes() if content is None else content, profile)
        opened.append((context, pane := Beside.open(context, host, server, signed_in=signed_in, agreed=agreed)))
        return pane

    yield beside
    for context, pane in opened:
        context.close()
        pane.check()
