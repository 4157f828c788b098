"""Amounts as English documents write them: numbers, money and percentages, alone or as a range.

Read are "1,234", "4.37 million", "€4.37m", "EUR 4,370,000", "-3", "(1.2)", "12.5 %", "five per cent", "€4–5
million" and "between 10 and 20 per cent". A point divides decimals and a comma thousands: "4.370" has three
decimals.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from backend.document.number_scales import SCALES
from backend.taxonomy.number_words import NUMBER_WORD, number_of

_LONGEST = 60
_MOST = Decimal(10) ** 15

Measure = Literal["number", "money", "percentage"]

_CURRENCIES: Mapping[str, str] = {
    "€": "euros", "eur": "euros", "euro": "euros", "euros": "euros",
    "$": "dollars", "dollar": "dollars", "dollars": "dollars",
    "us$": "US dollars", "usd": "US dollars", "us dollars": "US dollars",
    "£": "pounds", "gbp": "pounds", "pound": "pounds", "pounds": "pounds",
    "¥": "yen", "jpy": "yen", "yen": "yen",
    "chf": "Swiss francs", "sfr": "Swiss francs", "francs": "francs", "swiss francs": "Swiss francs",
    "a$": "Australian dollars", "aud": "Australian dollars",
    "c$": "Canadian dollars", "ca$": "Canadian dollars", "cad": "Canadian dollars",
    "sek": "Swedish kronor", "nok": "Norwegian kroner", "dkk": "Danish kroner", "pln": "zloty", "zł": "zloty",
    "₹": "rupees", "rs": "rupees", "inr": "rupees", "rupees": "rupees", "cny": "yuan", "yuan": "yuan",
}  # fmt: skip
"""What people call a currency, in the plural, by its sign, its code or its name in small letters."""

_PERCENT = r"%|per\ cent|percent"
_NAMES = "|".join(sorted(map(re.escape, _CURRENCIES), key=len, reverse=True))
_SCALE = "|".join(sorted(SCALES, key=len, reverse=True))
_NUMBER = rf"\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d{{1,3}}(?:[ \u00a0\u202f']\d{{3}})+|\d+(?:\.\d+)?|{NUMBER_WORD}"
_NO_CODES = "JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|MON|TUE|WED|THU|FRI|SAT|SUN"
_CODE = rf"(?!(?:{_NO_CODES})\b)(?-i:[A-Z]{{3}})\b"
"""A currency that is not in the table; people call it by its code."""
_SIGN = "[-+−–]"
_ONE = re.compile(
    rf"""(?P<sign>{_SIGN})? (?P<open>\()?
    (?:(?P<before>{_NAMES}|{_CODE})(?P<gap>[ \u00a0]?)(?P<inner>{_SIGN})?)?
    (?P<number>{_NUMBER})
    (?P<scaling>[ \u00a0-]?(?P<scale>{_SCALE})(?![^\W_]))?
    (?P<behind>[ \u00a0]?(?P<after>{_PERCENT}|{_NAMES}|{_CODE})(?![^\W_]))?
    (?P<close>\))?""",
    re.VERBOSE | re.IGNORECASE,
)
_RANGE = re.compile(r"^(?:between |from )?(.+?)(?: to | and | ?[-–—] ?(?=[^-–—]))(.+)$", re.IGNORECASE)
_ABOUT = re.compile(
    r"^(?:about|around|approximately|approx\.|circa|c\.|ca\.|roughly|some|nearly|almost|~) ?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Notation:
    """How an amount is written around its number: what stands before it, its scale, and what stands behind.

    `name` is what people call the currency in the plural, else empty. `power` is that of the scale.
    """

    before: str = ""
    scaling: str = ""
    behind: str = ""
    power: int = 0
    name: str = ""

    def write(self, value: Decimal) -> str:
        """Write a value as this amount is written, with commas for thousands.

        >>> Notation("€", "m", power=6).write(Decimal(4_400_000))
        '€4.4m'
        """
        scaled = value.scaleb(-self.power).normalize()
        digits = f"{abs(scaled):,f}"
        return f"{'-' if value < 0 else ''}{self.before}{digits}{self.scaling}{self.behind}"


@dataclass(frozen=True, slots=True)
class WrittenAmount:
    """An amount from `low` to `high`, which are equal where it is one number.

    Raises ValueError where the amount ends before it begins.
    """

    low: Decimal
    high: Decimal
    measure: Measure
    notation: Notation

    def __post_init__(self) -> None:
        if self.high < self.low:
            raise ValueError("an amount ends before it begins")


def read_written_amount(text: str) -> WrittenAmount | None:
    """Return the amount that is all of a text; None for other text.

    >>> amount = read_written_amount("€4.37 million")
    >>> f"{amount.low:f}", amount.measure, amount.notation.name
    ('4370000', 'money', 'euros')
    """
    plain = _ABOUT.sub("", " ".join(text.replace("\u00a0", " ").split()))
    if not plain or len(plain) > _LONGEST:
        return None
    return _one(plain) or _between(plain)


def _one(plain: str) -> WrittenAmount | None:
    match = _ONE.fullmatch(plain)
    if match is None or bool(match["open"]) != bool(match["close"]) or (match["before"] and match["after"]):
        return None
    value = number_of(match["number"])
    scale = match["scale"]
    power = SCALES[scale.lower()] if scale else 0
    value = value.scaleb(power)
    if value > _MOST:
        return None
    signs = (match["sign"] or "") + (match["inner"] or "")
    is_negative = match["open"] is not None or signs not in {"", "+"}
    unit = (match["before"] or match["after"] or "").lower()
    is_percent = re.fullmatch(_PERCENT, unit) is not None
    measure: Measure = "percentage" if is_percent else "money" if unit else "number"
    before = f"{match['before']}{match['gap']}" if match["before"] else ""
    name = "" if measure != "money" else _CURRENCIES.get(unit, unit.upper())
    notation = Notation(before, match["scaling"] or "", match["behind"] or "", power, name)
    signed = -value if is_negative else value
    return WrittenAmount(signed, signed, measure, notation)


def _between(plain: str) -> WrittenAmount | None:
    """An amount from one to another; the sign and the scale may stand at one of them only: "€4–5 million"."""
    parts = _RANGE.fullmatch(plain)
    if parts is None:
        return None
    last = _one(parts[2])
    first = _one(parts[1])
    if first is None or last is None:
        return None
    notation = Notation(
        first.notation.before or last.notation.before,
        last.notation.scaling,
        last.notation.behind,
        last.notation.power,
        first.notation.name or last.notation.name,
    )
    measures = {first.measure, last.measure} - {"number"}
    if len(measures) > 1 or (first.notation.name and last.notation.name not in {"", first.notation.name}):
        return None
    low = first.low if first.notation.power else first.low.scaleb(notation.power)
    if low > last.high:
        return None
    return WrittenAmount(low, last.high, measures.pop() if measures else "number", notation)
