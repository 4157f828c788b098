"""Redact external targets that contain a redacted string."""

from collections.abc import Iterator, Set
from urllib.parse import unquote

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.distinct_names import new_names
from backend.ooxml.markup import dialects, names, parse, serialised
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import RELATIONSHIP, relationships_in, source_of
from backend.ooxml.scrub.encodings import other_spellings
from backend.ooxml.scrub.schema_words import is_office_namespace
from backend.ooxml.scrub.short_paths import SHORT_NAME
from backend.ooxml.string_search import StringSearch

NOWHERE = "https://redacted.example/"
"""A valid URI that no one can own (RFC 2606, 3)."""

_NOBODY = "mailto:redacted@redacted.example"
_INSIDE = "#redacted"
_NO_TYPE = "https://redacted.example/relationship"
_REFERENCES = tuple(name.removesuffix("id") for name in dialects("r:id"))
_OLD_REFERENCES = names("o:relid")
_NO_FILE = "file:///redacted"
"""For what Word would fetch when it opens the document: templates, linked pictures, sub-documents."""
LEADING_NOWHERE = frozenset({NOWHERE, _NOBODY, _INSIDE, _NO_FILE})
"""All that a redaction writes for targets."""


def replace_targets(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Replace the external targets that contain a redacted string in any spelling."""
    package = parts.package
    changed: dict[str, bytes] = {}
    for part in _holders(package):
        root = parse(package.parts[part], part)
        arrows = zip(root.iter(*RELATIONSHIP), relationships_in(package.parts, part), strict=True)
        loose = [element for element, arrow in arrows if arrow.external or arrow.part is None]
        hits = _hits([each.get("Target", "") for each in loose], parts.search)
        for i in hits:
            loose[i].set("Target", _safe(loose[i]))
        if hits:
            changed[part] = serialised(root)
        if loose:
            yield CoverageEntry(part, "link target", Treatment.REDACTED, len(hits))
    if changed:
        parts.go_on_with(package.with_parts(changed))


def _hits(targets: list[str], search: StringSearch) -> Set[int]:
    spelled = [(i, other) for i, target in enumerate(targets) for other in other_spellings(target)]
    encoded = search.without_words.find_all([other for _, other in spelled])
    plain = search.find_all(targets).keys() | search.find_all([unquote(target) for target in targets]).keys()
    short = {i for i, target in enumerate(targets) if search.strings.strings and SHORT_NAME.search(unquote(target))}
    return plain | {spelled[i][0] for i in encoded} | short


def _safe(relationship: etree._Element) -> str:
    if relationship.get("TargetMode") != "External":
        return _INSIDE
    if not relationship.get("Type", "").endswith("/hyperlink"):
        return _NO_FILE
    return _NOBODY if relationship.get("Target", "").lower().startswith("mailto:") else NOWHERE


def rename_relationships(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Rename ids of relationships that contain a redacted string, and types that are not Office's."""
    package, search = parts.package, parts.search.without_words
    roots = dict(parts.roots())
    changed: dict[str, bytes] = {}
    for part in _holders(package):
        root = parse(package.parts[part], part)
        elements = list(root.iter(*RELATIONSHIP))
        new_ids = _new_ids([each.get("Id", "") for each in elements], search)
        # Office's own types say which part is what; without them nobody finds the text.
        own = [each for each in elements if not is_office_namespace(each.get("Type", ""))]
        types = search.find_all([each.get("Type", "") for each in own])
        for i in types:
            own[i].set("Type", _NO_TYPE)
        for element in elements:
            element.set("Id", new_ids.get(element.get("Id", ""), element.get("Id", "")))
        source = source_of(part)
        if new_ids and source in roots and _follow(roots[source], new_ids):
            parts.changed(source)
        if new_ids or types:
            changed[part] = serialised(root)
            yield CoverageEntry(part, "relationship", Treatment.REDACTED, len(new_ids) + len(types))
    if changed:
        parts.go_on_with(parts.package.with_parts(changed))


def _new_ids(ids: list[str], search: StringSearch) -> dict[str, str]:
    fresh = new_names(search, {each.lower() for each in ids})
    return {ids[i]: next(fresh) for i in sorted(search.find_all(ids))}


def _follow(root: etree._Element, new_ids: dict[str, str]) -> bool:
    followed = False
    for element in root.iter(etree.Element):
        for attribute, value in element.items():
            if value in new_ids and (attribute in _OLD_REFERENCES or str(attribute).startswith(_REFERENCES)):
                element.set(attribute, new_ids[value])
                followed = True
    return followed


def _holders(package: Package) -> list[str]:
    return [part for part in package.parts if part.endswith(".rels")]
