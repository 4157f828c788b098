"""Streets and places with generic words abbreviated or in full: the raw search's own reading of them.

Text and term are brought to one form: short words for long ones, without their dots and without apostrophes.
"""

import re
from collections.abc import Iterator
from functools import cache

SHORT_FOR: dict[str, str] = {
    "street": "st",
    "saint": "st",
    "sainte": "ste",
    "sankt": "st",
    "road": "rd",
    "avenue": "ave",
    "avenida": "ave",
    "avda": "ave",
    "boulevard": "bd",
    "blvd": "bd",
    "lane": "ln",
    "drive": "dr",
    "square": "sq",
    "place": "pl",
    "platz": "pl",
    "plac": "pl",
    "aleja": "al",
    "ulica": "ul",
    "osiedle": "os",
    "улица": "ул",
    "проспект": "пр",
    "court": "ct",
    "mount": "mt",
    "fort": "ft",
    "strasse": "str",
    "straat": "str",
}
"""Short words for long ones, in small letters without accents."""
ENDINGS: dict[str, str] = {"strasse": "str", "straat": "str", "platz": "pl"}
"""The same for what stands at the end of a longer word."""
SIGNS: dict[str, str] = {"c/": "calle", "v.le": "viale", "p.za": "piazza", "p.zza": "piazza", "av.": "ave"}
"""Abbreviations that their signs tell from other words: "av" without a dot is a word of Swedish."""
_SHORTEST = 3
_NO_NAMES = frozenset(
    [
        "the",
        "and",
        "our",
        "this",
        "that",
        "for",
        "main",
        "del",
        "della",
        "des",
        "der",
        "den",
        "les",
        "los",
        "las",
        "von",
        "van",
    ]
)
_AMBIGUOUS = "ct"
"""Without a number beside it another word: "CT scan"."""
_FEET = re.compile(r"(?<=\d)\s?ft\b")
_AV = re.compile(r"\bav\b\.?")
_WITHOUT_DOT = SHORT_FOR.keys() - {"avda", "blvd"}
"""Words behind which a dot ends a sentence."""
_AVE = re.compile(r"\bave\b")
_NUMBER_WORD = re.compile(
    r"(?<=[^\W\d_])(\.?),?\s+\(?(?:(?:nr|n\.?o|nummer|haus[ -]?nr|haus[ -]?nummer|numero)"
    r"\b[.:]{0,2}\s?|n[.\s]\s|n°\s?|#\s?)(?=\d)"
)
_END = "strasse|str|straat|platz|weg|allee|gasse|ring|damm|ufer"
_IN_TWO_WORDS = re.compile(
    rf"(?<=[^\W\d_]{{3}})[ -](?=(?:{_END})\b\.?,?\s?\d)|(?<=\d)(?P<name>,? [^\W\d_]{{3,20}})[ -](?=(?:{_END})\b)"
)
"""A street in two words, beside the number of its house."""
_STREET_OF_ADDRESS = re.compile(r"([^,]*\d[^,]*), (?:[a-z]{1,2}-)?\d{4,5} .+")
_STANDS_FIRST = re.compile(
    r"(?:rue|via|viale|calle|rua|chemin|avenida|paseo|boulevard|quai|allee|impasse|cours|route|улица|ulica|ul\.?) "
    r"|[^\W\d_]{3}(?:weg|allee|gasse|ring|damm|ufer)\b"
)
_SLAVIC = re.compile(r"^(?:ulic[ae]|ul\.?|aleja|al\.?|osiedle|os\.?|улица|ул\.?|вулиця|вул\.?) ")
_LAST_NUMBER, _FIRST_NUMBER = re.compile(r"(.+?),? (\d{1,4}[a-z]?)"), re.compile(r"(\d{1,4}[a-z]?),? (.+)")
_INSIDE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]")
_LONG_WITH_SIGNS = re.compile(r"\b(?:calle|viale|piazza)\b")


@cache
def _pattern(words: tuple[str, ...], ends: tuple[str, ...], signs: tuple[str, ...]) -> re.Pattern[str]:
    """Find each of these words with its dot, each of these ends of words, and each of these with signs."""
    word, end, sign = ("|".join(map(re.escape, sorted(each, key=len)[::-1])) for each in (words, ends, signs))
    return re.compile(rf"(?<![\w/])(?P<sign>{sign})|\b(?P<word>{word})\b\.?|(?<=[^\W\d_]{{3}})(?P<end>{end})\b\.?")


def _generic() -> re.Pattern[str]:
    return _pattern((*SHORT_FOR, *SHORT_FOR.values()), (*ENDINGS, *ENDINGS.values()), tuple(SIGNS))


def in_short_address_words(plain: str) -> str:
    """Return a text in small letters with each generic word of an address in one form.

    >>> in_short_address_words("14 king street; hauptstr.12, saint mary's; c/mayor")
    '14 king st; hauptstr 12, st marys; calle mayor'
    """
    joined = _IN_TWO_WORDS.sub(r"\g<name>", _NUMBER_WORD.sub(r"\1 ", plain))
    return _generic().sub(_short, _FEET.sub(" feet", _INSIDE.sub("", joined)))


def _short(match: re.Match[str]) -> str:
    word, end, sign = match["word"], match["end"], match["sign"]
    short = SHORT_FOR.get(word, word) if word else ENDINGS.get(end, end) if end else SIGNS[sign]
    if (word or end) in _WITHOUT_DOT and match.group().endswith("."):
        return f"{short}."
    touches = not match.group()[-1].isalpha() and match.string[match.end() : match.end() + 1].isalnum()
    return f"{short} " if touches else short


def looks_of_addresses(plain: str) -> Iterator[str]:
    """Yield a street or place in one form, if a name stands beside its generic words."""
    if whole := _STREET_OF_ADDRESS.fullmatch(plain.strip()):
        yield from looks_of_addresses(whole[1])
    dotted = _AV.sub("av.", plain)
    found = [*_generic().finditer(dotted)]
    if not (found or _LONG_WITH_SIGNS.search(plain) or _STANDS_FIRST.search(plain) or _IN_TWO_WORDS.search(plain)):
        return
    look = in_short_address_words(dotted)
    words = _WORD.findall(look)
    shorts = {*SHORT_FOR.values(), *SIGNS.values()}
    names = [word for word in words if len(word) >= _SHORTEST and word not in shorts | _NO_NAMES]
    if any(map(_LETTERS.match, names)) and (_AMBIGUOUS not in words or any(map(str.isdigit, words))):
        yield look.strip()
        for pattern, number, street in ((_LAST_NUMBER, 2, 1), (_FIRST_NUMBER, 1, 2)):
            if turned := pattern.fullmatch(look.strip()):
                name, house = turned[street], turned[number]
                yield from (f"{house} {_SLAVIC.sub('', name)}", f"{_SLAVIC.sub('', name)} {house}")
                yield from (f"{house} {name}", f"{house}, {name}", f"{name} {house}", f"{name}, {house}")
        if len(words) > 2:
            yield _AVE.sub("av", look.strip())
