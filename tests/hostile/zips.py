"""Zips put together at random: names, methods, flags, sizes, extra fields and ends that lie."""

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass, field
from random import Random

HIDDEN = "Halden & Rook"
TEXT = f"for {HIDDEN} now\n"
NAMES = (
    "a.txt",
    "A.TXT",
    "b.md",
    "c.docx",
    "x/a.txt",
    "x//a.txt",
    "./a.txt",
    "x/../a.txt",
    "../a.txt",
    "/a.txt",
    "//host/a.txt",
    "C:a.txt",
    "C:\\a.txt",
    "x\\a.txt",
    "..\\a.txt",
    "a.txt/",
    "a.txt/b.txt",
    "a\0.txt",
    "a.txt\0.png",
    "\u202etxt.a.txt",
    "\u00e9.txt",
    "e\u0301.txt",
    "a\n.txt",
    "a .txt ",
    "con.txt",
    "a.txt.",
    ".txt",
    "x/.a.txt",
    "__MACOSX/a.txt",
    "~$a.txt",
    "summary.json",
    "report.json",
    "documents/a.txt",
    "inner.zip",
    "y/" * 200 + "a.txt",
    "n" * 300 + ".txt",
    "n" * 60_000 + ".txt",
    f"{HIDDEN}.txt",
    f"{HIDDEN}/a.txt",
    "\U0001f600.txt",
)
STORED, DEFLATED = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
METHODS = (STORED, STORED, DEFLATED, DEFLATED, DEFLATED, 9, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 93, 99)


@dataclass
class _Entry:
    """What both headers of an entry say."""

    name: bytes
    packed: bytes
    method: int = STORED
    flags: int = 0
    crc: int = 0
    size: int = 0
    extra: bytes = b""
    local_name: bytes | None = None
    local: dict[str, int] = field(default_factory=dict)
    offset: int | None = None

    def header(self) -> bytes:
        name = self.name if self.local_name is None else self.local_name
        told = {"method": self.method, "flags": self.flags, "crc": self.crc, "size": self.size} | self.local
        return (
            struct.pack(
                "<4s5H3L2H",
                b"PK\3\4",
                20,
                told["flags"],
                told["method"],
                0,
                33,
                told["crc"] & 0xFFFFFFFF,
                len(self.packed),
                told["size"] & 0xFFFFFFFF,
                len(name),
                len(self.extra),
            )
            + name
            + self.extra
        )

    def listed(self, offset: int) -> bytes:
        where = offset if self.offset is None else self.offset
        return (
            struct.pack(
                "<4s6H3L5H2L",
                b"PK\1\2",
                20,
                20,
                self.flags,
                self.method,
                0,
                33,
                self.crc & 0xFFFFFFFF,
                len(self.packed),
                self.size & 0xFFFFFFFF,
                len(self.name),
                len(self.extra),
                0,
                0,
                0,
                0,
                where & 0xFFFFFFFF,
            )
            + self.name
            + self.extra
        )


def _entry(chance: Random) -> _Entry:
    content = chance.choice(
        (TEXT.encode(), b"", TEXT.encode() * 200, bytes(50_000), b"\xff\xfe" + TEXT.encode("utf-16"))
    )
    method = chance.choice(METHODS)
    packed = content
    if method == DEFLATED:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(content) + packer.flush()
    name = chance.choice(NAMES)
    encoded = name.encode(
        chance.choice(("utf-8", "utf-8", "utf-8", "cp437", "latin-1", "utf-16-le")), errors="replace"
    )
    encoded = encoded[:65_535]
    made = _Entry(encoded, packed, method, 0x800 if chance.random() < 0.7 else 0, zlib.crc32(content), len(content))
    for lie in chance.choices(tuple(LIES), k=chance.choice((0, 0, 1, 1, 2))):
        LIES[lie](made, chance)
    return made


def _set(name: str, *values: object):
    def lie(entry: _Entry, chance: Random) -> None:
        setattr(entry, name, chance.choice(values))

    return lie


def _set_local(name: str, *values: int):
    def lie(entry: _Entry, chance: Random) -> None:
        entry.local[name] = chance.choice(values)

    return lie


def _cut(entry: _Entry, chance: Random) -> None:
    entry.packed = entry.packed[: chance.randrange(len(entry.packed) + 1)]


def _damaged(entry: _Entry, chance: Random) -> None:
    if entry.packed:
        where = chance.randrange(len(entry.packed))
        entry.packed = entry.packed[:where] + bytes([chance.randrange(256)]) + entry.packed[where + 1 :]


def _extra(entry: _Entry, chance: Random) -> None:
    name = b"../evil.txt"
    entry.extra = chance.choice(
        (
            struct.pack("<HHQQQ", 1, 24, 2**40, 2**40, 2**40),
            struct.pack("<HHQ", 1, 8, 5),
            struct.pack("<HH", 1, 60_000),
            struct.pack("<HHBL", 0x7075, 5 + len(name), 1, zlib.crc32(entry.name)) + name,
            b"\xff" * 3,
            b"\0" * 60_000,
            struct.pack("<HHHBBH", 0x9901, 7, 2, 65, 69, 8)[:11],
        )
    )


LIES = {
    "size": _set("size", 0, 1, 10**6, 2**31, 2**32 - 1),
    "crc": _set("crc", 0, 2**32 - 1),
    "method": _set("method", *METHODS),
    "flags": _set("flags", 1, 8, 0x20, 0x40, 0x41, 0x800, 0x2000, 0xFFFF),
    "offset": _set("offset", 0, 1, 10**6, 2**31, 2**32 - 1),
    "local name": _set("local_name", b"", b"other.txt", b"../up.txt", b"n" * 65_535),
    "local size": _set_local("size", 0, 2**32 - 1),
    "local flags": _set_local("flags", 0, 1, 8, 0xFFFF),
    "local method": _set_local("method", 0, 8, 99),
    "cut": _cut,
    "damaged": _damaged,
    "extra": _extra,
}


def hostile_zip(seed: str) -> bytes:
    """The zip of a seed."""
    chance = Random(seed)
    entries = [_entry(chance) for _ in range(chance.choice((0, 1, 2, 4, 8)))]
    if entries and chance.random() < 0.3:
        entries += chance.choices(entries, k=3)
    body = chance.choice((b"", b"", b"", b"junk" * 100, b"PK\3\4"))
    listed = b""
    for each in entries:
        listed += each.listed(len(body))
        body += each.header() + each.packed
    number = len(entries) if chance.random() < 0.9 else chance.choice((0, 1, 65_535))
    begins = len(body) if chance.random() < 0.9 else chance.choice((0, 2**32 - 1, len(body) + 1))
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, number, number, len(listed), begins, 0)
    made = body + listed + end
    if chance.random() < 0.1:
        zip64 = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 2**40, 2**40, len(listed), len(body))
        locator = struct.pack("<4sLQL", b"PK\6\7", 0, len(body) + len(listed), 1)
        made = body + listed + zip64 + locator + end.replace(struct.pack("<H", number), b"\xff\xff")
    if chance.random() < 0.1:
        made += chance.choice((end, b"rest", made))
    return made[: chance.randrange(len(made))] if chance.random() < 0.05 else made


def fault_of(answer: bytes) -> str | None:
    """What is wrong with a zip that came back, as far as a stranger can tell: None if nothing is."""
    archive = zipfile.ZipFile(io.BytesIO(answer))
    if archive.testzip() is not None:
        return "it is damaged"
    names = archive.namelist()
    if len({name.casefold() for name in names}) < len(names):
        return "two names are alike"
    if "summary.json" not in names:
        return "it has no summary"
    for name in names:
        pieces = name.split("/")
        if "\\" in name or ".." in pieces or name.startswith("/") or ":" in name or "\0" in name:
            return f"a name leads elsewhere: {name!r}"
        if HIDDEN.encode() in archive.read(name) or HIDDEN in name:
            return "the secret stayed"
    return None
