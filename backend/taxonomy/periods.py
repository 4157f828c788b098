"""Stretches of days, and the month, quarter, year and decade that one is in."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from backend.document.date_spellings import MONTHS
from backend.taxonomy.broader import Article, Step

FIRST_YEAR, LAST_YEAR = 1000, 2999

_PARTS = (("early", 1, 4), ("mid", 4, 9), ("late", 9, 12))
"""Parts of a year, by their first and last month. They share April and September, as they do in speech."""
_PARTS_OF_DECADE = (("early", 0, 3), ("mid", 3, 6), ("late", 6, 9))
_ORDINALS = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `first` to `last`, both included.

    Raises ValueError where the last day is before the first, or a year has not four digits.
    """

    first: date
    last: date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("a period ends before it begins")
        if self.first.year < FIRST_YEAR or self.last.year > LAST_YEAR:
            raise ValueError(f"only the years {FIRST_YEAR} to {LAST_YEAR} are read")

    @property
    def days(self) -> int:
        """How many days the period has."""
        return (self.last - self.first).days + 1

    def contains(self, other: "Period") -> bool:
        """Tell whether all days of another period are in this one."""
        return self.first <= other.first and other.last <= self.last


def months(year: int, first: int, last: int) -> Period:
    """Return the months of a year from the first to the last.

    >>> months(2024, 1, 3).days
    91
    """
    after = date(year, last + 1, 1) if last < 12 else date(year + 1, 1, 1)
    return Period(date(year, first, 1), after - timedelta(days=1))


def years(first: int, last: int) -> Period:
    """Return the years from the first to the last."""
    return Period(date(first, 1, 1), date(last, 12, 31))


def quarter(year: int, number: int) -> Period:
    """Return a quarter of a year; the first has the number 1."""
    return months(year, 3 * number - 2, 3 * number)


def part_of_year(year: int, name: str) -> Period:
    """Return the part of a year that is called "early", "mid" or "late"."""
    first, last = next((first, last) for part, first, last in _PARTS if part == name)
    return months(year, first, last)


def part_of_decade(decade: int, name: str) -> Period:
    """Return the part of a decade (its first year) that is called "early", "mid" or "late"."""
    first, last = next((first, last) for part, first, last in _PARTS_OF_DECADE if part == name)
    return years(decade + first, decade + last)


def steps_above(period: Period) -> Iterator[Step]:
    """Yield the month, the quarter, the part of the year, the year, the part of the decade, and the decade.

    Each contains the one before and has more days, so that nothing is said that the period does not say. What does
    not contain the period is left out: "March to April 2024" is in no quarter, but in early 2024.
    """
    within = period
    for cell, step in _cells(period.first.year):
        if cell.contains(within) and cell.days > within.days:
            yield step
            within = cell


def steps_without_year(month: int, *, is_whole_month: bool) -> Iterator[Step]:
    """Yield the month of a day of any year, its quarter, its part of the year; of a whole month the last two."""
    if not is_whole_month:
        yield Step(MONTHS[month - 1].capitalize(), Article.NONE)
    number = (month + 2) // 3
    yield Step(f"{_ORDINALS[number - 1]} quarter", Article.DEFINITE)
    part = next(part for part, first, last in _PARTS if first <= 3 * number - 2 and 3 * number <= last)
    name = {"early": "early months", "mid": "middle", "late": "last months"}[part]
    yield Step(f"{name} of the year", Article.DEFINITE)


def _cells(year: int) -> Iterator[tuple[Period, Step]]:
    """The months of a year, its quarters, its parts, the year, the parts of its decade, and the decade."""
    for month, name in enumerate(MONTHS, start=1):
        yield months(year, month, month), Step(f"{name.capitalize()} {year}", Article.NONE)
    for number, ordinal in enumerate(_ORDINALS, start=1):
        yield quarter(year, number), Step(f"{ordinal} quarter of {year}", Article.DEFINITE)
    for part, first, last in _PARTS:
        joint = "-" if part == "mid" else " "
        yield months(year, first, last), Step(f"{part}{joint}{year}", Article.NONE)
    yield years(year, year), Step(str(year), Article.NONE)
    decade = year // 10 * 10
    for part, begin, end in _PARTS_OF_DECADE:
        joint = "-" if part == "mid" else " "
        yield years(decade + begin, decade + end), Step(f"{part}{joint}{decade}s", Article.DEFINITE)
    yield years(decade, decade + 9), Step(f"{decade}s", Article.DEFINITE)
