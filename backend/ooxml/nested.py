"""Files in files: the Word and Excel packages that lie in a .docx, read and changed as the .docx itself is.

A part of a nested package is told by the way to it: `word/embeddings/a.docx!/word/document.xml`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from backend.document.coverage import Covered
from backend.ooxml.package import Package

INTO = "!/"
"""Stands between the part that is a package and the part in it."""

Change = Callable[[Package], tuple[Package, Iterable[Covered]]]
"""What is done to one package by itself; the rows name its own parts."""


def packages(package: Package, way: str = "") -> Iterator[tuple[str, Package]]:
    """A package and all packages in it, each after the one around it, with the way that leads to its parts."""
    yield way, package
    for name, inner in package.nested.items():
        yield from packages(inner, f"{way}{name}{INTO}")


def through(package: Package, change: Change) -> tuple[Package, tuple[Covered, ...]]:
    """Change a package, then all packages that are still in it; the rows of these tell the way to their parts.

    A nested package that the change leaves as it was keeps its very bytes.
    """
    package, found = change(package)
    rows = list(found)
    for name, inner in package.nested.items():
        changed, covered = through(inner, change)
        package = package.with_nested(name, changed)
        rows += [replace(row, part=f"{name}{INTO}{row.part}") for row in covered]
    return package, tuple(rows)
