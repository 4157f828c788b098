"""Edit Word's XML trees: remove elements and keep what holds others together.

A mark of a range (bookmark, comment, permission) stays when only one end of it lies in what goes. A paragraph whose
mark goes runs on into the next one. Where Word wants a paragraph there is one.
"""

from collections.abc import Iterable, Iterator

from lxml import etree

from backend.ooxml.markup import names, sibling_name

PARAGRAPH = names("w:p")
RUN = names("w:r", "m:r")
PARAGRAPH_PROPERTIES = names("w:pPr")
TABLE, ROW, CELL = names("w:tbl"), names("w:tr"), names("w:tc")
CONTROL, CONTROL_CONTENT = names("w:sdt"), names("w:sdtContent")
TEXT = names("w:t", "w:delText", "m:t")
INSTRUCTION = names("w:instrText", "w:delInstrText")

_STARTS = {name: kind for kind in ("bookmark", "commentRange", "perm") for name in names(f"w:{kind}Start")}
_ENDS = {name: kind for kind in ("bookmark", "commentRange", "perm") for name in names(f"w:{kind}End")}
RANGE_MARKS = frozenset(_STARTS) | frozenset(_ENDS)

_NEVER_SHOWN = names("w:proofErr")
_WRAPPERS = names(
    *("w:hyperlink", "w:smartTag", "w:customXml", "w:fldSimple", "w:dir", "w:bdo", "w:ins", "w:moveTo"),
    *("w14:conflictIns", "m:oMath", "m:oMathPara"),
)
_NOTHING_SHOWN = RANGE_MARKS | names("w:smartTagPr", "w:customXmlPr", "w:fldData", "m:oMathParaPr", "w:proofErr")
_PROPERTIES_OF_WRAPPERS = names("w:sdtPr", "w:sdtEndPr", "w:customXmlPr", "w:smartTagPr")
_PROPERTIES = names("w:pPr", "w:rPr", "w:trPr", "w:tcPr", "w:tblPrEx", "w:numPr", "m:ctrlPr")
_BLOCK_CONTAINERS = names(
    *("w:body", "w:tc", "w:hdr", "w:ftr", "w:footnote", "w:endnote", "w:comment", "w:txbxContent", "w:docPartBody"),
)
_SECTION = names("w:sectPr")


def outermost(elements: Iterable[etree._Element]) -> Iterator[etree._Element]:
    """Return the elements that lie in none of the others; they come in document order."""
    last = None
    for element in elements:
        if last is None or not _lies_in(element, last):
            last = element
            yield element


def remove_element(element: etree._Element) -> None:
    """Remove an element, as `remove_elements` does."""
    remove_elements((element,))


def remove_elements(elements: Iterable[etree._Element]) -> None:
    """Remove elements with their content, and links and fields around them that become empty.

    Marks of ranges that end outside an element stay in place. What is around many elements is looked at once.
    """
    going = list(elements)
    while going:
        parents: dict[etree._Element, None] = {}
        for element in going:
            parent = element.getparent()
            if parent is not None:
                for mark in _reaching_out(element):
                    element.addprevious(mark)
                parent.remove(element)
                parents[parent] = None
        going = [each for each in parents if each.tag in _WRAPPERS and not _shows_anything(each)]


def _shows_anything(wrapper: etree._Element) -> bool:
    return any(child.tag not in _NOTHING_SHOWN for child in wrapper)


def unwrap(element: etree._Element) -> None:
    """Replace an element by its content, without its own properties."""
    parent = element.getparent()
    if parent is None:
        return
    for child in list(element):
        if child.tag in CONTROL_CONTENT:
            for shown in list(child):
                element.addprevious(shown)
        elif child.tag not in _PROPERTIES_OF_WRAPPERS:
            element.addprevious(child)
    parent.remove(element)


def remove_marker(element: etree._Element) -> None:
    """Remove an element that only describes its surroundings, and properties that become empty thereby."""
    parent = element.getparent()
    while parent is not None:
        parent.remove(element)
        if parent.tag not in _PROPERTIES or len(parent) or parent.attrib:
            return
        element, parent = parent, parent.getparent()


def join_with_next(paragraphs: Iterable[etree._Element]) -> int:
    """Let each of these paragraphs run on into the next one, whose properties the whole then has, as Word does.

    Before a table, and at the end of what holds it, a paragraph stays. Returns how many have gone.
    """
    waiting, removed = dict.fromkeys(paragraphs), 0
    for first in list(waiting):
        if first not in waiting:
            continue
        carried: list[etree._Element] = []
        paragraph = first
        while paragraph in waiting:
            del waiting[paragraph]
            between, following = _next_block(paragraph)
            if following is None or following.tag not in PARAGRAPH:
                break
            carried += [child for child in paragraph if child.tag not in PARAGRAPH_PROPERTIES]
            carried += between
            _detach(paragraph)
            removed += 1
            paragraph = following
        _put_first(paragraph, carried)
    return removed


def is_empty(paragraph: etree._Element) -> bool:
    """Tell whether a paragraph contains nothing but its mark."""
    return all(child.tag in PARAGRAPH_PROPERTIES | RANGE_MARKS | _NEVER_SHOWN for child in paragraph)


def remove_before_table(paragraph: etree._Element) -> None:
    """Remove an empty paragraph that a table or a control follows, so that it is not missed."""
    _, following = _next_block(paragraph)
    if following is not None and following.tag in TABLE | CONTROL and is_empty(paragraph):
        remove_element(paragraph)


class RemovedRows:
    """Rows and cells that are removed, and what held tables of which nothing is left.

    Call `end_with_paragraphs` when all are removed: to look for the last paragraph after each of them would take
    the square of the time.
    """

    def __init__(self) -> None:
        self._containers: dict[etree._Element, None] = {}

    def remove_row(self, row: etree._Element) -> None:
        """Remove a row, and its table when it was the last one."""
        table = _ancestor(row, TABLE)
        _take_out_with_controls(row)
        if table is not None and next(table.iter(*ROW), None) is None:
            container = _take_out_with_controls(table)
            if container is not None:
                self._containers[container] = None

    def remove_cell(self, cell: etree._Element) -> None:
        """Remove a cell, and its row when it was the last one."""
        row = _ancestor(cell, ROW)
        _take_out_with_controls(cell)
        if row is not None and next(row.iter(*CELL), None) is None:
            self.remove_row(row)

    def end_with_paragraphs(self) -> None:
        """Put an empty paragraph where Word wants one after what was removed."""
        for container in self._containers:
            end_with_paragraph(container)


def end_with_paragraph(container: etree._Element) -> None:
    """Let a cell, a note, a header, a text box or the body end with a paragraph (ECMA-376 part 1, 17.4.65)."""
    if container.tag not in _BLOCK_CONTAINERS:
        return
    last = next(container.iterchildren(*PARAGRAPH, *TABLE, *CONTROL, reversed=True), None)
    if last is not None and last.tag not in TABLE:
        return
    section = next(container.iterchildren(*_SECTION, reversed=True), None)
    new = etree.Element(sibling_name(container, "p"))
    if section is not None:
        section.addprevious(new)
    else:
        container.append(new)


def _lies_in(element: etree._Element, other: etree._Element) -> bool:
    return any(ancestor is other for ancestor in element.iterancestors())


def _reaching_out(element: etree._Element) -> list[etree._Element]:
    """The marks in an element whose other end lies outside of it."""
    marks: dict[tuple[str, str], etree._Element] = {}
    for mark in element.iter(*RANGE_MARKS):
        key = (_STARTS.get(mark.tag) or _ENDS[mark.tag], mark.get(sibling_name(mark, "id"), ""))
        if key in marks:
            del marks[key]
        else:
            marks[key] = mark
    return list(marks.values())


def _next_block(paragraph: etree._Element) -> tuple[list[etree._Element], etree._Element | None]:
    """What follows a paragraph, and the marks that stand between."""
    between: list[etree._Element] = []
    following = paragraph.getnext()
    while following is not None and following.tag in RANGE_MARKS | _NEVER_SHOWN:
        between.append(following)
        following = following.getnext()
    return between, following


def _put_first(paragraph: etree._Element, carried: list[etree._Element]) -> None:
    properties = next(paragraph.iterchildren(*PARAGRAPH_PROPERTIES), None)
    place = 0 if properties is None else 1
    paragraph[place:place] = carried


def _detach(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _ancestor(element: etree._Element, tags: frozenset[str]) -> etree._Element | None:
    return next(element.iterancestors(*tags), None)


def _take_out_with_controls(element: etree._Element) -> etree._Element | None:
    """Take out an element and the controls that held nothing else; returns what held all of them."""
    parent = element.getparent()
    remove_element(element)
    while parent is not None and parent.tag in CONTROL_CONTENT and next(parent.iterchildren(), None) is None:
        control = parent.getparent()
        if control is None:
            return None
        parent = control.getparent()
        remove_element(control)
    return parent
