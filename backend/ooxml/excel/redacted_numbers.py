"""Recognise redacted numbers and dates where a file stores them as numbers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time
from decimal import Decimal

from backend.document.spans import Span
from backend.ooxml.excel.sheet_numbers import number_of, parse_number, spellings
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

    def _of_texts(self, texts: list[str]) -> str | None:
        """Return the placeholder of the first text that is redacted as a whole."""
        hits = self.search.find_all(texts).items()
        return next((new for i, found in hits for span, new in found if _is_whole(span, texts[i])), None)


def _is_whole(span: Span, text: str) -> bool:
    return span.end - span.start == len(text)
