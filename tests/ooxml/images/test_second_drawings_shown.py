"""LibreOffice as a witness: a WMF shows after the cleaning what it showed before."""

import struct
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from backend.ooxml.images.wmf import cleaned_wmf
from tests.libreoffice import needs_libreoffice, opened
from tests.ooxml.building import body, docx_parts, paragraph, relationships, zipped
from tests.ooxml.images import pictures
from tests.ooxml.images.pictures import emf_record, pieces_of_emf, wmf_of, wmf_record

_RED, _GREEN = (255, 0, 0), (0, 255, 0)
_SHOWN = '<w:r><w:pict><v:shape style="width:150pt;height:75pt"><v:imagedata r:id="rId1"/></v:shape></w:pict></w:r>'


def _emf() -> bytes:
    """A red box, and a comment; [MS-EMF] names 39 a brush, 37 its choice, 43 a box."""
    records = emf_record(39, struct.pack("<LLLL", 1, 0, 0x0000FF, 0)) + emf_record(37, struct.pack("<L", 1))
    records += emf_record(43, struct.pack("<4l", 10, 10, 60, 40)) + emf_record(70, b"\x06\0\0\0Halden")
    records += emf_record(14, struct.pack("<LLL", 0, 16, 20))
    head = struct.pack("<4l4l", 0, 0, 99, 49, 0, 0, 2540, 1270) + b" EMF"
    head += struct.pack("<LLLHHLLLllll", 0x10000, 88 + len(records), 6, 2, 0, 0, 0, 0, 1000, 500, 254, 127)
    return emf_record(1, head) + records


def _own() -> bytes:
    """A green box: a brush, its choice, the box."""
    brush = wmf_record(0x02FC, struct.pack("<HLH", 0, 0x00FF00, 0)) + wmf_record(0x012D, bytes(2))
    return brush + wmf_record(0x041B, struct.pack("<4h", 40, 60, 10, 10))


_WINDOW = wmf_record(0x020B, bytes(4)) + wmf_record(0x020C, struct.pack("<2h", 100, 200))
_PICTURES = {
    "second": (_WINDOW + pieces_of_emf(_emf(), 100) + _own(), _RED),
    "alone": (_WINDOW + pieces_of_emf(_emf(), 100), _RED),
    "broken": (_WINDOW + pieces_of_emf(_emf()[:-40], 100) + _own(), _GREEN),
}


def _document(picture: bytes, file: Path) -> Path:
    parts = {"word/media/image1.wmf": picture}
    parts["word/_rels/document.xml.rels"] = relationships(("image", "media/image1.wmf"))
    file.write_bytes(zipped(docx_parts(body(paragraph(_SHOWN)), parts, {"word/media/image1.wmf": "image/x-wmf"})))
    return file


def _page(pdf: Path) -> Image.Image:
    subprocess.run(["pdftoppm", "-r", "40", "-png", "-singlefile", pdf, pdf.with_suffix("")], check=True)
    return Image.open(pdf.with_suffix(".png")).convert("RGB")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shown")
    files = []
    for name, (records, _) in _PICTURES.items():
        before = pictures.PLACEABLE + wmf_of(records)
        files += [_document(before, folder / f"{name}-before.docx")]
        files += [_document(cleaned_wmf(before).content, folder / f"{name}-after.docx")]
    opened(files, folder / "pdf")
    return folder / "pdf"


@needs_libreoffice
@pytest.mark.parametrize("name", _PICTURES)
def test_a_picture_shows_what_it_showed(name: str, pages: Path):
    before, after = _page(pages / f"{name}-before.pdf"), _page(pages / f"{name}-after.pdf")
    assert before.tobytes() == after.tobytes()
    colours = {colour: count for count, colour in after.getcolors(100_000) or ()}
    assert colours[_PICTURES[name][1]] > 100
