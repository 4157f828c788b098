"""Word and Excel files inside a .docx, read and changed like the .docx itself.

A part of a nested package is told by the way to it: `word/embeddings/a.docx!/word/document.xml`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from backend.document.coverage import CoverageEntry
from backend.document.model import NESTED_IN
from backend.ooxml.opc.package import Package

T = TypeVar("T")

INTO = NESTED_IN
"""Stands between the part that is a package and the part in it."""

Change = Callable[[Package], tuple[Package, Iterable[CoverageEntry]]]
"""What is done to one package by itself; the rows name its own parts."""


def all_packages(package: Package, way: str = "") -> Iterator[tuple[str, Package]]:
    """Yield a package and all packages in it, each after its container, with the path prefix of its parts."""
    yield way, package
    for name, inner in package.nested.items():
        yield from all_packages(inner, f"{way}{name}{INTO}")


def change_all_packages(package: Package, change: Change) -> tuple[Package, tuple[CoverageEntry, ...]]:
    """Change a package, then all packages that are still in it; their rows contain the path to the part.

    A nested package without changes keeps its bytes.
    """
    package, found = change(package)
    rows = list(found)
    for name, inner in package.nested.items():
        changed, covered = change_all_packages(inner, change)
        package = package.with_nested(name, changed)
        rows += [replace(row, part=f"{name}{INTO}{row.part}") for row in covered]
    return package, tuple(rows)


def split_by_package(by_part: Mapping[str, T]) -> tuple[dict[str, T], dict[str, dict[str, T]]]:
    """Split values by part into those of the package itself and those of each nested package.

    >>> split_by_package({"a.xml": 1, "b.docx!/c.xml": 2, "b.docx!/d.xlsx!/e.xml": 3})
    ({'a.xml': 1}, {'b.docx': {'c.xml': 2, 'd.xlsx!/e.xml': 3}})
    """
    own: dict[str, T] = {}
    inner: dict[str, dict[str, T]] = {}
    for part, each in by_part.items():
        name, into, rest = part.partition(INTO)
        if into:
            inner.setdefault(name, {})[rest] = each
        else:
            own[part] = each
    return own, inner
