"""Which files a run is about, and what the manifest says of each."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.errors import InvalidRequest
from backend.files import read_bytes
from backend.services.reading import LOCK_FILE, SUFFIXES


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file to work on; `relative` is where its output belongs, below the output folder."""

    path: Path
    relative: Path


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """What the manifest says of one file; None where the column is absent or empty."""

    client: str
    utility: str | None = None
    k: int | None = None


def collect(paths: Iterable[Path]) -> tuple[InputFile, ...]:
    """The files to work on: each named file, and every readable kind of file below each named folder.

    Word's lock files (`~$…`) and hidden files are skipped; each file is taken once.

    Raises InvalidRequest when nothing is left to do.
    """
    found: dict[Path, InputFile] = {}
    for path in paths:
        files = _below(path) if path.is_dir() else [InputFile(path, Path(path.name))]
        for file in files:
            if not file.path.name.startswith(LOCK_FILE):
                found.setdefault(file.path.resolve(), file)
    if not found:
        raise InvalidRequest(f"no {', '.join(SUFFIXES)} file to work on; name files or a folder that holds some")
    return tuple(found.values())


def read_manifest(path: Path) -> Mapping[Path, ManifestRow]:
    """Read a manifest: rows by resolved path; a relative path may start here or in the manifest's folder.

    Raises InvalidRequest when it is no CSV with the columns path and client, or a k is no whole number.
    """
    try:
        rows = list(csv.DictReader(io.StringIO(read_bytes(path).decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InvalidRequest(f"{path}: not a UTF-8 CSV file; save it as one") from error
    manifest: dict[Path, ManifestRow] = {}
    for number, row in enumerate(rows, start=2):
        name, client = (row.get("path") or "").strip(), (row.get("client") or "").strip()
        if not (name and client):
            raise InvalidRequest(f"{path}, line {number}: the columns path and client must be filled")
        entry = ManifestRow(client, (row.get("utility") or "").strip() or None, _k(row.get("k"), path, number))
        for folder in (Path(), path.parent):
            manifest[(folder / name).resolve()] = entry
    return manifest


def check_outputs(inputs: Sequence[Path], out: Path, report: Path | None) -> None:
    """Refuse an output folder or a report that would touch originals or mix with them.

    Raises InvalidRequest when `out` lies inside an input folder or is no folder, or `report` lies inside `out`.
    """
    folder = out.resolve()
    if folder.exists() and not folder.is_dir():
        raise InvalidRequest(f"--out {out} is a file; name a folder")
    for path in inputs:
        if path.is_dir() and folder.is_relative_to(path.resolve()):
            raise InvalidRequest(f"--out {out} lies inside the input {path}; choose a folder outside it")
    if report is not None and report.resolve().is_relative_to(folder):
        raise InvalidRequest(f"--report {report} holds originals and must not lie inside --out {out}")
    if report is not None and report.resolve() in {path.resolve() for path in inputs}:
        raise InvalidRequest(f"--report {report} is one of the inputs; choose another name")


def _below(folder: Path) -> list[InputFile]:
    return [
        InputFile(path, path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in SUFFIXES
        and path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]


def _k(value: str | None, path: Path, number: int) -> int | None:
    if not (value or "").strip():
        return None
    try:
        k = int(str(value))
    except ValueError:
        k = 0
    if k < 1:
        raise InvalidRequest(f"{path}, line {number}: k must be a whole number from 1 on")
    return k
