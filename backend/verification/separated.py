"""Letters that a layout keeps apart: the raw search's own reading of tabs, cells, drop caps and codes.

Codes of fields and of formats of numbers have text in pieces, too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from string import ascii_letters, digits

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
_NO_TEXT = re.compile(r"[_*].|\[(?!\$)[^\[\]]*\]|#", re.DOTALL)
_TEXT_IN_FORMAT = re.compile(r'"(?P<quoted>[^"]*)"?|\\(?P<one>.)|\[\$(?P<sign>[^\[\]]*)\]', re.DOTALL)
_CODES = f"{ascii_letters}{digits};?@"
"""What shows digits, days or nothing, outside the texts of a format; a program may take letters for text there."""
_LONGEST_FORMAT = 1_000
_COUNTRY = re.compile(r"-[0-9A-Fa-f,]*$")
_SYMBOL_FONTS = ("symbol", "wingdings", "webdings", "zapfdingbats", "zapf dingbats", "mt extra", "marlett")
"""Fonts whose codes are no letters."""
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


def shown_by_format(code: str) -> Iterator[str]:
    """Yield what a format of numbers shows, with and without gaps, if its text is in pieces (ECMA-376, 18.8.31).

    >>> list(shown_by_format('"Kes"_-\\\\t"rel" 0'))
    ['Kestrel', 'Kes trel', 'Kestrel 0']
    """
    for gap, no_text in (("", _CODES), (" ", _CODES), ("", ";")):
        shown: list[str] = []
        done = 0
        for match in _TEXT_IN_FORMAT.finditer(code):
            shown += _between_texts(code[done : match.start()], gap, no_text), _text_of(match)
            done = match.end()
        shown.append(_between_texts(code[done:], gap, no_text))
        for text in "".join(shown).split(BORDER):
            if any(map(str.isalpha, text)) and text.strip() not in code[:_LONGEST_FORMAT]:
                yield text.strip()


def _between_texts(codes: str, gap: str, no_text: str) -> str:
    signs = _NO_TEXT.sub("\0", codes)
    return "".join(gap if char == "\0" else BORDER if char in no_text else char for char in signs)


def _text_of(match: re.Match[str]) -> str:
    if match["sign"] is not None:
        return _COUNTRY.sub("", match["sign"])
    return str(match["one"] if match["quoted"] is None else match["quoted"])


def letter_of_symbol(symbol: dict[str, str]) -> str:
    """Return the letter that a symbol of an ordinary font shows (ECMA-376 part 1, 17.3.3.30)."""
    if symbol.get("font", "").lower().startswith(_SYMBOL_FONTS):
        return ""
    try:
        code = int(symbol.get("char", ""), 16)
        # The code of a letter may be shifted into the private use area.
        char = chr(code - 0xF000 if 0xF000 < code <= 0xF0FF else code)
    except (ValueError, OverflowError):
        return ""
    return char if char.isprintable() else ""


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
