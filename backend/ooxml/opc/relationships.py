"""Relationships and content types (OPC)."""

import posixpath
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from urllib.parse import unquote

from lxml import etree

from backend.errors import NotAWordDocument
from backend.ooxml.markup import names, parse, serialised

CONTENT_TYPES = "[Content_Types].xml"
Parts = Mapping[str, bytes]

_DEFAULT, _OVERRIDE = names("ct:Default"), names("ct:Override")
RELATIONSHIP = names("rel:Relationship")


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship from a part (or, with an empty `source`, the package) to a part or an external target.

    `kind` is the last segment of the relationship's type, which is the same in the transitional and the strict
    dialect: `officeDocument`, `header`, `hyperlink`. `id` is how the source refers to it. `part` is None when the
    target is external or missing.
    """

    source: str
    id: str
    kind: str
    target: str
    external: bool
    part: str | None


def relationships_part(source: str) -> str:
    """Name the part with the relationships of a part, or of the package if `source` is empty.

    >>> relationships_part("word/document.xml")
    'word/_rels/document.xml.rels'
    """
    folder, name = posixpath.split(source)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def relationships(parts: Parts, source: str) -> tuple[Relationship, ...]:
    """The relationships of a part in the order of its file; none when it has no such file."""
    holder = relationships_part(source)
    return relationships_in(parts, holder) if holder in parts else ()


def relationships_in(parts: Parts, holder: str) -> tuple[Relationship, ...]:
    """The relationships that this file contains, also where it is not the one that belongs to its source."""
    source, existing = source_of(holder), _by_lower_name(tuple(parts))
    return tuple(
        _relationship(element, source, existing) for element in parse(parts[holder], holder).iter(*RELATIONSHIP)
    )


def main_part(parts: Parts) -> str:
    """Find the part with the text, through the package's own relationships.

    Raises NotAWordDocument when there is none, or when it is the text of another program.
    """
    main = office_document(parts)
    declared = content_types(parts).get(main, "")
    if any(other in declared for other in ("spreadsheet", "presentation", "ms-excel", "ms-powerpoint")):
        raise NotAWordDocument("This is an Excel or PowerPoint file, not a Word document. Only .docx is supported.")
    return main


def office_document(parts: Parts) -> str:
    """Find the main part of a package of Word, Excel or PowerPoint.

    Raises NotAWordDocument when there is none.
    """
    if CONTENT_TYPES not in parts:
        raise NotAWordDocument(
            f"A zip without {CONTENT_TYPES} is not a Word document. Save the document from Word as .docx."
        )
    for each in relationships(parts, ""):
        if each.kind == "officeDocument" and each.part is not None:
            return each.part
    raise NotAWordDocument("The package contains no main document part. Save the document from Word as .docx.")


def content_types(parts: Parts) -> dict[str, str]:
    """The declared content type of every part that has one, in lower case.

    The content types and the relationships themselves have none: they are what they are by their names.
    """
    defaults: dict[str, str] = {}
    overrides: dict[str, str] = {}
    for element in parse(parts[CONTENT_TYPES], CONTENT_TYPES):
        declared = element.get("ContentType", "").lower()
        if element.tag in _DEFAULT:
            defaults[element.get("Extension", "").lower()] = declared
        elif element.tag in _OVERRIDE:
            overrides[element.get("PartName", "").lstrip("/").lower()] = declared
    found = ((name, overrides.get(name.lower()) or defaults.get(_extension(name))) for name in _items(parts))
    return {name: declared for name, declared in found if declared}


def xml_parts(parts: Parts) -> Iterator[str]:
    """The XML parts, relationships included, in the order of the package."""
    declared = content_types(parts)
    for name in parts:
        if _extension(name) in ("xml", "rels", "vml") or declared.get(name, "").endswith("xml"):
            yield name


def reachable(parts: Parts, source: str) -> set[str]:
    """A part and all that its relationships lead to."""
    found: set[str] = set()
    waiting = [source]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [each.part for each in relationships(parts, name) if each.part is not None]
    return found


def without_parts(parts: Parts, removed: Collection[str]) -> dict[str, bytes]:
    """Remove parts from a package with all relationships to them and their declared types.

    Returns only the parts that changed: those with these relationships and types.
    """
    lost = {name.lower() for name in removed}

    def declares(element: etree._Element) -> bool:
        return element.tag in _OVERRIDE and element.get("PartName", "").lstrip("/").lower() in lost

    def points(element: etree._Element, source: str) -> bool:
        return _resolved(element, source).lower() in lost

    changed = {CONTENT_TYPES: _without_elements(parts, CONTENT_TYPES, declares)}
    for holder in parts:
        if holder.endswith(".rels") and holder not in removed:
            changed[holder] = _without_elements(parts, holder, partial(points, source=source_of(holder)))
    return {name: content for name, content in changed.items() if content != parts[name]}


def source_of(holder: str) -> str:
    """Name the part whose relationships a part contains.

    >>> source_of("word/_rels/document.xml.rels")
    'word/document.xml'
    """
    folder, name = posixpath.split(holder)
    return posixpath.join(posixpath.dirname(folder), name.removesuffix(".rels"))


def _without_elements(parts: Parts, holder: str, condemned: Callable[[etree._Element], bool]) -> bytes:
    root = parse(parts[holder], holder)
    leaving = [element for element in root if condemned(element)]
    for element in leaving:
        root.remove(element)
    return serialised(root) if leaving else parts[holder]


def _relationship(element: etree._Element, source: str, existing: Mapping[str, str]) -> Relationship:
    external = element.get("TargetMode") == "External"
    target = element.get("Target", "")
    resolved = _resolved(element, source).lower()
    return Relationship(
        source=source,
        id=element.get("Id", ""),
        kind=element.get("Type", "").rsplit("/", 1)[-1],
        target=target,
        external=external,
        part=existing.get(resolved) or existing.get(unquote(resolved).lower()),
    )


@lru_cache(maxsize=1)
def _by_lower_name(parts: tuple[str, ...]) -> Mapping[str, str]:
    """The targets by name without regard to case, as names are equal (ISO/IEC 29500-2, 6.2.2.3)."""
    return {part.lower(): part for part in _items(parts)}


def _items(names: Iterable[str]) -> Iterator[str]:
    """The names without content types and relationships, to which nothing may point (ISO/IEC 29500-2, 6.5.2).

    Otherwise a relationship or a declared type could have them removed as a comment or a picture.
    """
    return (name for name in names if name != CONTENT_TYPES and not name.endswith(".rels"))


def _resolved(element: etree._Element, source: str) -> str:
    """The name of the part that an internal target means, whether or not it exists."""
    target = element.get("Target", "").split("#")[0]
    if element.get("TargetMode") == "External" or not target:
        return ""
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(source), target)).lstrip("/")


def _extension(name: str) -> str:
    # Not splitext, for which "_rels/.rels" has no extension.
    return posixpath.basename(name).rpartition(".")[2].lower()
