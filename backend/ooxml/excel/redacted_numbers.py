"""Recognise redacted numbers and dates where a file stores them as numbers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time
from decimal import Decimal

from backend.document.spans import Span
from backend.ooxml.excel.sheet_numbers import day_of_serial, first_day, number_of, parse_number, spellings
from backend.ooxml.string_search import StringSearch

_NUMBER = re.compile(r"(?<!\d)\d{1,4}(?!\d)")


@dataclass(frozen=True, slots=True)
class RedactedNumbers:
    """The numbers and dates among the strings of `search`; each date is looked up once."""

    search: StringSearch
    _figures: Mapping[Decimal, str] = field(init=False)
    _numbers: frozenset[int] = field(init=False)
    """Every short number in them, without which no day can be told."""
    _days: dict[tuple[datetime, str], str | None] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        names = [each for each in self.search.strings.strings if not each.is_word]
        figures = ((parse_number(each.text), each.placeholder) for each in names)
        numbers = (number for each in names for number in _NUMBER.findall(each.text))
        object.__setattr__(self, "_numbers", frozenset(map(int, numbers)))
        object.__setattr__(self, "_figures", {figure: new for figure, new in figures if figure is not None})

    def placeholder(self, value: str, day: datetime | None = None, shown: str = "") -> str | None:
        """Return the placeholder for a number, or for a date displayed as `shown`; None if it is not redacted."""
        figure = number_of(value)
        if figure is not None and figure in self._figures:
            return self._figures[figure]
        if day is None or day.day not in self._numbers:
            return None
        midnight = datetime.combine(day, time.min)
        if (midnight, shown) not in self._days:
            self._days[midnight, shown] = self._of_texts([*spellings(midnight), shown])
        return self._days[midnight, shown]

    def of_serial(self, value: str) -> str | None:
        """Return the placeholder for a number that counts the days to a redacted date, from 1900 or from 1904.

        A cell without the format of a date, or a formula, may hold a date so. A fraction is the time of the day.
        """
        for start in (first_day(from_1904=False), first_day(from_1904=True)):
            day = day_of_serial(value, start)
            # Most numbers are none of a redacted date: without its day and its year nothing is looked up.
            if day is not None and {day.year, day.year % 100} & self._numbers and day.day in self._numbers:
                placeholder = self.placeholder("", day)
                if placeholder is not None:
                    return placeholder
        return None

    def _of_texts(self, texts: list[str]) -> str | None:
        """Return the placeholder of the first text that is redacted as a whole."""
        hits = self.search.find_all(texts).items()
        return next((new for i, found in hits for span, new in found if _is_whole(span, texts[i])), None)


def _is_whole(span: Span, text: str) -> bool:
    return span.end - span.start == len(text)
