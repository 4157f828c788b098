"""Where outputs go: under the names of their inputs, without what was redacted, never over an original."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from backend.document.model import replaced
from backend.document.redacted import RedactedStrings
from backend.document.spans import joined
from backend.errors import OutputRefused
from backend.files import resolved, write_whole


def cleaned_name(relative: Path, strings: RedactedStrings) -> Path:
    """The output's path below the output folder: each folder and file name without the redacted strings.

    >>> from backend.document.redacted import RedactedString
    >>> names = RedactedStrings((RedactedString("Halden & Rook", "[CLIENT]"),))
    >>> cleaned_name(Path("halden_&_rook/plan.docx"), names).as_posix()
    '[CLIENT]/plan.docx'
    """
    folders = [_cleaned(part, strings) for part in relative.parts[:-1]]
    return Path(*folders, _cleaned(relative.stem, strings) + relative.suffix)


@dataclass(slots=True)
class OutputFolder:
    """The outputs of one run: no two share a name, and no file of `kept` is ever written to.

    `names` are the names of the inputs, which belong to these and not to a file that we rename.
    """

    folder: Path
    kept: frozenset[Path]
    names: frozenset[Path]
    _taken: set[Path] = field(default_factory=set)
    _numbers: dict[Path, Iterator[int]] = field(default_factory=dict)

    def write(self, name: Path, content: bytes, *, renamed: bool) -> Path:
        """Write one output whole and return its path; a name that we changed ourselves gets a number when taken.

        Raises OutputRefused when the path is an original or another output of this run, and OutputFailed.
        """
        path = self.folder / (self._free(name) if renamed else name)
        whole = resolved(path)
        if whole in self.kept:
            raise OutputRefused(f"{path} is an original; choose another --out folder")
        if whole in self._taken:
            raise OutputRefused(
                f"{path} is the output of another file of this run; redact the two into two folders"
            )
        write_whole(path, content)
        self._taken.add(whole)
        return path

    def _free(self, name: Path) -> Path:
        if self._is_free(name):
            return name
        numbers = self._numbers.setdefault(name, count(2))
        return next(free for number in numbers if self._is_free(free := name.with_stem(f"{name.stem} ({number})")))

    def _is_free(self, name: Path) -> bool:
        whole = resolved(self.folder / name)
        return not (name in self.names or whole in self._taken or whole in self.kept)


def _cleaned(name: str, strings: RedactedStrings) -> str:
    found = [(span, strings.strings[position].placeholder) for position, span in strings.find(name)]
    return replaced(name, joined(found))
