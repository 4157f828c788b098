"""The input files of a run, and the row of the manifest for each."""

import csv
import io
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from backend.errors import InvalidRequest
from backend.files import read_bytes, resolved
from backend.messages.problems import OutputFolderInside, OutputFolderIsFile, ReportInFolder, ReportWouldReplace
from backend.services.files.reading import LOCK_FILE, SUFFIXES


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file to process; `relative` is the path of its output below the output folder."""

    path: Path
    relative: Path
    is_folder: bool = False


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """The manifest's row for one file; None for a column that is absent or empty."""

    client: str
    utility: str | None = None
    k: int | None = None


@dataclass(frozen=True, slots=True)
class Inputs:
    """The files of a run, and the files in its folders that Unsaid cannot read."""

    files: tuple[InputFile, ...]
    others: tuple[Path, ...]


def collect(paths: Iterable[Path]) -> Inputs:
    """List the files to process: each named file, and every supported file below each named folder.

    Word's lock files (`~$…`) and hidden files are passed over; each file is taken once. A folder that cannot be
    listed is taken as a file, and so fails by itself.

    Raises InvalidRequest when nothing is left to do.
    """
    found: dict[Path, InputFile] = {}
    others: list[Path] = []
    for path in paths:
        for file in _below(path) if os.path.isdir(path) else [InputFile(path, Path(path.name))]:  # noqa: PTH112
            if file.path.name.startswith(LOCK_FILE):
                continue
            if file.path != path and file.path.suffix.lower() not in SUFFIXES and not file.is_folder:
                others.append(file.path)
            else:
                found.setdefault(resolved(file.path), file)
    if not found:
        raise InvalidRequest(
            f"No {', '.join(SUFFIXES)} file was found. Name files, or a folder that contains some."
        )
    return Inputs(tuple(found.values()), tuple(others))


def read_manifest(path: Path) -> Mapping[Path, ManifestRow]:
    """Read a manifest: rows by resolved path, relative to the working folder or to the manifest's folder.

    Raises InvalidRequest when it is no CSV with the columns path and client, a k is no whole number, or two rows
    contradict each other.
    """
    try:
        reader = csv.DictReader(io.StringIO(read_bytes(path).decode("utf-8-sig"), newline=""))
        rows, columns = list(reader), reader.fieldnames or ()
    except (UnicodeDecodeError, csv.Error) as error:
        raise InvalidRequest(f"{path}: not a UTF-8 CSV file. Save it again as CSV UTF-8.") from error
    if not {"path", "client"} <= set(columns):
        raise InvalidRequest(f"{path}: the first line must name the columns path,client (and may name utility,k).")
    manifest: dict[Path, ManifestRow] = {}
    for number, row in enumerate(rows, start=2):
        name, entry = _row(row, path, number)
        for place in {resolved(folder / name) for folder in (Path(), path.parent)}:
            if manifest.setdefault(place, entry) != entry:
                raise InvalidRequest(
                    f"{path}, line {number}: differs from an earlier line about {name}. Keep one of them."
                )
    return manifest


def check_outputs(paths: Iterable[Path], kept: Collection[Path], out: Path, report: Path | None) -> None:
    """Refuse an output folder or a report that would overwrite originals or mix with them.

    `kept` are the resolved paths of all files that the run reads.

    Raises InvalidRequest when `out` lies inside an input folder or is no folder, or when `report` lies inside
    `out`, is one of `kept`, or is no ordinary file.
    """
    folder = resolved(out)
    if folder.exists() and not folder.is_dir():
        raise InvalidRequest(OutputFolderIsFile("outputs", str(out)))
    for path in paths:
        if path.is_dir() and folder.is_relative_to(resolved(path)):
            raise InvalidRequest(OutputFolderInside("outputs", str(out), str(path)))
    if report is None:
        return
    if resolved(report).is_relative_to(folder):
        raise InvalidRequest(ReportInFolder("outputs", str(report), str(out)))
    if resolved(report) in kept:
        raise InvalidRequest(ReportWouldReplace(str(report), "read_by_run"))
    if report.exists() and not report.is_file():
        raise InvalidRequest(ReportWouldReplace(str(report), "not_a_file"))


def _below(folder: Path) -> Iterator[InputFile]:
    unlisted: list[Path] = []
    walk = os.walk(folder, onerror=lambda error: unlisted.append(Path(error.filename)))
    for here, folders, names in walk:
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths = (Path(here, name) for name in sorted(names) if not name.startswith("."))
        yield from (InputFile(path, path.relative_to(folder)) for path in paths if path.is_file())
    yield from (InputFile(path, path.relative_to(folder), is_folder=True) for path in unlisted)


def _row(row: Mapping[str, str | None], path: Path, number: int) -> tuple[Path, ManifestRow]:
    name, client = (row.get("path") or "").strip(), (row.get("client") or "").strip()
    if not (name and client) or "\0" in name:
        raise InvalidRequest(f"{path}, line {number}: the columns path and client must not be empty.")
    return Path(name), ManifestRow(
        client, (row.get("utility") or "").strip() or None, _k(row.get("k"), path, number)
    )


def _k(value: str | None, path: Path, number: int) -> int | None:
    if not (value or "").strip():
        return None
    try:
        k = int(str(value))
    except ValueError:
        k = 0
    if k < 1:
        raise InvalidRequest(f"{path}, line {number}: k must be a whole number of 1 or more.")
    return k
