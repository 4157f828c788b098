"""The table of spellings: in which other forms a name, number or term is the same one.

Each row turns a term into other spellings of it; `text_readings` has the rows for what only the text can tell. A
row applies to terms of its shape alone, so that one letter, a few digits or an ordinary word bring no others.
The raw search has a definition of its own (`backend.verification.name_forms`).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from backend.document.address_words import in_other_address_words, with_number_elsewhere
from backend.document.company_names import in_other_legal_forms, without_legal_form
from backend.document.damaged_letters import damaged
from backend.document.date_spellings import in_other_dates
from backend.document.plain_letters import plain_letters, spelled_out
from backend.document.semitic_names import names_in_arabic, names_in_hebrew, names_of_semitic_person
from backend.document.surnames import (
    PersonName,
    family_first,
    in_fewer_names,
    is_capitalised,
    is_particle,
    surname_starts,
    with_particles,
    with_two_surnames,
    without_joined_particle,
)
from backend.document.titles import without_titles

_SHORTEST_GLUED = 8
"""Letters of a name whose words may be written as one; shorter ones are words."""
_SHORTEST_ACCOUNT = 5
_SHORTEST_SURNAME = 3
_LONG_SURNAME = 7
"""Letters; a letter behind a shorter one may be an ending: "cooks"."""
_LIKE_AN_ENDING = frozenset("denrsty")
_SHORTEST_LOCAL_PART = 8
_SHORTEST_PARTED = 4
_PARTING_SIGNS = (",", ":", "!", "،")
_SHORTEST_WITH_PREFIX = 3

_NAME_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?")
_WITH_FIGURES = re.compile(r"[A-Z][^\W\d_]{2,}(?: [A-Z0-9][^\W_]*){1,2}")
"""A name of two or three words of which some may have figures: "Kestrel 3D Systems"."""
_LETTERS = re.compile(r"[^\W\d_]+")
_FIGURE = re.compile(r"(\d)(?=[A-Z])")
# Spaces are read from the first of them only, since a long run would be tried from each.
_AND = re.compile(r"(?:(?<!\s)\s++)?[&+]\s*|(?<!\s)\s++(?:and|und|et|og|och|plus)\s+", re.IGNORECASE)
_BESIDE_DIGITS = re.compile(r"(?<=\d),(?=\s)|,(?=\s+[A-Z]{0,2}\d)")
_SIGNED = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9]+(?:[-.&][A-Za-z0-9]+)+!?|[A-Za-z0-9]+!")
_SIGNS = re.compile(r"[-.&]")
_ACRONYM = re.compile(r"[A-Z]{4,8}")
_DOTTED = re.compile(r"(?:[A-Z]\.){4,8}|[A-Z](?:\.[A-Z]){3,7}")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['’ʼ](?=[^\W\d_])")
_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z][^\W\d_]{2})")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011](?=[^\W\d_])")
_LAST_WORDS_OF_BODIES = (
    "ltd limited inc corp corporation company co plc llc llp gmbh group holding holdings bank fund trust partners"
    " association committee board university college school hospital institute services systems agency council"
)
_NO_SURNAMES = frozenset(_LAST_WORDS_OF_BODIES.split())
"""Last words of companies and bodies."""
_MAIL = re.compile(r"([^\s@]++)@((?=[^\s@]+?\.[^\s@])[^\s@]++)")
UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\U00020000-\U0003134f"
)
"""Letters of Thai, Japanese, Chinese and Korean, whose words touch, for a class of a regular expression."""
_UNSPACED = re.compile(f"[{UNSPACED}]")
_MIN_UNSPACED = 2
_ARABIC = re.compile("[\u0620-\u064a]")
_HEBREW = re.compile("[\u05d0-\u05ea]")
_ARABIC_PREFIXES = ["ال", "و", "ف", "ب", "ل", "ك", "وال", "بال", "فال", "كال", "لل", "ول", "وب"]
_HEBREW_PREFIXES = ["ב", "ה", "ו", "כ", "ל", "מ", "ש", "בה", "וה", "וב", "ול", "ומ", "כש", "מה", "שה"]


@dataclass(frozen=True, slots=True)
class Spelling:
    """Another spelling of a term: `cased` wants its capitals, `unspaced` no white space in it."""

    text: str
    cased: bool = False
    unspaced: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: its name, and the other spellings that it gives a term, perhaps only one of a person."""

    name: str
    spell: Callable[[str], Iterable[Spelling]]
    of_people: bool = False


def _plain(term: str) -> Iterator[Spelling]:
    yield Spelling(plain_letters(term))


def _umlauts(term: str) -> Iterator[Spelling]:
    yield Spelling(plain_letters(spelled_out(term)))


def _and(term: str) -> Iterator[Spelling]:
    words = _AND.split(plain_letters(term))
    if len(words) > 1 and all(words):
        yield Spelling(" & ".join(words))
        if sum(map(len, words)) >= _SHORTEST_GLUED:
            yield Spelling(" ".join(words))


def _apostrophes(term: str) -> Iterator[Spelling]:
    plain = plain_letters(term)
    if _APOSTROPHE.search(plain):
        yield Spelling(_APOSTROPHE.sub("", plain))


def _hyphens(term: str) -> Iterator[Spelling]:
    if term[0].isupper() and sum(map(str.isalpha, term)) >= _SHORTEST_GLUED:
        yield Spelling(_HYPHEN.sub("", term))
        yield Spelling(_HUMP.sub(" ", term))


def _glued(term: str) -> Iterator[Spelling]:
    bare = without_legal_form(term)
    spaced = (term if bare is None else bare[0]).replace("-", " ")
    plain_name = " ".join(_AND.split(spaced))
    words = _name_words(plain_name)
    if not words and any(_people(plain_name)):
        words = ["".join(plain_name.split()).replace("'", "").replace("’", ""), ""]
    if not words and _WITH_FIGURES.fullmatch(plain_name):
        words = plain_name.split()
    if bare is not None and bare[0].isalpha() and len(bare[0]) >= _SHORTEST_GLUED:
        yield Spelling("".join(filter(str.isalpha, term)))
    if 1 < len(words) <= 3 and sum(map(len, words)) >= _SHORTEST_GLUED:
        if any(map(str.isdigit, plain_name)):
            yield Spelling(".".join(words))
            yield Spelling(_FIGURE.sub(r"\1 ", plain_name))
            yield Spelling(plain_name.replace(" ", "", 1))
        for joined in dict.fromkeys(("".join(words), _AND.sub(_and_as_word, spaced).replace(" ", ""))):
            yield from _typed(joined)


def _signs_left_out(term: str) -> Iterator[Spelling]:
    """A name of letters, digits and signs without its signs: "X-Trado", "7-Twelve", "Zapp!"."""
    if _SIGNED.fullmatch(term) and sum(map(str.isalnum, term)) >= _SHORTEST_ACCOUNT:
        parts = _SIGNS.split(term.rstrip("!"))
        yield Spelling(plain_letters("".join(parts)), cased=True)
        yield Spelling(plain_letters(" ".join(parts)), cased=True)


def _dotted(term: str) -> Iterator[Spelling]:
    """An acronym with its dots, and one without them."""
    if _ACRONYM.fullmatch(term):
        yield Spelling(".".join(term) + ".", cased=True)
        yield Spelling(".".join(term), cased=True)
    elif _DOTTED.fullmatch(term):
        yield Spelling(term.replace(".", ""), cased=True)


def _and_as_word(match: re.Match[str]) -> str:
    return match[0] if match[0].strip().isalpha() else "and"


def _typed(text: str) -> Iterator[Spelling]:
    """A name as people type it in an account: with umlauts spelled out, and with plain letters."""
    yield Spelling(plain_letters(spelled_out(text)).lower())
    yield Spelling(plain_letters(text).lower())


def _lettered(text: str, *, cased: bool = False) -> Iterator[Spelling]:
    """A spelling with plain letters and with umlauts spelled out; a text is read with plain letters too."""
    for each in dict.fromkeys((plain_letters(text), plain_letters(spelled_out(text)))):
        yield Spelling(each, cased=cased)


def _legal_forms(term: str) -> Iterator[Spelling]:
    for each in in_other_legal_forms(term):
        yield from _lettered(each)


def _bare_names(term: str) -> Iterator[Spelling]:
    found = without_legal_form(term)
    if found is not None:
        name, cased = found
        yield from _lettered(name, cased=cased)
        yield from _letter_by_letter(name)


def _address_words(term: str) -> Iterator[Spelling]:
    for each, cased in in_other_address_words(term):
        yield from _lettered(each, cased=cased)
        yield from _apostrophes(each)


def _commas_left_out(term: str) -> Iterator[Spelling]:
    """An address without its commas, and without those beside a number, which a reading takes out of the text."""
    if ", " in term and any(map(str.isdigit, term)):
        yield from _lettered(term.replace(", ", " "))
        yield from _lettered(_BESIDE_DIGITS.sub("", term))


def _without_titles(term: str) -> Iterator[Spelling]:
    name = without_titles(term)
    if name != term and (len(_name_words(name)) > 1 or any(_people(name))):
        yield from _lettered(name)


def _fewer_names(term: str) -> Iterator[Spelling]:
    if any(_people(term)):
        for each in in_fewer_names(_name_words(without_titles(term))):
            yield from _lettered(each, cased=True)


def _particles(term: str) -> Iterator[Spelling]:
    """A surname with particles: without a middle name, without its particles, and with both as one word."""
    if surname_starts(without_titles(term).split()) is None:
        return
    for given, surname in _people(term):
        yield from _lettered(f"{given} {surname}", cased=True)
        joined = "".join(_LETTERS.findall(surname)).capitalize()
        if " " in surname and len(joined) >= _LONG_SURNAME:
            yield from _lettered(joined.lower())
        yield from _lettered(f"{given} {joined}", cased=True)
        yield from _lettered(f"{joined}, {given}")


def _number_first(term: str) -> Iterator[Spelling]:
    for each in with_number_elsewhere(term):
        yield from _lettered(each)


def _compound_surnames(term: str) -> Iterator[Spelling]:
    words = _name_words(without_titles(term))
    if len(words) == 3 and len(words[1].rstrip(".")) > 1 and any(_people(term)):
        given, one, other = words
        for joined in (f"{one} {other}", f"{one}{other}") if "-" not in term else (f"{one} {other}",):
            yield from _lettered(f"{joined}, {given}")
            yield from _lettered(f"{joined} {given}", cased=True)
        for spelled in dict.fromkeys(each.text for name in (one + other,) for each in _typed(name)):
            first = plain_letters(given).lower()
            if len(spelled) >= _LONG_SURNAME:
                yield from map(Spelling, (first[0] + spelled, spelled + first[0], first + spelled))
                yield Spelling(f"{first} {spelled}", unspaced=True)
                yield Spelling(f"{spelled} {first}", unspaced=True)


def _orders(term: str) -> Iterator[Spelling]:
    for given, surname in _people(term):
        yield Spelling(f"{surname}, {given}")
        yield Spelling(f"{surname} {given}", cased=True)
        yield from _lettered(f"{given} {surname}", cased=True)
        for one, other in product(*(map(plain_letters, (each, spelled_out(each))) for each in (surname, given))):
            yield Spelling(f"{one} {other}", unspaced=True)
            yield Spelling(f"{one}, {other}")


def _parted_words(term: str) -> Iterator[Spelling]:
    """A name of two words with a sign between them that makes two names of it for a reader in a hurry."""
    words = _name_words(term)
    if len(words) == 2 and min(map(len, words)) >= _SHORTEST_PARTED and words[1].lower() not in _NO_SURNAMES:
        one, two = map(plain_letters, words)
        yield from (Spelling(f"{one}{sign} {two}", cased=True) for sign in _PARTING_SIGNS)
        yield from (Spelling(f"{one} {sign} {two}", cased=True) for sign in ("→", "…"))
        yield Spelling(f"{one} [{two}]", cased=True)


def _initials(term: str) -> Iterator[Spelling]:
    for given, surname in _people(term):
        letter = given[0]
        for last in dict.fromkeys((surname, plain_letters(surname), plain_letters(spelled_out(surname)))):
            yield Spelling(f"{letter} {last}", cased=True)
            yield Spelling(f"{letter}. {last}", cased=True)
            yield Spelling(f"{last} {letter}", cased=True)
            yield Spelling(f"{last}, {letter}", cased=True)


def _accounts(term: str) -> Iterator[Spelling]:
    for given, surname in _people(term):
        letter = plain_letters(given[0]).lower()
        for spelled in dict.fromkeys(each.text for each in _typed(surname)):
            last = "".join(_LETTERS.findall(spelled))
            if len(last) < _SHORTEST_SURNAME or len(last) + 1 < _SHORTEST_ACCOUNT:
                continue
            yield Spelling(letter + last)
            if letter not in _LIKE_AN_ENDING or len(last) >= _LONG_SURNAME:
                yield Spelling(last + letter)
            yield Spelling(f"{last} {letter}", unspaced=True)
            yield Spelling(f"{letter} {last}", unspaced=True)
            yield Spelling(f"{letter}.{last}", unspaced=True)
            first = plain_letters(given).lower()
            yield Spelling(f"{first} {last}", unspaced=True)
            yield Spelling(f"{last} {first}", unspaced=True)
            yield Spelling(f"{''.join(_LETTERS.findall(first))} {last}", unspaced=True)
            if len(last) + len(first) >= _SHORTEST_GLUED:
                yield Spelling("".join(_LETTERS.findall(first)) + last)
                yield Spelling(last + "".join(_LETTERS.findall(first)))


def _addresses(term: str) -> Iterator[Spelling]:
    match = _MAIL.fullmatch(term)
    if match is None:
        return
    local, host = match.groups()
    if re.search(r"[._-]", local) and sum(map(str.isalpha, local)) >= _SHORTEST_LOCAL_PART:
        yield Spelling(local, unspaced=True)
        yield Spelling(re.sub(r"[._-]", " ", local), unspaced=True)
    yield Spelling(f"{local}@{host}".replace(".", " "))
    yield Spelling(f"{local}@{host.removeprefix('mail.')}")
    yield Spelling(f"{local} {host}", unspaced=True)
    yield Spelling(re.sub(r"[._-]", " ", f"{local} {host}"), unspaced=True)


def _prefixes(term: str) -> Iterator[Spelling]:
    for letters, prefixes in ((_ARABIC, _ARABIC_PREFIXES), (_HEBREW, _HEBREW_PREFIXES)):
        if letters.match(term) and len(letters.findall(term)) >= _SHORTEST_WITH_PREFIX:
            yield from (Spelling(prefix + plain_letters(term)) for prefix in prefixes)


def _letter_by_letter(term: str) -> Iterator[Spelling]:
    if len(_UNSPACED.findall(term)) >= _MIN_UNSPACED:
        yield Spelling(" ".join(_UNSPACED.sub(r" \g<0> ", plain_letters(term)).split()))


def _dates(term: str) -> Iterator[Spelling]:
    for each in in_other_dates(term):
        yield from map(Spelling, dict.fromkeys((each, plain_letters(each))))


def _name_words(term: str) -> list[str]:
    """The words of a name of capitalised words alone; none of anything else."""
    words = term.split()
    if not all(_NAME_WORD.fullmatch(word) and word[0].isupper() for word in words):
        return []
    return words


def _people(term: str) -> Iterator[PersonName]:
    """Given name and surname of what may be a person: two or three capitalised words, and particles."""
    name = without_titles(term)
    words = _name_words(name)
    if not words:
        words = name.split()
        if not all(_NAME_WORD.fullmatch(word) and (is_capitalised(word) or is_particle(word)) for word in words):
            return
    if len(words) < 2 or words[-1].rstrip(".").lower() in _NO_SURNAMES or len(words[0].rstrip(".")) < 2:
        return
    if len(words[-1]) < _SHORTEST_SURNAME or not words[0][0].isupper():
        return
    found = [*with_particles(words)]
    if not found and len(words) <= 3 and all(map(is_capitalised, words)):
        found.append(PersonName(words[0], words[-1]))
        if len(words) == 3:
            found.append(PersonName(f"{words[0]} {words[1]}", words[-1]))
    found += without_joined_particle(words)
    yield from dict.fromkeys((*found, *family_first(words, plain_letters(words[0]).lower())))


def names_of_person(term: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield what may be a person in each spelling of its letters, folded.

    That is a given name, the words of the surname before the last one, and the last word.

    >>> [*names_of_person("Dr. Renate M. Krüger")]
    [('renate', (), 'krüger'), ('renate', (), 'kruger'), ('renate', (), 'krueger')]
    >>> [*names_of_person("Pieter van der Bergh")][::3]
    [('pieter', ('van', 'der'), 'bergh'), ('pieter', (), 'bergh'), ('pieter', ('v', 'd'), 'bergh')]
    """
    semitic = names_of_semitic_person(term)
    people = (*_people(term), *with_two_surnames(_name_words(without_titles(term))))
    for given, surname in people if semitic is None else (semitic,):
        if " " in given:
            continue
        for spell in (str, plain_letters, lambda name: plain_letters(spelled_out(name))):
            first, last = (_LETTERS.findall(spell(name).casefold()) for name in (given, surname))
            if first and last:
                yield first[0], tuple(last[:-1]), last[-1]


ROWS: tuple[Row, ...] = (
    Row("plain letters", _plain),
    Row("umlauts spelled out", _umlauts),
    Row("the sign for and", _and),
    Row("apostrophes left out", _apostrophes),
    Row("hyphens left out", _hyphens),
    Row("words written as one", _glued),
    Row("signs left out", _signs_left_out),
    Row("dots of acronyms", _dotted),
    Row("damaged letters", lambda term: map(Spelling, damaged(term))),
    Row("legal forms", _legal_forms),
    Row("legal form left out", _bare_names),
    Row("generic words of addresses", _address_words),
    Row("commas of addresses left out", _commas_left_out),
    Row("numbers of houses first", _number_first),
    Row("titles left out", _without_titles, of_people=True),
    Row("fewer names", _fewer_names, of_people=True),
    Row("particles of surnames", _particles, of_people=True),
    Row("compound surnames first", _compound_surnames, of_people=True),
    Row("surname first", _orders, of_people=True),
    Row("initials", _initials, of_people=True),
    Row("names in Hebrew letters", lambda term: map(Spelling, names_in_hebrew(term)), of_people=True),
    Row("names in Arabic letters", lambda term: map(Spelling, names_in_arabic(term)), of_people=True),
    Row("signs between words", _parted_words),
    Row("accounts", _accounts, of_people=True),
    Row("addresses", _addresses),
    Row("prefixes of Arabic and Hebrew", _prefixes),
    Row("scripts without spaces", _letter_by_letter),
    Row("dates", _dates),
)
"""All rows. `tests/spellings` removes each and expects that a name stays in a file."""


def other_spellings(term: str, *, of_people: bool = True) -> tuple[Spelling, ...]:
    """Return the other spellings of a term, each once, without the term itself.

    >>> [each.text for each in other_spellings("Müller & Söhne")][:5]
    ['Muller & Sohne', 'Mueller & Soehne', 'Muller Sohne', 'muellersoehne', 'mullersohne']
    """
    rows = (row for row in ROWS if of_people or not row.of_people)
    spelled = (each for row in rows for each in row.spell(term))
    return tuple(dict.fromkeys(each for each in spelled if each.text and each != Spelling(term)))
