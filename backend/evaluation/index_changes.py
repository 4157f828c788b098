"""Figure 1 of Navarro-Arribas et al.: the information loss of an index while it shrinks and while it grows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.evaluation.index_documents import Documents, Drawn, K
from backend.evaluation.result import Cell, Figure, Panel, Series, Table
from backend.evaluation.watched_index import WatchedIndex

SHARES_LEFT = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01)
TIMES_AS_MANY = (1.0, 1.2, 1.5, 2.0, 3.0, 4.0, 5.5, 7.0)
PAPER = (0.05, 0.1, 0.3)
"""The values that the paper's text names: "0.1 and 0.05" at the ends of its curves, .3 as its maximum."""


@dataclass(frozen=True, slots=True)
class Loss:
    """The normalised SSE of an index: the true one, its own estimate, and that of a fresh MDAV of its documents."""

    documents: int
    groups: int
    true: float
    estimated: float
    fresh: float


def loss(index: WatchedIndex) -> Loss:
    """Measure the information loss of an index."""
    sizes = index.sizes()
    return Loss(sum(sizes.values()), len(sizes), index.true_error(), index.estimated_error(), index.fresh_error())


def shrinking(documents: Documents, drawn: Drawn, seed: int) -> list[Loss]:
    """Remove random documents, and measure what is left at each of SHARES_LEFT."""
    index = WatchedIndex(documents, drawn.indexed, K)
    order = np.random.default_rng(seed).permutation(drawn.indexed).tolist()
    measured = []
    for share in SHARES_LEFT:
        left = max(round(share * len(drawn.indexed)), K)
        while len(order) > left:
            index.remove(order.pop())
        measured.append(loss(index))
    return measured


def growing(documents: Documents, drawn: Drawn) -> list[Loss]:
    """Insert other documents, and measure what is there at each of TIMES_AS_MANY, as far as documents last."""
    index = WatchedIndex(documents, drawn.indexed, K)
    start, added, measured = len(drawn.indexed), 0, []
    for times in TIMES_AS_MANY:
        wanted = round(times * start) - start
        if wanted > len(drawn.others):
            break
        for document in drawn.others[added:wanted].tolist():
            index.insert(document)
        added = wanted
        measured.append(loss(index))
    return measured


def loss_table(caption: str, runs: Sequence[Sequence[Loss]]) -> Table:
    """Return the means over runs, and the standard deviation of the true error."""
    rows: list[tuple[Cell, ...]] = []
    for at in zip(*runs, strict=True):
        true = [each.true for each in at]
        rows.append(
            (
                at[0].documents,
                round(float(np.mean([each.groups for each in at]))),
                float(np.mean(true)),
                float(np.std(true)),
                float(np.mean([each.estimated for each in at])),
                float(np.mean([each.fresh for each in at])),
                f"{np.mean([each.true / each.fresh for each in at]):.2f}",
            )
        )
    columns = ("documents", "groups", "SSE", "± (seeds)", "estimated by the index", "fresh MDAV", "SSE / fresh")
    return Table(caption, columns, tuple(rows))


def loss_figure(shrunk: Sequence[Sequence[Loss]], grown: Sequence[Sequence[Loss]]) -> Figure:
    """Draw Figure 1: deletions on the left, insertions on the right."""
    return Figure(
        "index-figure-1",
        "Figure 1 redrawn: normalised SSE of the 5-anonymous index while documents are deleted and inserted "
        "(means over ten seeds); dotted, the values that the paper's text names",
        "documents in the index",
        "normalised SSE",
        (Panel("deletions", _series(shrunk)), Panel("insertions", _series(grown))),
        y_range=None,
        logarithmic=True,
    )


def _series(runs: Sequence[Sequence[Loss]]) -> tuple[Series, ...]:
    points = list(zip(*runs, strict=True))
    x = tuple(float(at[0].documents) for at in points)

    def mean(name: str) -> tuple[float, ...]:
        return tuple(float(np.mean([getattr(each, name) for each in at])) for at in points)

    ours = (Series("true", x, mean("true")), Series("estimated", x, mean("estimated")))
    ends = (x[0], x[-1])
    paper = (Series(f"{value:g}".removeprefix("0"), ends, (value, value), paper=True) for value in PAPER)
    return (*ours, Series("fresh MDAV", x, mean("fresh")), *paper)
