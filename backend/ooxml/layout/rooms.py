"""How long a line of a paragraph may be in a cell or a text box."""

from typing import NamedTuple

from lxml import etree

from backend.ooxml.layout.cells import CELL, Tables, width_of_cell
from backend.ooxml.layout.lengths import points
from backend.ooxml.layout.styles import Styles, child, name_of, value
from backend.ooxml.layout.text_boxes import BOX, size_of_box
from backend.ooxml.markup import names
from backend.ooxml.word.tables import nearest

_RUN, _OF_PARAGRAPH = names("w:r"), names("w:pStyle")
_INDENTS = (("left", "start"), ("right", "end"), ("firstLine",))
"""What makes the first line shorter, with the names of the strict dialect."""


class Room(NamedTuple):
    """How long a line of a paragraph may be, and the size of its letters, in points.

    `grows` tells whether there is room for more lines.
    """

    length: float
    size: float
    grows: bool


class Rooms:
    """The room that the paragraphs of a file have; each container is measured once."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._tables = Tables()
        self._measured: dict[etree._Element, tuple[float, bool] | None] = {}

    def of(self, paragraph: etree._Element) -> Room | None:
        """The room of a paragraph in a cell or a text box; None elsewhere, and where the file does not say it."""
        container = next(paragraph.iterancestors(*CELL, *BOX), None)
        if container is None:
            return None
        if container not in self._measured:
            self._measured[container] = self._measure(container)
        measured = self._measured[container]
        if measured is None:
            return None
        length, grows = measured
        return Room(length - self._indents(paragraph), self._largest(paragraph), grows)

    def _measure(self, container: etree._Element) -> tuple[float, bool] | None:
        if container.tag in BOX:
            return size_of_box(container)
        width = width_of_cell(container, self._styles, self._tables)
        return None if width is None else (width, True)

    def _indents(self, paragraph: etree._Element) -> float:
        properties = child(paragraph, "pPr")
        own = None if properties is None else child(properties, "ind")
        by_style = self._styles.found("paragraph", name_of(properties, _OF_PARAGRAPH), "pPr", "ind")
        given = [each for each in (own, by_style) if each is not None]
        return sum(
            next((length for each in given if (length := _indent(each, side)) is not None), 0.0)
            for side in _INDENTS
        )

    def _largest(self, paragraph: etree._Element) -> float:
        """The size of the largest letters of a paragraph: any of them may be those of the placeholder."""
        return max((self._styles.size_of(run, paragraph) for run in nearest(paragraph, _RUN)), default=0.0)


def _indent(indents: etree._Element, side: tuple[str, ...]) -> float | None:
    return next((length for name in side if (length := points(value(indents, name))) is not None), None)
