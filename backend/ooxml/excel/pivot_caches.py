"""Redact pivot caches, which store a second copy of the cells."""

import re
from collections.abc import Iterator
from datetime import datetime

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import replaced_text
from backend.ooxml.distinct_names import DistinctNames
from backend.ooxml.excel.formulas import NewNames, rename_in_formula
from backend.ooxml.excel.redacted_numbers import RedactedNumbers
from backend.ooxml.excel.sheet_texts import ITEMS, ItemSlot
from backend.ooxml.markup import names
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.string_search import StringSearch

KIND = "pivot table"

_CACHE, _FIELD = names("x:pivotCacheDefinition"), names("x:cacheField")
_SHARED = names("x:sharedItems")
_QUOTED = re.compile(r"'([^']+)'")
_BOUNDS = ("minValue", "maxValue", "minDate", "maxDate")


def clean_pivot_caches(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Remove redacted numbers and dates from the caches of pivot tables, which Excel rebuilds from the cells."""
    redacted = RedactedNumbers(parts.search)
    for part, root in parts.roots():
        changed = _items_replaced(root, redacted) + _bounds_removed(root, redacted)
        changed += _fields_renamed(root, parts.search)
        if changed:
            parts.changed(part)
            yield CoverageEntry(part, KIND, Treatment.REDACTED, changed)
        if root.tag in _CACHE and part in parts.touched:
            root.set("refreshOnLoad", "1")  # 18.10.1.67


def _items_replaced(root: etree._Element, redacted: RedactedNumbers) -> int:
    changed = 0
    for item in list(root.iter(*ITEMS)):
        value = item.get("v", "")
        placeholder = redacted.placeholder(value, _day(value))
        if placeholder is not None:
            ItemSlot(item).write(placeholder)
            changed += 1
    return changed


def _bounds_removed(root: etree._Element, redacted: RedactedNumbers) -> int:
    """Remove the minimum and the maximum of a field if one of them is redacted (18.10.1.90)."""
    changed = 0
    for items in root.iter(*_SHARED):
        bounds = [items.get(each, "") for each in _BOUNDS]
        if any(redacted.placeholder(bound, _day(bound)) for bound in bounds if bound):
            for each in _BOUNDS:
                items.attrib.pop(each, "")
            changed += 1
    return changed


def _fields_renamed(root: etree._Element, search: StringSearch) -> int:
    """Rename the fields of a cache without duplicates, and update calculated fields."""
    fields = list(root.iter(*_FIELD))
    old = [field.get("name", "") for field in fields]
    hits = search.find_all(old)
    distinct = DistinctNames(search, (name for i, name in enumerate(old) if i not in hits))
    new: dict[str, str] = {}
    for i, found in hits.items():
        name = distinct.take(replaced_text(old[i], found))
        fields[i].set("name", name)
        new[old[i].lower()] = f"'{name}'"
    for field in fields if new else ():
        if field.get("formula"):
            # Names with signs in them stand in apostrophes, as those of sheets do.
            bare = _QUOTED.sub(lambda match: new.get(match[1].lower(), match[0]), field.get("formula", ""))
            field.set("formula", rename_in_formula(bare, NewNames(words=new)))
    return len(hits)


def _day(value: str) -> datetime | None:
    """Return the date of an ISO 8601 text; None for a number."""
    try:
        return datetime.fromisoformat(value) if "-" in value[1:] else None
    except ValueError:
        return None
