"""LibreOffice as a witness: which files it opens, and how many pages it makes of them."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

needs_libreoffice = pytest.mark.skipif(
    not (shutil.which("soffice") and shutil.which("pdfinfo")),
    reason="needs LibreOffice and pdfinfo (packages libreoffice-writer-nogui and poppler-utils)",
)
MANY = 25
SECONDS_FOR_MANY = 400
SECONDS_FOR_ONE = 60


def pages(files: Sequence[Path], folder: Path) -> dict[str, int]:
    """The number of pages of each file that LibreOffice opens, by the name of the file without its suffix.

    Many files go into one start of the program; those that it did not get to, because another one brought it down,
    get a start of their own.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(files), MANY):
        _convert(files[start : start + MANY], folder, SECONDS_FOR_MANY)
    for file in files:
        if not _pdf(file, folder).exists():
            _convert([file], folder, SECONDS_FOR_ONE)
    return {file.stem: _pages(_pdf(file, folder)) for file in files if _pdf(file, folder).exists()}


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
    told = subprocess.run(["pdfinfo", str(pdf)], check=True, capture_output=True, text=True).stdout
    found = re.search(r"^Pages:\s+(\d+)", told, re.MULTILINE)
    assert found is not None
    return int(found.group(1))
