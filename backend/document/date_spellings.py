"""The forms in which a date is written: with names of months, in digits, in other languages."""

import re
from collections.abc import Iterator

from backend.document.dates_elsewhere import dates_elsewhere, dates_in_rarer_forms
from backend.document.dates_in_more_languages import dates_in_more_languages

MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
SHORT_MONTHS = tuple(name[:3] for name in MONTHS)
"""The months in English, in small letters."""
_MONTHS_ELSEWHERE = (
    (" ", " ", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    (" de ", " de ", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    (" de ", " de ", "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
    (" ", " ", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
    (" ", " ", "januari februari maart april mei juni juli augustus september oktober november december"),
    (
        " ",
        " ",
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    ),
    (" ", " ", "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
    (" ", " ", "januari februari mars april maj juni juli augusti september oktober november december"),
    (" ", " ", "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık"),
    (
        ". ",
        " ",
        (
            "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta"
            " syyskuuta lokakuuta"
            " marraskuuta joulukuuta"
        ),
    ),
    (". ", " ", "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
)
"""What stands between day, month and year in other languages, and their names of the months."""
_MONTHS_WITH_DOT = (
    "ledna února března dubna května června července srpna září října listopadu prosince",
    "januar februar marts april maj juni juli august september oktober november december",
)
"""Czech and Danish ones, whose day has a dot."""
_HUNGARIAN = "január február március április május június július augusztus szeptember október november december"
_GREEK = (
    "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου"
    " Δεκεμβρίου"
)
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_EITHER_FIRST = re.compile(r"(\d{1,2})[-/](\d{1,2})[-/](\d{4})")
_DATE = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: of)?[ .-]+(?:de )?(?P<name>[^\W\d_]{3,12})"
    r"\.?,?[ -]+(?:de )?(?P<year>\d{4})"
    r"|(?P<first>[a-z]{3,9})\.? (?P<second>\d{1,2})(?:st|nd|rd|th)?,? (?P<third>\d{4})"
    r"|(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})|(?P<dd>\d{1,2})\.(?P<mm>\d{1,2})\.(?P<yyyy>\d{4})",
    re.IGNORECASE,
)


def in_other_dates(term: str) -> Iterator[str]:
    """Yield a date in other forms; nothing where the term is no date.

    >>> "03MAY1961" in [each.upper() for each in in_other_dates("3. Mai 1961")]
    True
    """
    for date in dict.fromkeys(dates_in(term)):
        yield from _forms_of(*date)


def _forms_of(year: int, month: int, day: int) -> Iterator[str]:
    full, short = MONTHS[month - 1], SHORT_MONTHS[month - 1]
    ordinal = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    yield from (
        *(f"{year}-{month:02}-{day:02}", f"{year}{month:02}{day:02}", f"{day} {full} {year}"),
        *(f"{day:02}.{month:02}.{year}", f"{day}.{month}.{year}", f"{day:02}/{month:02}/{year}"),
        *(f"{month:02}/{day:02}/{year}", f"{day}/{month}/{year}", f"{month}/{day}/{year}"),
        *(f"{full} {day}, {year}", f"{full} {day}{ordinal}, {year}", f"{short} {day}, {year}"),
        *(f"{day} {short} {year}", f"{day}{ordinal} {full} {year}", f"{day}{ordinal} of {full} {year}"),
        *(f"{day:02}.{month:02}.{year % 100:02}", f"{day:02}/{month:02}/{year % 100:02}"),
        *(f"{year}/{month:02}/{day:02}", f"{day:02}-{month:02}-{year}", f"{day:02}-{short}-{year % 100:02}"),
        *(
            f"{day}/{short}/{year}",
            f"{day:02}{short}{year}",
            f"{day:02}{short}{year % 100:02}",
            f"{day}{full}{year}",
        ),
        *(f"{day}. {_ROMAN[month - 1]}. {year}", f"{day}.{_ROMAN[month - 1]}.{year}"),
        *(f"{day}.{names.split()[month - 1]}{year}" for _, _, names in _MONTHS_ELSEWHERE[-1:]),
        *(f"{day}.{names.split()[month - 1]}.{year}" for _, _, names in _MONTHS_ELSEWHERE[-1:]),
        *(f"{year}.{month:02}.{day:02}", f"{day} {full} '{year % 100:02}", f"{day} {short} '{year % 100:02}"),
        *(f"{day}. {each.split()[month - 1]} {year}" for each in _MONTHS_WITH_DOT),
        f"{year}. {_HUNGARIAN.split()[month - 1]} {day}.",
        f"{day} {_GREEK.split()[month - 1]} {year}",
        f"{year}년 {month}월 {day}일",
        f"{day} {_ROMAN[month - 1]} {year}",
        *(f"{year}年{month}月{day}日", f"{year}年{month:02}月{day:02}日"),
        *(f"{day}{a}{names.split()[month - 1]}{b}{year}" for a, b, names in _MONTHS_ELSEWHERE),
    )
    yield from dates_elsewhere(year, month, day)
    yield from dates_in_more_languages(year, month, day)
    yield from dates_in_rarer_forms(year, month, day, full, short)


def dates_in(term: str) -> Iterator[tuple[int, int, int]]:
    """Yield the date that a term means (year, month, day), or both dates where day and month could be swapped.

    The day may be one that its month does not have.

    >>> list(dates_in("14 March 2024")), list(dates_in("03/04/2024"))
    ([(2024, 3, 14)], [(2024, 4, 3), (2024, 3, 4)])
    """
    if either := _EITHER_FIRST.fullmatch(term.strip()):
        one, two, year = map(int, either.groups())
        yield from ((year, month, day) for month, day in ((two, one), (one, two)) if _is_date(month, day))
        return
    match = _DATE.fullmatch(term.strip())
    if match is None:
        return
    said = match.groupdict()
    name = (said["name"] or said["first"] or "").lower()
    if name:
        elsewhere = (names.lower().split() for _, _, names in _MONTHS_ELSEWHERE)
        known = (MONTHS, SHORT_MONTHS, *elsewhere)
        month = next((i for names in known for i, each in enumerate(names, 1) if each == name), 0)
    else:
        month = int(said["m"] or said["mm"])
    day = int(said["day"] or said["second"] or said["d"] or said["dd"])
    year = int(said["year"] or said["third"] or said["y"] or said["yyyy"])
    if _is_date(month, day):
        yield year, month, day


def _is_date(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= 31
