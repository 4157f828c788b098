"""Merge adjacent parts of one name, date or address into one finding.

Names and templates find the parts: a street by its word, a town by its name, a code by its digits. Nobody wants to
decide three times about one address, or to see two people where the text names one.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from backend.detection.finding import Finding
from backend.detection.spans.overlap_resolution import resolve_overlaps
from backend.document.model import Document
from backend.document.spans import Span

_BETWEEN_NAMES = re.compile(r"[^\S\n\t\v\f\r]{1,2}|-|\.[^\S\n\t\v\f\r]?")
_INITIAL = re.compile(r"(?:^|[\s.])(?:[^\W\d_]|[MD]rs?|Ms|Prof|St)$")
_BETWEEN_PLACES = re.compile(r"[\s,;?]{1,8}")
_YEAR_OR_TIME = re.compile(r"\d{4}(?!\d)|\d{1,2}[:.]\d{2}")
_WEEKDAY = re.compile(r"(?i:mon|tues|wednes|thurs|fri|satur|sun)day$")
_HOUSE_BEFORE = re.compile(
    r"(?:^|[\n,:]\s?|\b(?:at|is|to|on|in|from)\s)(\d{1,5}[A-Za-z]?(?:[/-]\d{1,4})?),?[^\S\n]$", re.MULTILINE
)
_CODE_BEHIND = re.compile(r"[^\S\n]{1,2}\d{5,6}(?:-\d{4})?(?=\s{0,8}(?:[\n,.;?!)]|\Z))")
_UP = r"[^\W\d_a-zß-öø-ÿ]"
_TOWN_BEHIND = re.compile(
    rf"(?:,[^\S\n]?|,?\n)(?!(?:19|20)\d\d )\d{{4,5}}(?: [A-Z]{{2}})?(?: {_UP}[\w’'-]{{1,30}}){{1,3}}"
    r"(?=[^\S\n]{0,8}(?:[,.;)\n]|\Z))"
)
"""The code and the town of most of Europe, where the line or the part of the sentence holds nothing else."""
_LINE_BEFORE = re.compile(r"(?:^|[\n,])[\s?]{0,6}$")
_WINDOW = 24
"""How many characters around a place a house number or a code is looked for."""


def merge_adjacent(document: Document, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Merge findings that are parts of one value, and add the numbers beside an address.

    `findings` must not overlap; the results do not overlap either.
    """
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}
    result: list[Finding] = []
    for finding in findings:
        place = finding.place
        text = texts[place.part, place.kind, place.block]
        if result and _is_one(result[-1], finding, text):
            joined = _spanning(result[-1], Span(result[-1].place.span.start, place.span.end), text)
            cased = result[-1].case_sensitive or finding.case_sensitive
            only_here = result[-1].only_here and finding.only_here
            parts = result[-1].parts + finding.parts
            result[-1] = replace(joined, case_sensitive=cased, only_here=only_here, parts=parts)
        else:
            result.append(finding)
    return resolve_overlaps(
        _with_numbers(each, texts[each.place.part, each.place.kind, each.place.block])
        if each.entity == "LOCATION"
        else each
        for each in result
    )


def _is_one(first: Finding, second: Finding, text: str) -> bool:
    """Whether two findings that follow each other are parts of one."""
    here, there = first.place, second.place
    same_block = (here.part, here.kind, here.block) == (there.part, there.kind, there.block)
    if not same_block or (first.kind, first.entity) != (second.kind, second.entity):
        return False
    gap = text[here.span.end : there.span.start]
    joins = _JOINS.get(first.entity)
    return bool(joins and len(gap) <= _WINDOW and joins(first.text, gap, second.text))


def _one_person(first: str, gap: str, _: str) -> bool:
    """A space or a hyphen between them, or the point of an initial or a title."""
    return bool(_BETWEEN_NAMES.fullmatch(gap)) and (gap[0] != "." or bool(_INITIAL.search(first)))


def _one_organisation(_first: str, gap: str, _second: str) -> bool:
    return gap in (" ", "\u00a0")


def _one_address(first: str, gap: str, second: str) -> bool:
    """Commas or line breaks between them and a number in one; "Paris, Rome" are two, and so are two streets."""
    numbered = any(char.isdigit() for char in first + second)
    return bool(_BETWEEN_PLACES.fullmatch(gap)) and numbered and not (first[0].isdigit() and second[0].isdigit())


def _one_date(first: str, gap: str, second: str) -> bool:
    """A day and its year or its time; a weekday and its day."""
    if "\n" in gap or not gap:
        return False
    goes_on = _YEAR_OR_TIME.match(second) or _WEEKDAY.search(first)
    return not gap.strip() or (gap.strip() in (",", "at", ", at") and bool(goes_on))


_JOINS = {
    "PERSON": _one_person,
    "ORGANIZATION": _one_organisation,
    "LOCATION": _one_address,
    "DATE_TIME": _one_date,
}


def _with_numbers(finding: Finding, text: str) -> Finding:
    """A place with the number of its house before it and its postal code behind it, where it is an address."""
    start, end = finding.place.span.start, finding.place.span.end
    numbered = any(char.isdigit() for char in finding.text)
    ahead = text[max(0, start - _WINDOW) : start]
    if numbered and (house := _HOUSE_BEFORE.search(ahead)):
        start -= len(ahead) - house.start(1)
    if numbered or _LINE_BEFORE.search(ahead):
        code = _CODE_BEHIND.match(text, end) or (numbered and _TOWN_BEHIND.match(text, end))
        end = code.end() if code else end
    span = Span(start, end)
    return finding if span == finding.place.span else _spanning(finding, span, text)


def _spanning(finding: Finding, span: Span, text: str) -> Finding:
    return replace(finding, text=span.of(text), place=replace(finding.place, span=span))
