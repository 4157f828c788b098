"""How a person looks to the raw search in an account, and with the surname first."""

import re
from collections.abc import Iterator

from backend.verification.bare_letters import bare, typed
from backend.verification.people_forms import begins_with_family, given_and_surname, without_small_words

SHORTEST_ONE_WORD = 8
_SHORTEST = 3
_SHORTEST_STEM = 4
_LONG_SURNAME = 7
_COMMON_WORDS = (
    "will may mark grant bill sue pat rob frank rich hope faith grace joy dawn rose chase chance guy art page"
    " long short young old white black brown green gray grey day week best good little small strong price"
    " field fields king bishop cook baker smith case law hall hill wood woods stone park bush rice bell ball"
    " banks bond cash church close cross drew early ford fox gold hand hard head house hunt just knight lane"
    " light love major man marsh miles moon more noble north south east west pace part peace pool poor power"
    " pride read reed ring rock rush sharp shore summer swift true wall ward waters way wise winter word worth"
)
_COMMON = frozenset(_COMMON_WORDS.split())
"""Names that are words as well: "how long will it take" is no Will Long, so that they need a comma between them."""
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_HEBREW = re.compile("([\u05d0-\u05ea]{2,}) ([\u05d0-\u05ea]{3,})")
_DIGITS = re.compile(r"\d+")
MAIL = re.compile(r"[^\s@]++@(?=[^\s@]+?\.[^\s@])[^\s@]++")
SIGNS_OF_DATA = re.compile(
    r"</?\w+>|[?&][a-z][\w.-]{0,20}=|[\"'],\s?[\"']|\((?:tm|r|c|sm)\)|\[\d{1,3}\]|"
    r"\b(?:(?:family|given|first|last|middle|full|sur|fore|vor|nach)[_ ]?)?"
    r"(?:names?|family|given|first|last|nom)\b[\"']?\s?[:=](?:\s?[\"'])?|[;|\"<>{}=†‡·•*/&?]+"
)
SPACES_TO_ONE = re.compile(r"[^\S\0]+")
_ANDS = re.compile(r"(?<=[^\W_])[\s_-]+(?:and|und|u\.|et|y|e|og|och|en|'?n'?|plus|\+|&)[\s_-]+(?=[^\W_])")
_BODIES = (
    "ltd limited inc corp corporation company co plc llc llp gmbh group holding holdings bank fund trust partners"
    " association committee board university college school hospital institute services systems agency council"
)
_NO_PERSON = frozenset(_BODIES.split())


def of_data(text: str) -> str:
    """Words alone, one space between two; keys of data, marks of notes and words for "&" are none."""
    return SPACES_TO_ONE.sub(" ", SIGNS_OF_DATA.sub(" ", _ANDS.sub(" ", text)).replace("_", " ").replace("-", " "))


def looks_surname_first(term: str, person: bool) -> Iterator[str]:  # noqa: FBT001
    """Yield a person with the surname first, with and without a comma."""
    if person and (hebrew := _HEBREW.fullmatch(term)):
        yield from (f"{hebrew[2]}, {hebrew[1]}", f"{hebrew[2]} {hebrew[1]}")
        yield from (f"{hebrew[1][0]}. {hebrew[2]}", f"{hebrew[1][0]}' {hebrew[2]}")
    if not (person and is_person(term)):
        return
    for spell in (bare, typed):
        words = _WORD.findall(of_data(f" {spell(term)} "))
        surname = _WORD.findall(of_data(f" {spell(given_and_surname(term)[1])} "))
        *given, last = words
        whole, before = " ".join(surname), words[: -len(surname)]
        if begins_with_family(words[0]):
            yield from (f"{each} {words[0]}" for each in (" ".join(words[1:]), *words[1:]))
            yield f"{words[0]}, {' '.join(words[1:])}"
        for mark in (",",) if _COMMON.issuperset(words) else ("", ","):
            yield f"{last}{mark} {' '.join(given)}"
            if len(surname) > 1:
                yield from (f"{whole}{mark} {' '.join(before)}", f"{''.join(surname)}{mark} {' '.join(before)}")
            elif len(given) == 2 and len(given[1]) > 1:  # the middle name may be the first half of the surname
                yield from (f"{given[1]} {last}{mark} {given[0]}", f"{given[1]}{last}{mark} {given[0]}")


def looks_of_accounts(term: str, person: bool) -> Iterator[str]:  # noqa: FBT001
    """Yield what an account or an address may be called after a person, or after an address."""
    for spell in (bare, typed):
        words = _WORD.findall(spell(term))
        if MAIL.fullmatch(term):
            yield " ".join(words)
            local = _WORD.findall(spell(term.partition("@")[0]))
            if len(local) > 1 and len("".join(local)) >= SHORTEST_ONE_WORD:
                yield " ".join(local)
        if not (person and is_person(term)):
            continue
        initial, last = words[0][0], words[-1]
        if len(last) < _SHORTEST_STEM:
            continue
        first, surname = ("".join(_WORD.findall(spell(each))) for each in given_and_surname(term))
        yield from _in_one_word(first, surname, last)
        if len(words) == 3 and surname == last and len(words[1]) > 1:
            yield from _in_one_word(first, words[1] + last, last)
        if begins_with_family(words[0]):
            yield from (
                f"{words[-1]} {words[0]}",
                last[0] + words[0],
                f"{last[0]} {words[0]}",
                words[-1] + words[0],
            )
            yield from (f"{each} {words[0]}" for each in words[1:])
        yield from (
            initial + last,
            f"{initial} {last}",
            f"{last} {initial}",
            f"{words[0]} {last}",
            f"{last} {words[0]}",
        )
        if len(last) >= _LONG_SURNAME:
            yield last + initial


def _in_one_word(given: str, surname: str, last: str) -> Iterator[str]:
    """Yield accounts of a person whose names have several parts ("van der Bergh", "O'Hara", "Anne-Marie")."""
    if surname != last:
        yield from (given[0] + surname, f"{given[0]} {surname}", surname + given[0])
        if len(surname) >= _LONG_SURNAME:
            yield surname
    yield from (f"{given} {surname}", f"{surname} {given}", given + surname, surname + given)


def all_capitals(term: str) -> bool:
    """Tell whether each word of a name has its capital, and there are no digits."""
    return all(word[0].isupper() for word in _LETTERS.findall(term) if len(word) > 1) and not _DIGITS.search(term)


def is_person(term: str) -> bool:
    """Tell whether a term may be the name of a person: two or three words with capitals, small words apart."""
    words = without_small_words(term).split()
    if not 1 < len(words) <= 3 or words[-1].rstrip(".").lower() in _NO_PERSON or "&" in term:
        return False
    if not all(any(map(str.isalpha, word)) for word in words) or _DIGITS.search(term):  # signs alone are no name
        return False
    capitals = all(word[0].isupper() or not word[0].isalpha() for word in words)
    return capitals and len(words[0].rstrip(".")) > 1 and len(words[-1]) >= _SHORTEST
