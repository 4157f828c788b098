"""Redact the documents of one zip, one by one, into another zip, without writing either to disk."""

import io
import lzma
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from backend.errors import InvalidRequest
from backend.files import path_fault
from backend.messages.message import Wording
from backend.privacy.release_figures import UserRelease
from backend.reporting.outcome import NO_OUTCOME
from backend.reporting.release_figures import BatchFigures
from backend.reporting.report import FileReport, Report, as_json_bytes
from backend.services.files.drawn_order import DrawnOrder
from backend.services.files.outputs import FreeNames
from backend.services.files.reading import LOCK_FILE, SUFFIXES
from backend.services.files.runner import error_of_file, error_text
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.resolve import Resolver

MAX_FILES = 2_000
MAX_ENTRIES = 10_000
"""Entries in all, folders and files of other kinds included."""
MAX_BYTES = 512 * 1024 * 1024
"""What the files of one zip may unpack to."""

DOCUMENTS = "documents"
SUMMARY = "summary.json"
REPORT = "report.json"

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can tell; when a copy was made is nobody's business

ResolverOf = Callable[[str], Resolver]
"""What resolves the request for the file of that path."""


@dataclass(frozen=True, slots=True)
class ZippedFile:
    """A file in a zip, still compressed: it is unpacked only in a process that can be killed.

    `packed` is None where the zip has no such file at the place that it names.
    """

    path: str
    info: zipfile.ZipInfo
    packed: bytes | None

    def content(self) -> bytes:
        """The bytes of the file, never more than the zip declares.

        Raises InvalidRequest when it is damaged or locked with a password.
        """
        if self.packed is None or self.info.flag_bits & _LOCKED:
            raise _damaged()
        try:
            with zipfile.ZipExtFile(io.BytesIO(self.packed), "r", self.info) as file:
                return file.read(self.info.file_size)  # without a number it inflates all at once
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, EOFError, OSError) as error:
            raise _damaged() from error


_LOCKED = 0x1
"""The bit of a file with a password (APPNOTE.TXT, 4.4.4)."""


def _damaged() -> InvalidRequest:
    return InvalidRequest("The file is damaged in the zip, or has a password. Make a new zip.")


def zipped_files(content: bytes) -> tuple[ZippedFile, ...]:
    """The supported files of a zip.

    Raises InvalidRequest when it is no zip, or holds nothing to do or too much.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
        raise InvalidRequest("The documents are not a zip, or the zip is incomplete. Make a new zip.") from error
    if len(archive.infolist()) > MAX_ENTRIES:
        raise InvalidRequest(f"The zip contains more than {MAX_ENTRIES} entries. Send it in parts.")
    files = tuple(each for each in archive.infolist() if _is_wanted(each))
    if not files:
        raise InvalidRequest(f"The zip contains no {', '.join(SUFFIXES)} file.")
    if len(files) > MAX_FILES or sum(each.file_size for each in files) > MAX_BYTES:
        raise InvalidRequest(
            f"The zip contains more than {MAX_FILES} files or {MAX_BYTES // 1024 // 1024} MB. Send it in parts."
        )
    if sum(each.compress_size for each in files) > len(content):
        raise InvalidRequest("Files of the zip overlap. Make a new zip.")
    return tuple(ZippedFile(_name_of(each), each, _packed(content, each)) for each in files)


def _name_of(file: zipfile.ZipInfo) -> str:
    """The path of a file: many programs write UTF-8 and do not say so, and Python reads code page 437 then."""
    if file.flag_bits & _IN_UTF_8:
        return file.filename
    try:
        return file.filename.encode("cp437").decode()
    except UnicodeError:
        return file.filename


_IN_UTF_8 = 0x800
"""The bit of a name in UTF-8 (APPNOTE.TXT, 4.4.4)."""


def _packed(content: bytes, file: zipfile.ZipInfo) -> bytes | None:
    """The compressed bytes behind a file's local header, which alone has its own length (APPNOTE.TXT, 4.3.7)."""
    begin = max(0, file.header_offset)
    header = content[begin : begin + _HEADER_LENGTH]
    if not header.startswith(_HEADER) or len(header) < _HEADER_LENGTH:
        return None
    start = begin + _HEADER_LENGTH + sum(struct.unpack_from("<HH", header, _HEADER_LENGTH - 4))
    return content[start : start + file.compress_size]


_HEADER, _HEADER_LENGTH = b"PK\x03\x04", 30


def _is_wanted(file: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(file.filename)
    pieces = PurePosixPath(
        file.filename.replace("\\", "/")
    ).parts  # a path that leaves the zip is refused, not skipped
    hidden = any(part == "__MACOSX" or (part.startswith(".") and part != "..") for part in pieces)
    is_folder = file.filename.endswith("/")  # `is_dir` fails for an empty name
    return not (is_folder or hidden or path.name.startswith(LOCK_FILE)) and path.suffix.lower() in SUFFIXES


@dataclass(frozen=True, slots=True)
class RedactedEntry:
    """The result of one file: its report, and the document if there is one."""

    report: FileReport
    document: RedactedFile | None = None

    @classmethod
    def of(cls, done: RedactedFile) -> "RedactedEntry":
        """The result of a file that was redacted."""
        return cls(done.report, done)

    def packed(self, worded: Wording, *, with_report: bool) -> "PackedEntry":
        """The same for the process that answers everyone."""
        path, found = self.report.path, self.document
        return PackedEntry(
            path,
            _summed_up(self.report),
            _packed_report(self.report, worded) if with_report else None,
            None if found is None else found.name,
            b"" if found is None else found.content,
            frozenset() if found is None else found.numbers,
            self.report.measured if with_report else None,
        )


@dataclass(frozen=True, slots=True)
class PackedEntry:
    """The result of one file, as it is kept until the zip is complete.

    The reports of a zip may take gigabytes as objects, so they are worded and compressed one by one, where that can
    be ended. `report` and `measured` are None if nobody asks for them, `name` if there is no document.
    """

    path: str
    summary: Mapping[str, Any]
    report: bytes | None = None
    name: Path | None = None
    content: bytes = b""
    numbers: frozenset[int] = frozenset()
    measured: UserRelease | None = None

    @classmethod
    def failed(cls, path: str, error: str, worded: Wording, *, with_report: bool) -> "PackedEntry":
        """The result of a file that could not be redacted."""
        return RedactedEntry(FileReport.failed(path, error)).packed(worded, with_report=with_report)


Redact = Callable[[ZippedFile], PackedEntry]
"""Redacts a file of the zip as soon as it is its turn."""


def redact_zip(
    files: Sequence[ZippedFile], redacted: Redact, *, order: DrawnOrder, worded: Wording, with_report: bool
) -> Iterator[bytes]:
    """Stream a zip with the redacted documents as they are done, in a drawn order, and a summary.

    One bad file never stops the others. Summary and report list the files as they were sent. So both are beside the
    folder of the documents, and the report, which holds originals, is there only where it is asked for.
    """
    out, names = _Growing(), _OutputNames()
    summaries: dict[int, dict[str, Any]] = {}
    reports = _Reports(worded)
    with zipfile.ZipFile(out, "w") as archive:
        for number in order.of([file.path for file in files]):
            file = files[number]
            done = reports.accepted(redacted(file)) if with_report else redacted(file)
            name = None if done.name is None else f"{DOCUMENTS}/{names.free(done.name, done.numbers)}"
            if name is not None:
                _put(archive, name, done.content)
            if with_report:
                reports.add(number, done, name)
            summaries[number] = {"output": name, **done.summary}
            del done  # while the reader takes the document, it is kept once
            yield out.taken()
        _put(archive, SUMMARY, as_json_bytes({"files": [summaries[number] for number in sorted(summaries)]}))
        if with_report:
            with archive.open(reports.entry(), "w", force_zip64=reports.are_long) as written:
                for piece in reports.as_json():
                    written.write(piece)
                    yield out.taken()
    yield out.taken()


class _Reports:
    """The reports of the files of a zip, compressed until they are written."""

    def __init__(self, worded: Wording) -> None:
        self._worded = worded
        self._packed: dict[int, tuple[str, str | None, bytes]] = {}
        self._measured: dict[int, UserRelease] = {}
        self._bytes = self._length = 0

    def accepted(self, done: PackedEntry) -> PackedEntry:
        """A result, or an error in its place if its report does not fit any more."""
        if self._bytes + len(done.report or b"") <= MAX_REPORTS:
            return done
        error = "the report of this zip is too long; send the zip in parts, or ask for no report"
        return PackedEntry.failed(done.path, error, self._worded, with_report=True)

    def add(self, number: int, done: PackedEntry, output: str | None) -> None:
        """Add the report of the file with that number; `output` is the name of its document in the zip."""
        packed = done.report or b""
        self._packed[number] = done.path, output, packed
        if done.measured is not None:
            self._measured[number] = done.measured
            self._bytes += _RECORD
        self._bytes += len(packed)
        self._length += sum(map(len, _unpacked(packed)))

    @property
    def are_long(self) -> bool:
        """Whether the file needs the longer form of a zip."""
        return self._length > _LONG

    def entry(self) -> zipfile.ZipInfo:
        """The entry of the file in the zip."""
        entry = zipfile.ZipInfo(REPORT, _EPOCH)
        entry.compress_type = zipfile.ZIP_DEFLATED
        return entry

    def as_json(self) -> Iterator[bytes]:
        """The report of the zip, as `Report` has it, in pieces."""
        measured = [self._measured[number] for number in sorted(self._measured)]
        figures = BatchFigures.of(measured, len(self._packed))
        empty_report = as_json_bytes(Report(None, (), figures=figures).as_json(self._worded))
        before, after = empty_report.split(b'"files": []')
        yield before + b'"files": ['
        for position, number in enumerate(sorted(self._packed)):
            path, output, packed = self._packed[number]
            names = as_json_bytes({"path": path, "output": output}).strip().removesuffix(b"}").rstrip()
            yield (b",\n" if position else b"\n") + names + b","
            yield from _unpacked(packed)
        yield b"]" + after


MAX_REPORTS = 64 * 1024 * 1024
"""Compressed bytes of the reports of one zip, which are kept until its end; 100,000 findings take about one."""

_RECORD = 1024
"""Bytes that the figures of a file count for, which are kept beside its report; its path is counted by the zip."""

_LONG = 2**31 - 1 - 1024 * 1024
"""Bytes from which on a file needs the longer form of a zip, with room for what is around the reports."""

_AT_ONCE = 1024 * 1024


def _packed_report(report: FileReport, worded: Wording) -> bytes:
    """The JSON of a file's report without its names and its first bracket, compressed."""
    content = {name: value for name, value in report.as_json(worded).items() if name not in ("path", "output")}
    return zlib.compress(as_json_bytes(content).strip().removeprefix(b"{"))


def _unpacked(packed: bytes) -> Iterator[bytes]:
    opened = zlib.decompressobj()
    while packed:
        yield opened.decompress(packed, _AT_ONCE)
        packed = opened.unconsumed_tail


def redact_entry(file: ZippedFile, resolver_of: ResolverOf, worded: Wording) -> RedactedEntry:
    """Unpack and redact one file of a zip; any error is in its report."""
    try:
        path = _path_of(file.path)
        done = redact_content(path, path, file.content(), resolver_of(file.path).only())
    except Exception as error:  # noqa: BLE001 - one file's failure must not be the zip's
        return RedactedEntry(FileReport.failed(file.path, error_text(error_of_file(error), worded)))
    return RedactedEntry.of(done)


def _path_of(name: str) -> Path:
    """The path of a file, also of its output; safe to unpack on every system.

    >>> _path_of("plans/2026/plan.docx").as_posix()
    'plans/2026/plan.docx'
    """
    if "\\" in name:
        raise InvalidRequest(
            "The path of the file contains a backslash, which Windows reads as a folder. Rename it."
        )
    if fault := path_fault(name):
        raise InvalidRequest(f"The path of the file {fault}. Rename it.")
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or PureWindowsPath(name).drive:
        raise InvalidRequest("The path of the file leads out of the zip. Make a new zip.")
    return Path(path)


def _summed_up(report: FileReport) -> dict[str, Any]:
    """The summary of a file for readers of the documents; failed files are known by their position."""
    found = report.verification
    return {
        "k": report.k,
        "k_held": report.k_held,
        "verification": None if found is None else found.status.value,
        **(NO_OUTCOME if report.outcome is None else report.outcome.as_json()),
        "index": None if report.index is None else report.index.as_json(),
        "needs_attention": report.needs_attention,
        "error": report.error,
    }


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)


class _Growing(io.RawIOBase):
    """A write-only file whose bytes are handed out as they are written."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """Return true, as the file interface asks."""
        return True

    def write(self, content: Any) -> int:
        """Append bytes."""
        self._pieces.append(bytes(content))
        return len(content)

    def taken(self) -> bytes:
        """Return what was written since the last call."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


class _OutputNames:
    """The output names in a zip; "A" and "a" may become one file, and so may two spellings of an accent."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._names = FreeNames(lambda name: _as_one_file(name.as_posix()) in self._taken)

    def free(self, wanted: Path, redacted: Set[int]) -> str:
        """Return the name, or the first one that is free with another number."""
        name = self._names.free(wanted, redacted).as_posix()
        self._taken.add(_as_one_file(name))
        return name


def _as_one_file(name: str) -> str:
    """What is the same for names that a system may take for one.

    >>> _as_one_file("\u00c9.txt") == _as_one_file("e\u0301.txt")
    True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())
