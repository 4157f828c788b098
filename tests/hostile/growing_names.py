"""Texts full of names, for the rules around the model for names.

Every word with a capital was taken for a name, or every word for a name of one kind.
"""

import re
from collections.abc import Callable
from functools import partial
from itertools import cycle

from backend.detection.names.refinement import refine_names
from backend.detection.names.word_evidence import Lexicon
from backend.detection.patterns.template import PatternMatch
from backend.document.spans import Span
from backend.messages.reasons import ReadsLikeName

_NAME = re.compile(r"[A-Z][\w'’.]*(?: [A-Z][\w'’.]*){0,2}")
_PIECE = re.compile(r"\S+")
_KINDS = ("PERSON", "ORGANIZATION", "LOCATION")
CHARACTERS = 160_000

SHAPES: dict[str, str] = {
    "a name a line": "Okafor\n",
    "names between tabs": "Okafor\t",
    "names between points": "Okafor•",
    "names between commas": "Ann Okafor, ",
    "different names": "Ann Okafor{}, ",
    "one endless name": "Okafor",
    "one endless name with lines": "Oka_for_",
    "rows of names": "Okafor{},Ann,late\n",
    "names joined by hyphens": "Ann-Okafor-1-",
    "names and possessives": "Okafor's ",
    "names and what they are called": 'Halden Rook{} Ltd ("HR{}") ',
    "titles and names": "Dr Okafor{} said ",
    "initials": "J. A. Okafor{} ",
    "greetings": "Dear Ann{},\n\n",
    "labels": "From: Ann Okafor{}\n",
    "a name and many tabs": "Okafor" + "\t" * 1_000,
    "a name and many points": "Okafor " + "•" * 1_000,
    "a name and many spaces": "Okafor" + " " * 1_000,
}
"""What is repeated, with another number each time."""

OF_ONE_KIND: dict[str, tuple[str, str]] = {
    "amounts": ("QUANTITY", "£4.05m, "),
    "amounts of amounts": ("QUANTITY", "£1.2m of £2m and "),
    "an amount a line": ("QUANTITY", "£1\n"),
    "years": ("DATE_TIME", "2014 and "),
    "times": ("DATE_TIME", "10:10 "),
    "codes": ("CODE", "AB-{}/1 "),
    "small letters": ("PERSON", "and "),
    "numbers in words": ("ORGANIZATION", "two hundred "),
    "places": ("LOCATION", "{} High Street, "),
}
"""A kind and what is repeated; each piece between spaces is a name of that kind."""


def text(shape: str, characters: int) -> str:
    """A shape over and over."""
    return "".join(shape.replace("{}", str(i)) for i in range(characters // len(shape) + 1))


def names(said: str) -> list[PatternMatch]:
    """A name wherever a capital is, of each kind in turn."""
    kinds = cycle(_KINDS)
    return [_match(next(kinds), match) for match in _NAME.finditer(said)]


def _match(kind: str, match: re.Match[str]) -> PatternMatch:
    return PatternMatch(kind, Span(*match.span()), 0.9, ReadsLikeName("PERSON"))


def reading(what: str, characters: int, lexicon: Lexicon) -> Callable[[], object]:
    """All rules over a text of one block, as text files are; made here, so that only the rules are measured."""
    if what in SHAPES:
        said = text(SHAPES[what], characters)
        found = names(said)
    else:
        kind, shape = OF_ONE_KIND[what]
        said = text(shape, characters)
        found = [_match(kind, match) for match in _PIECE.finditer(said)]
    return partial(refine_names, [[said]], [[found]], lexicon)
