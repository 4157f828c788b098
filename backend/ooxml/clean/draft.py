"""A package during cleaning: each part parsed once, and a record of what was done."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import cast

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.errors import NotAWordDocument
from backend.ooxml.markup import NAMESPACES, parse, serialised
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import custom_data
from backend.ooxml.opc.relationships import (
    CONTENT_TYPES,
    RELATIONSHIP,
    Relationship,
    content_types,
    reachable,
    relationships,
    relationships_part,
    source_of,
    without_parts,
    xml_parts,
)

_WORD = frozenset(NAMESPACES["w"])
_REFERENCES = etree.XPath(
    f"//@*[{' or '.join(f'namespace-uri()={uri!r}' for uri in NAMESPACES['r'])} or local-name()='relid']"
)
UNUSED = "unused part"


class PackageDraft:
    """The parts of one package during cleaning.

    `roots` are the parts with Word's vocabulary; whoever changes a part calls `did` or `changed`. `finished` also
    removes what no relationship refers to after the changes (pictures, headers, link targets).
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self.roots = _word_roots(package)
        self._others: dict[str, etree._Element] = {}
        self._references = {part: _references(root) for part, root in self.roots.items()}
        self._changed: set[str] = set()
        self._removed: dict[str, str] = {}
        self._done: Counter[tuple[str, str, Treatment]] = Counter()

    @property
    def package(self) -> Package:
        """The package as it was."""
        return self._package

    def did(self, part: str, kind: str, count: int = 1, treatment: Treatment = Treatment.REMOVED) -> None:
        """Record that so many places of a kind were changed in a part."""
        if count:
            self._done[part, kind, treatment] += count
            self.changed(part)

    def changed(self, part: str) -> None:
        """Record that the root of a part differs from its bytes."""
        self._changed.add(part)

    def root_of(self, part: str) -> etree._Element | None:
        """Return the root of an XML part; None if the part is not XML, or is to be removed."""
        if part in self._removed:
            return None
        if part in self.roots:
            return self.roots[part]
        if part not in self._others:
            try:
                self._others[part] = parse(self._package.parts[part], part)
            except NotAWordDocument:
                return None
        return self._others[part]

    def parts_of(self, kinds: Collection[str]) -> list[str]:
        """The parts that relationships of these kinds lead to, or that declare such a kind, and that do not go.

        The main part is none of them, whatever the file says of it.
        """
        ends = tuple(f".{kind.lower()}+xml" for kind in kinds)
        found = [each.part for each in self._arrows() if each.kind in kinds and each.part]
        found += [part for part, kind in content_types(self._package.parts).items() if kind.endswith(ends)]
        gone = {*self._removed, self._package.main_part}
        return [part for part in dict.fromkeys(found) if part not in gone]

    def remove_part(self, part: str, kind: str, count: int = 1) -> None:
        """Remove a part and every relationship to it."""
        self._removed[part] = kind
        self.roots.pop(part, None)
        self._done[part, kind, Treatment.REMOVED] += count

    def finished(self) -> tuple[Package, list[CoverageEntry]]:
        """The cleaned package, and a row for each part and kind."""
        changed = {part: root for part in self._changed if (root := self.root_of(part)) is not None}
        package = self._package.with_parts({part: serialised(root) for part, root in sorted(changed.items())})
        package = self._without_lost_arrows(package, changed)
        package = _without_parts(package, self._removed)
        unused = reachable(self._package.parts, "") - reachable(package.parts, "") - self._removed.keys()
        package = _without_parts(package, unused)
        done = self._done + Counter((part, UNUSED, Treatment.REMOVED) for part in unused)
        rows = (CoverageEntry(part, kind, treatment, count) for (part, kind, treatment), count in done.items())
        return package, sorted(rows)

    def _arrows(self) -> Iterable[Relationship]:
        for holder in self._package.parts:
            if holder.endswith(".rels"):
                yield from relationships(self._package.parts, source_of(holder))

    def _without_lost_arrows(self, package: Package, changed: Collection[str]) -> Package:
        """Take out the relationships that what has gone was the last to refer to: link targets above all."""
        holders: dict[str, bytes] = {}
        for part in changed:
            holder = relationships_part(part)
            if part in self._references and holder in package.parts:
                lost = self._references[part] - _references(self.roots[part])
                if lost:
                    holders[holder] = _without_arrows(package.parts[holder], holder, lost)
        return package.with_parts(holders)


def _word_roots(package: Package) -> dict[str, etree._Element]:
    custom = custom_data(package)
    roots: dict[str, etree._Element] = {}
    for part in xml_parts(package.parts):
        if part.endswith(".rels") or part == CONTENT_TYPES or part in custom:
            continue
        try:
            root = parse(package.parts[part], part)
        except NotAWordDocument:
            continue  # it stays as it is; the reader says so where it matters
        if etree.QName(root).namespace in _WORD:
            roots[part] = root
    return roots


def _references(root: etree._Element) -> set[str]:
    return {str(each) for each in cast("list[str]", _REFERENCES(root))}


def _without_arrows(content: bytes, holder: str, lost: Collection[str]) -> bytes:
    root = parse(content, holder)
    for arrow in list(root.iter(*RELATIONSHIP)):
        parent = arrow.getparent()  # not always the root, in files that somebody has made
        if arrow.get("Id") in lost and parent is not None:
            parent.remove(arrow)
    return serialised(root)


def _without_parts(package: Package, parts: Collection[str]) -> Package:
    leaving = {part for part in parts if part in package.parts}
    leaving |= {holder for part in leaving if (holder := relationships_part(part)) in package.parts}
    if not leaving:
        return package
    return package.with_parts(without_parts(package.parts, leaving), removed=leaving)
