"""Text files of as many characters as is asked for, whose shape is the worst for patterns and for the tokeniser."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

FILE = "a.txt"
NAME = "Halden & Rook"


@dataclass(frozen=True, slots=True)
class GrowingText:
    """A shape of text; `many` is how many characters the slower of two runs has."""

    make: Callable[[int], bytes]
    many: int = 400_000


def repeated(*pieces: str, start: str = "", end: str = "") -> GrowingText:
    """These pieces over and over, between a start and an end."""
    piece = "".join(pieces)

    def make(many: int) -> bytes:
        return f"for {NAME} now\n{start}{piece * (many // len(piece) + 1)}{end}".encode()

    return GrowingText(make)


def numbered(shape: str) -> GrowingText:
    """The same shape with another number each time."""

    def make(many: int) -> bytes:
        each = len(shape.format(10_000))
        return (f"for {NAME} now\n" + "".join(shape.format(i) for i in range(many // each + 1))).encode()

    return GrowingText(make)


def _grouped(number: int) -> str:
    """The same ten digits with other signs between them: those of the number to the base of four."""
    return (
        "".join(digit + ("", "-", " ", ".")[number // 4**place % 4] for place, digit in enumerate("305557814"))
        + "2"
    )


GROWING: dict[str, GrowingText] = {
    "one word": repeated("a"),
    "one capital word": repeated("A"),
    "one number": repeated("7"),
    "digits and dashes": repeated("7-"),
    "digits and spaces": repeated("7 "),
    "digits and dots": repeated("12.34."),
    "groups of a card": repeated("4111 1111 1111 1111 "),
    "groups of an IBAN": repeated("DE89 3704 0044 0532 0130 00 "),
    "one IBAN": repeated("DE893704"),
    "numbers for phones": repeated("+44 20 7946 0958 "),
    "signs for phones": repeated("+("),
    "dots": repeated("."),
    "colons": repeated(":"),
    "slashes": repeated("/"),
    "backslashes": repeated("\\"),
    "hex and colons": repeated("ab:"),
    "at signs": repeated("@"),
    "mail addresses": numbered("ann.rook{}@halden-rook.example "),
    "one mail address": repeated("a@a."),
    "letters before at": repeated("a.", end="@"),
    "links": numbered("https://halden.example/{}?q=a&b=c "),
    "mail addresses and letters apart": numbered("ann.rook{0}@halden.example, r o o k a {0} t h e n "),
    "one link": repeated("a/", start="https://halden.example/"),
    "beginnings of links": repeated("http://"),
    "percent signs": repeated("%41"),
    "percent signs of percent signs": repeated("%2525"),
    "entities": repeated("&amp;"),
    "entities of entities": repeated("&amp;amp;"),
    "ampersands": repeated("&"),
    "opening brackets": repeated("["),
    "brackets": repeated("[a]"),
    "opening parentheses": repeated("[a]("),
    "balanced parentheses": repeated("()", start="[a]("),
    "less-than signs": repeated("<"),
    "tags without an end": repeated("<a "),
    "tags": repeated("<b>a</b>"),
    "quotes": repeated('"'),
    "stars": repeated("*"),
    "base64": repeated("QUJD"),
    "base64 in lines": repeated("QUJD" * 15 + "\n"),
    "odd base64": repeated("QUJDx" * 9 + "!"),
    "hex": repeated("4a"),
    "hex with spaces": repeated("4a "),
    "escapes": repeated("\\u0041"),
    "quoted printable": repeated("=41"),
    "soft breaks": repeated("a=\n"),
    "rich text": repeated("\\'41{\\b "),
    "combining characters": repeated("\u0301", start="e"),
    "letters with marks": repeated("e\u0301\u0302"),
    "characters that grow": repeated("\ufdfa"),
    "zero-width characters": repeated("\u200b"),
    "soft hyphens": repeated("a\u00ad"),
    "bidirectional marks": repeated("\u202ea\u202c"),
    "look-alikes": repeated("\u0430\u0435"),
    "surrogate pairs": repeated("\U0001f468\u200d"),
    "no spaces": repeated("\u6f22"),
    "spaces": repeated(" "),
    "no-break spaces": repeated("\u00a0"),
    "tabs": repeated("\t"),
    "empty lines": repeated("\n"),
    "lines of Windows": repeated("\r\n"),
    "one letter a line": repeated("a\n"),
    "placeholders": numbered("[PERSON {}] "),
    "placeholders as they are": repeated("[REDACTED]"),
    "beginnings of placeholders": repeated("[PERSON "),
    "names of clients": repeated("Halden "),
    "the hidden name": repeated("Halden & Rook "),
    "the hidden name apart": repeated("Halden  &\t"),
    "the hidden name in capitals": repeated("HALDEN_ROOK"),
    "names of people": numbered("Ann Rook{} "),
    "many names": numbered("Mr Alan Q{}son, "),
    "titles": repeated("Dr "),
    "initials": repeated("A. "),
    "capitals": repeated("Aa "),
    "dates": numbered("1 May {} "),
    "parts of dates": repeated("May "),
    "months and commas": repeated("May, "),
    "times": repeated("10:10"),
    "addresses": numbered("{} High Street, London NW1 6XE\n"),
    "beginnings of addresses": numbered("{} High "),
    "words of streets": repeated("Street "),
    "numbers with commas": repeated("1,"),
    "currencies": repeated("$1,000 "),
    "hyphens": repeated("-"),
    "words with hyphens": repeated("a-"),
    "underscores": repeated("_a"),
    "apostrophes": repeated("'s"),
    "wallets": repeated("1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf"),
    "words for what follows": repeated("passport number: "),
    "groupings of one phone number": GrowingText(
        lambda many: (
            f"for {NAME} now\n" + "; ".join(f"call +49 {_grouped(i)}" for i in range(many // 25))
        ).encode()
    ),
    "codes that begin alike, also behind labels": numbered("customer number: KX-{0}, IDKX{0} "),
    "phone numbers that begin alike, also behind labels": numbered("call +44 20 79 {0}, T+442079{0} "),
    "account words": repeated("account "),
    "different words": numbered("w{} "),
    "companies": numbered("Abcdef{} Ltd "),  # long enough for base64 also while the numbers are short
    "zero bytes": repeated("a\0"),
    "marks out of order": GrowingText(
        lambda many: ("e" + "\u0301" * (many // 2) + "\u0323" * (many // 2) + NAME).encode()
    ),
    "marks of marks": repeated("\u0f73", start="e"),
    "letters that nobody sees": repeated("\u3164"),
    "halves of letters": repeated("\u1160", start="\u1100"),
    "one address without spaces": repeated("![www.](http://@&amp;", end="![@>"),
    "addresses among signs": GrowingText(
        lambda many: (
            f"for {NAME} now\n" + "".join(Random(1).choices(["\u20ac", "", ".example[^1]", NAME], k=many // 7))
        ).encode()
    ),
    "addresses, and how they all begin": GrowingText(
        lambda many: (
            f"for {NAME} now "
            + "".join(f"ann{i}@halden.example " for i in range(many // 50))
            + "ann " * (many // 8)
        ).encode()
    ),
    "declarations of namespaces": repeated("xmlns:"),
    "comments without an end": repeated("<!-- "),
    "definitions of links": repeated("[a]: b\n"),
    "beginnings of definitions": repeated("[a\n"),
    "links in links": repeated("[a](b(c)"),
    "quotes in quotes": repeated("> "),
}
"""Every shape by its name."""
