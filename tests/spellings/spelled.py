"""A spelled name, and a row of a table of transformations."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.spellings.drawn_names import Names


@dataclass(frozen=True)
class Spelled:
    """A term, another way to write it, and the pieces of that which must be gone, as they stand in it."""

    term: str
    written: str
    tells: tuple[str, ...]


@dataclass(frozen=True)
class Transformation:
    """One row: its kind, its name, and how to draw a term with its spelling."""

    kind: str
    name: str
    draw: Callable[[Names], Spelled]


def ordinal(day: int) -> str:
    """Return the English ordinal of a day of a month: 1st, 2nd, 3rd, 4th, 11th."""
    return f"{day}{'th' if 10 < day < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"
