"""Redact a folder on the server into another folder, as a job that another worker can resume.

The output folder was empty at the start. The batch stores the request, encrypted until it is done, and a keyed hash
of each file: a worker that resumes the batch lists the folders again, and the hashes say which file is which.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from typing import Any, Protocol

from backend.errors import (
    InvalidRequest,
    JobCancelled,
    JobLost,
    OutputFailed,
    StaleVersion,
    StoreUnavailable,
    UnreadableFile,
    UnsaidError,
)
from backend.files import PRIVATE, path_exists, prepared, read_bytes
from backend.reporting.report import FileReport
from backend.services.audit.document_events import of_report
from backend.services.files.inputs import InputFile, collect
from backend.services.files.runner import error_of_file
from backend.services.jobs.batch_index import NOT_YET, release_again, release_written
from backend.services.jobs.batch_outputs import Outputs, folded, output_mark, remove_unvouched, written_files
from backend.services.jobs.running_job import RunningJob
from backend.services.jobs.training_job import path_below
from backend.services.redaction.redact import RedactedFile
from backend.services.request.in_force import TURNS
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.in_force import InForce, NoLongerInForce
from backend.storage.jobs.job_files import FileResult, JobFile, JobFiles
from backend.storage.jobs.jobs import Collides, Job, NewJob, Writes
from backend.storage.jobs.states import FileState
from backend.storage.jobs.turns import USUAL, Place, Share
from backend.storage.store import Store

KIND = "batch"
FORM = 1
"""How a request is written; a later form is another number, so that older workers leave it alone."""

MAX_FILES = 10_000
TURN = 20
"""How many files of a batch are redacted before a job of another account may have its turn."""

UNFORESEEN = "unforeseen"
TRIES = 5
"""How often a file is redacted again because something else counts for it by now."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The input folder and the output folder of a batch, as resolved paths."""

    inputs: Path
    outputs: Path

    @classmethod
    def below(
        cls, allowed: Sequence[Path], inputs: str, outputs: str, groups: Collection[str] | None = None
    ) -> "Folders":
        """Find two folders by their paths below the configured folders.

        For somebody of some `groups` (None: of all) both lie below a folder that is called like one of these.

        Raises InvalidRequest when one would leave them, there are no inputs, one lies in the other, or something
        lies where the outputs go.
        """
        from_, to = path_below(allowed, inputs), path_below(allowed, outputs)
        if groups is not None and not all(_is_of(path, allowed, groups) for path in (from_, to)):
            raise InvalidRequest(
                "Name folders below a folder with the name of one of your groups, as in GROUP/inbox. Other "
                "folders below UNSAID_BATCH_FOLDERS are for people who see all groups."
            )
        if from_ is None or not path_exists(from_) or not from_.is_dir():
            raise InvalidRequest("There is no such folder below UNSAID_BATCH_FOLDERS. Name its path from there.")
        if to is None or (path_exists(to) and not to.is_dir()):
            raise InvalidRequest(
                "The folder for the outputs must be a new one below UNSAID_BATCH_FOLDERS. Name its path from there."
            )
        if to.is_relative_to(from_) or from_.is_relative_to(to):
            raise InvalidRequest(
                "One of the two folders contains the other. Choose another folder for the outputs."
            )
        if path_exists(to) and not _is_empty(to):
            raise InvalidRequest("The folder for the outputs is not empty. Choose a new folder.")
        return cls(from_, to)

    def files(self, marks: JobFiles) -> dict[str, InputFile]:
        """The files to process, in order, by their keyed hashes.

        Raises InvalidRequest when there are none, or too many for one batch.
        """
        files = collect((self.inputs,)).files
        if len(files) > MAX_FILES:
            raise InvalidRequest(f"The folder contains more than {MAX_FILES} files. Split it into several folders.")
        return {marks.mark_of(file.relative): file for file in files}


def _is_of(path: Path | None, allowed: Sequence[Path], groups: Collection[str]) -> bool:
    """Whether a resolved path lies below a folder of one of the groups.

    Where one of the allowed folders lies in another, the inner one counts: what it holds is not of the group that
    it happens to be called like, and whoever names a folder around it would get the folders of other groups.
    """
    roots = [folder.resolve() for folder in allowed]
    if path is None or any(root.is_relative_to(path) for root in roots):
        return False
    containing = [root for root in roots if path.is_relative_to(root)]
    innermost = max(containing, key=lambda root: len(root.parts), default=None)
    return innermost is not None and path.relative_to(innermost).parts[0] in groups


@dataclass(frozen=True, slots=True)
class FolderBatch:
    """The request of a batch: `hiding` as it came over HTTP, from a caller with these `groups`.

    `model` is the version that was in use; another one, promoted meanwhile, would redact the rest differently.
    """

    folders: Folders
    hiding: Mapping[str, Any]
    placeholder: str | None
    model: str | None
    groups: Sequence[str] | None

    def as_json(self) -> dict[str, Any]:
        """The JSON that `read` reads."""
        return {
            "inputs": str(self.folders.inputs),
            "outputs": str(self.folders.outputs),
            "hiding": dict(self.hiding),
            "placeholder": self.placeholder,
            "model": self.model,
            "groups": None if self.groups is None else sorted(self.groups),
        }

    @property
    def asked(self) -> Mapping[str, Any]:
        """The values of the HTTP request."""
        return {**self.hiding, "placeholder": self.placeholder}

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> "FolderBatch":
        """Read the JSON of `as_json`."""
        folders = Folders(Path(content["inputs"]), Path(content["outputs"]))
        return cls(folders, content["hiding"], content["placeholder"], content["model"], content["groups"])


def begin_folder_batch(store: Store, batch: FolderBatch, owner: str, share: Share = USUAL) -> Job:
    """Create the job of a batch.

    Raises JobRunning while another one writes to the same folder, to one in it or to one around it; InvalidRequest
    when there is nothing to do; TooManyJobs when the owner has its share.
    """
    store.jobs.refuse_beyond(KIND, owner, share)  # before the folder is listed
    files = batch.folders.files(store.job_files)
    writes = writes_of(batch, store.job_files)
    new = NewJob(KIND, batch.as_json(), owner, FORM, files=tuple(files), writes=writes, share=share)
    return store.jobs.ask(new)


def writes_of(batch: FolderBatch, marks: JobFiles) -> Writes:
    """Where a batch writes: another one there, or around it, would take its files for its own."""
    outputs = batch.folders.outputs
    place = Place(marks.mark_of(outputs), tuple(map(marks.mark_of, outputs.parents)))
    return Writes(place, _in_the_way_of(outputs))


def _in_the_way_of(ours: Path) -> Collides:

    def collides(request: Mapping[str, Any]) -> bool:
        theirs = FolderBatch.read(request).folders.outputs
        return theirs.is_relative_to(ours) or ours.is_relative_to(theirs)

    return collides


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file of a batch with its names, if the folders still contain it."""

    file: JobFile
    path: PurePath | None
    output: PurePath | None


def named_files(store: Store, job: str, offset: int = 0, limit: int | None = None) -> tuple[NamedFile, ...]:
    """The files of a batch with their results; without names once the batch is done and its request deleted.

    They begin with the file that has the number `offset`, and are at most `limit`.

    Raises UnknownJob.
    """
    request = store.jobs.request(job)
    files = store.job_files.all(job, offset, limit)
    if request is None:
        return tuple(NamedFile(file, None, None) for file in files)
    folders = FolderBatch.read(request).folders
    try:
        there = collect((folders.inputs,)).files
    except InvalidRequest:
        there = ()
    # Where the folder is as it was, the files of this page come first, and no mark of another one is computed.
    candidates = (file.relative for file in (*there[offset:], *there[:offset]))
    inputs = _found(candidates, store.job_files.mark_of, {file.mark for file in files})
    written = {file.output_mark for file in files if file.state is FileState.DONE} - {None}
    outputs = _found(
        written_files(folders.outputs) if written else (),
        partial(output_mark, store.job_files),
        {*map(str, written)},
    )
    return tuple(
        NamedFile(
            file,
            inputs.get(file.mark),
            outputs.get(file.output_mark or "") if file.state is FileState.DONE else None,
        )
        for file in files
    )


def input_paths(store: Store, job: str, marks: Collection[str]) -> Mapping[str, PurePath]:
    """The paths of the inputs with these marks; none once the batch is done and its request deleted.

    Raises UnknownJob.
    """
    request = store.jobs.request(job)
    if request is None or not marks:
        return {}
    try:
        there = collect((FolderBatch.read(request).folders.inputs,)).files
    except InvalidRequest:
        return {}
    return _found((file.relative for file in there), store.job_files.mark_of, marks)


def _found(
    paths: Iterable[PurePath], mark_of: Callable[[PurePath], str], wanted: Collection[str]
) -> dict[str, PurePath]:
    """The paths that have the wanted marks; looks no further once it has them all."""
    found: dict[str, PurePath] = {}
    for path in paths:
        if len(found) == len(wanted):
            break
        mark = mark_of(path)
        if mark in wanted:
            found[mark] = path
    return found


@dataclass(frozen=True, slots=True, eq=False)
class MadeFile:
    """A redacted file, and a digest of the policies and lists by which its request was resolved."""

    done: RedactedFile
    read: InForce
    digest: str


class RedactFile(Protocol):
    """Redacts the files of a batch, here or in another process."""

    def redacted(self, file: InputFile) -> MadeFile:
        """Redact a file by the policies and lists in force."""

    def in_force(self) -> tuple[InForce, str]:
        """The policies and lists in force, and the digest of the request that they make."""

    def release(self, done: RedactedFile) -> FileReport:
        """Add a written file to the index if it is to go there; return its report with the result."""


def redact_folder(job: RunningJob, batch: FolderBatch, redacted: RedactFile) -> None:
    """Redact every file that is not done yet; a file that fails stops no other.

    Raises JobCancelled, JobLost and JobMadeRoom, with every output that is there whole; StoreUnavailable.
    """
    rows = job.files.all(job.id)
    inputs = batch.folders.files(job.files)
    outputs = Outputs(job.files, batch.folders.outputs, rows)
    done = [row for row in rows if row.state in {FileState.DONE, FileState.FAILED}]
    skipped = sum(row.state is FileState.FAILED for row in done)
    job.begin_at(len(done), len(rows))
    release_again(job, rows, partial(_made_again, job, inputs, batch.folders, redacted), redacted.release)
    left = [row for row in rows if row.state not in {FileState.DONE, FileState.FAILED}]
    left.sort(key=lambda row: row.mark)  # a keyed hash: outputs do not show the order of the original names
    for turn, row in enumerate(left):
        job.check()
        if turn and turn % TURN == 0:
            job.make_room()
        skipped += not _redact_row(job, row, inputs.get(row.mark), batch.folders, redacted, outputs)
        job.advance()
    job.finish(skipped=skipped, keep=skipped > 0)


def _redact_row(
    job: RunningJob,
    row: JobFile,
    file: InputFile | None,
    folders: Folders,
    redacted: RedactFile,
    outputs: Outputs,
) -> bool:
    """Redact one file, write it and add it to the index; return False if it could not be redacted or written."""
    failure: Exception = StaleVersion(
        "Policies, dictionaries or lists were changed at every attempt to redact the file. Try again later."
    )
    done: RedactedFile | None = None
    try:
        done = _redact_and_write(job, row, file, folders, redacted, outputs)
    except Exception as error:  # noqa: BLE001 - one file's failure must not be the batch's
        failure = error_of_file(error, (JobLost, JobCancelled, StoreUnavailable))
    if done is not None:
        release_written(job, row, done, redacted.release)
        return True
    code = failure.code if isinstance(failure, UnsaidError) else UNFORESEEN
    if code == UNFORESEEN:
        remove_unvouched(job, folders.outputs)  # it may have come while the row of an output was stored
    job.files.failed(job.held, row.ordinal, code, _event(job, FileReport.failed("", code)))
    return False


def _made_again(
    job: RunningJob, inputs: Mapping[str, InputFile], folders: Folders, redacted: RedactFile, row: JobFile
) -> RedactedFile | None:
    """Redact a file again whose output is there; None unless the same bytes come out."""
    try:
        written = next(p for p in written_files(folders.outputs) if output_mark(job.files, p) == row.output_mark)
        made = redacted.redacted(_allowed(inputs.get(row.mark), folders)).done
        return made if made.content == read_bytes(folders.outputs / written) else None
    except StopIteration:
        return None
    except Exception as error:  # noqa: BLE001 - it is written, and only not indexed
        error_of_file(error, (JobLost, JobCancelled, StoreUnavailable))
        return None


def _redact_and_write(
    job: RunningJob,
    row: JobFile,
    file: InputFile | None,
    folders: Folders,
    redacted: RedactFile,
    outputs: Outputs,
) -> RedactedFile | None:
    """Return the file that was written; None if at every attempt something else counted for it by then."""
    for _ in range(TRIES):
        made = redacted.redacted(_allowed(file, folders))
        if _write(job, row, made, folders, redacted, outputs):
            return made.done
        job.check()
    return None


def _write(
    job: RunningJob, row: JobFile, made: MadeFile, folders: Folders, redacted: RedactFile, outputs: Outputs
) -> bool:
    """Write a redacted file under a free name, and publish it unless something else counts for it by now."""
    name = outputs.free(made.done.name, made.done.numbers)
    _refuse_links(folders.outputs, name)
    job.files.about_to_write(job.held, row.ordinal, folded(name))
    with prepared(folders.outputs / name, made.done.content, mode=PRIVATE) as publish:
        if _publish(job, row, made, publish, redacted):
            return True
    outputs.give_up(name)
    return False


def _publish(
    job: RunningJob, row: JobFile, made: MadeFile, publish: Callable[[], None], redacted: RedactFile
) -> bool:
    """Publish a file and store its result, unless something else counts for it by now."""
    read, digest = made.read, made.digest
    for _ in range(TURNS):
        if digest != made.digest:
            break
        try:
            _tell(job, row, made.done, publish, read)
        except NoLongerInForce:
            read, digest = redacted.in_force()
        else:
            return True
    return False


def _tell(job: RunningJob, row: JobFile, done: RedactedFile, publish: Callable[[], None], made_by: InForce) -> None:
    """Store the result of a file, with the same audit event as every surface writes."""
    report = done.report
    found = FileResult(
        report.k_reached,
        None if report.verification is None else report.verification.status.value,
        report.needs_attention,
        None if report.outcome is None else report.outcome.status.value,
        report.stored_release,
        None if done.to_index is None else NOT_YET,
    )
    job.files.written(job.held, row.ordinal, found, _event(job, report), publish, made_by)


def _event(job: RunningJob, report: FileReport) -> Event:
    return of_report(job.held.owner, Action.DOCUMENT_REDACTED, report, job.mark_of)


def _allowed(file: InputFile | None, folders: Folders) -> InputFile:
    if file is None:
        raise UnreadableFile("The file no longer exists. Put it back, or leave it out.")
    if not file.path.resolve().is_relative_to(folders.inputs):
        raise UnreadableFile("The file is a link that leads out of the folder. Replace it by the file itself.")
    return file


def _refuse_links(outputs: Path, name: Path) -> None:
    """Refuse to write if a folder has become a link since the request."""
    if not (outputs / name).resolve().is_relative_to(outputs):
        raise OutputFailed("A link leads out of the folder for the outputs. Remove it, and repeat the job.")


def _is_empty(folder: Path) -> bool:
    try:
        return not any(folder.iterdir())
    except OSError as error:
        raise InvalidRequest("The folder for the outputs cannot be read. Choose a new folder.") from error
