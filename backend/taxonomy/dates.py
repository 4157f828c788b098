"""Dates as documents write them: the days that a date can mean, and its broader forms.

Read are days ("14 March 2024", "March 14th, 2024", "Thursday, 14 Mar 2024 at 10:30", "2024-03-14T09:00Z",
"14.03.2024", "14/03/24"), months, quarters ("Q1 2024", "the first quarter of 2024"), halves, parts of years ("early
2024", "mid-March 2024"), years, decades, from one of them to another ("2021-2023", "3-5 March 2024"), and days and
months of any year ("14 March"). Of "03/04/2024" nobody knows whether it is in March or in April: its broader forms
are what both have in common.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date

from backend.document.date_spellings import MONTHS, SHORT_MONTHS, dates_in
from backend.taxonomy.broader import Kind, Meaning, Source, folded_term, levels
from backend.taxonomy.periods import (
    Period,
    months,
    part_of_decade,
    part_of_year,
    quarter,
    steps_above,
    steps_without_year,
    years,
)

_LONGEST = 60
_MONTH = f"(?P<month>{'|'.join((*MONTHS, *SHORT_MONTHS))})\\.?"
_YEAR = r"(?P<year>[12]\d{3})"
_PART = r"(?P<part>early|mid|late)[ -]"
_ORDINALS = ("first", "second", "third", "fourth")
_NUMBER = rf"(?P<number>{'|'.join(_ORDINALS)}|[1-4](?:st|nd|rd|th))"
_WEEKDAY = re.compile(
    r"^(?:on )?(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? (?:the )?(?=\w)"
)
_CLOCK = re.compile(
    r"(?:,? (?:at )?|(?<=\d)t)\d{1,2}[:.]\d{2}(?::\d{2}(?:[.,]\d+)?)?"
    r"(?: ?[ap]\.?m\.?| ?(?:utc|gmt|cet|est|pst)|z|[+-]\d{2}:?\d{2})?$"
)
_SEPT = re.compile(r"\bsept\b")
_SHORT_YEAR = re.compile(r"^(.*?\D)['’]?(\d\d)$")
_INTRODUCTION = re.compile(r"^(?:from|between) ")
_BETWEEN = re.compile(r" (?:to|until|and) | ?[-–—] ?")
_DAYS_OF_MONTH = re.compile(r"^(\d{1,2}) ?(?:[-–—/&]|to|and) ?(\d{1,2})((?: of)? [a-z].*)$")
_YEAR_FIRST = re.compile(r"^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$")
_WITHOUT_YEAR = re.compile(
    rf"(?:the )?(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?{_MONTH}"
    r"(?: (?P<behind>\d{1,2})(?:st|nd|rd|th)?)?"
)
_ENDS = {"beginning": "early", "start": "early", "middle": "mid", "end": "late"}
_LEAP_YEAR = 2000
_PIVOT = 69
"""Two digits up to this are a year of this century, as POSIX has it."""


def date_meanings(text: str) -> tuple[Meaning, ...]:
    """Return the one meaning of a date with its broader forms; none for other texts."""
    period = period_of(text)
    if period is not None:
        first, last = period.first.isoformat(), period.last.isoformat()
        gist = first if first == last else f"{first} to {last}"
        return (Meaning(Kind.DATE_TIME, gist, levels(text, Source.CALENDAR, steps_above(period))),)
    return _of_any_year(text)


def _of_any_year(text: str) -> tuple[Meaning, ...]:
    """The meaning of a day or a month without a year."""
    plain = _SEPT.sub("sep", _WEEKDAY.sub("", folded_term(text)))
    match = _WITHOUT_YEAR.fullmatch(plain)
    if match is None:
        return ()
    month, day = _month(match["month"]), match["before"] or match["behind"]
    try:
        date(_LEAP_YEAR, month, int(day or 1))
    except ValueError:  # 31 June
        return ()
    gist = f"--{month:02}" if day is None else f"--{month:02}-{int(day):02}"
    steps = steps_without_year(month, is_whole_month=day is None)
    return (Meaning(Kind.DATE_TIME, gist, levels(text, Source.CALENDAR, steps)),)


def period_of(text: str) -> Period | None:
    """Return the shortest period that a date is certainly in; None for other texts.

    >>> period_of("14 March 2024").days, period_of("03/04/2024").days, period_of("mid-2024").days
    (1, 31, 183)
    """
    plain = folded_term(text).removesuffix(".")
    if len(plain) > _LONGEST or not any(map(str.isdigit, plain)):
        return None
    try:
        return _one(plain) or _from_to(plain)
    except ValueError:  # 31 June, the year 3024, or a range that ends before it begins
        return None


def _one(plain: str) -> Period | None:
    plain = _CLOCK.sub("", _WEEKDAY.sub("", plain.removeprefix("in "))).removeprefix("the ")
    plain = _SEPT.sub("sep", plain)
    return _day(plain) or next(
        filter(None, (_form(pattern, read, plain) for pattern, read in _FORMS.items())), None
    )


def _form(pattern: re.Pattern[str], read: Callable[[Mapping[str, str]], Period], plain: str) -> Period | None:
    match = pattern.fullmatch(plain)
    return None if match is None else read(match.groupdict())


def _day(plain: str) -> Period | None:
    """The day of a date; where day and month can be swapped, the days from the one to the other."""
    if turned := _YEAR_FIRST.fullmatch(plain):
        plain = "{}-{:0>2}-{:0>2}".format(*turned.groups())
    found = sorted(date(*each) for each in (*dates_in(plain), *_with_short_year(plain)))
    return Period(found[0], found[-1]) if found else None


def _with_short_year(plain: str) -> Iterator[tuple[int, int, int]]:
    short = _SHORT_YEAR.fullmatch(plain)
    if short:
        century = 2000 if int(short[2]) <= _PIVOT else 1900
        yield from dates_in(f"{short[1]}{century + int(short[2])}")


def _from_to(plain: str) -> Period | None:
    """The period from one date to another, of which the first may leave out its month or year."""
    if days := _DAYS_OF_MONTH.fullmatch(plain):
        return _joined(_one(days[1] + days[3]), _one(days[2] + days[3]))
    rest = _INTRODUCTION.sub("", plain)
    for between in _BETWEEN.finditer(rest):  # a hyphen may stand within a date, too
        before, last = rest[: between.start()], _one(rest[between.end() :])
        if last and (first := _one(before) or _one(f"{before} {last.last.year}")):
            return _joined(first, last)
    return None


def _joined(first: Period | None, last: Period | None) -> Period | None:
    return Period(first.first, last.last) if first and last else None


def _month(name: str) -> int:
    return next(number for number, short in enumerate(SHORT_MONTHS, start=1) if name.startswith(short))


def _whole_month(said: Mapping[str, str]) -> Period:
    month = int(said["month"]) if said["month"].isdigit() else _month(said["month"])
    return months(int(said["year"]), month, month)


def _third_of_month(said: Mapping[str, str]) -> Period:
    whole = _whole_month(said)
    begin, end = {"early": (1, 10), "mid": (11, 20), "late": (21, whole.last.day)}[said["part"]]
    return Period(whole.first.replace(day=begin), whole.first.replace(day=end))


def _numbered(said: Mapping[str, str]) -> int:
    number = said["number"]
    return _ORDINALS.index(number) + 1 if number in _ORDINALS else int(number[0])


def _half(said: Mapping[str, str]) -> Period:
    half = _numbered(said)
    if half > 2:
        raise ValueError("a year has two halves")
    return months(int(said["year"]), 6 * half - 5, 6 * half)


_FORMS: Mapping[re.Pattern[str], Callable[[Mapping[str, str]], Period]] = {
    re.compile(pattern): read
    for pattern, read in (
        (rf"{_MONTH},? (?:of )?{_YEAR}", _whole_month),
        (rf"{_PART}{_MONTH},? {_YEAR}", _third_of_month),
        (
            r"(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])",
            _whole_month,
        ),
        (rf"q(?P<number>[1-4]),?[ /-]{_YEAR}", lambda said: quarter(int(said["year"]), int(said["number"]))),
        (rf"{_YEAR}[ /-]?q(?P<number>[1-4])", lambda said: quarter(int(said["year"]), int(said["number"]))),
        (rf"{_NUMBER} quarter (?:of )?{_YEAR}", lambda said: quarter(int(said["year"]), _numbered(said))),
        (rf"h(?P<number>[12]),?[ /-]{_YEAR}", lambda said: _half({**said, "number": f"{said['number']}st"})),
        (rf"{_NUMBER} half (?:of )?{_YEAR}", _half),
        (
            rf"(?P<part>beginning|start|middle|end) of {_YEAR}",
            lambda said: part_of_year(int(said["year"]), _ENDS[said["part"]]),
        ),
        (rf"{_PART}{_YEAR}", lambda said: part_of_year(int(said["year"]), said["part"])),
        (rf"(?:year )?{_YEAR}", lambda said: years(int(said["year"]), int(said["year"]))),
        (rf"{_PART}(?P<year>[12]\d\d0)['’]?s", lambda said: part_of_decade(int(said["year"]), said["part"])),
        (r"(?P<year>[12]\d\d0)['’]?s", lambda said: years(int(said["year"]), int(said["year"]) + 9)),
    )
}
"""The forms of a date that is longer than a day, each with its period."""
