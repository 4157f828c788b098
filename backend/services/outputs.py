"""Where outputs go: under the names of their inputs, without what was redacted, never over an original."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from backend.document.model import replaced
from backend.document.redacted import RedactedString
from backend.document.spans import joined
from backend.errors import OutputRefused
from backend.files import write_whole


def cleaned_name(relative: Path, strings: Sequence[RedactedString]) -> Path:
    """The output's path below the output folder: each folder and file name without the redacted strings.

    >>> name = RedactedString("Halden & Rook", "[CLIENT]")
    >>> cleaned_name(Path("halden_&_rook/plan.docx"), [name]).as_posix()
    '[CLIENT]/plan.docx'
    """
    folders = [_cleaned(part, strings) for part in relative.parts[:-1]]
    return Path(*folders, _cleaned(relative.stem, strings) + relative.suffix)


@dataclass(slots=True)
class OutputFolder:
    """The outputs of one run; no two of them share a name, and no original is ever written to."""

    folder: Path
    originals: frozenset[Path]
    _taken: set[Path] = field(default_factory=set)

    def write(self, name: Path, content: bytes, *, renamed: bool) -> Path:
        """Write one output whole and return its path; a name we changed ourselves gets a number when taken.

        Raises OutputRefused when the path is an original or another output of this run, and OutputFailed.
        """
        path = self.folder / name
        number = 2
        while renamed and path.resolve() in self._taken | self.originals:
            path = self.folder / name.with_stem(f"{name.stem} ({number})")
            number += 1
        resolved = path.resolve()
        if resolved in self.originals:
            raise OutputRefused(f"{path} is an original; choose another --out folder")
        if resolved in self._taken:
            raise OutputRefused(
                f"{path} is the output of another file of this run; redact the two into two folders"
            )
        write_whole(path, content)
        self._taken.add(resolved)
        return path


def _cleaned(name: str, strings: Sequence[RedactedString]) -> str:
    found = [(span, string.placeholder) for string in strings for span in string.spans(name)]
    return replaced(name, joined(found))
