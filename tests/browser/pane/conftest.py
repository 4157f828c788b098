"""One browser, one service with the models of the sample, and a pane beside any document."""

import os

import pytest

from addin.wordhost import playwright_host
from addin.wordhost.host import Host
from addin.wordhost.profiles import WINDOWS
from backend.settings import Settings
from tests.browser.pane.claims import untrue
from tests.browser.pane.pane_page import DIST, HEIGHT, REPORT, WIDTH, PaneInWord, serving


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
    """A service as it is started for real, with the built pane; see `serving`."""
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    with serving(settings) as started:
        yield started


@pytest.fixture
def open_pane(browser, server, request):
    """Open the pane beside a document: `open_pane(content, profile)`. At the end its claims are recomputed.

    A claim that is not so fails the test. In the files of `NOT_YET` nothing is recomputed, unless `UNSAID_CLAIMS`
    is set: with `report`, what is not so is written into the report of the test, with `fail` it fails there too.
    """
    opened = []
    how = os.environ.get("UNSAID_CLAIMS", "leave" if request.path.stem in NOT_YET else "fail")

    def open_pane(content=None, profile=WINDOWS, *, width=WIDTH, signed_in=True, agreed=True, **options):
        context = browser.new_context(viewport={"width": width, "height": HEIGHT}, **options)
        host = Host(REPORT.read_bytes() if content is None else content, profile)
        opened.append((context, pane := PaneInWord.open(context, host, server, signed_in=signed_in, agreed=agreed)))
        return pane

    yield open_pane
    failed = request.node.stash.get(FAILED, False)
    resting = [] if failed else [pane for _, pane in opened if _rests(pane)]
    faults = [] if how == "leave" else [each for pane in resting for each in _untrue(server, pane, len(opened))]
    for context, pane in opened:
        context.close()
        pane.check()
    if how == "fail":
        assert faults == [], "\n".join(faults)
    for each in faults:
        request.node.add_report_section("teardown", "untrue claim", each)


FAILED = pytest.StashKey[bool]()
NOT_YET: dict[str, str] = {}
"""Files whose tests no untrue claim fails yet, each with the reason. A new file is held to its claims."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Note that a test failed: then its pane need not be at rest."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def _untrue(server, pane, panes):
    """What a pane says that is not so. Where there are several panes, the person comes back to this one first.

    No pane can know what another one has stored since a person last looked at it.
    """
    if panes > 1:
        pane.page.bring_to_front()
        pane.page.evaluate("() => { window.dispatchEvent(new Event('focus')); }")
        if not _rests(pane):
            return []
    return untrue(server, pane)


def _rests(pane):
    """Whether a pane rests, or comes to rest; one that was left, or waits for ever, is asked nothing."""
    from playwright.sync_api import TimeoutError as PlaywrightTimeout

    if pane.page.is_closed() or "/pane/" not in pane.page.url:
        return False
    try:
        pane.page.wait_for_function("() => window.unsaidRests && unsaidRests()", timeout=5_000)
    except PlaywrightTimeout:
        return False
    return True
