"""Broader forms of amounts: rounded, then a range, then words ("a few million euros"), then what is measured."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

from backend.taxonomy.amounts import WrittenAmount, read_written_amount
from backend.taxonomy.broader import Article, Kind, Meaning, Source, Step, levels

_SCALE_WORDS = (("", 0), ("thousand", 3), ("million", 6), ("billion", 9), ("trillion", 12))
_EDGES = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))
"""Where ranges begin and end, within each power of ten."""
_NOTHING = {"number": "number", "percentage": "percentage", "money": "amount of money"}


@dataclass(frozen=True, slots=True)
class _Range:
    """The absolute values from `low` to `high`."""

    low: Decimal
    high: Decimal

    def contains(self, other: "_Range") -> bool:
        """Tell whether all values of another range are in this one."""
        return self.low <= other.low and other.high <= self.high


def amount_meanings(text: str) -> tuple[Meaning, ...]:
    """Return the one meaning of an amount with its broader forms; none for other texts.

    Each form stands for all values of the one before and for more, so that none adds what the amount does not say.
    """
    amount = read_written_amount(text)
    if amount is None:
        return ()
    low, high = f"{amount.low.normalize():,f}", f"{amount.high.normalize():,f}"
    gist = f"{amount.measure} {low}" if low == high else f"{amount.measure} {low} to {high}"
    return (Meaning(Kind.QUANTITY, gist, levels(text, Source.ROUNDING, _steps(amount))),)


def _steps(amount: WrittenAmount) -> Iterator[Step]:
    if amount.low < 0 < amount.high or amount.high == 0 or amount.low == 0:
        yield from _measured(amount, sign="")
        return
    is_negative = amount.high < 0
    ends = sorted((abs(amount.low), abs(amount.high)))
    within = _Range(ends[0], ends[1])
    for wider, step in _cells(amount, ends[0], ends[1], is_negative=is_negative):
        if wider != within and wider.contains(within):
            yield step
            within = wider
    yield from _measured(amount, sign="negative " if is_negative else "")


def _cells(
    amount: WrittenAmount, low: Decimal, high: Decimal, *, is_negative: bool
) -> Iterator[tuple[_Range, Step]]:
    """What may stand for an amount with these absolute values: each form with the values that it stands for."""
    sign = -1 if is_negative else 1
    write = amount.notation.write
    if low == high:
        for digits in (2, 1):
            about, cell = _rounded(low, digits)
            if about != low and any(within.contains(cell) for within in _few_or_more(low)):
                yield cell, Step(f"about {write(sign * about)}", Article.NONE)
    power = Decimal(10) ** low.adjusted()
    for begin, end in pairwise(_EDGES):
        if begin * power <= low < end * power:
            ends = sorted((sign * begin * power, sign * end * power))
            text = f"between {write(ends[0])} and {write(ends[1])}"
            yield _Range(begin * power, end * power), Step(text, Article.NONE)
    if amount.measure == "percentage":
        yield from _percentages(amount, is_negative=is_negative)
    else:
        yield from _in_words(amount, low, is_negative=is_negative)


def _rounded(value: Decimal, digits: int) -> tuple[Decimal, _Range]:
    """The value with that many digits, and the values that are rounded to it; half a unit is rounded up."""
    unit = Decimal(10) ** (value.adjusted() - digits + 1)
    about = (value / unit).quantize(Decimal(1), ROUND_HALF_UP) * unit
    return about, _Range(about - unit / 2, about + unit / 2)


def _few_or_more(value: Decimal) -> tuple[_Range, _Range]:
    """The values from 1 to 2 and from 2 to 10 in the power of ten of a value.

    A value that is rounded across their edges would be in none of the broader forms, but the last.
    """
    power = Decimal(10) ** value.adjusted()
    return _Range(power, 2 * power), _Range(2 * power, 10 * power)


def _percentages(amount: WrittenAmount, *, is_negative: bool) -> Iterator[tuple[_Range, Step]]:
    unit = amount.notation.behind.strip()
    sign = "negative " if is_negative else ""
    few = f"few {'per cent' if unit == '%' else unit}"
    if not is_negative:
        yield _Range(Decimal(2), Decimal(10)), Step(few, Article.INDEFINITE)
    yield _Range(Decimal(0), Decimal(10)), Step(f"{sign}single-digit percentage", Article.INDEFINITE)
    yield _Range(Decimal(10), Decimal(100)), Step(f"{sign}double-digit percentage", Article.INDEFINITE)


def _in_words(amount: WrittenAmount, low: Decimal, *, is_negative: bool) -> Iterator[tuple[_Range, Step]]:
    """A few, tens and hundreds of the unit or of its thousands, millions and so on; then thousands, millions."""
    name = amount.notation.name
    prefix = "negative amount of " if is_negative else ""
    article = Article.INDEFINITE if is_negative else Article.NONE
    word, power = next((each for each in reversed(_SCALE_WORDS) if low >= Decimal(10) ** each[1]), _SCALE_WORDS[0])
    unit = Decimal(10) ** power
    of_unit = f" of {name}" if name else ""
    plural = f"{word}s{of_unit}" if word else name
    few = " ".join(filter(None, ("few", word, name)))
    yield (
        _Range(2 * unit, 10 * unit),
        Step(f"{prefix}a {few}" if is_negative else few, Article.INDEFINITE),
    )
    for number, begin in (("tens", 10), ("hundreds", 100)):
        text = f"{number} of {plural}" if plural else number
        yield _Range(begin * unit, 10 * begin * unit), Step(f"{prefix}{text}", article)
    if word:
        yield _Range(unit, 1000 * unit), Step(f"{prefix}{plural}", article)
    elif low < 1000:
        end = amount.notation.write(Decimal(1000)) if not amount.notation.power else "1,000"
        yield _Range(Decimal(0), Decimal(1000)), Step(f"{prefix}less than {end}", article)


def _measured(amount: WrittenAmount, sign: str) -> Iterator[Step]:
    """What is measured, without how much."""
    name = amount.notation.name
    if name:
        yield Step(f"{sign}amount in {name}", Article.INDEFINITE)
    yield Step(f"{sign}{_NOTHING[amount.measure]}", Article.INDEFINITE)
