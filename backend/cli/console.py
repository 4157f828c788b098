"""How the command line speaks: results on stdout, progress and errors on stderr, JSON alone when asked for."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, Protocol

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from backend.reporting.report import as_json_bytes

NEEDS_ATTENTION = 1

_WIDTH = 140
"""Columns where no terminal says how many it has: a table in a log file may be wide."""


class Failed(Protocol):
    """The result of one file."""

    @property
    def error(self) -> str | None:
        """Why the file failed, in one line; None when it did not."""


Advance = Callable[[int, int], None]
"""Tells how many of how many steps are done."""


def out() -> Console:
    """The console for results."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH)


def print_json(document: Any) -> None:
    """Print one JSON document, and nothing else, on stdout."""
    click.echo(as_json_bytes(document), nl=False)


def tell_errors(files: Iterable[Failed]) -> None:
    """One line on stderr for each file that failed."""
    for file in files:
        if file.error is not None:
            click.echo(f"Error: {file.error}", err=True)


def finish(*, attention: bool) -> NoReturn:
    """End the command: status 1 when something needs attention, else 0."""
    raise SystemExit(NEEDS_ATTENTION if attention else 0)


@contextmanager
def progress(what: str) -> Iterator[Advance]:
    """Show how far long work is: a bar on a terminal, a line for every tenth elsewhere."""
    if sys.stderr.isatty():
        with _bar(what) as advance:
            yield advance
    else:
        yield _lines(what)


@contextmanager
def counter(what: str) -> Iterator[Callable[[int], None]]:
    """Show that work of unknown length goes on; the yielded function is told how many more items are done."""
    done = 0

    def advance(more: int) -> None:
        nonlocal done
        before, done = done, done + more
        if done // 1000 > before // 1000:
            told(done, 0)

    with progress(what) as told:
        yield advance


@contextmanager
def _bar(what: str) -> Iterator[Advance]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total or None)


def _lines(what: str) -> Advance:
    told = 0

    def advance(done: int, total: int) -> None:
        nonlocal told
        if not total:
            click.echo(f"{what}: {done:,}", err=True)
            return
        tenth = 10 * done // max(total, 1)
        if tenth > told and total >= 10:
            told = tenth
            click.echo(f"{what}: {done} of {total}", err=True)

    return advance
