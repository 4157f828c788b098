"""Remove comments, or make them anonymous."""

from collections.abc import Iterator
from typing import Any

from lxml import etree

from backend.document.cleaning import AUTHOR_ALIAS
from backend.document.coverage import Treatment
from backend.ooxml.clean.draft import PackageDraft
from backend.ooxml.clean.tree_edits import RUN, remove_elements, remove_marker
from backend.ooxml.human_text import AUTHOR
from backend.ooxml.markup import dialects, names, sibling_name

COMMENT = "comment"
COMMENT_MARK = "comment mark"
COMMENT_DATA = "comment data"
PEOPLE = "people"
TASK = "task"

# The last segments of relationship types: ECMA-376 part 1, 11.3.2, and [MS-DOCX] 2.2 for what came later.
_COMMENTS = frozenset({"comments"})
_ABOUT_COMMENTS = frozenset({"commentsExtended", "commentsIds", "commentsExtensible"})
_TASKS = frozenset({"documenttasks"})
"""What somebody was asked to do by a comment, with names and addresses."""
_PEOPLE = frozenset({"people"})

_COMMENT = names("w:comment")
_RANGE = names("w:commentRangeStart", "w:commentRangeEnd")
_REFERENCE = names("w:commentReference")
_RUN_PROPERTIES = names("w:rPr")
_PERSON = names("w15:person")
_SIGNED = etree.XPath("//*[@*[local-name() = 'author']]")
_AUTHORS = dialects("w:author")
_DATES = frozenset(dialects("w:date") + dialects("w16du:dateUtc"))
_WHEN = frozenset(dialects("w16cex:dateUtc"))
_EXTENSIONS = frozenset({"extLst"})
"""In commentsExtensible: who liked a comment, and when."""


class Authors:
    """Numbers for the people who commented or changed text, in order of first appearance."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def alias(self, name: str) -> str:
        """Return the alias of a person, with a new number at the first appearance."""
        return f"{AUTHOR_ALIAS} {self._number(name)}"

    def initials(self, name: str) -> str:
        """Return the initials of the alias."""
        return f"A{self._number(name)}"

    def _number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers) + 1)


def remove_comments(draft: PackageDraft) -> None:
    """Remove comments, their marks in the text, and the parts with their authors, times and states."""
    for part in draft.parts_of(_COMMENTS):
        root = draft.root_of(part)
        count = 0 if root is None else sum(1 for _ in root.iter(*_COMMENT))
        draft.remove_part(part, COMMENT, max(count, 1))
    for part in draft.parts_of(_ABOUT_COMMENTS):
        draft.remove_part(part, COMMENT_DATA)
    for part in draft.parts_of(_TASKS):
        draft.remove_part(part, TASK)
    for part, root in draft.roots.items():
        draft.did(part, COMMENT_MARK, _without_anchors(root))


def anonymise_comments(draft: PackageDraft, authors: Authors) -> None:
    """Call everybody who commented or changed "Author 1" and so on; initials follow, dates go.

    Tracked changes that stay say who made them too, and would tell what the comments do not.
    """
    commented = [part for part in draft.parts_of(_COMMENTS) if part in draft.roots]
    for part in (*commented, *(part for part in draft.roots if part not in commented)):
        draft.did(part, AUTHOR, _anonymised(draft.roots[part], authors), Treatment.REDACTED)
    for part in draft.parts_of(_TASKS):
        draft.remove_part(part, TASK)
    for part in draft.parts_of({"commentsExtensible"}):
        root = draft.root_of(part)
        if root is not None:
            draft.did(part, COMMENT_DATA, _without_dates(root), Treatment.REDACTED)
    for part, person in _persons(draft):
        name = person.get(sibling_name(person, "author"), "")
        alias = authors.alias(name)
        if name != alias or len(person):
            person.set(sibling_name(person, "author"), alias)
            del person[:]
            draft.did(part, PEOPLE, treatment=Treatment.REDACTED)


def remove_unused_people(draft: PackageDraft) -> None:
    """Remove people whom the document no longer names from its list of people."""
    named = {name for root in draft.roots.values() for element in _signed(root) for name in _author(element)}
    for part, person in list(_persons(draft)):
        if person.get(sibling_name(person, "author"), "") not in named:
            remove_marker(person)
            draft.did(part, PEOPLE)
    for part in draft.parts_of(_PEOPLE):
        root = draft.root_of(part)
        if root is not None and not len(root):
            draft.remove_part(part, PEOPLE)


def _without_anchors(root: etree._Element) -> int:
    for mark in list(root.iter(*_RANGE)):
        remove_marker(mark)
    references = list(root.iter(*_REFERENCE))
    runs = dict.fromkeys(reference.getparent() for reference in references)
    for reference in references:
        remove_marker(reference)
    remove_elements(
        run
        for run in runs
        if run is not None and run.tag in RUN and all(child.tag in _RUN_PROPERTIES for child in run)
    )
    return len(references)


def _anonymised(root: etree._Element, authors: Authors) -> int:
    count = 0
    for element in _signed(root):
        for name in _author(element):
            known = [element.attrib.pop(date) for date in _DATES.intersection(element.attrib)]
            wanted = {sibling_name(element, "author"): authors.alias(name)}
            if element.tag in _COMMENT:
                wanted[sibling_name(element, "initials")] = authors.initials(name)
            if known or any(element.get(attribute) != text for attribute, text in wanted.items()):
                count += 1
                for attribute, text in wanted.items():
                    element.set(attribute, text)
    return count


def _without_dates(root: etree._Element) -> int:
    count = 0
    for element in list(root.iter(etree.Element)):
        count += sum(1 for date in _WHEN.intersection(element.attrib) if element.attrib.pop(date))
        if etree.QName(element).localname in _EXTENSIONS:
            remove_marker(element)
            count += 1
    return count


def _persons(draft: PackageDraft) -> Iterator[tuple[str, etree._Element]]:
    for part in draft.parts_of(_PEOPLE):
        root = draft.root_of(part)
        if root is not None:
            yield from ((part, person) for person in root.iter(*_PERSON))


def _signed(root: etree._Element) -> list[etree._Element]:
    found: Any = _SIGNED(root)
    return list(found)


def _author(element: etree._Element) -> Iterator[str]:
    for attribute in _AUTHORS:
        if element.get(attribute):
            yield element.get(attribute, "")
