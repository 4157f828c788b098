"""Number the sources of a bibliography, whose tags Word makes of the author and the year ("Kes24")."""

import re
from collections.abc import Iterator

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.spans import Span
from backend.ooxml.distinct_names import REDACTED_NAMES, new_names
from backend.ooxml.human_text import FIELD_INSTRUCTION, human_texts
from backend.ooxml.opc.parsed_parts import OpenParts

_SOURCES = re.compile(r"\{[^}]*/bibliography\}Source")
_TAG = "{*}Tag"
_CITED = re.compile(r"""(?:\bCITATION|\\m)\s+"?([^\s"\\]+)""", re.IGNORECASE)
"""The tag in a field that cites a source, and those of further sources (ECMA-376 part 1, 17.16.5.8)."""


def number_sources(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Give each source a tag without a meaning, also in the fields that cite it."""
    if not parts.search.strings.strings:
        return
    numbers: dict[str, str] = {}
    fresh = new_names(parts.search, forms=("Source{}", *REDACTED_NAMES))

    def numbered(tag: str) -> str:
        key = tag.strip().lower()
        if key not in numbers:
            numbers[key] = next(fresh)
        return numbers[key]

    for part, root in parts.roots():
        for tag in _tags(root):
            if tag.text and tag.text.strip():
                tag.text = numbered(tag.text)
                parts.changed(part)
                yield CoverageEntry(part, "tag of a source", Treatment.REDACTED, 1)
    for part, root in parts.roots():
        for human in human_texts(root):
            if human.what == FIELD_INSTRUCTION and (cited := list(_CITED.finditer(human.text))):
                human.replace([(Span(*match.span(1)), numbered(match.group(1))) for match in cited])
                parts.changed(part)
                yield CoverageEntry(part, "tag of a source", Treatment.REDACTED, len(cited))


def _tags(root: etree._Element) -> Iterator[etree._Element]:
    for source in root.iter("{*}Source"):
        if _SOURCES.fullmatch(str(source.tag)):
            yield from source.iterchildren(_TAG)
