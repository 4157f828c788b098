"""Remove stored dates: of revisions, comments and date controls.

A date is removed if it is a redacted date in another spelling ("12 March 2024" is `2024-03-12T00:00:00Z`), or
contains a redacted string, such as a year.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.redacted_strings import RedactedString
from backend.ooxml.markup import names
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.scrub.schema_words import is_date

KIND = "date"

_DATES = names("w:date", "w:fullDate", "w16du:dateUtc", "w16cex:dateUtc")
"""All of them may be left out (ECMA-376 part 1, 17.5.2.7 and 17.13; [MS-DOCX])."""
_DATED = "//*[@*[local-name()='date' or local-name()='fullDate' or local-name()='dateUtc']]"
_PIECE = re.compile(r"\d+|[^\W\d_]{3,}")


def remove_dates(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Remove the dates that a redacted string spells in words or digits, or that contain one."""
    search = parts.search.without_words
    date_pieces = [frozenset(_PIECE.findall(string.text)) for string in _with_numbers(search.strings.strings)]
    for part, root in parts.roots():
        dated = [(element, name, date) for element, name, date in _dated(root) if is_date(date)]
        held = search.find_all([date for _, _, date in dated])
        for i, (element, name, date) in enumerate(dated):
            removed = i in held or _is_told(date, date_pieces)
            if removed:
                del element.attrib[name]
                parts.changed(part)
            yield CoverageEntry(part, KIND, Treatment.REDACTED, int(removed))


def _dated(root: etree._Element) -> Iterator[tuple[etree._Element, str, str]]:
    """Yield each element with a date, the name of the attribute, and the date."""
    found: Any = root.xpath(_DATED)
    for element in found:
        for name in _DATES.intersection(element.attrib):
            yield element, name, element.get(name, "")


def _with_numbers(strings: Sequence[RedactedString]) -> list[RedactedString]:
    return [each for each in strings if any(char.isdigit() for char in each.text)]


def _is_told(date: str, date_pieces: Sequence[frozenset[str]]) -> bool:
    """Return whether a string has the day, the month as number or word, and the year in two or four digits."""
    year, month, day = date[:4], int(date[5:7]), int(date[8:10])
    for pieces in date_pieces:
        numbers = {int(piece) for piece in pieces if piece.isdecimal()}
        in_words = any(not piece.isdecimal() for piece in pieces)
        if {int(year), int(year[2:])} & numbers and day in numbers and (month in numbers or in_words):
            return True
    return False
