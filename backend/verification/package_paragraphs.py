"""The paragraphs of a Word file, read without the reader's code."""

import io
import zipfile
from collections.abc import Mapping
from typing import TypeAlias

from backend.errors import NotAWordDocument
from backend.verification.open_paragraphs import ParagraphText
from backend.verification.raw_search import BROKEN, MAX_PARTS, MAX_UNPACKED
from backend.verification.xml_text import NotReadable, read_xml

PackageParagraphs: TypeAlias = Mapping[str, tuple[ParagraphText, ...]]
"""The paragraphs of each part, by the name of the part."""


def read_paragraphs(content: bytes) -> PackageParagraphs:
    """Read the paragraphs of each part of a .docx; embedded files and parts that are no XML have none.

    Raises NotAWordDocument when it is no zip file.
    """
    found: dict[str, tuple[ParagraphText, ...]] = {}
    left = MAX_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist()[:MAX_PARTS]:
                if not entry.filename.lower().endswith(".xml"):
                    continue
                with archive.open(entry) as stream:
                    xml = stream.read(left + 1)
                left -= len(xml)
                if left < 0:
                    break
                found[entry.filename] = _paragraphs(xml)
    except BROKEN as error:
        raise NotAWordDocument("The original document is not a Word document, or it is damaged.") from error
    return {part: paragraphs for part, paragraphs in found.items() if paragraphs}


def _paragraphs(xml: bytes) -> tuple[ParagraphText, ...]:
    try:
        return tuple(sorted(read_xml(xml).paragraphs))
    except NotReadable:
        return ()
