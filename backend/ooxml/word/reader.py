"""Read every story of a .docx.

Tabs read as a tab, breaks of every kind as a newline, a no-break hyphen as "-", a glyph of a symbol font as
U+FFFC, an optional hyphen as nothing. Results of fields count, their instructions do not. What a paragraph said
before a tracked deletion and what Word keeps twice are stories of their own that do not count (see paragraphs).
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from lxml import etree

from backend.document.model import Block, Document, Story, StoryKind
from backend.document.tables import Table
from backend.errors import NotAWordDocument
from backend.messages.warnings import PartNotRead
from backend.ooxml.excel.sheet_stories import read_sheets
from backend.ooxml.markup import names, parse
from backend.ooxml.opc.nested_packages import all_packages
from backend.ooxml.opc.package import Package, PackageKind
from backend.ooxml.opc.relationships import relationships
from backend.ooxml.opc.story_parts import story_parts
from backend.ooxml.word.paragraphs import paragraphs
from backend.ooxml.word.tables import read_tables

_DOCUMENT = names("w:document")
_SHOWN: Mapping[str, Literal["imported_file", "sub_document"]] = {
    "aFChunk": "imported_file",
    "subDocument": "sub_document",
}
"""Relationships to whole files that are not read."""


def read_document(package: Package) -> Document:
    """Read the stories of a package, then those of the packages in it, which do not count.

    Paragraphs without text are left out, ordinals count them all the same.

    Raises NotAWordDocument when a part that holds a story is no XML, or the main part is no Word text.
    """
    stories: list[Story] = []
    warnings: list[PartNotRead] = []
    tables: list[Table] = []
    for way, each in all_packages(package):
        if each.kind is PackageKind.EXCEL:
            stories += read_sheets(each, way)
            continue
        for part, kind, root in _roots(each):
            stories += _stories(f"{way}{part}", StoryKind.EMBEDDED if way else kind, root)
            tables += read_tables(root, f"{way}{part}")
        warnings += _not_read(each, way)
    return Document(tuple(stories), tuple(warnings), tuple(tables))


def _roots(package: Package) -> Iterator[tuple[str, StoryKind, etree._Element]]:
    for part, kind in story_parts(package).items():
        root = parse(package.parts[part], part)
        if part == package.main_part and root.tag not in _DOCUMENT:
            raise NotAWordDocument(f"{part} contains no Word text. Save the document from Word as .docx.")
        yield part, kind, root


def _stories(part: str, kind: StoryKind, root: etree._Element) -> list[Story]:
    blocks: dict[StoryKind, list[Block]] = {kind: []}
    for paragraph in paragraphs(root, kind):
        for reading, text in paragraph.texts():
            unchanged = paragraph.unchanged() if reading is StoryKind.BEFORE_DELETION else ()
            blocks.setdefault(reading, []).append(Block(paragraph.ordinal, text, unchanged))
    return [Story(part, reading, tuple(found)) for reading, found in blocks.items()]


def _not_read(package: Package, way: str) -> Iterator[PartNotRead]:
    for part in story_parts(package):
        arrows = relationships(package.parts, part)
        kinds = dict.fromkeys(each.kind for each in arrows if each.part not in package.nested)
        yield from (PartNotRead(f"{way}{part}", _SHOWN[kind]) for kind in kinds if kind in _SHOWN)
