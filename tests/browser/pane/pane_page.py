"""The production build of the pane, from a real service, beside a document in the Word host."""

import base64
import re
import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from playwright.sync_api import BrowserContext, Page, Request, Route

from addin.wordhost.host import Host
from addin.wordhost.making import docx, runs
from addin.wordhost.playwright_host import ASK, BRIDGE, FOLDER, LIBRARY_HOST, expose, library
from backend.settings import Settings
from tests.web.server import Server, running

ROOT = Path(__file__).parents[3]
DIST = ROOT / "addin" / "dist"
REPORT = ROOT / "models" / "sample" / "steering-committee-report.docx"
CORPUS = ROOT / "models" / "sample" / "corpus" / "Halden & Rook"
LETTER = docx(
    "".join(runs(escape(each)) for each in (CORPUS / "02-email-goole-slip.txt").read_text("utf-8").split("\n\n"))
)
"""A short text of the sample's client, for tests in which the report would show the same."""
LINES = docx(
    "".join(
        runs(escape(each)) for each in (CORPUS / "02-email-goole-slip.txt").read_text("utf-8").splitlines() if each
    )
)
"""The same with a paragraph for each line: then Word replaces every term."""
WIDTH, HEIGHT = 320, 560
"""A pane of Word (office-facts 6)."""
AGREED = "try { localStorage.setItem('unsaid.service', `${location.origin}/`); } catch {}"
"""The person has agreed that documents go to this service."""
UNDER_WAY = (Path(__file__).parent / "edit_while_working.js").read_text("utf-8")
KEEP = (Path(__file__).parent / "keep_requests.js").read_text("utf-8")
PATIENCE = 60_000
"""Milliseconds after which a test gives up on a busy machine."""


def serving(settings: Settings, **more: Any) -> AbstractContextManager[Server]:
    """Start a service with the built pane, which selects the same words once; it is stopped in the end."""
    environment = {"PYTHONPATH": str(ROOT), "UNSAID_PANE": str(DIST), "UNSAID_RATE_LIMIT": "100000 per minute"}
    command = (sys.executable, "-m", "tests.selecting_once")
    return running(settings, "--workers", "1", command=command, **{**environment, **more})


READ_ONLY = ("/analyses", "/guesses", "/verifications", "/redactions", "/effective")
"""Ends of the addresses at which the service stores nothing."""


@dataclass
class PaneInWord:
    """A pane beside a document; `host` is the Word around it."""

    page: Page
    host: Host
    address: str
    token: str
    errors: list[str] = field(default_factory=list)
    initial: bytes = b""
    """The document as it was opened."""
    sent: list[str] = field(default_factory=list)
    """The addresses to which something was sent since the pane was opened."""
    written: int = 0
    """How often the pane has sent something that the service may store."""
    answers: dict[tuple[bytes, str], Any] = field(default_factory=dict)
    """What the service said to whoever recomputed the claims (evidence.py)."""

    @classmethod
    def open(
        cls, context: BrowserContext, host: Host, server: Any, *, signed_in: bool = True, agreed: bool = True
    ) -> "PaneInWord":
        """Open the pane, and sign in with the token that the service has told."""
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        open_pane = cls(page, host, f"http://127.0.0.1:{server.port}/pane/{ASK}", server.token)
        open_pane.initial = host.session.save()
        page.on("request", open_pane.note)
        page.on("framenavigated", lambda _: open_pane.sent.clear())
        page.on("pageerror", lambda error: open_pane.errors.append(str(error)))
        page.on("console", lambda line: open_pane.hear(line.type, line.text))
        expose(page, lambda: host)
        page.add_init_script(KEEP)
        page.add_init_script(UNDER_WAY)
        if agreed:
            page.add_init_script(AGREED)
        page.add_init_script(BRIDGE)
        page.route(f"https://{LIBRARY_HOST}/**", _library)
        page.goto(open_pane.address)
        if signed_in:
            open_pane.sign_in()
        return open_pane

    def note(self, asked: Request) -> None:
        """Note where something is sent to."""
        if asked.method == "POST":
            self.sent.append(asked.url)
        if asked.method != "GET" and not asked.url.endswith(READ_ONLY):
            self.written += 1

    def kept(self, path: str) -> tuple[bytes, dict[str, Any]] | None:
        """The document and the options that the pane sent there last, and that were not refused.

        Where Word gave no file, the options hold its text.
        """
        sent = self.page.evaluate("path => unsaidKept(path)", path)
        return sent and (base64.b64decode(sent["document"]), sent["request"])

    def sign_in(self) -> None:
        """Enter the token that the service printed."""
        self.page.get_by_label("Token").fill(self.token)
        self.page.get_by_role("button", name="Sign in").click()

    def hear(self, kind: str, text: str) -> None:
        """What the browser refuses is a failure, but for two inline styles of Office.js: they do no harm.

        What the service refuses is told by the pane, and seen there.
        """
        if kind == "error" and "inline style" not in text and "Failed to load resource" not in text:
            self.errors.append(text)

    def analysed(self) -> None:
        """Wait until suggestions are there and are marked in the document.

        Rows have `content-visibility: auto`: until one is painted its `inner_text` is empty, `text_content` is not.
        """
        self.page.get_by_text(re.compile(r"\d+ to decide|Nothing was found")).first.wait_for()
        self.settled()

    def settled(self) -> None:
        """Wait until the pane is at no long work, and waits for neither the service nor Word nor itself."""
        self.page.wait_for_function("() => unsaidRests() && (document.querySelector('.working')?.hidden ?? true)")

    def reopen(self) -> None:
        """Close the pane and open it again: whatever it held in memory is gone."""
        self.page.goto("about:blank")
        self.page.goto(self.address)

    def check(self) -> None:
        """Fail where the host could not answer, or the page broke."""
        assert [*self.host.failures, *self.errors] == []


def _library(route: Route) -> None:
    script = library(route.request.url.split(FOLDER, 1)[1].split("?")[0])
    if script is None:
        route.fulfill(status=404)
    else:
        route.fulfill(body=script, content_type="text/javascript")
