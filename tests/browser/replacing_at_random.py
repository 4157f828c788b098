"""Random documents with several terms a paragraph: whatever is replaced, and in which rounds, no neighbour changes.

    python -m tests.browser.replacing_at_random --documents 10000 --seed 17

Ranges move or stay put by the profile; paragraph events come before the answers, with them, late or when they are
released, for all paragraphs at once or one by one. What has to come out is computed from the words that a document
was made of, not from its text; the pane may take none of its own replacements for an edit.
"""

import argparse
import random
import sys
from dataclasses import dataclass
from typing import Any

from addin.wordhost import playwright_host
from addin.wordhost.host import Host
from addin.wordhost.making import docx, lines, runs
from addin.wordhost.profiles import MAC, MOVING_RANGES, WEB, WINDOWS, Profile
from tests.browser import word_module
from tests.browser.pane.pane_page import UNDER_WAY
from tests.browser.word_terms import margin, term

TERMS = {"a": "Al", "b": "Alder", "c": "Bo", "d": "Van Dyk", "e": "é", "f": "Orsk 🜁", "g": "12"}
"""Terms that begin alike, stand inside other words, and are shorter or longer than what replaces them."""
FILLERS = (
    "Aldermen",
    "Vandyke",
    "Van",
    "sells",
    "Bonds",
    "to",
    "été",
    "a",
    "112",
    "and",
    "Bal",
    "the",
    "—",
    "AlAl",
    "x",
)
REPLACEMENTS = ("[A]", "[ORGANIZATION 12]", "[Bond]", "é", "Z")
PROFILES = (WINDOWS, WEB, MOVING_RANGES, MAC)
SECTION = '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>'
HEADER = "word/header1.xml"
DELIVERIES: tuple[dict[str, Any], ...] = tuple(
    when | how
    for when in ({}, {"early": True}, {"later": 1}, {"later": 3}, {"held": True})
    for how in ({}, {"single": True})
)
"""How paragraph events reach the pane."""
HEARD = """async () => {
  await unsaidHostTells();
  const turns = new MessageChannel();
  await new Promise(done => {
    turns.port1.onmessage = () => unsaidRests() ? done() : turns.port2.postMessage(0);
    turns.port2.postMessage(0);
  });
  return heard;
}"""
PROGRESS = 100
DOCUMENTS_A_PAGE = 50
"""A page hears the events of all documents that it had, and gets slower with each."""


@dataclass(frozen=True)
class Word:
    """A word of a paragraph, or a place of a term: `term` names it, `number` counts its places in the document."""

    text: str
    term: str | None = None
    number: int = 0


@dataclass(frozen=True)
class Example:
    """A document, the words that it was made of by part, and the rounds in which places are replaced."""

    content: bytes
    parts: dict[str, list[list[Word]]]
    rounds: list[dict[tuple[str, int], str]]

    def expected(self, part: str) -> list[str]:
        """The paragraphs of a part after all rounds."""
        gone = {place: text for done in self.rounds for place, text in done.items()}
        return [
            " ".join(gone.get((word.term or "", word.number), word.text) for word in paragraph)
            for paragraph in self.parts[part]
        ]


def example(seed: str) -> Example:
    """The example of a seed."""
    chance = random.Random(seed)
    counts = dict.fromkeys(TERMS, 0)

    def paragraph() -> list[Word]:
        words = []
        for _ in range(chance.randrange(1, 12)):
            if chance.random() < 0.6:
                name = chance.choice(list(TERMS))
                words.append(Word(TERMS[name], name, counts[name]))
                counts[name] += 1
            else:
                words.append(Word(chance.choice(FILLERS)))
        return words

    body = [paragraph() for _ in range(chance.randrange(1, 5))]
    header = [paragraph()]
    if chance.random() < 0.5:
        # Equal paragraphs: their places differ by number alone.
        again = [Word(word.text, word.term, 0) for word in body[-1]]
        body.append([_next(word, counts) for word in again])
        header, body = _renumbered(header, body, counts)
    content = docx(
        "".join(runs(*_pieces(chance, " ".join(word.text for word in line))) for line in body) + SECTION,
        header1="".join(runs(" ".join(word.text for word in line)) for line in header),
    )
    header, body = _renumbered(header, body, counts)
    places = [(word.term, word.number) for line in [*body, *header] for word in line if word.term]
    chance.shuffle(places)
    cut = chance.randrange(len(places) + 1)
    kept = chance.randrange(len(places) + 1) if chance.random() < 0.5 else len(places)
    texts = {name: chance.choice(REPLACEMENTS) for name in TERMS}
    rounds = [
        {(name, number): texts[name] for name, number in chosen}
        for chosen in (places[:cut], places[cut:kept])
        if chosen
    ]
    return Example(content, {"word/document.xml": body, HEADER: header}, rounds)


def _next(word: Word, counts: dict[str, int]) -> Word:
    if word.term is not None:
        counts[word.term] += 1
    return word


def _renumbered(
    header: list[list[Word]], body: list[list[Word]], counts: dict[str, int]
) -> tuple[list[list[Word]], list[list[Word]]]:
    """Number the places of each term in the order in which the pane holds them: the body, then the header."""
    counts = dict.fromkeys(counts, 0)

    def number(word: Word) -> Word:
        if word.term is None:
            return word
        counts[word.term] += 1
        return Word(word.text, word.term, counts[word.term] - 1)

    body = [[number(word) for word in line] for line in body]
    return [[number(word) for word in line] for line in header], body


def _pieces(chance: random.Random, text: str) -> list[str]:
    cuts = sorted(chance.sample(range(len(text) + 1), min(2, len(text))))
    return [
        piece for piece in (text[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)) if piece
    ]


class Pages:
    """Pages by profile, whose library has paragraph events; a page is exchanged after some documents."""

    def __init__(self, browser: Any) -> None:
        self._pages = word_module.Pages(browser)
        self._by_profile: dict[str, tuple[int, word_module.Pane]] = {}

    def of(self, host: Host, profile: Profile) -> word_module.Pane:
        """A page of this profile beside this host, that has read the document."""
        count, page = self._by_profile.get(profile.name, (DOCUMENTS_A_PAGE, None))
        if page is None or count == DOCUMENTS_A_PAGE:
            if page is not None:
                page.window.close()
            count, page = 0, self._pages.new(host, newer=True)
            page.page.evaluate(UNDER_WAY)
        self._by_profile[profile.name] = (count + 1, page)
        page.start(host, 20_000)
        page.page.evaluate(
            "() => { const own = word; window.heard = 0; own.onChanged(() => { heard += own === word; }); }"
        )
        page.call("word.read(signal, nothing).then(() => true)")
        return page


def own_changes(pane: word_module.Pane) -> int:
    """How many changes the pane has reported, once all events were heard and compared."""
    pane.host.events.release()
    return int(pane.page.evaluate(HEARD))


def outcome(pane: word_module.Pane, made: Example, *, events: bool = False) -> str | None:
    """Replace in the rounds of an example; returns what went wrong. `events`: and look at these."""
    terms = [term(made.content, name, text) for name, text in TERMS.items()]
    pane.locate([each for each in terms if each["spellings"][0]["stories"]], [margin(HEADER)])
    for chosen in made.rounds:
        asked = [
            {"term": name, "text": text, "occurrences": sorted(n for t, n in chosen if t == name)}
            for name, text in {name: text for (name, _), text in chosen.items()}.items()
        ]
        told = pane.call("word.replace(given, signal, nothing)", asked)
        if told["left"] or told["damaged"]:
            return f"left {told['left']}, damaged {told['damaged']}"
        if events and own_changes(pane) != 0:
            return "its own replacements are taken for an edit"
    saved = pane.saved()
    for part in made.parts:
        if (found := lines(saved, part)) != made.expected(part):
            return f"{part}: {found} and not {made.expected(part)}"
    return None


def main() -> int:
    """Replace in random documents and print what went wrong."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first document, to run a part of them")
    parser.add_argument("--seed", default="17")
    asked = parser.parse_args()
    wrong, replaced = 0, 0
    with sync_playwright() as playwright:
        browser = playwright_host.launch(playwright)
        pages = Pages(browser)
        for done, number in enumerate(range(asked.first, asked.first + asked.documents), start=1):
            seed = f"{asked.seed}:{number}"
            made, profile = example(seed), PROFILES[number % len(PROFILES)]
            delivery = DELIVERIES[number // len(PROFILES) % len(DELIVERIES)]
            host = Host(made.content, profile)
            for name, value in delivery.items():
                setattr(host.events.delivery, name, value)
            page = pages.of(host, profile)
            replaced += sum(map(len, made.rounds))
            if (problem := outcome(page, made, events=True)) is not None:
                wrong += 1
                sys.stdout.write(f"{seed} ({profile.name}, events {delivery}): {problem}\n")
            page.window.check()
            if done % PROGRESS == 0 or done == asked.documents:
                sys.stdout.write(f"{wrong} of {done:,} documents went wrong; {replaced:,} places were replaced\n")
                sys.stdout.flush()
        browser.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
