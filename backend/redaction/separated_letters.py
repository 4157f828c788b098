"""Names whose letters a layout keeps apart: a drop cap, one letter for each tab or cell, a mark inside a word.

Nobody who reads the page sees the gap, and a search for the name does not find it. Only places that are certain are
added; what is not (a name down a column of a table) is reported by the verification.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from backend.document.model import Block, Document, Place, Replacement, Story, StoryKind
from backend.document.placeholders import placeholders_as_borders
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import Span, merge_overlapping
from backend.redaction.plan import RedactionPlan

Key = tuple[str, StoryKind, int]
"""Part, kind of story and ordinal of a paragraph."""
Letters = Mapping[str, Sequence[tuple[str, RedactedString]]]
"""Strings without their spaces and signs by their first letters, the longest first."""
_SHORTEST = 5
"""Letters and digits of a string that is looked for letter by letter."""
_EDGE = 80
"""Characters at the end and the start of two paragraphs in which a name may be cut."""
_BORDER = "\0"
_SPACED = re.compile(r"(?<![^\W_])[^\W_](?:[ \t\u00a0\u2002-\u200a]{1,3}[^\W_](?![^\W_])){4,}")
"""Five single letters or digits in a row, with gaps."""


def add_separated_places(planned: RedactionPlan, document: Document) -> RedactionPlan:
    """Add the places of strings whose letters stand apart; those that a place covers already are left."""
    strings = planned.strings
    letters = _by_beginning(strings.strings)
    if not letters:
        return planned
    taken = {(each.place.part, each.place.kind, each.place.block) for each in planned.replacements}
    found: dict[Key, list[tuple[Span, str]]] = defaultdict(list)
    for story in document.stories:
        for each in _in_story(story, strings, letters):
            found[each.place.part, each.place.kind, each.place.block].append((each.place.span, each.placeholder))
    more = tuple(
        Replacement(Place(*key, span), placeholder)
        for key, places in found.items()
        if key not in taken
        for span, placeholder in _joined(places)
    )
    return replace(planned, replacements=planned.replacements + more) if more else planned


def _by_beginning(strings: Sequence[RedactedString]) -> Letters:
    compact = {_compact(each.text): each for each in strings if not each.is_word}
    letters: dict[str, list[tuple[str, RedactedString]]] = defaultdict(list)
    for text in sorted(compact, key=len, reverse=True):
        if len(text) >= _SHORTEST:
            letters[text[:_SHORTEST]].append((text, compact[text]))
    return letters


def _joined(places: Sequence[tuple[Span, str]]) -> Iterator[tuple[Span, str]]:
    """Join overlapping places of a paragraph: a string may have several forms there, and a cell two neighbours."""
    for span, placeholder in merge_overlapping(places):
        inside = (each for one, each in places if each and span.start <= one.start and one.end <= span.end)
        yield span, placeholder or next(inside, "")


def _in_story(story: Story, strings: RedactedStrings, letters: Letters) -> Iterator[Replacement]:
    for block in story.blocks:
        for run in _SPACED.finditer(block.text):
            at = [run.start() + i for i, char in enumerate(run.group()) if char.isalnum()]
            for first, last, string in _spelled("".join(block.text[i] for i in at), letters):
                yield _replaced(story, block, Span(at[first], at[last] + 1), string.placeholder)
    for cells in _single_letters(story.blocks):
        for first, last, string in _spelled("".join(block.text.strip() for block in cells), letters):
            for i in range(first, last + 1):
                placeholder = string.placeholder if i == first else ""
                yield _replaced(story, cells[i], Span(0, len(cells[i].text)), placeholder)
    yield from _cut_in_two(story, strings)


def _single_letters(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Yield the runs of neighbouring paragraphs that hold one letter or digit each."""
    run: list[Block] = []
    for block in blocks:
        if len(block.text.strip()) == 1 and block.text.strip().isalnum():
            run.append(block)
            continue
        if len(run) >= _SHORTEST:
            yield run
        run = []
    if len(run) >= _SHORTEST:
        yield run


def _spelled(found: str, letters: Letters) -> Iterator[tuple[int, int, RedactedString]]:
    """Yield where letters in a row spell a string, in order: its first letter, its last one, and the string."""
    plain = found.casefold()
    if len(plain) != len(found):
        return
    at = 0
    while at + _SHORTEST <= len(plain):
        alike = letters.get(plain[at : at + _SHORTEST], ())
        longest = next(((compact, each) for compact, each in alike if plain.startswith(compact, at)), None)
        if longest is None:
            at += 1
            continue
        compact, string = longest
        yield at, at + len(compact) - 1, string
        at += len(compact)


def _cut_in_two(story: Story, strings: RedactedStrings) -> Iterator[Replacement]:
    """Redact strings that begin in one paragraph and end, inside a word, in the next one."""
    pairs = [
        (before, after)
        for before, after in zip(story.blocks, story.blocks[1:], strict=False)
        if before.text[-1:].isalnum() and after.text[:1].isalnum()
    ]
    pieces = [(each[0].text[-_EDGE:], each[1].text[:_EDGE]) for each in pairs]
    ends, at = [], 0
    for before_text, after_text in pieces:
        ends.append(at + len(before_text))
        at += len(before_text) + len(after_text) + len(_BORDER)
    joined = _BORDER.join(placeholders_as_borders(a + b) if "[" in a + b else a + b for a, b in pieces)
    if len(joined) != max(at - len(_BORDER), 0):
        return
    found = sorted(strings.find(joined), key=lambda each: each[1])
    position = 0
    for which, span in found:
        while position < len(ends) and ends[position] + len(pieces[position][1]) < span.end:
            position += 1
        if position == len(ends) or not span.start < ends[position] < span.end:
            continue
        (before, after), end = pairs[position], ends[position]
        string = strings.strings[which]
        if len(_compact(string.text)) < _SHORTEST:
            continue
        yield _replaced(
            story, before, Span(len(before.text) - (end - span.start), len(before.text)), string.placeholder
        )
        yield _replaced(story, after, Span(0, span.end - end), "")


def _replaced(story: Story, block: Block, span: Span, placeholder: str) -> Replacement:
    return Replacement(Place(story.part, story.kind, block.ordinal, span), placeholder)


def _compact(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
