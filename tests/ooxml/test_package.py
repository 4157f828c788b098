import contextlib
import io
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import DocumentError, DocumentTooLarge, EncryptedDocument, NotAWordDocument, UnsafeDocument
from backend.ooxml.bounds import PackageLimits
from backend.ooxml.opc.package import Package, open_package
from backend.ooxml.opc.relationships import relationships as arrows
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, zipped

PARTS = docx_parts(body(paragraph(text("Halden"))))


def with_part(name: str, content: bytes) -> bytes:
    return zipped({**PARTS, name: content})


def compound_file(stream: str) -> bytes:
    return bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504) + stream.encode("utf-16-le") + bytes(512)


@pytest.mark.parametrize(
    ("content", "error", "advice"),
    [
        (b"", NotAWordDocument, "empty"),
        (b"Halden & Rook", NotAWordDocument, r"save it as \.docx"),
        (compound_file("EncryptedPackage"), EncryptedDocument, "password"),
        (compound_file("WordDocument"), NotAWordDocument, r"save it as \.docx"),
        (zipped(PARTS)[:-40], NotAWordDocument, "incomplete"),
        (zipped({"a.txt": b"x"}), NotAWordDocument, "Content_Types"),
        (zipped({**PARTS, "_rels/.rels": relationships()}), NotAWordDocument, "main document"),
        (zipped({**PARTS, "_rels/.rels": b"<Relationships"}), NotAWordDocument, r"_rels/\.rels"),
    ],
)
def test_a_file_that_is_not_a_word_document_is_refused_with_advice(
    content: bytes, error: type[DocumentError], advice: str
):
    with pytest.raises(error, match=advice):
        open_package(content)


@pytest.mark.parametrize(
    "name", ["../evil.xml", "word/../../evil.xml", "/etc/passwd", "C:/evil.xml", "word\\..\\evil.xml", "a//b.xml"]
)
def test_a_name_that_leaves_the_package_is_unsafe(name: str):
    with pytest.raises(UnsafeDocument, match="name"):
        open_package(with_part(name, b"<x/>"))


@pytest.mark.parametrize("name", ["word\\document2.xml", "\\\\server\\share.xml", "word/a\\b.xml"])
def test_a_backslash_in_a_name_is_refused_and_told(name: str):
    with pytest.raises(UnsafeDocument, match="backslash"):
        open_package(with_part(name, b"<x/>"))


def test_a_name_that_continues_behind_a_zero_byte_is_unsafe():
    """Python's reader stops at the zero byte, others may not."""
    content = with_part("word/a.xml?.exe", b"<x/>").replace(b"word/a.xml?", b"word/a.xml\0")
    with pytest.raises(UnsafeDocument, match="name"):
        open_package(content)


def test_two_parts_whose_names_differ_in_case_only_are_unsafe():
    with pytest.raises(UnsafeDocument, match="two parts"):
        open_package(with_part("WORD/Document.xml", b"<x/>"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize(
    "trick", ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>']
)
def test_entity_tricks_are_unsafe_in_every_encoding(encoding: str, trick: str):
    with pytest.raises(UnsafeDocument, match="document type"):
        open_package(with_part("word/header1.xml", trick.encode(encoding)))


def test_a_zip_bomb_is_stopped_by_what_comes_out_of_it():
    limits = PackageLimits(unpacked=1_000_000)
    with pytest.raises(DocumentTooLarge, match="decompresses"):
        open_package(with_part("word/media/a.bin", bytes(2_000_000)), limits)


def test_many_parts_that_are_small_alone_are_a_bomb_together():
    parts = {**PARTS, **{f"word/media/{i}.bin": bytes(30_000) for i in range(50)}}
    with pytest.raises(DocumentTooLarge, match="decompresses"):
        open_package(zipped(parts), PackageLimits(ratio=10, unsuspicious=100_000))


def test_a_ratio_is_no_reason_while_the_whole_is_small():
    assert "word/media/a.bin" in open_package(with_part("word/media/a.bin", bytes(3_000_000))).parts


def test_a_header_that_lies_about_the_size_does_not_help_a_bomb():
    content = bytearray(with_part("word/media/a.bin", bytes(500_000)))
    for size_at in (content.find((500_000).to_bytes(4, "little")), content.rfind((500_000).to_bytes(4, "little"))):
        content[size_at : size_at + 4] = (100).to_bytes(4, "little")
    with pytest.raises(NotAWordDocument, match="damaged"):
        open_package(bytes(content))


def test_more_parts_than_allowed_are_refused():
    with pytest.raises(DocumentTooLarge, match="parts"):
        open_package(zipped(PARTS), PackageLimits(parts=2))


def test_a_file_over_the_limit_is_refused_before_it_is_unpacked():
    with pytest.raises(DocumentTooLarge, match="MB"):
        open_package(zipped(PARTS), PackageLimits(packed=10))


def test_a_damaged_part_is_noticed_by_its_checksum():
    content = bytearray(zipped(PARTS, zipfile.ZIP_STORED))
    content[content.find(b"Halden")] ^= 1
    assert zlib.crc32(b"Halden") != zlib.crc32(b"Ialden")
    with pytest.raises(NotAWordDocument, match="damaged"):
        open_package(bytes(content))


def test_a_compression_that_cannot_be_bounded_is_refused():
    with pytest.raises(NotAWordDocument, match="compression"):
        open_package(zipped(PARTS, zipfile.ZIP_BZIP2))


def test_a_zip_with_a_password_is_told_from_a_damaged_one():
    content = bytearray(zipped(PARTS))
    for header, flags_at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.find(header) + flags_at] |= 1
    with pytest.raises(EncryptedDocument, match="password"):
        open_package(bytes(content))


def test_a_part_is_found_by_its_name_in_percent_encoding():
    parts = {**PARTS, "word/the text.xml": PARTS["word/document.xml"]}
    parts["_rels/.rels"] = relationships(("officeDocument", "word/the%20text.xml"))
    assert open_package(zipped(parts)).main_part == "word/the text.xml"


def test_a_workbook_is_told_from_a_document():
    types = PARTS["[Content_Types].xml"].replace(b"wordprocessingml.document", b"spreadsheetml.sheet")
    with pytest.raises(NotAWordDocument, match="Excel"):
        open_package(zipped({**PARTS, "[Content_Types].xml": types}))


@pytest.mark.parametrize("strict", [False, True])
def test_the_main_part_is_found_through_the_relationships(strict: bool):
    parts = {**PARTS, "text/main.xml": PARTS["word/document.xml"]}
    parts["_rels/.rels"] = relationships(("officeDocument", "/text/MAIN.xml"), strict=strict)
    assert open_package(zipped(parts)).main_part == "text/main.xml"


def test_writing_keeps_bytes_and_order_with_the_content_types_first():
    names = ["word/document.xml", "_rels/.rels", "[Content_Types].xml", "word/media/ä.png"]
    parts = {**PARTS, "word/media/ä.png": b"\x89PNG"}
    package = open_package(zipped([(name, parts[name]) for name in names]))
    with zipfile.ZipFile(io.BytesIO(package.to_bytes())) as archive:
        assert archive.testzip() is None
        written = {name: archive.read(name) for name in archive.namelist()}
    assert list(written) == ["[Content_Types].xml", "word/document.xml", "_rels/.rels", "word/media/ä.png"]
    assert written == parts


def test_writing_twice_gives_equal_bytes_and_nothing_of_the_sources_zip():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.comment = b"made by Ann Rook"
        for name, content in PARTS.items():
            entry = zipfile.ZipInfo(name, (2024, 3, 1, 9, 0, 0))
            entry.comment = b"Ann Rook"
            archive.writestr(entry, content)
    package = open_package(stream.getvalue())
    assert package.to_bytes() == package.to_bytes()
    assert b"Ann Rook" not in package.to_bytes()
    with zipfile.ZipFile(io.BytesIO(package.to_bytes())) as archive:
        told = {(entry.date_time, entry.create_system) for entry in archive.infolist()}
    assert told == {((1980, 1, 1, 0, 0, 0), 0)}


def test_changed_removed_and_new_parts_leave_the_others_in_their_order():
    package = Package({"a": b"1", "b": b"2", "c": b"3"}, "a")
    assert list(package.with_parts({"c": b"4", "d": b"5"}, removed=["a"]).parts.items()) == [
        ("b", b"2"),
        ("c", b"4"),
        ("d", b"5"),
    ]


def test_a_package_cannot_be_changed_in_place():
    with pytest.raises(TypeError, match="item assignment"):
        Package({"a": b"1"}, "a").parts["a"] = b"2"  # type: ignore[index]


@given(st.binary(max_size=200))
def test_any_bytes_give_a_package_or_a_document_error(content: bytes):
    with pytest.raises(DocumentError):
        open_package(content)


@given(st.data())
def test_a_document_with_changed_bytes_gives_a_package_or_a_document_error(data: st.DataObject):
    content = bytearray(zipped(PARTS))
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(DocumentError):
        assert open_package(bytes(content)).main_part


def test_many_arrows_that_lead_nowhere_are_no_burden():
    """Not timed here; a search through all parts for each of them would take minutes."""
    parts = {f"word/a{i}.xml": b"" for i in range(10_000)}
    parts["_rels/.rels"] = relationships(*[("image", "word/none.png")] * 50_000, ("image", "WORD/A7.xml"))
    assert [each.part for each in arrows(parts, "") if each.part] == ["word/a7.xml"]
