"""Many files in one run: each on its own, so that one bad file never stops the others."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from backend.blocking.defence import Defence
from backend.blocking.simple_redactor import refuse_impossible
from backend.errors import InvalidRequest, UnsaidError
from backend.files import PRIVATE, read_bytes, resolved, write_whole
from backend.learning.model import ClientModel
from backend.redaction.placeholders import PlaceholderStyle
from backend.reporting.certificate import Run
from backend.reporting.report import FileReport, Report
from backend.services.analyse import HideRequest
from backend.services.certify import CertificateFolder, Certifying, refuse_unfit
from backend.services.choosing import Subject
from backend.services.each import Advance, counted, done_each
from backend.services.inputs import InputFile, ManifestRow, check_outputs, collect, read_manifest
from backend.services.outputs import OutputFolder
from backend.services.personal import refuse_unusable
from backend.services.redact import RedactedFile, redact_content
from backend.workers import Workers


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """Which files to redact, where to, and what to hide in them; report and `certificates` are written beside."""

    paths: tuple[Path, ...]
    out: Path
    hide: HideRequest
    style: PlaceholderStyle = PlaceholderStyle.NUMBERED
    report: Path | None = None
    certificates: Certifying | None = None
    workers: Workers = Workers()


@dataclass(frozen=True, slots=True, eq=False)
class Subjects:
    """Whose document each file is, as far as the request and its manifest say.

    `utility` is the one that documents of the request's client show, where it is not that client's.
    """

    model: ClientModel | None
    hide: HideRequest
    manifest: Mapping[Path, ManifestRow]
    defence: Defence | None = None
    utility: str | None = None

    @classmethod
    def of(cls, model: ClientModel | None, hide: HideRequest, defence: Defence | None = None) -> "Subjects":
        """Read the manifest and refuse at once what would fail for every file.

        Raises UnknownClient, ImpossibleK, InvalidRequest, PipelineUnusable.
        """
        refuse_unusable(hide.search)
        subjects = cls(model, hide, read_manifest(hide.manifest) if hide.manifest else {}, defence)
        if hide.client is not None:
            subjects.named(hide.client, hide.k)
        return subjects

    def subject(self, path: Path) -> Subject | None:
        """The subject of one file; None without client terms.

        Raises InvalidRequest when the manifest has no row for it, UnknownClient, ImpossibleK.
        """
        if self.hide.no_cii or self.hide.client is not None:
            return self.only()
        row = self.manifest.get(resolved(path))
        if row is None:
            raise InvalidRequest(f"{path}: no row in {self.hide.manifest}; add one with its client")
        return self.named(row.client, row.k or self.hide.k, row.utility)

    def only(self) -> Subject | None:
        """The subject of the one document of a request without a manifest; raises as `subject`."""
        return None if self.hide.client is None else self.named(self.hide.client, self.hide.k, self.utility)

    def showing(self, utility: str | None) -> "Subjects":
        """The same for documents of that utility class; None: of their client's.

        Raises InvalidRequest, which does not repeat the name, when there is no client or no such class.
        """
        if utility is not None and (self.model is None or utility not in self._known(self.model)):
            raise InvalidRequest(
                "utility names no industry that the model knows, or comes without a client; correct it"
            )
        return replace(self, utility=utility)

    def named(self, client: str, k: int, utility: str | None = None) -> Subject:
        """The subject of that client at that k; raises as `subject`."""
        if self.model is None:
            raise InvalidRequest("client terms need a model; train one, or use --no-cii")
        index = self.hide.visible.find(self.model.clients, client)
        refuse_impossible(k, len(self.model.clients))
        return Subject(self.model, index, k, self.defence, self._utility(self.model, utility))

    def _known(self, model: ClientModel) -> Collection[str]:
        """The industries that may be named: those of hidden clients alone are as unknown as any other."""
        visible = self.hide.visible
        return model.utilities if visible.sees_all else visible.utilities(model.clients)

    def _utility(self, model: ClientModel, name: str | None) -> int | None:
        if name is None:
            return None
        if name not in self._known(model):
            known = ", ".join(map(repr, sorted(self._known(model)))) or "none"
            raise InvalidRequest(
                f"no industry {name!r} in the model (it knows {known}); correct the column utility of the manifest"
            )
        return model.utilities.index(name)


def redact_files(
    request: BatchRequest, model: ClientModel | None, advance: Advance, defence: Defence | None = None
) -> Report:
    """Redact every file that can be redacted, and tell of each what was done or why it was not.

    `defence` are the attackers beside the model to hold out against.

    The report is written even when the run is interrupted, for the files that were done until then.

    Raises an UnsaidError when nothing could start; what goes wrong with one file stands in its report.
    """
    inputs = collect(request.paths)
    files = inputs.files
    kept = frozenset(resolved(path) for path in (*(file.path for file in files), *request.hide.sources))
    check_outputs(request.paths, kept, request.out, request.report)
    if request.certificates is not None:
        refuse_unfit(request.certificates.folder, request.out, request.paths, request.report)
    subjects = Subjects.of(model, request.hide, defence)
    work: Callable[[InputFile], RedactedFile | FileReport] = partial(_redacted, subjects, request.style)
    version = model.version if model is not None else None
    _write_report(request.report, Report(version, (), inputs.others))  # a report that cannot be written stops here
    folder = OutputFolder(request.out, kept, frozenset(file.relative for file in files))
    certificates = _certificates(request, kept, version)
    reports: list[FileReport] = []
    try:
        for number, done in enumerate(
            counted(done_each(work, FileReport.failed, files, request.workers), files, advance)
        ):
            written = done if isinstance(done, FileReport) else _written(done, folder, files[number])
            reports.append(certificates.certified(written) if certificates else written)
    finally:
        report = Report(version, tuple(reports), inputs.others)
        _write_report(request.report, report)
    return report


def _certificates(request: BatchRequest, kept: frozenset[Path], version: str | None) -> CertificateFolder | None:
    if request.certificates is None:
        return None
    hide = request.hide
    run = Run(version, hide.entities, hide.search.reads_names)
    return CertificateFolder(request.certificates, request.out, kept, run)


def _write_report(path: Path | None, report: Report) -> None:
    if path is not None:
        write_whole(path, report.as_bytes(), mode=PRIVATE)


def _redacted(subjects: Subjects, style: PlaceholderStyle, file: InputFile) -> RedactedFile | FileReport:
    subject = subjects.subject(file.path)
    return redact_content(file.path, file.relative, read_bytes(file.path), subject, subjects.hide, style)


def _written(done: RedactedFile, folder: OutputFolder, file: InputFile) -> FileReport:
    try:
        path = folder.write(done.name, done.content, renamed=done.name != file.relative)
    except UnsaidError as error:
        return FileReport.failed(str(file.path), str(error))
    return replace(done.report, output=str(path))
