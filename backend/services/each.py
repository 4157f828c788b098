"""One thing done to each file of a run, so that one bad file never stops the others."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from backend.errors import UnsaidError, WorkStopped, unforeseen
from backend.services.inputs import InputFile
from backend.workers import Workers

Advance = Callable[[int, int], None]
"""Is told how many of how many files are done."""

Done = TypeVar("Done")


def attempt(work: Callable[[InputFile], Done], failed: Callable[[str, str], Done], file: InputFile) -> Done:
    """Do the work, or say in `failed(path, error)` why it could not be done."""
    try:
        return work(file)
    except MemoryError:
        raise  # whoever has set the limit tells of it
    except Exception as error:  # noqa: BLE001 - one file's failure must not be the run's
        return failed(str(file.path), one_line(error, file.path))


def done_each(
    work: Callable[[InputFile], Done],
    failed: Callable[[str, str], Done],
    files: Sequence[InputFile],
    workers: Workers = Workers(),
) -> Iterator[Done]:
    """Do the work for each file, where the workers are; `failed(path, error)` says why it could not be done."""
    return workers.map(partial(attempt, work, failed), files, partial(_ended, failed))


def _ended(
    failed: Callable[[str, str], Done],
    file: InputFile,
    error: WorkStopped,
    _again: Callable[[InputFile], Done],
) -> Done:
    return failed(str(file.path), one_line(error, file.path))


def counted(results: Iterator[Done], files: Sequence[InputFile], advance: Advance) -> Iterator[Done]:
    """Pass the results on and tell how far they are."""
    for number, done in enumerate(results, start=1):
        yield done
        advance(number, len(files))


def one_line(error: Exception, path: Path) -> str:
    """What went wrong with one file, in a line without document text."""
    if isinstance(error, UnsaidError):
        message = str(error)
        return message if message.startswith(str(path)) else f"{path.name}: {message}"
    return f"{path.name}: {unforeseen(error)}"
