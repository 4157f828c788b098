"""Redacted strings leave what people wrote outside the stories: attributes, fields, charts, custom XML."""

from collections import defaultdict
from collections.abc import Iterator

from backend.document.coverage import Covered, Treatment
from backend.document.model import StoryKind
from backend.ooxml.human_text import HumanText, structure_of
from backend.ooxml.markup import unseen_texts
from backend.ooxml.open_parts import OpenParts
from backend.ooxml.outside import written_in
from backend.ooxml.paragraphs import paragraphs
from backend.ooxml.search import Found
from backend.ooxml.writer import rewrite


def comments_removed(parts: OpenParts) -> Iterator[Covered]:
    """Drop XML comments and processing instructions, which Word does not read; parsing has dropped them already."""
    package = parts.package
    for part, _ in parts.roots():
        if unseen := unseen_texts(package.parts[part]):
            parts.changed(part)
            yield Covered(part, "XML comment", Treatment.REMOVED, len(unseen))


def words_replaced(parts: OpenParts) -> Iterator[Covered]:
    """Replace in every text of the table (see human_text), and in all of custom XML."""
    for part, root in parts.roots():
        texts = list(written_in(root, custom=part in parts.custom))
        whole = [human.text for human in texts]
        hits = parts.search.find_all(whole)
        for i, human in enumerate(texts):
            found = _of_people(human, hits.get(i, []))
            if found and human.text == whole[i]:  # initials are gone with the author they belong to
                human.replace(found)
                parts.changed(part)
            yield Covered(part, human.what, Treatment.REDACTED, int(bool(found)))


def _of_people(human: HumanText, hits: Found) -> Found:
    """Nothing in what is Word's own."""
    structure = structure_of(human) if hits else 0
    return [each for each in hits if each[0].start >= structure]


def building_blocks_replaced(parts: OpenParts) -> Iterator[Covered]:
    """Replace in paragraphs that are no part of a story: the building blocks of a glossary."""
    for part, root in parts.roots():
        if part in parts.stories:
            continue
        blocks = paragraphs(root, StoryKind.BODY)
        shown = [(paragraph.ordinal, *each) for paragraph in blocks for each in paragraph.texts()]
        wanted: dict[int, dict[StoryKind, Found]] = defaultdict(dict)
        for i, found in parts.search.find_all([text for _, _, text in shown]).items():
            ordinal, kind, _ = shown[i]
            wanted[ordinal][kind] = found
        for ordinal, changes in wanted.items():
            rewrite(blocks[ordinal], changes)
            parts.changed(part)
        if shown:
            yield Covered(part, "building block text", Treatment.REDACTED, len(wanted))
