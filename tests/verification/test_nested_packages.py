"""A file in the file is clean only when the reader has opened it: the raw search alone knows no names."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from backend.document.redacted_strings import RedactedStrings
from backend.ooxml.opc.package import open_package
from backend.ooxml.word.reader import read_document
from backend.verification.residue import Status, verify
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, zipped
from tests.ooxml.workbooks import saved

NAME = "word/embeddings/a.bin"
WORD = docx_parts(body(paragraph(text("Halden"))))


def packed(parts: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    return zipped(parts, compression)


def twice() -> bytes:
    """Two parts of one name, of which readers take either."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in WORD.items():
            archive.writestr(name, content)
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("word/document.xml", body(""))
    return stream.getvalue()


def in_one_another(packages: int) -> bytes:
    content = packed(WORD)
    for _ in range(packages - 1):
        content = packed({**WORD, NAME: content})
    return content


def status(content: bytes) -> Status:
    outer = packed({**docx_parts(body("")), NAME: content})
    return verify(outer, read_document(open_package(outer)), RedactedStrings(()), "a.docx").status


@pytest.mark.parametrize(
    "content", [packed(WORD), saved(Workbook()), in_one_another(3)], ids=["word", "excel", "word in word"]
)
def test_what_is_opened_is_clean(content: bytes):
    assert status(content) is Status.CLEAN


@pytest.mark.parametrize(
    "content",
    [
        packed(WORD)[:-40],
        packed({**WORD, "../evil.xml": b"<x/>"}),
        packed({**WORD, "a!/evil.xml": b"<x/>"}),
        packed(WORD, zipfile.ZIP_BZIP2),
        packed(WORD, zipfile.ZIP_LZMA),
        packed({**WORD, "word/a.xml": '<?xml version="1.0" encoding="koi8-r"?><x/>'.encode("koi8-r")}),
        packed({**WORD, "word/a.xml": b"<x"}),
        packed({**WORD, "word/document.xml": b"<glossary/>"}),
        packed({**WORD, "_rels/.rels": relationships(external=(("officeDocument", "word/document.xml"),))}),
        packed({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<x/>"}),
        in_one_another(4),
    ],
    ids=["damaged", "outside", "bang", "bzip2", "lzma", "koi8", "broken", "glossary", "external", "odt", "deep"],
)
def test_packages_that_cannot_be_opened_count_as_not_examined(content: bytes):
    assert status(content) is Status.NOT_EXAMINED


@pytest.mark.parametrize("name", ["word/afchunk.docx", "word/afchunk.dat", "word/picture.png"])
def test_an_imported_word_file_is_clean_once_it_is_opened(name: str):
    arrows = relationships(("aFChunk", name.removeprefix("word/")))
    outer = packed({**docx_parts(body("")), name: packed(WORD), "word/_rels/document.xml.rels": arrows})
    document = read_document(open_package(outer))
    assert document.warnings == ()
    assert verify(outer, document, RedactedStrings(()), "a.docx").status is Status.CLEAN


def test_a_package_of_which_readers_could_disagree_is_not_examined():
    assert status(twice()) is Status.NOT_EXAMINED
