"""Excel files for tests: made by openpyxl, which is also the second pair of eyes that reads the results."""

import io
import zipfile
from collections.abc import Mapping

from openpyxl import Workbook, load_workbook

from backend.ooxml.opc.package import Package, open_package
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped

BOOK = "word/embeddings/Microsoft_Excel_Worksheet.xlsx"


def saved(book: Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def around(book: bytes, words: str = "outside", others: Mapping[str, bytes] | None = None) -> Package:
    """A .docx with this workbook in it."""
    parts = docx_parts(body(paragraph(text(words))), {BOOK: book, **(others or {})})
    return open_package(zipped(parts))


def with_parts(book: bytes, changed: Mapping[str, bytes | tuple[bytes, bytes]]) -> bytes:
    """The workbook with other parts, or with one stretch of a part replaced by another."""
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, new in changed.items():
        if isinstance(new, tuple):
            assert new[0] in parts[name]
            parts[name] = parts[name].replace(*new)
        else:
            parts[name] = new
    return zipped(parts)


def loaded(package: Package) -> Workbook:
    """The workbook in a written .docx, as openpyxl reads it."""
    with zipfile.ZipFile(io.BytesIO(package.to_bytes())) as outer:
        return load_workbook(io.BytesIO(outer.read(BOOK)), rich_text=True)


def shared(book: bytes, items: str) -> bytes:
    """The workbook with a table of shared strings, which Excel writes and openpyxl only reads."""
    table = f'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{items}</sst>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    declared = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
    arrow = (
        '<Relationship Id="rIdShared" Target="sharedStrings.xml" Type="http://schemas.openxmlformats.org/'
        'officeDocument/2006/relationships/sharedStrings"/></Relationships>'
    )
    return with_parts(
        book,
        {
            "xl/sharedStrings.xml": table.encode(),
            "[Content_Types].xml": (b"</Types>", declared.encode()),
            "xl/_rels/workbook.xml.rels": (b"</Relationships>", arrow.encode()),
        },
    )
