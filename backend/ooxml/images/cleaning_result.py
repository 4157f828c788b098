"""Define the result of cleaning a picture, and the error for malformed pictures."""

from typing import NamedTuple


class MalformedPicture(ValueError):
    """The file violates its picture format; it is left unchanged and reported."""


class CleanedPicture(NamedTuple):
    """The bytes of a picture with the same pixels, and how many pieces of metadata were removed."""

    content: bytes
    removed: int


def read_number(content: bytes | bytearray, at: int, size: int, *, big: bool) -> int:
    """Return the unsigned number of `size` bytes at an offset.

    Raises MalformedPicture when the file ends before it.
    """
    piece = content[at : at + size]
    if at < 0 or len(piece) < size:
        raise MalformedPicture("the file is cut short")
    return int.from_bytes(piece, "big" if big else "little")
