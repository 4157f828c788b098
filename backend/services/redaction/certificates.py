"""Make certificates: one beside each output of a run, or one for the document of a response."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from backend.errors import InvalidRequest, OutputRefused
from backend.files import PRIVATE, resolved, write_atomically
from backend.messages.problems import OutputFolderInside, OutputFolderIsFile, OutputIsOriginal, ReportInFolder
from backend.reporting.certificate import Certificate, Run, SignedCertificate, Signer
from backend.reporting.report import FileReport, as_json_bytes
from backend.services.files.runner import one_line
from backend.services.redaction.redact import RedactedFile
from backend.services.request.effective import EffectiveRequest


def certified(
    done: RedactedFile, request: EffectiveRequest, signer: Signer
) -> tuple[RedactedFile, SignedCertificate]:
    """Certify a document that is not written yet; return it with the opening in its report, and the certificate."""
    run = Run(request.model, request.entities, request.search.reads_names)
    signed = _certificate(done.report, run).signed(signer)
    return replace(done, report=replace(done.report, opening=signed.opening)), signed


def _certificate(report: FileReport, run: Run) -> Certificate:
    return Certificate(report, run, datetime.now(UTC).date())


@dataclass(frozen=True, slots=True)
class CertificateOptions:
    """The folder for the certificates of a run, and the signer."""

    folder: Path
    signer: Signer


@dataclass(frozen=True, slots=True)
class CertificateFolder:
    """Writes the certificates of a run under the names that the outputs have below `out`.

    They are for whoever asks for them alone at first (mode 0600): it is theirs to hand them on.
    """

    wanted: CertificateOptions
    out: Path
    kept: frozenset[Path]
    run: Run

    def certified(self, report: FileReport) -> FileReport:
        """Write both certificates of an output; return the report with the opening, or with the error."""
        if report.output is None:
            return report
        path = self.wanted.folder / Path(report.output).relative_to(self.out)
        try:
            signed = _certificate(report, self.run).signed(self.wanted.signer)
            self._write(path, ".certificate.json", as_json_bytes(signed.content))
            self._write(path, ".certificate.docx", signed.page)
        except Exception as error:  # noqa: BLE001 - one file's failure must not be the run's
            why = one_line(error, Path(report.output))
            return replace(report, error=f"{report.output}: redacted, but not certified ({why})")
        return replace(report, opening=signed.opening)

    def _write(self, document_path: Path, suffix: str, content: bytes) -> None:
        path = document_path.with_name(document_path.name + suffix)
        if resolved(path) in self.kept:
            raise OutputRefused(OutputIsOriginal("certificates", str(path)))
        write_atomically(path, content, mode=PRIVATE)


def refuse_unsuitable_folder(folder: Path, out: Path, paths: Iterable[Path], report: Path | None = None) -> None:
    """Raise InvalidRequest if the folder is a file, or would mix certificates with other files of a run.

    Certificates are Word files too: a later run would take them for documents. They are made to be shown; the
    report holds originals, and what opens them.
    """
    if folder.exists() and not folder.is_dir():
        raise InvalidRequest(OutputFolderIsFile("certificates", str(folder)))
    for other in (out, *(path for path in paths if path.is_dir())):
        if resolved(folder).is_relative_to(resolved(other)):
            raise InvalidRequest(OutputFolderInside("certificates", str(folder), str(other)))
    if report is not None and resolved(report).is_relative_to(resolved(folder)):
        raise InvalidRequest(ReportInFolder("certificates", str(report), str(folder)))
