"""Clean TIFF and JPEG XR files: keep the tags that draw, empty others and all gaps (TIFF 6.0; T.832)."""

import struct
from dataclasses import dataclass, replace

from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture, read_number
from backend.ooxml.images.icc import cleaned_profile
from backend.ooxml.images.unreferenced_bytes import Stretch, empty_gaps

_ORDERS = {b"II*\0": False, b"MM\0*": True, b"II\xbc\1": False, b"II\xbc\0": False}
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}
"""The bytes of one value, by its type."""

_PROFILE = 34675
_DRAWING = frozenset(
    {254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284}
    | {286, 287, 290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 332, 334, 336}
    | {338, 339, 340, 341, 342, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532}
    | {0xBC01, 0xBC02, 0xBC03, 0xBC04, 0xBC80, 0xBC81, 0xBC82, 0xBC83, 0xBCC0, 0xBCC1, 0xBCC2, 0xBCC3, 0xBCC4}
    | {_PROFILE}
)
_DATA = ((273, 279), (324, 325), (513, 514), (0xBCC0, 0xBCC1), (0xBCC2, 0xBCC3))
"""Tags that say where pixels stand, each with the one that says how many bytes they are."""
_MAX_PAGES = 10_000


def is_tiff(content: bytes) -> bool:
    """Return whether these bytes are a TIFF or JPEG XR picture; BigTIFF is not supported."""
    return content[:4] in _ORDERS


def cleaned_tiff(content: bytes) -> CleanedPicture:
    """Return the same pages with their pixels at the same offsets of the file."""
    big = _ORDERS[content[:4]]
    pages = _pages(content, big=big)
    edited = bytearray(content)
    drawing: list[Stretch] = [(0, 8)]
    for page in pages:
        drawing += page.write_back(edited)
    removed = sum(page.dropped for page in pages)
    clean = empty_gaps(bytes(edited), drawing)
    return CleanedPicture(clean, max(removed, 1)) if clean != content else CleanedPicture(content, 0)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A tag of a page; `stretch` is where its values are, in the entry itself or elsewhere."""

    tag: int
    raw: bytes
    stretch: Stretch
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Page:
    at: int
    kept: tuple[_Entry, ...]
    dropped: int
    following: bytes
    big: bool

    def write_back(self, edited: bytearray) -> list[Stretch]:
        """Write the page's directory with the tags that are kept; return the stretches that it uses."""
        kept = [_profile_cleaned(entry, edited, big=self.big) for entry in self.kept]
        entries = b"".join(entry.raw for entry in kept)
        count = struct.pack(">H" if self.big else "<H", len(self.kept))
        directory = count + entries + self.following
        edited[self.at : self.at + len(directory)] = directory
        return [(self.at, self.at + len(directory)), *(entry.stretch for entry in kept), *self._pixels()]

    def _pixels(self) -> list[Stretch]:
        by_tag = {entry.tag: entry.values for entry in self.kept}
        found = []
        for places, sizes in _DATA:
            if len(by_tag.get(places, ())) != len(by_tag.get(sizes, ())):
                raise MalformedPicture("pixels of no known size")
            found += [
                (at, at + size) for at, size in zip(by_tag.get(places, ()), by_tag.get(sizes, ()), strict=True)
            ]
        return found


class _Unread:
    """The number of bytes that may still be read; it limits small files whose pages share bytes."""

    def __init__(self, size: int) -> None:
        self._left = size

    def take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise MalformedPicture("directories or values that share their place")


def _pages(content: bytes, *, big: bool) -> list[_Page]:
    found: list[_Page] = []
    at = read_number(content, 4, 4, big=big)
    unread = _Unread(len(content))
    while at:
        if len(found) > _MAX_PAGES:
            raise MalformedPicture("pages without end")
        count = read_number(content, at, 2, big=big)
        unread.take(2 + 12 * count + 4)  # so no page leads back to another
        entries = [_entry(content, at + 2 + 12 * i, unread, big=big) for i in range(count)]
        end = at + 2 + 12 * count
        at, start = read_number(content, end, 4, big=big), at
        kept = tuple(entry for entry in entries if entry.tag in _DRAWING)
        found.append(_Page(start, kept, count - len(kept), content[end : end + 4], big))
    if not found:
        raise MalformedPicture("no page")
    return found


def _entry(content: bytes, at: int, unread: _Unread, *, big: bool) -> _Entry:
    raw = content[at : at + 12]
    tag, kind = read_number(content, at, 2, big=big), read_number(content, at + 2, 2, big=big)
    count = read_number(content, at + 4, 4, big=big)
    size = _SIZES.get(kind, 1)
    start = at + 8 if size * count <= 4 else read_number(content, at + 8, 4, big=big)
    stretch = (start, start + size * count)
    if stretch[1] > len(content):
        raise MalformedPicture("values outside the file")
    is_place = any(tag in each for each in _DATA)
    if is_place:
        unread.take(size * count)
    values = tuple(read_number(content, start + size * i, size, big=big) for i in range(count)) if is_place else ()
    if stretch[0] == at + 8:  # the directory moves as a whole, so values in it are not needed where they stood
        stretch = (0, 0)
    return _Entry(tag, raw, stretch, values)


def _profile_cleaned(entry: _Entry, edited: bytearray, *, big: bool) -> _Entry:
    """Return the entry to keep; the names of a colour profile are emptied in place."""
    start, end = entry.stretch
    if entry.tag != _PROFILE or start == end:
        return entry
    profile = cleaned_profile(bytes(edited[start:end]))
    if len(profile) > end - start:
        raise MalformedPicture("a profile that shares its tables")
    edited[start : start + len(profile)] = profile
    size = struct.pack(">L" if big else "<L", len(profile))
    return replace(entry, raw=entry.raw[:4] + size + entry.raw[8:], stretch=(start, start + len(profile)))
