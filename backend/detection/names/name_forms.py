"""The forms in which a name can occur again: in full, surname alone, without "Ltd", as initials."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.detection.names.paragraph import NameParagraph, NameSpan, capital, initial
from backend.detection.names.vocabulary import HONORIFICS, LEGAL_FORMS, NOT_INITIALS, PARTICLES, ROLES, SUFFIXES
from backend.detection.names.word_evidence import NameEvidence

Words = tuple[str, ...]

NAMES = frozenset(("PERSON", "ORGANIZATION", "LOCATION", "NRP"))
"""Kinds that are found again however they are written."""
AS_WRITTEN = frozenset(("DATE_TIME", "CODE", "QUANTITY"))
"""Kinds that are found again exactly as they stand."""

_NO_PART_OF_A_NAME = HONORIFICS | ROLES | SUFFIXES
_SHORTEST_AS_WRITTEN = 4
_DATE_IN_DIGITS = re.compile(r"(?:19|20)\d\d|\d{1,4}([./-])\d{1,2}\1\d{2,4}")
"""A year or a whole date; other numbers that were taken for dates stand in columns of numbers."""
_SURE_OF_EACH_WORD = 0.7
"""A name below is looked for as a whole alone."""


@dataclass(frozen=True, slots=True)
class NameForm:
    """Words by which a person, company or place may be named elsewhere.

    With `careful`, they are ordinary words too, and count as a name only where nothing else explains their capital.
    With `text`, the spelling must be exactly that text.
    """

    words: Words
    entity: str
    score: float
    careful: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """A person's name without titles: given names and initials, and the surname with its particles."""

    given: Words
    surname: Words

    @classmethod
    def of(cls, block: NameParagraph, name: NameSpan) -> "Person | None":
        """Parse a found name; None if it contains something other than a name, or only titles.

        >>> from backend.messages.reasons import StandsLikeName
        >>> block = NameParagraph.of("Ms Gisela van Kirsten-Berg")
        >>> Person.of(block, NameSpan("PERSON", 0, len(block.text), 0.9, StandsLikeName("signs")))
        Person(given=('Gisela',), surname=('van', 'Kirsten', 'Berg'))
        """
        words = block.words
        kept = [i for i in block.range_of(name) if words[i] not in _NO_PART_OF_A_NAME]
        if not kept or any(not capital(words[i]) and words[i] not in PARTICLES for i in kept):
            return None
        comma = next((at + 1 for at, i in enumerate(kept[:-1]) if block.gap(i) == ", "), 0)
        if comma:
            return cls(tuple(words[i] for i in kept[comma:]), tuple(words[i] for i in kept[:comma]))
        first = len(kept) - 1
        while first > 0 and (block.gap(kept[first - 1]) == "-" or words[kept[first - 1]] in PARTICLES):
            first -= 1
        return cls(tuple(words[i] for i in kept[:first]), tuple(words[i] for i in kept[first:]))


def name_forms(block: NameParagraph, name: NameSpan, evidence: NameEvidence) -> Iterator[NameForm]:
    """Return the forms in which a found name may occur elsewhere, first the form it has here."""
    words = block.words_of(name)
    if not words:
        return
    if name.entity in AS_WRITTEN:
        yield from _as_written(block, name)
    elif name.entity == "PERSON":
        person = Person.of(block, name)
        if person is not None:
            yield from _of_person(person, name.score, evidence)
    elif name.entity in NAMES:
        words = _without_article(words)
        yield from _single_or_whole(words, name, evidence)
        if name.entity == "ORGANIZATION":
            base = _without_legal_form(words)
            if base != words:
                yield from _single_or_whole(base, name, evidence)


def _as_written(block: NameParagraph, name: NameSpan) -> Iterator[NameForm]:
    inside = block.range_of(name)
    text = block.text[block.starts[inside.start] : block.ends[inside.stop - 1]]
    if len(text) < _SHORTEST_AS_WRITTEN or not any(map(str.isdigit, text)):
        return
    if name.entity != "DATE_TIME" or any(map(str.isalpha, text)) or _DATE_IN_DIGITS.fullmatch(text):
        yield NameForm(block.words_of(name), name.entity, name.score, text=text)


def _without_article(words: Words) -> Words:
    return words[1:] if len(words) > 1 and words[0].lower() == "the" else words


def _without_legal_form(words: Words) -> Words:
    end = len(words)
    while end > 1 and words[end - 1].lower() in LEGAL_FORMS:
        end -= 1
    return words[:end]


def _single_or_whole(words: Words, name: NameSpan, evidence: NameEvidence) -> Iterator[NameForm]:
    if len(words) == 1:
        word = words[0]
        if evidence.stands_alone(word) and capital(word) and not evidence.ordinary(word):
            yield NameForm(words, name.entity, name.score)
    elif any(map(capital, words)):
        yield NameForm(words, name.entity, name.score)


def _of_person(person: Person, score: float, evidence: NameEvidence) -> Iterator[NameForm]:
    given_names, surname = person.given, person.surname
    if score < _SURE_OF_EACH_WORD and given_names:
        yield NameForm((*given_names, *surname), "PERSON", score)
        return
    if given_names:
        full_name = (*given_names, *surname)
        text = ".".join(full_name) if all(map(initial, full_name)) else ""
        yield NameForm(full_name, "PERSON", score, text=text)
    if len(given_names) > 1:
        yield NameForm((given_names[0], *surname), "PERSON", score)
    if len(surname) > 1:
        yield NameForm(surname, "PERSON", score)
    elif evidence.stands_alone(surname[0]) and (given_names or evidence.may_be_called(surname[0])):
        yield NameForm(surname, "PERSON", score, careful=_is_a_word_too(surname[0], evidence))
    if given_names and not initial(given_names[0]):
        yield NameForm((*surname, given_names[0]), "PERSON", score)
        if evidence.stands_alone(given_names[0]) and len(given_names[0]) > 2:
            yield NameForm(given_names[:1], "PERSON", score, careful=_is_a_word_too(given_names[0], evidence))


def _is_a_word_too(word: str, evidence: NameEvidence) -> bool:
    """Whether a name may mean something else; that it stands in small letters elsewhere makes "Kofi" no word."""
    return evidence.ordinary(word) and not evidence.only_a_name(word)


def written_otherwise(words: Words, *, in_lower_case: bool) -> Iterator[Words]:
    """The same words, in capitals, as usual where they are in capitals, and in lower case if asked for."""
    yield words
    upper = tuple(word.upper() for word in words)
    if upper != words and (len(words) > 1 or len(words[0]) > 3):
        yield upper
    if upper == words and all(len(word) > 3 or len(words) > 1 for word in words):
        yield tuple(word.title() if len(word) > 1 else word for word in words)
    if in_lower_case and not all(map(initial, words)):
        yield tuple(word.lower() for word in words)


def initials(person: Person) -> str:
    """The first letters of a person's names, or nothing where there are not at least two.

    >>> initials(Person(("Karl", "Heinz"), ("Christoph",)))
    'KHC'
    """
    letters = "".join(word[0] for word in (*person.given, *person.surname) if capital(word))
    return letters if len(letters) > 1 and person.given and letters not in NOT_INITIALS else ""


def abbreviates(short: str, words: Sequence[str]) -> bool:
    """Whether the letters of an abbreviation begin words of a name, the first one its first, in order.

    >>> abbreviates("EWE", ["Erich", "Weinert", "Ensemble"]), abbreviates("FRG", ["Republic", "Germany"])
    (True, False)
    """
    letters = [char for char in short.lower() if char.isalpha()]
    firsts = [word[0].lower() for word in words]
    left = iter(firsts)
    return len(letters) > 1 and letters[0] in firsts[:1] and all(letter in left for letter in letters)


def user_names(person: Person) -> Iterator[str]:
    """Return the user names that a person may have, where spaces are not allowed.

    >>> list(user_names(Person(("Ann",), ("Okafor",))))
    ['aokafor', 'okafora', 'annokafor']
    """
    if person.given and len(person.surname[-1]) > 2:
        given_name, surname = person.given[0].lower(), "".join(person.surname).lower()
        yield from (given_name[0] + surname, surname + given_name[0], given_name + surname)
