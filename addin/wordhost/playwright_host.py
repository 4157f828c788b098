"""The host in Chromium, through Playwright: the pane's page loads the real Office.js, whose calls come here."""

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from addin.wordhost.host import Host
from addin.wordhost.profiles import MODULES, TYPINGS

if TYPE_CHECKING:  # the page to try the pane takes the library from here, where no tool for tests is installed
    from playwright.sync_api import Browser, Page, Playwright, Route

LIBRARY = MODULES / "@microsoft" / "office-js" / "dist"
LIBRARY_HOST = "appsforoffice.microsoft.com"
FOLDER = "/lib/1/hosted/"
PANE = "https://pane.test/"
ASK = "?_host_Info=Word$Mac$16.01$en-US$telemetry$$$0"
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
]
PATIENCE = 120_000
"""Milliseconds after which a test gives up on a busy machine."""
BLANK = f'<!doctype html><script src="https://{LIBRARY_HOST}{FOLDER}office.js"></script>'
BRIDGE = (Path(__file__).parent / "bridge.js").read_text("utf-8")
NEWER = (Path(__file__).parent / "newer.js").read_text("utf-8")
WORD_SCRIPT = "word-mac-16.00.js"
AS_TEXT = """(() => {
  for (const name of ["unsaidHostContext", "unsaidHostExecute", "unsaidHostEvents"])
    window[name] = async (...given) => JSON.parse(await window[`${name}AsText`](JSON.stringify(given)));
})();"""


def chromium() -> str | None:
    """The Chromium of this machine: the headless shell first, which draws no windows and takes less time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((found for found in map(shutil.which, names) if found), None)


def missing() -> str | None:
    """What is not here and is needed to run the library, as a sentence; None where all is here."""
    if chromium() is None:
        return "needs Chromium (package chromium)"
    if not LIBRARY.is_dir() or not TYPINGS.is_file():
        return "needs Node and the library of Office: run `npm ci --ignore-scripts` in addin/wordhost"
    return None


def library(name: str) -> str | None:
    """A script of the library as Word loads it: the one for Word has the newer members too (see newer.js)."""
    file = LIBRARY / name
    if not file.resolve().is_relative_to(LIBRARY.resolve()) or not file.is_file():
        return None
    script = file.read_text("utf-8")
    return f"{script}\n{NEWER}" if name == WORD_SCRIPT else script


def launch(playwright: "Playwright") -> "Browser":
    """Start Chromium."""
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS, timeout=PATIENCE)


def expose(page: "Page", host: Callable[[], Host]) -> None:
    """Let a page call the host that is there at that time.

    Both sides exchange JSON as text: Playwright checks every member of a value, and a file has a million numbers.
    """
    asked: dict[str, Callable[..., Any]] = {
        "unsaidHostContext": lambda: host().context(),
        "unsaidHostExecute": lambda number, arguments: host().execute(number, arguments),
        "unsaidHostEvents": lambda: host().events.take(),  # noqa: PLW0108 - the host of the time of the call
    }
    for name, ask in asked.items():
        page.expose_function(f"{name}AsText", partial(_as_text, ask))
    page.add_init_script(AS_TEXT)


def _as_text(ask: Callable[..., Any], given: str) -> str:
    return json.dumps(ask(*json.loads(given)))


class Window:
    """A pane with the library loaded once; the document beside it can be exchanged."""

    def __init__(self, browser: "Browser", host: Host, html: str = BLANK) -> None:
        self.host = host
        self.errors: list[str] = []
        self._context = browser.new_context()
        self.page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        expose(self.page, lambda: self.host)
        self.page.add_init_script(BRIDGE)
        self.page.route("**/*", lambda route: _serve(route, html))
        self.page.goto(f"{PANE}{ASK}")
        self.page.evaluate("() => Office.onReady()")

    def with_newer_members(self) -> "Window":
        """Have the members that the newest published library lacks and that of Word has (see newer.js)."""
        self.page.evaluate(NEWER)
        return self

    def check(self) -> None:
        """Fail where the host could not answer, by member and batch, or the page broke."""
        if problems := [*self.host.failures, *self.errors]:
            raise AssertionError("\n".join(problems))

    def close(self) -> None:
        """Close the pane."""
        self._context.close()


def _serve(route: "Route", html: str) -> None:
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


def run(page: "Page", script: str, argument: Any = None) -> Any:
    """Run the body of `async (context, given) => …` inside `Word.run`; an Office error comes back as a value."""
    wrapped = f"""async given => {{
      try {{ return await Word.run(async context => {{ {script} }}); }}
      catch (error) {{
        if (!(error instanceof OfficeExtension.Error)) throw error;
        return {{ code: error.code, location: error.debugInfo && error.debugInfo.errorLocation }};
      }}
    }}"""
    return page.evaluate(wrapped, argument)
