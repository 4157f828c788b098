"""Read and write the orientation of a picture, the only Exif value that its pixels need (Exif 2.32, 4.6.4)."""

import struct

from backend.ooxml.images.cleaning_result import MalformedPicture, read_number

_ORIENTATION = 0x0112
UPRIGHT = 1
_HIGHEST = 8
_ORDERS = {b"II*\0": False, b"MM\0*": True}
_ENTRY = 12


def orientation(exif: bytes) -> int:
    """Return the orientation in Exif data (from the byte order on); upright if they cannot be read.

    >>> orientation(exif(6)), orientation(b"")
    (6, 1)
    """
    big = _ORDERS.get(exif[:4])
    if big is None:
        return UPRIGHT
    try:
        directory = read_number(exif, 4, 4, big=big)
        for i in range(read_number(exif, directory, 2, big=big)):
            entry = directory + 2 + _ENTRY * i
            if read_number(exif, entry, 2, big=big) == _ORIENTATION:
                value = read_number(exif, entry + 8, 2, big=big)
                return value if UPRIGHT <= value <= _HIGHEST else UPRIGHT
    except MalformedPicture:
        pass
    return UPRIGHT


def exif_unless_upright(value: int) -> bytes | None:
    """Return Exif data with only the orientation; None for an upright picture."""
    return None if value == UPRIGHT else exif(value)


def exif(value: int) -> bytes:
    """Return Exif data with only the orientation."""
    short = 3
    return b"MM\0*" + struct.pack(">LHHHLHHL", 8, 1, _ORIENTATION, short, 1, value, 0, 0)
