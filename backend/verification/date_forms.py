"""Dates in every notation: with month names of twelve languages, in digits of any order, and as in East Asia."""

import re
from collections.abc import Iterator
from itertools import permutations

Date = tuple[int, int, int]
"""Year, month, day."""

_MONTHS = (
    "january february march april may june july august september october november december",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik",
    (
        "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesakuuta heinakuuta elokuuta syyskuuta lokakuuta"
        " marraskuuta joulukuuta"
    ),
    "januar februar marz april mai juni juli august september oktober november dezember",
    "januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december",
    (
        "ιανουαριου φεβρουαριου μαρτιου απριλιου μαιου ιουνιου ιουλιου αυγουστου σεπτεμβριου οκτωβριου νοεμβριου"
        " δεκεμβριου"
    ),
    "i ii iii iv v vi vii viii ix x xi xii",
)
"""In many languages, without accents, and in Roman numerals."""
_MONTH = {name[:3]: number for number, name in enumerate(_MONTHS[0].split(), 1)} | {
    name: number for names in _MONTHS for number, name in enumerate(names.split(), 1)
}
_DATE = re.compile(
    r"(?<!\d)(?:(\d{4})[-/.](\d\d)[-/.](\d\d)|(\d{4})(\d\d)(\d\d)|(\d\d?)([./-])(\d\d?)\8(\d{4}|\d\d))(?:(?=t\d\d)|(?![^\W_]))"
    r"|(?<!\d)(\d\d?)(?:st|nd|rd|th)?[\s.-]+(?:(?:of|de)\s+)?([^\W\d_]{3,12}|[ivx]{1,4}(?=[\s.]))\.?,?[\s.-]+(?:de\s+)?'?(\d{4}|\d\d)(?!\d)"
    r"|(?<![a-z])([a-z]{3,9})\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)"
)
_DATE_OF_EAST_ASIA = re.compile(r"([0-9]{4})[年년]\s?([0-9]{1,2})[月월]\s?([0-9]{1,2})[日일]")
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\. ?([^\W\d_]{3,12}) (\d{1,2})\.")
"""As in Hungarian."""


def readings_of_date(term: str) -> Iterator[Date]:
    """Yield the dates that a term may be, if it is one; letters are bare and small.

    >>> sorted(readings_of_date("3/4/2021"))
    [(2021, 3, 4), (2021, 4, 3)]
    """
    match = _DATE.fullmatch(term)
    if match is not None:
        yield from _dates_of(match)


def dates_in(plain: str) -> Iterator[Date]:
    """Yield the dates in a text in each of their readings; letters are bare and small.

    >>> list(dates_in("on 3 april 2021, 2021年4月3日"))
    [(2021, 4, 3), (2021, 4, 3)]
    """
    for match in _DATE.finditer(plain):
        yield from _dates_of(match)
    for match in _DATE_OF_EAST_ASIA.finditer(plain):
        year, month, day = map(int, match.groups())
        yield year, month, day
    for match in _YEAR_FIRST.finditer(plain):
        if match[2] in _MONTH:
            yield int(match[1]), _MONTH[match[2]], int(match[3])


def _years(written: str) -> list[int]:
    return [int(written)] if len(written) > 2 else [1900 + int(written), 2000 + int(written)]


def _dates_of(match: re.Match[str]) -> Iterator[Date]:
    year, month, day, y, m, d, one, _, two, end, dd, name, yyyy, name_2, dd_2, yyyy_2 = match.groups()
    if name or name_2:
        found = [(each, _MONTH.get(name or name_2, 0), int(dd or dd_2)) for each in _years(yyyy or yyyy_2)]
    elif one:
        years = _years(end)
        found = [(each, m_, d_) for each in years for m_, d_ in permutations((int(one), int(two)))]
    else:
        found = [(int(year or y), int(month or m), int(day or d))]
    yield from ((y_, m_, d_) for y_, m_, d_ in found if 1 <= m_ <= 12 and 1 <= d_ <= 31)
