"""Normalise a text for phrase search: case folding, spaces, quotes, percent-encoding, glued words."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from urllib.parse import unquote

from backend.document.placeholders import blank_placeholders
from backend.document.spans import Span
from backend.document.text_cache import cached_by_text
from backend.document.text_readings import ReadText, other_readings, with_endings_apart
from backend.document.tokens import RAISED, Folded, fold

GAPS = re.compile(r"[\s_\-\u2010-\u2015]+")
"""What stands between the words of a name: white space, and in file names `_` and `-`."""

LOOSE_SIGNS = f"+*{RAISED}"
"""Signs that stand between words too (a space in a web form, emphasis in Markdown, ®), unless a phrase has them."""

_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u1680\u2028\u2029"
_STRICT = f"{_SPACES}_-\u2010\u2011\u2012\u2013\u2014\u2015"
_QUOTES = {"'": "\u2018\u2019\u201a\u201b\u02b9\u02bc\u2032`", '"': "\u201c\u201d\u201e\u201f"}
"""The straight quotes, and the signs that people and Word write for them."""
_PLAIN_STRICT = str.maketrans({**dict.fromkeys(_STRICT, " "), "`": "'"})
_PLAIN_LOOSE = str.maketrans(dict.fromkeys(LOOSE_SIGNS, " "))
"""The same for text that is ASCII, in one pass; `str.translate` takes a hundred times as long where it is not."""
# A capital behind a small letter: where two words were glued together.
_SEAM = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
# As in the name of an account and in an address: "gisela.kirsten". The end of a sentence has a space behind it.
_DOT = re.compile(r"(?<=[^\W\d_])\.(?=[^\W\d_])")
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """One normalised form of a text, with a map back to the original.

    `level` has a space for every character of a gap, `strict` keeps LOOSE_SIGNS; both are as long as the folded
    text. `parted` holds the letters and digits of `level` at the same offsets. Readings that differ only in signs
    share it, so that it is split only once.
    """

    level: str
    strict: str
    parted: str
    _folded: Folded
    _maps: tuple[Folded, ...] = ()
    """The maps back from the text that was folded, the last one first."""

    def for_phrase(self, is_strict: bool) -> str:  # noqa: FBT001 - a property of the phrase
        """Return the form to search: with LOOSE_SIGNS where the phrase itself holds such signs."""
        return self.strict if is_strict else self.level

    def span(self, start: int, end: int) -> Span:
        """Return the place of a stretch of the normalised text in the original text."""
        for each in (self._folded, *self._maps):
            start, end = each.start(start), each.end(end)
        return Span(start, end)


def normalised_texts(text: str, folded: Folded | None = None) -> Sequence[NormalisedText]:
    """Return the normalised forms: as written, dotted names split, percent-decoded, and glued words split.

    Dots separate words in names of accounts ("gisela.kirsten"). Words are glued in file names ("HaldenRookReport")
    and where a heading lost its line break ("OverviewWalmart is").

    >>> [reading.level for reading in normalised_texts("Halden%20%26_Rook")]
    ['halden%20%26 rook', 'halden & rook']
    >>> [reading.level for reading in normalised_texts("OverviewWalmart")]
    ['overviewwalmart', 'overview walmart']
    >>> [reading.level for reading in normalised_texts("C:/gisela.kirsten")]
    ['c:/gisela.kirsten', 'c:/gisela kirsten']
    """
    return _readings(text) if folded is None else tuple(_all_readings(text, folded))


@cached_by_text
def _readings(text: str) -> Sequence[NormalisedText]:
    return tuple(_all_readings(text, fold(text)))


def _all_readings(text: str, folded: Folded) -> Iterator[NormalisedText]:
    plain = _reading(folded)
    yield plain
    if _DOT.search(plain.level):
        yield replace(plain, level=_DOT.sub(" ", plain.level), strict=_DOT.sub(" ", plain.strict))
    if "%" in text:
        decoded = _decoded(text)
        if decoded.text != text:
            yield _reading(fold(decoded.text), (decoded,))
    if _SEAM.search(text):
        apart = _apart(text)
        yield _reading(fold(apart.text), (apart,))


@cached_by_text
def spelled_texts(text: str) -> Sequence[NormalisedText]:
    """Return the normalised forms of the other readings of a text (`text_readings`).

    >>> [reading.level for reading in spelled_texts("M\u00fcller")]
    ['muller', 'mueller']
    """
    return tuple(_of_read(read) for read in other_readings(blank_placeholders(text)))


def texts_with_endings_apart(
    text: str, stems: Set[str], inner: Set[str], heads: Set[str], declined: Mapping[str, str]
) -> Sequence[NormalisedText]:
    """Return the normalised form with case endings, and what is joined to a head, apart, if a word has both."""
    read = with_endings_apart(blank_placeholders(text), stems, inner, heads, declined)
    return () if read is None else (_of_read(read),)


def _of_read(read: ReadText) -> NormalisedText:
    reading = _reading(fold(read.text), read.maps)
    level, strict = _DOT.sub(" ", reading.level), reading.strict
    return replace(reading, level=level, strict=strict, parted=level)


def _reading(folded: Folded, maps: tuple[Folded, ...] = ()) -> NormalisedText:
    if folded.text.isascii():
        strict = folded.text.translate(_PLAIN_STRICT)
        level = strict.translate(_PLAIN_LOOSE)
    else:
        strict = _spaced(straight_quotes(folded.text), _STRICT)
        level = _spaced(strict, LOOSE_SIGNS)
    return NormalisedText(level, strict, level, folded, maps)


def straight_quotes(text: str) -> str:
    """Replace curly quotes by straight ones, character by character.

    >>> straight_quotes("O’Hara")
    "O'Hara"
    """
    for straight, others in _QUOTES.items():
        for other in others:
            text = text.replace(other, straight)
    return text


def _spaced(text: str, signs: str) -> str:
    """Replace each of the signs by a space."""
    for sign in signs:
        text = text.replace(sign, " ")
    return text


def _apart(text: str) -> Folded:
    """Insert a space between glued words. The map back to the original is that of a folded text."""
    pieces: list[str] = []
    folded, original, widths = [0], [0], [-1]
    done = 0
    for seams, match in enumerate(_SEAM.finditer(text)):
        at = match.start()
        pieces += text[done:at], " "
        folded += at + seams, at + seams + 1
        original += at, at
        widths += 0, -1
        done = at
    return Folded("".join((*pieces, text[done:])), tuple(folded), tuple(original), tuple(widths))


def _decoded(text: str) -> Folded:
    """Decode percent-encoding where it is UTF-8. The map back to the original is that of a folded text."""
    pieces: list[str] = []
    folded, original, widths = [0], [0], [-1]
    length = done = 0
    for match in _ESCAPES.finditer(text):
        new = unquote(match.group(), errors="replace")
        if "\ufffd" in new:
            continue
        pieces += text[done : match.start()], new
        length += match.start() - done
        folded += length, length + len(new)
        original += match.start(), match.end()
        widths += len(match.group()), -1
        length += len(new)
        done = match.end()
    return Folded("".join((*pieces, text[done:])), tuple(folded), tuple(original), tuple(widths))
