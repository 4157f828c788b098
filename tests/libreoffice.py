"""LibreOffice as a witness: which files it opens, and how many pages it makes of them."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

needs_libreoffice = pytest.mark.skipif(
    not all(map(shutil.which, ("soffice", "pdfinfo", "pdfimages"))),
    reason="needs LibreOffice and pdfinfo (packages libreoffice-writer-nogui and poppler-utils)",
)
MANY = 25
SECONDS_FOR_MANY = 400
SECONDS_FOR_ONE = 60


class Opened(NamedTuple):
    """What LibreOffice makes of a file: pages, and different pictures on them."""

    pages: int
    pictures: int


def opened(files: Sequence[Path], folder: Path) -> dict[str, Opened]:
    """What comes of each file that LibreOffice opens, by the name of the file without its suffix.

    Many files go into one start of the program; those that it did not get to, because another one brought it down,
    get a start of their own.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(files), MANY):
        _convert(files[start : start + MANY], folder, SECONDS_FOR_MANY)
    for file in files:
        if not _pdf(file, folder).exists():
            _convert([file], folder, SECONDS_FOR_ONE)
    made = [_pdf(file, folder) for file in files if _pdf(file, folder).exists()]
    return {pdf.stem: Opened(_pages(pdf), _pictures(pdf)) for pdf in made}


def _pdf(file: Path, folder: Path) -> Path:
    return folder / f"{file.stem}.pdf"


def _convert(files: Sequence[Path], folder: Path, seconds: int) -> None:
    profile = (folder / ".profile").resolve().as_uri()
    command = ["soffice", f"-env:UserInstallation={profile}", "--headless", "--convert-to", "pdf"]
    try:
        subprocess.run(
            [*command, "--outdir", str(folder), *map(str, files)], check=False, capture_output=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return


def _pages(pdf: Path) -> int:
    found = re.search(r"^Pages:\s+(\d+)", _told("pdfinfo", str(pdf)), re.MULTILINE)
    assert found is not None
    return int(found.group(1))


def _pictures(pdf: Path) -> int:
    """The pictures that the pages show, each once: column 11 is the object that is shown."""
    return len({line.split()[10] for line in _told("pdfimages", "-list", str(pdf)).splitlines()[2:]})


def _told(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
