"""Ages as documents write them, and the age groups above them.

Read are "aged 43", "age: 43", "43-year-old", "43 years old", "thirty-five years of age", "6 months old", "in her
forties" and "in his early 40s".
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from backend.taxonomy.broader import Article, Kind, Meaning, Source, Step, folded_term, levels
from backend.taxonomy.number_words import NUMBER_WORD, number_of

OLDEST = 120
_LONGEST = 60
_ADULT = 18

_FIVE_YEARS = (0, 5, 10, 15, 18, *range(20, 101, 5), OLDEST + 1)
_TEN_YEARS = (0, 10, 18, 30, 40, 50, 65, 80, OLDEST + 1)
_STAGES = (0, _ADULT, 65, OLDEST + 1)
"""Where age groups begin. Each group lies in one of the next row, because all rows have the edges 18 and 65."""

_TENS = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_PARTS = {"early": (0, 3), "mid": (4, 6), "late": (7, 9)}

_NUMBER = rf"(?P<number>\d{{1,3}}|{NUMBER_WORD})"
_UNIT = r"(?P<unit>year|yr|month|week)s?"
_HYPHENED = re.compile(rf"{_NUMBER}-{_UNIT}-olds?")
_YEARS_OLD = re.compile(
    rf"{_NUMBER}[ -]{_UNIT}[ -](?P<end>old|of age)|{_NUMBER.replace('number', 'brief')} ?(?:y/o|yo)"
)
_LABELLED = re.compile(
    rf"(?P<label>aged|ages?(?: ?:| is| was| of)?) {_NUMBER}"
    r"(?:(?: and| to| or|,|-) ?(?P<second>\d{1,3}))?(?: years?)?"
)
_DECADE = re.compile(
    r"(?P<whose>in (?:his|her|their|my)) (?:(?P<part>early|mid|late)[- ])?"
    rf"(?P<tens>{'|'.join(_TENS)}|[2-9]0(?=['’]?s))(?:['’]?s)?"
)


_Write = Callable[[int, int], str | None]
"""Writes a group of ages in the place of an age; None where English has no such form."""


@dataclass(frozen=True, slots=True)
class _Age:
    """The ages from `low` to `high`, and how a group of ages is written in the place of this one."""

    low: int
    high: int
    write: _Write
    decade: str = ""


def age_meanings(text: str) -> tuple[Meaning, ...]:
    """Return the one meaning of an age with its broader forms; none for other texts.

    >>> [each.text for each in age_meanings("aged 43")[0].broader]
    ['aged 40 to 44', 'aged 40 to 49', 'aged 18 to 64', 'adult']
    """
    plain = folded_term(text)
    age = _read(plain) if len(plain) <= _LONGEST else None
    if age is None or not 0 <= age.low <= age.high <= OLDEST:
        return ()
    gist = f"{age.low} years" if age.low == age.high else f"{age.low} to {age.high} years"
    return (Meaning(Kind.AGE, gist, levels(text, Source.AGE_GROUPS, _steps(age))),)


def _steps(age: _Age) -> Iterator[Step]:
    within = (age.low, age.high)
    for group, text in _groups(age):
        if group != within and group[0] <= within[0] and within[1] <= group[1]:
            yield Step(text, Article.NONE)
            within = group
    if age.low >= _ADULT:
        yield Step("adult", Article.INDEFINITE)
    elif age.high < _ADULT:
        yield Step("minor", Article.INDEFINITE)


def _groups(age: _Age) -> Iterator[tuple[tuple[int, int], str]]:
    """The groups that an age can be in, from narrow to broad."""
    if age.decade:
        first = age.low // 10 * 10
        yield (first, first + 9), age.decade
    for edges in (_FIVE_YEARS, _TEN_YEARS, _STAGES):
        for begin, end in pairwise(edges):
            if begin <= age.low < end and (text := age.write(begin, end - 1)):
                yield (begin, end - 1), text


def _read(plain: str) -> _Age | None:
    if match := _DECADE.fullmatch(plain):
        return _of_decade(match)
    if match := _LABELLED.fullmatch(plain):
        ends = sorted(int(number_of(each)) for each in (match["number"], match["second"]) if each)
        return _Age(ends[0], ends[-1], _labelled)
    if match := _HYPHENED.fullmatch(plain):
        return _of_number(match["number"], match["unit"], _hyphened)
    if match := _YEARS_OLD.fullmatch(plain):
        ending = match["end"] or "old"
        return _of_number(match["number"] or match["brief"], match["unit"] or "year", _years_old(ending))
    return None


def _of_number(number: str, unit: str, write: _Write) -> _Age:
    value = int(number_of(number))
    age = value // {"month": 12, "week": 52}.get(unit, 1)
    return _Age(age, age, write)


def _of_decade(match: re.Match[str]) -> _Age:
    tens = match["tens"]
    first = int(tens) if tens.isdigit() else 20 + 10 * _TENS.index(tens)
    begin, end = _PARTS.get(match["part"], (0, 9))
    name = f"{tens}s" if tens.isdigit() else tens
    return _Age(first + begin, first + end, _labelled, decade=f"{match['whose']} {name}")


def _labelled(low: int, high: int) -> str:
    return f"aged {low} or over" if high == OLDEST else f"aged {_span(low, high)}"


def _hyphened(low: int, high: int) -> str | None:
    return None if high == OLDEST else f"{_span(low, high).replace(' ', '-')}-year-old"


def _years_old(ending: str) -> _Write:
    def write(low: int, high: int) -> str:
        return f"at least {low} years {ending}" if high == OLDEST else f"{_span(low, high)} years {ending}"

    return write


def _span(low: int, high: int) -> str:
    return f"under {high + 1}" if low == 0 else f"{low} to {high}"
