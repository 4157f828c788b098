"""Define the result of an experiment: tables, curves, texts and sentences, with raw figures."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from backend.errors import InvalidRequest

Cell = str | int | float | None
"""A float is a share, a score or a mean; None is a figure that does not exist or that the paper does not give."""

Advance = Callable[[int, int], None]
"""Tells how many of how many steps are done."""


def silent(done: int, total: int) -> None:
    """Ignore progress."""


def paragraphs(prose: str) -> tuple[str, ...]:
    """Return the paragraphs of a wrapped text, each as one line.

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
            raise InvalidRequest(f"A row of the table {self.caption!r} has another length than its columns.")


@dataclass(frozen=True, slots=True)
class Series:
    """One curve; None in `y` is a missing point. `paper` marks figures that are not ours."""

    label: str
    x: tuple[float, ...]
    y: tuple[float | None, ...]
    paper: bool = False

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y):
            raise InvalidRequest(f"The curve {self.label!r} does not have as many values as positions.")


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves that share their axes."""

    title: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of one or more panels with common axes.

    `name` is the file's stem and begins with the experiment's name. Labels include the units. `ticks` label the
    positions 1, 2, … on x for categories; `y_range` is None to fit the figures; `logarithmic` is the axis of x.
    """

    name: str
    caption: str
    x_label: str
    y_label: str
    panels: tuple[Panel, ...]
    ticks: tuple[str, ...] = ()
    y_range: tuple[float, float] | None = (0.0, 1.0)
    logarithmic: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A text that is shown as it is; of research-only data a stored page shows only `excerpt` lines."""

    caption: str
    lines: tuple[str, ...]
    excerpt: int

    def shortened(self) -> tuple[str, ...]:
        """Return the first `excerpt` lines, and a line that says how many are left out."""
        rest = len(self.lines) - self.excerpt
        return self.lines if rest <= 0 else (*self.lines[: self.excerpt], f"[… {rest} more lines]")


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of an experiment.

    `source` names the table or figure that it repeats. `setup` says what was done with which data, `findings` the
    results, `differences` why figures differ from the paper's; each is a tuple of sentences for Markdown.
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
                f"The name of a figure of {self.experiment} must begin with the name of the experiment, or it "
                "could replace another figure."
            )

    def as_json(self) -> dict[str, Any]:
        """Return the raw figures."""
        return asdict(self)
