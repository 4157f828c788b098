"""Text boxes of a story, and a table for each that looks like it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from addin.wordhost.names import FALLBACK, Element, new, w

DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
ANCHOR = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
SHAPE = "{http://schemas.microsoft.com/office/word/2010/wordprocessingShape}"
COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
EMU_PER_PIXEL, EMU_PER_TWIP = 9525, 635
INSETS = {"left": ("lIns", 91440), "top": ("tIns", 45720), "right": ("rIns", 91440), "bottom": ("bIns", 45720)}
"""Between the edge and the text, and how much where the shape does not say (ECMA-376 part 1, 21.1.2.1.1)."""
DEFAULT_WIDTH = 1_828_800


@dataclass(frozen=True)
class TextBox:
    """A text box, what holds it in its run, and the paragraph that it is anchored in."""

    content: Element
    drawing: Element
    paragraph: Element

    @property
    def layout(self) -> str:
        """How the page places it: side, wrapping, and offsets and height in pixels, joined by hyphens."""
        return "-".join(
            [self._side(), self._wrapping(), *(str(each) for each in (*self._offsets(), self._height()))]
        )

    def width(self) -> int:
        """In EMU."""
        extent = self._find(f"{ANCHOR}extent")
        return DEFAULT_WIDTH if extent is None else int(extent.get("cx", DEFAULT_WIDTH))

    def colours(self) -> tuple[str | None, str | None]:
        """The colour inside and that of the line, as six hexadecimal digits; None for none."""
        shape = self._find(f"{SHAPE}spPr")
        if shape is None:
            return None, None
        return _solid(shape), _solid(shape.find(f"{DRAWING}ln"))

    def insets(self) -> dict[str, int]:
        """What is between the edge and the text, in EMU."""
        body = self._find(f"{SHAPE}bodyPr")
        return {
            side: default if body is None else int(body.get(name, default))
            for side, (name, default) in INSETS.items()
        }

    def _height(self) -> int:
        extent = self._find(f"{ANCHOR}extent")
        return 0 if extent is None else int(extent.get("cy", 0)) // EMU_PER_PIXEL

    def _side(self) -> Literal["left", "right"]:
        across = self._find(f"{ANCHOR}positionH")
        aligned = None if across is None else across.findtext(f"{ANCHOR}align")
        return "right" if aligned in {"right", "outside"} else "left"

    def _wrapping(self) -> str:
        if self._find(f"{ANCHOR}anchor") is None:
            return "inline"
        if self._find(f"{ANCHOR}wrapNone") is not None:
            return "over"
        return "alone" if self._find(f"{ANCHOR}wrapTopAndBottom") is not None else "beside"

    def _offsets(self) -> tuple[int, int]:
        return self._offset("positionH"), self._offset("positionV")

    def _offset(self, name: str) -> int:
        place = self._find(f"{ANCHOR}{name}")
        told = None if place is None else place.findtext(f"{ANCHOR}posOffset")
        return max(0, int(told) // EMU_PER_PIXEL) if told else 0

    def _find(self, tag: str) -> Element | None:
        return next(self.drawing.iter(tag), None)


def boxes(root: Element) -> Iterator[TextBox]:
    """The text boxes of a part, the inner ones of nested boxes last; second copies are left out."""
    for content in list(root.iter(w("txbxContent"))):
        around = list(content.iterancestors())
        if any(each.tag == FALLBACK for each in around):
            continue
        drawing = next((each for each in around if each.tag == f"{COMPATIBILITY}AlternateContent"), None)
        if drawing is None:
            drawing = next((each for each in around if each.tag in {w("drawing"), w("pict")}), None)
        if drawing is None or drawing.getparent() is None:
            continue
        paragraph = next((each for each in drawing.iterancestors() if each.tag == w("p")), None)
        if paragraph is not None:
            yield TextBox(content, drawing, paragraph)


def as_table(box: TextBox) -> Element:
    """A table of one cell with the content of a text box."""
    twips = str(box.width() // EMU_PER_TWIP)
    inside, line = box.colours()
    table, properties = new("tbl"), new("tblPr")
    properties.append(new("tblW", w=twips, type="dxa"))
    if line is not None:
        borders = new("tblBorders")
        borders.extend(new(side, val="single", sz="6", color=line) for side in ("top", "left", "bottom", "right"))
        properties.append(borders)
    margins = new("tblCellMar")
    margins.extend(new(side, w=str(wide // EMU_PER_TWIP), type="dxa") for side, wide in box.insets().items())
    properties.append(margins)
    grid = new("tblGrid")
    grid.append(new("gridCol", w=twips))
    row, cell, cell_properties = new("tr"), new("tc"), new("tcPr")
    if inside is not None:
        cell_properties.append(new("shd", val="clear", color="auto", fill=inside))
    cell.append(cell_properties)
    cell.extend(list(box.content))
    row.append(cell)
    table.extend([properties, grid, row])
    return table


def _solid(of: Element | None) -> str | None:
    colour = None if of is None else of.find(f"{DRAWING}solidFill/{DRAWING}srgbClr")
    return None if colour is None else colour.get("val")
