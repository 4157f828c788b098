"""Open a package under limits before any XML is parsed, and write it as a plain zip.

Word and Excel files embedded in it are opened too, wherever they lie, since what tells is their bytes: a zip with a
main part of Word or Excel. They live on the same limits as the file around them.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from backend.errors import DocumentError, DocumentTooLarge, EncryptedDocument, NotAWordDocument, UnsafeDocument
from backend.ooxml.bounds import DEFAULT_LIMITS, MIB, PackageLimits, count_elements, looks_like_xml
from backend.ooxml.markup import names, parse, refuse_declarations, without_drawing_type
from backend.ooxml.opc import gzip_size
from backend.ooxml.opc.relationships import CONTENT_TYPES, main_part, office_document, xml_parts
from backend.ooxml.scanned_bounds import elements_at_most

# [MS-CFB] 2.2: the header of a compound file; [MS-OFFCRYPTO] 2.3.4.4: the stream of a password-protected document.
_COMPOUND_FILE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")

_ZIP = b"PK\x03\x04"

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
_DAMAGED = (
    "The file is damaged or incomplete. Get it again, or open it in Word, let it repair the file and save it."
)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can tell; when the copy was made is nobody's business


class PackageKind(StrEnum):
    """The program that a package belongs to."""

    WORD = "word"
    EXCEL = "excel"


@dataclass(frozen=True, slots=True)
class Package:
    """The parts of a .docx or .xlsx by name (without a leading slash), in the order of the zip.

    `main_part` is the name of the part that holds the body or the workbook; `stored` names the parts that were not
    compressed. `nested` are those parts that are Word or Excel files themselves, opened; `parts` holds their bytes,
    which always say the same.
    """

    parts: Mapping[str, bytes]
    main_part: str
    stored: frozenset[str] = frozenset()
    kind: PackageKind = PackageKind.WORD
    nested: Mapping[str, "Package"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", MappingProxyType(dict(self.parts)))
        object.__setattr__(self, "nested", MappingProxyType(dict(self.nested)))

    def with_parts(self, changed: Mapping[str, bytes], removed: Collection[str] = ()) -> "Package":
        """Return a package with other content in some parts, new parts at the end, and without the removed ones.

        A nested package whose part changes is none any more.
        """
        kept = {name: content for name, content in self.parts.items() if name not in removed}
        parts = {**kept, **changed}
        nested = {name: each for name, each in self.nested.items() if parts.get(name) == self.parts[name]}
        return replace(self, parts=parts, nested=nested)

    def with_nested(self, name: str, package: "Package") -> "Package":
        """Return the package with a changed nested package; an unchanged one keeps its bytes."""
        if package == self.nested[name]:
            return self
        parts = {**self.parts, name: package.to_bytes()}
        return replace(self, parts=parts, nested={**self.nested, name: package})

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


_ROOTS = {PackageKind.WORD: names("w:document"), PackageKind.EXCEL: names("x:workbook")}


def open_package(content: bytes, limits: PackageLimits = DEFAULT_LIMITS) -> Package:
    """Open the bytes of a .docx, and the Word and Excel files in it.

    A nested file that is damaged, locked, too deep, too large for what the limits leave, or of any other kind stays
    a part among others.

    Raises NotAWordDocument (no zip, damaged, no main part), EncryptedDocument, DocumentTooLarge, and
    UnsafeDocument (names that leave the package or occur twice, XML with entity declarations).
    """
    if len(content) > limits.packed:
        raise DocumentTooLarge(f"The file is larger than {limits.packed // MIB} MB. Split the document.")
    _refuse_other_files(content)
    budget = _Budget(limits.allowance(len(content)), limits.parts, limits.elements_for(len(content)))
    parts, stored = _unzipped(content, budget)
    _check_bounds(parts, budget, limits)
    main = main_part(parts)
    for name in xml_parts(parts):
        refuse_declarations(parts[name], name)
    return Package(parts, main, stored, nested=_nested(parts, budget, limits, limits.depth - 1))


@dataclass(slots=True)
class _Budget:
    """What a file and all files in it may still unpack to, and how many parts and elements they may still have."""

    size: int
    parts: int
    elements: int


def _unzipped(content: bytes, budget: _Budget) -> tuple[dict[str, bytes], frozenset[str]]:
    """The parts of a zip, and those of them that are not compressed."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = _named(archive.infolist(), budget)
            inflated = _inflated(archive, entries, budget)
    except _ZIP_FAULTS:
        raise NotAWordDocument(_DAMAGED) from None
    parts = {name: without_drawing_type(each) for name, each in inflated.items()}
    return parts, frozenset(name for name, entry in entries.items() if entry.compress_type == zipfile.ZIP_STORED)


def _check_bounds(parts: Mapping[str, bytes], budget: _Budget, limits: PackageLimits) -> None:
    """Check whatever could be parsed, before anything is."""
    for name, content in parts.items():
        if looks_like_xml(content):
            most = elements_at_most(content, limits)
            if most is None or most > budget.elements:
                most = count_elements(content, name, limits, budget.elements)
            budget.elements -= most


def _nested(parts: Mapping[str, bytes], budget: _Budget, limits: PackageLimits, depth: int) -> dict[str, Package]:
    """The parts that are files of Word or Excel, opened; the others are nobody's to open."""
    found: dict[str, Package] = {}
    for name, content in parts.items():
        if depth > 0 and content.startswith(_ZIP):
            with suppress(DocumentError):
                found[name] = _opened_nested(content, budget, limits, depth)
    return found


def _opened_nested(content: bytes, budget: _Budget, limits: PackageLimits, depth: int) -> Package:
    parts, stored = _unzipped(content, budget)
    _check_bounds(parts, budget, limits)
    main = office_document(parts)
    # All of it is read here, since a file that turns out to be damaged later would take the outer one with it.
    roots = {name: parse(parts[name], name).tag for name in xml_parts(parts)}
    kind = next((kind for kind, tags in _ROOTS.items() if roots.get(main) in tags), None)
    if kind is None:
        raise NotAWordDocument("The embedded package is of another kind.")
    return Package(parts, main, stored, kind, _nested(parts, budget, limits, depth - 1))


def _refuse_other_files(content: bytes) -> None:
    if content.startswith(_COMPOUND_FILE):
        if _ENCRYPTED_STREAM in content:
            raise EncryptedDocument("The document is locked with a password. Remove it in Word and save a copy.")
        raise NotAWordDocument("This is an old Word file (.doc). Open it in Word and save it as .docx.")
    if not content:
        raise NotAWordDocument("The file is empty.")
    if not zipfile.is_zipfile(io.BytesIO(content)):
        if content.startswith(b"PK"):
            raise NotAWordDocument(_DAMAGED)
        raise NotAWordDocument("This is not a Word document (.docx). Open it in Word and save it as .docx.")


def _named(entries: list[zipfile.ZipInfo], budget: _Budget) -> dict[str, zipfile.ZipInfo]:
    if len(entries) > budget.parts:
        raise DocumentTooLarge(f"The package has more than {budget.parts:,} parts. The file is not opened.")
    budget.parts -= len(entries)
    named: dict[str, zipfile.ZipInfo] = {}
    seen: set[str] = set()
    for entry in entries:
        # As the zip has it: Python cuts names at a zero byte, and on Windows turns backslashes.
        name = entry.orig_filename
        if name.endswith("/"):
            continue  # a folder, which packages do not have
        _check_entry(name, entry)
        if name.lower() in seen:  # ISO/IEC 29500-2, 6.2.2.3: part names are equal without regard to case
            raise UnsafeDocument(
                "The package contains two parts with the same name, so programs could disagree on its text. The "
                "file is not opened."
            )
        seen.add(name.lower())
        named[name] = entry
    return named


def _check_entry(name: str, entry: zipfile.ZipInfo) -> None:
    if "\\" in name:
        raise UnsafeDocument(
            "The package contains a part with a backslash in its name, which programs read as different names. "
            "Open the document in Word and save it again."
        )
    segments = name.split("/")
    # "!/" is how the parts of nested packages are told apart (see nested).
    wrong = ":" in segments[0] or "!/" in name or not name.isprintable()
    if wrong or any(each in ("", ".", "..") for each in segments):
        raise UnsafeDocument(
            "The package contains a part whose name leads outside the package. The file is not opened."
        )
    if entry.flag_bits & 0x1:
        raise EncryptedDocument("The zip is locked with a password. Unlock it and save the document again.")
    if entry.compress_type not in _METHODS:
        raise NotAWordDocument(
            "The zip uses a compression method that Word does not use. Save the document from Word as .docx."
        )


def _inflated(
    archive: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo], budget: _Budget
) -> dict[str, bytes]:
    """Unpack every part; what counts is what comes out, not what the headers promise."""
    parts: dict[str, bytes] = {}
    for name, entry in entries.items():
        with archive.open(entry) as stream:
            parts[name] = stream.read(budget.size + 1)
        budget.size -= len(parts[name])
        if parts[name].startswith(gzip_size.MAGIC):  # a picture that will be unpacked, out of the same allowance
            budget.size -= gzip_size.unpacked_size(parts[name], budget.size + 1)
        if budget.size < 0:
            raise DocumentTooLarge(
                "The package decompresses to more than any document needs. The file is not opened."
            )
    return parts
