"""The result of an experiment: tables, curves, texts and sentences, with raw figures."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from backend.errors import InvalidRequest

Cell = str | int | float | None
"""A float is a share, a score or a mean; None is a figure that does not exist or that the paper does not give."""

Advance = Callable[[int, int], None]
"""Tells how many of how many steps are done."""


def silent(done: int, total: int) -> None:
    """An Advance that tells nobody."""


def paragraphs(prose: str) -> tuple[str, ...]:
    """The paragraphs of a text that was broken into lines for its source, each as one line.

    >>> paragraphs("one\\n    line\\n\\n    another")
    ('one line', 'another')
    """
    return tuple(" ".join(part.split()) for part in prose.split("\n\n") if part.strip())


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of raw figures under one caption.

    Raises InvalidRequest when a row is not as long as the columns.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise InvalidRequest(f"a row of the table {self.caption!r} has another length than its columns")


@dataclass(frozen=True, slots=True)
class Series:
    """One curve; a None in `y` is a point that does not exist. `paper` marks figures that are not ours."""

    label: str
    x: tuple[float, ...]
    y: tuple[float | None, ...]
    paper: bool = False

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y):
            raise InvalidRequest(f"the curve {self.label!r} has not as many values as places")


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves that share their axes."""

    title: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of one or more panels with common axes.

    `name` is the file's stem and begins with the experiment's name. Labels carry the units. `ticks` name the places
    1, 2, … on x where these are categories; `y_range` is None to fit the figures.
    """

    name: str
    caption: str
    x_label: str
    y_label: str
    panels: tuple[Panel, ...]
    ticks: tuple[str, ...] = ()
    y_range: tuple[float, float] | None = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Listing:
    """A text that is shown as it is; of research-only data a page that is kept shows `excerpt` lines alone."""

    caption: str
    lines: tuple[str, ...]
    excerpt: int

    def shortened(self) -> tuple[str, ...]:
        """The first `excerpt` lines, and a line that says how many are left out."""
        rest = len(self.lines) - self.excerpt
        return self.lines if rest <= 0 else (*self.lines[: self.excerpt], f"[… {rest} more lines]")


@dataclass(frozen=True, slots=True)
class Result:
    """An experiment's outcome.

    `source` names the table or figure that it repeats. `setup` says what was done with which data, `findings` what
    came out, `differences` why figures are not those of the paper; each is a tuple of sentences for Markdown.
    """

    experiment: str
    title: str
    source: str
    setup: tuple[str, ...]
    findings: tuple[str, ...]
    differences: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    listings: tuple[Listing, ...] = ()

    def __post_init__(self) -> None:
        if not all(figure.name.startswith(self.experiment) for figure in self.figures):
            raise InvalidRequest(
                f"a figure of {self.experiment} must carry its name, or it could replace another's"
            )

    def as_json(self) -> dict[str, Any]:
        """The raw figures, as they were measured."""
        return asdict(self)
