"""Read workbooks as stories, and replace places in them."""

from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from backend.document.model import Block, Story, StoryKind
from backend.document.spans import Span
from backend.ooxml.excel.sheet_numbers import formats_of
from backend.ooxml.excel.sheet_texts import sheet_texts
from backend.ooxml.markup import parse, serialised
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.relationships import CONTENT_TYPES, xml_parts

Wanted = Mapping[str, Mapping[int, Sequence[tuple[Span, str]]]]
"""For a part and the ordinal of a text in it, what goes where."""


def read_sheets(package: Package, way: str) -> Iterator[Story]:
    """Return a story for every part of a workbook with text, and one for its main part.

    The story of the main part shows that the workbook was read. `way` is the prefix of the names of its parts.
    """
    roots = dict(_roots(package))
    formats = formats_of(roots.values())
    for part, root in roots.items():
        blocks = tuple(Block(ordinal, each.text) for ordinal, each in enumerate(sheet_texts(root, formats)))
        if blocks or part == package.main_part:
            yield Story(f"{way}{part}", StoryKind.SHEET, blocks)


def redact_sheets(package: Package, wanted: Wanted) -> Package:
    """Put each new text into its place; parts without a place keep their bytes.

    Raises ValueError when places overlap, leave their text, or do not exist.
    """
    roots = dict(_roots(package)) if wanted else {}
    formats = formats_of(roots.values())
    changed: dict[str, bytes] = {}
    for part, replacements in wanted.items():
        if part not in roots:
            raise ValueError(f"{part} is no part of this workbook")
        root = roots[part]
        texts = sheet_texts(root, formats)
        for ordinal, found in replacements.items():
            if not 0 <= ordinal < len(texts):
                raise ValueError(f"{part} has no text {ordinal}")
            texts[ordinal].replace(found)
        changed[part] = serialised(root)
    return package.with_parts(changed)


def _roots(package: Package) -> Iterator[tuple[str, etree._Element]]:
    for part in xml_parts(package.parts):
        if not part.endswith(".rels") and part != CONTENT_TYPES:
            yield part, parse(package.parts[part], part)
