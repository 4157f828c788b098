"""Take the pictures of the pane in the README: `python -m tests.browser.pane.pictures REGISTRY`."""

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from addin.wordhost.host import Host
from addin.wordhost.playwright_host import launch
from backend.settings import Settings, shipped_pipeline
from tests.browser.pane.pane_page import DIST, REPORT, ROOT, WIDTH, PaneInWord
from tests.web.server import running

FOLDER = ROOT / "docs" / "images"
TALL = 780


def main(registry: Path) -> None:
    """Go the whole way with the sample, and look at it on the way."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        settings = Settings.from_environment({"UNSAID_DATA": data, "UNSAID_REGISTRY": str(registry)})
        with running(settings, "--workers", "1", UNSAID_PANE=str(DIST), UNSAID_NER=shipped_pipeline()) as server:
            browser = launch(playwright)
            context = browser.new_context(viewport={"width": WIDTH, "height": TALL}, device_scale_factor=2)
            pane = PaneInWord.open(context, Host(REPORT.read_bytes()), server)
            pane.analysed()
            pane.page.get_by_role("button", name="Got it").click()
            _picture(pane, "pane-level")
            for key in ("j", "j", "a"):
                pane.page.keyboard.press(key)
            pane.settled()
            _picture(pane, "pane-list")
            pane.page.keyboard.press("z")  # with nothing decided, the one button accepts all
            for name in (re.compile("^Accept all"), re.compile("^Redact"), "Check the file", "Make a clean copy"):
                pane.page.get_by_role("button", name=name).last.click()
            pane.page.get_by_role("button", name="Save the clean copy").wait_for()
            pane.page.locator("main").evaluate("each => each.scrollTo(0, 0)")
            pane.settled()
            _picture(pane, "pane-clean")
            browser.close()


def _picture(pane: PaneInWord, name: str) -> None:
    pane.page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
