"""Rarer rows of the table of readings: what gateways, old mail, style sheets and fonts make of a name.

`text_readings` puts them into its tables, each where it belongs: an encoding is decoded before signs are read.
"""

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote


@dataclass(frozen=True, slots=True)
class Reading:
    """A row of the table: what is replaced, by what, and how often, since a decoded text may hold more of it."""

    name: str
    pattern: re.Pattern[str]
    write: Callable[[re.Match[str]], str]
    rounds: int = 1
    by_letter: bool = False
    """Whether it replaces letter by letter, so that what is as long as before has each letter in its place."""
    needs: str = ""
    """Characters one of which is in every match, so that other texts need no search; empty where none are known."""

    def may_change(self, text: str) -> bool:
        """Return whether a text has one of the characters that every match needs."""
        return not self.needs or any(sign in text for sign in self.needs)


_FIRST_OTHER = 0xA0
"""The first character that escapes are written for; those below are in every file."""
_LAST_OF_CSS = 0x2FFF
_SYMBOLS = 0xF000
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-0123456789+-", strict=True))
_RAISED_SIGNS = str.maketrans(_RAISED)
_HAN = re.compile("[\u4e00-\u9fff]+")
_LATIN = re.compile("[\u00c0-\u00ff]+")
_REPLACED = re.compile(r"\*\*([A-Za-z0-9_-])|\*")
_RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""What counts a run of replaced characters in a link of Proofpoint; the first sign means two."""


def _symbol(match: re.Match[str]) -> str:
    return "".join(chr(ord(char) - _SYMBOLS) for char in match.group())


def _raised(match: re.Match[str]) -> str:
    return match.group().translate(_RAISED_SIGNS)


def _css(match: re.Match[str]) -> str:
    """Decode an escape of a style sheet.

    A short one may also be a folder of a path, so it counts only as a letter beyond ASCII.
    """
    whole, short = match.groups()
    code = int(whole or short, 16)
    is_letter = code >= (1 if whole else _FIRST_OTHER) and code <= _LAST_OF_CSS
    return chr(code) if is_letter else match.group()


def _utf7(match: re.Match[str]) -> str:
    """Decode a run of UTF-16 in base64, as folders of mail have it; other text has such runs by chance."""
    run = match.group(1).replace(",", "/")
    try:
        decoded = base64.b64decode(run + "=" * (-len(run) % 4)).decode("utf-16-be")
    except (binascii.Error, UnicodeDecodeError):
        return match.group()
    is_other = bool(decoded) and all(char.isalpha() and ord(char) >= _FIRST_OTHER for char in decoded)
    return decoded if is_other else match.group()


def _proofpoint(match: re.Match[str]) -> str:
    """Put the characters of a link back, each of which a star stands for."""
    link, code = match.groups()
    try:
        signs = iter(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)).decode())
    except (binascii.Error, UnicodeDecodeError):
        return match.group()

    def put_back(star: re.Match[str]) -> str:
        count = _RUNS.index(star[1]) + 2 if star[1] else 1
        return "".join(next(signs, "*") for _ in range(count))

    return unquote(_REPLACED.sub(put_back, link), errors="replace")


def _other_percent(match: re.Match[str]) -> str:
    """Decode bytes that are no UTF-8: as Chinese letters in pairs, or as a Western letter."""
    content = bytes.fromhex(match.group().replace("%", ""))
    for charset, letters in (("gb18030", _HAN), ("cp1252", _LATIN)):
        try:
            decoded = content.decode(charset)
        except UnicodeDecodeError:
            continue
        if letters.fullmatch(decoded):
            return decoded
    return match.group()


_SYMBOL_LETTERS = re.compile("[\uf021-\uf0ff]+")
_ANY_RAISED = f"[{''.join(_RAISED)}]"
_RAISED_RUN = re.compile(rf"(?<![^\W\d_]){_ANY_RAISED}(?:{_ANY_RAISED}|[ -](?={_ANY_RAISED}))+")
_CSS_ESCAPE = re.compile(r"\\{1,2}(?:(00[0-9A-Fa-f]{4}) ?|([0-9A-Fa-f]{2,5}) )(?=\w|\\|\s)")
_UTF_7 = re.compile(r"[&+]([A-Za-z0-9+,/]{3,40})-")
_PROOFPOINT = re.compile(r"(?<=urldefense\.com/v3/__)(\S{4,2000}?)__;([A-Za-z0-9_-]{0,200})")
_OTHER_PERCENT = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f](?:%[4-9A-Fa-f][0-9A-Fa-f])?)+")
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|cite|em|font|i|mark|s|small|span|strong|sub|sup|u)(?:\s[^<>]{0,300})?/?>", re.IGNORECASE
)
_NEXT_VALUE = re.compile(r"(?<=[^\W\d_])&[A-Za-z][\w.-]{0,20}=(?=[^\W\d_])")
_OF_MESSAGES = re.compile(r"(?<=[A-Z][A-Z])(?:<{1,2}|:)(?=[A-Z][A-Z])|(?<=[^\W\d_])[\^~](?=[A-Z])")
_HONOUR_BEHIND = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{3,40}+)[ -](?:Bey|Han[ıi]m|Efendi|san|sama|[úu]r|kungs|kundze|ji)(?![^\W_])"
)
_QUOTED_DAY = re.compile(r"[«\"“„](\d{1,2})[»\"”“](?=\s)")


def _titled(match: re.Match[str]) -> str:
    return f"Mr {match[1]}" if match[1][0].isupper() else match.group()


RARER_ENCODINGS: tuple[Reading, ...] = (
    Reading("escapes of CSS", _CSS_ESCAPE, _css, needs="\\"),
    Reading("UTF-7", _UTF_7, _utf7, needs="&+"),
    Reading("links of Proofpoint", _PROOFPOINT, _proofpoint, needs=";"),
    Reading("percent of other character sets", _OTHER_PERCENT, _other_percent, needs="%"),
    Reading("letters of symbol fonts", _SYMBOL_LETTERS, _symbol, by_letter=True),
    Reading("raised digits", _RAISED_RUN, _raised, by_letter=True, needs="".join(_RAISED)),
)
"""Encodings that are decoded beside the common ones; escapes of CSS before octal bytes, which begin alike."""
RARER_SIGNS: tuple[Reading, ...] = (
    Reading("tags within a line", _TAG, lambda _: "", needs="<"),
    Reading("next value of a query", _NEXT_VALUE, lambda _: " ", needs="="),
    Reading("signs of passports and messages", _OF_MESSAGES, lambda _: " ", needs="<:^~"),
    Reading("honours behind a name", _HONOUR_BEHIND, _titled),
    Reading("days in quotation marks", _QUOTED_DAY, lambda match: match[1], needs='»"”“'),
)
"""Signs that part a surname from a given name, and what stands beside a name or a day."""
