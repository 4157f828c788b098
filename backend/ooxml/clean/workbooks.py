"""Clean an embedded workbook: comments, change log and metadata.

The parts are those of ECMA-376 part 1, 12.3, and of [MS-XLSX] 2.1 for comments in threads.
"""

from typing import Any

from lxml import etree

from backend.document.cleaning import Cleaning, Comments, Revisions
from backend.document.coverage import Treatment
from backend.ooxml.clean.comments import Authors
from backend.ooxml.clean.draft import PackageDraft
from backend.ooxml.clean.revisions import DELETION
from backend.ooxml.clean.traces import remove_traces
from backend.ooxml.clean.tree_edits import remove_element
from backend.ooxml.excel.sheet_texts import AUTHOR, COMMENT
from backend.ooxml.markup import names

_COMMENTS = frozenset({"comments", "threadedComment"})
_PERSONS = frozenset({"person"})
_LOG_OF_CHANGES = frozenset({"revisionHeaders", "revisionLog", "usernames"})
_DRAWINGS = frozenset({"vmlDrawing"})

_COMMENT = names("x:comment", "tc:threadedComment")
_AUTHOR = names("x:author")
_PERSON = names("tc:person")
_WHEN = "dT"
_WHO = ("userId", "providerId")
_THREAD = "tc="
"""So begins the author of a comment for older programs; it is the key of a thread, not a name."""
_TRACES_OF_SAVING = etree.XPath("//*[local-name() = 'absPath' or local-name() = 'revisionPtr']")
"""[MS-XLSX] 2.6.1 and 2.6.196; the latter has documentId and uidLastSave."""
_ALTERNATIVES = names("mc:AlternateContent")
_NOTES = etree.XPath("//*[local-name() = 'ClientData'][@ObjectType = 'Note']/..")


def clean_workbook(draft: PackageDraft, policy: Cleaning, authors: Authors) -> None:
    """Clean a workbook as a policy requires; hidden sheets and rows are kept, because formulas may need them."""
    if policy.revisions is Revisions.ACCEPT:
        for part in draft.parts_of(_LOG_OF_CHANGES):
            draft.remove_part(part, DELETION)
    if policy.comments is Comments.REMOVE:
        _remove_comments(draft)
    elif policy.comments is Comments.ANONYMISE:
        _anonymise_comments(draft, authors)
    if policy.remove_traces:
        remove_traces(draft)
        _remove_traces_of_saving(draft)


SAVED_WHERE = "folder of a workbook"
SAVED_LAST = "document id"


def _remove_traces_of_saving(draft: PackageDraft) -> None:
    """Remove the folder in which Excel has saved a workbook, and the ids of the workbook and of its last saving."""
    part = draft.package.main_part
    root = draft.root_of(part)
    if root is None:
        return
    places: Any = _TRACES_OF_SAVING(root)
    for element in places:
        name = etree.QName(element).localname
        draft.did(part, SAVED_WHERE if name == "absPath" else SAVED_LAST)
        choices = next(element.iterancestors(*_ALTERNATIVES), None)
        remove_element(element)
        if choices is not None and not choices.xpath("*/*"):
            remove_element(choices)


def _remove_comments(draft: PackageDraft) -> None:
    for part in draft.parts_of(_COMMENTS):
        root = draft.root_of(part)
        count = 0 if root is None else sum(1 for _ in root.iter(*_COMMENT))
        draft.remove_part(part, COMMENT, max(count, 1))
    for part in draft.parts_of(_PERSONS):
        draft.remove_part(part, AUTHOR)
    for part in draft.parts_of(_DRAWINGS):
        _without_notes(draft, part)


def _without_notes(draft: PackageDraft, part: str) -> None:
    """Take out the yellow boxes of comments; buttons and lists, which stand in the same part, stay."""
    root = draft.root_of(part)
    notes: Any = [] if root is None else _NOTES(root)
    for note in notes:
        parent = note.getparent()
        if parent is not None:
            parent.remove(note)
            draft.did(part, COMMENT)


def _anonymise_comments(draft: PackageDraft, authors: Authors) -> None:
    for part in draft.parts_of(_COMMENTS):
        root = draft.root_of(part)
        if root is None:
            continue
        for author in root.iter(*_AUTHOR):
            name = author.text or ""
            if name and not name.startswith(_THREAD) and name != (alias := authors.alias(name)):
                author.text = alias
                draft.did(part, AUTHOR, treatment=Treatment.REDACTED)
        for comment in root.iter(*_COMMENT):
            if comment.attrib.pop(_WHEN, ""):
                draft.did(part, COMMENT, treatment=Treatment.REDACTED)
    for part in draft.parts_of(_PERSONS):
        root = draft.root_of(part)
        for person in root.iter(*_PERSON) if root is not None else ():
            name = person.get("displayName", "")
            alias = authors.alias(name)
            identities = [person.attrib.pop(each) for each in _WHO if each in person.attrib]
            if identities or name != alias:
                person.set("displayName", alias)
                draft.did(part, AUTHOR, treatment=Treatment.REDACTED)
