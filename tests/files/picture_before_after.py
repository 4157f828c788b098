"""Make docs/images/before-after.png: the sample report's first page in LibreOffice, before and after `make run`.

    .venv/bin/python tests/files/picture_before_after.py out/*.docx

Needs LibreOffice (`soffice`), `pdftoppm` and ImageMagick's `montage`, which nothing else needs (Debian:
libreoffice-writer-nogui, poppler-utils, imagemagick).
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "models" / "sample" / "steering-committee-report.docx"
PICTURE = ROOT / "docs" / "images" / "before-after.png"


def first_page(document: Path, folder: Path) -> Path:
    """Render the first page of a Word document as a PNG of 80 dots an inch."""
    copy = folder / "page.docx"
    copy.write_bytes(document.read_bytes())
    subprocess.run(["soffice", "--headless", "--convert-to", "pdf", "--outdir", folder, copy], check=True)
    subprocess.run(
        ["pdftoppm", "-r", "80", "-png", "-singlefile", copy.with_suffix(".pdf"), folder / "page"], check=True
    )
    return folder / "page.png"


def main(redacted: Path) -> None:
    """Put the two pages side by side."""
    with tempfile.TemporaryDirectory() as before, tempfile.TemporaryDirectory() as after:
        pages = [first_page(SAMPLE, Path(before)), first_page(redacted, Path(after))]
        look = ["-tile", "2x1", "-geometry", "+12+12", "-background", "#d0d0d0", "-colors", "48"]
        subprocess.run(["montage", *pages, *look, PICTURE], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
