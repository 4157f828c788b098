"""Drop implausible names: version numbers that look like dates, part numbers that look like places.

A pipeline has learnt from prose. In lists of parts, logs and references it takes for a name what only looks like
one; but what a kind is made of is known: a date has a month, a year or a unit, a place a word, a code a digit.
"""

import re
from collections.abc import Sequence

from backend.detection.names.paragraph import NameParagraph, NameSpan
from backend.detection.names.vocabulary import NO_DAY, NUMBERED, SMALL_WORDS, TIMES

_TIME_WORD = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, sorted(TIMES)))})(?![^\W_])", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w.,/$€£-])(?:1[5-9]|20)\d\d(?:s|['’]s)?(?![\w%]|[.,/]\d)")
_DATE = re.compile(
    r"(?<![\w.])(?:\d{1,2}[./-]\d{1,2}[./-](?:\d\d|[12]\d{3})|[12]\d{3}[/-]\d{1,2}[/-]\d{1,2})(?![\w]|\.\d)"
    r"|(?<!\d)\d{1,4}\s?[-/‑–]\s?(?:1[5-9]|20)?\d\d(?=\W|$)(?<=\d{4}[-/‑–]\d\d)"
    r"|(?<!\d)\d{1,2}(?:st|nd|rd|th)\b|(?<![\w.])(?:[01]?\d|2[0-4])[:.][0-5]\d(?:[:.][0-5]\d)?(?![\w:]|\.\d)"
)
_NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|several|few|both|life)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_GLUED = re.compile(r"(?<!\S)\S*\d\S*")
_NUMBERED = re.compile(
    rf"\b(?:{'|'.join(map(re.escape, sorted(NUMBERED)))})\s*(?:no|nos|number|numbers|#)?[.:]?\s*$", re.IGNORECASE
)
_LABEL = 24
"""How many characters before a number are looked at for what it is called."""
# Possessive, so that a long word is not tried in all its cuts.
_FILE = re.compile(r"[^\s/]*+/\S*+|\S*\.[a-z][a-z0-9]{1,4}|(?>\S*?::)\S*+|\w++\(.*|\w[^\W_]*+_\w++")
_HEXADECIMAL = re.compile(r"0x[0-9a-f]+|[0-9a-f]{32,}", re.IGNORECASE)
_CLOCK_OF_A_MACHINE = re.compile(r"(?:[01]?\d|2[0-3])(?::[0-5]\d){2}(?:[.,]\d+)?\s?(?:UTC|GMT|Z|[AaPp]\.?[Mm]\.?)?")
"""A time with its seconds and no day: people say no such thing of each other, logs do."""
_MEASURE = re.compile(
    r"\d[\d.,]*\s?(?:[munk]?[VAWF]|[kMG]?(?:Hz|Wh|bit|bps|B|Pa)|Nm|m[lLgm]|[cdl]l|g|[µu][gm]|rpm|psi|bar|dpi|px|°?[CF]|dB)"
)
"""What things measure. Metres, kilograms and years are said of people and of their land as well."""
_ONE_OF_MANY = re.compile(r"(?:[2-9]|\d{2,})\s(?:second|minute|hour|day|night|week|month|year)")
"""Of many hours one says *hours*; "26 night" is cut out of "26 night pickers"."""
_MONEY = frozenset("$£€¥")
_OF_A_LAW = re.compile(
    r"(?:Articles?|Art\.|[Ll]aws?|Acts?|[Dd]ecrees?|[Ss]ections?|[Rr]ules?|§§?)\s(?:no\.?\s?)?\d.*"
)
_DOTTED = re.compile(r"v?\d++(?:\.\d++){2}\S*+|\d+[.,]\d+%?")
_LETTERS_AND_DIGITS = re.compile(r"[A-Z]{1,8}[ -]?\d[\w.-]*(?:,? (?:and )?[A-Z]{1,8}[ -]?\d[\w.-]*)*")
_NO_AMOUNT = re.compile(r"\d+-\d*[A-Z]+\d*|v?\d+(?:\.\d+){2,}|\d{12,}|\d+[A-Z]{2,}|\d*+[A-Z]++\d[A-Z\d]++")
_NUMBERS = re.compile(r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})")
_WORD_BEFORE_DOTS = re.compile(r"\w+ \d+(?:\.\d+){2,}")
"""Such as "Host 256.100.50.25": a thing with its number."""
_MONTHS, _DAYS = 12, 31
_RUN_BEFORE, _RUN_AFTER = re.compile(r"[\w-]+$"), re.compile(r"[\w-]+")
_CALLED = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))
_SURE = 0.7
"""Below it, what is written in small letters is no name."""


def drop_implausible(block: NameParagraph) -> NameParagraph:
    """Drop what cannot be a name of its kind."""
    has_capitals = not block.text.islower()
    return block.with_names(name for name in block.names if _may_be(block, name, has_capitals=has_capitals))


def _may_be(block: NameParagraph, name: NameSpan, *, has_capitals: bool) -> bool:
    """Whether a name of its kind can be made of what stands there."""
    text = block.text[name.start : name.end].strip(" \t\n.,;:()[]“”\"'")
    if not text or _HEXADECIMAL.fullmatch(text):
        return False
    if name.entity == "DATE_TIME":
        if block.text[name.start - 1 : name.start] in _MONEY:
            return False
        return _may_be_a_time(text) and not _NUMBERED.search(block.text[max(0, name.start - _LABEL) : name.start])
    if name.entity in ("CODE", "QUANTITY"):
        return _may_be_a_number(block, name, text)
    return _may_be_called(block, text, name, has_capitals=has_capitals)


def _may_be_a_time(text: str) -> bool:
    """A month, a day, a year, a clock or a unit with a number; not "tomorrow", which is no day in particular."""
    if _CLOCK_OF_A_MACHINE.fullmatch(text) or _ONE_OF_MANY.fullmatch(text):
        return False
    numbers = _NUMBERS.fullmatch(text)
    if numbers and not _are_a_day([int(number) for number in numbers.groups()]):
        return False
    if _YEAR.search(text) or _DATE.search(text):
        return True
    if _DOTTED.fullmatch(text) or not _TIME_WORD.search(text):
        return False
    return not all(word in NO_DAY or word in SMALL_WORDS for word in re.findall(r"\w+", text.lower()))


def _are_a_day(numbers: Sequence[int]) -> bool:
    """Whether three numbers, in some order that people write, are a day, a month and a year."""
    small = sorted(numbers)[:2]
    return small[0] <= _MONTHS and small[1] <= _DAYS


def _may_be_a_number(block: NameParagraph, name: NameSpan, text: str) -> bool:
    if not (any(map(str.isdigit, text)) or (name.entity == "QUANTITY" and _NUMBER_WORD.search(text))):
        return False
    if _NO_AMOUNT.fullmatch(text) or _OF_A_LAW.fullmatch(text):
        return False
    if name.entity == "QUANTITY" and (_LETTERS_AND_DIGITS.fullmatch(text) or _MEASURE.fullmatch(text)):
        return False
    return not _NUMBERED.search(block.text[max(0, name.start - _LABEL) : name.start])


def _may_be_called(block: NameParagraph, text: str, name: NameSpan, *, has_capitals: bool) -> bool:
    """A name has a word of letters that is no piece of a code, of a path or of a file name."""
    if _LETTERS_AND_DIGITS.fullmatch(text) or _FILE.fullmatch(text) or _is_piece_of_a_code(block, name):
        return False
    if _WORD_BEFORE_DOTS.match(block.text, name.start):
        return False
    words = _WORD.findall(_GLUED.sub(" ", text))
    if not words:
        return name.entity in ("PERSON", "ORGANIZATION", "MISC") and not any(map(str.isdigit, text))
    # Who writes capitals at all writes names with them, mostly.
    in_small_letters = text.islower() and (has_capitals or name.entity == "ORGANIZATION")
    return not (in_small_letters and name.entity in _CALLED and name.score < _SURE)


def _is_piece_of_a_code(block: NameParagraph, name: NameSpan) -> bool:
    """Such as the letters in ABC-123-XYZ; a street and its number are parted by a space."""
    run = _RUN_BEFORE.search(block.text[max(0, name.start - _LABEL) : name.start])
    after = _RUN_AFTER.match(block.text, name.end, name.end + _LABEL)
    glued = (run.group() if run else "") + (after.group() if after else "")
    return "-" in glued and any(map(str.isdigit, glued)) and " " not in block.text[name.start : name.end]
