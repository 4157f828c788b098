"""Find redacted strings in encoded text: double entities, percent-encoding, base64."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import unquote_plus

from backend.document.canonical_order import unescape
from backend.ooxml.human_text import HumanText
from backend.ooxml.markup import names
from backend.ooxml.scrub.packed_texts import unpacked
from backend.ooxml.string_search import StringSearch

_RUN = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
_TAG = re.compile(r"<[^<>]{0,2000}>")
_CODES_OF_LETTERS = re.compile(r"\s*QUOTE((?:\s+(?:0x[0-9A-Fa-f]{1,4}|[1-9]\d{1,4}))+)", re.IGNORECASE)
_EQUATION = re.compile(r"\s*+EQ\s", re.IGNORECASE)
_PARTS_OF_EQUATION = re.compile(r"\\[a-z]+\d*|[(),;]", re.IGNORECASE)
_PRIVATE = re.compile("[\uf020-\uf0ff]")
_FIRST_SURROGATE = 0xD800
_SHORTEST_BROKEN = 40
"""Characters of a text that is all base64, lines and all."""
_SHORTEST_PACKED = 12
# A run of small letters with at most a capital before them is a word.
_WORD = re.compile(r"[A-Za-z][a-z]*|[A-Z]+|[0-9]+")
_READABLE = re.compile("[^\\x00-\\x1f\\x7f-\\x9f\ufffd]{8,}")
"""What bytes that are no text hold by chance is shorter."""
_HEADER_CODE = re.compile(r'&(?:[A-Z]|\d+|"[^"]*")')
"""In headers of charts and sheets, glued to the words: `&LPlan` (ECMA-376 part 1, 18.3.1.46)."""
_FIELD_DATA = names("w:fldData")
"""What an add-in or a form field keeps in binary form, which nobody can shorten (ECMA-376 part 1, 17.16.16)."""


def encoded_replaced(texts: Sequence[HumanText], search: StringSearch) -> Iterator[str]:
    """Replace whole texts that contain a redacted string in another encoding; yield the kind of each."""
    spelled = [(human, other) for human in texts for other in other_spellings(human.text)]
    found = search.find_all([other for _, other in spelled])
    for i, hits in found.items():
        human, _ = spelled[i]
        if human.text:
            _replace_whole(human, hits[0][1])
            yield human.what


def other_spellings(text: str) -> Iterator[str]:
    """Return the decoded forms of a text that differ from it."""
    for spelled in SPELLINGS:
        yield from (plain for plain in spelled(text) if plain != text)


def readable_spellings(text: str) -> Iterator[str]:
    """Return the readable decoded forms of a text, without the bytes of ids and pictures."""
    for plain in other_spellings(text):
        yield from _READABLE.findall(plain)


def _without_header_codes(text: str) -> Iterator[str]:
    if "&" in text:
        yield _HEADER_CODE.sub(" ", text)


def _without_entities(text: str) -> Iterator[str]:
    if "&" in text:
        yield unescape(unescape(text))


def _without_percent_signs(text: str) -> Iterator[str]:
    """Decode percent-encoding up to twice, because links are wrapped in links."""
    if "%" in text or "+" in text:
        yield unquote_plus(unquote_plus(text))


def _without_tags(text: str) -> Iterator[str]:
    """Return what markup in an attribute shows, such as the equation behind a picture of older Word."""
    if "<" in text and ">" in text:
        yield _TAG.sub("", text)


def _without_codes(text: str) -> Iterator[str]:
    """Return the letters that a field makes of codes: QUOTE and EQ (ECMA-376 part 1, 17.16.5.43 and 17.16.5.17)."""
    if match := _CODES_OF_LETTERS.match(text):
        codes = (int(code, 0) for code in match.group(1).split())
        yield "".join(chr(code) for code in codes if code < _FIRST_SURROGATE)
    elif match := _EQUATION.match(text):
        yield _PARTS_OF_EQUATION.sub("", text[match.end() :])


def _without_private_use(text: str) -> Iterator[str]:
    """Return the letters that codes of symbol fonts stand for: U+F048 for "H"."""
    if not text.isascii():
        yield _PRIVATE.sub(lambda match: chr(ord(match.group()) - 0xF000), text)


def _without_base64(text: str) -> Iterator[str]:
    """Decode each base64 run, and what is packed in it, as UTF-8 or UTF-16."""
    whole = "".join(text.split()) if len(text) >= _SHORTEST_BROKEN else ""
    for run in [whole] if _RUN.fullmatch(whole) else _RUN.findall(text):
        if _WORD.fullmatch(run):
            continue
        body = run.rstrip("=").translate(str.maketrans("-_", "+/"))
        try:
            content = base64.b64decode(body + "=" * (-len(body) % 4))
        except binascii.Error:
            continue
        for each in (content, *(unpacked(content) if len(content) >= _SHORTEST_PACKED else ())):
            for encoding in ("utf-8", "utf-16-le", "utf-16-be") if b"\0" in each else ("utf-8",):
                yield each.decode(encoding, "replace")


SPELLINGS: tuple[Callable[[str], Iterator[str]], ...] = (
    _without_header_codes,
    _without_entities,
    _without_percent_signs,
    _without_tags,
    _without_codes,
    _without_private_use,
    _without_base64,
)
"""Ways to read a text otherwise than it stands."""


def _replace_whole(human: HumanText, placeholder: str) -> None:
    element = human.slots[0].element
    parent = element.getparent()
    if element.tag in _FIELD_DATA and parent is not None:
        parent.remove(element)
        return
    for i, slot in enumerate(human.slots):
        slot.write("" if i else placeholder)
