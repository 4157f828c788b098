"""The coverage map: every kind of text in a .docx, its location, and its treatment.

The rows stand in `coverage.txt`; `docs/coverage.md` is made from them by `python -m backend.ooxml.coverage_page`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from backend.document.coverage import CoverageEntry, Treatment

_SAME = "-"


@dataclass(frozen=True, slots=True)
class CoverageKind:
    """A row of the map.

    `names` are those that reports use; `where` says in Word's words what it is; `clean` is what becomes of it in a
    clean copy; `source` is the clause of ECMA-376 part 1, or the other standard, that describes it.
    """

    section: str
    names: tuple[str, ...]
    where: str
    treatment: Treatment
    clean: Treatment
    source: str


def _read(text: str) -> Iterator[CoverageKind]:
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith(";"):
            names, where, treatment, clean, source = line.split(" | ")
            normally = Treatment(treatment)
            in_copy = normally if clean == _SAME else Treatment(clean)
            yield CoverageKind(section, tuple(names.split("; ")), where, normally, in_copy, source)


MAP: tuple[CoverageKind, ...] = tuple(_read((Path(__file__).parent / "coverage.txt").read_text("utf-8")))
"""The rows as people read them."""

KINDS: Mapping[str, CoverageKind] = {name: kind for kind in MAP for name in kind.names}
"""Every row under each of its names."""


def sections() -> Iterator[tuple[str, tuple[CoverageKind, ...]]]:
    """The rows by their sections, in order."""
    for section, kinds in groupby(MAP, lambda kind: kind.section):
        yield section, tuple(kinds)


def known_entries(covered: Iterable[CoverageEntry]) -> tuple[CoverageEntry, ...]:
    """Return the rows of a run; kinds that the map does not know become "not examined"."""
    return tuple(
        row if row.kind in KINDS else replace(row, treatment=Treatment.NOT_EXAMINED, count=0) for row in covered
    )
