"""Read files with one JSON object per line, each line parsed where that can be ended.

A bad line becomes a CorpusProblem and the rest is read. Parsing holds the interpreter, and takes as much memory as
a line likes.
"""

import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, cast

from backend.errors import CorpusError, UnreadableFile, WorkStopped
from backend.messages.problems import NotAnOrdinaryFile
from backend.workers import Workers

LONGEST = 32 * 1024 * 1024
"""Bytes that a line of JSON, or a table beside it, may have: five million letters, each written as an escape."""

_LINES, _BYTES = 256, 1024 * 1024
"""How many lines are parsed together, and about how many bytes of them."""

_Line = tuple[str, bytes | None]
"""Where a line is, and its bytes; None if it is too long."""

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class CorpusProblem:
    """A file, folder or line that was skipped, and why; `where` includes the number of a line.

    Without `skipped` nothing was lost, and the reason says what was done instead.
    """

    where: str
    reason: str
    skipped: bool = True


def first_skipped(problems: Sequence[CorpusProblem]) -> str:
    """Return the end of an error about a file without an entry: why its first line was skipped, if one was.

    >>> first_skipped([CorpusProblem("texts.jsonl:1", "'sigma' is no number from 0 to 1")])
    " Skipped: texts.jsonl:1: 'sigma' is no number from 0 to 1."
    """
    return f" Skipped: {problems[0].where}: {problems[0].reason}." if problems else ""


Parse = Callable[[dict[str, Any], str], Entry | CorpusProblem]
"""Makes an entry of the object of a line; it also gets where the line is. Needs to be picklable."""


def parsed_lines(path: Path, workers: Workers, parse: Parse[Entry]) -> Iterator[tuple[str, Entry | CorpusProblem]]:
    """Yield where each line of a file is, and its entry; also of a file that gzip has compressed (`.gz`).

    Raises UnreadableFile when the path is no ordinary file, CorpusError when the compression is damaged, and
    whatever `workers.check` raises.
    """
    for lines in _chunks(path, workers.check):
        try:
            yield from workers.bounded(partial(_parse_all, lines, parse))
        except WorkStopped:
            for line in lines:
                yield from _parsed_alone(line, workers, parse)


def _parsed_alone(line: _Line, workers: Workers, parse: Parse[Entry]) -> list[tuple[str, Entry | CorpusProblem]]:
    try:
        return workers.bounded(partial(_parse_all, [line], parse))
    except WorkStopped as error:
        return [(line[0], CorpusProblem(line[0], str(error)))]


def _parse_all(lines: Sequence[_Line], parse: Parse[Entry]) -> list[tuple[str, Entry | CorpusProblem]]:
    return [(where, _parse(line, where, parse)) for where, line in lines]


def _parse(line: bytes | None, where: str, parse: Parse[Entry]) -> Entry | CorpusProblem:
    if line is None:
        return CorpusProblem(where, f"has more than {LONGEST // 1024**2} MB")
    try:
        entry = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        return CorpusProblem(where, "not a JSON object in UTF-8")
    return parse(entry, where) if isinstance(entry, dict) else CorpusProblem(where, "not a JSON object")


def _chunks(path: Path, check: Callable[[], None]) -> Iterator[list[_Line]]:
    """The lines that are not empty, some at a time; `check` is called also while there are none."""
    chunk: list[_Line] = []
    looked, length = 0, 0
    for number, line in _lines(path, check):
        looked, length = looked + 1, length + len(line or b"")
        if line is None or line.strip():
            chunk.append((f"{path}:{number}", line))
        if looked >= _LINES or length >= _BYTES:
            check()
            if chunk:
                yield chunk
            chunk, looked, length = [], 0, 0
    if chunk:
        yield chunk


def _lines(path: Path, check: Callable[[], None]) -> Iterator[tuple[int, bytes | None]]:
    if not path.is_file():
        raise UnreadableFile(NotAnOrdinaryFile(str(path)))
    number = 0
    try:
        with gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as opened:
            stream = cast("io.BufferedIOBase", opened)
            for number in count(1):
                line: bytes | None = stream.readline(LONGEST + 1)
                if not line:
                    return
                if len(line) > LONGEST:
                    while line and not line.endswith(b"\n"):
                        check()
                        line = stream.readline(_BYTES)
                    line = None
                yield number, line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise CorpusError(f"{path}: damaged after line {number - 1}. Compress it again.") from error
