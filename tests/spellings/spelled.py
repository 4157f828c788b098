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
