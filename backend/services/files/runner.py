"""The per-file runner: do the same work for each file of a run, so that one bad file never stops the others."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from backend.errors import UnsaidError, WorkStopped, unforeseen
from backend.messages.message import Wording
from backend.reporting.command_line import COMMAND_LINE
from backend.services.files.inputs import InputFile
from backend.workers import Workers

Advance = Callable[[int, int], None]
"""Hears how many of how many files are done."""

Done = TypeVar("Done")


def error_of_file(error: Exception, ends_run: tuple[type[Exception], ...] = ()) -> Exception:
    """Return an error that concerns one file alone, so that the run can go on.

    Raises it if it is one of `ends_run`, or a MemoryError, which the caller's ceiling reports.
    """
    if isinstance(error, (MemoryError, *ends_run)):
        raise error
    return error


def attempt_file(work: Callable[[InputFile], Done], failed: Callable[[str, str], Done], file: InputFile) -> Done:
    """Do the work for one file; turn an error into a result with `failed`, which gets the path and one line."""
    try:
        return work(file)
    except Exception as error:  # noqa: BLE001 - one file's failure must not be the run's
        return failed(str(file.path), one_line(error_of_file(error), file.path))


def map_files(
    work: Callable[[InputFile], Done],
    failed: Callable[[str, str], Done],
    files: Sequence[InputFile],
    workers: Workers = Workers(),
) -> Iterator[Done]:
    """Do the work for each file, in the worker processes; `failed(path, error)` makes the result of an error."""
    return workers.map(partial(attempt_file, work, failed), files, partial(_ended, failed))


def _ended(
    failed: Callable[[str, str], Done],
    file: InputFile,
    error: WorkStopped,
    _again: Callable[[InputFile], Done],
) -> Done:
    return failed(str(file.path), one_line(error, file.path))


def with_progress(results: Iterator[Done], files: Sequence[InputFile], advance: Advance) -> Iterator[Done]:
    """Pass results on and report the progress."""
    for number, done in enumerate(results, start=1):
        yield done
        advance(number, len(files))


def error_text(error: Exception, worded: Wording = COMMAND_LINE) -> str:
    """The error in one line, without document text, in the words of a surface."""
    return error.text(worded) if isinstance(error, UnsaidError) else unforeseen(error)


def one_line(error: Exception, path: Path) -> str:
    """The error of one file in one line, which names the file."""
    named = isinstance(error, UnsaidError) and error.names(path)
    return error_text(error) if named else f"{path.name}: {error_text(error)}"
