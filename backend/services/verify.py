"""Checking outputs against the report of the run that wrote them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.document.redacted import RedactedString
from backend.errors import ReportUnusable, UnsaidError
from backend.files import read_bytes
from backend.reporting.report import redacted_strings
from backend.services.inputs import collect
from backend.services.reading import open_file
from backend.verification.residue import Verification, verify


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """One output and what was found in it, or why it could not be checked."""

    path: str
    verification: Verification | None = None
    error: str | None = None

    @property
    def needs_attention(self) -> bool:
        """Whether anything but clean was found."""
        return self.verification is None or self.verification.status != "clean"

    def as_json(self) -> dict[str, Any]:
        """The object that `verify --json` prints for a file."""
        found = None if self.verification is None else self.verification.as_json()
        return {"path": self.path, "verification": found, "error": self.error}


def verify_files(
    paths: Iterable[Path], report: Path, advance: Callable[[int, int], None] = lambda _done, _total: None
) -> tuple[VerifiedFile, ...]:
    """Check each output for every string that the report says was redacted in it.

    Raises InvalidRequest when no file is named, ReportUnusable when the report cannot be used.
    """
    strings = redacted_strings(read_bytes(report), str(report))
    files = collect(paths)
    checked = []
    for number, file in enumerate(files, start=1):
        checked.append(_verified(file.path, strings, report))
        advance(number, len(files))
    return tuple(checked)


def _verified(path: Path, strings: Mapping[str, tuple[RedactedString, ...]], report: Path) -> VerifiedFile:
    try:
        content = read_bytes(path)
        document = open_file(path.name, content).document
        return VerifiedFile(str(path), verify(content, document, _strings_of(path, strings, report), path.name))
    except UnsaidError as error:
        return VerifiedFile(str(path), error=str(error))


def _strings_of(
    path: Path, strings: Mapping[str, tuple[RedactedString, ...]], report: Path
) -> tuple[RedactedString, ...]:
    """What was redacted in the output at `path`; a copy elsewhere is known by its name when one output has it."""
    by_path = {Path(output).resolve(): found for output, found in strings.items()}
    if path.resolve() in by_path:
        return by_path[path.resolve()]
    by_name = [found for output, found in strings.items() if Path(output).name == path.name]
    if len(by_name) == 1:
        return by_name[0]
    raise ReportUnusable(f"{report} does not say what was redacted in {path.name}; name the report of its run")
