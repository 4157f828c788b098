"""Names by gazetteer: a given name before a surname, a town before its state."""

from collections.abc import Iterable, Iterator

from backend.detection.names.paragraph import NameParagraph, NameSpan, capital, initial
from backend.detection.names.vocabulary import GROUPS, ROLES, STATES, STATES_OF_TWO_WORDS
from backend.detection.names.word_evidence import NameEvidence
from backend.messages.reasons import StandsLikeName

_SURE = 0.65
"""Lists are sure of the words, not of the place: no surname alone is looked for on their word."""
_MAX_OF_A_TOWN = 3
_WITHIN_A_RUN = frozenset((" ", "-", " & "))


def find_listed_names(blocks: Iterable[NameParagraph], evidence: NameEvidence) -> list[NameParagraph]:
    """The paragraphs with the names that are made of listed words; as they are where there are no lists."""
    if not evidence.lexicon:
        return list(blocks)
    return [_from_lists(block, evidence) for block in blocks]


def _from_lists(block: NameParagraph, evidence: NameEvidence) -> NameParagraph:
    taken = block.taken()
    return block.having([*_people(block, taken, evidence), *_towns(block, taken, evidence)])


def _people(block: NameParagraph, taken: bytearray, evidence: NameEvidence) -> Iterator[NameSpan]:
    """A given name and a surname, initials between, where no longer run of capitals goes on around them."""
    for i, word in enumerate(block.words[:-1]):
        if taken[i] or not word[0].isupper() or word in ROLES or not evidence.lexicon.given(word):
            continue
        last = _surname_after(block, i)
        if last and not taken[last] and _are_a_name(block, i, last, evidence):
            yield NameSpan("PERSON", block.starts[i], block.ends[last], _SURE, StandsLikeName("listed_given_name"))


def _surname_after(block: NameParagraph, given_name_at: int) -> int:
    """The word where a surname stands after a given name and at most two initials; 0 when there is none."""
    i, gap = given_name_at, block.gap(given_name_at)
    while i - given_name_at < 3 and gap in (" ", ". ", ".") and i + 1 < len(block.words):
        i += 1
        if not initial(block.words[i]):
            return i if gap == " " or i > given_name_at + 1 else 0
        gap = block.gap(i)
    return 0


def _are_a_name(block: NameParagraph, first: int, last: int, evidence: NameEvidence) -> bool:
    given_name, surname = block.words[first], block.words[last]
    lexicon = evidence.lexicon
    if not capital(surname) or not lexicon.surname(surname) or given_name.isupper() != surname.isupper():
        return False
    if any(word.lower() in evidence.usage.lower or word.lower() in GROUPS for word in (given_name, surname)):
        return False
    ordinary = evidence.ordinary(given_name) + evidence.ordinary(surname)
    if ordinary > (0 if given_name.isupper() else 1) or (lexicon.place(given_name) and lexicon.place(surname)):
        return False
    return not _runs_on(block, first, last)


def _runs_on(block: NameParagraph, first: int, last: int) -> bool:
    """Whether the words are a stretch of a longer run of capitals: "The Charlotte Douglas Airport Authority"."""
    before = first and block.gap(first - 1) in _WITHIN_A_RUN and block.words[first - 1][0].isupper()
    after = last + 1 < len(block.words) and block.gap(last) in _WITHIN_A_RUN and block.words[last + 1][0].isupper()
    return bool((before and not block.begins(first - 1)) or after)


def _towns(block: NameParagraph, taken: bytearray, evidence: NameEvidence) -> Iterator[NameSpan]:
    """A town before its state: "Raleigh, North Carolina" and "Austin, TX"."""
    for i, word in enumerate(block.words[1:], 1):
        if not word[0].isupper() or block.gap(i - 1) != ", ":
            continue
        last = _end_of_state(block, i)
        if last and not _may_be_a_town(block.words[i - 1], evidence):
            continue
        if last and not (taken[i - 1] and taken[last]):
            first = _begin_of_town(block, i - 1, evidence)
            yield NameSpan("LOCATION", block.starts[first], block.ends[last], _SURE, StandsLikeName("listed_place"))


def _may_be_a_town(word: str, evidence: NameEvidence) -> bool:
    return (
        word[0].isupper()
        and evidence.lexicon.place(word)
        and (word not in STATES or word == "Washington")
        and word.lower() not in GROUPS
    )


def _end_of_state(block: NameParagraph, first: int) -> int:
    """The last word of a state that begins at a word; 0 where none does."""
    if block.words[first : first + 2] in STATES_OF_TWO_WORDS and block.gap(first) == " ":
        return first + 1
    return first if block.words[first] in STATES else 0


def _begin_of_town(block: NameParagraph, word: int, evidence: NameEvidence) -> int:
    first = word
    while first and word - first < _MAX_OF_A_TOWN - 1 and block.gap(first - 1) in (" ", "-", ". "):
        if not _may_be_a_town(block.words[first - 1], evidence):
            break
        first -= 1
    return first
