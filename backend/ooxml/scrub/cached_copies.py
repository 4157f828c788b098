"""Remove Word's cached copies: fallback drawings, hashes of texts, and bindings of controls to properties."""

from collections.abc import Iterator
from typing import Any

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.markup import dialects, names
from backend.ooxml.opc.parsed_parts import OpenParts

_PROPERTY_STORES = ("{6C3C8BC8-F283-45AE-878A-BAB7291924A1}", "{6668398D-A668-4E3E-A5EB-62B293D839F1}")
"""The stores of the core and the extended properties, as Word writes them into the controls that show these."""

_BINDING = names("w:dataBinding", "w15:dataBinding")
_CACHED = names("o:gfxdata")
_OF_HASHES = "/office/intelligence/"
"""In the namespaces of the parts that know texts by their hashes: word/intelligence.xml, word/intelligence2.xml."""
_REFERS = "{http://schemas.microsoft.com/office/intelligence/2019/intelligence}Content"


def remove_cached_drawings(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Remove o:gfxdata, a base64 zip in which Word stores the newer form of a drawing with all its text.

    The hashes by which Word knows the texts of its suggestions go too, and checksums of custom XML: a guessed text
    can be compared with them.
    """
    for part, root in parts.roots():
        for hashed in _hashes(root):
            parent = hashed.getparent()
            if parent is not None:
                parent.remove(hashed)
                parts.changed(part)
                yield CoverageEntry(part, "hash of a text", Treatment.REMOVED, 1)
        for element in _with_copies(root):
            for cached in _CACHED.intersection(element.attrib):
                del element.attrib[cached]
                parts.changed(part)
                yield CoverageEntry(part, "cached drawing", Treatment.REMOVED, 1)
        for name, element in _with_checksums(root):
            del element.attrib[name]
            parts.changed(part)
            yield CoverageEntry(part, "hash of a text", Treatment.REMOVED, 1)


def _hashes(root: etree._Element) -> list[etree._Element]:
    """The elements with a hash, and in the older vocabulary what refers to them by their ids."""
    with_codes: Any = root.xpath("//*[@*[local-name()='hashCode']][contains(namespace-uri(), $of)]", of=_OF_HASHES)
    hashed = dict.fromkeys([*root.iter("{*}textHash"), *with_codes])
    ids = {element.get("id") for element in hashed} - {None}
    return [*hashed, *(each for each in root.iter(_REFERS) if each.get("id") in ids)]


def _with_copies(root: etree._Element) -> Iterator[etree._Element]:
    found: Any = root.xpath("//*[@*[local-name()='gfxdata']]")
    yield from found


def _with_checksums(root: etree._Element) -> list[tuple[str, etree._Element]]:
    """The checksums of the custom XML that controls are bound to ([MS-DOCX] 2.5.4), each with its element."""
    found: Any = root.xpath("//*[@*[local-name()='storeItemChecksum']]")
    return [
        (str(name), element)
        for element in found
        for name in element.attrib
        if etree.QName(name).localname == "storeItemChecksum"
    ]


def remove_bindings(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Remove the bindings of controls to properties; Word would show the emptied property instead of the text."""
    for part, root in parts.roots():
        for binding in list(root.iter(*_BINDING)):
            stores = (binding.get(spelled, "").upper() for spelled in dialects("w:storeItemID"))
            parent = binding.getparent()
            if parent is not None and any(store in _PROPERTY_STORES for store in stores):
                parent.remove(binding)
                parts.changed(part)
                yield CoverageEntry(part, "binding to a property", Treatment.REMOVED, 1)
