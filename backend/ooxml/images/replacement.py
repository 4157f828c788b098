"""Replace pictures by grey boxes, and point every relationship to the box."""

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, count

from lxml import etree

from backend.ooxml.images.grey_box import grey_box
from backend.ooxml.images.sizes import pixel_size
from backend.ooxml.markup import names, parse, serialised
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.relationships import (
    CONTENT_TYPES,
    RELATIONSHIP,
    relationships,
    relationships_part,
    source_of,
    without_parts,
    xml_parts,
)

_PNG = "png", "image/png"
_OWN_NAME = re.compile(r"image\d+")
"""How Word names a picture; any other name is somebody's, and goes."""

# [MS-ODRAWXML] 2.3.1.9 and the extension of 2016: the picture before its effects, and the drawing it was made from.
_REFINING = (
    "{http://schemas.microsoft.com/office/drawing/2010/main}imgProps",
    "{http://schemas.microsoft.com/office/drawing/2016/SVG/main}svgBlip",
)
_EXTENSION = names("a:ext")


def replace_by_grey_boxes(package: Package, pictures: Collection[str]) -> Package:
    """Replace each picture by a grey box of the same size, and remove parts that no other part uses any more."""
    if not pictures:
        return package
    package = package.with_parts(dict(_without_refinements(package)))
    unshown = set(pictures) - set(_shown(package))
    if unshown:
        removed = unshown | {relationships_part(name) for name in unshown}
        package = package.with_parts(without_parts(package.parts, removed), removed=removed)
    new_names = dict(_new_names(package, [name for name in pictures if name not in unshown]))
    boxes = {new: grey_box(pixel_size(package.parts[old])) for old, new in new_names.items()}
    changed = {**dict(_arrows_led(package, new_names)), CONTENT_TYPES: _types(package, new_names)}
    return package.with_parts({**changed, **boxes}, removed=set(new_names) - set(boxes))


def _without_refinements(package: Package) -> Iterator[tuple[str, bytes]]:
    """Remove the additional data with which parts refine a picture."""
    for part in xml_parts(package.parts):
        if b"imgProps" in package.parts[part] or b"svgBlip" in package.parts[part]:
            root = parse(package.parts[part], part)
            for refinement in list(root.iter(*_REFINING)):
                extension = next(refinement.iterancestors(*_EXTENSION), refinement)
                parent = extension.getparent()
                if parent is not None:
                    parent.remove(extension)
            yield part, serialised(root)


def _shown(package: Package) -> Iterator[str]:
    """Return the parts that a relationship leads to whose id occurs in its source part."""
    for holder in package.parts:
        source = source_of(holder) if holder.endswith(".rels") else ""
        if source in package.parts:
            used = _values(package, source)
            for arrow in relationships(package.parts, source):
                if arrow.part is not None and (used is None or arrow.id in used):
                    yield arrow.part


def _values(package: Package, source: str) -> set[str] | None:
    """Return all attribute values of a part; None if it is not XML."""
    if source not in xml_parts(package.parts):
        return None
    root = parse(package.parts[source], source)
    return {str(value) for element in root.iter(etree.Element) for value in element.attrib.values()}


def _new_names(package: Package, pictures: Collection[str]) -> Iterator[tuple[str, str]]:
    """Return a name for each box, in the folder of its picture."""
    taken = {name.lower() for name in package.parts.keys() - set(pictures)}
    numbers = count(1)
    for picture in pictures:
        folder, file = posixpath.split(picture)
        stem = posixpath.splitext(file)[0]
        stems = chain([stem] if _OWN_NAME.fullmatch(stem) else [], (f"image{i}" for i in numbers))
        paths = (posixpath.join(folder, f"{each}.{_PNG[0]}") for each in stems)
        new = next(path for path in paths if path.lower() not in taken)
        taken.add(new.lower())
        yield picture, new


def _arrows_led(package: Package, new_names: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Return the parts with relationships, each relationship to a picture changed to its box."""
    for holder in package.parts:
        if holder.endswith(".rels"):
            source = source_of(holder)
            arrows = relationships(package.parts, source)
            led = {
                each.id: new_names[each.part] for each in arrows if each.part is not None and each.part in new_names
            }
            if led:
                yield holder, _led(package.parts[holder], holder, led, posixpath.dirname(source))


def _led(content: bytes, holder: str, led: Mapping[str, str], folder: str) -> bytes:
    root = parse(content, holder)
    for element in root.iter(*RELATIONSHIP):
        new = led.get(element.get("Id", ""))
        if new is not None:
            element.set("Target", posixpath.relpath(new, folder) if folder else new)
    return serialised(root)


def _types(package: Package, new_names: Mapping[str, str]) -> bytes:
    """Return the content types with the type of boxes, and without overrides for single pictures."""
    root = parse(package.parts[CONTENT_TYPES], CONTENT_TYPES)
    leaving = {old.lower() for old in new_names}
    overrides, defaults = root.iter(*names("ct:Override")), root.iter(*names("ct:Default"))
    removed = [each for each in overrides if each.get("PartName", "").lstrip("/").lower() in leaving]
    removed += [each for each in defaults if each.get("Extension", "").lower() == _PNG[0]]
    for element in removed:
        parent = element.getparent()  # not always the root, in files that somebody has made
        if parent is not None:
            parent.remove(element)
    default = etree.Element(next(iter(names("ct:Default"))), Extension=_PNG[0], ContentType=_PNG[1])
    root.insert(0, default)
    return serialised(root)
