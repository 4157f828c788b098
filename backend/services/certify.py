"""Certificates: written beside a run for each of its outputs, and held against a document later."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from backend.errors import InvalidRequest, OutputRefused, ReportUnusable
from backend.files import PRIVATE, read_bytes, write_whole
from backend.reporting.certificate import Certificate, Run
from backend.reporting.report import FileReport, as_json_bytes
from backend.services.analyse import HideRequest
from backend.services.each import Advance, attempt, counted, one_line
from backend.services.inputs import InputFile, collect
from backend.services.redact import RedactedFile


def certificate_of(done: RedactedFile, hide: HideRequest, model: str | None) -> Certificate:
    """The certificate of a document that nobody has written yet; `model` is the version that was asked."""
    run = Run(model, hide.entities, hide.search.reads_names)
    return Certificate(replace(done.report, output=done.name.name), run, datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class CertificateFolder:
    """Where the certificates of a run go, under the names that the outputs have below `out`.

    They name the clients that whoever asks may see, so they are for them alone at first (mode 0600).
    """

    folder: Path
    out: Path
    kept: frozenset[Path]
    run: Run

    def certified(self, report: FileReport) -> FileReport:
        """Write both certificates of an output, and tell in its report if that failed."""
        if report.output is None:
            return report
        certificate = Certificate(report, self.run, datetime.now(UTC))
        beside = self.folder / Path(report.output).relative_to(self.out)
        try:
            self._write(beside, ".certificate.json", as_json_bytes(certificate.as_json()))
            self._write(beside, ".certificate.docx", certificate.as_docx())
        except Exception as error:  # noqa: BLE001 - one file's failure must not be the run's
            why = one_line(error, Path(report.output))
            return replace(report, error=f"{report.output}: redacted, but not certified ({why})")
        return report

    def _write(self, beside: Path, suffix: str, content: bytes) -> None:
        path = beside.with_name(beside.name + suffix)
        if path.resolve() in self.kept:
            raise OutputRefused(f"{path} is an original; choose another --certificate folder")
        write_whole(path, content, mode=PRIVATE)


def refuse_unfit(folder: Path, out: Path, paths: Iterable[Path]) -> None:
    """Raise InvalidRequest when a folder for certificates is none, or would mix them with inputs or outputs.

    Certificates are Word files too: a later run would take them for documents.
    """
    if folder.exists() and not folder.is_dir():
        raise InvalidRequest(f"--certificate {folder} is a file; name a folder")
    for other in (out, *(path for path in paths if path.is_dir())):
        if folder.resolve().is_relative_to(other.resolve()):
            raise InvalidRequest(f"--certificate {folder} lies inside {other}; choose a folder outside it")


@dataclass(frozen=True, slots=True)
class CertifiedFile:
    """One document, and whether it is the one that was certified, byte for byte."""

    path: str
    is_certified: bool = False
    error: str | None = None

    @property
    def needs_attention(self) -> bool:
        """Whether it is another document, or could not be read."""
        return not self.is_certified

    @classmethod
    def failed(cls, path: str, error: str) -> "CertifiedFile":
        """A file that could not be read."""
        return cls(path, error=error)

    def as_json(self) -> dict[str, Any]:
        """The object that `verify --certificate --json` prints for a file."""
        return {"path": self.path, "certified": self.is_certified, "error": self.error}


def compare_files(paths: Iterable[Path], certificate: Path, advance: Advance) -> tuple[CertifiedFile, ...]:
    """Hold each document against a certificate.

    Raises InvalidRequest when no file is named, ReportUnusable when the certificate is none.
    """
    files = collect(paths).files
    work = partial(_compared, _result_of(certificate))
    return tuple(counted((attempt(work, CertifiedFile.failed, file) for file in files), files, advance))


def _compared(expected: str, file: InputFile) -> CertifiedFile:
    return CertifiedFile(str(file.path), sha256(read_bytes(file.path)).hexdigest() == expected)


def _result_of(certificate: Path) -> str:
    try:
        written = json.loads(read_bytes(certificate))
        if written["certificate"] == 1 and isinstance(expected := written["result_sha256"], str):
            return expected
    except (ValueError, KeyError, TypeError):
        pass
    raise ReportUnusable(f"{certificate}: no certificate; name the .certificate.json that `unsaid redact` wrote")
