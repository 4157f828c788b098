"""Accept tracked changes as Word does.

The elements are those of ECMA-376 part 1, 17.13.5, and those for the conflicts of two people who write at once
([MS-DOCX] 2.6.1), which say insertion and deletion in words of their own. Whatever else says who wrote it, except a
comment, no longer says so.
"""

from collections import Counter
from itertools import islice

from lxml import etree

from backend.ooxml.clean import tree_edits as tree
from backend.ooxml.clean.fields import broken_pieces, remove_newly_broken
from backend.ooxml.markup import dialects, names, sibling_name

DELETION = "tracked deletion"
INSERTION = "tracked insertion"
MOVE = "tracked move"
FORMATTING = "formatting change"

_DELETED = names("w:del", "w14:conflictDel")
_MOVED_AWAY = names("w:moveFrom")
_INSERTED = names("w:ins", "w14:conflictIns")
_MOVED_HERE = names("w:moveTo")
_GOING = _DELETED | _MOVED_AWAY
_COMING = _INSERTED | _MOVED_HERE

_MARK_PROPERTIES = names("w:rPr")
_ROW_PROPERTIES = names("w:trPr")
_MATH_PROPERTIES = names("m:ctrlPr")
_MATH_RUN = names("m:r")
_MATH_TEXT = names("m:t", "w:t")
_OF_OTHERS = _MARK_PROPERTIES | _ROW_PROPERTIES | _MATH_PROPERTIES | names("w:numPr") | _MATH_RUN
"""Here an insertion or a deletion holds nothing; it speaks of a paragraph's mark, a row, a formula, a number."""

_CELL_DELETED, _CELL_INSERTED, _CELL_MERGED = names("w:cellDel"), names("w:cellIns"), names("w:cellMerge")
_MERGE = names("w:vMerge")
_MERGE_STATES = {"rest": "restart", "cont": "continue"}
"""What becomes of a revised state of merging (17.18.1) as a state (17.18.57)."""
_BEFORE_MERGE = names("w:cnfStyle", "w:tcW", "w:gridSpan", "w:hMerge")

_CHANGES = names(
    *("w:rPrChange", "w:pPrChange", "w:sectPrChange", "w:tblPrChange", "w:tblPrExChange", "w:tblGridChange"),
    *("w:tcPrChange", "w:trPrChange", "w:numberingChange"),
)
_MOVES = names("w:moveFromRangeStart", "w:moveFromRangeEnd", "w:moveToRangeStart", "w:moveToRangeEnd")
_MARKUP_GOES = names(
    "w:customXmlDelRangeStart", "w:customXmlMoveFromRangeStart", "w14:customXmlConflictDelRangeStart"
)
_MARKUP_GOES_END = names(
    "w:customXmlDelRangeEnd", "w:customXmlMoveFromRangeEnd", "w14:customXmlConflictDelRangeEnd"
)
_MARKUP_STAYS = names(
    *(f"w:customXml{change}Range{end}" for change in ("Ins", "MoveTo") for end in ("Start", "End")),
    *(f"w14:customXmlConflictInsRange{end}" for end in ("Start", "End")),
)
_STRAY = names("w:delText", "w:delInstrText")
_WRAPPED = names("w:sdt", "w:customXml")

_COMMENT = names("w:comment")
_AUTHORS = dialects("w:author")
_OF_AN_AUTHOR = (*_AUTHORS, *dialects("w:initials"), *dialects("w:date"), *dialects("w16du:dateUtc"))

Counts = Counter[str]


def accept_revisions(root: etree._Element) -> Counts:
    """Accept every tracked change in a part, and count them by kind."""
    before = broken_pieces(root)
    counts: Counts = Counter()
    counts[DELETION] += _without_deleted_controls(root)
    ended = _ended_paragraphs(root)
    counts[DELETION] += len(ended)
    counts += _without_deletions(root)
    counts += _with_insertions(root)
    counts[INSERTION] += _drop(root, _MARKUP_STAYS)
    counts[MOVE] += _drop(root, _MOVES)
    counts[FORMATTING] += _drop(root, _CHANGES)
    counts[FORMATTING] += _without_authors(root)
    for paragraph in reversed(ended):
        tree.remove_before_table(paragraph)
    tree.join_with_next(ended)
    if counts.total():
        remove_newly_broken(root, before)
    return +counts


def _ended_paragraphs(root: etree._Element) -> list[etree._Element]:
    """The paragraphs whose marks are deleted or moved away; the marks do not say so any more."""
    found: list[etree._Element] = []
    for mark in list(root.iter(*_GOING)):
        ancestors = list(islice(mark.iterancestors(), 3))
        expected = (_MARK_PROPERTIES, tree.PARAGRAPH_PROPERTIES, tree.PARAGRAPH)
        if len(ancestors) == 3 and all(each.tag in tags for each, tags in zip(ancestors, expected, strict=True)):
            found.append(ancestors[2])
            tree.remove_marker(mark)
    return found


def _without_deletions(root: etree._Element) -> Counts:
    counts: Counts = Counter()
    formulas: list[etree._Element] = []
    going: list[etree._Element] = []
    rows = tree.RemovedRows()
    for deletion in tree.outermost(list(root.iter(*_GOING))):
        counts[MOVE if deletion.tag in _MOVED_AWAY else DELETION] += 1
        parent = deletion.getparent()
        if parent is None or parent.tag not in _OF_OTHERS:
            going.append(deletion)
        elif (row := parent.getparent()) is not None and row.tag in tree.ROW:
            rows.remove_row(row)
        elif parent.tag in _MATH_RUN:
            going.append(parent)
        else:
            formulas += islice(parent.iterancestors(), 1, 2) if parent.tag in _MATH_PROPERTIES else ()
            tree.remove_marker(deletion)
    tree.remove_elements(going)
    for formula in reversed(formulas):
        # Its sign is deleted: it goes, unless something in it was left.
        if not any((text.text or "").strip() for text in formula.iter(*_MATH_TEXT)):
            tree.remove_element(formula)
    for mark in list(root.iter(*_CELL_DELETED)):
        counts[DELETION] += 1
        rows.remove_cell(next(mark.iterancestors(*tree.CELL), mark))
    rows.end_with_paragraphs()
    counts[DELETION] += _drop(root, _STRAY)
    return counts


def _with_insertions(root: etree._Element) -> Counts:
    counts: Counts = Counter()
    for insertion in list(root.iter(*_COMING)):
        counts[MOVE if insertion.tag in _MOVED_HERE else INSERTION] += 1
        parent = insertion.getparent()
        if parent is not None and parent.tag in _OF_OTHERS and not len(insertion):
            tree.remove_marker(insertion)
        else:
            tree.unwrap(insertion)
    counts[INSERTION] += _drop(root, _CELL_INSERTED)
    for change in list(root.iter(*_CELL_MERGED)):
        counts[FORMATTING] += 1
        _merge(change)
    return counts


def _merge(change: etree._Element) -> None:
    """Let a cell be merged with the one above, or split from it, as the change says."""
    properties = change.getparent()
    state = _MERGE_STATES.get(change.get(sibling_name(change, "vMerge"), ""))
    if properties is not None and state is not None:
        for old in list(properties.iterchildren(*_MERGE)):
            properties.remove(old)
        merged = etree.Element(sibling_name(change, "vMerge"))
        merged.set(sibling_name(change, "val"), state)
        properties.insert(sum(child.tag in _BEFORE_MERGE for child in properties), merged)
    tree.remove_marker(change)


def _without_deleted_controls(root: etree._Element) -> int:
    """Unwrap the controls whose beginning lies in a stretch of deleted markup; what is in them stays.

    The ends of a stretch count too: they name an author, whatever lies between them.
    """
    unwrapped, depth = 0, 0
    for element in list(root.iter(*_WRAPPED, *_MARKUP_GOES, *_MARKUP_GOES_END)):
        if element.tag in _MARKUP_GOES:
            depth += 1
        elif element.tag in _MARKUP_GOES_END:
            depth -= 1
        elif depth > 0:
            unwrapped += 1
            tree.unwrap(element)
    return unwrapped + _drop(root, _MARKUP_GOES | _MARKUP_GOES_END)


def _drop(root: etree._Element, tags: frozenset[str]) -> int:
    found = list(root.iter(*tags))
    for element in found:
        tree.remove_marker(element)
    return len(found)


def _without_authors(root: etree._Element) -> int:
    """Take the names and dates off markup of later versions, of which nobody knows what accepting it would mean."""
    found = [
        element
        for element in root.iter(etree.Element)
        if element.tag not in _COMMENT and any(name in element.attrib for name in _AUTHORS)
    ]
    for element in found:
        for name in _OF_AN_AUTHOR:
            element.attrib.pop(name, "")
    return len(found)
