"""What mail programs and directories write for letters outside ASCII, and UTF-8 that was read as Windows-1252."""

import base64
import binascii
import re
from urllib.parse import unquote_to_bytes

ENCODED_WORD = re.compile(r"=\?([A-Za-z0-9_-]{2,20})\?(?:([Qq])|[Bb])\?([^?\s]{1,200})\?=")
"""A word of a header (RFC 2047): "=?utf-8?Q?Kr=C3=BCger?="."""
QUOTED = re.compile(r"(?:=[0-9A-F]{2})+")
"""Bytes in quoted-printable (RFC 2045, 6.7)."""
LDAP = re.compile(r"(?:\\[0-9A-Fa-f]{2})+|\\[,+\"<>;=# ]")
"""Bytes and signs in a distinguished name (RFC 4514, 2.4)."""
_CONTINUED = "\u0080-\u00bf€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ"
MISREAD = re.compile(f"Ã[{_CONTINUED}‘’“”–—…]|[ÂÄÅ][{_CONTINUED}]")
"""Two bytes of UTF-8 that were read as two letters: "Ã¼" for "ü"."""


def encoded_word(match: re.Match[str]) -> str:
    """Decode a word of a header.

    >>> encoded_word(ENCODED_WORD.match("=?utf-8?Q?Renate_Kr=C3=BCger?="))
    'Renate Krüger'
    """
    charset, is_quoted, text = match.groups()
    try:
        if is_quoted:
            return unquote_to_bytes(text.replace("_", " ").replace("%", "=25").replace("=", "%")).decode(charset)
        return base64.b64decode(text, validate=True).decode(charset)
    except (LookupError, ValueError, binascii.Error):
        return match.group()


def quoted(match: re.Match[str]) -> str:
    """Decode bytes in quoted-printable."""
    return _text_of(bytes.fromhex(match.group().replace("=", "")))


def ldap(match: re.Match[str]) -> str:
    """Decode bytes or a sign of a distinguished name."""
    found = match.group().split("\\")[1:]
    return found[0] if len(found[0]) == 1 else _text_of(bytes.fromhex("".join(found)))


def misread(match: re.Match[str]) -> str:
    """Read two letters as the bytes that they were.

    >>> MISREAD.sub(misread, "KrÃ¼ger in MÃ¼nchen")
    'Krüger in München'
    """
    try:
        return b"".join(map(_byte_of, match.group())).decode()
    except ValueError:
        return match.group()


def _byte_of(letter: str) -> bytes:
    try:
        return letter.encode("cp1252")
    except UnicodeEncodeError:
        return letter.encode("latin-1")


def _text_of(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")
