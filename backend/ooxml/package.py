"""The package of a .docx: opened under limits before any XML is read, and written back as a plain zip."""

import io
import struct
import zipfile
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from backend.errors import DocumentTooLarge, EncryptedDocument, NotAWordDocument, UnsafeDocument
from backend.ooxml.markup import refuse_declarations
from backend.ooxml.relationships import CONTENT_TYPES, main_part, xml_parts

MIB = 1024 * 1024

# [MS-CFB] 2.2: the header of a compound file; [MS-OFFCRYPTO] 2.3.4.4: the stream of a password-protected document.
_COMPOUND_FILE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")

# ISO/IEC 29500-2, 10.2.2 allows no other methods; the others can also not be inflated step by step.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ZIP_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
_DAMAGED = "the file is damaged or cut short; get it again, or open it in Word, let it repair the file and save it"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can tell; when the copy was made is nobody's business


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a package may be, so that a small file cannot fill the memory.

    All sizes are bytes. `ratio` is what the whole package may unpack to, as a multiple of its zipped size; up to
    `unsuspicious` any ratio will do, since long tables of like cells shrink a hundredfold.
    """

    packed: int = 256 * MIB
    parts: int = 10_000
    unpacked: int = 512 * MIB
    ratio: int = 200
    unsuspicious: int = 64 * MIB

    def allowance(self, packed: int) -> int:
        """The bytes that a package of this zipped size may unpack to."""
        return min(self.unpacked, max(self.unsuspicious, self.ratio * packed))


@dataclass(frozen=True, slots=True)
class Package:
    """The parts of a .docx by name (without a leading slash), in the order of the zip.

    `main_part` is the name of the part that holds the body; `stored` names the parts that were not compressed.
    """

    parts: Mapping[str, bytes]
    main_part: str
    stored: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", MappingProxyType(dict(self.parts)))

    def with_parts(self, changed: Mapping[str, bytes], removed: Collection[str] = ()) -> "Package":
        """Return a package with other content in some parts, new parts at the end, and without the removed ones."""
        kept = {name: content for name, content in self.parts.items() if name not in removed}
        return replace(self, parts={**kept, **changed})

    def to_bytes(self) -> bytes:
        """Write the package as a zip: the content types first, then the order of the source.

        Equal packages give equal bytes. Times, comments and extra fields of the source's zip are not written.
        """
        stream = io.BytesIO()
        ordered = sorted(self.parts, key=lambda name: name != CONTENT_TYPES)
        with zipfile.ZipFile(stream, "w") as archive:
            for name in ordered:
                entry = zipfile.ZipInfo(name, _EPOCH)
                entry.create_system = 0
                entry.compress_type = zipfile.ZIP_STORED if name in self.stored else zipfile.ZIP_DEFLATED
                archive.writestr(entry, self.parts[name])
        return stream.getvalue()


_DEFAULT_LIMITS = Limits()


def open_package(content: bytes, limits: Limits = _DEFAULT_LIMITS) -> Package:
    """Open the bytes of a .docx.

    Raises NotAWordDocument (no zip, damaged, no main part), EncryptedDocument, DocumentTooLarge, and
    UnsafeDocument (names that leave the package or occur twice, XML with entity declarations).
    """
    if len(content) > limits.packed:
        raise DocumentTooLarge(f"the file is over {limits.packed // MIB} MB; split the document")
    _refuse_other_files(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = _named(archive.infolist(), limits)
            parts = _inflated(archive, entries, limits.allowance(len(content)))
    except _ZIP_FAULTS:
        raise NotAWordDocument(_DAMAGED) from None
    main = main_part(parts)
    for name in xml_parts(parts):
        refuse_declarations(parts[name], name)
    stored = frozenset(name for name, entry in entries.items() if entry.compress_type == zipfile.ZIP_STORED)
    return Package(parts, main, stored)


def _refuse_other_files(content: bytes) -> None:
    if content.startswith(_COMPOUND_FILE):
        if _ENCRYPTED_STREAM in content:
            raise EncryptedDocument("the document is locked with a password; remove it in Word and save a copy")
        raise NotAWordDocument("an old Word file (.doc), not a .docx; open it in Word and save it as .docx")
    if not content:
        raise NotAWordDocument("the file is empty")
    if not zipfile.is_zipfile(io.BytesIO(content)):
        if content.startswith(b"PK"):
            raise NotAWordDocument(_DAMAGED)
        raise NotAWordDocument("not a Word document (.docx); open it in Word and save it as .docx")


def _named(entries: list[zipfile.ZipInfo], limits: Limits) -> dict[str, zipfile.ZipInfo]:
    if len(entries) > limits.parts:
        raise DocumentTooLarge(f"the package has more than {limits.parts:,} parts")
    named: dict[str, zipfile.ZipInfo] = {}
    seen: set[str] = set()
    for entry in entries:
        # Some writers put the path separator of Windows; readers that take it as one must not be led astray.
        name = entry.filename.replace("\\", "/")
        if name.endswith("/"):
            continue  # a folder, which packages do not have
        _check_entry(name, entry)
        if name.lower() in seen:  # ISO/IEC 29500-2, 6.2.2.3: part names are equal without regard to case
            raise UnsafeDocument("the package holds two parts of one name, so readers could disagree on its text")
        seen.add(name.lower())
        named[name] = entry
    return named


def _check_entry(name: str, entry: zipfile.ZipInfo) -> None:
    segments = name.split("/")
    if ":" in segments[0] or any(each in ("", ".", "..") for each in segments) or not name.isprintable():
        raise UnsafeDocument("the package holds a part whose name leads out of it; the file is not opened")
    if entry.flag_bits & 0x1:
        raise EncryptedDocument("the zip is locked with a password; unlock it and save the document again")
    if entry.compress_type not in _METHODS:
        raise NotAWordDocument("the zip uses a compression that Word does not; save it from Word as .docx")


def _inflated(archive: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo], allowance: int) -> dict[str, bytes]:
    """Unpack every part; what counts is what comes out, not what the headers promise."""
    parts: dict[str, bytes] = {}
    for name, entry in entries.items():
        with archive.open(entry) as stream:
            parts[name] = stream.read(allowance + 1)
        allowance -= len(parts[name])
        if allowance < 0:
            raise DocumentTooLarge("the package unpacks to more than a document can need; the file is not opened")
    return parts
