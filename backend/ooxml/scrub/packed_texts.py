"""What bytes hold that a text keeps in base64: streams of zlib, gzip and bare deflate, and the files of a zip."""

import io
import zipfile
import zlib
from collections.abc import Iterator

_MOST = 1024 * 1024
"""Bytes that one run of base64 may unpack to; a larger one is left to the verification, which reports it."""
_IN_ANY_CASE = 64 * 1024
_A_BYTE = 20
"""The same for each byte of a shorter run: text shrinks to a tenth, and a package may repeat a run for nothing."""
_SHORTEST = 5
_ZIP = b"PK\x03\x04"
_HEADER = 64
"""Bytes that may stand before a zip: Power Query writes its version and a length there ([MS-QDEFF] 2.2)."""
_ZLIB_OR_GZIP, _BARE = 47, -15
_BROKEN = (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError, ValueError)


def unpacked(content: bytes) -> Iterator[bytes]:
    """Yield what is packed in some bytes that were base64; nothing for bytes that are not packed."""
    most = min(_MOST, max(_IN_ANY_CASE, _A_BYTE * len(content)))
    at = content.find(_ZIP, 0, _HEADER)
    if at >= 0:
        yield from _entries(content[at:], most)
        return
    for window in (_ZLIB_OR_GZIP, _BARE):
        inflated = _inflated(content, window, most)
        if len(inflated) >= _SHORTEST:
            yield inflated
            return


def _entries(content: bytes, left: int) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist():
                with archive.open(entry) as stream:
                    found = stream.read(left)
                left -= len(found)
                yield found
    except _BROKEN:
        return


def _inflated(content: bytes, window: int, most: int) -> bytes:
    """Return the whole stream; nothing where the bytes are none, or go on after bare deflate."""
    inflater = zlib.decompressobj(wbits=window)
    try:
        found = inflater.decompress(content, most)
    except zlib.error:
        return b""
    return found if inflater.eof and (window != _BARE or not inflater.unused_data.strip(b"\0")) else b""
