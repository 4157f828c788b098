"""The rows and columns of the tables of a document, by the numbers of their paragraphs."""

from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from backend.ooxml.markup import names, parse
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.story_parts import story_parts

_TABLE, _ROW, _CELL, _PARAGRAPH = names("w:tbl"), names("w:tr"), names("w:tc"), names("w:p")

Line = tuple[str, tuple[int, ...]]
"""A part, and the ordinals of the paragraphs in one row or column, in order."""


def table_lines(package: Package) -> Iterator[Line]:
    """Yield each row and each column of each table in the stories; cells with several paragraphs are left out.

    Raises a DocumentError where a story is no XML.
    """
    for part in story_parts(package):
        if b":tbl>" not in package.parts[part] and b":tbl " not in package.parts[part]:
            continue
        root = parse(package.parts[part], part)
        ordinals = {paragraph: ordinal for ordinal, paragraph in enumerate(root.iter(*_PARAGRAPH))}
        for table in root.iter(*_TABLE):
            yield from ((part, line) for line in _lines(table, ordinals))


def _lines(table: etree._Element, ordinals: dict[etree._Element, int]) -> Iterator[tuple[int, ...]]:
    columns: dict[int, list[int]] = defaultdict(list)
    for row in table.iterchildren(*_ROW):
        line = []
        for column, cell in enumerate(row.iterchildren(*_CELL)):
            held = list(cell.iterchildren(*_PARAGRAPH))
            if len(held) == 1:
                line.append(ordinals[held[0]])
                columns[column].append(ordinals[held[0]])
        yield tuple(line)
    yield from map(tuple, columns.values())
