"""Numbers in English words, up to ninety-nine."""

from decimal import Decimal

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

NUMBER_WORD = rf"(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES[1:10])})\b)?|(?:{'|'.join(reversed(_ONES))})\b"
"""The pattern of a number in words, in small letters."""


def number_of(text: str) -> Decimal:
    """Return the value of digits, which may be grouped, or of a number in words.

    >>> [str(number_of(text)) for text in ("4,370.5", "12 000", "Forty-three")]
    ['4370.5', '12000', '43']
    """
    words = text.lower().replace("-", " ").split()
    if words[0] in _ONES:
        return Decimal(_ONES.index(words[0]))
    if words[0] in _TENS:
        ones = _ONES.index(words[1]) if len(words) > 1 else 0
        return Decimal(10 * _TENS.index(words[0]) + 20 + ones)
    return Decimal("".join(char for char in text if char.isdigit() or char == "."))
