"""Remove notes and comments whose anchor in the text was removed."""

from collections.abc import Mapping

from lxml import etree

from backend.ooxml.clean.draft import PackageDraft
from backend.ooxml.clean.tree_edits import remove_element, remove_marker
from backend.ooxml.markup import dialects, names, sibling_name
from backend.ooxml.opc.relationships import reachable, relationships

_KINDS = {
    # the relationship's kind · what refers to it · what is referred to · what a row of the coverage map calls it
    "footnotes": (names("w:footnoteReference"), names("w:footnote"), "footnote"),
    "endnotes": (names("w:endnoteReference"), names("w:endnote"), "endnote"),
    "comments": (names("w:commentReference"), names("w:comment"), "comment"),
}
_COMMENT_RANGE = names("w:commentRangeStart", "w:commentRangeEnd")
_ABOUT_COMMENTS = frozenset({"commentsExtended", "commentsIds", "commentsExtensible"})
_PARAGRAPH_ID = frozenset(dialects("w14:paraId"))

Anchors = Mapping[str, frozenset[str]]
"""For a kind of note, the ids that the text refers to."""


def referenced_anchors(draft: PackageDraft) -> Anchors:
    """Return the notes and comments that the document refers to, without those of building blocks."""
    roots = _document_roots(draft)
    return {
        kind: frozenset(_id(each) for root in roots for each in root.iter(*references))
        for kind, (references, _, _) in _KINDS.items()
    }


def remove_orphaned(draft: PackageDraft, before: Anchors) -> None:
    """Remove the notes and comments to which the document no longer refers."""
    now = referenced_anchors(draft)
    lost = {kind: before[kind] - now[kind] for kind in _KINDS}
    if not any(lost.values()):
        return
    for arrow in relationships(draft.package.parts, draft.package.main_part):
        root = draft.roots.get(arrow.part or "")
        if arrow.kind in _KINDS and arrow.part and root is not None and lost[arrow.kind]:
            _, notes, name = _KINDS[arrow.kind]
            going = [note for note in root.iter(*notes) if _id(note) in lost[arrow.kind]]
            if arrow.kind == "comments":
                _forget_about(draft, going)
            for note in going:
                remove_element(note)
            draft.did(arrow.part, name, len(going))
    for part, root in draft.roots.items():
        for mark in [mark for mark in root.iter(*_COMMENT_RANGE) if _id(mark) in lost["comments"]]:
            remove_marker(mark)
            draft.changed(part)


def _document_roots(draft: PackageDraft) -> list[etree._Element]:
    arrows = relationships(draft.package.parts, draft.package.main_part)
    blocks = [each.part for each in arrows if each.kind == "glossaryDocument" and each.part]
    apart = {part for block in blocks for part in reachable(draft.package.parts, block)}
    return [root for part, root in draft.roots.items() if part not in apart]


def _forget_about(draft: PackageDraft, comments: list[etree._Element]) -> None:
    """Drop what other parts say of comments, which they know by their paragraphs ([MS-DOCX] 2.5.4.1)."""
    known = {
        element.attrib[spelled]
        for comment in comments
        for element in comment.iter(etree.Element)
        for spelled in _PARAGRAPH_ID.intersection(element.attrib)
    }
    for part in draft.parts_of(_ABOUT_COMMENTS):
        root = draft.root_of(part)
        for each in list(root) if root is not None else ():
            of = {str(name).rpartition("}")[2]: value for name, value in each.attrib.items()}
            if of.get("paraId") in known or of.get("durableId") in known:
                known |= {value for name, value in of.items() if name == "durableId"}
                remove_marker(each)
                draft.did(part, "comment")


def _id(element: etree._Element) -> str:
    return element.get(sibling_name(element, "id"), "")
