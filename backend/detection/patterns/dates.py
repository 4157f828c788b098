"""Recognise dates, times and years as letters, reports and judgments write them.

A date names a day or a month: 2015-03-12, 12/03/2015, 3 March 2015, the 3rd of March, 12 Mar, March 2015. A weekday
and a time of day belong to it. A year is recognised beside a word for time ("in 1998", "since 2001", "1960 to
1979"), in brackets, or in a list of years; a time alone only with am or pm. Numbers may have any order in which
they are a possible day. Fiscal years, quarters, "12:30" and the years in names of laws are not recognised: they do
not identify a person, and reports are full of them.
"""

import re

from backend.detection.patterns.candidate_starts import at_numbers, at_words, either
from backend.detection.patterns.template import LEFT, RIGHT, Template

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_SHORT = ("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov", "dec")
# Where they differ from the English: German, French, Spanish, Portuguese, Italian and Dutch.
_ABROAD = (
    *("januar", "jänner", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember"),
    *("janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre", "octobre", "novembre"),
    *(
        "décembre",
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
    ),
    *("noviembre", "diciembre", "janeiro", "fevereiro", "março", "maio", "junho", "julho", "setembro", "outubro"),
    *(
        "novembro",
        "dezembro",
        "gennaio",
        "febbraio",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "settembre",
        "ottobre",
    ),
    *("dicembre", "januari", "februari", "maart", "mei", "augustus"),
)
_MONTHS_ALSO_ABROAD = "|".join((*_ABROAD, "april", "august", "september", "november"))
_DAYS_OF_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT_DAYS = ("mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun")
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
    *("twentieth", "thirtieth", "twenty", "thirty"),
)

_MONTH = rf"(?i:(?:{'|'.join(_MONTHS)})|(?:{'|'.join(_SHORT)})\.?)(?![^\W\d_])"
_WEEKDAY = rf"(?:(?i:(?:{'|'.join(_DAYS_OF_WEEK)})|(?:{'|'.join(_SHORT_DAYS)})\.?),? (?:the )?)?"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?: ?(?:st|nd|rd|th)\b)?"
_DAYS = rf"{_DAY}(?:(?: ?(?:-|to|and|&|or|/) ?|, ?(?:and )?){_DAY}){{0,6}}"
_YEAR = r"(?:1[5-9]|20)\d\d(?!\d)"
_SHORT_YEAR = r"['’‘]\d\d(?!\d)"
_CLOCK = r"\d{1,2}[:.]\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?: ?[aApP]\.?[mM](?:\b\.?|\.)| ?(?:UTC|GMT|CET|EST|PST)\b)?"
_TIME = rf"(?:,? (?:at )?{_CLOCK})?"
_ISO_TIME = r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
_ORDINAL = (
    r"(?i:(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)"
    rf"|(?:{'|'.join(_ORDINALS[:-2])}))"
)

_VERBS = ("may", "march", "mar", "sun")
_NUMBERS = re.compile(r"\d+")


def day_of_calendar(match: re.Match[str]) -> int:
    """Accept three numbers that are a date in some order; a two-digit year only between slashes or full pairs."""
    first, second = (int(number) for number in _NUMBERS.findall(match["value"])[:2])
    day, month = max(first, second), min(first, second)
    return len(match.group()) if 1 <= month <= 12 and day <= 31 else 0


def year_first(match: re.Match[str]) -> int:
    """Accept a year, a month and a day."""
    _, month, day = (int(number) for number in _NUMBERS.findall(match.group())[:3])
    return len(match.group()) if 1 <= month <= 12 and 1 <= day <= 31 else 0


def month_without_year(match: re.Match[str]) -> int:
    """Accept a month without a year only with a capital: "you may 3 times" is none."""
    words = re.findall(r"[^\W\d_]+", match.group())
    return 0 if any(word in _VERBS for word in words) else len(match.group())


_MONTH_BEFORE = re.compile(
    r"\b(?i:in|since|until|till|of|last|next|this|late|early|mid|by|during|from|between|end of)[ -]$"
)


def month_alone(match: re.Match[str]) -> int:
    """Accept a month with a capital after a word for time; without one, May and March are more often words."""
    text, start = match.string, match.start()
    fits = match.group()[0].isupper() and _MONTH_BEFORE.search(text[max(0, start - 10) : start])
    return len(match.group()) if fits else 0


_TIME_WORDS = (
    r"in|since|until|till|before|after|during|between|around|about|circa|by|from|of|year|years|early|late|mid|"
    r"spring|summer|autumn|winter|christmas|easter|elections?|season|born|died|founded|established|dated|built|"
    r"graduated|ca?\.|b\.|d\."
)
_BEFORE_YEAR = re.compile(rf"(?:\b(?i:{_TIME_WORDS})(?: the)?(?: years?)?(?: early| late| mid)?[ -]|[(\[])$")
_FISCAL = re.compile(
    r"\b(?i:fiscal(?: years?)?|financial years?|tax years?|FY|Q[1-4]|quarters?(?: of)?|half(?: of)?)[ -]?$"
)
# "in 2000 cases", "of 1500 kg", "after 2000 km": a number of things; "in 1998 was" is none.
_NO_THINGS = "was|has|is|his|its|as|this|does|others|always|perhaps|besides|towards|whereas|across|plus|versus|us"
_THINGS = re.compile(
    rf" ?(?:[%°€$£]|(?:k?m|kg|g|mg|ml|l|mm|cm|ha|hp|rpm|dpi|px|MB|GB|kW|MW|mAh|percent|per cent|million|thousand"
    r"|people|persons|children|men|women|staff|sq|square|different|other|more|or more)\b"
    rf"|(?!(?:{_NO_THINGS})\b)[a-z]{{3,20}}s\b)"
)
_NAME_OF_LAW = re.compile(
    r"(?: [A-Z][a-z]+){0,2} (?:Acts?|Law|Convention|Code|Constitution|Regulations?|Directive|Protocol|Agreement"
    r"|Treaty|Rules|Order|Ordinance|Edition|World Cup|Olympics)\b"
)


def year_in_context(match: re.Match[str]) -> int:
    """Accept a year if the words around it show one, not a number of things or a law's year."""
    text, start, end = match.string, match.start(), match.end()
    ahead = text[max(0, start - 22) : start]
    if _FISCAL.search(ahead) or _NAME_OF_LAW.match(text, end) or _THINGS.match(text, end):
        return 0
    ranges = len(_NUMBERS.findall(match.group())) > 1
    return len(match.group()) if ranges or _BEFORE_YEAR.search(ahead) else 0


_at_days = either(at_numbers, at_words(*_DAYS_OF_WEEK, *_SHORT_DAYS))
_at_months = at_words(*_DAYS_OF_WEEK, *_SHORT_DAYS, *_MONTHS, *_SHORT)

DATES = (
    Template(
        "DATE_TIME",
        rf"{LEFT}\d{{4}}([-/.])\d{{1,2}}\1\d{{1,2}}{_ISO_TIME}(?![^\W_])(?!-[^\W_])",
        0.9,
        "date",
        year_first,
    ),
    Template(
        "DATE_TIME",
        rf"{LEFT}(?P<value>\d{{1,2}}([-/.])\d{{1,2}}\2(?:1[5-9]|20)\d\d|\d{{1,2}}/\d{{1,2}}/\d{{2}}"
        rf"|\d{{2}}\.\d{{2}}\.\d{{2}}){RIGHT}{_TIME}",
        0.8,
        "date",
        day_of_calendar,
    ),
    Template(
        "DATE_TIME",
        r"(?i:dated|dob|born|birth|date|on|since|until)(?: on|:| is| of birth:?)? "
        rf"(?P<value>\d{{1,2}}([-.])\d{{1,2}}\2\d{{2}}){RIGHT}",
        0.7,
        "date_with_short_year",
        day_of_calendar,
        begins=at_words("dated", "dob", "born", "birth", "date", "on", "since", "until"),
    ),
    Template(
        "DATE_TIME",
        rf"{LEFT}{_WEEKDAY}{_DAYS}[ -]?(?:day )?(?:of )?{_MONTH}(?:(?: of)?,? ?-?{_YEAR}|,? {_SHORT_YEAR})"
        rf"(?![^\W_]){_TIME}",
        0.9,
        "date",
        begins=_at_days,
    ),
    Template(
        "DATE_TIME",
        rf"(?<![^\W_]){_WEEKDAY}{_MONTH} ?(?:the )?{_DAYS}(?:,? {_YEAR}|,? {_SHORT_YEAR})(?![^\W_]){_TIME}",
        0.9,
        "date",
        begins=_at_months,
    ),
    Template(
        "DATE_TIME",
        rf"{LEFT}{_WEEKDAY}{_DAYS}[ -](?:day )?(?:of )?{_MONTH}(?! ?,?\d){_TIME}",
        0.7,
        "day_of_month",
        month_without_year,
        begins=_at_days,
    ),
    Template(
        "DATE_TIME",
        rf"(?<![^\W_]){_WEEKDAY}{_MONTH} (?:the )?{_DAYS}(?![^\W_])(?![.,/:]?\d)(?! ?%){_TIME}",
        0.7,
        "day_of_month",
        month_without_year,
        begins=_at_months,
    ),
    Template(
        "DATE_TIME",
        rf"(?<![^\W_]){_ORDINAL} (?:day )?of {_MONTH}(?:,? {_YEAR})?(?![^\W_])",
        0.8,
        "day_of_month_in_words",
        month_without_year,
        begins=at_words(*_ORDINALS),
    ),
    Template(
        "DATE_TIME",
        rf"{LEFT}{_DAY}\.? (?:de |di )?(?i:{'|'.join(_ABROAD)})(?![^\W_])\.?(?: (?:de |del )?{_YEAR}(?![^\W_]))?",
        0.8,
        "foreign_date",
    ),
    Template(
        "DATE_TIME",
        rf"{LEFT}(?:{_DAY}\.|1er) (?i:{_MONTHS_ALSO_ABROAD}) {_YEAR}(?![^\W_])",
        0.9,
        "foreign_date",
    ),
    Template(
        "DATE_TIME",
        rf"(?<![^\W_])(?:{_MONTH} ?(?:-|/|to|and|or) ?)?{_MONTH},? (?:of )?(?:{_YEAR}|{_SHORT_YEAR})(?![^\W_])",
        0.7,
        "month_of_year",
        begins=at_words(*_MONTHS, *_SHORT),
    ),
    Template(
        "DATE_TIME",
        rf"(?<![^\W_])(?i:{'|'.join(_MONTHS)})(?:(?: and | or | to | ?- ?)(?i:{'|'.join(_MONTHS)}))?"
        r"(?![^\W_])(?!,? \d)",
        0.5,
        "month_after_time_word",
        month_alone,
        begins=at_words(*_MONTHS),
    ),
    Template(
        "DATE_TIME",
        rf"{LEFT}{_YEAR}(?:[-/]\d\d(?!\d)|(?:(?:, ?| ?- ?|/| to | and | or |, and ){_YEAR}){{1,5}})?"
        r"(?![^\W_])(?![-/][^\W_])(?![.,:]?\d)",
        0.6,
        "year",
        year_in_context,
    ),
    Template(
        "DATE_TIME",
        r"(?<![^\W_])(?<![-.,/$€£])(?:1[5-9]|20)\d0['’]?s(?![^\W_])",
        0.6,
        "decade",
    ),
    Template(
        "DATE_TIME",
        r"(?<![^\W_])(?<!\d[.,:/])(?:1[0-2]|0?[1-9])(?:[.:][0-5]\d)? ?[aApP](?:\.[mM]\.|[mM](?![^\W_]))",
        0.7,
        "time_of_day",
    ),
    Template(
        "DATE_TIME",
        rf"(?<![^\W_])(?i:{'|'.join(_DAYS_OF_WEEK)})(?![^\W_])(?!\.[a-z])",
        0.5,
        "day_of_week",
        begins=at_words(*_DAYS_OF_WEEK),
    ),
)
