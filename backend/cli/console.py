"""Output of the command line: results on stdout, progress and errors on stderr, only JSON with `--json`."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from backend.reporting.render import on_one_line
from backend.reporting.report import as_json_bytes

NEEDS_ATTENTION = 1

_WIDTH = 140
"""Columns where no terminal says how many it has: a table in a log file may be wide."""


class FailableResult(Protocol):
    """The result of one file."""

    @property
    def error(self) -> str | None:
        """Why the file failed, in one line; None when it did not."""


def out() -> Console:
    """The console for results."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH)


def print_json(document: Any) -> None:
    """Print one JSON document, and nothing else, on stdout."""
    click.echo(as_json_bytes(document), nl=False)


def print_errors(files: Iterable[FailableResult]) -> None:
    """Print one line on stderr for each file that failed."""
    for file in files:
        if file.error is not None:
            click.echo(f"Error: {on_one_line(file.error)}", err=True)


def finish(*, attention: bool) -> NoReturn:
    """End the command: status 1 when something needs attention, else 0."""
    raise SystemExit(NEEDS_ATTENTION if attention else 0)


class ProgressReporter(Protocol):
    """Reports the progress of long work on stderr."""

    def __call__(self, done: int, total: int) -> None:
        """Report that `done` of `total` steps are done; `total` 0 if it is unknown."""

    def begin(self, what: str) -> None:
        """Begin another piece of work."""


@contextmanager
def progress(what: str) -> Iterator[ProgressReporter]:
    """Show the progress of long work: a bar on a terminal, a line for every tenth elsewhere."""
    if sys.stderr.isatty():
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
            yield _Bar(bars, bars.add_task(what, total=None))
    else:
        yield _Lines(what)


class Counter:
    """Counts work of unknown length."""

    def __init__(self, watch: ProgressReporter) -> None:
        self._watch = watch
        self._done = 0

    def advance(self, more: int) -> None:
        """Count more items as done."""
        before, self._done = self._done, self._done + more
        if self._done // 1000 > before // 1000:
            self._watch(self._done, 0)

    def begin(self, what: str) -> None:
        """Begin another piece of work."""
        self._done = 0
        self._watch.begin(what)


@contextmanager
def counter(what: str) -> Iterator[Counter]:
    """Show the progress of work of unknown length."""
    with progress(what) as watch:
        yield Counter(watch)


@dataclass(frozen=True, slots=True)
class _Bar:
    """On a terminal."""

    bars: Progress
    task: TaskID

    def __call__(self, done: int, total: int) -> None:
        self.bars.update(self.task, completed=done, total=total or None)

    def begin(self, what: str) -> None:
        self.bars.reset(self.task, description=what, total=None)


class _Lines:
    """In a log file."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._told = 0

    def __call__(self, done: int, total: int) -> None:
        if not total:
            click.echo(f"{self._what}: {done:,}", err=True)
            return
        tenth = 10 * done // total
        if tenth > self._told and total >= 10:
            self._told = tenth
            click.echo(f"{self._what}: {done} of {total}", err=True)

    def begin(self, what: str) -> None:
        self._what, self._told = what, 0
        click.echo(f"{what} …", err=True)
