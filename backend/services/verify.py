"""Checking outputs against the report of the run that wrote them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from backend.document.redacted import RedactedStrings
from backend.errors import ReportUnusable
from backend.files import read_bytes
from backend.reporting.report import redacted_strings
from backend.services.each import Advance, attempt, counted
from backend.services.inputs import InputFile, collect
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

    @classmethod
    def failed(cls, path: str, error: str) -> "VerifiedFile":
        """A file that could not be checked."""
        return cls(path, error=error)

    def as_json(self) -> dict[str, Any]:
        """The object that `verify --json` prints for a file."""
        found = None if self.verification is None else self.verification.as_json()
        return {"path": self.path, "verification": found, "error": self.error}


def verify_files(paths: Iterable[Path], report: Path, advance: Advance) -> tuple[VerifiedFile, ...]:
    """Check each output for every string that the report says was redacted in it.

    Raises InvalidRequest when no file is named, ReportUnusable when the report cannot be used.
    """
    redacted = _Redacted.of(report)
    files = collect(paths).files
    work = partial(_verified, redacted)
    return tuple(counted((attempt(work, VerifiedFile.failed, file) for file in files), files, advance))


@dataclass(frozen=True, slots=True)
class _Redacted:
    """What the report says was redacted in each output, by its path and by its name."""

    report: Path
    by_path: Mapping[Path, RedactedStrings]
    by_name: Mapping[str, list[RedactedStrings]]

    @classmethod
    def of(cls, report: Path) -> "_Redacted":
        by_path, by_name = {}, defaultdict(list)
        for output, strings in redacted_strings(read_bytes(report), str(report)).items():
            by_path[Path(output).resolve()] = strings
            by_name[Path(output).name].append(strings)
        return cls(report, by_path, by_name)

    def in_output(self, path: Path) -> RedactedStrings:
        """The strings of the output at `path`; a copy elsewhere is known by its name when one output has it."""
        if path.resolve() in self.by_path:
            return self.by_path[path.resolve()]
        if len(self.by_name.get(path.name, ())) == 1:
            return self.by_name[path.name][0]
        raise ReportUnusable(f"{self.report} does not say what was redacted in it; name the report of its run")


def _verified(redacted: _Redacted, file: InputFile) -> VerifiedFile:
    content = read_bytes(file.path)
    strings = redacted.in_output(file.path)
    document = open_file(file.path.name, content).document
    return VerifiedFile(str(file.path), verify(content, document, strings, file.path.name))
