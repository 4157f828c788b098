"""Redact the text that formats of numbers show, in however many pieces a format writes it.

A format shows text beside a number, or instead of it: `"Kestrel" 0` (ECMA-376 part 1, 18.8.31). It may write that
text letter by letter (`\\K\\e\\s`), in several pairs of quotation marks, or with codes in between that show nothing
or a gap.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.human_text import Slot
from backend.ooxml.markup import names
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.run_replacement import replace_across_runs
from backend.ooxml.string_search import BORDER, Found, StringSearch

NUMBER_FORMAT = "number format"

_IN_ATTRIBUTE = names("x:numFmt", "c:numFmt", "c:pt", "cx:numFmt", "cx:lvl")
_AS_TEXT = names("c:formatCode")
_CODE = "formatCode"

_LEAST = 4
"""Letters and digits at least of a text that is read for names."""

_LONGEST = 1_000
"""Characters of a format in which a text may stand in one piece; Excel keeps 255 (18.8.30)."""

_TOKEN = re.compile(
    r"""
      "(?P<quoted>[^"]*)"?                     # text
    | \\(?P<letter>.)                          # one letter as it is
    | \[\$(?P<sign>[^\[\]]*?)(?P<country>-[0-9A-Fa-f,]*)?\]  # the sign of a currency, which may be any text
    | (?P<silent>[_*].|\[[^\[\]]*\]|\#)        # gaps, colours, conditions, digits that may be missing
    | (?P<digit>[0-9?@])                       # digits, or the text of a cell
    | (?P<section>;)
    | (?P<word>[^\W\d_])                       # of a day or of General; in a format that is none, a letter
    | (?P<plain>.)                             # blanks, brackets, signs
    """,
    re.VERBOSE | re.DOTALL,
)


class _Reading(Enum):
    """How the codes of a format are read that show no text: what stands for a gap, and for a letter of a code."""

    TOGETHER = ("", BORDER)
    WITH_GAPS = (" ", BORDER)
    LETTERS = ("", "")


class _Piece(NamedTuple):
    """A piece of a format: how it is written, and what it shows; `literal` if that is a text."""

    raw: str
    shown: str
    literal: bool = False
    country: str = ""


def shown_in_formats(root: etree._Element) -> Iterator[str]:
    """Return the texts that formats of one part show and do not have in one piece."""
    shown: dict[str, None] = {}
    for code in dict.fromkeys(slot.text for slot in _slots(root)):
        within = code[:_LONGEST]
        for reading in (_Reading.TOGETHER, _Reading.WITH_GAPS):
            texts = "".join(piece.shown for piece in _pieces(code, reading)).split(BORDER)
            shown |= dict.fromkeys(text.strip() for text in texts if _is_text(text) and text.strip() not in within)
    yield from shown


def _is_text(shown: str) -> bool:
    """Tell whether a format shows more than the sign of a currency or a unit."""
    return sum(char.isalnum() for char in shown) >= _LEAST


def redact_number_formats(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Replace redacted strings in what the formats of charts and workbooks show; the codes around them stay."""
    for part, root in parts.roots():
        slots = [slot for slot in _slots(root) if _shows_text(slot.text)]
        redacted = _redacted(dict.fromkeys(slot.text for slot in slots), parts.search)
        for slot in slots:
            code = redacted.get(slot.text)
            if code is not None:
                slot.write(code)
                parts.changed(part)
            yield CoverageEntry(part, NUMBER_FORMAT, Treatment.REDACTED, int(code is not None))


def _slots(root: etree._Element) -> Iterator[Slot]:
    for element in root.iter(*_IN_ATTRIBUTE):
        if element.get(_CODE):
            yield Slot(element, _CODE)
    for element in root.iter(*_AS_TEXT):
        if element.text:
            yield Slot(element)


def _shows_text(code: str) -> bool:
    return any(piece.literal and any(map(str.isalnum, piece.shown)) for piece in _pieces(code, _Reading.TOGETHER))


def _redacted(codes: Iterable[str], search: StringSearch) -> dict[str, str]:
    """Return the new code of each format in which something is found."""
    new = {code: code for code in codes}
    for reading in _Reading:
        pieces = [list(_pieces(code, reading)) for code in new.values()]
        # A letter that may be a code is no word of people.
        searched = search.without_words if reading is _Reading.LETTERS else search
        hits = searched.find_all(["".join(piece.shown for piece in each) for each in pieces])
        for i, (old, code) in enumerate(new.items()):
            new[old] = _replaced(pieces[i], hits[i]) if i in hits else code
    return {old: code for old, code in new.items() if code != old}


def _replaced(pieces: Sequence[_Piece], found: Found) -> str:
    """Write a format with other texts; what shows no text stays, behind a placeholder that begins before it."""
    cuts = replace_across_runs([piece.shown for piece in pieces], found)
    written: list[str] = []
    for piece, cut in zip(pieces, cuts, strict=True):
        if not cut.touched:
            written.append(piece.raw)
        elif piece.literal:
            written += _quoted(cut.text), f"[${piece.country}]" if piece.country else ""
        else:
            written += _quoted(cut.text.replace(BORDER, "").strip()), piece.raw
    return "".join(written)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "") + '"' if text else ""


def _pieces(code: str, reading: _Reading) -> Iterator[_Piece]:
    gap, letter = reading.value
    for match in _TOKEN.finditer(code):
        raw, kind = match[0], match.lastgroup
        if kind in ("quoted", "letter"):
            yield _Piece(raw, match[kind], literal=True)
        elif match["sign"] is not None:
            yield _Piece(raw, match["sign"], literal=True, country=match["country"] or "")
        elif kind == "silent":
            yield _Piece(raw, gap)
        elif kind == "plain" or (kind == "word" and not letter):
            yield _Piece(raw, raw, literal=True)
        else:
            yield _Piece(raw, BORDER)
