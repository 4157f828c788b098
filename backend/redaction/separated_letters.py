"""Names whose letters a layout keeps apart: a drop cap, one letter for each tab or cell, a mark inside a word.

Nobody who reads the page sees the gap, and a search for the name does not find it. Only places that are certain are
added; what is not (a name down a column of a table) is reported by the verification.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from backend.document.false_matches import has_names_beside
from backend.document.model import Block, Document, Place, Replacement, Story, StoryKind
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.placeholders import placeholders_as_borders
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import Span, SpanCover, merge_overlapping
from backend.redaction.plan import RedactionPlan, SoughtString
from backend.redaction.term_counts import with_more_places, without_places

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
_ENDS_IN_NAME = re.compile(r"[^\W_](?:['\u2019]|\s?[&+])?\Z")
_BEGINS_IN_NAME = re.compile(r"(?:['\u2019]|[&+]\s?)?[^\W_]")
_BEGINS_IN_WORD = re.compile(r"['\u2019&+]?[^\W_]")
_LONGEST_SIGN = 3
_ALIKE = 3
"""Letters in which a name in its own order begins alike."""
_LONGEST_ENDING = 4
"""Letters of a case ending."""
_BORDER = "\0"
_SPACED = re.compile(r"(?<![^\W_])[^\W_](?:[ \t\u00a0\u2002-\u200a]{1,3}[^\W_](?![^\W_])){4,}")
"""Five single letters or digits in a row, with gaps."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a string in one paragraph; only the first piece of a string has it, and shows its placeholder."""

    key: Key
    span: Span
    text: str
    string: RedactedString | None


def add_separated_places(
    planned: RedactionPlan, document: Document, sought: Sequence[SoughtString] = ()
) -> RedactionPlan:
    """Add the places of strings whose letters stand apart; those that other places cover already are left.

    A place that covers a part of such a string (a word of the model, the letter of a drop cap) is merged with it.
    A string of `sought` that stands nowhere in one piece becomes a redacted term of its own.
    """
    letters = _by_beginning(planned.strings.strings)
    if not letters:
        return planned
    search = _Search(planned.strings, letters, _Names.of(planned.strings), _rows(document))
    planned_at: dict[Key, list[Replacement]] = defaultdict(list)
    for each in planned.replacements:
        planned_at[each.place.part, each.place.kind, each.place.block].append(each)
    found: dict[Key, list[_Piece]] = defaultdict(list)
    for story in document.stories:
        for pieces in search.in_story(story):
            if not all(_is_covered(piece, planned_at.get(piece.key, ())) for piece in pieces):
                for piece in pieces:
                    found[piece.key].append(piece)
    merged = {key: _merged(pieces, planned_at.get(key, ())) for key, pieces in found.items()}
    gone = [each for key, (_, absorbed) in merged.items() for each in absorbed]
    places = [(Place(*key, span), written) for key, (added, _) in merged.items() for span, written in added]
    more = tuple(Replacement(place, written.placeholder) for place, written in places)
    named = [(place, written.string) for place, written in places if written.string is not None]
    stay = Counter(planned.replacements) - Counter(gone)
    return replace(
        planned,
        replacements=(*stay.elements(), *more),
        suppressed=with_more_places(without_places(planned.suppressed, gone), named, sought),
    )


def _by_beginning(strings: Sequence[RedactedString]) -> Letters:
    compact = {_compact(each.text): each for each in strings if not each.is_word}
    letters: dict[str, list[tuple[str, RedactedString]]] = defaultdict(list)
    for text in sorted(compact, key=len, reverse=True):
        if len(text) >= _SHORTEST:
            letters[text[:_SHORTEST]].append((text, compact[text]))
    return letters


def _is_covered(piece: _Piece, planned: Sequence[Replacement]) -> bool:
    """Tell whether other places cover each letter and digit of a piece."""
    inside = [each.place.span for each in planned if each.place.span.overlaps(piece.span)]
    cover = merge_overlapping((span, None) for span in inside)
    at, left = piece.span.start, ""
    for span, _ in cover:
        left += piece.text[max(at - piece.span.start, 0) : max(span.start - piece.span.start, 0)]
        at = max(at, span.end)
    left += piece.text[max(at - piece.span.start, 0) :]
    return not any(map(str.isalnum, left))


@dataclass(frozen=True, slots=True)
class _Written:
    """What stands for a merged place, and the string that it adds a place of."""

    placeholder: str
    string: RedactedString | None = None


def _merged(
    pieces: Sequence[_Piece], planned: Sequence[Replacement]
) -> tuple[list[tuple[Span, _Written]], list[Replacement]]:
    """Join overlapping pieces of a paragraph, and the places of other terms that they overlap.

    A string may have several forms there, and a cell two neighbours. The placeholder of the whole string stays;
    where another place is longer and no string begins, that of the other place.
    """
    joined = list(_joined(pieces))
    absorbed = [each for each in planned if any(each.place.span.overlaps(span) for span, _ in joined)]
    labelled = [(span, _Written(string.placeholder if string else "", string)) for span, string in joined]
    spans = [*labelled, *((each.place.span, _Written(each.placeholder)) for each in absorbed)]
    added = []
    for span, longest in merge_overlapping(spans):
        strings = (written for inner, written in labelled if written.string and span.overlaps(inner))
        added.append((span, next(strings, longest)))
    return added, absorbed


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
class _Seam:
    """Where one line ends and the next one begins: the end without its hyphen, and the start, each in a block."""

    first: Block
    end: int
    hyphen: int
    """Characters of a hyphen behind the end."""
    second: Block
    start: int

    def pieces(self, story: Story, before: Span, behind: Span, string: RedactedString) -> tuple[_Piece, _Piece]:
        """Return the pieces of a string, of which one stands before the seam and one behind it."""
        first = Span(self.end - (before.end - before.start), self.end + self.hyphen)
        second = Span(self.start, self.start + behind.end - behind.start)
        return _replaced(story, self.first, first, string), _replaced(story, self.second, second, None)

    @property
    def may_part_word(self) -> bool:
        """Whether letters or digits meet, or the sign of a name: "O¶'Hara", "B¶&Q"."""
        return self.before[-1:].isalnum() and _BEGINS_IN_WORD.match(self.behind) is not None

    @property
    def before(self) -> str:
        return self.first.text[max(self.end - _EDGE, 0) : self.end].rpartition("\n")[2]

    @property
    def behind(self) -> str:
        return self.second.text[self.start : self.start + _EDGE].partition("\n")[0]


@dataclass(frozen=True, slots=True)
class _Names:
    """Names of several words as they are written, to be found where two paragraphs meet between words."""

    strings: Sequence[RedactedString]
    _index: PhraseIndex
    _spared: PhraseIndex

    @classmethod
    def of(cls, strings: RedactedStrings) -> "_Names":
        names = {each.phrase.key: each for each in reversed(strings.strings) if _is_name(each)}
        index = PhraseIndex.of(Phrase(each.text, case_sensitive=True) for each in names.values())
        return cls(tuple(names.values()), index, PhraseIndex.of(strings.spared))

    def find(self, text: str) -> Iterator[tuple[int, Span]]:
        spared = SpanCover(span for _, span in self._spared.find(text))
        yield from (each for each in self._index.find(text) if each[1] not in spared)


def _is_name(string: RedactedString) -> bool:
    is_long = len(_compact(string.text)) >= _SHORTEST
    first = string.text[0]  # of a name, a capital or a letter of a script without capitals
    return is_long and not string.is_word and " " in string.text and first.isalpha() and not first.islower()


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for strings whose letters stand apart."""

    strings: RedactedStrings
    letters: Letters
    names: _Names
    rows: Rows

    def in_story(self, story: Story) -> Iterator[tuple[_Piece, ...]]:
        """Yield the pieces of each string in a story whose letters stand apart."""
        for block in story.blocks:
            for run in _SPACED.finditer(block.text):
                at = [run.start() + i for i, char in enumerate(run.group()) if char.isalnum()]
                for first, last, string in _spelled("".join(block.text[i] for i in at), self.letters):
                    yield (_replaced(story, block, Span(at[first], at[last] + 1), string),)
        for cells in _single_letters(story.blocks):
            for first, last, string in _spelled("".join(block.text.strip() for block in cells), self.letters):
                yield tuple(
                    _replaced(story, cell, Span(0, len(cell.text)), string if i == 0 else None)
                    for i, cell in enumerate(cells[first : last + 1])
                )
        yield from self._cut_in_two(story)

    def _cut_in_two(self, story: Story) -> Iterator[tuple[_Piece, _Piece]]:
        """Yield the pieces of strings that begin in one line or paragraph and end in the next one."""
        seams = list(_seams(story, self.rows))
        in_words = [each for each in seams if each.may_part_word]
        for seam, at, joined, (which, span) in self._over(in_words, self.strings.find):
            string = self.strings.strings[which]
            if len(_compact(string.text)) < _SHORTEST or _is_of_two_people(string, joined, span):
                continue
            pieces = seam.pieces(story, Span(span.start, at), Span(at, span.end), string)
            if not self._is_ending(*pieces):
                yield pieces
        of_words = [each for each in seams if each.first is not each.second and not each.hyphen]
        for seam, at, _, (which, span) in self._over(of_words, self.names.find, " "):
            yield seam.pieces(story, Span(span.start, at), Span(at + 1, span.end), self.names.strings[which])

    def _over(
        self, seams: Sequence[_Seam], find: Callable[[str], Iterable[tuple[int, Span]]], gap: str = ""
    ) -> Iterator[tuple[_Seam, int, str, tuple[int, Span]]]:
        """Yield what is found over seams: the seam, its end in a joined text, that text, and the match there."""
        pieces = [(each.before, each.behind) for each in seams]
        ends, at = [], 0
        for before, behind in pieces:
            ends.append(at + len(before))
            at += len(before) + len(gap) + len(behind) + len(_BORDER)
        joined = _BORDER.join(
            placeholders_as_borders(self.strings.readable(f"{before}{gap}{behind}")) for before, behind in pieces
        )
        if len(joined) != max(at - len(_BORDER), 0):
            return
        position = 0
        for which, span in sorted(find(joined), key=lambda each: each[1]):
            while position < len(ends) and ends[position] + len(gap) + len(pieces[position][1]) < span.end:
                position += 1
            if position == len(ends):
                return
            begins = ends[position] - len(pieces[position][0])  # what is found over a border stands nowhere
            if begins <= span.start < ends[position] and ends[position] + len(gap) < span.end:
                yield seams[position], ends[position], joined, (which, span)

    def _is_ending(self, first: _Piece, second: _Piece) -> bool:
        """Tell whether a string stands in its first piece already, so that the second may be another word: "en"."""
        if len(second.text) > _LONGEST_ENDING:
            return False
        whole = Span(0, len(first.text))
        return any(
            self.strings.strings[i] is first.string and span == whole for i, span in self.strings.find(first.text)
        )


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


def _seams(story: Story, rows: Rows) -> Iterator[_Seam]:
    """Yield where letters or digits meet at the end of a paragraph, or letters at a break inside a word.

    The sign of a name may stand there, as in "Halden &¶Rook". The lines of a text file are no breaks of words.
    """
    for block in story.blocks if story.part else ():
        for line_end in _BREAK_IN_WORD.finditer(block.text):
            end, start = line_end.start(), line_end.end()
            if line_end.group(1) or block.text[start].islower():
                yield _Seam(block, end, len(line_end.group(1)), block, start)
    for first, second in zip(story.blocks, story.blocks[1:], strict=False):
        hyphen = _HYPHEN.search(first.text)
        end = hyphen.start() if hyphen else len(first.text)
        meet = _ENDS_IN_NAME.search(first.text, max(end - _LONGEST_SIGN, 0), end) and _BEGINS_IN_NAME.match(
            second.text
        )
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
    return _Piece((story.part, story.kind, block.ordinal), span, span.of(block.text), string)


def _compact(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
