"""Find the front of a redacted string at the end of a name that Word or Excel has cut at its limit.

Someone calls a sheet "Consolidated accounts Kestermere", and Excel keeps 31 characters: "Consolidated accounts
Kestermer". Such a name changes as a whole: what is kept of it would tell how long the redacted words are.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lxml import etree

from backend.document.spans import Span
from backend.ooxml.human_text import HumanText
from backend.ooxml.markup import dialects, names
from backend.ooxml.string_search import LONGEST_NAME, Found, StringSearch, compact


class Limit(NamedTuple):
    """How many characters Word or Excel keeps of a name: the elements with it, their parents, and its attributes.

    Without `within` the parent may be anything.
    """

    elements: str
    attributes: str
    longest: int
    within: str = ""


LIMITS: tuple[Limit, ...] = (
    Limit("w:bookmarkStart w:moveFromRangeStart w:moveToRangeStart", "w:name", 40),  # Word
    Limit("w:name", "w:val", 20, "w:ffData"),  # 17.16.27
    Limit("w:helpText", "w:val", 255),  # 17.16.22
    Limit("w:statusText", "w:val", 138),  # 17.16.31
    Limit("w:listEntry", "w:val", 50),  # Word's list of a form
    Limit("w:name", "w:val", 253, "w:style"),  # 17.7.4.9
    Limit("w:alias w:tag", "w:val", 64),  # Word
    Limit("w:docVar", "w:name", 255),  # 17.15.1.32
    Limit("x:sheet", "name", 31),  # Excel
    Limit("x:sheetName", "val", 31),
    Limit("x:definedName", "name", 255),  # 18.2.5
    Limit("x:table", "name displayName", 255),  # 18.5.1.2
    Limit("x:tableColumn", "name", 255),  # 18.5.1.3
)

_NUMBERED = re.compile(r"(?: \(\d{1,4}\)|_\d{1,4})\Z")
"""What Excel and Word put behind the name of a copy, which they cut first to make room for it."""
_FEWEST_LETTERS, _FEWEST_SIGNS = 4, 6

_Limits = Mapping[tuple[str, str], list[tuple[frozenset[str], int]]]


def _limits(rows: tuple[Limit, ...]) -> _Limits:
    table: dict[tuple[str, str], list[tuple[frozenset[str], int]]] = {}
    for row in rows:
        for element in names(*row.elements.split()):
            for attribute in (name for each in row.attributes.split() for name in dialects(each)):
                table.setdefault((element, attribute), []).append((names(*row.within.split()), row.longest))
    return table


_LONGEST = _limits(LIMITS)


def longest_name(element: etree._Element, attribute: str | None) -> int | None:
    """Return how many characters the program keeps in this attribute; None if the table has no limit for it."""
    parent = element.getparent()
    for within, longest in _LONGEST.get((str(element.tag), attribute or ""), ()):
        if not within or (parent is not None and parent.tag in within):
            return longest
    return None


def found_in_name(name: str, longest: int | None, found: Found, search: StringSearch) -> Found:
    """Return what to replace in a name: what was found in it, or all of it if the name is at its limit.

    A name at its limit is replaced where a redacted string is in it, or the front of one is at its end.
    """
    if longest is None or len(name) < longest:
        return found
    placeholder = found[0][1] if found else _front_at_end(name, search)
    return [] if placeholder is None else [(Span(0, len(name)), placeholder)]


def found_in_text(human: HumanText, found: Found, search: StringSearch) -> Found:
    """Return what to replace in a text outside the stories, which may be a name at its limit."""
    slot = human.slots[0]
    return found_in_name(human.text, longest_name(slot.element, slot.attribute), found, search)


def _front_at_end(name: str, search: StringSearch) -> str | None:
    """Return the placeholder of the redacted string whose front stands at the end; None if there is none."""
    signs = compact(_NUMBERED.sub("", name))[-LONGEST_NAME:]
    fronts = (search.fronts.get(end) for end in _ends(signs))
    return next((placeholder for placeholder in fronts if placeholder is not None), None)


def _ends(signs: str) -> Iterator[str]:
    """Yield the ends of a name that are long enough to tell something: four letters, or six letters and digits."""
    letters = 0
    for start in range(len(signs) - 1, -1, -1):
        letters += signs[start].isalpha()
        if letters >= _FEWEST_LETTERS or len(signs) - start >= _FEWEST_SIGNS:
            yield signs[start:]
