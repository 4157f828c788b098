"""Base64 and hexadecimal digits of a text, compressed or not: tokens, passwords in headers, links, exports.

A stretch is decoded only where the result is a printed text, so that nothing else changes.
"""

import base64
import binascii
import re
import zlib

from backend.document.rarer_readings import Reading

_SHORTEST = 12
_LONGEST = 20_000
_MOST_INFLATED = 100_000
_A_BYTE = 20
"""Bytes that a run may inflate to for each of its own: text shrinks to a tenth, and a text may have many runs."""
_WITH_HEADER = 47
"""zlib or gzip, as the data say themselves."""
_ALL_CASES = re.compile(r"(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])")


def _decoded(match: re.Match[str]) -> str:
    """Decode a run as a whole, or else each piece of a path."""
    run = match.group()
    whole = _of_base64(run)
    if whole is not None or "/" not in run:
        return run if whole is None else whole
    return "/".join(_of_base64(piece) or piece for piece in run.split("/"))


def _of_base64(run: str) -> str | None:
    body = run.rstrip("=").replace("-", "+").replace("_", "/")
    if len(body) < _SHORTEST or _ALL_CASES.match(body) is None:
        return None
    try:
        return _as_printed(base64.b64decode(body + "=" * (-len(body) % 4), validate=True))
    except binascii.Error:
        return None


def _of_hex(match: re.Match[str]) -> str:
    digits = match.group(1)
    printed = _as_printed(bytes.fromhex(digits)) if len(digits) % 2 == 0 else None
    return match.group() if printed is None else printed


def _as_printed(content: bytes) -> str | None:
    """Return bytes as a text of UTF-8 or UTF-16, inflated if compressed; None if they have control characters."""
    if content[:2] in {b"\x1f\x8b", b"\x78\x01", b"\x78\x9c", b"\x78\xda"}:
        try:
            most = min(_MOST_INFLATED, _A_BYTE * len(content))
            content = zlib.decompressobj(wbits=_WITH_HEADER).decompress(content, most)
        except zlib.error:
            return None
    charset = "utf-8"
    if b"\0" in content:
        charset = "utf-16-be" if content[:1] == b"\0" else "utf-16-le"
    try:
        text = content.decode(charset)
    except UnicodeDecodeError:
        return None
    return text if text and all(char.isprintable() or char in "\r\n\t" for char in text) else None


_HEX = re.compile(
    rf"(?<![0-9A-Za-z])(?:0[xX])?((?:[0-9A-Fa-f]{{2}}){{{_SHORTEST // 2},{_LONGEST}}})(?![0-9A-Za-z])"
)
_BASE64 = re.compile(rf"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{{{_SHORTEST},{_LONGEST}}}={{0,2}}(?![A-Za-z0-9+/_-])")

PACKED_READINGS: tuple[Reading, ...] = (
    Reading("hexadecimal digits", _HEX, _of_hex),
    Reading("base64", _BASE64, _decoded),
)
"""Hexadecimal digits first, which are base64, too."""
