"""What a package says about itself: properties, thumbnail, labels and signatures are emptied or taken out."""

import re

from docx.opc.constants import CONTENT_TYPE
from lxml import etree

from backend.ooxml.markup import names, parse, serialised
from backend.ooxml.package import Package
from backend.ooxml.relationships import content_types, reachable, relationships, relationships_part, without

_CORE = CONTENT_TYPE.OPC_CORE_PROPERTIES
_EXTENDED = CONTENT_TYPE.OFC_EXTENDED_PROPERTIES

_REMOVED = {
    "custom-properties": "custom properties removed",
    "thumbnail": "thumbnail removed",
    # Sensitivity labels name the tenant, and so the organisation ([MS-OFFCRYPTO] 2.6.4, siteId).
    "classificationlabels": "sensitivity labels removed",
    # A signature names its signer and does not hold any more once a word has changed.
    "origin": "digital signatures removed",
}
"""Relationships of the package, by the last segment of their type, whose targets leave the copy."""

_KEPT_CORE = names("dc:language")
_REVISION = names("cp:revision")
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")

_PLAIN = names(
    *(f"ep:{name}" for name in ("Application", "AppVersion", "DocSecurity", "ScaleCrop", "SharedDoc")),
    *(f"ep:{name}" for name in ("Pages", "Words", "Characters", "CharactersWithSpaces", "Lines", "Paragraphs")),
    *(f"ep:{name}" for name in ("LinksUpToDate", "HyperlinksChanged")),
)
"""Extended properties that tell nothing (ECMA-376 part 1, 22.2.2); all others go: company, manager, template, link
base, and copies of headings and link targets in TitlesOfParts, HeadingPairs and HLinks."""


def without_properties(package: Package) -> tuple[Package, list[tuple[str, str]]]:
    """Empty the core and extended properties and take out the custom ones, thumbnail, labels and signatures.

    Of the core properties the language stays and the revision becomes 1; the dates are removed, which Word accepts
    (every core property is optional, ISO/IEC 29500-2, 8.3). Also returns rows of a part and what was done to it.
    """
    package, rows = _without_removed(package)
    changed: dict[str, bytes] = {}
    for part, declared in content_types(package.parts).items():
        if declared == _CORE:
            changed[part] = _core_emptied(package.parts[part], part)
            rows.append((part, "core properties emptied"))
        elif declared == _EXTENDED and (content := _extended_emptied(package.parts[part], part)):
            changed[part] = content
            rows.append((part, "company, manager, template and titles removed"))
    return package.with_parts(changed), rows


def _without_removed(package: Package) -> tuple[Package, list[tuple[str, str]]]:
    parts = package.parts
    rows = [
        (each.part, _REMOVED[each.kind])
        for each in relationships(parts, "")
        if each.kind in _REMOVED and each.part is not None and each.part != package.main_part
    ]
    leaving = {name for part, _ in rows for name in reachable(parts, part)} - {package.main_part}
    leaving |= {relationships_part(name) for name in leaving}
    return package.with_parts(without(parts, leaving) if leaving else {}, removed=leaving), rows


def _core_emptied(content: bytes, part: str) -> bytes:
    root = parse(content, part)
    for element in list(root):
        if element.tag in _REVISION:
            element.text = "1"
        elif element.tag not in _KEPT_CORE or not _LANGUAGE_TAG.fullmatch(element.text or ""):
            root.remove(element)
    return serialised(root)


def _extended_emptied(content: bytes, part: str) -> bytes | None:
    root = parse(content, part)
    telling: list[etree._Element] = [element for element in root if element.tag not in _PLAIN]
    for element in telling:
        root.remove(element)
    return serialised(root) if telling else None
