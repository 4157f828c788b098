"""The spellings of streets and places: generic words such as "Street" and "Saint" abbreviated, or in full.

A generic word is written otherwise only where it belongs to a capitalised word beside it: "King St", not "the st".
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, product

STAND_BEHIND: tuple[str, ...] = (
    "street|st",
    "road|rd",
    "avenue|ave|av",
    "boulevard|blvd",
    "lane|ln",
    "drive|dr",
    "square|sq",
    "place|pl",
    "court|ct",
    "straße|strasse|str",
    "platz|pl",
    "straat|str",
)
"""Words behind the name of a street or place, each with all its spellings."""
STAND_BEFORE: tuple[str, ...] = (
    "saint|st",
    "sainte|ste",
    "sankt|st",
    "mount|mt",
    "fort|ft",
    "avenue|av",
    "boulevard|bd|blvd",
    "place|pl",
    "calle|c/|c",
    "ulica|ul",
    "aleja|al",
    "plac|pl",
    "osiedle|os",
    "улица|ул",
    "проспект|пр",
    "avenida|avda|av",
    "viale|v.le",
    "piazza|p.za|p.zza",
)
END_WORDS: tuple[str, ...] = ("straße|strasse|str", "platz|pl", "straat|str")
"""Words that are written together with the name before them."""
_SHORTEST = 3
"""Letters of a name that a generic word belongs to."""
_SHORT = 3
"""Letters of an abbreviation; a shorter one needs its capitals in a term of two words without a number."""
_LONGEST_WITH_DOT = 4
_MOST = 3
"""Generic words of one term that are written otherwise."""
_WITH_NUMBERS_ALONE = frozenset({"ct", "c"})
"""Abbreviations that mean something else without the number of a house: "CT scan"; "c" is "c/" in a file name."""
_NO_NAMES = frozenset(
    [
        "the",
        "our",
        "this",
        "that",
        "and",
        "for",
        "main",
        "de",
        "del",
        "della",
        "di",
        "du",
        "des",
        "der",
        "den",
        "la",
        "le",
        "les",
        "el",
        "los",
        "las",
    ]
)
_PARTICLES = frozenset(["de", "del", "della", "di", "du", "des", "la", "le", "les", "el", "los", "las"])
"""What may stand between a generic word and the name behind it: "Avenida de la Paz"."""
_STREET = (
    r"(?:[^\W\d_]+[ -]){0,3}[^\W\d_]*"
    r"(?:stra(?:ss|ß)e|str\.?|straat|platz|weg|allee|gasse|street|st\.?|road|rd\.?|lane)"
)
_ROMANCE = (
    r"(?:rue|via|viale|calle|rua|chemin|avenida|paseo|boulevard|avenue|place|quai|allée|impasse|cours|route"
    r"|ul\.?|ulica|ulice|al\.|aleja|os\.|osiedle|pl\.|plac|улица|ул\.|проспект|пр\.|вулиця|вул\.)"
    r" (?:[^\W\d_]+[ '’-]){0,3}[^\W\d_]+"
)
_NAMED = rf"(?:{_STREET}|{_ROMANCE})"
_HOUSE = re.compile(
    rf"(?P<street>{_NAMED}),? (?P<number>\d{{1,4}}[a-z]?)|(?P<first>\d{{1,4}}[a-z]?),? (?P<other>{_NAMED})",
    re.IGNORECASE,
)
_SLAVIC = re.compile(r"\A(?:ul\.?|ulica|ulice|al\.|aleja|os\.|osiedle|улица|ул\.|вулиця|вул\.) ", re.IGNORECASE)
"""Words for a street that people leave out."""
_TOWN = re.compile(r", (?:[A-Z]{1,2}-)?\d{4,5} ?\S.*")
_JOINED = re.compile(
    r"(?P<name>[A-Z][^\W\d_]{2,}?)(?P<apart>[ -])?"
    r"(?P<end>(?i:stra(?:ss|ß)e|str\.?|straat|platz|weg|allee|gasse|ring|damm|ufer))"
)
"""A street in one word or in two: "Lindenstraße", "Linden Straße"."""
_STRASSE = frozenset(("straße", "strasse", "str", "str."))
_WORD = re.compile(r"([^\s,;-]+)")
_CALLE = re.compile(r"\b(c/)(?=\w)", re.IGNORECASE)


@cache
def _rows(table: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the spellings of each word of a table; one abbreviation may stand for several words."""
    spelled: dict[str, dict[str, None]] = {}
    for row in table:
        words = row.split("|")
        dotted = (f"{word}." for word in words[1:] if word.isalpha() and len(word) <= _LONGEST_WITH_DOT)
        ways = dict.fromkeys((*words, *dotted))
        for word in words:
            spelled.setdefault(word, {}).update(ways)
    return {word: tuple(ways) for word, ways in spelled.items()}


def in_other_address_words(term: str) -> Iterator[tuple[str, bool]]:
    """Yield a term with each other spelling of its generic words, and whether it needs its capitals.

    >>> [*in_other_address_words("Park Road")], [*in_other_address_words("14 Mt. Rose")]
    ([('Park Rd', True)], [('14 Mount Rose', False), ('14 Mt Rose', False)])
    """
    pieces = _WORD.split(_CALLE.sub(r"\1 ", term) if "/" in term else term)  # gap, word, gap, …, gap
    words = pieces[1::2]
    numbered = any(word[0].isdigit() for word in words)
    ways: dict[int, tuple[str, ...]] = {}
    for at, word in enumerate(words):
        others = _otherwise(words, at, numbered=numbered) if len(ways) < _MOST else {}
        if others:
            ways[at] = (word, *others)
    for chosen in islice(product(*ways.values()), 1, None):
        for at, word in zip(ways, chosen, strict=True):
            pieces[2 * at + 1] = word
        short = any(len(word.rstrip(".")) < _SHORT for word in chosen)
        yield "".join(pieces), short and not numbered and len(words) < _SHORTEST


def with_number_elsewhere(term: str) -> Iterator[str]:
    """Yield a street with the number of the house before it and behind it, with a comma and without.

    >>> [*with_number_elsewhere("Am Weg 12")]
    ['12 Am Weg', '12, Am Weg', 'Am Weg 12', 'Am Weg, 12']
    """
    match = _HOUSE.fullmatch(_TOWN.sub("", term))
    if match is None:
        return
    street = match["street"] or match["other"]
    number = match["number"] or match["first"]
    others = (spelled for spelled, _ in in_other_address_words(f"{street} {number}"))
    bare = _SLAVIC.sub("", street)
    for each in dict.fromkeys((street, *_joined_or_apart(street), *([bare] if _is_name(bare) else ()), *others)):
        name = each.removesuffix(f" {number}")
        yield from (f"{number} {name}", f"{number}, {name}", f"{name} {number}", f"{name}, {number}")


def _joined_or_apart(street: str) -> Iterator[str]:
    """Yield a street written in two words, with a hyphen, and in one word.

    >>> [*_joined_or_apart("Lindenallee")], [*_joined_or_apart("Linden Allee")]
    (['Linden Allee', 'Linden-Allee'], ['Linden-Allee', 'Lindenallee'])
    """
    match = _JOINED.fullmatch(street)
    if match is None:
        return
    end = match["end"].lower()
    for each in ("straße", "strasse", "str.", "str") if end in _STRASSE else (end,):
        for sign in (" ", "-", ""):
            written = f"{match['name']}{sign}{each.capitalize() if sign else each}"
            if written != street:
                yield written


def _otherwise(words: list[str], at: int, *, numbered: bool) -> dict[str, None]:
    """Return the other spellings of one word of a term, if it is a generic one with a name beside it."""
    word, is_last = words[at], at == len(words) - 1
    found: dict[str, None] = {}
    for start, spellings in _generic(words, at):
        for each in spellings:
            if (is_last and each[-1] == ".") or (each in _WITH_NUMBERS_ALONE and not numbered):
                continue
            found[word[:start] + _cased_like(word[start:], each)] = None
    found.pop(word, None)
    return found


def _generic(words: list[str], at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield where a generic word begins in a word, and its spellings."""
    folded = words[at].lower().rstrip(".")
    if at and _is_name(words[at - 1]):
        yield 0, _rows(STAND_BEHIND).get(folded, ())
    following = (words[i] for i in range(at + 1, len(words)))  # no copy, of which there would be one a word
    name = next((word for word in following if word not in _PARTICLES), "")
    if _is_name(name):
        yield 0, _rows(STAND_BEFORE).get(folded, ())
    for end, spellings in _rows(END_WORDS).items():
        start = len(folded) - len(end)
        if start >= _SHORTEST and folded.endswith(end) and words[at][0].isupper():
            yield start, spellings
            return


def _is_name(word: str) -> bool:
    """Tell whether a word is a name that a generic word may belong to."""
    return len(word) >= _SHORTEST and word[0].isupper() and word.lower() not in _NO_NAMES


def _cased_like(word: str, other: str) -> str:
    """Write another word with the capitals of one."""
    if len(word.rstrip(".")) >= _SHORT and word.isupper():
        return other.upper()
    return other[0].upper() + other[1:] if word[0].isupper() else other
