"""End a name before a number that a recogniser has found.

Pipelines like to take a telephone number at the end of an address, or an IBAN after its label, for a place.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from backend.document.spans import Span

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LABELS = frozenset(
    {
        *("iban", "bic", "swift", "phone", "telephone", "tel", "mobile", "cell", "fax", "office", "home", "work"),
        *(
            "direct",
            "line",
            "email",
            "e-mail",
            "mail",
            "card",
            "credit",
            "debit",
            "account",
            "acct",
            "number",
            "no",
        ),
        *("nr", "ssn", "social", "security", "id", "ip", "address", "passport", "license", "licence", "vat", "tax"),
        *("my", "your", "the", "call", "at", "on", "is", "and", "or", "contact"),
    }
)
"""Words that say what a number is."""
_SAYS_WHAT_FOLLOWS = re.compile(r"[,;]\s{0,2}(?:tel|telephone|phone|mobile|cell|fax|e-?mail)\.?$", re.IGNORECASE)


def split_at_numbers(name: Span, numbers: Sequence[Span], text: str) -> Iterator[Span]:
    """Return the pieces of a name outside all `numbers`, without signs at their ends.

    `numbers` ascend and do not overlap. A piece without a capital or a digit, or of labels alone ("IBAN"), is left
    out. A name that overlaps no number stays as it is.

    >>> text = "London 555-0199 office"
    >>> [piece.of(text) for piece in split_at_numbers(Span(0, 22), [Span(7, 15)], text)]
    ['London']
    """
    first = max(bisect_right(numbers, name.start, key=lambda number: number.start) - 1, 0)
    start, is_cut = name.start, False
    for i in range(first, len(numbers)):
        number = numbers[i]
        if number.start >= name.end:
            break
        if number.end > start:
            yield from _piece(start, number.start, text)
            start, is_cut = number.end, True
    if not is_cut:
        yield name
    else:
        yield from _piece(start, name.end, text)


def beside_numbers(name: Span, numbers: Sequence[Span]) -> Span:
    """Return the part of a name beside the numbers that it runs into; one that contains a number stays as it is.

    `numbers` ascend and do not overlap.

    >>> beside_numbers(Span(0, 12), [Span(7, 20)]), beside_numbers(Span(0, 12), [Span(7, 9)])
    (Span(start=0, end=7), Span(start=0, end=12))
    """
    start, end = name.start, name.end
    behind = bisect_right(numbers, start, key=lambda number: number.start)
    if behind and start < numbers[behind - 1].end < end:
        start = numbers[behind - 1].end
    last = bisect_left(numbers, end, key=lambda number: number.start)
    if last and start < numbers[last - 1].start and end < numbers[last - 1].end:
        end = numbers[last - 1].start
    return Span(start, end)


def _piece(start: int, end: int, text: str) -> Iterator[Span]:
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    if label := _SAYS_WHAT_FOLLOWS.search(text, start, end):
        end = label.start()
    words = _WORD.findall(text[start:end].lower())
    if not _LABELS.issuperset(words) and any(char.isupper() or char.isdigit() for char in text[start:end]):
        yield Span(start, end)
