"""Clean EMZ, WMZ and SVGZ files: gzipped pictures, whose header stores a file name and a time (RFC 1952)."""

import gzip
import zlib

from backend.ooxml.images.cleaning_result import MalformedPicture
from backend.ooxml.opc import gzip_size

MAGIC = gzip_size.MAGIC
_LARGEST = 64 * 1024 * 1024
_BARE_HEADER = bytes(5)
"""No flags, so no name and no comment, and no time."""


def unzipped(content: bytes) -> bytes:
    """Return the picture itself; raise MalformedPicture if it is damaged or far too large."""
    return _inflated(content)[0]


def has_no_metadata(content: bytes) -> bool:
    """Return whether the gzip header contains no name or time, and nothing follows the data."""
    return content[3:8] == _BARE_HEADER and not _inflated(content)[1]


def zipped(picture: bytes) -> bytes:
    """Return a picture in gzip, without a name or a time."""
    return gzip.compress(picture, mtime=0)


def _inflated(content: bytes) -> tuple[bytes, bytes]:
    """Return the unzipped data, and the bytes that follow."""
    inflater = zlib.decompressobj(wbits=gzip_size.AS_GZIP)
    try:
        picture = inflater.decompress(content, _LARGEST)
    except zlib.error:
        raise MalformedPicture("damaged") from None
    if not inflater.eof:
        raise MalformedPicture("cut short or too large")
    return picture, inflater.unused_data
