"""The pane's way into Word, alone: `addin/src/word` as one script, in a page of the Word host."""

import functools
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from addin.wordhost.host import Host
from addin.wordhost.making import docx
from addin.wordhost.playwright_host import BLANK, Window, missing
from addin.wordhost.profiles import Profile

ADDIN = Path(__file__).parents[2] / "addin"
BUILD = """
import { build } from "vite";
await build({
  configFile: false, logLevel: "error", root: process.argv[1],
  build: {
    outDir: process.argv[2], minify: false, target: "es2022",
    lib: { entry: "src/word/open_document.ts", formats: ["iife"], name: "unsaidWord", fileName: () => "word.js" },
  },
});
"""
START = """async patience => {
  if (window.word) for (const key of ["review", "marks"]) Office.context.document.settings.remove(`unsaid.${key}`);
  window.word = await unsaidWord.openDocument(patience);
  window.signal = new AbortController().signal;
  window.nothing = () => undefined;
  window.told = problem => {
    if (problem.name !== "WordError") throw problem;
    return { problem: problem.code };
  };
}"""


def not_here() -> str | None:
    """What is not here and is needed, as a sentence; None where all is here."""
    if (reason := missing()) is not None:
        return reason
    if not (ADDIN / "node_modules" / "vite").is_dir() or shutil.which("node") is None:
        return "needs Node and the pane's packages: run `npm ci --ignore-scripts` in addin"
    return None


@functools.cache
def script() -> str:
    """The folder as one script that defines `unsaidWord`."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["node", "--input-type=module", "--eval", BUILD, str(ADDIN), folder]
        subprocess.run(command, cwd=ADDIN, check=True, timeout=120)
        return (Path(folder) / "word.js").read_text("utf-8")


class Pane:
    """A page that has `word`, the open document, beside a host."""

    def __init__(self, browser: Browser, host: Host, *, newer: bool = False) -> None:
        self.host = host
        self.window = Window(browser, host, BLANK)
        if newer:
            self.window.with_newer_members()
        self.page = self.window.page
        self.page.evaluate(script())

    def start(self, host: Host, patience: int) -> "Pane":
        """Begin anew beside this host."""
        self.host = self.window.host = host
        self.window.errors = []
        self.page.evaluate(START, patience)
        host.batches = 0  # those of the start are none of a test's
        return self

    def call(self, expression: str, given: Any = None) -> Any:
        """The value of an expression of `word`, `given`, `signal` and `nothing`; a problem is `{"problem": …}`."""
        return self.page.evaluate(
            f"async given => {{ try {{ return await {expression} }} catch (e) {{ return told(e) }} }}", given
        )

    def locate(self, terms: list[dict[str, Any]], margins: list[dict[str, Any]] | None = None) -> Any:
        """Find terms, as `word_terms.term` makes them."""
        return self.call("word.locate(given[0], given[1], signal, nothing)", [terms, margins or []])

    def paint(self, **marks: str) -> Any:
        """Mark terms."""
        return self.call("word.paint(new Map(Object.entries(given)), signal, nothing)", marks)

    def replace(self, **texts: str) -> Any:
        """Replace terms everywhere."""
        wanted = [{"term": term, "text": text} for term, text in texts.items()]
        return self.call("word.replace(given, signal, nothing)", wanted)

    def saved(self) -> bytes:
        """The file as it is now."""
        return self.host.session.save()


class Pages:
    """Pages by the profile that the library was told."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._by_profile: dict[str, Pane] = {}

    def of(self, profile: Profile) -> Pane:
        """The page of a profile; one document after the other is beside it."""
        if profile.name not in self._by_profile:
            self._by_profile[profile.name] = self.new(Host(docx(""), profile))
        return self._by_profile[profile.name]

    def new(self, host: Host, *, newer: bool = False) -> Pane:
        """A page that knows nothing of any other; `newer` members are those that no published library has."""
        return Pane(self._browser, host, newer=newer)
