"""Clean the pictures of a package, or replace them by grey boxes."""

import posixpath
from collections.abc import Iterator

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.images.cleaning_result import MalformedPicture
from backend.ooxml.images.formats import clean_picture, is_known
from backend.ooxml.images.grey_box import is_grey_box
from backend.ooxml.images.replacement import replace_by_grey_boxes
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import content_types, relationships, source_of

PIXELS = "picture"
METADATA = "picture metadata"

_ARROWS = ("image", "hdphoto")
_SUFFIXES = frozenset(
    {".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".gif", ".bmp", ".dib", ".tif", ".tiff", ".webp", ".svg", ".svgz"}
    | {".emf", ".wmf", ".emz", ".wmz", ".wdp", ".jxr", ".hdp", ".ico", ".heic", ".avif", ".jp2", ".eps", ".pict"}
)


def remove_picture_metadata(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Remove the metadata from every picture file.

    A malformed picture stays unchanged, with its metadata, and is reported.
    """
    package = parts.package
    changed: dict[str, bytes] = {}
    for part in picture_parts(package):
        try:
            clean = clean_picture(package.parts[part])
        except MalformedPicture:
            yield CoverageEntry(part, METADATA, Treatment.NOT_EXAMINED)
        else:
            yield CoverageEntry(part, METADATA, Treatment.REMOVED, clean.removed)
            if clean.removed:
                changed[part] = clean.content
    if changed:
        parts.go_on_with(package.with_parts(changed))


def replace_all_by_grey_boxes(package: Package) -> tuple[Package, tuple[CoverageEntry, ...]]:
    """Replace every picture of a package by a grey box of the same size."""
    found = [part for part in picture_parts(package) if not is_grey_box(package.parts[part])]
    return replace_by_grey_boxes(package, found), tuple(
        CoverageEntry(part, PIXELS, Treatment.REMOVED, 1) for part in found
    )


def picture_parts(package: Package) -> Iterator[str]:
    """Return the parts that are pictures by relationship, content type, name or first bytes."""
    parts, declared = package.parts, content_types(package.parts)
    sources = [source_of(holder) for holder in parts if holder.endswith(".rels")]
    arrows = (each for source in sources for each in relationships(parts, source))
    pointed = {each.part for each in arrows if each.kind in _ARROWS}
    for name, content in parts.items():
        if name == package.main_part:  # it is read as the document, whatever it looks like
            continue
        content_type = declared.get(name, "")
        is_declared = (
            name in pointed or content_type.startswith("image/") or posixpath.splitext(name)[1].lower() in _SUFFIXES
        )
        is_xml = content_type.endswith("xml") or name.endswith((".xml", ".rels", ".vml"))
        if is_declared or (not is_xml and is_known(content)):
            yield name
