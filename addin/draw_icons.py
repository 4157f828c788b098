"""Draw the icons of the add-in: lines of text, one of them marked. `python addin/draw_icons.py` writes them all."""

from pathlib import Path

from PIL import Image, ImageDraw

FOLDER = Path(__file__).parent / "public" / "icons"
SIZES = (16, 20, 24, 32, 40, 48, 64, 80, 128)
"""16, 32 and 80 are what a ribbon button must have, 32 and 64 what the list of add-ins shows."""

GRID = 16
"""Everything lies on a grid of 16 units, so that nothing is blurred at the smallest size."""
FINER = 8
"""Drawn so much larger and made smaller, for the round corners."""

GROUND, TEXT, MARKED = (22, 52, 92, 255), (255, 255, 255, 255), (255, 205, 40, 255)
LINES = (((3, 3, 10, 5), TEXT), ((3, 6, 13, 10), MARKED), ((3, 11, 8, 13), TEXT))
"""Left, top, right and bottom of each line, in units."""


def drawn(size: int) -> Image.Image:
    """The icon with so many pixels on each side."""
    unit = size * FINER / GRID
    image = Image.new("RGBA", (size * FINER,) * 2, (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, size * FINER - 1, size * FINER - 1), 3 * unit, fill=GROUND)
    for (left, top, right, bottom), colour in LINES:
        # To whole pixels of the icon itself: a line with a soft edge looks dirty.
        edges = [round(edge * size / GRID) * FINER for edge in (left, top, right, bottom)]
        pen.rectangle((edges[0], edges[1], edges[2] - 1, edges[3] - 1), fill=colour)
    return image.resize((size, size), Image.Resampling.BOX)


def main() -> None:
    """Write the icons."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        drawn(size).save(FOLDER / f"icon-{size}.png", optimize=True)


if __name__ == "__main__":
    main()
