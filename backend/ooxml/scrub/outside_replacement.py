"""Replace redacted strings outside the stories: attributes, fields, charts, custom XML."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import StoryKind
from backend.ooxml.cut_names import found_in_text
from backend.ooxml.human_text import CUSTOM_DATA, HumanText, structure_of
from backend.ooxml.markup import unseen_texts
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.scrub.encodings import encoded_replaced
from backend.ooxml.scrub.outside_text import written_in
from backend.ooxml.scrub.split_text import split_replaced
from backend.ooxml.scrub.unknown_attributes import OTHER_TEXT, OTHER_VOCABULARY, other_texts
from backend.ooxml.string_search import Found, StringSearch
from backend.ooxml.word.paragraphs import paragraphs
from backend.ooxml.word.writer import rewrite

SPLIT = frozenset({"chart value", CUSTOM_DATA, OTHER_VOCABULARY, OTHER_TEXT})
"""The kinds of text that stand in many small elements, over which a name may be split."""


def remove_xml_comments(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Remove XML comments and processing instructions, which Word ignores; the parser has dropped them already."""
    package = parts.package
    for part, _ in parts.roots():
        if unseen := unseen_texts(package.parts[part]):
            parts.changed(part)
            yield CoverageEntry(part, "XML comment", Treatment.REMOVED, len(unseen))


def replace_listed_texts(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Replace redacted strings in every text of the table (see human_text), and in all of custom XML."""
    for part, root in parts.roots():
        yield from _replaced(parts, part, list(written_in(root, custom=part in parts.custom)), parts.search)


def replace_unlisted_texts(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Replace redacted strings in everything that no table lists; in Office markup, names only.

    The rest of Office markup may be Word's own words.
    """
    names_only = parts.search.without_words
    for part, root in parts.roots():
        if part not in parts.custom:
            texts = list(other_texts(root))
            foreign = [human for human in texts if human.what == OTHER_VOCABULARY]
            known = [human for human in texts if human.what != OTHER_VOCABULARY]
            yield from _replaced(parts, part, foreign, parts.search)
            yield from _replaced(parts, part, known, names_only)


def _replaced(
    parts: OpenParts, part: str, texts: Sequence[HumanText], search: StringSearch
) -> Iterator[CoverageEntry]:
    """Replace in the texts of one part: in each text, then in other encodings, then across adjacent texts."""
    original_texts = [human.text for human in texts]
    hits = search.find_all(original_texts)
    changed = []
    for i, human in enumerate(texts):
        found = found_in_text(human, _of_people(human, hits.get(i, [])), search)
        if found and human.text == original_texts[i]:  # initials are gone with the author they belong to
            human.replace(found)
            changed.append(human.what)
        yield CoverageEntry(part, human.what, Treatment.REDACTED)
    changed += encoded_replaced(texts, search.without_words)
    changed += split_replaced([human for human in texts if human.what in SPLIT], search.without_words)
    for what in changed:
        parts.changed(part)
        yield CoverageEntry(part, what, Treatment.REDACTED, 1)


def _of_people(human: HumanText, hits: Found) -> Found:
    """Return the hits that are not in Word's own words."""
    structure = structure_of(human) if hits else 0
    return [each for each in hits if each[0].start >= structure]


def replace_building_blocks(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Replace in paragraphs that are not part of a story: the building blocks of a glossary."""
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
            yield CoverageEntry(part, "building block text", Treatment.REDACTED, len(wanted))
