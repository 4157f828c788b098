"""What a file still says, read without Unsaid: every text, attribute and name in a zip, and in the zips inside it."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from xml.etree import ElementTree as ET

_PARAGRAPH = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}p"
_BETWEEN = "\n\x00\n"


def everything_said(content: bytes) -> str:
    """All that stands in a zip, folded, with a border between two texts; links have spaces for %20."""
    return _BETWEEN.join(_said(content)).casefold().replace("%20", " ")


def says(file: str, piece: str) -> bool:
    """Whether a piece stands in a file whose text `everything_said` gave."""
    return piece.casefold() in file


def _said(content: bytes) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            yield name
            inner = archive.read(name)
            if inner[:2] == b"PK":
                yield from _said(inner)
                continue
            with suppress(ET.ParseError):
                yield from _of_xml(ET.fromstring(inner))  # noqa: S314 - made here, or written by Unsaid


def _of_xml(root: ET.Element) -> Iterator[str]:
    for element in root.iter():
        yield from element.attrib.values()
        if element.text:
            yield element.text
        if element.tag == _PARAGRAPH:
            yield "".join(element.itertext())
