"""Lists of people: where most items are people, all are.

"Okafor" alone in a line may be anything; beneath "Lindqvist" and "Marchetti" it is somebody. A list is made of
items between commas, "and" or ends of lines, or of paragraphs of one item each; of rows each column is one.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from backend.detection.names.name_forms import Words
from backend.detection.names.paragraph import NameParagraph, NameSpan, capital
from backend.detection.names.vocabulary import CALENDAR, GROUPS, HEADINGS, JOBS, NO_NAME, PARTICLES, PRODUCTS
from backend.detection.names.word_evidence import NameEvidence
from backend.document.spans import Span, SpanCover
from backend.messages.reasons import StandsLikeName

_WORD = r"(?:[^\W\d_a-z]\.|(?:Dr|Mrs?|Ms|Prof|St)\.|[^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+){0,2})"
_PARTICLE = rf"(?:(?:{'|'.join(sorted(PARTICLES))}) )?"
_NAME = rf"{_WORD}(?: {_PARTICLE}{_WORD}){{0,3}}(?![^\W_])"
_REMARK = r"(?: \([^()\n]{1,40}\))?"
# Atomic, since a name follows, with which no sign between begins: a line of tabs would be tried in all its cuts.
_BETWEEN = r"(?:[,;] (?:and |or )?|,? (?:and|or|&) |(?>[ \t]*[\n\t|•]+[ \t•*-]*))"
_LIST = re.compile(rf"(?<![^\W_]){_NAME}{_REMARK}(?:{_BETWEEN}{_NAME}{_REMARK}){{2,}}")
_ITEM = re.compile(rf"({_NAME}){_REMARK}(?:{_BETWEEN}|$)")
_LINE = re.compile(rf"[\s•*–-]*({_NAME}){_REMARK}[\s,;.]*")
_ROW = re.compile(r"^[^,\n]{0,60}(?:,(?! )[^,\n]{0,60}){2,}$", re.MULTILINE)
_CELL = re.compile(r"[^,\n]*(?:,|$)")
_NAMED_CELL = re.compile(rf"({_NAME}),?")
_LONGEST_LINE = 60
_NOBODY = CALENDAR | GROUPS | HEADINGS | JOBS | PRODUCTS
_MIN_ITEMS, _PEOPLE_SHARE = 3, 0.6
_TAKEN_FOR = frozenset(("LOCATION", "ORGANIZATION"))
_SURE, _WHY = 0.85, StandsLikeName("list_of_people")


@dataclass(frozen=True, slots=True)
class _Item:
    """Characters of a paragraph, and what they read like: somebody (1), something else (-1), or neither (0)."""

    block: int
    start: int
    end: int
    like: int


def find_listed_people(story: Sequence[NameParagraph], evidence: NameEvidence) -> list[NameParagraph]:
    """The paragraphs of a story with the people that lists show to be some; without lists of names as they are."""
    if not evidence.lexicon:
        return list(story)
    people: defaultdict[int, list[_Item]] = defaultdict(list)
    for items in (
        *_in_paragraphs(story, evidence),
        *_down_the_page(story, evidence),
        *_in_columns(story, evidence),
    ):
        for item in items:
            people[item.block].append(item)
    listed = {_words(story[number], item) for number, items in people.items() for item in items}
    return [_having(block, people[number], listed) for number, block in enumerate(story)]


def _words(block: NameParagraph, item: _Item) -> Words:
    return block.words_of(NameSpan("PERSON", item.start, item.end, _SURE, _WHY))


def _having(block: NameParagraph, items: Sequence[_Item], listed: Set[Words]) -> NameParagraph:
    """The paragraph with these people; who was taken for a place, here or elsewhere, is one of those `listed`."""
    if not listed or not (items or block.names):
        return block
    names = [
        replace(name, entity="PERSON", why=_WHY)
        if name.entity in _TAKEN_FOR and block.words_of(name) in listed
        else name
        for name in block.names
    ]
    known = SpanCover(Span(name.start, name.end) for name in names if name.entity == "PERSON")
    found = [item for item in items if Span(item.start, item.end) not in known]
    return block.with_names(names).having(NameSpan("PERSON", each.start, each.end, _SURE, _WHY) for each in found)


def _in_paragraphs(story: Sequence[NameParagraph], evidence: NameEvidence) -> Iterator[list[_Item]]:
    for number, block in enumerate(story):
        lists = list(_LIST.finditer(block.text))
        by_word = _names_by_word(block) if lists else {}
        for found in lists:
            items = _ITEM.finditer(block.text, found.start(), found.end())
            yield _people([_item(number, block, item, by_word, evidence) for item in items])


def _down_the_page(story: Sequence[NameParagraph], evidence: NameEvidence) -> Iterator[list[_Item]]:
    run: list[_Item] = []
    for number, block in enumerate(story):
        line = _LINE.fullmatch(block.text) if len(block.text) <= _LONGEST_LINE else None
        if line:
            run.append(_item(number, block, line, _names_by_word(block), evidence))
        elif block.words:
            yield _people(run)
            run = []
    yield _people(run)


def _in_columns(story: Sequence[NameParagraph], evidence: NameEvidence) -> Iterator[list[_Item]]:
    """The columns of rows that follow each other, as tables are written into text files."""
    columns: list[list[_Item]] = []
    for number, block in enumerate(story):
        rows = list(_ROW.finditer(block.text)) if block.text.count(",") >= _MIN_ITEMS - 1 else []
        by_word = _names_by_word(block) if rows else {}
        for row in rows:
            cells = [
                cell for cell in _CELL.finditer(block.text, row.start(), row.end()) if cell.end() > cell.start()
            ]
            if len(cells) != len(columns):
                yield from _people_of(columns)
                columns = [[] for _ in cells]
            for column, cell in zip(columns, cells, strict=True):
                if name := _NAMED_CELL.fullmatch(block.text, cell.start(), cell.end()):
                    column.append(_item(number, block, name, by_word, evidence))
    yield from _people_of(columns)


def _people_of(columns: Sequence[list[_Item]]) -> Iterator[list[_Item]]:
    """The columns of people; beside given names stand surnames, which no list need know."""
    people = [_people(column, fewest=1, people_share=0.5) for column in columns]
    for i, column in enumerate(columns):
        has_neighbour = any(people[max(i - 1, 0) : i + 2])
        yield people[i] or (column if has_neighbour and all(item.like >= 0 for item in column) else [])


def _people(items: Sequence[_Item], fewest: int = _MIN_ITEMS, people_share: float = _PEOPLE_SHARE) -> list[_Item]:
    """The people of a list; none where too few of its items read like some."""
    some = sum(item.like > 0 for item in items)
    if (
        len(items) < fewest
        or some < max(people_share * len(items), min(fewest, 2))
        or sum(item.like < 0 for item in items) > 1
    ):
        return []
    return [item for item in items if item.like >= 0]


def _names_by_word(block: NameParagraph) -> dict[int, NameSpan]:
    """The first name on each word, by the word's number: a text file is one block, with thousands of names."""
    found: dict[int, NameSpan] = {}
    for name in block.names:
        for word in block.range_of(name):
            found.setdefault(word, name)
    return found


def _item(
    number: int, block: NameParagraph, match: re.Match[str], by_word: Mapping[int, NameSpan], evidence: NameEvidence
) -> _Item:
    start, end = match.span(1)
    item = NameSpan("PERSON", start, end, _SURE, _WHY)
    taken = next((by_word[word] for word in block.range_of(item) if word in by_word), None)
    return _Item(number, start, end, _like(block.words_of(item), taken, evidence))


def _like(words: Sequence[str], taken: NameSpan | None, evidence: NameEvidence) -> int:
    """What an item reads like, by what a pipeline took it for and by lists of names."""
    lexicon, written = evidence.lexicon, [word for word in words if capital(word)]
    if not written or any(
        word.lower() in _NOBODY or word in NO_NAME or any(map(str.isdigit, word)) for word in words
    ):
        return -1
    if taken is not None and taken.entity == "PERSON":
        return 1
    first, last = written[0], written[-1]
    if any(
        lexicon.common(word) or lexicon.common_plural(word) or lexicon.only_a_place(word) for word in (first, last)
    ):
        return -1
    known = lexicon.surname(last) or lexicon.given(first)
    if taken is not None and taken.entity == "ORGANIZATION":
        return 0 if known else -1
    if not known and all(map(str.isupper, words)):
        return -1  # a heading
    return int(known and not lexicon.place(last))
