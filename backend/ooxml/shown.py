"""Reduce the tree of a Word part to what Word shows, only for reading; such a tree is never written.

A reader sees some things joined that the file keeps apart: Word drops spaces at the ends of a text that does not
ask to keep them, shows no text in the code of a field, and lets a heading run into its text. And it shows one
branch of alternate content, which need not be the first.
"""

from collections.abc import Iterator, Mapping

from lxml import etree

from backend.ooxml.clean import tree_edits as tree
from backend.ooxml.markup import NAMESPACES, meanings, names, sibling_name
from backend.ooxml.word.paragraphs import SIGNS, TEXT

_FIELD_CHARACTER = names("w:fldChar")
_IN_PROPERTIES = names("w:rPr", "w:pPr", "w:sdtPr", "w:sectPr", "w:tblPr", "w:trPr", "w:tcPr")
_MARK, _RUNS_ON = names("w:rPr"), names("w:specVanish")
_ROW_PROPERTIES, _DELETED = names("w:trPr"), names("w:del")
_CELL_DELETED = names("w:cellDel")
_ALTERNATIVES, _CHOICE = names("mc:AlternateContent"), names("mc:Choice")
_PRESERVE = "{http://www.w3.org/XML/1998/namespace}space"
_TRIMMED = " \t\r\n"
_OFF = frozenset({"0", "false", "off"})

_OFFICE = ("http://schemas.openxmlformats.org/", "http://schemas.microsoft.com/", "http://purl.oclc.org/ooxml/")
_KNOWN = frozenset(uri for each in NAMESPACES.values() for uri in each) | {
    "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas",
    "http://schemas.microsoft.com/office/word/2010/wordprocessingInk",
    "http://schemas.openxmlformats.org/drawingml/2006/lockedCanvas",
    "urn:schemas-microsoft-com:office:word",
}
"""The vocabularies in whose elements Word shows text."""


def without_unshown(root: etree._Element) -> int:
    """Take out text that Word does not show, and return how many pieces that are.

    It stands in codes of fields and in properties, in elements that are none of Office's, in rows and cells that
    are deleted, and in branches that Word does not take.
    """
    unshown = [*_in_codes(root), *_in_properties(root), *_of_others(root), *_deleted(root)]
    count = sum(_took_out(element) for element in unshown)
    return count + take_branches(root, last=False)


def take_branches(root: etree._Element, *, last: bool) -> int:
    """Leave of alternate content the branch that Word takes, or the `last`, which older readers take."""
    count, required = 0, {} if last else _required(root)
    # The innermost first: all that goes is walked through.
    for alternative in reversed(list(root.iter(*_ALTERNATIVES))):
        branches = list(alternative.iterchildren(tag=etree.Element))
        taken = next((each for each in branches if last or _is_taken(each, required)), None)
        taken = branches[-1] if last and branches else taken
        for each in branches:
            if each is not taken:
                alternative.remove(each)
                count += 1
    return count


def join_as_shown(root: etree._Element) -> None:
    """Drop the spaces that Word drops, and join headings with what they run into."""
    for text in root.iter(*TEXT):
        if text.text and text.get(_PRESERVE) != "preserve":
            text.text = text.text.strip(_TRIMMED)
    tree.join_with_next([each for each in root.iter(*tree.PARAGRAPH) if _runs_on(each)])


def _in_codes(root: etree._Element) -> Iterator[etree._Element]:
    """The texts between the beginning of a field and its separator, or its end if it has none (17.16.18).

    A field without an end counts if it has a separator: Word closes it. Otherwise its code would go on for ever.
    """
    open_fields: list[_Field] = []
    outermost: int | None = None  # the outermost field whose code goes on; what lies in it is in its code
    for element in root.iter(*_FIELD_CHARACTER, *TEXT, *SIGNS):
        kind = element.get(sibling_name(element, "fldCharType")) if element.tag in _FIELD_CHARACTER else None
        if element.tag not in _FIELD_CHARACTER:
            if outermost is not None:
                open_fields[outermost].texts.append(element)
            continue
        if kind == "begin":
            outermost = len(open_fields) if outermost is None else outermost
            open_fields.append(_Field())
        elif open_fields:
            if outermost == len(open_fields) - 1:
                outermost = None
            if kind == "separate":
                open_fields[-1].separated = True
            else:
                yield from open_fields.pop().texts
    for field in open_fields:
        if field.separated:
            yield from field.texts


class _Field:
    """An open field: whether its separator has come, and the texts in its code."""

    def __init__(self) -> None:
        self.separated = False
        self.texts: list[etree._Element] = []


def _in_properties(root: etree._Element) -> Iterator[etree._Element]:
    for properties in tree.outermost(root.iter(*_IN_PROPERTIES)):
        yield from properties.iter(*TEXT)


def _of_others(root: etree._Element) -> Iterator[etree._Element]:
    """The outermost elements of vocabularies of which Word shows nothing."""
    for element in tree.outermost(filter(_is_of_others, root.iter(etree.Element))):
        if next(element.iter(*TEXT), None) is not None:
            yield element


def _is_of_others(element: etree._Element) -> bool:
    return (etree.QName(element).namespace or "") not in _KNOWN


def _deleted(root: etree._Element) -> Iterator[etree._Element]:
    for properties in root.iter(*_ROW_PROPERTIES):
        row = properties.getparent()
        if row is not None and next(properties.iterchildren(*_DELETED), None) is not None:
            yield row
    for mark in root.iter(*_CELL_DELETED):
        yield from list(mark.iterancestors(*tree.CELL))[:1]


def _took_out(element: etree._Element) -> bool:
    parent = element.getparent()
    if parent is None:
        return False
    parent.remove(element)
    return True


def _is_taken(branch: etree._Element, required: Mapping[etree._Element, list[str]]) -> bool:
    """Whether Word knows all that a branch requires; what Office has published since counts as known."""
    return all(each.startswith(_OFFICE) or each in _KNOWN for each in required.get(branch, ()))


def _required(root: etree._Element) -> dict[etree._Element, list[str]]:
    """The vocabularies that each branch requires."""
    branches = {each: each.get("Requires", "").split() for each in root.iter(*_CHOICE)}
    known = meanings(root, branches)
    return {each: [known[each].get(prefix, "") for prefix in prefixes] for each, prefixes in branches.items()}


def _runs_on(paragraph: etree._Element) -> bool:
    marks = (
        mark for each in paragraph.iterchildren(*tree.PARAGRAPH_PROPERTIES) for mark in each.iterchildren(*_MARK)
    )
    special = (each for mark in marks for each in mark.iterchildren(*_RUNS_ON))
    return any(each.get(sibling_name(each, "val"), "").lower() not in _OFF for each in special)
