"""Letters that a layout keeps apart: the raw search's own reading of tabs, cells, drop caps and codes of fields."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from backend.verification.encodings import BORDER

_GAPS = re.compile(r"(?<![^\W_])[^\W_](?:[\s\u00a0]{1,3}[^\W_](?![^\W_])){4,}")
_HYPHEN = re.compile(r"(?<=[^\W_])[-\u00ad\u2010\u2011]\s?$")
_BEGINS_IN_WORD = re.compile(r"['\u2019&+]?[^\W_]")
_LEAST = 5
_EDGE = 100
_QUOTED_CODES = re.compile(r"^\s*QUOTE((?:\s+(?:0x[0-9A-Fa-f]{1,4}|\d{1,5}))+)", re.IGNORECASE)
_SYMBOL = re.compile(r"^\s*SYMBOL\s+(0x[0-9A-Fa-f]{1,4}|\d{1,5})", re.IGNORECASE)
_EQUATION = re.compile(r"^\s*EQ\s", re.IGNORECASE)
_SWITCH = re.compile(r"\\[a-z]+\d*", re.IGNORECASE)
_PRIVATE = re.compile("[\uf020-\uf0ff]")
_TAG = re.compile(r"<[^<>]{0,2000}>")


def shown_by_field(instruction: str) -> str:
    """Return the letters that a field makes of codes: QUOTE, SYMBOL and EQ (ECMA-376 part 1, 17.16.5).

    >>> shown_by_field(" QUOTE 72 0x69 "), shown_by_field(" EQ \\\\o(H,)\\\\o(i,) ")
    ('Hi', 'Hi')
    """
    if match := _QUOTED_CODES.match(instruction) or _SYMBOL.match(instruction):
        return "".join(chr(int(code, 0)) for code in match.group(1).split() if int(code, 0) < 0xD800)
    if _EQUATION.match(instruction):
        return re.sub("[(),;]", "", _SWITCH.sub("", _EQUATION.sub("", instruction))).strip()
    return ""


def from_private_use(text: str) -> str:
    """Return the text with the codes of symbol fonts as the letters that they stand for.

    >>> from_private_use("\\uf048\\uf069")
    'Hi'
    """
    return _PRIVATE.sub(lambda match: chr(ord(match.group()) - 0xF000), text)


def without_tags(markup: str) -> str:
    """Return what markup in an attribute shows."""
    return _TAG.sub("", markup)


def joined_letters(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the runs of five or more letters that stand one by one, in a text or in neighbouring ones."""
    run: list[str] = []
    for piece in (*pieces, BORDER):
        single = piece.strip()
        if len(single) == 1 and single.isalnum():
            run.append(single)
            continue
        if len(run) >= _LEAST:
            yield "".join(run)
        run = []
        for match in _GAPS.finditer(piece):
            yield "".join(match.group().split())


def joined_ends(pieces: Sequence[str]) -> str:
    """Return the ends of neighbouring texts or lines without gap and hyphen, where two letters meet there.

    A sign of a name may stand between them: "O" and "'Hara", "B" and "&Q".
    """
    lines = [line for piece in pieces for line in piece.split("\n")]
    return BORDER.join(
        f"{'x' * (len(before) > _EDGE)}{before[-_EDGE:]}{after[:_EDGE]}{'x' * (len(after) > _EDGE)}"
        for before, after in pairwise(_HYPHEN.sub("", line) for line in lines)
        if before[-1:].isalnum() and _BEGINS_IN_WORD.match(after)
    )
