"""Names whose letters a layout keeps apart: a drop cap, one letter for each tab or cell, a mark inside a word.

Nobody who reads the page sees the gap, and a search for the name does not find it. Only places that are certain are
added; what is not (a name down a column of a table) is reported by the verification.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from backend.document.false_matches import has_names_beside
from backend.document.model import Block, Document, Place, Replacement, Story, StoryKind
from backend.document.placeholders import placeholders_as_borders
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import Span, merge_overlapping
from backend.redaction.plan import RedactionPlan, SoughtString
from backend.redaction.term_counts import with_more_places

Key = tuple[str, StoryKind, int]
"""Part, kind of story and ordinal of a paragraph."""
Letters = Mapping[str, Sequence[tuple[str, RedactedString]]]
"""Strings without their spaces and signs by their first letters, the longest first."""
Rows = Mapping[tuple[str, int], int]
"""The rows of several cells, by the part and the ordinal of the paragraphs in them."""
_SHORTEST = 5
"""Letters and digits of a string that is looked for letter by letter."""
_EDGE = 80
"""Characters at the end and the start of two paragraphs in which a name may be cut."""
_HYPHEN = re.compile(r"(?<=[^\W_])[-\u00ad\u2010\u2011]\s?\Z")
_BREAK_IN_WORD = re.compile(r"(?<=[^\W\d_])([-\u00ad\u2010\u2011]?)\n(?=[^\W\d_])")
_ALIKE = 3
"""Letters in which a name in its own order begins alike."""
_BORDER = "\0"
_SPACED = re.compile(r"(?<![^\W_])[^\W_](?:[ \t\u00a0\u2002-\u200a]{1,3}[^\W_](?![^\W_])){4,}")
"""Five single letters or digits in a row, with gaps."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a string in one paragraph; only the first piece of a string has it, and shows its placeholder."""

    key: Key
    span: Span
    string: RedactedString | None


def add_separated_places(
    planned: RedactionPlan, document: Document, sought: Sequence[SoughtString] = ()
) -> RedactionPlan:
    """Add the places of strings whose letters stand apart; those that a place covers already are left.

    A string of `sought` that stands nowhere in one piece becomes a redacted term of its own.
    """
    letters = _by_beginning(planned.strings.strings)
    if not letters:
        return planned
    taken: dict[Key, list[Span]] = defaultdict(list)
    for each in planned.replacements:
        taken[each.place.part, each.place.kind, each.place.block].append(each.place.span)
    search = _Search(planned.strings, letters, _rows(document), taken)
    found: dict[Key, list[_Piece]] = defaultdict(list)
    for story in document.stories:
        for piece in search.in_story(story):
            found[piece.key].append(piece)
    places = [
        (Place(*key, span), string)
        for key, pieces in found.items()
        for span, string in _joined(pieces)
        if not search.is_taken(key, span)
    ]
    more = tuple(Replacement(place, string.placeholder if string else "") for place, string in places)
    named = [(place, string) for place, string in places if string is not None]
    return replace(
        planned,
        replacements=planned.replacements + more,
        suppressed=with_more_places(planned.suppressed, named, sought),
    )


def _by_beginning(strings: Sequence[RedactedString]) -> Letters:
    compact = {_compact(each.text): each for each in strings if not each.is_word}
    letters: dict[str, list[tuple[str, RedactedString]]] = defaultdict(list)
    for text in sorted(compact, key=len, reverse=True):
        if len(text) >= _SHORTEST:
            letters[text[:_SHORTEST]].append((text, compact[text]))
    return letters


def _joined(pieces: Sequence[_Piece]) -> Iterator[tuple[Span, RedactedString | None]]:
    """Join overlapping pieces of a paragraph: a string may have several forms there, and a cell two neighbours."""
    for span, string in merge_overlapping((each.span, each.string) for each in pieces):
        inside = (
            each.string
            for each in pieces
            if each.string and span.start <= each.span.start and each.span.end <= span.end
        )
        yield span, string or next(inside, None)


def _rows(document: Document) -> Rows:
    """Return the row of each paragraph that stands alone in one of several filled cells."""
    lines = [(table.part, row) for table in document.tables for row in table.rows]
    filled = {(story.part, block.ordinal) for story, block in document.blocks() if lines and block.text.strip()}
    rows: dict[tuple[str, int], int] = {}
    for number, (part, row) in enumerate(lines):
        alone = (cell.texts[0] for cell in row if len(cell.texts) == 1)
        cells = filled.intersection((part, each.block) for each in alone if each.span is None)
        rows |= dict.fromkeys(cells, number) if len(cells) > 1 else {}
    return rows


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for strings whose letters stand apart, and the spans that are redacted already."""

    strings: RedactedStrings
    letters: Letters
    rows: Rows
    taken: Mapping[Key, Sequence[Span]]

    def is_taken(self, key: Key, span: Span) -> bool:
        """Tell whether a part of a span is redacted already."""
        return any(span.overlaps(other) for other in self.taken.get(key, ()))

    def in_story(self, story: Story) -> Iterator[_Piece]:
        """Yield the pieces of all strings in a story whose letters stand apart."""
        for block in story.blocks:
            for run in _SPACED.finditer(block.text):
                at = [run.start() + i for i, char in enumerate(run.group()) if char.isalnum()]
                for first, last, string in _spelled("".join(block.text[i] for i in at), self.letters):
                    yield _replaced(story, block, Span(at[first], at[last] + 1), string)
        for cells in _single_letters(story.blocks):
            for first, last, string in _spelled("".join(block.text.strip() for block in cells), self.letters):
                for i in range(first, last + 1):
                    whole = Span(0, len(cells[i].text))
                    yield _replaced(story, cells[i], whole, string if i == first else None)
        yield from self._cut_in_two(story)

    def _cut_in_two(self, story: Story) -> Iterator[_Piece]:
        """Redact strings that begin in one line or paragraph and end in the next one, where letters meet."""
        seams = list(_seams(story, self.rows))
        pieces = [(each.before, each.behind) for each in seams]
        ends, at = [], 0
        for before, behind in pieces:
            ends.append(at + len(before))
            at += len(before) + len(behind) + len(_BORDER)
        joined = _BORDER.join(placeholders_as_borders(self.strings.readable(a + b)) for a, b in pieces)
        if len(joined) != max(at - len(_BORDER), 0):
            return
        found = sorted(self.strings.find(joined), key=lambda each: each[1])
        position = 0
        for which, span in found:
            while position < len(ends) and ends[position] + len(pieces[position][1]) < span.end:
                position += 1
            if position == len(ends) or not span.start < ends[position] < span.end:
                continue
            seam, end, string = seams[position], ends[position], self.strings.strings[which]
            if len(_compact(string.text)) < _SHORTEST or _is_of_two_people(string, joined, span):
                continue
            start = seam.end - (end - span.start)
            first = _replaced(story, seam.first, Span(start, seam.end + seam.hyphen), string)
            second = _replaced(story, seam.second, Span(seam.start, seam.start + span.end - end), None)
            if not any(self.is_taken(each.key, each.span) for each in (first, second)):
                yield from (first, second)


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


@dataclass(frozen=True, slots=True)
class _Seam:
    """Where one line ends and the next one begins: the end without its hyphen, and the start, each in a block."""

    first: Block
    end: int
    hyphen: int
    """Characters of a hyphen behind the end."""
    second: Block
    start: int

    @property
    def before(self) -> str:
        return self.first.text[max(self.end - _EDGE, 0) : self.end].rpartition("\n")[2]

    @property
    def behind(self) -> str:
        return self.second.text[self.start : self.start + _EDGE].partition("\n")[0]


def _seams(story: Story, rows: Rows) -> Iterator[_Seam]:
    """Yield where letters or digits meet at the end of a paragraph, or letters at a break inside a word.

    The lines of a text file are no breaks of words.
    """
    for block in story.blocks if story.part else ():
        for line_end in _BREAK_IN_WORD.finditer(block.text):
            end, start = line_end.start(), line_end.end()
            if line_end.group(1) or block.text[start].islower():
                yield _Seam(block, end, len(line_end.group(1)), block, start)
    for first, second in zip(story.blocks, story.blocks[1:], strict=False):
        hyphen = _HYPHEN.search(first.text)
        end = hyphen.start() if hyphen else len(first.text)
        meet = first.text[:end][-1:].isalnum() and second.text[:1].isalnum()
        if meet and not _row_ends(story, first, second, rows):
            yield _Seam(first, end, len(first.text) - end, second, 0)


def _row_ends(story: Story, before: Block, after: Block, rows: Rows) -> bool:
    """Tell whether a row of several cells ends between two paragraphs; a word may go on in the next row."""
    first, second = (rows.get((story.part, each.ordinal)) for each in (before, after))
    return first is not None and second is not None and first != second and not after.text[0].islower()


def _is_of_two_people(string: RedactedString, text: str, span: Span) -> bool:
    """Tell whether a match is the surname of one person and the given name of the next: "Al Rook¶Bea Day"."""
    turned = _compact(span.of(text))[:_ALIKE] != _compact(string.text)[:_ALIKE]
    return turned and has_names_beside(
        text[max(span.start - _EDGE, 0) : span.start], text[span.end : span.end + _EDGE]
    )


def _replaced(story: Story, block: Block, span: Span, string: RedactedString | None) -> _Piece:
    return _Piece((story.part, story.kind, block.ordinal), span, string)


def _compact(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
