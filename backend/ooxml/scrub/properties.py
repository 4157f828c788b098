"""Empty or remove properties, thumbnail, sensitivity labels and signatures."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from docx.opc.constants import CONTENT_TYPE
from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.errors import DocumentError
from backend.ooxml.human_text import HumanText, Slot
from backend.ooxml.markup import names, parse, serialised
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.relationships import (
    content_types,
    reachable,
    relationships,
    relationships_part,
    without_parts,
)

_REMOVED = {
    "custom-properties": "custom properties",
    "customProperties": "custom properties",  # strict
    "thumbnail": "thumbnail",
    # Sensitivity labels name the tenant, and so the organisation ([MS-OFFCRYPTO] 2.6.4, siteId).
    "classificationlabels": "sensitivity label",
    # A signature names its signer and does not hold any more once a word has changed.
    "origin": "digital signature",
}
"""Relationships of the package, by the last segment of their type, whose targets leave the copy."""

_CUSTOM = frozenset(kind for kind, what in _REMOVED.items() if what == "custom properties")

_KEPT_CORE = names("dc:language")
_REVISION = names("cp:revision")
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")

_PLAIN = names(
    *(f"ep:{name}" for name in ("Application", "AppVersion", "DocSecurity", "ScaleCrop", "SharedDoc")),
    *(f"ep:{name}" for name in ("LinksUpToDate", "HyperlinksChanged")),
)
"""Extended properties that tell nothing (ECMA-376 part 1, 22.2.2); all others go: company, manager, template, link
base, and copies of headings and link targets in TitlesOfParts, HeadingPairs and HLinks. So do the counts of words,
characters, lines and pages, which Word took of the original: they tell how long the redacted words were."""


def without_properties(package: Package) -> tuple[Package, tuple[CoverageEntry, ...]]:
    """Empty the core and extended properties, and remove custom ones, thumbnail, labels and signatures.

    Of the core properties the language is kept and the revision becomes 1. The dates are removed, which Word
    accepts (every core property is optional, ISO/IEC 29500-2, 8.3).
    """
    package, rows = _without_leaving(package)
    changed: dict[str, bytes] = {}
    for part, (kind, emptied) in _property_parts(package).items():
        content, count = emptied(package.parts[part], part)
        rows.append(CoverageEntry(part, kind, Treatment.REMOVED, count))
        if count:
            changed[part] = content
    return package.with_parts(changed), tuple(rows)


def property_texts(package: Package) -> Iterator[HumanText]:
    """Yield the core and extended properties of a package, each as one text."""
    for part, (kind, _) in _property_parts(package).items():
        with suppress(DocumentError):
            for element in parse(package.parts[part], part).iterchildren(etree.Element):
                if element.text and element.text.strip():
                    yield HumanText(kind, (Slot(element),))


def removed_texts(package: Package) -> Iterator[str]:
    """Yield the texts of all properties of a package, custom ones included."""
    custom = (each.part for each in relationships(package.parts, "") if each.kind in _CUSTOM)
    for part in (*_property_parts(package), *custom):
        if part is not None and part in package.parts:
            with suppress(DocumentError):
                yield from filter(str.strip, map(str, parse(package.parts[part], part).itertext()))


_Emptied = Callable[[bytes, str], tuple[bytes, int]]


def _property_parts(package: Package) -> Mapping[str, tuple[str, _Emptied]]:
    """Return the parts that are properties by their content type or by the relationship to them."""
    found: dict[str, tuple[str, _Emptied]] = {}
    for each in relationships(package.parts, ""):
        if each.part not in (None, package.main_part) and each.kind in _EMPTIED:
            found[each.part] = _EMPTIED[each.kind]
    for part, declared in content_types(package.parts).items():
        if declared in _DECLARED:
            found[part] = _EMPTIED[_DECLARED[declared]]
    return found


def _without_leaving(package: Package) -> tuple[Package, list[CoverageEntry]]:
    parts = package.parts
    rows = [
        CoverageEntry(each.part, _REMOVED[each.kind], Treatment.REMOVED, 1)
        for each in relationships(parts, "")
        if each.kind in _REMOVED and each.part is not None and each.part != package.main_part
    ]
    leaving = {name for row in rows for name in reachable(parts, row.part)} - {package.main_part}
    leaving |= {relationships_part(name) for name in leaving}
    return package.with_parts(without_parts(parts, leaving) if leaving else {}, removed=leaving), rows


def _core_emptied(content: bytes, part: str) -> tuple[bytes, int]:
    root = parse(content, part)
    count = 0
    for element in list(root):
        if element.tag in _REVISION:
            count += element.text != "1"
            element.text = "1"
        elif element.tag not in _KEPT_CORE or not _LANGUAGE_TAG.fullmatch(element.text or ""):
            root.remove(element)
            count += 1
    return serialised(root), count


def _extended_emptied(content: bytes, part: str) -> tuple[bytes, int]:
    root = parse(content, part)
    telling: list[etree._Element] = [element for element in root if element.tag not in _PLAIN]
    for element in telling:
        root.remove(element)
    return serialised(root), len(telling)


_EMPTIED: Mapping[str, tuple[str, _Emptied]] = {
    "core-properties": ("core properties", _core_emptied),
    "extended-properties": ("extended properties", _extended_emptied),
    "extendedProperties": ("extended properties", _extended_emptied),  # strict
}
"""By the last segment of the relationship's type, what the part is and how it is emptied."""

_DECLARED = {
    CONTENT_TYPE.OPC_CORE_PROPERTIES: "core-properties",
    CONTENT_TYPE.OFC_EXTENDED_PROPERTIES: "extended-properties",
}
