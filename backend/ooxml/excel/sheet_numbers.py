"""Read numbers in cells as people see them: dates, digits of an account.

Only numbers that may identify a person are read: dates, and whole numbers of eight digits or more whose format is
not a quantity's.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from lxml import etree

from backend.ooxml.markup import names, whole_number

_BUILT_IN = {0: "", 1: "0", **dict.fromkeys((*range(14, 18), 22, *range(27, 32), 36, *range(50, 59)), "yyyy-mm-dd")}
"""18.8.30: the formats that Excel knows by number; those of days look different in every country."""
_BUILT_IN |= {15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy"}
_QUANTITY = "#,##0.00"
"""Stands for the built-in formats that are neither days nor plain digits."""

_FORMAT, _CELL_FORMATS, _CELL_FORMAT = names("x:numFmt"), names("x:cellXfs"), names("x:xf")
_WORKBOOK = names("x:workbookPr")

_LITERAL = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]')
_OF_A_DAY = re.compile(r"(?i)[yd]|mmm")
_LONGEST_FORMAT = 1_000
"""Characters; Excel keeps 255 (18.8.30), and brackets without an end take the square of their number."""
_MASK = re.compile(r"[0#?\-/ ().]*")
_DATE_TOKEN = re.compile(r"(?i)y+|m+|d+")
_TOKENS = {
    "d": "{0.day}",
    "dd": "{0:%d}",
    "ddd": "{0:%a}",
    "dddd": "{0:%A}",
    "m": "{0.month}",
    "mm": "{0:%m}",
    "mmm": "{0:%b}",
    "mmmm": "{0:%B}",
    "y": "{0:%y}",
    "yy": "{0:%y}",
    "yyy": "{0:%Y}",
    "yyyy": "{0:%Y}",
}
"""18.8.31: what stands for a piece of a day, in Excel and in Python."""
_HOURS = re.compile(r"(?i)[hs]")
_MIN_DIGITS = 8
_PRECISION = 15
"""Digits that Excel keeps of a number."""
_EXCEL = datetime(1899, 12, 30)  # noqa: DTZ001 - a cell knows no time zone
_MAC = datetime(1904, 1, 1)  # noqa: DTZ001
_LAST_DAY = 2_957_003
"""31 December 9999, counted from 1904."""

_NO_DIGIT = re.compile(r"(?<=\d)[\s,'’_-](?=\d)|^\s*[^\w\s-]\s*")
"""What groups digits, and the sign of a currency before them."""
_SPELLINGS = (
    *("yyyy-mm-dd", "d mmmm yyyy", "mmmm d, yyyy", "d mmm yyyy", "mmm d, yyyy", "dd/mm/yyyy", "mm/dd/yyyy"),
    *("d/m/yyyy", "m/d/yyyy", "dd.mm.yyyy", "d.m.yyyy"),
)


@dataclass(frozen=True, slots=True)
class NumberFormats:
    """How the cells of a workbook display numbers: a format for every style, and the date of number 0."""

    codes: tuple[str, ...] = ()
    first_day: datetime = _EXCEL

    def shown(self, value: str, style: str) -> str | None:
        """Return a date or the digits of a long number as displayed; None for all other numbers."""
        return shown_as(value, self._code(style), self.first_day)

    def day(self, value: str, style: str) -> datetime | None:
        """Return the date that a cell displays; None if it displays something else."""
        return day_of(value, self._code(style), self.first_day)

    def _code(self, style: str) -> str:
        index = whole_number(style) if style.isdecimal() else 0
        return self.codes[index] if index < len(self.codes) else ""


def shown_as(value: str, code: str, start: datetime = _EXCEL) -> str | None:
    """Return a date or the digits of a long number as a format displays them; None for other numbers."""
    if _is_of_a_day(code):
        day = day_of(value, code, start)
        return None if day is None else _written(day, code)
    digits = _integer_digits(value)
    if digits is None or len(digits) < _MIN_DIGITS:
        return None
    if not code or code in ("General", "0", "@"):
        return digits
    return _masked(digits, code)


def day_of(value: str, code: str, start: datetime = _EXCEL) -> datetime | None:
    """Return the date of a number in a date format; None in another format."""
    return day_of_serial(value, start) if _is_of_a_day(code) else None


def day_of_serial(value: str, start: datetime) -> datetime | None:
    """Return the date that is a number of days after another one; None if there is none.

    >>> day_of_serial("30122", first_day(from_1904=False))
    datetime.datetime(1982, 6, 20, 0, 0)
    """
    try:
        days = float(value)
    except ValueError:
        return None
    return start + timedelta(days=days) if 1 <= days <= _LAST_DAY else None


NO_FORMATS = NumberFormats()


def first_day(*, from_1904: bool) -> datetime:
    """Return the date of number 0, in the Windows calendar or in that of old Macs (18.17.4.1)."""
    return _MAC if from_1904 else _EXCEL


def formats_of(roots: Iterable[etree._Element]) -> NumberFormats:
    """Read the formats of a workbook from its styles, and the date of number 0."""
    custom: dict[int, str] = {}
    numbers: list[int] = []
    from_1904 = False
    for root in roots:
        for each in root.iter(*_FORMAT):
            custom[_int(each.get("numFmtId"))] = each.get("formatCode", "")[:_LONGEST_FORMAT]
        for formats in root.iter(*_CELL_FORMATS):
            numbers += [_int(each.get("numFmtId")) for each in formats.iterchildren(*_CELL_FORMAT)]
        for workbook in root.iter(*_WORKBOOK):
            from_1904 |= workbook.get("date1904") in ("1", "true")
    codes = (custom.get(each, _BUILT_IN.get(each, _QUANTITY)) for each in numbers)
    return NumberFormats(tuple(codes), first_day(from_1904=from_1904))


def parse_number(text: str) -> Decimal | None:
    """Parse a number with grouped digits; None if the text is not a number.

    >>> parse_number("4539 5787 6362 1486") == parse_number("4,539,578,763,621,486")
    True
    """
    return number_of(_NO_DIGIT.sub("", text))


def spellings(day: datetime) -> Iterator[str]:
    """Return the usual spellings of a date."""
    return (_written(day, code) for code in _SPELLINGS)


def number_of(text: str) -> Decimal | None:
    """Return the value of a cell in the precision of Excel."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return Decimal(f"{number:.{_PRECISION - 1}e}") if number.is_finite() else None


@lru_cache(maxsize=1024)
def _is_of_a_day(code: str) -> bool:
    return bool(_OF_A_DAY.search(_LITERAL.sub("", code)))


def _integer_digits(value: str) -> str | None:
    """Return the digits of a whole number, which may be stored with an exponent."""
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    if not number.is_finite() or number < 0 or number.adjusted() > 30 or number != number.to_integral_value():
        return None
    return str(int(number))


def _masked(digits: str, code: str) -> str | None:
    """Return digits with the signs that a format puts between them (123-45-6789); None for a quantity's format."""
    last = _LITERAL.sub(
        lambda match: (match[1] or match[2] or "") if match[0][0] in '"\\' else "", code.rpartition(";")[2]
    )
    if not _MASK.fullmatch(last) or "." in last or "0" not in last.replace("#", "0"):
        return None
    waiting = list(digits)
    shown: list[str] = []
    for char in reversed(last):
        if char in "0#?":
            shown.append(waiting.pop() if waiting else "0" if char == "0" else "")
        else:
            shown.append(char)
    return "".join(waiting) + "".join(reversed(shown))


@lru_cache(maxsize=65_536)
def _written(moment: datetime, code: str) -> str:
    """Return a date as a format writes it in English, without hours and everything after them."""
    written = _pattern(code).format(moment).strip()
    return written if any(char.isdigit() for char in written) else f"{moment:%Y-%m-%d}"


@lru_cache(maxsize=1024)
def _pattern(code: str) -> str:
    """Return an Excel date format as a Python format."""
    plain = _LITERAL.sub(lambda match: match[1] or match[2] or "", code.partition(";")[0])
    of_day = _HOURS.split(plain)[0].replace("{", "{{").replace("}", "}}")
    return _DATE_TOKEN.sub(lambda match: _TOKENS.get(match[0].lower(), ""), of_day)


def _int(text: str | None) -> int:
    return whole_number(text) if text and text.isdecimal() else 0
