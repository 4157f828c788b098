"""Dates as they are written outside Europe, in other alphabets and other counts of years."""

from collections.abc import Iterator

_ARABIC = "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"
_LEVANT = "كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول"
_PERSIAN = "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر"
_HEBREW = "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר"
_HINDI = "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर"
_THAI = "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม"
_THAI_SHORT = "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค."
_UKRAINIAN = "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"
_ROMANIAN = "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie"
_CROATIAN = "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca"
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_DIGITS = "〇一二三四五六七八九"
_ERAS = (
    (2019, 2099, "令和", "R"),
    (1989, 2019, "平成", "H"),
    (1926, 1989, "昭和", "S"),
    (1912, 1926, "大正", "T"),
)
"""Japanese eras by their first and last year, in letters and as an initial; one year may belong to two of them.

The last one is open: its years are counted below 100.
"""
_BUDDHIST = 543
_REPUBLIC = 1911
"""What the years of Thailand and of Taiwan differ by from those of the West."""


def dates_elsewhere(year: int, month: int, day: int) -> Iterator[str]:
    """Yield a date as people outside Europe write it; other digits are read as these.

    >>> [*dates_elsewhere(1961, 5, 14)][:3]
    ['1961 年 5 月 14 日', '1961年5月14号', '一九六一年五月十四日']
    """
    yield from _of_east_asia(year, month, day)
    yield from _of_thailand(year, month, day)
    at = month - 1
    arabic, levant, persian, hebrew = (names.split()[at] for names in (_ARABIC, _LEVANT, _PERSIAN, _HEBREW))
    for name in (arabic, levant.replace("_", " "), persian):
        yield from (f"{day} {name} {year}", f"{day} {name}، {year}", f"{day} {name} {year}م")
    for name in (hebrew, f"ב{hebrew}"):
        yield from (f"{day} {name} {year}", f"{day} {name}, {year}")
    yield from (f"{day} {names.split()[at]} {year}" for names in (_HINDI, _UKRAINIAN, _ROMANIAN))
    yield from (
        f"{day}. {_CROATIAN.split()[at]} {year}",
        f"{day} tháng {month} năm {year}",
        f"{day} tháng {month}, {year}",
    )


def dates_in_rarer_forms(year: int, month: int, day: int, name: str, short: str) -> Iterator[str]:
    """Yield a date in rarer forms of the West, from its numbers and the English names of its month."""
    ordinal = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    yield from (f"{day}{ordinal} day of {name}, {year}", f"{day}{ordinal} day of {name} {year}")
    yield from (f"{name} the {day}{ordinal}, {year}", f"{name}-{day}-{year}", f"{short}-{day}-{year}")
    yield from (f"{year} {name} {day}", f"{year}-{short}-{day:02}", f"{year} {short} {day}")
    yield from (f"{day}/{_ROMAN[month - 1]}/{year}", f"{day}-{_ROMAN[month - 1]}-{year}")
    for sign in (",", "·", "⁄", "|"):
        yield from (f"{day:02}{sign}{month:02}{sign}{year}", f"{day}{sign}{month}{sign}{year}")
    yield from (f"{day:02}{month:02}{year}", f"{year}/{month}/{day}", f"{year}. {month}. {day}")


def _of_east_asia(year: int, month: int, day: int) -> Iterator[str]:
    yield from (f"{year} 年 {month} 月 {day} 日", f"{year}年{month}月{day}号")
    months = f"{_counted(month)}月{_counted(day)}"
    for zero in "〇零":
        yield f"{''.join(_DIGITS[int(digit)] for digit in str(year)).replace('〇', zero)}年{months}日"
    for begun, ended, era, letter in _ERAS:
        if not begun <= year <= ended:
            continue
        count = year - begun + 1
        yield f"{era}{count}年{month}月{day}日"
        yield f"{era}{_counted(count)}年{months}日"
        yield from (f"{letter}{count}.{month}.{day}", f"{letter}{count}/{month}/{day}")
    if year > _REPUBLIC:
        yield from (f"{word}{year - _REPUBLIC}年{month}月{day}日" for word in ("民國", "民国"))


def _of_thailand(year: int, month: int, day: int) -> Iterator[str]:
    years = (year + _BUDDHIST, year)
    for name in (names.split()[month - 1] for names in (_THAI, _THAI_SHORT)):
        for each in years:
            yield from (f"{day} {name} {each}", f"{day} {name} พ.ศ. {each}")
        yield f"{day} {name} {years[0] % 100:02}"
    yield from (f"{day:02}/{month:02}/{years[0]}", f"{day}/{month}/{years[0]}")


def _counted(number: int) -> str:
    """Write a number below 100 as it is counted in Chinese and Japanese.

    >>> _counted(5), _counted(14), _counted(30)
    ('五', '十四', '三十')
    """
    tens, ones = divmod(number, 10)
    ten = (_DIGITS[tens] if tens > 1 else "") + ("十" if tens else "")
    return ten + (_DIGITS[ones] if ones else "")
