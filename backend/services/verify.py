"""Checking outputs against the report of the run that wrote them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from backend.errors import ReportUnusable
from backend.files import read_bytes
from backend.reporting.report import Expected, expected_in, expected_of
from backend.services.each import Advance, attempt, counted
from backend.services.inputs import InputFile, collect
from backend.services.personal import examined
from backend.services.reading import open_file
from backend.verification.partly import look_for
from backend.verification.residue import Verification, verify


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """One output and what was found in it, or why it could not be checked."""

    path: str
    verification: Verification | None = None
    error: str | None = None

    @property
    def needs_attention(self) -> bool:
        """Whether it could not be checked, or what was found needs somebody to look."""
        return self.verification is None or self.verification.needs_attention

    @classmethod
    def failed(cls, path: str, error: str) -> "VerifiedFile":
        """A file that could not be checked."""
        return cls(path, error=error)

    def as_json(self) -> dict[str, Any]:
        """The object that `verify --json` prints for a file."""
        found = None if self.verification is None else self.verification.as_json()
        return {"path": self.path, "verification": found, "error": self.error}


def expected_in_report(file: Mapping[str, Any]) -> Expected:
    """What had to go, from the object that a report has for a file.

    Raises ReportUnusable.
    """
    try:
        return expected_in(file)
    except (ValueError, KeyError, TypeError) as error:
        raise ReportUnusable(
            "what had to go holds a string that cannot be looked for; send the report as it was"
        ) from error


def verify_content(name: str, content: bytes, expected: Expected) -> Verification:
    """Check a document that was sent for every string that had to go from it.

    Raises a DocumentError when it cannot be read.
    """
    document = open_file(name, content).document
    found = verify(content, document, expected.strings, name, pictures_accepted=expected.pictures_accepted)
    left, stays = look_for(document, expected.partly)
    parts = examined(found.parts, expected.unexamined)
    return replace(found, places=found.places + left, parts=parts, stays=stays)


def verify_files(paths: Iterable[Path], report: Path, advance: Advance) -> tuple[VerifiedFile, ...]:
    """Check each output for every string that the report says was redacted in it.

    Raises InvalidRequest when no file is named, ReportUnusable when the report cannot be used.
    """
    reported = _Reported.of(report)
    files = collect(paths).files
    work = partial(_verified, reported)
    return tuple(counted((attempt(work, VerifiedFile.failed, file) for file in files), files, advance))


@dataclass(frozen=True, slots=True)
class _Reported:
    """What the report says of each output, by its path and by its name."""

    report: Path
    by_path: Mapping[Path, Expected]
    by_name: Mapping[str, list[Expected]]

    @classmethod
    def of(cls, report: Path) -> "_Reported":
        by_path, by_name = {}, defaultdict(list)
        for output, expected in expected_of(read_bytes(report), str(report)).items():
            by_path[Path(output).resolve()] = expected
            by_name[Path(output).name].append(expected)
        return cls(report, by_path, by_name)

    def of_output(self, path: Path) -> Expected:
        """What is said of the output at `path`; a copy elsewhere is known by its name when one output has it."""
        if path.resolve() in self.by_path:
            return self.by_path[path.resolve()]
        if len(self.by_name.get(path.name, ())) == 1:
            return self.by_name[path.name][0]
        raise ReportUnusable(f"{self.report} does not say what was redacted in it; name the report of its run")


def _verified(reported: _Reported, file: InputFile) -> VerifiedFile:
    content = read_bytes(file.path)
    expected = reported.of_output(file.path)
    return VerifiedFile(str(file.path), verify_content(file.path.name, content, expected))
