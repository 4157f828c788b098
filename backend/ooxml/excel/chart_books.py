"""Find the workbooks that a chart of a document shows."""

from backend.ooxml.opc.package import Package
from backend.ooxml.opc.relationships import relationships


def books_of(package: Package, part: str) -> tuple[str, ...]:
    """Return the workbooks that a part points at, each once, however many relationships lead to it."""
    arrows = (each.part for each in relationships(package.parts, part))
    return tuple(dict.fromkeys(each for each in arrows if each is not None and each in package.nested))
