"""Highlights of runs: the colours that Word knows, and what reading and removing them does."""

import functools
import re

from addin.wordhost import tracked
from addin.wordhost.edits import Edits
from addin.wordhost.errors import WordError
from addin.wordhost.names import Element, new, w

COLOURS = {
    "yellow": "#FFFF00",
    "green": "#00FF00",
    "cyan": "#00FFFF",
    "magenta": "#FF00FF",
    "blue": "#0000FF",
    "red": "#FF0000",
    "darkBlue": "#000080",
    "darkCyan": "#008080",
    "darkGreen": "#008000",
    "darkMagenta": "#800080",
    "darkRed": "#800000",
    "darkYellow": "#808000",
    "darkGray": "#808080",
    "lightGray": "#C0C0C0",
    "black": "#000000",
}
"""The 15 colours of `w:highlight` (typings of `Font.highlightColor`)."""
NAMED = {
    "lime": "green",
    "turquoise": "cyan",
    "pink": "magenta",
    "green": "darkGreen",
    "teal": "darkCyan",
    "purple": "darkMagenta",
    "violet": "darkMagenta",
    "navy": "darkBlue",
    "gray25": "lightGray",
    "gray50": "darkGray",
    **{name.lower(): name for name in COLOURS if name != "green"},
}
"""Colours by the names of the typings: Word's Green is the dark one, its Lime is what OOXML calls green."""
MIXED = ""
AFTER = "u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath ins del moveFrom moveTo"
FOLLOWING = {w(name) for name in [*AFTER.split(), "rPrChange"]}
"""What stands after `w:highlight` in run properties (ECMA-376 part 1, 17.3.2.28)."""


@functools.cache
def snapped(colour: str) -> str:
    """The OOXML name of a colour; others than the 15 become the nearest one (typings, Windows)."""
    if colour.lower() in NAMED:
        return NAMED[colour.lower()]
    wanted = _rgb(colour)
    return min(
        COLOURS, key=lambda name: sum((a - b) ** 2 for a, b in zip(_rgb(COLOURS[name]), wanted, strict=True))
    )


def _rgb(colour: str) -> tuple[int, ...]:
    if re.fullmatch("#?[0-9A-Fa-f]{6}", colour) is None:
        raise WordError("InvalidArgument")
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def highlight(edits: Edits, paragraph: Element, start: int, end: int, colour: str | None) -> None:
    """Set or remove (None) the highlight of a span; a tracked one is a change of format (office-facts 1.3)."""
    name = None if colour is None else snapped(colour)
    for run in edits.runs(paragraph, start, end):
        properties = run.find(w("rPr"))
        if properties is None:
            if name is None:
                continue
            properties = new("rPr")
            run.insert(0, properties)
        if edits.tracking:
            tracked.remember_format(properties, edits.number())
        for old in properties.findall(w("highlight")):
            properties.remove(old)
        if name is not None:
            put(properties, new("highlight", val=name), FOLLOWING)
        elif not len(properties):
            run.remove(properties)


def put(properties: Element, mark: Element, names: set[str]) -> None:
    """Put a mark before those that the schema wants behind it."""
    following = next((child for child in properties if child.tag in names), None)
    if following is None:
        properties.append(mark)
    else:
        following.addprevious(mark)


def highlights(edits: Edits, paragraph: Element, start: int, end: int) -> set[str | None]:
    """The highlights in a span as '#RRGGBB', None where there is none; it splits nothing."""
    found = set()
    for piece in edits.stories.reading(paragraph).between(start, end):
        if not piece.deleted and piece.text:
            mark = piece.run.find(f"{w('rPr')}/{w('highlight')}")
            name = None if mark is None else mark.get(w("val"))
            found.add(COLOURS.get(name) if name and name != "none" else None)
    return found


def told(found: set[str | None]) -> str | None:
    """What `Font.highlightColor` says: the colour, null for none, '' for a mixture (typings)."""
    return MIXED if len(found) > 1 else next(iter(found), None)
