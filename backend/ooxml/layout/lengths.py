"""Lengths as Word files write them, in points."""

import re

TWIP = 1 / 20
"""The points of a number without a unit in WordprocessingML (ECMA-376 part 1, 17.18.105)."""
EMU = 1 / 12_700
"""The same in DrawingML."""
PIXEL = 0.75
"""The same in the styles of VML."""

_UNITS = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4, "pc": 12.0, "pi": 12.0, "px": PIXEL}
_LENGTH = re.compile(rf"\s*(-?(?:\d{{1,9}}(?:\.\d{{0,9}})?|\.\d{{1,9}}))\s*({'|'.join(_UNITS)})?\s*")


def points(value: str | None, unit: float = TWIP) -> float | None:
    """Return a length in points; None for what is no length. A number without a unit has `unit` points.

    >>> points("108"), points("0.5in"), points("auto"), points("25400", EMU)
    (5.4, 36.0, None, 2.0)
    """
    match = _LENGTH.fullmatch(value or "")
    return None if match is None else float(match[1]) * (_UNITS[match[2]] if match[2] else unit)


def in_style(style: str, name: str) -> str:
    """Return what a style attribute says of a property, or nothing.

    >>> in_style("position:absolute; width:90pt", "width")
    '90pt'
    """
    said = (each.partition(":") for each in style.split(";"))
    return next((value.strip() for key, _, value in said if key.strip() == name), "")
