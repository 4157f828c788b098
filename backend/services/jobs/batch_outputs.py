"""The outputs of a batch: their names, and what a worker that ended has left of them."""

from collections.abc import Sequence, Set
from pathlib import Path, PurePath

from backend.files import is_unfinished, path_exists
from backend.services.files.outputs import FreeNames
from backend.services.jobs.running_job import RunningJob
from backend.storage.jobs.job_files import JobFile, JobFiles
from backend.storage.jobs.states import FileState


class Outputs:
    """The output names of a batch: a second file with the same name gets a number."""

    def __init__(self, marks: JobFiles, folder: Path, rows: Sequence[JobFile]) -> None:
        self._marks = marks
        self._folder = folder
        self._taken = {row.output_mark for row in rows if row.state is FileState.DONE}
        self._names = FreeNames(self._is_taken)

    def free(self, wanted: Path, redacted: Set[int]) -> Path:
        """Return the name, or the first one that is free with another number; case is ignored."""
        name = self._names.free(wanted, redacted)
        self._taken.add(output_mark(self._marks, name))
        return name

    def give_up(self, name: Path) -> None:
        """Let a name be free again, under which nothing was written."""
        self._taken.discard(output_mark(self._marks, name))

    def _is_taken(self, name: Path) -> bool:
        return output_mark(self._marks, name) in self._taken or path_exists(self._folder / name)


def remove_unvouched(job: RunningJob, folder: Path) -> None:
    """Remove outputs that a worker was writing when it ended, and no row tells of; their files wait again.

    Raises JobLost.
    """
    rows = job.files.all(job.id)
    unvouched = {row.output_mark for row in rows if row.state is FileState.WRITING}
    vouched = {row.output_mark for row in rows if row.state is FileState.DONE}

    def remove() -> None:
        for path in written_files(folder):
            mark = output_mark(job.files, path)
            if mark not in vouched and (mark in unvouched or is_unfinished(path)):
                (folder / path).unlink(missing_ok=True)

    if unvouched:
        job.files.begin_again(job.held, remove)


def written_files(folder: Path) -> list[Path]:
    """Return the paths of all files in the folder of outputs, from there."""
    return [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []


def output_mark(marks: JobFiles, name: PurePath) -> str:
    """Return the keyed hash of the path of an output; case is ignored."""
    return marks.mark_of(folded(name))


def folded(name: PurePath) -> PurePath:
    """Return a path in small letters, since some systems ignore case."""
    return PurePath(name.as_posix().casefold())
