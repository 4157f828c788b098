"""Dates in other alphabets, in other counts of years, and in rarer forms: the raw search's own reading."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from backend.verification.bare_letters import bare

Date = tuple[int, int, int]

_NAMES_OF_MONTHS = (
    "يناير,كانون الثاني,ژانویه,ינואר,जनवरी,มกราคม,ม.ค.,січня,ianuarie,siječnja,january,jan",
    "فبراير,شباط,فوریه,פברואר,फ़रवरी,กุมภาพันธ์,ก.พ.,лютого,februarie,veljače,february,feb",
    "مارس,آذار,مارس,מרץ,मार्च,มีนาคม,มี.ค.,березня,martie,ožujka,march,mar",
    "أبريل,نيسان,آوریل,אפריל,अप्रैल,เมษายน,เม.ย.,квітня,aprilie,travnja,april,apr",
    "مايو,أيار,مه,מאי,मई,พฤษภาคม,พ.ค.,травня,mai,svibnja,may",
    "يونيو,حزيران,ژوئن,יוני,जून,มิถุนายน,มิ.ย.,червня,iunie,lipnja,june,jun",
    "يوليو,تموز,ژوئیه,יולי,जुलाई,กรกฎาคม,ก.ค.,липня,iulie,srpnja,july,jul",
    "أغسطس,آب,اوت,אוגוסט,अगस्त,สิงหาคม,ส.ค.,серпня,august,kolovoza,aug",
    "سبتمبر,أيلول,سپتامبر,ספטמבר,सितंबर,กันยายน,ก.ย.,вересня,septembrie,rujna,september,sep",
    "أكتوبر,تشرين الأول,اکتبر,אוקטובר,अक्टूबर,ตุลาคม,ต.ค.,жовтня,octombrie,listopada,october,oct",
    "نوفمبر,تشرين الثاني,نوامبر,נובמבר,नवंबर,พฤศจิกายน,พ.ย.,листопада,noiembrie,studenoga,november,nov",
    "ديسمبر,كانون الأول,دسامبر,דצמבר,दिसंबर,ธันวาคม,ธ.ค.,грудня,decembrie,prosinca,december,dec",
)
"""For each month its names, of which those of the West stand in more orders here than in `date_forms`."""
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_WRITTEN = "〇零一二三四五六七八九"
_VALUE = {each: max(at - 1, 0) for at, each in enumerate(_WRITTEN)}
_COUNT = f"[0-9{_WRITTEN}十]{{1,3}}"
_EAST_ASIA = re.compile(
    rf"(令和|平成|昭和|大正|民國|民国|[0-9{_WRITTEN}]{{2}})?({_COUNT})\s?年\s?({_COUNT})\s?月\s?({_COUNT})\s?[日号號]"
)
_BEGUN = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "民國": 1911, "民国": 1911}
_ERA_LETTER = re.compile(r"(?<![^\W_])([rhst])(\d{1,2})[./-](\d{1,2})[./-](\d{1,2})(?!\d)")
_BEGUN_BY_LETTER = {"r": 2018, "h": 1988, "s": 1925, "t": 1911}
_VIETNAMESE = re.compile(r"(?<!\d)(\d{1,2}) thang (\d{1,2})(?: nam|,) (\d{4})(?!\d)")
_SIGNS = re.compile(r"(?<!\d)(\d{1,4})\s?([,·⁄/|.]|\. )\s?(\d{1,2})\s?\2\s?(\d{4}|\d{1,2})(?!\d)")
_EIGHT = re.compile(r"(?<!\d)(\d\d)(\d\d)(\d{4})(?!\d)")
_ROMAN_DATE = re.compile(r"(?<!\d)(\d{1,2})\s?[/-]\s?([ivx]{1,4})\s?[/-]\s?(\d{4})(?!\d)")
_BUDDHIST = 543


@cache
def _months() -> Mapping[str, int]:
    return {bare(name): month for month, names in enumerate(_NAMES_OF_MONTHS, 1) for name in names.split(",")}


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Find a date with the day, with the year, and with the month first."""
    names = "|".join(map(re.escape, sorted(_months(), key=len, reverse=True)))
    return (
        re.compile(
            rf"(?<!\d)(\d\d?)(?:(?:th|st|nd|rd)? day of)?[\s.]{{1,2}}ב?({names})[\s,،]{{1,2}}"
            r"(?:พ\.ศ\. )?(\d{4}|\d\d)(?!\d)"
        ),
        re.compile(rf"(?<!\d)(\d{{4}})[ -]({names})[ -](\d\d?)(?!\d)"),
        re.compile(rf"(?<![^\W_])({names})(?: the |-)(\d\d?)(?:th|st|nd|rd)?(?:, |-| )(\d{{4}})(?!\d)"),
    )


def foreign_dates_in(plain: str) -> Iterator[Date]:
    """Yield the dates of a text in bare letters, in each of their readings.

    >>> list(foreign_dates_in("昭和36年5月14日, 14 พฤษภาคม 2504"))
    [(1961, 5, 14), (2504, 5, 14), (1961, 5, 14)]
    """
    if any(map(str.isdigit, plain)) or "年" in plain:
        for year, month, day in _as_written(plain):
            for each in (year - _BUDDHIST, year) if year > 2400 else (year,):
                if 1 <= month <= 12 and 1 <= day <= 31:
                    yield each, month, day


def _as_written(plain: str) -> Iterator[Date]:
    day_first, year_first, month_first = _patterns()
    for found in day_first.finditer(plain):
        yield from ((year, _months()[found[2]], int(found[1])) for year in _years(found[3]))
    for found in year_first.finditer(plain):
        yield int(found[1]), _months()[found[2]], int(found[3])
    for found in month_first.finditer(plain):
        yield int(found[3]), _months()[found[1]], int(found[2])
    yield from _in_east_asia(plain)
    for found in _VIETNAMESE.finditer(plain):
        yield int(found[3]), int(found[2]), int(found[1])
    for found in _ROMAN_DATE.finditer(plain):
        if found[2] in _ROMAN:
            yield int(found[3]), _ROMAN.index(found[2]) + 1, int(found[1])
    yield from _in_digits(plain)


def _years(written: str) -> tuple[int, ...]:
    return (int(written),) if len(written) > 2 else (1900 + int(written), 2000 + int(written), 2500 + int(written))


def _in_east_asia(plain: str) -> Iterator[Date]:
    for found in _EAST_ASIA.finditer(plain):
        before, year, month, day = found.groups()
        begun = _BEGUN.get(before or "")
        count = _number(year) + begun if begun is not None else _number((before or "") + year)
        yield count, _number(month), _number(day)
    for found in _ERA_LETTER.finditer(plain):
        letter, year, month, day = found.groups()
        yield _BEGUN_BY_LETTER[letter] + int(year), int(month), int(day)


def _number(written: str) -> int:
    """Read a number in digits, or as it is counted in Chinese and Japanese."""
    if "十" in written:
        tens, _, ones = written.partition("十")
        return 10 * (_value(tens) if tens else 1) + (_value(ones) if ones else 0)
    return _value(written)


def _value(written: str) -> int:
    return int("".join(str(_VALUE.get(each, each)) for each in written) or "0")


def _in_digits(plain: str) -> Iterator[Date]:
    for found in _SIGNS.finditer(plain):
        first, second, third = int(found[1]), int(found[3]), int(found[4])
        if len(found[1]) == 4:
            yield first, second, third
        elif len(found[4]) == 4:
            yield from ((third, second, first), (third, first, second))
    for found in _EIGHT.finditer(plain):
        yield int(found[3]), int(found[2]), int(found[1])
