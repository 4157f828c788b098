"""212 real Word files redacted: what came of each, and what LibreOffice makes of them before and after."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from backend.verification.residue import Verification
from tests.benchmarks.conftest import markdown
from tests.libreoffice import Opened, needs_libreoffice, opened
from tests.ooxml.real_files import Redacted, harm, left, pictures, real_files, redacted, with_fillers

HEADING = "Real Word files"
PAGES = 1
"""How many pages more or less are put down to where lines break."""


@pytest.fixture(scope="module")
def done(data) -> list[Redacted]:
    archive = data / "docx_real.tar.gz"
    if not archive.is_file():
        pytest.skip(f"no real Word files at {archive}")
    return [redacted(name, content) for name, content in real_files(archive)]


@pytest.fixture(scope="module")
def copies(done) -> list[Redacted]:
    return [each for each in done if each.content is not None]


def test_every_file_is_redacted_and_verified_or_refused_in_one_line(done, copies, tell):
    refused = [each.report.error for each in done if each.content is None]
    still_there = [each.name for each in copies if _left_where_examined(each.report.verification)]
    told = [each.name for each in copies if each.report.verification.places]
    found = [each.name for each in copies if each.term and left(each.content, each.term)]
    harmed = [each.name for each in copies if harm(each)]
    fewer = [each.name for each in copies if pictures(each.content) < pictures(each.source)]
    asked = sum(each.count for copy in copies for each in copy.report.suppressed)
    rows = [
        ("redacted", len(copies)),
        ("refused, each with one clear line", len(refused)),
        ("with something left, by the verification", len(still_there)),
        (
            "with something left in a part that nobody can redact, and told with its name",
            len(told) - len(still_there),
        ),
        ("with the word left, by a plain search of the tests' own", len(found)),
        ("with a word, formatting, element or attribute changed outside the gaps", len(harmed)),
        ("with fewer pictures", len(fewer)),
    ]
    tell(
        HEADING,
        f"{len(done)} files of public test suites, without what the patterns find and one frequent longer word of "
        f"each: {asked} places. No file brings anything down.",
        "",
        *markdown(("", "files"), rows),
        "",
    )
    assert all(error and "\n" not in error for error in refused)
    assert not still_there + found + harmed + fewer


def _left_where_examined(verification: Verification) -> bool:
    """Whether a part that was read, not only searched as OLE objects are, still holds something."""
    examined = {part.name for part in verification.parts if part.examined}
    return any(place.part in examined for place in verification.places)


@needs_libreoffice
def test_libreoffice_opens_every_output_whose_input_it_opens(copies, tell, tmp_path):
    sheet = _Sheet.of(copies, tmp_path)
    lost = sheet.before.keys() - sheet.after.keys()
    others = {name for name in sheet.kept if abs(sheet.after[name].pages - sheet.before[name].pages) > PAGES}
    longer = sheet.filled(others)
    moved = [name for name in others if abs(longer[name].pages - sheet.before[name].pages) > PAGES]
    fewer = [name for name in sheet.kept if sheet.after[name].pictures < sheet.before[name].pictures]
    rows = [
        ("opens the source", len(sheet.before)),
        ("opens the copy", len(sheet.kept)),
        ("same pages, one more or one less", len(sheet.kept) - len(others)),
        ("the same with fillers as long as what stood there", len(sheet.kept) - len(moved)),
        ("pictures lost on the pages", len(fewer)),
    ]
    tell(HEADING, *markdown(("LibreOffice", "files"), rows), "")
    assert not lost
    assert not moved + fewer


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Sources and copies on disk under numbers, and what LibreOffice makes of both."""

    copies: dict[str, Redacted]
    folder: Path
    before: dict[str, Opened]
    after: dict[str, Opened]

    @classmethod
    def of(cls, copies: list[Redacted], folder: Path) -> "_Sheet":
        named = {f"{number:03}": each for number, each in enumerate(copies)}
        before = _opened({name: each.source for name, each in named.items()}, folder / "before")
        after = _opened({name: each.content or b"" for name, each in named.items()}, folder / "after")
        return cls(named, folder, before, after)

    @property
    def kept(self) -> set[str]:
        return self.before.keys() & self.after.keys()

    def filled(self, names: set[str]) -> dict[str, Opened]:
        """What LibreOffice makes of copies with fillers in the place of the placeholders."""
        some = {name: self.copies[name] for name in names}
        contents = {name: with_fillers(each.source, each.content or b"") for name, each in some.items()}
        return _opened(contents, self.folder / "filled")


def _opened(contents: dict[str, bytes], folder: Path) -> dict[str, Opened]:
    folder.mkdir()
    files = [folder / f"{name}.docx" for name in contents]
    for file, content in zip(files, contents.values(), strict=True):
        file.write_bytes(content)
    return opened(files, folder / "pdf")
