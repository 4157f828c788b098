"""List the parts that cannot be read, by kind."""

import posixpath
from collections.abc import Iterator, Mapping

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.images.grey_box import is_grey_box
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import CONTENT_TYPES, content_types, relationships, source_of

UNKNOWN = "unknown part"
_NO_XML = "XML that cannot be read"

_SUFFIXES = {
    "picture": "png jpg jpeg jfif gif bmp dib tif tiff ico emf wmf emz wmz wdp hdp webp heic avif jxl"
    " svg svgz eps ps ai cgm pict pct",
    "embedded font": "odttf ttf otf fntdata",
    "recording": "mp3 mp4 m4a m4v wav wmv wma avi mov mid",
    "3D model": "glb obj fbx",
    "imported file": "htm html xhtml mht mhtml rtf txt",
    "embedded document": "docx docm dotx dotm xlsx xlsm xltx xlsb pptx pptm pdf",
    "OLE object": "doc xls ppt ole",
}
_BY_SUFFIX = {suffix: kind for kind, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}

_BY_KIND = {
    "image": "picture",
    "hdphoto": "picture",
    "font": "embedded font",
    "media": "recording",
    "video": "recording",
    "audio": "recording",
    "oleObject": "OLE object",
    "package": "embedded document",
    "vbaProject": "macro",
    "wordVbaData": "macro",
    "activeXControlBinary": "ActiveX control",
    "printerSettings": "printer settings",
    "aFChunk": "imported file",
    "attachedToolbars": "toolbar",
}
"""By the last segment of the type of a relationship that leads to the part; it says more than the suffix."""


def unread_parts(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Return a row for every part that no handler reads."""
    package = parts.package
    read = {part for part, _ in parts.roots()}
    for part, kind in kinds_of(package.parts).items():
        # A drawing or an imported file says more than its XML, which is read all the same.
        is_read = part in package.nested or (part in read and kind in (UNKNOWN, _NO_XML))
        if not is_read and not is_grey_box(package.parts[part]):
            yield CoverageEntry(part, kind, Treatment.NOT_EXAMINED)


def kinds_of(contents: Mapping[str, bytes]) -> dict[str, str]:
    """Return the kind of each part, as if none could be read, except the package's own structure."""
    declared = content_types(contents)
    leading: dict[str, str] = {}
    for holder in contents:
        if holder.endswith(".rels"):
            for each in relationships(contents, source_of(holder)):
                if each.part is not None and each.kind in _BY_KIND:
                    leading[each.part] = _BY_KIND[each.kind]
    return {
        part: leading.get(part) or _by_name(part, declared.get(part, ""))
        for part in contents
        if not part.endswith(".rels") and part != CONTENT_TYPES
    }


def _by_name(part: str, declared: str) -> str:
    suffix = posixpath.basename(part).rpartition(".")[2].lower()
    if suffix in _BY_SUFFIX:
        return _BY_SUFFIX[suffix]
    if declared.startswith("image/"):
        return "picture"
    return _NO_XML if suffix in ("xml", "vml") or declared.endswith("xml") else UNKNOWN
