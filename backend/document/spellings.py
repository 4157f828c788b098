"""The table of spellings: in which other forms a name, number or term is the same one.

Each row turns a term into other spellings of it; `text_readings` has the rows for what only the text can tell. A
row applies to terms of its shape alone, so that one letter, a few digits or an ordinary word bring no others.
The raw search has a definition of its own (`backend.verification.name_forms`).
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from backend.document.address_words import in_other_address_words
from backend.document.company_names import in_other_legal_forms, without_legal_form
from backend.document.titles import without_titles

_SHORTEST_GLUED = 8
"""Letters of a name whose words may be written as one; shorter ones are words."""
_SHORTEST_ACCOUNT = 5
_SHORTEST_SURNAME = 3
_LONG_SURNAME = 7
"""Letters; a letter behind a shorter one may be an ending: "cooks"."""
_LIKE_AN_ENDING = frozenset("denrsty")
_SHORTEST_LOCAL_PART = 8
_SHORTEST_WITH_PREFIX = 3

_NAME_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?")
_LETTERS = re.compile(r"[^\W\d_]+")
_AND = re.compile(r"\s*(?:&|\+)\s*|\s+(?:and|und|et|og|och|plus)\s+", re.IGNORECASE)
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['’ʼ](?=[^\W\d_])")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011](?=[^\W\d_])")
_LAST_WORDS_OF_BODIES = (
    "ltd limited inc corp corporation company co plc llc llp gmbh group holding holdings bank fund trust partners"
    " association committee board university college school hospital institute services systems agency council"
)
_NO_SURNAMES = frozenset(_LAST_WORDS_OF_BODIES.split())
"""Last words of companies and bodies."""
_MAIL = re.compile(r"([^\s@]+)@([^\s@]+\.[^\s@]+)")
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
_MONTHS = (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
)
_MONTHS_ELSEWHERE = (
    (" ", " ", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    (" de ", " de ", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    (" de ", " de ", "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
    (" ", " ", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
    (" ", " ", "januari februari maart april mei juni juli augustus september oktober november december"),
    (
        " ",
        " ",
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    ),
    (" ", " ", "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
    (". ", " ", "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
)
"""What stands between day, month and year in other languages, and their names of the months."""
_DATE = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: of)?[ .-]+(?:de )?(?P<name>[^\W\d_]{3,12})"
    r"\.?,?[ -]+(?:de )?(?P<year>\d{4})"
    r"|(?P<first>[a-z]{3,9})\.? (?P<second>\d{1,2})(?:st|nd|rd|th)?,? (?P<third>\d{4})"
    r"|(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})|(?P<dd>\d{1,2})\.(?P<mm>\d{1,2})\.(?P<yyyy>\d{4})",
    re.IGNORECASE,
)


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


def plain_letters(text: str) -> str:
    """Replace letters with accents, strokes and ligatures by plain ones, character by character.

    >>> plain_letters("Łukasz Œuvré, ʼAşkın, حَسَن"), plain_letters("٤٧")
    ("Lukasz OEuvre, 'Askin, حسن", '47')
    """
    return text if text.isascii() else "".join(map(plain_letter, text))


def plain_letter(char: str) -> str:
    """Return the plain letters for one character; nothing for a mark or a stretched line."""
    if char < "\x80":
        return char
    known = _PLAIN.get(char)
    if known is None:
        category = unicodedata.category(char)
        if category == "Nd":
            known = str(unicodedata.digit(char))
        elif category == "Mn" and not _joins_syllables(char):
            known = ""
        elif category[0] == "L":
            known = _without_marks(char)
        else:
            known = char
        _PLAIN[char] = known
    return known


def spelled_out(text: str) -> str:
    """Spell out umlauts and the like, as German, Danish and Swedish names are typed.

    >>> spelled_out("Müller, Ångström")
    'Mueller, Aangstroem'
    """
    return text if text.isascii() else "".join(_SPELLED_OUT.get(char, char) for char in text)


_PLAIN = {
    **dict(zip("łŁøØđĐħĦŧŦıİþÞðÐ", "lLoOdDhHtTiI", strict=False)),
    "þ": "th",
    "Þ": "Th",
    "ð": "d",
    "Ð": "D",
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "Æ": "AE",
    "ß": "ss",
    "ẞ": "SS",
    "ς": "σ",
    "\u0640": "",
    "\u2212": "-",
    **dict.fromkeys("\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u2018\u2019\u201b\u2032\ua78b\ua78c\uff07", "'"),
}
"""Letters that no decomposition makes plain, and signs that stand for an apostrophe; the rest is added when met."""
_SPELLED_OUT = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "å": "aa",
    "ø": "oe",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "Å": "Aa",
    "Ø": "Oe",
}


def _without_marks(char: str) -> str:
    plain = "".join(each for each in unicodedata.normalize("NFD", char) if unicodedata.category(each) != "Mn")
    return plain if plain and not "\uac00" <= char <= "\ud7a3" else char


def _joins_syllables(mark: str) -> bool:
    """Tell whether a mark is a vowel that its script cannot do without, as in Thai or Devanagari."""
    return "\u0900" <= mark <= "\u109f" or "\u1780" <= mark <= "\u17ff" or "\u3099" <= mark <= "\u309a"


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


def _glued(term: str) -> Iterator[Spelling]:
    words = _name_words(term.replace("-", " "))
    if 1 < len(words) <= 3 and sum(map(len, words)) >= _SHORTEST_GLUED:
        yield from _typed("".join(words))


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


def _address_words(term: str) -> Iterator[Spelling]:
    for each, cased in in_other_address_words(term):
        yield from _lettered(each, cased=cased)
        yield from _apostrophes(each)


def _without_titles(term: str) -> Iterator[Spelling]:
    name = without_titles(term)
    if name != term and len(_name_words(name)) > 1:
        yield from _lettered(name)


def _middle_names(term: str) -> Iterator[Spelling]:
    words = _name_words(without_titles(term))
    if len(words) != 3 or not any(_people(term)):
        return
    given, middle, surname = words
    yield from _lettered(f"{given} {surname}", cased=True)
    if len(middle.rstrip(".")) > 1:
        yield from _lettered(f"{given} {middle[0]}. {surname}", cased=True)
        yield from _lettered(f"{given} {middle[0]} {surname}", cased=True)


def _compound_surnames(term: str) -> Iterator[Spelling]:
    words = _name_words(without_titles(term))
    if len(words) == 3 and len(words[1].rstrip(".")) > 1 and any(_people(term)):
        given, one, other = words
        for joined in (f"{one} {other}", f"{one}{other}") if "-" not in term else (f"{one} {other}",):
            yield from _lettered(f"{joined}, {given}")
            yield from _lettered(f"{joined} {given}", cased=True)


def _orders(term: str) -> Iterator[Spelling]:
    for given, surname in _people(term):
        yield Spelling(f"{surname}, {given}")
        yield Spelling(f"{surname} {given}", cased=True)
        for one, other in product(*(map(plain_letters, (each, spelled_out(each))) for each in (surname, given))):
            yield Spelling(f"{one} {other}", unspaced=True)
            yield Spelling(f"{one}, {other}")


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
            yield Spelling(f"{plain_letters(given).lower()} {last}", unspaced=True)


def _addresses(term: str) -> Iterator[Spelling]:
    match = _MAIL.fullmatch(term)
    if match is None:
        return
    local, host = match.groups()
    if re.search(r"[._-]", local) and sum(map(str.isalpha, local)) >= _SHORTEST_LOCAL_PART:
        yield Spelling(local, unspaced=True)
        yield Spelling(re.sub(r"[._-]", " ", local), unspaced=True)
    yield Spelling(f"{local}@{host.replace('.', ' ')}")
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
    date = _date_in(term)
    if date is None:
        return
    year, month, day = date
    full, short = (names.split()[month - 1] for names in _MONTHS)
    ordinal = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    yield from map(
        Spelling,
        (
            *(f"{year}-{month:02}-{day:02}", f"{year}{month:02}{day:02}", f"{day} {full} {year}"),
            *(f"{day:02}.{month:02}.{year}", f"{day}.{month}.{year}", f"{day:02}/{month:02}/{year}"),
            *(f"{month:02}/{day:02}/{year}", f"{day}/{month}/{year}", f"{month}/{day}/{year}"),
            *(f"{full} {day}, {year}", f"{full} {day}{ordinal}, {year}", f"{short} {day}, {year}"),
            *(f"{day} {short} {year}", f"{day}{ordinal} {full} {year}", f"{day}{ordinal} of {full} {year}"),
            *(f"{day:02}.{month:02}.{year % 100:02}", f"{day:02}/{month:02}/{year % 100:02}"),
            *(f"{year}/{month:02}/{day:02}", f"{day:02}-{month:02}-{year}", f"{day:02}-{short}-{year % 100:02}"),
            *(f"{year}年{month}月{day}日", f"{year}年{month:02}月{day:02}日"),
            *(f"{day}{a}{names.split()[month - 1]}{b}{year}" for a, b, names in _MONTHS_ELSEWHERE),
        ),
    )


def _date_in(term: str) -> tuple[int, int, int] | None:
    match = _DATE.fullmatch(term.strip())
    if match is None:
        return None
    said = match.groupdict()
    name = (said["name"] or said["first"] or "").lower()
    if name:
        known = (*_MONTHS, *(names.lower() for _, _, names in _MONTHS_ELSEWHERE))
        month = next((i for names in known for i, each in enumerate(names.split(), 1) if each == name), 0)
    else:
        month = int(said["m"] or said["mm"])
    day = int(said["day"] or said["second"] or said["d"] or said["dd"])
    year = int(said["year"] or said["third"] or said["y"] or said["yyyy"])
    return (year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _name_words(term: str) -> list[str]:
    """The words of a name of capitalised words alone; none of anything else."""
    words = term.split()
    if not all(_NAME_WORD.fullmatch(word) and word[0].isupper() for word in words):
        return []
    return words


def _people(term: str) -> Iterator[tuple[str, str]]:
    """Given name and surname of what may be a person: two or three capitalised words, titles apart."""
    words = _name_words(without_titles(term))
    if words and words[-1].rstrip(".").lower() in _NO_SURNAMES:
        return
    if 1 < len(words) <= 3 and len(words[-1]) >= _SHORTEST_SURNAME and len(words[0].rstrip(".")) > 1:
        yield words[0], words[-1]
        if len(words) == 3:
            yield f"{words[0]} {words[1]}", words[-1]


def names_of_person(term: str) -> Iterator[tuple[str, str]]:
    """Yield the given name and the surname of what may be a person, folded, in each spelling of their letters.

    >>> [*names_of_person("Dr. Renate M. Krüger")]
    [('renate', 'krüger'), ('renate', 'kruger'), ('renate', 'krueger')]
    """
    for given, surname in list(_people(term))[:1]:
        if _LETTERS.fullmatch(given) and _LETTERS.fullmatch(surname):
            for spell in (str, plain_letters, lambda name: plain_letters(spelled_out(name))):
                yield spell(given).casefold(), spell(surname).casefold()


ROWS: tuple[Row, ...] = (
    Row("plain letters", _plain),
    Row("umlauts spelled out", _umlauts),
    Row("the sign for and", _and),
    Row("apostrophes left out", _apostrophes),
    Row("hyphens left out", _hyphens),
    Row("words written as one", _glued),
    Row("legal forms", _legal_forms),
    Row("legal form left out", _bare_names),
    Row("generic words of addresses", _address_words),
    Row("titles left out", _without_titles, of_people=True),
    Row("middle names left out", _middle_names, of_people=True),
    Row("compound surnames first", _compound_surnames, of_people=True),
    Row("surname first", _orders, of_people=True),
    Row("initials", _initials, of_people=True),
    Row("accounts", _accounts, of_people=True),
    Row("addresses", _addresses),
    Row("prefixes of Arabic and Hebrew", _prefixes),
    Row("scripts without spaces", _letter_by_letter),
    Row("dates", _dates),
)
"""All rows. `tests/spellings` removes each and expects that a name stays in a file."""


def other_spellings(term: str, *, of_people: bool = True) -> tuple[Spelling, ...]:
    """Return the other spellings of a term, each once, without the term itself.

    >>> [each.text for each in other_spellings("Müller & Söhne")]
    ['Muller & Sohne', 'Mueller & Soehne', 'Muller Sohne']
    """
    rows = (row for row in ROWS if of_people or not row.of_people)
    spelled = (each for row in rows for each in row.spell(term))
    return tuple(dict.fromkeys(each for each in spelled if each.text and each != Spelling(term)))
