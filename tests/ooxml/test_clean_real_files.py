"""Real Word files made clean copies, looked at by the reader, by python-docx and by LibreOffice."""

import io
import re
import shutil
import subprocess
from pathlib import Path

import docx
import pytest
from lxml import etree

from backend.document.policy import CLEAN
from backend.errors import DocumentError
from backend.ooxml.clean import clean
from backend.ooxml.package import Package, open_package
from tests.ooxml.cleaning import ACCEPTED, MAIN, words_now
from tests.ooxml.real_files import ARCHIVE, real_files

pytestmark = pytest.mark.skipif(
    not ARCHIVE.exists(), reason=f"needs {ARCHIVE}, real Word files that are no part of this repository"
)
needs_libreoffice = pytest.mark.skipif(
    shutil.which("soffice") is None, reason="needs LibreOffice (package libreoffice-writer-nogui)"
)
EVERY = 4
_OF_CELLS = re.compile(rb"<w:cellDel |<w:trPr>(?:(?!</w:trPr>).)*<w:del ", re.DOTALL)
"""Deleted rows and cells go with what is in them, of which the reader says that it is there."""
_NOT_KNOWN_TO_LIBREOFFICE = re.compile(rb"<w:sdtContent>(?:(?!</w:sdtContent>).)*<w:(?:del|moveFrom) ", re.DOTALL)


def readable(every: int) -> list[tuple[str, bytes, Package]]:
    found = []
    for name, content in list(real_files())[::every]:
        try:
            package = open_package(content)
            words_now(package)
        except DocumentError:
            continue
        found.append((name, content, package))
    return found


def opens(content: bytes) -> bool:
    """Whether python-docx reads it."""
    try:
        docx.Document(io.BytesIO(content))
    except Exception:  # noqa: BLE001 - it has no family of errors
        return False
    return True


def test_what_they_say_now_is_what_they_say_with_every_change_accepted():
    for name, _, package in readable(EVERY):
        done, _ = clean(package, ACCEPTED)
        if not _OF_CELLS.search(package.parts[package.main_part]):
            assert words_now(done) == words_now(package), name


def test_a_clean_copy_opens_wherever_the_original_does_and_is_clean():
    for name, content, package in readable(EVERY):
        written = clean(package, CLEAN)[0].to_bytes()
        again = open_package(written)
        assert clean(again, CLEAN) == (again, ()), name
        assert opens(written) or not opens(content), name


_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_APART = {f"{_TEXT}tracked-changes", f"{_OFFICE}annotation", f"{_OFFICE}binary-data", f"{_TEXT}s"}


def accepted_by_libreoffice(converted: Path) -> str:
    """The text of a converted document without what it says was deleted: LibreOffice's own reading of revisions."""
    body = etree.parse(str(converted), etree.XMLParser(huge_tree=True)).getroot().find(f"{_OFFICE}body")
    regions = body.iter(f"{_TEXT}changed-region")
    deleted = {each.get(f"{_TEXT}id") for each in regions if each.find(f"{_TEXT}deletion") is not None}
    said, inside, apart = [], set(), 0
    for event, element in etree.iterwalk(body, events=("start", "end")):
        apart += (element.tag in _APART) * (1 if event == "start" else -1)
        change = element.get(f"{_TEXT}change-id")
        if event == "start" and element.tag == f"{_TEXT}change-start" and change in deleted:
            inside.add(change)
        elif event == "start" and element.tag == f"{_TEXT}change-end":
            inside.discard(change)
        if not apart and not inside:
            said.append((element.text if event == "start" else element.tail) or "")
    return re.sub(r"[\s\u200b]+", "", "".join(said))


@needs_libreoffice
def test_libreoffice_accepts_the_same(tmp_path):
    """Rows, cells and what is in content controls it does not track, so files with such changes are left out."""
    files = []
    for number, (_, content, package) in enumerate(readable(1)):
        done, rows = clean(package, ACCEPTED)
        body = package.parts[package.main_part]
        if (
            package.main_part != MAIN
            or not rows
            or _OF_CELLS.search(body)
            or _NOT_KNOWN_TO_LIBREOFFICE.search(body)
        ):
            continue
        for which, written in (("before", content), ("after", done.to_bytes())):
            files.append(tmp_path / f"{number}-{which}.docx")
            files[-1].write_bytes(written)
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        "fodt",
        "--outdir",
        str(tmp_path),
        *map(str, files),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    compared = 0
    for before in tmp_path.glob("*-before.fodt"):
        after = before.with_name(before.name.replace("before", "after"))
        assert accepted_by_libreoffice(before) == accepted_by_libreoffice(after), before.name
        compared += 1
    assert compared > 20
