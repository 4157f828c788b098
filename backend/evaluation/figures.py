"""Draw figures as PNG files; the same figure gives the same bytes."""

import io
from importlib.util import find_spec
from itertools import cycle
from typing import TYPE_CHECKING

from backend.errors import InvalidRequest
from backend.evaluation.result import Figure, Panel, Series
from backend.messages.problems import FiguresNotInstalled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe & Ito's colours and two more, in an order in which neighbours differ in grey too; marks and strokes differ.
_COLOURS = ("#000000", "#D55E00", "#56B4E9", "#009E73", "#CC79A7", "#0072B2", "#E69F00", "#999999", "#7F3C00")
_MARKS = ("o", "s", "^", "D", "v", "P", "X", "h", "*")
_STROKES = (
    "-",
    "--",
    "-.",
    (0, (1, 1.5)),
    (0, (6, 2, 1, 2, 1, 2)),
    (0, (8, 3)),
    (0, (3, 3)),
    (0, (1, 3)),
    (0, (10, 2, 2, 2)),
)
_PAPER_COLOUR = "#777777"
_PANEL_INCHES = (3.6, 3.2)
_DOTS_PER_INCH = 130


def refuse_without_matplotlib() -> None:
    """Raise InvalidRequest if matplotlib is not installed; it is an optional dependency."""
    if find_spec("matplotlib") is None:
        raise InvalidRequest(FiguresNotInstalled())


def png(figure: Figure) -> bytes:
    """Draw a figure; the paper's curves are grey and hollow, missing points leave a gap."""
    # Slow to import, and `--help` must not wait for it.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Sheet

    across = {1: 1, 2: 2, 4: 2}.get(len(figure.panels), 3)
    down = -(-len(figure.panels) // across)
    width = max(_PANEL_INCHES[0] * across, 5.5)
    sheet = Sheet(figsize=(width, _PANEL_INCHES[1] * down + 0.5), layout="constrained")
    FigureCanvasAgg(sheet)
    axes = sheet.subplots(down, across, squeeze=False, sharex=True, sharey=True).ravel()
    for place, panel in zip(axes, figure.panels, strict=False):
        _draw(place, panel, figure)
        place.tick_params(labelbottom=True)
    for place in axes[len(figure.panels) :]:
        place.set_axis_off()
    sheet.supxlabel(figure.x_label, fontsize=10)
    sheet.supylabel(figure.y_label, fontsize=10)
    handles, labels = axes[0].get_legend_handles_labels()
    sheet.legend(handles, labels, loc="outside upper center", ncols=min(len(labels), 2 * len(axes)), frameon=False)
    content = io.BytesIO()
    # Neither the date nor matplotlib's version goes in: a picture changes only when its figures do.
    sheet.savefig(content, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    return content.getvalue()


def _draw(place: "Axes", panel: Panel, figure: Figure) -> None:
    looks = zip(cycle(_COLOURS), cycle(_MARKS), cycle(_STROKES), strict=False)
    for series, (colour, mark, stroke) in zip(panel.series, looks, strict=False):
        y = [float("nan") if value is None else value for value in series.y]
        place.plot(
            series.x,
            y,
            label=_label(series),
            color=_PAPER_COLOUR if series.paper else colour,
            marker=mark,
            markerfacecolor="white" if series.paper else colour,
            linestyle=":" if series.paper else stroke,
            linewidth=1.6,
            markersize=5,
        )
    place.set_title(panel.title, fontsize=10)
    place.grid(visible=True, color="#dddddd", linewidth=0.6)
    place.set_axisbelow(True)
    if figure.y_range:
        low, high = figure.y_range
        room = 0.03 * (high - low)
        place.set_ylim(low - room, high + room)
    if figure.logarithmic:
        place.set_xscale("log")
    if figure.ticks:
        place.set_xticks(range(1, len(figure.ticks) + 1), figure.ticks)


def _label(series: Series) -> str:
    return f"{series.label} (paper)" if series.paper else series.label
