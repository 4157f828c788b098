"""Random sessions of a person at the pane: after every step each claim of the pane is recomputed.

`python -m tests.browser.pane.sessions --seed 1 --sessions 20` runs sessions with the seeds 1 to 20 and prints what
is not so, with the steps that led to it. A seed always makes the same session.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from playwright.sync_api import Locator

from addin.wordhost.host import Host
from addin.wordhost.making import docx, runs
from addin.wordhost.profiles import MOVING_RANGES, PROFILES
from tests.browser.pane.claims import untrue
from tests.browser.pane.pane_page import DIST, HEIGHT, REPORT, WIDTH, PaneInWord
from tests.browser.pane.pane_user import rest

SAMPLES = sorted(REPORT.parent.glob("*.docx"))
NAMES = (
    "Halden & Rook",
    "Rook",
    "anna@example.org",
    "Bert Oakley",
    "020 7946 0018",
    "Selby",
    "hypermarket",
    "Stock",
)
WORDS = ("the", "stores", "wrote to", "on 3 May 2024", "and then", "paid", "for", "depot")
CLIENTS = ("Corvane Bank", "Halden & Rook", "No client")
STEPS = 8

Step = Callable[[PaneInWord, random.Random], None]


def document(chance: random.Random) -> bytes:
    """One of the sample documents, or some paragraphs of names and words."""
    if chance.random() < 0.4:
        return chance.choice(SAMPLES).read_bytes()
    lines = (" ".join(chance.choice((*NAMES, *WORDS)) for _ in range(chance.randint(3, 12))) for _ in range(6))
    return docx("".join(runs(escape(f"{line}.")) for line in lines))


def _some(found: Locator, chance: random.Random) -> Locator | None:
    """One of the controls that a person can use now."""
    usable = [each for each in found.all() if each.is_visible() and each.is_enabled()]
    return chance.choice(usable) if usable else None


def _click(selector: str) -> Step:
    def step(pane: PaneInWord, chance: random.Random) -> None:
        if (control := _some(pane.page.locator(selector), chance)) is not None:
            control.click()

    return step


def _client(pane: PaneInWord, chance: random.Random) -> None:
    field = pane.page.locator("#client")
    if field.is_visible() and field.is_enabled():
        field.fill(chance.choice(CLIENTS))
        field.press("Enter")


def _level(pane: PaneInWord, chance: random.Random) -> None:
    slider = pane.page.get_by_role("slider", name="How hard to guess")
    if slider.is_visible() and slider.is_enabled():
        low, high = (int(slider.get_attribute(name) or 1) for name in ("min", "max"))
        slider.fill(str(chance.randint(low, min(high, 10))))


def _filter(pane: PaneInWord, chance: random.Random) -> None:
    field = pane.page.locator("input[type=search]")
    if field.is_visible() and field.is_enabled():
        field.fill(chance.choice(("", "a", "st", "Rook", "zz")))


def _edit(pane: PaneInWord, chance: random.Random) -> None:
    """The person writes into the document in Word, which tells of it."""
    hits: list[Any] = pane.host.session.body().do_search(chance.choice(("the", "and", "Rook", "on"))).items
    if hits:
        chance.choice(hits).do_insert_text(chance.choice(("a", "some", "Selby")), "Replace")


def _reopen(pane: PaneInWord, _chance: random.Random) -> None:
    pane.reopen()
    pane.sign_in()


def _key(*keys: str) -> Step:
    def step(pane: PaneInWord, chance: random.Random) -> None:
        if (term := pane.page.locator(".list .term").first).is_visible():
            term.focus()
        pane.page.keyboard.press(chance.choice(keys))

    return step


ACTIONS: dict[str, tuple[int, Step]] = {
    "accept a row": (4, _click(".act.accept")),
    "reject a row": (3, _click(".act.reject")),
    "next": (6, _click(".bar > .primary")),
    "move and decide": (3, _key("j", "k", "a", "r", "z")),
    "accept or reject what is filtered": (2, _click(".bulk button")),
    "a group": (2, _click(".group-head button")),
    "level": (2, _level),
    "client": (1, _client),
    "filter": (2, _filter),
    "a kind": (1, _click(".kinds input")),
    "undo": (2, _click(".bar button:not(.primary)")),
    "edit in Word": (1, _edit),
    "reopen": (1, _reopen),
}
"""What a person may do, and how often."""


def session(pane: PaneInWord, server: Any, seed: int, steps: int = STEPS) -> Iterator[tuple[list[str], list[str]]]:
    """Take random steps; after each yields the steps until then, and what is not so."""
    chance = random.Random(seed)  # noqa: S311
    taken: list[str] = []
    rest(pane)
    for _ in range(steps):
        names = list(ACTIONS)
        name = chance.choices(names, [ACTIONS[each][0] for each in names])[0]
        taken.append(name)
        ACTIONS[name][1](pane, chance)
        pane.page.keyboard.press("Escape")
        rest(pane)
        yield taken, untrue(server, pane)


def opening(seed: int) -> tuple[bytes, Any]:
    """The document and the version of Word of a session."""
    chance = random.Random(f"document {seed}")  # noqa: S311
    return document(chance), chance.choice([*PROFILES, MOVING_RANGES])


def main() -> int:
    """Run sessions with a service and a browser of their own; 1 where something is not so."""
    from playwright.sync_api import sync_playwright

    from addin.wordhost import playwright_host
    from backend.settings import Settings
    from tests.web.server import running

    parser = argparse.ArgumentParser(prog="python -m tests.browser.pane.sessions", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sessions", type=int, default=10)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--registry", required=True, type=Path, help="a registry trained on the sample")
    asked = parser.parse_args()
    wrong = 0
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        settings = Settings.from_environment({"UNSAID_DATA": folder, "UNSAID_REGISTRY": str(asked.registry)})
        options = {"UNSAID_PANE": str(DIST), "UNSAID_RATE_LIMIT": "100000 per minute"}
        server = stack.enter_context(running(settings, "--workers", "1", **options))
        browser = playwright_host.launch(stack.enter_context(sync_playwright()))
        for seed in range(asked.seed, asked.seed + asked.sessions):
            content, profile = opening(seed)
            context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
            pane = PaneInWord.open(context, Host(content, profile), server)
            faults: list[str] = []
            taken: list[str] = []
            for steps, faults in session(pane, server, seed, asked.steps):
                taken = steps
                if faults:
                    break
            wrong += bool(faults)
            told = [f"seed {seed}, {profile.name}: {', '.join(taken)}", *(f"    {each}" for each in faults)]
            sys.stdout.write("\n".join(told) + "\n")
            sys.stdout.flush()
            context.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
