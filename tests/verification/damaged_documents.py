"""Documents whose terms are redacted honestly, and damage beside the placeholders."""

import random
import re
from collections.abc import Iterator

PLACEHOLDER = re.compile(r"\[[A-Z]+ \d+\]")


def damages(paragraphs: list[str], chance: random.Random) -> Iterator[tuple[str, list[str], str]]:
    """Yield for each kind of damage the name, the damaged paragraphs, and the placeholder beside it."""
    places = [(at, match) for at, text in enumerate(paragraphs) for match in PLACEHOLDER.finditer(text)]
    at, match = chance.choice(places)
    text = paragraphs[at]
    before, behind = text[: match.start()], text[match.end() :]
    for name, (left, right) in _changed(before, behind, chance).items():
        if (left, right) != (before, behind):
            yield name, [*paragraphs[:at], left + match.group() + right, *paragraphs[at + 1 :]], match.group()


def _changed(before: str, behind: str, chance: random.Random) -> dict[str, tuple[str, str]]:
    last, first = re.search(r"\w+(?=\W*$)", before), re.match(r"\W*?(\w+)", behind)
    made = {}
    if last and "]" not in before[last.end() :]:
        start, end = last.span()
        cut = chance.randrange(start, end)
        made["delete a letter before"] = before[:cut] + before[cut + 1 :], behind
        made["insert a letter before"] = before[:cut] + chance.choice("aeqx") + before[cut:], behind
        made["swap letters before"] = before[:cut] + before[cut : cut + 2][::-1] + before[cut + 2 :], behind
        made["delete a word before"] = before[:start] + before[end:].lstrip(), behind
        made["insert a word before"] = before[:end] + " zebra" + before[end:], behind
        made["merge before"] = before.rstrip(), behind
    if first and "[" not in behind[: first.start(1)]:
        start, end = first.span(1)
        cut = chance.randrange(start, end)
        made["delete a letter behind"] = before, behind[:cut] + behind[cut + 1 :]
        made["insert a letter behind"] = before, behind[:cut] + chance.choice("aeqx") + behind[cut:]
        made["swap letters behind"] = before, behind[:cut] + behind[cut : cut + 2][::-1] + behind[cut + 2 :]
        made["delete a word behind"] = before, behind[:start].rstrip() + behind[end:]
        made["insert a word behind"] = before, behind[:start] + "zebra " + behind[start:]
        made["merge behind"] = before, behind.lstrip()
    return made
