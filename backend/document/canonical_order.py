"""Normalise any text (NFKC, HTML character references) in time linear in its length."""

import html
import re
import unicodedata
from functools import partial
from itertools import accumulate
from typing import Any, Literal

import regex

_MANY_MARKS = regex.compile(r"[\p{M}\uff9e\uff9f]{31,}")
"""Combining marks, and two letters that become marks. No language puts more than 30 on one letter (UAX 15, 13)."""
_LONG_REFERENCE = re.compile(r"&#0*([0-9]*);?")
_MAX_DIGITS = 7
_NO_CHARACTER = "\ufffd"


def compose(text: str, form: Literal["NFC", "NFKC"] = "NFKC") -> str:
    """Return the text in a composed form.

    `unicodedata.normalize` moves each mark past those before it one by one, so that 100,000 marks out of order take
    minutes. Here long runs of marks are put in canonical order first.

    >>> compose("ﬁle, a" + 40 * "\u0301" + "\u0323") == "file, ạ\u0301" + 39 * "\u0301"
    True
    """
    if text.isascii():
        return text
    return unicodedata.normalize(form, _MANY_MARKS.sub(partial(_ordered, form.replace("C", "D")), text))


def _ordered(decomposed: Any, run: "regex.Match[str]") -> str:
    marks = "".join(unicodedata.normalize(decomposed, mark) for mark in run.group())
    classes = [unicodedata.combining(mark) for mark in marks]
    segments = accumulate(kind == 0 for kind in classes)  # nothing moves past a mark of class 0
    ordered = sorted(zip(segments, classes, range(len(marks)), strict=True))
    return "".join(marks[at] for _, _, at in ordered)


def unescape(text: str) -> str:
    """Return the text with its HTML character references decoded.

    `html.unescape` raises an error for references of more than 4,300 digits; such numbers are no character.

    >>> unescape("R&amp;D &#0000000072;" + "&#" + 5_000 * "1" + ";")
    'R&D H\ufffd'
    """
    return html.unescape(_LONG_REFERENCE.sub(_shortened, text) if "&#" in text else text)


def _shortened(reference: re.Match[str]) -> str:
    digits = reference.group(1)
    if len(reference.group()) <= len("&#;") + _MAX_DIGITS:
        return reference.group()
    return _NO_CHARACTER if len(digits) > _MAX_DIGITS else f"&#{digits or 0};"
