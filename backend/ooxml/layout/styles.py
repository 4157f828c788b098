"""What the styles of a Word file say about the size and the indents of text, and the margins of cells."""

from collections.abc import Iterator
from functools import lru_cache

from lxml import etree

from backend.errors import NotAWordDocument
from backend.ooxml.layout.lengths import points
from backend.ooxml.markup import names, parse, sibling_name
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.relationships import relationships

_STYLE, _DEFAULTS, _BASED_ON = names("w:style"), names("w:docDefaults"), names("w:basedOn")
_SIZE = names("w:sz")
_OF_RUN, _OF_PARAGRAPH, _OF_TABLE = names("w:rStyle"), names("w:pStyle"), names("w:tblStyle")
_TABLE = names("w:tbl")
_OFF = frozenset({"", "0", "false", "off"})
_MOST_LEVELS = 16
"""Styles that are based on one another; nobody works with more."""
_SIZE_WITHOUT = 10.0
"""The size of text of which nothing says it (ECMA-376 part 1, 17.3.2.38)."""


class Styles:
    """The styles of a file."""

    def __init__(self, root: etree._Element | None) -> None:
        self._styles: dict[tuple[str, str], etree._Element] = {}
        self._standard: dict[str, str] = {}
        self._size = _SIZE_WITHOUT
        for style in root.iter(*_STYLE) if root is not None else ():
            kind, name = value(style, "type") or "paragraph", value(style, "styleId")
            self._styles[kind, name] = style
            if value(style, "default") not in _OFF:
                self._standard.setdefault(kind, name)
        for defaults in root.iter(*_DEFAULTS) if root is not None else ():
            self._size = _half_points(next(defaults.iter(*_SIZE), None)) or self._size
        self.size = lru_cache(maxsize=256)(self._size_in)
        self.found = lru_cache(maxsize=256)(self._found)

    @classmethod
    def of(cls, package: Package) -> "Styles":
        """Read the styles of a package; none where it has no such part, or one that is no XML."""
        arrows = relationships(package.parts, package.main_part)
        part = next((each.part for each in arrows if each.kind == "styles" and each.part), None)
        try:
            return cls(None if part is None else parse(package.parts[part], part))
        except NotAWordDocument:
            return cls(None)

    def size_of(self, run: etree._Element, paragraph: etree._Element) -> float:
        """The size of the letters of a run, in points."""
        own = child(run, "rPr")
        return (
            (_half_points(child(own, "sz")) if own is not None else None)
            or self.size("character", name_of(own, _OF_RUN))
            or self.size("paragraph", name_of(child(paragraph, "pPr"), _OF_PARAGRAPH))
            or self.size("table", style_of_table(paragraph))
            or self._size
        )

    def _size_in(self, kind: str, name: str) -> float | None:
        return _half_points(self.found(kind, name, "rPr", "sz"))

    def _found(self, kind: str, name: str, *path: str) -> etree._Element | None:
        """The first element of that path in a style or in those that it is based on."""
        for style in self._chain(kind, name):
            at: etree._Element | None = style
            for step in path:
                at = None if at is None else child(at, step)
            if at is not None:
                return at
        return None

    def _chain(self, kind: str, name: str) -> Iterator[etree._Element]:
        for _ in range(_MOST_LEVELS):
            style = self._styles.get((kind, name or self._standard.get(kind, "")))
            if style is None:
                return
            yield style
            name = name_of(style, _BASED_ON)
            if not name:
                return


def style_of_table(inside: etree._Element) -> str:
    """The name of the style of the table around an element; empty without a table, or without a style."""
    table = next(inside.iterancestors(*_TABLE), None)
    return "" if table is None else name_of(child(table, "tblPr"), _OF_TABLE)


def child(element: etree._Element, local: str) -> etree._Element | None:
    """The child of that name in the namespace of an element."""
    return element.find(sibling_name(element, local))


def value(element: etree._Element | None, local: str = "val") -> str:
    """An attribute in the namespace of its element; empty without one."""
    return "" if element is None else element.get(sibling_name(element, local), "")


def name_of(properties: etree._Element | None, reference: frozenset[str]) -> str:
    """The name in the first of these references to a style; empty without one."""
    return value(next(properties.iterchildren(*reference), None)) if properties is not None else ""


def _half_points(size: etree._Element | None) -> float | None:
    return None if size is None else points(value(size), 0.5)
