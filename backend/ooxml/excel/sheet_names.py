"""Rename sheets, tables, columns and defined names, with the formulas that use them.

Names change together with every formula that refers to them, in the workbook and in the charts of the document
around it. A sheet keeps the words that are not redacted ("CLIENT Costs"), because people choose sheets by name.
Tables and defined names must not contain brackets or spaces, so they become "Redacted1" and so on.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import replaced_text
from backend.ooxml.cut_names import found_in_name, longest_name
from backend.ooxml.distinct_names import DistinctNames
from backend.ooxml.distinct_names import new_names as fresh_names
from backend.ooxml.excel.chart_books import books_of
from backend.ooxml.excel.formulas import NewNames, rename_in_formula
from backend.ooxml.human_text import Slot
from backend.ooxml.markup import names
from backend.ooxml.opc.parsed_parts import OpenParts, xml_roots
from backend.ooxml.string_search import StringSearch

SHEET_NAME = "name of a sheet"
DEFINED_NAME = "defined name of a workbook"
TABLE_NAME = "name of a table in a sheet"

_SHEETS = {**dict.fromkeys(names("x:sheet"), ("name",)), **dict.fromkeys(names("x:sheetName"), ("val",))}
_DEFINED = {
    **dict.fromkeys(names("x:definedName"), ("name",)),
    **dict.fromkeys(names("x:table"), ("name", "displayName")),
}
_TABLE = names("x:table")
_BUILT_IN = "_xlnm."
"""How the names begin that Excel gives: of print areas and filters (18.2.6)."""

_GIVEN = re.compile(r"(?:Sheet|Table|Chart)\d+")

_FORMULAS = names(
    *("x:f", "x:definedName", "x:formula", "x:formula1", "x:formula2", "x:calculatedColumnFormula"),
    *("x:totalsRowFormula", "xm:f", "c:f", "xvml:FmlaLink", "xvml:FmlaRange", "xvml:FmlaMacro"),
    *("xvml:FmlaTxbx", "xvml:FmlaGroup", "xvml:FmlaPict"),
)
_FORMULA_ATTRIBUTES = {
    **dict.fromkeys(names("x:hyperlink"), ("location",)),
    **dict.fromkeys(names("xdr:sp", "xdr:pic", "xdr:graphicFrame", "xdr:cxnSp"), ("textlink", "macro")),
    **dict.fromkeys(names("x14:formControlPr"), ("fmlaLink", "fmlaRange", "fmlaTxbx", "fmlaGroup")),
    **dict.fromkeys(names("x:cacheField"), ("formula",)),
    **dict.fromkeys(names("x:calculatedItem"), ("formula",)),
    **dict.fromkeys(names("x:definedName"), ("refersTo",)),
    **dict.fromkeys(names("x:control", "x:controlPr", "x:oleObject"), ("linkedCell", "listFillRange", "macro")),
}
_SHEET_ATTRIBUTES = dict.fromkeys(names("x:worksheetSource", "x:dataRef", "x:rangeSet", "x:inputCells"), "sheet")
"""Attributes that name a sheet and nothing else (18.10.1.95, 18.3.1.29)."""
_WORD_ATTRIBUTES = dict.fromkeys(names("x:worksheetSource", "x:dataRef", "x:rangeSet"), "name")
"""Attributes that name a defined name or a table."""

_EXTERNAL_DATA = names("c:externalData")
_NO_SHEET = re.compile(r"[\[\]:*?/\\]")
_LONGEST_SHEET = 31


def rename_sheet_names(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Rename everything in a workbook whose name contains a redacted string, and update its formulas."""
    new = new_names((root for _, root in parts.roots()), parts.search)
    for part, root in parts.roots():
        yield from _definitions_renamed(parts, part, root, new)
        if update_formulas(root, new):
            parts.changed(part)


def update_charts(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Update the charts of a document for the workbooks in it, which are not renamed yet."""
    package = parts.package
    if not package.nested:
        return

    @cache
    def of_book(name: str) -> NewNames:
        return new_names(xml_roots(package.nested[name]).values(), parts.search)

    new: dict[tuple[str, ...], NewNames] = {}
    for part, root in parts.roots():
        # 21.2.2.63: a chart tells where its numbers come from.
        if next(root.iter(*_EXTERNAL_DATA), None) is None:
            continue
        books = books_of(package, part)
        if books not in new:
            new[books] = _of_all([of_book(each) for each in books])
        if update_formulas(root, new[books]):
            parts.changed(part)
            yield CoverageEntry(part, SHEET_NAME, Treatment.REDACTED, 1)


def _of_all(books: Sequence[NewNames]) -> NewNames:
    """Return the new names of several workbooks; of two for one name, that of the first."""
    sheets: dict[str, str] = {}
    words: dict[str, str] = {}
    for each in reversed(books):
        sheets.update(each.sheets)
        words.update(each.words)
    return NewNames(sheets, words)


def names_in(roots: Iterable[etree._Element]) -> Iterator[str]:
    """Return the names of sheets, tables and everything else that formulas use, except Excel's own."""
    return (each.text for of_kind in _names(roots) for each in of_kind.values() if not _GIVEN.fullmatch(each.text))


def new_names(roots: Iterable[etree._Element], search: StringSearch) -> NewNames:
    """Choose new names for the sheets, tables and defined names that contain a redacted string."""
    sheets, words = _names(roots)
    return NewNames(_distinct(sheets, search, _sheets_taken), _distinct(words, search, _words_taken))


class _Name(NamedTuple):
    """A name, and how many characters Excel keeps of it."""

    text: str
    longest: int | None


def _names(roots: Iterable[etree._Element]) -> tuple[dict[str, _Name], dict[str, _Name]]:
    """Return the names of sheets, and those of tables and ranges, by the name in lower case."""
    sheets: dict[str, _Name] = {}
    words: dict[str, _Name] = {}
    for root in roots:
        for element in root.iter(*_SHEETS, *_DEFINED):
            of_sheet = element.tag in _SHEETS
            for attribute in _SHEETS.get(element.tag) or _DEFINED[element.tag]:
                name = element.get(attribute, "")
                if not name.startswith(_BUILT_IN):
                    each = _Name(name, longest_name(element, attribute))
                    (sheets if of_sheet else words)[name.lower()] = each
    return sheets, words


_Take = Callable[[str], str]
"""Makes the name of a text, another one each time."""


def _distinct(
    old: dict[str, _Name], search: StringSearch, beside: Callable[[Collection[str], StringSearch], _Take]
) -> dict[str, str]:
    """Return distinct new names, ignoring case; names without a redacted string, whole or cut, are not changed.

    `beside` makes what gives out names that are not among those that stay.
    """
    keys = list(old)
    found = search.find_all([each.text for each in old.values()])
    found_by_sheet = {i: found_in_name(*each, found.get(i, []), search) for i, each in enumerate(old.values())}
    hits = {i: each for i, each in found_by_sheet.items() if each}
    take = beside({key for i, key in enumerate(keys) if i not in hits}, search)
    return {keys[i]: take(replaced_text(old[keys[i]].text, hits[i])) for i in sorted(hits)}


def _sheets_taken(taken: Collection[str], search: StringSearch) -> _Take:
    """Make names of sheets: at most 31 characters, without characters special to formulas.

    A placeholder without its brackets ("PERSON 1") may be a redacted string: such a sheet gets another name.
    """
    names = DistinctNames(search, taken, between=" ", longest=_LONGEST_SHEET)
    otherwise = next(fresh_names(search)) if search.find("Redacted") else "Redacted"

    def take(quoted: str) -> str:
        wish = _NO_SHEET.sub("", quoted).strip("' ")[:_LONGEST_SHEET].strip("' ")
        return names.take(wish if wish and not search.find(wish) else otherwise)

    return take


def _words_taken(taken: Collection[str], search: StringSearch) -> _Take:
    """Make names of tables and ranges: Redacted1 and so on."""
    # One count for all: a count from 1 for each would try the square of their number.
    untaken = fresh_names(search, taken)
    return lambda _: next(untaken)


def update_formulas(root: etree._Element, new: NewNames) -> bool:
    """Update all formulas and other references in a part; return whether any changed."""
    if not new:
        return False
    followed = [_follow(Slot(element), new) for element in root.iter(*_FORMULAS)]
    for element in root.iter(*_FORMULA_ATTRIBUTES):
        followed += [_follow(Slot(element, each), new) for each in _FORMULA_ATTRIBUTES[element.tag]]
    for table, by_name in ((_SHEET_ATTRIBUTES, new.sheets), (_WORD_ATTRIBUTES, new.words)):
        for element in root.iter(*table):
            slot = Slot(element, table[element.tag])
            if slot.text.lower() in by_name:
                slot.write(by_name[slot.text.lower()])
                followed.append(True)
    return any(followed)


def _follow(slot: Slot, new: NewNames) -> bool:
    old = slot.text
    if not old or (text := rename_in_formula(old, new)) == old:
        return False
    slot.write(text)
    return True


def _definitions_renamed(
    parts: OpenParts, part: str, root: etree._Element, new: NewNames
) -> Iterator[CoverageEntry]:
    for element in root.iter(*_SHEETS, *_DEFINED):
        kind = SHEET_NAME if element.tag in _SHEETS else TABLE_NAME if element.tag in _TABLE else DEFINED_NAME
        by_name = new.sheets if element.tag in _SHEETS else new.words
        changed = False
        for attribute in _SHEETS.get(element.tag) or _DEFINED[element.tag]:
            name = by_name.get(element.get(attribute, "").lower())
            if name is not None:
                element.set(attribute, name)
                parts.changed(part)
                changed = True
        yield CoverageEntry(part, kind, Treatment.REDACTED, int(changed))
