"""Revisions: marks of who inserted, deleted or reformatted what, and what accepting or rejecting them does."""

import copy
from collections.abc import Iterator

from addin.wordhost.names import Element, new, w
from addin.wordhost.story import Stories

AUTHOR = "Unsaid Tester"
DATE = "2026-01-01T00:00:00Z"
INSERTIONS = {w("ins"), w("moveTo")}
DELETIONS = {w("del"), w("moveFrom")}
FORMATTING = {w("rPrChange"), w("pPrChange")}
DELETED_NAMES = {w("t"): w("delText"), w("instrText"): w("delInstrText")}
RESTORED_NAMES = {deleted: kept for kept, deleted in DELETED_NAMES.items()}


def mark(name: str, number: int) -> Element:
    """An empty revision mark."""
    return new(name, id=str(number), author=AUTHOR, date=DATE)


def own_insertion(run: Element) -> bool:
    """Whether a run was inserted by this person: deleting it then leaves nothing behind (unsourced)."""
    around = run.getparent()
    return around is not None and around.tag == w("ins") and around.get(w("author")) == AUTHOR


def delete_run(run: Element, number: int) -> None:
    """Mark a run as deleted where it stands; its text stays in the file (#5178, #5188, #334)."""
    wrapper = mark("del", number)
    run.addprevious(wrapper)
    wrapper.append(run)
    _rename(run, DELETED_NAMES)


def remember_format(properties: Element, number: int) -> None:
    """Keep the format that a run had before it was changed; the first one wins while it is unresolved."""
    if properties.find(w("rPrChange")) is not None:
        return
    change = mark("rPrChange", number)
    before = new("rPr")
    before.extend(copy.deepcopy(child) for child in properties)
    change.append(before)
    properties.append(change)


def revisions(container: Element) -> list[Element]:
    """The revision marks of a story that stand around runs or in their properties, in order."""
    return [
        element
        for element in container.iter(*INSERTIONS, *DELETIONS, *FORMATTING)
        if element.tag in FORMATTING or len(element)
    ]


def kind(revision: Element) -> str:
    """Word.TrackedChangeType of a mark."""
    if revision.tag in INSERTIONS:
        return "Added"
    return "Deleted" if revision.tag in DELETIONS else "Formatted"


def resolve(revision: Element, stories: Stories, *, accept: bool) -> None:
    """Accept or reject one revision."""
    paragraph = next((element for element in _around(revision) if element.tag == w("p")), None)
    if revision.tag in FORMATTING:
        _resolve_format(revision, accept=accept)
    elif (revision.tag in INSERTIONS) is accept:
        _unwrap(revision)
    else:
        _take_out(revision, paragraph, stories)
    if paragraph is not None:
        stories.edited(paragraph, 0, 0, 0)


def _around(element: Element) -> Iterator[Element]:
    yield element
    yield from element.iterancestors()


def _resolve_format(change: Element, *, accept: bool) -> None:
    properties = change.getparent()
    assert properties is not None
    before = change[0] if len(change) else None
    properties.remove(change)
    if not accept:
        properties[:] = list(before) if before is not None else []


def _unwrap(revision: Element) -> None:
    parent = revision.getparent()
    assert parent is not None
    _rename(revision, RESTORED_NAMES)
    at = parent.index(revision)
    parent[at : at + 1] = list(revision)


def _take_out(revision: Element, paragraph: Element | None, stories: Stories) -> None:
    parent = revision.getparent()
    assert parent is not None
    if paragraph is not None:
        inside = [piece for piece in stories.reading(paragraph).pieces if revision in _around(piece.run)]
        if inside:
            start, end = inside[0].start, inside[-1].end
            parent.remove(revision)
            stories.edited(paragraph, start, end, 0)
            return
    parent.remove(revision)


def _rename(container: Element, names: dict[str, str]) -> None:
    for leaf in list(container.iter(*names)):
        leaf.tag = names[leaf.tag]
