"""Limits of a file in one table, checked in a stream before any tree is built.

Some walks over XML take longer than what they walk over, above all lxml's reading of many attributes. So how much
there may be is checked first, by the same parser, in a stream that keeps nothing and takes time in proportion to
the bytes.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from lxml import etree

from backend.errors import DocumentTooLarge

MIB = 1024 * 1024

BEFORE_XML = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
"""What may stand before the first tag: marks of the encoding, and white space."""

_CHILDREN_OF = {"p": "runs", "Relationships": "relationships", "Types": "relationships"}
"""The bounds of children of these elements; of others it is that of all."""


class _Row(NamedTuple):
    what: str
    seen: int
    why: str


def _bound(most: int, what: str, seen: int, why: str) -> int:
    bound: int = field(default=most, metadata={"row": _Row(what, seen, why)})
    return bound


@dataclass(frozen=True, slots=True)
class Bound:
    """A row of the table: what is bounded, by how much, the largest number in 212 real files, and why."""

    name: str
    what: str
    most: int
    seen: int
    why: str


@dataclass(frozen=True, slots=True)
class PackageLimits:
    """How much a file may hold, all Word and Excel files in it included; `table` says why.

    Sizes are bytes. `depth` is how many packages may lie in one another, the outermost counted. `ratio` is what the
    whole package may unpack to, as a multiple of its zipped size; up to `unsuspicious` any ratio will do, since
    long tables of like cells shrink a hundredfold. In the same way a package may hold two elements or attributes
    for each zipped byte, and `elements` in any case.
    """

    packed: int = _bound(256 * MIB, "bytes", 358_387, "all of it is held in memory")
    parts: int = _bound(4_000, "parts in the file", 291, "each is opened and listed")
    depth: int = _bound(4, "packages in one another", 2, "each is read whole, and written again")
    unpacked: int = _bound(512 * MIB, "bytes unpacked", 4_438_752, "all of it is held in memory")
    ratio: int = _bound(200, "bytes unpacked for each byte", 70, "a small file must not fill the memory")
    unsuspicious: int = _bound(64 * MIB, "bytes unpacked in any case", 4_438_752, "tables of like cells shrink")
    elements: int = _bound(2_000_000, "elements and attributes", 154_021, "each takes memory while it is read")
    nesting: int = _bound(1_000, "elements in one another", 43, "elements look for those around them")
    attributes: int = _bound(
        128, "attributes and namespaces on one element", 36, "lxml looks for each value from the first one on"
    )
    children: int = _bound(500_000, "elements in one element", 2_903, "some are found by their place")
    runs: int = _bound(50_000, "elements in one paragraph", 547, "a paragraph is read and written as one")
    relationships: int = _bound(20_000, "relationships or content types", 320, "each is looked up")
    names: int = _bound(5_000, "different names", 365, "each is looked up in tables")
    namespaces: int = _bound(500, "namespaces or prefixes", 39, "names are looked for in each of them")
    name_length: int = _bound(1_000, "letters in one name", 75, "names are compared and joined")
    unseen: int = _bound(10_000, "comments and instructions", 9, "each is searched by itself")

    def allowance(self, packed: int) -> int:
        """The bytes that a package of this zipped size may unpack to."""
        return min(self.unpacked, max(self.unsuspicious, self.ratio * packed))

    def elements_for(self, packed: int) -> int:
        """Return how many elements and attributes a package of this zipped size may hold."""
        return max(self.elements, 2 * packed)

    def table(self) -> Iterator[Bound]:
        """Every bound with its reason."""
        for each in fields(self):
            row: _Row = each.metadata["row"]
            yield Bound(each.name, row.what, getattr(self, each.name), row.seen, row.why)


DEFAULT_LIMITS = PackageLimits()


def looks_like_xml(content: bytes) -> bool:
    """Tell whether a part begins as XML, in any encoding. No other part is ever parsed."""
    return content.lstrip(BEFORE_XML).startswith(b"<")


def count_elements(content: bytes, part: str, limits: PackageLimits, most: int) -> int:
    """Check a part of XML against the limits; count its elements and attributes, of which there may be `most`.

    What is no XML is checked as far as it is; `parse` stops at the same place, and refuses it.

    Raises DocumentTooLarge.
    """
    counting = _Counting(part, limits, most)
    target: Any = counting  # lxml's stubs ask for a reader of texts too, which would cost time
    parser = etree.XMLParser(target=target, resolve_entities=False, load_dtd=False, no_network=True, huge_tree=True)
    with suppress(etree.XMLSyntaxError, ValueError, _DocumentType):
        etree.fromstring(content, parser)
    return counting.elements


class _DocumentType(Exception):
    """A document type, behind which nothing is read: entities in it could grow without end."""


class _Counting:
    """A target of lxml's parser that keeps counts alone.

    `start` and `end` are called for each element and so take no longer than they must: they are made in `__init__`,
    and look into what is unusual only where there is much of it.
    """

    def __init__(self, part: str, limits: PackageLimits, most: int) -> None:
        self._part, self._limits = part, limits
        self._unseen = 0
        self._namespaces: set[str] = set()
        self._prefixes: set[str] = set()
        self.elements = self._declared = 0
        depth, names = 0, set[str]()
        many = min(limits.children, limits.runs, limits.relationships)
        attributes_most, nesting, has_all = limits.attributes, limits.nesting, names.issuperset
        children, enclosing = [0] * (nesting + 2), [""] * (nesting + 2)

        def start(tag: str, attributes: Mapping[str, str]) -> None:
            nonlocal depth
            self.elements += 1 + len(attributes)
            if self.elements > most:
                raise self._excess("elements", most)
            here = children[depth] = children[depth] + 1
            if here > many:
                self._check_children(enclosing[depth], here)
            depth += 1
            children[depth], enclosing[depth] = 0, tag
            if depth > nesting:
                raise self._excess("nesting")
            if self._declared + len(attributes) > attributes_most:
                raise self._excess("attributes")
            self._declared = 0
            if tag not in names or not has_all(attributes):
                self._check_names(names, {tag, *attributes})

        def end(_tag: str) -> None:
            nonlocal depth
            depth -= 1

        self.start, self.end = start, end

    def start_ns(self, prefix: str | None, uri: str | None) -> None:
        """Called before the element that declares the namespace."""
        self._declared += 1
        self._namespaces.add(uri or "")
        self._prefixes.add(prefix or "")
        if self._declared > self._limits.attributes:
            raise self._excess("attributes")
        if max(len(self._namespaces), len(self._prefixes)) > self._limits.namespaces:
            raise self._excess("namespaces")
        if max(len(uri or ""), len(prefix or "")) > self._limits.name_length:
            raise self._excess("name_length")

    def comment(self, _text: str) -> None:
        self._unseen += 1
        if self._unseen > self._limits.unseen:
            raise self._excess("unseen")

    def pi(self, _target: str, _text: str | None = None) -> None:
        self.comment("")

    def doctype(self, *_: object) -> None:
        raise _DocumentType

    def close(self) -> None:
        """Nothing is left to do."""

    def _check_children(self, parent: str, many: int) -> None:
        bound = _CHILDREN_OF.get(parent.rpartition("}")[2], "children")
        if many > getattr(self._limits, bound):
            raise self._excess(bound)

    def _check_names(self, known: set[str], names: set[str]) -> None:
        known |= names
        if any(len(name.rpartition("}")[2]) > self._limits.name_length for name in names):
            raise self._excess("name_length")
        if len(known) > self._limits.names:
            raise self._excess("names")

    def _excess(self, name: str, most: int | None = None) -> DocumentTooLarge:
        bound = next(each for each in self._limits.table() if each.name == name)
        return DocumentTooLarge(
            f"{self._part} has more than {most or bound.most:,} {bound.what}, which no document needs, so the "
            "file is not opened. Open it in Word, save it again, and split it if it is very long."
        )
