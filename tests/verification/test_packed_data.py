"""Bytes that a text keeps in base64: read if they are text, and reported if they are not."""

import base64
import gzip
import io
import random
import struct
import zipfile
import zlib

import pytest

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.verification.raw_search import RawSearch, search_package
from tests.ooxml.building import body, docx_parts, zipped

SECRET = b"for Zephyrine Quiffin and nobody else"
STRINGS = RedactedStrings((RedactedString("Zephyrine Quiffin", "[PERSON 1]"),))
NOISE = random.Random(20).randbytes(400)  # noqa: S311 - no secret


def _bare(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def _query(content: bytes) -> bytes:
    """A container of Power Query, [MS-QDEFF] 2.2: version, then four stretches after their lengths."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Formulas/Section1.m", content)
    stretches = stream.getvalue(), b"<a/>", b"<b/>", NOISE
    return bytes(4) + b"".join(struct.pack("<L", len(each)) + each for each in stretches)


def _searched(run: str) -> RawSearch:
    part = f"<plan>{run}</plan>".encode()
    return search_package(zipped(docx_parts(body(""), {"customXml/item1.xml": part})), STRINGS)


def _unexamined(found: RawSearch) -> list[str]:
    return [part.name for part in found.parts if not part.examined]


@pytest.mark.parametrize("pack", [zlib.compress, _bare, _query])
def test_what_is_packed_in_base64_is_searched(pack):
    found = _searched(base64.b64encode(pack(SECRET)).decode())
    assert [place.placeholder for place in found.places] == ["[PERSON 1]"]
    assert _unexamined(_searched(base64.b64encode(pack(b"nobody at all is named in this text")).decode())) == []


def test_a_gzip_in_base64_is_a_part_of_its_own():
    found = _searched(base64.b64encode(gzip.compress(SECRET)).decode())
    assert [place.part for place in found.places] == ["customXml/item1.xml!/base64 1"]


@pytest.mark.parametrize("run", [base64.b64encode(NOISE).decode(), NOISE.hex()], ids=["base64", "digits"])
def test_bytes_that_nobody_reads_are_not_examined(run: str):
    assert _unexamined(_searched(run)) == ["customXml/item1.xml!/base64 1"]


@pytest.mark.parametrize(
    "known",
    [
        base64.b64encode(NOISE[:64]).decode(),
        NOISE[:64].hex(),
        base64.b64encode(SECRET[:3] * 200).decode(),
        "a" * 900,
    ],
    ids=["a hash", "digits of a hash", "text", "one letter"],
)
def test_hashes_and_text_are_examined(known: str):
    assert _unexamined(_searched(known)) == []


def test_sub_documents_maps_and_hashes_of_texts_are_not_examined():
    inside = '<w:subDoc r:id="rId9"/>'
    office = "http://schemas.microsoft.com/office"
    others = {
        "word/charts/chartEx1.xml": f'<c:geoCache xmlns:c="{office}/drawing/2014/chartex"/>'.encode(),
        "word/intelligence2.xml": f'<i:textHash xmlns:i="{office}/intelligence/2020/intelligence"/>'.encode(),
    }
    found = search_package(zipped(docx_parts(body(inside), others)), STRINGS)
    assert _unexamined(found) == [
        "word/document.xml!/sub document",
        "word/charts/chartEx1.xml!/map data",
        "word/intelligence2.xml!/text hash",
    ]


@pytest.mark.parametrize(
    ("part", "hashed"),
    [
        ("word/intelligence.xml", '<i:WordHash xmlns:i="{}/2019/intelligence" hashCode="6QxXdq8ilLgNWO" id="a"/>'),
        ("word/intelligence2.xml", '<i:bookmark xmlns:i="{}/2020/intelligence" i:hashCode="6QxXdq8ilLgNWO"/>'),
    ],
)
def test_a_hash_of_a_text_is_not_examined_whatever_element_has_it(part: str, hashed: str):
    office = "http://schemas.microsoft.com/office/intelligence"
    found = search_package(zipped(docx_parts(body(""), {part: hashed.format(office).encode()})), STRINGS)
    assert _unexamined(found) == [f"{part}!/text hash"]


def test_a_gzip_with_text_alone_is_examined():
    """Grammarly writes such a one into the variables of a document."""
    packed = base64.b64encode(gzip.compress(b'{"DocID": "1"}' * 3)).decode()
    assert all(part.examined for part in _searched(packed).parts)


def test_a_gzip_with_bytes_or_with_more_behind_its_text_is_not_examined():
    for content in (gzip.compress(bytes(range(256)) * 3), gzip.compress(b"some text") + gzip.compress(b"more")):
        packed = base64.b64encode(content).decode()
        assert not all(part.examined for part in _searched(packed).parts)


def test_the_id_of_a_content_type_is_no_packed_data():
    """SharePoint: 0x0101 and numbers of 32 digits between zeros."""
    said = "0x0101" + "".join(
        f"00{number}" for number in ("8B4DD370EC31429186F3AD49F0D3098F", "D44DBCB9EB4F45278CB5C9765BE52995")
    )
    longer = said + "00A4858B360C6A491AA753F8BCA47AA910"
    assert all(part.examined for part in _searched(longer).parts)


def test_a_name_in_the_digits_of_such_an_id_is_found():
    assert _searched(f"0x0101{SECRET.hex().upper()}").places
