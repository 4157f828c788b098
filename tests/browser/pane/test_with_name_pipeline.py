"""The main job with the shipped pipeline for names, as people run it."""

import pytest

from addin.wordhost.host import Host
from backend.settings import Settings, shipped_pipeline
from tests.browser.pane.claims import untrue
from tests.browser.pane.pane_page import DIST, HEIGHT, REPORT, WIDTH, PaneInWord
from tests.browser.pane.pane_user import outcome, press
from tests.web.server import running


@pytest.fixture(scope="module")
def server_with_names(built, sample_registry, tmp_path_factory):
    """A service with the pipeline that ships."""
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    with running(settings, "--workers", "1", UNSAID_PANE=str(DIST), UNSAID_NER=shipped_pipeline()) as started:
        yield started


def test_every_claim_holds_until_the_clean_copy(browser, server_with_names):
    """A search of the saved copy finds the same new personal data as the redaction that made it."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    pane = PaneInWord.open(context, Host(REPORT.read_bytes()), server_with_names)
    pane.analysed()
    for step in ("Accept all", "Redact", "Check the file", "Make a clean copy"):
        press(pane, step)
        assert outcome(pane) or step == "Accept all"
        assert untrue(server_with_names, pane) == []
    context.close()
    pane.check()
