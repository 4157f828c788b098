"""The pane beside 300 pages with 2,000 suggestions: how soon it follows the slider, and what it holds."""

import re
import statistics
import time

from addin.wordhost.making import docx, runs
from tests.browser.pane.conftest import browser, built, open_pane, server  # noqa: F401 - fixtures
from tests.browser.pane.file_highlights import marked
from tests.conftest import SAMPLE

SUGGESTIONS, PAGES, PARAGRAPHS = 2_000, 300, 10
MOVES = 40
FRAME, HIGHLIGHTS, MEMORY = 16, 5, 150
"""Milliseconds, seconds, megabytes."""

MOVE = """moves => {
    const slider = document.getElementById("level");
    const took = [];
    for (let move = 0; move < moves; move++) {
        slider.value = String(1 + (move % Number(slider.max)));
        const start = performance.now();
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        document.body.getBoundingClientRect(); // laid out anew
        took.push(performance.now() - start);
    }
    return took;
}"""
HELD = "() => performance.memory.usedJSHeapSize / 1e6"


ORDINARY = (
    "sed ut perspiciatis unde omnis iste natus error sit voluptatem accusantium doloremque laudantium totam rem "
    "aperiam eaque ipsa quae ab illo inventore veritatis et quasi architecto beatae vitae dicta sunt explicabo"
)
"""Words of no client."""
EVERY = 40
"""One paragraph of so many is the client's."""


def _document():
    words = (SAMPLE / "corpus" / "Halden & Rook").glob("*.txt")
    text = " ".join(path.read_text("utf-8") for path in sorted(words)).split()
    paragraphs = []
    for number in range(PAGES * PARAGRAPHS):
        start = number * 48 % (len(text) - 48)
        said = text[start : start + 48] if number % EVERY == 0 else (2 * ORDINARY.split())[:48]
        mail = f" mail{number}@somebody.example" if number < SUGGESTIONS else ""
        paragraphs.append(runs(" ".join(said).replace("&", "and").replace("<", "") + mail))
    return docx("".join(paragraphs))


def test_two_thousand_suggestions_in_three_hundred_pages(open_pane, tell):  # noqa: F811
    start = time.perf_counter()
    pane = open_pane(_document())
    pane.page.set_default_timeout(300_000)
    pane.analysed()
    first = time.perf_counter() - start
    held = pane.page.evaluate(HELD)
    took = pane.page.evaluate(MOVE, MOVES)
    pane.settled()
    slider = pane.page.get_by_role("slider", name="How hard to guess")
    slider.fill("1")
    pane.settled()
    assert len(marked(pane.host.session.save())) >= SUGGESTIONS  # a mail address in each paragraph, and some dates
    start = time.perf_counter()
    pane.page.get_by_role("button", name=re.compile("^Accept all")).last.click()
    pane.settled()
    painted = time.perf_counter() - start
    tell(
        "The pane",
        f"{SUGGESTIONS:,} suggestions in {PAGES} pages: a movement of the slider is drawn in "
        f"{statistics.median(took):.1f} ms (the slowest of {MOVES}: {max(took):.1f} ms); all of them are marked as "
        f"accepted after {painted:.1f} s, and {first:.0f} s after the pane was opened the document is analysed, "
        f"searched and marked; the pane holds {held:.0f} MB.",
    )
    assert statistics.median(took) < FRAME
    assert painted < HIGHLIGHTS
    assert held < MEMORY
