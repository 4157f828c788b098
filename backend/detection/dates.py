"""Dates, as they stand in letters and reports.

A date names a day, or a month of a year: 2015-03-12, 12/03/2015, 3 March 2015, March 3rd, 12 Mar, March 2015; a
time of day belongs to it. Bare years (but for a year of birth), quarters, weekdays and times alone are none: they
tell too little about a person, and reports are full of them. Numbers may stand in either order, as long as one of
the orders is a day that can exist.
"""

import re

from backend.detection.template import LEFT, RIGHT, Template

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_SHORT = ("Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sept", "Sep", "Oct", "Nov", "Dec")
_MONTH = rf"(?i:(?:{'|'.join(_MONTHS)})|(?:{'|'.join(_SHORT)})\.?)(?![^\W\d_])"
_WEEKDAY = r"(?:(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tue|wed|thu|fri|sat|sun)\.?),? (?:the )?)?"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?: ?(?:st|nd|rd|th)\b)?"
_DAYS = rf"{_DAY}(?: ?(?:-|to|and|&) ?{_DAY})?"
_YEAR = r"(?:1[5-9]|20)\d\d(?![\d])"
_CLOCK = r"\d{1,2}[:.]\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?: ?[aApP]\.?[mM](?:\b\.?|\.))?"
_TIME = rf"(?:,? (?:at )?{_CLOCK})?"
_ISO_TIME = r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?"

_VERBS = ("may", "march", "mar", "sun")
_NUMBERS = re.compile(r"\d+")


def day_of_calendar(match: re.Match[str]) -> int:
    """Three numbers of which one order is a date; a year of two digits only between slashes or full pairs."""
    first, second = (int(number) for number in _NUMBERS.findall(match.group())[:2])
    day, month = max(first, second), min(first, second)
    return len(match.group()) if 1 <= month <= 12 and day <= 31 else 0


def year_first(match: re.Match[str]) -> int:
    """A year, a month and a day."""
    _, month, day = (int(number) for number in _NUMBERS.findall(match.group())[:3])
    return len(match.group()) if 1 <= month <= 12 and 1 <= day <= 31 else 0


def not_a_verb(match: re.Match[str]) -> int:
    """A month without a year is a month only with its capital: "you may 3 times"."""
    words = re.findall(r"[^\W\d_]+", match.group())
    return 0 if any(word in _VERBS for word in words) else len(match.group())


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
        rf"{LEFT}(?:\d{{1,2}}([-/.])\d{{1,2}}\1(?:1[5-9]|20)\d\d|\d{{1,2}}/\d{{1,2}}/\d{{2}}|\d{{2}}\.\d{{2}}\.\d{{2}})"
        rf"{RIGHT}{_TIME}",
        0.8,
        "date",
        day_of_calendar,
    ),
    Template(
        "DATE_TIME",
        rf"{LEFT}{_WEEKDAY}{_DAYS}[ -]?(?:of )?{_MONTH}(?:,? ?-?{_YEAR})(?![^\W_]){_TIME}",
        0.9,
        "date",
    ),
    Template(
        "DATE_TIME",
        rf"(?<![^\W_]){_WEEKDAY}{_MONTH} ?{_DAYS}(?:,? {_YEAR})(?![^\W_]){_TIME}",
        0.9,
        "date",
    ),
    Template(
        "DATE_TIME",
        rf"{LEFT}{_WEEKDAY}{_DAYS}[ -](?:of )?{_MONTH}(?! ?,?\d){_TIME}",
        0.7,
        "day of a month",
        not_a_verb,
    ),
    Template(
        "DATE_TIME",
        rf"(?<![^\W_]){_WEEKDAY}{_MONTH} {_DAYS}(?![^\W_])(?![.,/:]?\d)(?! ?%){_TIME}",
        0.7,
        "day of a month",
        not_a_verb,
    ),
    Template(
        "DATE_TIME",
        rf"(?<![^\W_]){_MONTH},? {_YEAR}(?![^\W_])",
        0.7,
        "month of a year",
    ),
    Template("DATE_TIME", rf"(?i:(?<=born in )){_YEAR}(?![^\W_])", 0.7, "year of birth"),
)
