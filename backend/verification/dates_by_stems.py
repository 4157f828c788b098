"""Dates with the month in any further language: a word that begins as a month does, between a day and a year.

The order of the three and the small words between them do not matter, as a date that is looked for has all three.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from backend.verification.bare_letters import bare

_STEMS = (
    "jan jaan sausi gener ener yanv янв януа јану հունվ იანვ",
    "feb fev veeb vasar pebr shkurt фев феб փետր თებ",
    "mar maer kovo mac март մարտ მარტ",
    "apr abr baland prill апр ապր აპრ",
    "mai maj mei may maig geguz май мај մայ მაის",
    "jun juu juin birzel iyun huny qersho юни јун հունիս ივნ",
    "jul juul liep iyul huly korrik юли јул հուլ ივლ",
    "aug avg avq ogos agos agus rugpj gusht авг օգո აგվ აგვ",
    "sep sen set rugs shtat сеп սեպ სექ",
    "okt oct spal tetor out окт հոկ ოქტ",
    "nov nob noy lapkr nento ное ноя нов նոյ ნოე",
    "dec dek des dez det dis gruodz dhjet дек дец դեկ დეკ",
)
"""How the names of each month begin."""
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_SMALL_WORD = 4
"""Letters of what may stand between day, month and year: "gada", "года"."""
_REACH = 3
_GAP = 6


@cache
def _months() -> Mapping[str, int]:
    return {bare(stem): month for month, stems in enumerate(_STEMS, 1) for stem in stems.split()}


def dates_by_stems(plain: str) -> Iterator[tuple[int, int, int]]:
    """Yield the dates of a text in bare letters.

    >>> [*dates_by_stems(bare("1951. gada 21. septembrī"))], [*dates_by_stems(bare("«15» декабря 1962 года"))]
    ([(1951, 9, 21)], [(1962, 12, 15)])
    """
    tokens = [*_TOKEN.finditer(plain)]
    for at, token in enumerate(tokens):
        word = token.group()
        if word[0].isdigit() or not (month := _month_of(word)):
            continue
        beside = [*_numbers(tokens, at, -1), *_numbers(tokens, at, 1)]
        days = [int(each) for each in beside if len(each) < 3 and 1 <= int(each) <= 31]
        yield from ((int(year), month, day) for year in beside if len(year) == 4 for day in days)


def _month_of(word: str) -> int:
    months = _months()
    return next((months[word[:length]] for length in (6, 5, 4, 3) if word[:length] in months), 0)


def _numbers(tokens: list[re.Match[str]], at: int, step: int) -> Iterator[str]:
    """Yield the numbers on one side of a word, up to another long word."""
    for i in range(at + step, at + step * (_REACH + 1), step):
        if not 0 <= i < len(tokens):
            return
        here, nearer = tokens[i], tokens[i - step]
        if abs(max(here.start(), nearer.start()) - min(here.end(), nearer.end())) > _GAP:
            return
        if here.group()[0].isdigit():
            yield here.group()
        elif len(here.group()) > _SMALL_WORD:
            return
