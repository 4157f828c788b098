"""Many documents in one zip, redacted one after the other into another zip; nothing of either touches a disk."""

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from backend.errors import InvalidRequest, UnsaidError, unforeseen
from backend.redaction.placeholders import PlaceholderStyle
from backend.reporting.outcome import NO_OUTCOME
from backend.reporting.report import FileReport, Report, as_json_bytes
from backend.services.batch import Subjects
from backend.services.reading import LOCK_FILE, SUFFIXES
from backend.services.redact import RedactedFile, redact_content

MOST_FILES = 2_000
MOST_ENTRIES = 10_000
"""Entries in all, folders and files of other kinds included."""
MOST_BYTES = 512 * 1024 * 1024
"""What the files of one zip may unpack to."""

DOCUMENTS = "documents"
SUMMARY = "summary.json"
REPORT = "report.json"

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can tell; when a copy was made is nobody's business

SubjectsOf = Callable[[str], Subjects]
"""What is to be hidden in the file of that path."""


@dataclass(frozen=True, slots=True)
class ZippedFiles:
    """The files of a zip that are of a kind that is read, by their paths in it."""

    archive: zipfile.ZipFile
    files: tuple[zipfile.ZipInfo, ...]

    @classmethod
    def of(cls, content: bytes) -> "ZippedFiles":
        """Open a zip.

        Raises InvalidRequest when it is none, or holds nothing to do or too much.
        """
        try:
            archive = zipfile.ZipFile(io.BytesIO(content))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
            raise InvalidRequest("the documents are no zip, or one that is cut short; make it again") from error
        files = tuple(each for each in archive.infolist() if _is_wanted(each))
        if not files:
            raise InvalidRequest(f"the zip holds no {', '.join(SUFFIXES)} file")
        if len(archive.infolist()) > MOST_ENTRIES:
            raise InvalidRequest(f"the zip holds more than {MOST_ENTRIES} entries; send it in parts")
        if len(files) > MOST_FILES or sum(each.file_size for each in files) > MOST_BYTES:
            raise InvalidRequest(
                f"the zip holds more than {MOST_FILES} files or {MOST_BYTES // 1024 // 1024} MB; send it in parts"
            )
        return cls(archive, files)

    def read(self, file: zipfile.ZipInfo) -> bytes:
        """The bytes of one of the files, never more than it says it has.

        Raises InvalidRequest when it is damaged or locked with a password.
        """
        try:
            return self.archive.read(file)
        except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError) as error:
            raise InvalidRequest(
                "the file is damaged in the zip, or locked with a password; zip it again"
            ) from error


def _is_wanted(file: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(file.filename)
    hidden = any(part == "__MACOSX" or (part.startswith(".") and part != "..") for part in path.parts)
    return not (file.is_dir() or hidden or path.name.startswith(LOCK_FILE)) and path.suffix.lower() in SUFFIXES


@dataclass(frozen=True, slots=True)
class RedactedEntry:
    """What came of one file: its report, and the document where there is one."""

    report: FileReport
    document: RedactedFile | None = None


Content = bytes | InvalidRequest
"""The bytes of a file, or why they cannot be had."""

Redact = Callable[[str, Content], RedactedEntry]
"""Redacts a file, by its path in the zip, as soon as it is its turn."""


def redact_zip(given: ZippedFiles, redacted: Redact, *, with_report: bool) -> Iterator[bytes]:
    """The bytes of a zip with the redacted documents, piece by piece as they are done, and a summary.

    One bad file never stops the others. The report holds originals, so it is there only where it is asked for, and
    beside the folder of the documents.
    """
    out, names = _Growing(), _Names()
    reports: list[FileReport] = []
    with zipfile.ZipFile(out, "w") as archive:
        for file in given.files:
            done = redacted(file.filename, _content(given, file))
            report = done.report
            if done.document is not None:
                name = f"{DOCUMENTS}/{names.free(done.document.name)}"
                _put(archive, name, done.document.content)
                report = replace(report, output=name)
            reports.append(report)
            yield out.taken()
        _put(archive, SUMMARY, as_json_bytes({"files": [_summed_up(each) for each in reports]}))
        if with_report:
            _put(archive, REPORT, Report(None, tuple(reports)).as_bytes())
    yield out.taken()


def _content(given: ZippedFiles, file: zipfile.ZipInfo) -> Content:
    try:
        return given.read(file)
    except InvalidRequest as error:
        return error


def redact_entry(
    name: str, content: Content, subjects_of: SubjectsOf, style: PlaceholderStyle | None
) -> RedactedEntry:
    """Redact one file by its path in the zip; whatever goes wrong stands in its report."""
    try:
        path = _path_of(name)
        if isinstance(content, InvalidRequest):
            raise content  # noqa: TRY301 - the error of one file
        subjects = subjects_of(name)
        done = redact_content(path, path, content, subjects.only(), subjects.hide, style)
    except MemoryError:
        raise  # whoever has set the limit tells of it
    except Exception as error:  # noqa: BLE001 - one file's failure must not be the run's
        told = str(error) if isinstance(error, UnsaidError) else unforeseen(error)
        return RedactedEntry(FileReport.failed(name, told))
    return RedactedEntry(done.report, done)


def _path_of(name: str) -> Path:
    path = Path(name)
    if path.is_absolute() or ".." in path.parts:
        raise InvalidRequest("the path of the file leaves the zip; zip it again")
    return path


def _summed_up(report: FileReport) -> dict[str, Any]:
    """What may be told of a file to whoever gets the documents; files that failed are known by their order."""
    found = report.verification
    return {
        "output": report.output,
        "k": report.k,
        "k_reached": report.k_reached,
        "k_held": report.k_held,
        "verification": None if found is None else found.status.value,
        **(NO_OUTCOME if report.outcome is None else report.outcome.as_json()),
        "needs_attention": report.needs_attention,
        "error": report.error,
    }


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)


class _Growing(io.RawIOBase):
    """A file that is written to at its end alone, and given away as it grows."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """As files tell it."""
        return True

    def write(self, content: Any) -> int:
        """Take some bytes."""
        self._pieces.append(bytes(content))
        return len(content)

    def taken(self) -> bytes:
        """What was written since it was last asked for."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


@dataclass(slots=True)
class _Names:
    """The names that outputs have taken; a second one gets a number."""

    taken: set[str] = field(default_factory=set)

    def free(self, wanted: Path) -> str:
        """The name, or the first with a number that is free; in a zip "A" and "a" may become one file."""
        numbered = (wanted if n == 1 else wanted.with_stem(f"{wanted.stem} ({n})") for n in count(1))
        name = next(each.as_posix() for each in numbered if each.as_posix().casefold() not in self.taken)
        self.taken.add(name.casefold())
        return name
