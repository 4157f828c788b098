"""One browser, one service with the models of the sample, and a pane beside any document."""

import os

import pytest

from addin.wordhost import playwright_host
from addin.wordhost.host import Host
from addin.wordhost.profiles import WINDOWS
from backend.settings import Settings
from tests.browser.pane.claims import untrue
from tests.browser.pane.pane_page import DIST, HEIGHT, REPORT, WIDTH, PaneInWord
from tests.web.server import running


@pytest.fixture(scope="session")
def built():
    """The pane as it is served, and what shows it."""
    if (reason := playwright_host.missing()) is not None:
        pytest.skip(reason)
    if not (DIST / "index.html").is_file():
        pytest.skip("needs the built pane: run `make pane`")


@pytest.fixture(scope="module")
def browser(built, chromium):
    """Chromium, where the pane is built; what a file has left open is closed with it."""
    yield chromium
    for context in list(chromium.contexts):
        context.close()


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
def open_pane(browser, server, request):
    """Open the pane beside a document: `open_pane(content, profile)`. At the end its claims are recomputed.

    A claim that is not so fails the test. In the files of `NOT_YET`, or with `UNSAID_CLAIMS=report`, it is
    written into its report instead; with `UNSAID_CLAIMS=fail` it fails there too.
    """
    opened = []

    def open_pane(content=None, profile=WINDOWS, *, width=WIDTH, signed_in=True, agreed=True, **options):
        context = browser.new_context(viewport={"width": width, "height": HEIGHT}, **options)
        host = Host(REPORT.read_bytes() if content is None else content, profile)
        opened.append((context, pane := PaneInWord.open(context, host, server, signed_in=signed_in, agreed=agreed)))
        return pane

    yield open_pane
    failed = request.node.stash.get(FAILED, False)
    faults = [] if failed else [each for _, pane in opened for each in _untrue(server, pane)]
    for context, pane in opened:
        context.close()
        pane.check()
    how = os.environ.get("UNSAID_CLAIMS", "report" if request.path.stem in NOT_YET else "fail")
    if how == "fail":
        assert faults == [], "\n".join(faults)
    for each in faults:
        request.node.add_report_section("teardown", "untrue claim", each)


FAILED = pytest.StashKey[bool]()
NOT_RUN = "no run of this file has been held to its claims yet"
NOT_YET = {
    **dict.fromkeys(
        [
            "test_bad_input",
            "test_faults",
            "test_manual_edits",
            "test_many_suggestions",
            "test_protected_documents",
            "test_reopening",
            "test_several_people",
            "test_with_policy",
        ],
        NOT_RUN,
    ),
}
"""Files whose tests no untrue claim fails yet, each with the reason. A new file is held to its claims."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Note that a test failed: then its pane need not be at rest."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def _untrue(server, pane):
    """What the pane says that is not so, once it rests; a pane that was left, or waits for ever, is not asked."""
    from playwright.sync_api import TimeoutError as PlaywrightTimeout

    if pane.page.is_closed() or "/pane/" not in pane.page.url:
        return []
    try:
        pane.page.wait_for_function("() => window.unsaidRests && unsaidRests()", timeout=5_000)
    except PlaywrightTimeout:
        return []
    return untrue(server, pane)
