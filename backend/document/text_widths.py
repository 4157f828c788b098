"""Estimate how wide a text is, without its font; rather too wide than too narrow."""

from collections.abc import Callable

_WIDEST_ASCII = "\x7f"
_WIDTHS: tuple[tuple[Callable[[str], bool], float], ...] = (
    (str.isupper, 0.72),
    (str.isdecimal, 0.6),
    (str.isspace, 0.3),
    (str.isalpha, 0.55),
    ("_".__eq__, 0.55),
)
_SIGN = 0.4
_FULL = 1.0
"""Ems of what is not Latin: the characters of Chinese and Japanese fill a square."""


def width_in_ems(text: str) -> float:
    """Return about how wide a text is, in ems: its width is this times the size of its letters.

    The numbers are those of DejaVu Sans and Verdana, which are among the widest fonts, and of bold Arial.

    >>> round(width_in_ems("[PERSON 1]"), 2), round(width_in_ems("[PER\\u00a01]"), 2)
    (6.02, 3.86)
    """
    return sum(map(_width, text))


def _width(char: str) -> float:
    for is_one, width in _WIDTHS:
        if is_one(char):
            return width
    return _SIGN if char <= _WIDEST_ASCII else _FULL
