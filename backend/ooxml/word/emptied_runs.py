"""Remove what tells the length of a redacted text: emptied runs, and marks of the spelling checker around it."""

from collections.abc import Collection

from lxml import etree

from backend.ooxml.markup import names, sibling_name

RUN = names("w:r")
_PROPERTIES = names("w:rPr")
_TEXT = names("w:t", "w:delText")
_PROOFING = names("w:proofErr")
_CHANGE = names("w:ins", "w:del")
_ENDS = {"spellEnd": "spellStart", "gramEnd": "gramStart"}


def remove_traces_of_length(runs: Collection[etree._Element]) -> None:
    """Remove those of the replaced runs in which no text is left, and pairs of proofing marks around replaced runs.

    A run that holds anything else than its properties, such as a picture or a mark of a comment, stays.
    """
    parents = dict.fromkeys(parent for run in runs if (parent := run.getparent()) is not None)
    for parent in parents:
        if next(parent.iterchildren(*_PROOFING), None) is not None:
            _remove_proofing_around(parent, set(runs))
    for run in dict.fromkeys(runs):
        for text in [child for child in run.iterchildren(*_TEXT) if not child.text]:
            run.remove(text)
        if all(child.tag in _PROPERTIES for child in run):
            _remove(run)


def _remove(run: etree._Element) -> None:
    parent = run.getparent()
    if parent is None:
        return
    parent.remove(run)
    around = parent.getparent()
    if parent.tag in _CHANGE and around is not None and all(child.tag in _PROOFING for child in parent):
        around.remove(parent)


def _remove_proofing_around(parent: etree._Element, runs: Collection[etree._Element]) -> None:
    """Remove each pair of marks between which a replaced run is."""
    opened: dict[str, tuple[etree._Element, int]] = {}
    replaced = 0
    for child in list(parent):
        replaced += child in runs
        if child.tag in _PROOFING:
            kind = child.get(sibling_name(child, "type"), "")
            start = opened.pop(_ENDS.get(kind, ""), None)
            if start is None:
                opened[kind] = child, replaced
            elif start[1] < replaced:
                parent.remove(start[0])
                parent.remove(child)
