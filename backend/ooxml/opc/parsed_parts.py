"""A package during scrubbing: each part parsed once, and written once if it changed."""

from collections.abc import Iterator, Set
from contextlib import suppress
from functools import cached_property

from lxml import etree

from backend.errors import NotAWordDocument, UnsafeDocument
from backend.ooxml.bounds import looks_like_xml
from backend.ooxml.markup import parse, serialised
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.relationships import CONTENT_TYPES, relationships, source_of, xml_parts
from backend.ooxml.opc.story_parts import story_parts
from backend.ooxml.string_search import StringSearch


class OpenParts:
    """The parts of a package during changes; `search` contains the strings to remove."""

    def __init__(self, package: Package, search: StringSearch) -> None:
        self.search = search
        self._package = package
        self._roots: dict[str, etree._Element] | None = None
        self._changed: set[str] = set()

    def roots(self) -> Iterator[tuple[str, etree._Element]]:
        """The XML parts with their roots; call `changed` after changing one."""
        if self._roots is None:
            self._roots = xml_roots(self._package)
        yield from self._roots.items()

    def changed(self, part: str) -> None:
        """Record that the root of a part differs from its bytes."""
        self._changed.add(part)

    @property
    def touched(self) -> Set[str]:
        """The parts with changes that are not serialised yet."""
        return self._changed

    @property
    def package(self) -> Package:
        """The package as it is now."""
        if self._changed and self._roots is not None:
            self._package = self._package.with_parts(
                {part: serialised(self._roots[part]) for part in sorted(self._changed)}
            )
            self._changed.clear()
        return self._package

    def go_on_with(self, package: Package) -> None:
        """Continue with another package instead of the one that `package` returned."""
        if package is not self._package:
            self._package, self._roots = package, None

    @cached_property
    def stories(self) -> Set[str]:
        """The parts whose paragraphs are stories, which the writer has redacted."""
        return story_parts(self._package).keys()

    @cached_property
    def custom(self) -> Set[str]:
        """The parts of custom XML."""
        return custom_data(self._package)


def xml_roots(package: Package) -> dict[str, etree._Element]:
    """Every part of XML but the package's own plumbing, also where its name and type do not say that it is XML.

    A part that is no XML in spite of its name is left out. Raises UnsafeDocument as `parse` does.
    """
    roots: dict[str, etree._Element] = {}
    declared = set(xml_parts(package.parts))
    for part, content in package.parts.items():
        if part.endswith(".rels") or part == CONTENT_TYPES:
            continue
        if part in declared:
            with suppress(NotAWordDocument):
                roots[part] = parse(content, part)
        elif looks_like_xml(content):
            with suppress(NotAWordDocument, UnsafeDocument):
                roots[part] = parse(content, part)
    return roots


def custom_data(package: Package) -> set[str]:
    """The parts of custom XML, to which content controls may be bound."""
    sources = [source_of(holder) for holder in package.parts if holder.endswith(".rels")]
    arrows = (each for source in sources for each in relationships(package.parts, source))
    return {each.part for each in arrows if each.kind == "customXml" and each.part is not None}
