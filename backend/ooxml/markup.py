"""Parse and serialise Word's XML: both dialects, no entities, no network."""

import io
import re
from collections.abc import Iterable, Mapping

from lxml import etree

from backend.errors import NotAWordDocument, UnsafeDocument
from backend.ooxml.bounds import looks_like_xml

NAMESPACES = {
    "a": ("http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main"),
    "c": ("http://schemas.openxmlformats.org/drawingml/2006/chart", "http://purl.oclc.org/ooxml/drawingml/chart"),
    "cp": ("http://schemas.openxmlformats.org/package/2006/metadata/core-properties",),
    "ct": ("http://schemas.openxmlformats.org/package/2006/content-types",),
    "cx": ("http://schemas.microsoft.com/office/drawing/2014/chartex",),
    "dc": ("http://purl.org/dc/elements/1.1/",),
    "dgm": (
        "http://schemas.openxmlformats.org/drawingml/2006/diagram",
        "http://purl.oclc.org/ooxml/drawingml/diagram",
    ),
    "dsp": ("http://schemas.microsoft.com/office/drawing/2008/diagram",),
    "ep": (
        "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties",
        "http://purl.oclc.org/ooxml/officeDocument/extendedProperties",
    ),
    "m": (
        "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "http://purl.oclc.org/ooxml/officeDocument/math",
    ),
    "mc": ("http://schemas.openxmlformats.org/markup-compatibility/2006",),
    "o": ("urn:schemas-microsoft-com:office:office",),
    "pic": (
        "http://schemas.openxmlformats.org/drawingml/2006/picture",
        "http://purl.oclc.org/ooxml/drawingml/picture",
    ),
    "r": (
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "http://purl.oclc.org/ooxml/officeDocument/relationships",
    ),
    "rel": ("http://schemas.openxmlformats.org/package/2006/relationships",),
    "sl": (
        "http://schemas.openxmlformats.org/schemaLibrary/2006/main",
        "http://purl.oclc.org/ooxml/schemaLibrary/main",
    ),
    "tc": ("http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments",),
    "v": ("urn:schemas-microsoft-com:vml",),
    "w": (
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    ),
    "w14": ("http://schemas.microsoft.com/office/word/2010/wordml",),
    "w15": (
        "http://schemas.microsoft.com/office/word/2012/wordml",
        "http://schemas.microsoft.com/office/word/2010/11/wordml",  # as Word 2013 wrote it before its release
    ),
    "w16cex": ("http://schemas.microsoft.com/office/word/2018/wordml/cex",),
    "w16du": ("http://schemas.microsoft.com/office/word/2023/wordml/word16du",),
    "we": ("http://schemas.microsoft.com/office/webextensions/webextension/2010/11",),
    "wp": (
        "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
        "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing",
    ),
    "wpg": ("http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",),
    "wps": ("http://schemas.microsoft.com/office/word/2010/wordprocessingShape",),
    "x": (
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        "http://purl.oclc.org/ooxml/spreadsheetml/main",
    ),
    "x14": ("http://schemas.microsoft.com/office/spreadsheetml/2009/9/main",),
    "x15": ("http://schemas.microsoft.com/office/spreadsheetml/2010/11/main",),
    "xdr": (
        "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
        "http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing",
    ),
    "xm": ("http://schemas.microsoft.com/office/excel/2006/main",),
    "xvml": ("urn:schemas-microsoft-com:office:excel",),
}
"""The namespaces of ECMA-376: transitional first, then strict where there is one (ISO/IEC 29500-4, annex A)."""

_TOO_DEEP = etree.ErrorTypes.ERR_RESOURCE_LIMIT
_DRAWING_TYPE = re.compile(rb"<!DOCTYPE\s+svg\b[^<>\[]*>")
_BEGINNING = 4096
"""Bytes within which a document type stands."""

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"

# libxml2 would gladly read UTF-7 or EBCDIC too, where a look at the bytes does not show a declaration.
_ENCODING = re.compile(rb"[\xef\xbb\xbf\xff\xfe\s]*<\?xml\s[^>]*?\sencoding\s*=\s*[\"']([^\"'>]*)")
_ENCODINGS = ("utf-8", "utf-16", "us-ascii", "ascii", "iso-8859-", "windows-125")


def whole_number(digits: str) -> int:
    """Return the number that some digits write, or the largest of 18 digits where there are more.

    `int` refuses more than 4,300 digits with an error, and no number of a document has more than 18.

    >>> whole_number("0042"), whole_number("9" * 5_000) == whole_number("9" * 18)
    (42, True)
    """
    significant = digits.lstrip("0") or "0"
    return int(significant) if len(significant) <= _MAX_DIGITS else int("9" * _MAX_DIGITS)


_MAX_DIGITS = 18


def names(*prefixed: str) -> frozenset[str]:
    """Spell prefixed names as lxml does, in every dialect.

    >>> sorted(name.split("/")[2] for name in names("w:p"))
    ['purl.oclc.org', 'schemas.openxmlformats.org']
    """
    return frozenset(name for each in prefixed for name in dialects(each))


def dialects(prefixed: str) -> tuple[str, ...]:
    """The spellings of one name, transitional first; a name without a prefix is in no namespace."""
    if ":" not in prefixed:
        return (prefixed,)
    prefix, local = prefixed.split(":")
    return tuple(f"{{{uri}}}{local}" for uri in NAMESPACES[prefix])


def sibling_name(element: etree._Element, local: str) -> str:
    """Spell a name in the namespace, and so in the dialect, of an element."""
    return f"{{{etree.QName(element).namespace}}}{local}"


def parse(content: bytes, part: str) -> etree._Element:
    """Parse a part without entities, network or document types; XML comments vanish.

    Raises UnsafeDocument when the part declares a document type, hides behind an unusual encoding or is nested
    thousands of elements deep, and NotAWordDocument when it is no XML.
    """
    refuse_declarations(content, part)
    if not looks_like_xml(content):
        raise _not_readable(part)
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=True,  # tables lie deeper in one another than 256 elements; the package has limits of its own
        remove_comments=True,
        remove_pis=True,
        strip_cdata=False,
    )
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        if getattr(error, "code", None) == _TOO_DEEP:
            raise UnsafeDocument(
                f"{part} is nested deeper than any document needs. The file is not opened."
            ) from None
        # The parser's own words may quote the document, so they do not travel with the error.
        raise _not_readable(part) from None
    about = root.getroottree().docinfo
    if about.internalDTD is not None:
        raise UnsafeDocument(
            f"{part} declares a document type, which Word documents never do. The file is not opened."
        )
    _check_encoding(about.encoding or "utf-8", part)
    return root


def _not_readable(part: str) -> NotAWordDocument:
    return NotAWordDocument(
        f"{part} is not readable XML. Open the document in Word, let it repair the file and save it."
    )


def _check_encoding(name: str, part: str) -> None:
    if not name.lower().startswith(_ENCODINGS):
        raise UnsafeDocument(f"{part} is in an encoding that Word documents do not use. The file is not opened.")


def unseen_texts(content: bytes) -> list[str]:
    """The XML comments and processing instructions of a part that `parse` accepts, which it drops."""
    # Most parts hold neither, and need no second reading.
    plain = content.replace(b"\0", b"") if b"\0" in content else content
    if b"<!--" not in plain and plain.count(b"<?") == plain.count(b"<?xml "):
        return []
    events = etree.iterparse(
        io.BytesIO(content),
        events=("comment", "pi"),
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=True,
    )
    # The target of an instruction stands before its text, in lxml as in the file.
    return [f"{getattr(node, 'target', '')} {node.text or ''}".strip() for _, node in events]


def serialised(root: etree._Element) -> bytes:
    """Write a part as Word does: UTF-8, declared standalone."""
    return etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=True)


def keep_spaces(element: etree._Element) -> None:
    """Say that the spaces at the ends of an element's text count; Word drops them otherwise."""
    text = element.text or ""
    if text != text.strip():
        element.set(_SPACE, "preserve")


def without_drawing_type(content: bytes) -> bytes:
    """An SVG drawing without a document type that declares nothing: older editors name their vocabulary so.

    >>> without_drawing_type(b"<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN'><svg/>")
    b'<svg/>'
    """
    return _DRAWING_TYPE.sub(b"", content, count=1) if b"<!DOCTYPE" in content[:_BEGINNING] else content


def refuse_declarations(content: bytes, part: str) -> None:
    """Raise UnsafeDocument if a part contains a document type or an entity, or an encoding that could hide one.

    Costs one scan.
    """
    # UTF-16 and UTF-32 hide a declaration between zero bytes, which no other XML holds.
    plain = content.replace(b"\0", b"") if b"\0" in content else content
    if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain:
        raise UnsafeDocument(
            f"{part} declares a document type, which Word documents never do. The file is not opened."
        )
    if declared := _ENCODING.match(plain):
        _check_encoding(declared[1].decode("ascii", "replace"), part)


def meanings(
    root: etree._Element, requested: Mapping[etree._Element, Iterable[str]]
) -> dict[etree._Element, dict[str, str]]:
    """The namespaces of some prefixes at some elements, without prefixes that have none there.

    The tree is walked once. lxml's `nsmap` would collect every namespace around each element anew.
    """
    found: dict[etree._Element, dict[str, str]] = {}
    known: dict[str, list[str]] = {}
    declared: list[str] = []
    tags = {str(element.tag) for element in requested}
    for event, subject in etree.iterwalk(root, events=("start-ns", "end-ns", "start"), tag=tags) if tags else ():
        if event == "start-ns":
            prefix, namespace = subject
            declared.append(prefix)
            known.setdefault(prefix, []).append(namespace)
        elif event == "end-ns":
            known[declared.pop()].pop()
        elif subject in requested:
            found[subject] = {prefix: known[prefix][-1] for prefix in requested[subject] if known.get(prefix)}
    return found
