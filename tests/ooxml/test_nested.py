import zipfile
from io import BytesIO

import pytest

from backend.document.coverage import CoverageEntry, Treatment
from backend.errors import UnsafeDocument
from backend.ooxml.bounds import PackageLimits
from backend.ooxml.opc.nested_packages import all_packages, change_all_packages
from backend.ooxml.opc.package import Package, PackageKind, open_package
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, xml, zipped

INNER = "word/embeddings/a.docx"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def word(words: str = "Halden", others: dict[str, bytes] | None = None) -> bytes:
    return zipped(docx_parts(body(paragraph(text(words))), others))


def workbook(root: str = "workbook", namespace: str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"):
    return zipped(
        {
            "[Content_Types].xml": (
                b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                b'<Default Extension="rels" ContentType="application/xml"/>'
                b'<Default Extension="xml" ContentType="application/xml"/></Types>'
            ),
            "_rels/.rels": relationships(("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f'<{root} xmlns="{namespace}"/>'.encode(),
        }
    )


def around(content: bytes, name: str = INNER) -> Package:
    return open_package(word("outside", {name: content}))


def with_entry(content: bytes, name: str, inside: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        parts = {each: archive.read(each) for each in archive.namelist()}
    return zipped({**parts, name: inside})


@pytest.mark.parametrize(
    "name", [INNER, "word/embeddings/Microsoft_Word_Document.docx", "word/afchunk.dat", "x.bin"]
)
def test_a_word_file_is_recognised_by_its_bytes_in_any_part(name: str):
    outer = around(word("inside"), name)
    assert outer.nested[name].main_part == "word/document.xml"
    assert outer.nested[name].kind is PackageKind.WORD
    assert b"inside" in outer.nested[name].parts["word/document.xml"]


@pytest.mark.parametrize(
    "namespace",
    ["http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main"],
)
def test_an_excel_file_is_known_by_its_workbook_in_both_dialects(namespace: str):
    assert around(workbook(namespace=namespace)).nested[INNER].kind is PackageKind.EXCEL


@pytest.mark.parametrize(
    "content",
    [
        word()[:-40],
        workbook("presentation", "http://schemas.openxmlformats.org/presentationml/2006/main"),
        zipped({"mimetype": b"application/vnd.oasis.opendocument.text"}),
        with_entry(word(), "word/header1.xml", b"<w:hdr"),
        with_entry(word(), "word/header1.xml", b"<!DOCTYPE x><x/>"),
        with_entry(word(), "../evil.xml", b"<x/>"),
        with_entry(word(), "[Content_Types].xml", b""),
        bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504) + "EncryptedPackage".encode("utf-16-le"),
    ],
    ids=["damaged", "powerpoint", "open document", "broken part", "entities", "evil name", "no types", "encrypted"],
)
def test_any_other_file_is_an_ordinary_part(content: bytes):
    outer = around(content)
    assert not outer.nested
    assert outer.parts[INNER] == content


def test_four_packages_may_lie_in_one_another():
    content = word("5")
    for words in "432":
        content = word(words, {INNER: content})
    assert [way.count("!/") for way, _ in all_packages(around(content))] == [0, 1, 2, 3]


def test_all_packages_live_on_one_budget_of_bytes():
    inner = word("inside", {"a.bin": bytes(400_000)})
    others = {f"word/embeddings/{i}.docx": inner for i in range(5)}
    outer = open_package(word("outside", others), PackageLimits(ratio=1, unsuspicious=1_000_000))
    assert list(outer.nested) == ["word/embeddings/0.docx", "word/embeddings/1.docx"]


def test_all_packages_live_on_one_budget_of_parts():
    inner = word()
    others = {f"word/embeddings/{i}.docx": inner for i in range(5)}
    outer = open_package(word("outside", others), PackageLimits(parts=8 + 3 + 3 + 2))
    assert list(outer.nested) == ["word/embeddings/0.docx", "word/embeddings/1.docx"]


def test_a_name_that_could_be_that_of_a_nested_part_is_unsafe():
    with pytest.raises(UnsafeDocument, match="name"):
        around(b"<x/>", f"{INNER}!/word/document.xml")


def test_a_nested_package_keeps_its_very_bytes_until_it_changes():
    # Written by another program than ours: stored, with a comment and times.
    inner = zipped(docx_parts(body(paragraph(text("Halden")))), zipfile.ZIP_STORED)
    outer = around(inner)
    same, rows = change_all_packages(outer, lambda package: (package.with_parts(package.parts), ()))
    assert same.to_bytes() == outer.to_bytes()
    assert same.parts[INNER] == inner
    assert rows == ()


def test_a_change_is_made_in_all_nested_packages_and_reports_the_path():
    outer = around(word("inside", {"deep.docx": word("deep")}))

    def emptied(package: Package) -> tuple[Package, list[CoverageEntry]]:
        row = CoverageEntry(package.main_part, "text", Treatment.REDACTED, 1)
        return package.with_parts({package.main_part: body("")}), [row]

    changed, rows = change_all_packages(outer, emptied)
    again = open_package(changed.to_bytes())
    assert [package.parts["word/document.xml"] for _, package in all_packages(again)] == [body("")] * 3
    assert [row.part for row in rows] == [
        "word/document.xml",
        f"{INNER}!/word/document.xml",
        f"{INNER}!/deep.docx!/word/document.xml",
    ]


def test_a_nested_package_is_forgotten_when_its_part_is_replaced_or_removed():
    outer = around(word())
    assert not outer.with_parts({INNER: xml("w:x", "")}).nested
    assert not outer.with_parts({}, removed=[INNER]).nested
    assert outer.with_parts({"word/document.xml": body("")}).nested
