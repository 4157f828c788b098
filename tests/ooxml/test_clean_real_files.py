"""Real Word files made clean copies, looked at by the reader, by python-docx and by LibreOffice."""

import io
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import docx
import pytest
from lxml import etree

from backend.document.cleaning import CLEAN, Cleaning
from backend.errors import DocumentError
from backend.ooxml.clean.clean_copy import clean
from backend.ooxml.clean.hidden_text import HIDDEN
from backend.ooxml.opc.package import Package, open_package
from tests.ooxml.cleaning import ACCEPTED, NOTHING_HIDDEN, words_now
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


def test_accepting_all_changes_keeps_the_current_text():
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


def converted(files: list[Path], kind: str, folder: Path) -> None:
    """Let LibreOffice read the files and write them as another kind."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", kind, "--outdir", str(folder)]
    subprocess.run([*command, *map(str, files)], check=True, capture_output=True, timeout=300)


def cleaned_beside(folder: Path, policy: Cleaning, is_wanted: Callable[[bytes, Iterable[str]], bool]) -> list[Path]:
    """Real files and their clean copies, of those whose body and whose kinds of changes in it are wanted."""
    files = []
    for number, (_, content, package) in enumerate(readable(1)):
        done, rows = clean(package, policy)
        kinds = {row.kind for row in rows if row.part == package.main_part}
        if kinds and is_wanted(package.parts[package.main_part], kinds):
            for which, written in (("before", content), ("after", done.to_bytes())):
                files.append(folder / f"{number}-{which}.docx")
                files[-1].write_bytes(written)
    return files


def pairs(folder: Path, kind: str) -> list[tuple[Path, Path]]:
    """What became of the originals and of their copies."""
    return [
        (each, each.with_name(each.name.replace("before", "after"))) for each in folder.glob(f"*-before.{kind}")
    ]


@needs_libreoffice
def test_libreoffice_accepts_the_same(tmp_path):
    """Rows, cells and what is in content controls it does not track, so files with such changes are left out."""

    def is_tracked(body: bytes, kinds: Iterable[str]) -> bool:
        return not _OF_CELLS.search(body) and not _NOT_KNOWN_TO_LIBREOFFICE.search(body)

    converted(cleaned_beside(tmp_path, ACCEPTED, is_tracked), "fodt", tmp_path)
    compared = pairs(tmp_path, "fodt")
    assert len(compared) > 20
    for before, after in compared:
        assert accepted_by_libreoffice(before) == accepted_by_libreoffice(after), before.name


def printed(pdf: Path) -> str:
    """The words on paper, without figures: some documents print the time."""
    told = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], check=True, capture_output=True, text=True)
    return re.sub(r"[\s\d]+", "", told.stdout)


@needs_libreoffice
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs pdftotext (package poppler-utils)")
def test_removing_hidden_text_does_not_change_what_libreoffice_prints(tmp_path):
    converted(cleaned_beside(tmp_path, NOTHING_HIDDEN, lambda _, kinds: HIDDEN in kinds), "pdf", tmp_path)
    compared = pairs(tmp_path, "pdf")
    assert len(compared) > 5
    for before, after in compared:
        assert printed(before) == printed(after), before.name
