"""The host in Chromium, through Playwright: the pane's page loads the real Office.js, whose calls come here."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, Route

from tests.wordhost.host import Host
from tests.wordhost.profiles import MODULES, TYPINGS

LIBRARY = MODULES / "@microsoft" / "office-js" / "dist"
LIBRARY_HOST = "appsforoffice.microsoft.com"
FOLDER = "/lib/1/hosted/"
PANE = "https://pane.test/"
ASK = "?_host_Info=Word$Mac$16.01$en-US$telemetry$$$0"
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
]
BLANK = f'<!doctype html><script src="https://{LIBRARY_HOST}{FOLDER}office.js"></script>'
BRIDGE = (Path(__file__).parent / "bridge.js").read_text("utf-8")


def chromium() -> str | None:
    """The Chromium of this machine."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for found in map(shutil.which, names) if found), None)


def missing() -> str | None:
    """What is not here and is needed to run the library, as a sentence; None where all is here."""
    if chromium() is None:
        return "needs Chromium (package chromium)"
    if not LIBRARY.is_dir() or not TYPINGS.is_file():
        return "needs Node and the library of Office: run `npm ci --ignore-scripts` in tests/wordhost"
    return None


def launch(playwright: Playwright) -> Browser:
    """Start Chromium."""
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


@contextmanager
def opened(browser: Browser, host: Host, html: str = BLANK) -> Iterator[Page]:
    """A pane beside the document. What the host could not answer fails the test in the end, by member and batch."""
    context = browser.new_context()
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.expose_function("unsaidHostContext", host.context)
    page.expose_function("unsaidHostExecute", host.execute)
    page.add_init_script(BRIDGE)
    page.route("**/*", lambda route: _serve(route, html))
    page.goto(f"{PANE}{ASK}")
    page.evaluate("() => Office.onReady()")
    try:
        yield page
    finally:
        context.close()
    assert host.failures == []
    assert errors == []


def _serve(route: Route, html: str) -> None:
    address = route.request.url
    if LIBRARY_HOST in address:
        file = LIBRARY / address.split(FOLDER, 1)[1].split("?")[0]
        if file.is_file():
            route.fulfill(path=file, content_type="text/javascript")
            return
        route.fulfill(status=404)
    elif address.startswith(PANE) and address.removeprefix(PANE).startswith("?"):
        route.fulfill(body=html, content_type="text/html")
    else:
        route.fulfill(status=404)


def run(page: Page, script: str, argument: Any = None) -> Any:
    """Run the body of `async (context, given) => …` inside `Word.run`; an Office error comes back as a value."""
    wrapped = f"""async given => {{
      try {{ return await Word.run(async context => {{ {script} }}); }}
      catch (error) {{
        if (!(error instanceof OfficeExtension.Error)) throw error;
        return {{ code: error.code, location: error.debugInfo && error.debugInfo.errorLocation }};
      }}
    }}"""
    return page.evaluate(wrapped, argument)
