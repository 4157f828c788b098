"""Remove macros, printer settings and leftover parts."""

from collections.abc import Iterator

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.markup import NAMESPACES, parse, serialised
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import (
    Relationship,
    reachable,
    relationships,
    relationships_part,
    source_of,
    without_parts,
)

MACRO = "macro"
PRINTER_SETTINGS = "printer settings"
TRASH = "trash item"

_TRASH = "[trash]/"
"""The folder of what Office leaves in the zip to write over later; no such item is a part."""

_REMOVED = {
    # [MS-DOCX] 2.7 and [MS-OFFMACRO2] 2.2.1: by the last segment of the relationship's type. A .docx may hold none,
    # and nobody reads what their code says. Toolbars and keys only call them.
    "vbaProject": MACRO,
    "wordVbaData": MACRO,
    "attachedToolbars": MACRO,
    "keyMapCustomizations": MACRO,
    # ECMA-376 part 1, 15.2.15: a structure of Windows that names the printer, and so often the house.
    "printerSettings": PRINTER_SETTINGS,
}
_ELEMENT = "printerSettings"


def remove_macros(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Remove macros and printer settings, all parts that only they use, and every reference to them."""
    yield from _trash_removed(parts)
    package = parts.package
    arrows = [
        each for each in _arrows(package) if each.kind in _REMOVED and each.part not in (None, package.main_part)
    ]
    if not arrows:
        return
    leaving: dict[str, str] = {}
    for arrow in arrows:
        for name in reachable(package.parts, arrow.part or "") - {package.main_part}:
            leaving.setdefault(name, _REMOVED[arrow.kind])
    removed = leaving.keys() | {relationships_part(name) for name in leaving}
    changed = without_parts(package.parts, removed)
    for source in {arrow.source for arrow in arrows} & package.parts.keys() - leaving.keys():
        ids = {arrow.id for arrow in arrows if arrow.source == source}
        changed[source] = _without_references(package.parts[source], source, ids)
    parts.go_on_with(package.with_parts(changed, removed=removed))
    yield from (CoverageEntry(part, kind, Treatment.REMOVED, 1) for part, kind in leaving.items())


def _trash_removed(parts: OpenParts) -> Iterator[CoverageEntry]:
    trash = [name for name in parts.package.parts if name.lower().startswith(_TRASH)]
    if trash:
        parts.go_on_with(parts.package.with_parts({}, removed=trash))
    yield from (CoverageEntry(name, TRASH, Treatment.REMOVED, 1) for name in trash)


def _arrows(package: Package) -> Iterator[Relationship]:
    for holder in package.parts:
        if holder.endswith(".rels"):
            yield from relationships(package.parts, source_of(holder))


def _without_references(content: bytes, part: str, ids: set[str]) -> bytes:
    """Return a part without the elements and attributes that refer to removed parts."""
    root = parse(content, part)
    changed = False
    for element in list(root.iter(etree.Element)):
        for name in [f"{{{uri}}}id" for uri in NAMESPACES["r"]]:
            if element.get(name) not in ids:
                continue
            parent = element.getparent()
            if etree.QName(element).localname == _ELEMENT and parent is not None:
                parent.remove(element)
            else:
                del element.attrib[name]
            changed = True
    return serialised(root) if changed else content
