"""Redact many files in one run, each on its own, so that one bad file never stops the others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from backend.errors import UnsaidError
from backend.files import PRIVATE, read_bytes, resolved, write_atomically
from backend.redaction.indexing import ToIndex
from backend.reporting.certificate import Run
from backend.reporting.report import FileReport, Report
from backend.services.files.drawn_order import DrawnOrder
from backend.services.files.inputs import InputFile, check_outputs, collect
from backend.services.files.outputs import OutputFolder
from backend.services.files.runner import Advance, error_text, map_files, with_progress
from backend.services.redaction.certificates import CertificateFolder, CertificateOptions, refuse_unsuitable_folder
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request
from backend.services.request.resolve import Resolver
from backend.services.terms.personal_data import PersonalDataSearch
from backend.workers import Workers

ReleaseFile = Callable[[FileReport, ToIndex | None], FileReport]
"""Adds a written file to the index if it is to go there; returns its report with the result."""


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """The files to redact, the output folder, the request, and where report and `certificates` go.

    `release` is called with each file once it is written.
    """

    paths: tuple[Path, ...]
    out: Path
    request: Request
    catalogue: Catalogue
    report: Path | None = None
    certificates: CertificateOptions | None = None
    workers: Workers = Workers()
    release: ReleaseFile = lambda report, to_index: report  # noqa: ARG005

    @property
    def version(self) -> str | None:
        """The model version; None if client terms are not redacted."""
        model = self.catalogue.model
        return None if model is None else model.version

    def order_of(self, files: Sequence[InputFile]) -> list[int]:
        """The positions of the files in the order in which they are redacted."""
        order = self.catalogue.output_order or DrawnOrder.at_random()
        return order.of([file.relative.as_posix() for file in files])


def redact_files(batch: BatchRequest, advance: Advance) -> Report:
    """Redact every file that can be redacted, and report for each what was done or why it failed.

    The report is written even when the run is interrupted, for the files that were done until then.

    Raises an UnsaidError when nothing could start; what goes wrong with one file stands in its report.
    """
    inputs = collect(batch.paths)
    files = inputs.files
    order = batch.order_of(files)
    kept = frozenset(resolved(path) for path in (*(file.path for file in files), *batch.request.sources))
    check_outputs(batch.paths, kept, batch.out, batch.report)
    if batch.certificates is not None:
        refuse_unsuitable_folder(batch.certificates.folder, batch.out, batch.paths, batch.report)
    resolver = Resolver.of(batch.request, batch.catalogue)
    work: Callable[[InputFile], RedactedFile | FileReport] = partial(_redact_file, resolver)
    version = batch.version
    _write_report(batch.report, Report(version, (), inputs.others))  # a report that cannot be written stops here
    names = frozenset(file.relative for file in files)
    folder = OutputFolder(batch.out, kept, names, keeps_earlier=batch.catalogue.output_order is None)
    certificates = _certificates(batch, kept)
    reports: dict[int, FileReport] = {}
    results = map_files(work, FileReport.failed, [files[number] for number in order], batch.workers)
    try:
        for number, done in zip(order, with_progress(results, files, advance), strict=True):
            written = done if isinstance(done, FileReport) else _written(done, folder, files[number], batch.release)
            reports[number] = certificates.certified(written) if certificates else written
    finally:
        report = Report(version, tuple(reports[number] for number in sorted(reports)), inputs.others)
        _write_report(batch.report, report)
    return report


def _certificates(batch: BatchRequest, kept: frozenset[Path]) -> CertificateFolder | None:
    if batch.certificates is None:
        return None
    request = batch.request
    search = PersonalDataSearch(request.entities, request.recognisers, batch.catalogue.pipeline)
    run = Run(batch.version, request.entities, search.reads_names)
    return CertificateFolder(batch.certificates, batch.out, kept, run)


def _write_report(path: Path | None, report: Report) -> None:
    if path is not None:
        write_atomically(path, report.as_bytes(), mode=PRIVATE)


def _redact_file(resolver: Resolver, file: InputFile) -> RedactedFile | FileReport:
    return redact_content(file.path, file.relative, read_bytes(file.path), resolver.of_file(file.path))


def _written(done: RedactedFile, folder: OutputFolder, file: InputFile, release: ReleaseFile) -> FileReport:
    try:
        renamed = done.name != file.relative
        path = folder.write(done.name, done.content, renamed=renamed, redacted=done.numbers)
    except UnsaidError as error:
        return FileReport.failed(str(file.path), error_text(error))
    return release(replace(done.report, output=str(path)), done.to_index)
