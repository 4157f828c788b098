"""Redact the documents of one zip, one by one, into another zip, without writing either to disk."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from backend.errors import InvalidRequest
from backend.files import path_fault
from backend.messages.message import Wording
from backend.reporting.outcome import NO_OUTCOME
from backend.reporting.report import FileReport, Report, as_json_bytes
from backend.services.files.outputs import FreeNames
from backend.services.files.reading import LOCK_FILE, SUFFIXES
from backend.services.files.runner import attempt, error_text
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.resolve import Resolver

MOST_FILES = 2_000
MOST_ENTRIES = 10_000
"""Entries in all, folders and files of other kinds included."""
MOST_BYTES = 512 * 1024 * 1024
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
                return file.read()
        except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError) as error:
            raise _damaged() from error


_LOCKED = 0x1
"""The bit of a file with a password (APPNOTE.TXT, 4.4.4)."""


def _damaged() -> InvalidRequest:
    return InvalidRequest("the file is damaged in the zip, or locked with a password; zip it again")


def zipped_files(content: bytes) -> tuple[ZippedFile, ...]:
    """The supported files of a zip.

    Raises InvalidRequest when it is no zip, or holds nothing to do or too much.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
        raise InvalidRequest("the documents are no zip, or one that is cut short; make it again") from error
    if len(archive.infolist()) > MOST_ENTRIES:
        raise InvalidRequest(f"the zip holds more than {MOST_ENTRIES} entries; send it in parts")
    files = tuple(each for each in archive.infolist() if _is_wanted(each))
    if not files:
        raise InvalidRequest(f"the zip holds no {', '.join(SUFFIXES)} file")
    if len(files) > MOST_FILES or sum(each.file_size for each in files) > MOST_BYTES:
        raise InvalidRequest(
            f"the zip holds more than {MOST_FILES} files or {MOST_BYTES // 1024 // 1024} MB; send it in parts"
        )
    if sum(each.compress_size for each in files) > len(content):
        raise InvalidRequest("files of the zip share their bytes; make it again")
    return tuple(ZippedFile(each.filename, each, _packed(content, each)) for each in files)


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
    return not (file.is_dir() or hidden or path.name.startswith(LOCK_FILE)) and path.suffix.lower() in SUFFIXES


@dataclass(frozen=True, slots=True)
class RedactedEntry:
    """The result of one file: its report, and the document if there is one."""

    report: FileReport
    document: RedactedFile | None = None


Redact = Callable[[ZippedFile], RedactedEntry]
"""Redacts a file of the zip as soon as it is its turn."""


def redact_zip(
    given: Iterable[ZippedFile], redacted: Redact, *, worded: Wording, with_report: bool
) -> Iterator[bytes]:
    """Stream a zip with the redacted documents as they are done, and a summary.

    One bad file never stops the others. The report holds originals, so it is there only where it is asked for, and
    beside the folder of the documents.
    """
    out, names = _Growing(), _OutputNames()
    reports: list[FileReport] = []
    with zipfile.ZipFile(out, "w") as archive:
        for file in given:
            done = redacted(file)
            report = done.report
            if done.document is not None:
                name = f"{DOCUMENTS}/{names.free(done.document.name)}"
                _put(archive, name, done.document.content)
                report = replace(report, output=name)
            reports.append(report)
            yield out.taken()
        _put(archive, SUMMARY, as_json_bytes({"files": [_summed_up(each) for each in reports]}))
        if with_report:
            _put(archive, REPORT, Report(None, tuple(reports)).as_bytes(worded))
    yield out.taken()


def redact_entry(file: ZippedFile, resolver_of: ResolverOf, worded: Wording) -> RedactedEntry:
    """Unpack and redact one file of a zip; any error is in its report."""

    def redacted() -> RedactedEntry:
        path = _path_of(file.path)
        done = redact_content(path, path, file.content(), resolver_of(file.path).only())
        return RedactedEntry(done.report, done)

    return attempt(redacted, lambda error: RedactedEntry(FileReport.failed(file.path, error_text(error, worded))))


def _path_of(name: str) -> Path:
    """The path of a file, also of its output; safe to unpack on every system.

    >>> _path_of("plans/2026/plan.docx").as_posix()
    'plans/2026/plan.docx'
    """
    if "\\" in name:
        raise InvalidRequest("the path of the file holds a backslash, which Windows takes for a folder; rename it")
    if fault := path_fault(name):
        raise InvalidRequest(f"the path of the file {fault}; rename it")
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or PureWindowsPath(name).drive:
        raise InvalidRequest("the path of the file leaves the zip; zip it again")
    return Path(path)


def _summed_up(report: FileReport) -> dict[str, Any]:
    """The summary of a file for readers of the documents; failed files are known by their position."""
    found = report.verification
    return {
        "output": report.output,
        "k": report.k,
        "k_held": report.k_held,
        "verification": None if found is None else found.status.value,
        **(NO_OUTCOME if report.outcome is None else report.outcome.as_json()),
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
    """The output names in a zip; case is ignored, because "A" and "a" may become one file."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._names = FreeNames(lambda name: name.as_posix().casefold() in self._taken)

    def free(self, wanted: Path) -> str:
        """Return the name, or the first numbered name that is free."""
        name = self._names.free(wanted).as_posix()
        self._taken.add(name.casefold())
        return name
