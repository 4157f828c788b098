"""Normalise a text for the expressions that match letters, digits and punctuation.

Unlike `fold` it keeps the case (a BIC, a month and a National Insurance number depend on it) and joins nothing:
every character becomes one character, or none if it is invisible.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from backend.document.placeholders import PLACEHOLDER
from backend.document.spans import Span
from backend.document.tokens import IGNORED

_IGNORED = frozenset(IGNORED)
_MINUS = "\u2212"
_NOTHING, _UNSEEN = "\ufffc", "\u200b"
"""One sign stands where a placeholder stood, the rest of it is unseen: no expression crosses it, so no number is
made of what is left around one, and what reads word by word reads one word."""


@dataclass(frozen=True, slots=True)
class ReadableText:
    """The visible text, with a map back to the original.

    `dropped` holds, for each invisible character, the offset in the visible text after it.
    """

    text: str
    dropped: tuple[int, ...] = ()

    def span(self, start: int, end: int) -> Span:
        """Return the span in the original text of the visible characters from `start` up to `end`."""
        return Span(self._original(start), self._original(end - 1) + 1)

    def _original(self, offset: int) -> int:
        return offset + bisect_right(self.dropped, offset)


def readable_text(text: str) -> ReadableText:
    """Make every space a space, every dash a hyphen, every digit 0…9, and drop invisible characters.

    >>> readable_text("555\u2011123\u00a04567\u200b").text
    '555-123 4567'
    """
    if "[" in text:
        text = PLACEHOLDER.sub(lambda match: _NOTHING + _UNSEEN * (len(match.group()) - 1), text)
    if text.isascii():
        return ReadableText(text)
    rare = {char for char in set(text) if not char.isascii()}
    for char in rare:
        # One pass per character that changes: a text has a dozen, and `str.translate` is far slower.
        if (plain := _plain(char)) != char:
            text = text.replace(char, plain)
    if not (unseen := rare & _IGNORED):
        return ReadableText(text)
    invisible = re.compile(f"[{''.join(unseen)}]")
    dropped = tuple(match.start() - i for i, match in enumerate(invisible.finditer(text)))
    return ReadableText(invisible.sub("", text), dropped)


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    """Return the ASCII character that looks like this one, if there is one."""
    category = unicodedata.category(char)
    if category == "Zs":
        return " "
    if category == "Pd" or char == _MINUS:
        return "-"
    if category == "Nd":
        return str(unicodedata.digit(char))
    if unicodedata.decomposition(char).startswith("<super>"):
        return " "  # the mark of a footnote is not a digit of the number before it
    compatible = unicodedata.normalize("NFKC", char)
    return compatible if len(compatible) == 1 and compatible.isascii() else char
