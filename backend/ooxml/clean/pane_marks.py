"""Remove the marks that the pane makes in an open document, and count what looks like one and is not known as one.

A mark has a bookmark whose name holds the highlight of before (docs/decisions/0034). Nothing else counts as a mark:
a yellow highlight without such a bookmark may be its author's, so that it stays and is counted.
"""

import re
from dataclasses import dataclass, field

from lxml import etree

from backend.document.coverage import CoverageEntry
from backend.ooxml.clean.draft import PackageDraft
from backend.ooxml.clean.tree_edits import remove_marker
from backend.ooxml.markup import names
from backend.ooxml.opc.nested_packages import change_all_packages
from backend.ooxml.opc.package import Package, PackageKind

MARK = "mark of the pane"

_OURS = b'"Unsaid_'
_NAME = re.compile(r"Unsaid_(?:(?P<colour>[0-9A-F]{6}|none)_(?P<underline>[nu])_\w+|R[0-9a-f]{32}|Track\w+)")
_COLOURS = {"yellow", "green"}
"""What the pane marks with: OOXML's green is the bright one that Office.js calls lime."""
_BY_VALUE = {
    "FFFF00": "yellow",
    "00FF00": "green",
    "00FFFF": "cyan",
    "FF00FF": "magenta",
    "0000FF": "blue",
    "FF0000": "red",
    "000080": "darkBlue",
    "008080": "darkCyan",
    "008000": "darkGreen",
    "800080": "darkMagenta",
    "800000": "darkRed",
    "808000": "darkYellow",
    "808080": "darkGray",
    "C0C0C0": "lightGray",
    "000000": "black",
}
"""The colours of `w:highlight` (ECMA-376 part 1, 17.18.40) by the values of Office.js."""

_STARTS, _ENDS = names("w:bookmarkStart"), names("w:bookmarkEnd")
_RUNS, _PROPERTIES = names("w:r"), names("w:rPr")
_HIGHLIGHTS, _PARAGRAPHS = names("w:highlight"), names("w:p")


def remove_pane_marks(package: Package) -> tuple[Package, tuple[CoverageEntry, ...]]:
    """Take out all marks and other bookmarks of the pane; what was highlighted before is highlighted again.

    Raises UnsafeDocument as `parse` does.
    """
    if not _says(package, _OURS):
        return package, ()
    return change_all_packages(package, _without_marks)


def highlights_like_marks(package: Package) -> int:
    """How many stretches of text are highlighted in a colour of the pane."""
    if not _says(package, b"highlight"):
        return 0
    draft = PackageDraft(package)
    count = 0
    for root in draft.roots.values():
        for paragraph in root.iter(*_PARAGRAPHS):
            before = False
            for run in paragraph.iter(*_RUNS):
                is_highlighted = _highlight(run) is not None
                count += is_highlighted and not before
                before = is_highlighted
    return count


def _says(package: Package, words: bytes) -> bool:
    """Tell whether these bytes are in a part, or in one of a package in it."""
    if any(words in part for part in package.parts.values()):
        return True
    return any(_says(inner, words) for inner in package.nested.values())


def _without_marks(package: Package) -> tuple[Package, list[CoverageEntry]]:
    draft = PackageDraft(package)
    if package.kind is not PackageKind.EXCEL:
        for part, root in draft.roots.items():
            draft.did(part, MARK, _unmark(root))
    return draft.finished()


@dataclass
class _Bookmark:
    """A bookmark of the pane: its ends, and the runs between them."""

    name: re.Match[str]
    start: etree._Element
    end: etree._Element | None = None
    runs: list[etree._Element] = field(default_factory=list)


def _unmark(root: etree._Element) -> int:
    found = _bookmarks(root)
    for each in found:
        if each.end is not None:  # of one without an end nobody knows how far it went
            if each.name["colour"] is not None:
                for run in each.runs:
                    _restore(run, _BY_VALUE.get(each.name["colour"]), plain=each.name["underline"] == "n")
            _remove(each.end)
        _remove(each.start)
    return len(found)


def is_of_the_pane(bookmark: str) -> bool:
    """Tell whether the pane has made a bookmark, by its name."""
    return _NAME.fullmatch(bookmark) is not None


def _bookmarks(root: etree._Element) -> list[_Bookmark]:
    """Read the bookmarks in document order; ids may repeat in files that other programs have written."""
    found: list[_Bookmark] = []
    begun: dict[str, _Bookmark] = {}
    for element in root.iter(*_STARTS, *_ENDS, *_RUNS):
        if element.tag in _RUNS:
            for each in begun.values():
                each.runs.append(element)
        elif element.tag in _STARTS:
            name = _NAME.fullmatch(_attribute(element, "name"))
            if name is not None:
                found.append(_Bookmark(name, element))
                begun[_attribute(element, "id")] = found[-1]
        elif (ended := begun.pop(_attribute(element, "id"), None)) is not None:
            ended.end = element
    return found


def _restore(run: etree._Element, colour: str | None, *, plain: bool) -> None:
    """Give a run the highlight of before, where it still has one of the pane's."""
    mark = _highlight(run)
    if mark is None:
        return
    properties = mark.getparent()
    if plain and properties is not None:
        for line in properties.findall(f"{{{etree.QName(mark).namespace}}}u"):
            if _attribute(line, "val") == "dotted":
                properties.remove(line)
    if colour is None:
        remove_marker(mark)
    else:
        mark.set(f"{{{etree.QName(mark).namespace}}}val", colour)


def _highlight(run: etree._Element) -> etree._Element | None:
    for properties in run.iterchildren(*_PROPERTIES):
        for mark in properties.iterchildren(*_HIGHLIGHTS):
            if _attribute(mark, "val") in _COLOURS:
                return mark
    return None


def _attribute(element: etree._Element, name: str) -> str:
    return element.get(f"{{{etree.QName(element).namespace}}}{name}", "")


def _remove(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
