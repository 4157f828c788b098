"""Name output files after their inputs, without redacted terms, and never overwrite an original."""

import re
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from backend.document.model import TextOutsideStories, replaced_text
from backend.document.name_readings import other_readings
from backend.document.placeholders import without_brackets
from backend.document.redacted_strings import RedactedStrings
from backend.document.spans import Span, merge_overlapping
from backend.errors import OutputRefused
from backend.files import path_exists, path_fault, resolved, write_atomically
from backend.messages.problems import OutputIsOriginal


def cleaned_name(relative: Path, strings: RedactedStrings) -> Path:
    """The output's path below the output folder, without redacted strings in folder and file names.

    Placeholders stand there without brackets. A name without a redacted string stays as it is.

    >>> from backend.document.redacted_strings import RedactedString
    >>> names = RedactedStrings((RedactedString("Halden & Rook", "[CLIENT]"),))
    >>> cleaned_name(Path("halden_&_rook/plan.docx"), names).as_posix()
    'CLIENT/plan.docx'
    """
    folders = [_cleaned(part, strings) for part in relative.parts[:-1]]
    return Path(*folders, _cleaned(relative.stem, strings) + relative.suffix)


def with_file_name(outside: TextOutsideStories, relative: Path) -> TextOutsideStories:
    """Add the names of a file and its folders that contain a person's address or number.

    Other names say what a document is about, and when: they stay as they are.
    """
    parts = (*relative.parts[:-1], relative.stem)
    texts = (*outside.texts, *(each for each in parts if _OF_SOMEBODY.search(each)))
    return replace(outside, texts=texts, removed=(*outside.removed, *parts))


_OF_SOMEBODY = re.compile(r"@|\+\d{8,15}|(?<![^\W_])[A-Z]{2}\d{2}[A-Z0-9]{11,30}(?![^\W_])")


def numbers_in(strings: RedactedStrings) -> frozenset[int]:
    """Return the short numbers in redacted strings, which the number of an output must not repeat.

    >>> from backend.document.redacted_strings import RedactedString
    >>> sorted(numbers_in(RedactedStrings((RedactedString("Plan 2", "[TERM]"), RedactedString("07", "[TERM]")))))
    [2, 7]
    """
    found = (number for string in strings.strings for number in _SHORT_NUMBER.findall(string.text))
    return frozenset(map(int, found))


_SHORT_NUMBER = re.compile(r"(?<!\d)\d{1,4}(?!\d)")


@dataclass(slots=True)
class FreeNames:
    """Unique names for the outputs of one run: a taken name gets a number, but none that is redacted in it."""

    is_taken: Callable[[Path], bool]
    _numbers: dict[Path, Iterator[int]] = field(default_factory=dict)

    def free(self, wanted: Path, redacted: Set[int] = frozenset()) -> Path:
        """Return the name, or the first name that is free with a number that is not `redacted` in the file.

        >>> taken = {"plan.docx", "plan (2).docx"}
        >>> FreeNames(lambda name: name.as_posix() in taken).free(Path("plan.docx"), {3}).as_posix()
        'plan (4).docx'
        """
        if not self.is_taken(wanted):
            return wanted
        numbers = self._numbers.setdefault(wanted, count(2))
        numbered = (wanted.with_stem(f"{wanted.stem} ({number})") for number in numbers if number not in redacted)
        return next(name for name in numbered if not self.is_taken(name))


@dataclass(slots=True)
class OutputFolder:
    """The outputs of one run: no two share a name, and no file of `kept` is ever overwritten.

    `names` are the names of the inputs, which belong to these and not to a file that we rename. With
    `keeps_earlier`, a renamed file does not take the name of an output of an earlier run either: without a secret
    each run draws another order, and would give that name to another file.
    """

    folder: Path
    kept: frozenset[Path]
    names: frozenset[Path]
    keeps_earlier: bool = False
    _taken: set[Path] = field(default_factory=set)
    _free_names: FreeNames = field(init=False)

    def __post_init__(self) -> None:
        self._free_names = FreeNames(self._is_taken)

    def write(self, name: Path, content: bytes, *, renamed: bool, redacted: Set[int] = frozenset()) -> Path:
        """Write one output atomically and return its path; a cleaned name gets a number if it is taken.

        Raises OutputRefused when the path is an original or another output of this run, and OutputFailed.
        """
        path = self.folder / (self._free_names.free(name, redacted) if renamed else name)
        absolute = resolved(path)
        if absolute in self.kept:
            raise OutputRefused(OutputIsOriginal("outputs", str(path)))
        if absolute in self._taken:
            raise OutputRefused(
                f"{path} is already the output of another file of this run. Redact the two files into different "
                "folders."
            )
        write_atomically(path, content)
        self._taken.add(absolute)
        return path

    def _is_taken(self, name: Path) -> bool:
        absolute = resolved(self.folder / name)
        if self.keeps_earlier and path_exists(absolute):
            return True
        return name in self.names or absolute in self._taken or absolute in self.kept


def _cleaned(name: str, strings: RedactedStrings) -> str:
    """Return a name without redacted strings, in the reading that has most of their letters beyond ASCII."""
    read, found = name, list(strings.find(name))
    readings = tuple(each for each in other_readings(name) if path_fault(each) is None)
    together = _BORDER.join(readings)
    # Rarely true. One search of all readings takes a tenth of the time of one search each.
    if _beyond_ascii(together, strings.find(together)):
        each_found = [(name, found), *((each, list(strings.find(each))) for each in readings)]
        read, found = max(each_found, key=lambda each: _beyond_ascii(*each))
    placed = [(span, without_brackets(strings.strings[position].placeholder)) for position, span in found]
    return replaced_text(read, merge_overlapping(placed))


_BORDER = "\0"
"""Stands in no name, and no string is found across it."""


def _beyond_ascii(name: str, found: Iterable[tuple[int, Span]]) -> int:
    """Letters beyond ASCII in what was found: all others are the same in every code page."""
    return sum(not letter.isascii() for _, span in found for letter in span.of(name))
