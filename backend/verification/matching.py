"""Matching as the raw search does it: its own idea of what is the same, so that one mistake is not made twice.

Both texts are brought to one plain form: composed (NFKC) and case-folded, without what nobody sees, one space for
any run of white space, hyphens, dashes and underscores, none around signs. In that form a string is looked for as
it stands. A letter at its edge must not touch a letter, a digit must touch neither; a word of the model stands
alone.
"""

import base64
import binascii
import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from backend.document.placeholders import PLACEHOLDER
from backend.document.redacted import RedactedString

BORDER = "\0"
"""Between texts that are searched together; nothing is found across it."""

# U+FFFC is how a reader may show a picture in the middle of a text; the XML has no character there.
_UNSEEN = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffc]")
# NFKC would make letters and digits of them and glue them to the name: "Acme™" is no "acmetm".
_RAISED = re.compile(
    "[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u2070-\u207f\u2120\u2122]"
)
_LOOSE_MARKS = re.compile("[\u0300-\u036f]")
_APOSTROPHES = re.compile("[\u2018\u2019\u02bc]")
_SPACES = re.compile(r"[\s_\-\u2010-\u2015\u2212]+")
_AROUND_SIGNS = re.compile(r" ?([^\w\s\0]) ?")
_RUN = re.compile(r"[^\W\d_]+|\d+")

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}")
_MIXED = re.compile(r"(?=.*[A-Z0-9+/])(?=.+[a-z0-9+/])|(?=.*[a-z])(?=.+[A-Z])")
_SHORTEST_IN_BASE64 = 6


@dataclass(frozen=True, slots=True)
class Needle:
    """A redacted string in its plain form; `cased` says how its words must begin when case matters."""

    index: int
    plain: str
    is_word: bool
    cased: re.Pattern[str] | None

    def stands_at(self, plain: str, start: int) -> bool:
        """Whether the needle stands at `start` of a plain text, and is not a piece of something longer."""
        end = start + len(self.plain)
        if start < 0 or not plain.startswith(self.plain, start) or self._is_possessive(plain, start):
            return False
        before, after = plain[start - 1 : start], plain[end : end + 1]
        return not (self._touches(self.plain[0], before) or self._touches(self.plain[-1], after))

    def _is_possessive(self, plain: str, start: int) -> bool:
        """Whether a word "s" is only the ending of a name or of its placeholder, which belongs to no word."""
        if not (self.is_word and self.plain == "s" and plain[start - 1 : start] == "'"):
            return False
        owner = plain[max(start - 2, 0) : start - 1]
        return owner.isalnum() or owner == BORDER

    def _touches(self, edge: str, neighbour: str) -> bool:
        if not (edge.isalnum() and neighbour.isalnum()):
            return False
        return self.is_word or not (edge.isalpha() and not neighbour.isalpha())


@dataclass(frozen=True, slots=True)
class Needles:
    """All redacted strings, to be looked for in one pass over a text; what lies in a `spared` term may stay."""

    strings: Sequence[RedactedString]
    spared: Sequence[str] = ()
    _spared: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    _by_run: dict[str, list[tuple[int, Needle]]] = field(init=False, repr=False, compare=False)
    """Each needle under its first run of letters or digits, with the offset of that run."""
    _signs: list[Needle] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kept = sorted((plain_form(term).strip() for term in self.spared), key=len, reverse=True)
        whole = rf"(?<![^\W_])(?:{'|'.join(map(re.escape, kept))})(?![^\W_])"
        object.__setattr__(self, "_spared", re.compile(whole, re.IGNORECASE) if kept else None)
        by_run: dict[str, list[tuple[int, Needle]]] = defaultdict(list)
        signs = []
        for i, string in enumerate(self.strings):
            cased = _cased(string.text) if string.case_sensitive else None
            needle = Needle(i, plain_form(string.text).strip(), string.is_word, cased)
            first = _RUN.search(needle.plain)
            if first:
                by_run[first.group()].append((first.start(), needle))
            elif needle.plain:
                signs.append(needle)
        object.__setattr__(self, "_by_run", dict(by_run))
        object.__setattr__(self, "_signs", signs)

    def find(self, text: str, *, words: bool = True, shortest: int = 1) -> set[int]:
        """The positions of the strings that stand in `text`.

        Words of the model are left out without `words`, and so are strings whose plain form is shorter than
        `shortest` characters.
        """
        if not text:
            return set()
        plain = self._without_spared(plain_form(text))
        found = {needle.index for needle in self._signs if len(needle.plain) >= shortest and needle.plain in plain}
        spelled = ""
        for start, needle in self._standing(plain):
            if needle.index in found or len(needle.plain) < shortest or (needle.is_word and not words):
                continue
            if needle.cased is not None:
                spelled = spelled or self._without_spared(_uncased_form(text))
                if not needle.cased.match(spelled, start):
                    continue
            found.add(needle.index)
        return found

    def _without_spared(self, plain: str) -> str:
        return plain if self._spared is None else self._spared.sub(BORDER, plain)

    def _standing(self, plain: str) -> Iterator[tuple[int, Needle]]:
        for run in _RUN.finditer(plain):
            for offset, needle in self._by_run.get(run.group(), ()):
                start = run.start() - offset
                if needle.stands_at(plain, start):
                    yield start, needle

    def find_encoded(self, text: str, *, words: bool) -> Iterator[tuple[str, int]]:
        """What stands in `text` in another spelling of its characters, with the name of the spelling."""
        for how, decoded in _decoded(text):
            yield from ((how, i) for i in self.find(decoded, words=words))
        hidden = BORDER.join(_from_base64(text))
        yield from (("base64", i) for i in self.find(hidden, words=False, shortest=_SHORTEST_IN_BASE64))


def plain_form(text: str) -> str:
    """Bring a text to the form in which two spellings of one thing are equal; placeholders are borders.

    >>> plain_form("Halden\u00a0 & ROOK_plan, [CLIENT]")
    'halden&rook plan,\\x00'
    """
    return _joined(unicodedata.normalize("NFKC", _seen(text)).casefold())


def _uncased_form(text: str) -> str:
    """The plain form with the case it was written in, letter by letter at the same place."""
    written = unicodedata.normalize("NFKC", _seen(text))
    if len(written.casefold()) != len(written):
        written = "".join(map(_as_long_as_folded, written))
    return _joined(written)


def _as_long_as_folded(char: str) -> str:
    """A letter that case folding makes two of, as two: "ß" is "ss", and "İ" keeps its capital."""
    folded = char.casefold()
    return char if len(folded) == 1 else (folded[0] if char.islower() else char) + folded[1:]


def _seen(text: str) -> str:
    text = PLACEHOLDER.sub(BORDER, text)
    return text if text.isascii() else _RAISED.sub(" ", _UNSEEN.sub("", text))


def _joined(text: str) -> str:
    if not text.isascii():
        text = _APOSTROPHES.sub("'", _LOOSE_MARKS.sub("", text))
    return _AROUND_SIGNS.sub(r"\1", _SPACES.sub(" ", text))


def _cased(text: str) -> re.Pattern[str]:
    """The string with its capitals where it has them at the start of a word, and any case elsewhere."""
    plain = _uncased_form(text).strip()
    pieces = (
        re.escape(piece[0]) + f"(?i:{re.escape(piece[1:])})" if piece[0].isupper() else f"(?i:{re.escape(piece)})"
        for piece in re.findall(r"[^\W_]+|[\W_]+", plain)
    )
    return re.compile(rf"(?<![^\W\d_]){''.join(pieces)}(?![^\W\d_])")


def _decoded(text: str) -> Iterator[tuple[str, str]]:
    """The text without its percent signs and entities, each up to twice: links are often wrapped in links."""
    for how, sign, decode in (("percent-encoded", "%", _from_percent), ("entity-encoded", "&", html.unescape)):
        for _ in range(2):
            decoded = decode(text) if sign in text else text
            if decoded == text:
                break
            text = decoded
            yield how, text


def _from_percent(text: str) -> str:
    return unquote(text.replace("+", " "))


def _from_base64(text: str) -> Iterator[str]:
    """What each run of base64 characters holds, begun at each of its first four characters.

    A run of small letters alone, with at most a capital before them, is a word and no base64 of anything readable.
    """
    for run in {match.group() for match in _BASE64.finditer(text)}:
        if not _MIXED.match(run):
            continue
        for start in range(4):
            body = run[start : start + (len(run) - start) // 4 * 4] or ""
            rest = run[start + len(body) :]
            body += rest + "=" * (4 - len(rest)) if len(rest) > 1 else ""
            with_signs = body.translate(str.maketrans("-_", "+/"))
            try:
                content = base64.b64decode(with_signs)
            except binascii.Error:
                continue
            yield content.decode("utf-16-le" if b"\0" in content else "utf-8", "ignore")
