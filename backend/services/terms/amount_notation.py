"""How amounts are written in the cells of tables: a number with signs, a currency, a unit, or a mark of a note."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from backend.document.number_scales import SCALES
from backend.document.placeholders import PLACEHOLDER
from backend.document.spans import Span

_LONGEST = 48
_LONGEST_WITH_PLACEHOLDERS = 400
_BREAK = re.compile(r"\n|<br ?/?>", re.IGNORECASE)

_NO_CURRENCY = "JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|MON|TUE|WED|THU|FRI|SAT|SUN"
_CURRENCY = rf"(?!(?:{_NO_CURRENCY})\b)(?-i:[A-Z]{{3}})"
_BEFORE = rf"""(?:
    (?:US|AU|CA|NZ|HK|A|C|S|R|T)(?=\ ?[$€£¥]) | {_CURRENCY} | rs | re | fr | kr | sfr | euros? | dollars?
    | k | m | mm | mn | bn | mio | mrd | tsd
    | c(?=\.) | ca | circa | approx | approximately | about | around | roughly | nearly | almost | some
    | over | under | up\ to | at\ least | at\ most | more\ than | less\ than | max | min | plus | minus | less | est
)(?![^\W\d_])"""
_AFTER = rf"""(?<![^\W\d_])(?:
    {"|".join(sorted(SCALES, key=len, reverse=True))}
    | {_CURRENCY} | euros? | dollars? | pounds? | francs? | kr | zł | c | p | pp | bps | x
    | t | to | kt | mt | kg | g | lb | lbs | oz | km | ha | m2 | m3 | l | hl | bbl | boe | pcs | units? | shares?
    | fte | [kmgt]w | [kmgt]?wh | p\.?a | per\ \w{{1,8}} | net | gross | est | restated | unaudited
)(?![^\W_])"""
_SIGN = r"[^\w\s]"
_SIGN_BEHIND = r"[^\w\s*]"
"""Not a star: a run of stars that can be read in several ways is tried in all of them."""
_NOTE = r"\[\w{1,3}\] | \(\w{1,3}\) | \*{1,3}+"
_GROUP = r"[.,'’·٬ ]"
_AMOUNT = re.compile(
    rf"""(?:{_SIGN} | \s | {_BEFORE}){{0,10}}+
    (?P<number>
        (?!0\d) (?: \d{{1,3}}(?:{_GROUP}\d{{2,3}})*{_GROUP}\d{{3}}(?!\d) | \d{{1,4}}(?:,\d{{4}})+(?!\d) | \d+ )
        (?:[.,٫]\d+)?
    )
    (?:[.,][-–—]{{1,2}})?
    (?P<after>(?:\s | {_NOTE} | {_AFTER} | (?:/|per)\ ?[^\W\d_]{{1,8}} | {_SIGN_BEHIND}){{0,10}})""",
    re.VERBOSE | re.IGNORECASE,
)
_CENTS = re.compile(r"[.,٫](\d{1,2}|\d{4,})$")
_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_FILLED = re.compile(rf"{PLACEHOLDER.pattern}(?: ?{PLACEHOLDER.pattern})*")
_RAISED = re.compile("[⁰¹²³⁴-⁹ᵃ-ᶻ]+$")
"""Letters and digits of a note behind an amount."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount: its value without its sign, and whether its number is written as years are."""

    value: Decimal
    is_like_year: bool = False


def read_amount(text: str) -> Amount | None:
    """Return the amount that is all of a text; None for other text, and for one without a number.

    >>> [f"{read_amount(text).value:f}" for text in ("1,234.50 EUR", "€1.2m", "Rs. 1,200 [1]", "c. 3,400 €/t")]
    ['1234.50', '1200000', '1200', '3400']
    >>> [read_amount(text) for text in ("7 days", "12.03.2024", "020 7946 0321", "")]
    [None, None, None, None]
    """
    text = text.strip()
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return None
    match = _AMOUNT.fullmatch(_plain(text))
    if match is None:
        return None
    number = match["number"]
    cents = _CENTS.search(number)
    whole = number[: cents.start()] if cents else number
    digits = "".join(filter(str.isdigit, whole)) or "0"
    value = Decimal(f"{digits}.{cents.group(1)}" if cents else digits)
    scale = next((SCALES[word] for word in map(str.lower, _WORD.findall(match["after"])) if word in SCALES), 0)
    return Amount(value.scaleb(scale) if scale else value, _YEAR.fullmatch(number) is not None)


def _plain(text: str) -> str:
    """The text without marks of notes and invisible signs, and with one form of each letter."""
    if text.isascii():
        return text
    visible = (char for char in _RAISED.sub("", text) if unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFKC", "".join(visible))


def digits_of(text: str) -> Span:
    """Return the span from the first digit of a text to the last one; it has one.

    >>> digits_of("$ 1,200 m")
    Span(start=2, end=7)
    """
    digits = [at for at, char in enumerate(text) if char.isdigit()]
    return Span(digits[0], digits[-1] + 1)


def is_redacted_amount(text: str) -> bool:
    """Whether a text is placeholders alone, with what an amount may have around it.

    >>> [is_redacted_amount(text) for text in ("$[QUANTITY 1]m", "[CLIENT] [TERM]", "[TERM] sales", "1,200")]
    [True, True, False, False]
    """
    if "[" not in text or len(text) > _LONGEST_WITH_PLACEHOLDERS:
        return False
    filled = _FILLED.sub("1", text)
    return filled != text and read_amount(filled) is not None


def lines_of(text: str, span: Span) -> list[Span]:
    """Return the lines of a span of a text, without the space around them; a cell may hold an amount on each."""
    whole = span.of(text)
    if "\n" not in whole and "<" not in whole:
        return [_without_space(text, span.start, span.end)] if whole.strip() else []
    found, at = [], span.start
    ends = [*(match.span() for match in _BREAK.finditer(text, span.start, span.end)), (span.end, span.end)]
    for end, following in ends:
        if text[at:end].strip():
            found.append(_without_space(text, at, end))
        at = following
    return found


def _without_space(text: str, start: int, end: int) -> Span:
    line = text[start:end]
    start += len(line) - len(line.lstrip())
    return Span(start, start + len(line.strip()))
