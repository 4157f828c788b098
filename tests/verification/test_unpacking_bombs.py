"""What a few bytes unpack to is bounded and counted; spaced letters are found among many strings."""

import base64
import io
import struct
import zipfile
import zlib

import pytest

from backend.document.redacted_strings import RedactedString
from backend.ooxml.images.png import MAGIC, chunk
from backend.ooxml.scrub.packed_texts import unpacked
from backend.verification import raw_search
from backend.verification.matching import Needles
from backend.verification.packed import inflated_streams, inflated_whole, is_one_colour
from tests.verification.test_raw_search import WHOLE, package

MIB = 1024 * 1024
TEXT = b"for Halden & Rook now "


def _deflated(mib: int, text: bytes = TEXT) -> bytes:
    return zlib.compress(text * (mib * MIB // len(text)), 9)


def _mashup(mib: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Formulas/Section1.m", TEXT * (mib * MIB // len(TEXT)))
    queries = buffer.getvalue()
    return bytes(4) + struct.pack("<L", len(queries)) + queries + bytes(12)


@pytest.mark.parametrize("holds", [_deflated(8), _mashup(8)], ids=["zlib", "queries"])
def test_what_text_packs_counts_for_the_file_and_is_reported_where_it_is_too_much(holds):
    search = raw_search._Search(Needles([]), inflating=MIB // 4)
    run = base64.b64encode(holds).decode()
    search.package(package({f"{i}.xml": f"<a>{run}</a>" for i in range(6)}), WHOLE, 1)
    assert search.inflating > -MIB
    parts = {row.name.partition("!")[0] for row in search.result().parts if not row.examined}
    assert parts == {f"{i}.xml" for i in range(6)}


@pytest.mark.parametrize("window", [15, 31, -15])
def test_a_whole_stream_inflates_to_its_end_or_is_cut(window):
    packer = zlib.compressobj(9, wbits=window)
    content = packer.compress(TEXT * 100_000) + packer.flush()
    assert inflated_whole(content) == (TEXT * 100_000, len(TEXT) * 100_000, False)
    cut = inflated_whole(content, MIB)
    assert (len(cut.content), cut.spent, cut.is_cut) == (MIB, MIB, True)


def test_a_fault_behind_much_does_not_hide_what_was_spent():
    broken = _deflated(16)[:-8] + b"\xff" * 100
    assert sum(map(len, inflated_streams(broken * 5, MIB))) == MIB
    assert inflated_whole(broken, 4 * MIB).spent >= 4 * MIB


def test_a_picture_of_one_colour_has_no_more_rows_than_a_box_of_the_redaction():
    header = struct.pack(">LLBBBBB", 1, 1, 8, 3, 0, 0, 0)
    pixels = zlib.compress(bytes(60 * MIB), 9)
    drawn = (b"IHDR", header), (b"PLTE", b"\xbf\xbf\xbf"), (b"IDAT", pixels), (b"IEND", b"")
    bomb = MAGIC + b"".join(chunk(*each) for each in drawn)
    assert not is_one_colour(bomb)


def test_spaced_letters_are_found_among_many_strings():
    strings = [RedactedString(f"ann{i}.rook@halden.example", "[EMAIL]") for i in range(500)]
    needles = Needles([*strings, RedactedString("Halden Rook", "[CLIENT]")])
    runs = [f"{i:05}abcde" for i in range(500)]
    assert needles.find_compact([*runs, "xxhaldenrookxx", "ann7rookhaldenexample"]) == {7, 500}
    assert needles.find_compact(["xann7.rook@halden.example"]) == set()


def test_the_scrubber_unpacks_a_run_in_proportion_to_its_length():
    assert [len(each) for each in unpacked(zlib.compress(TEXT * 1_000, 9))] == [len(TEXT) * 1_000]
    assert list(unpacked(_deflated(1))) == []
    assert sum(map(len, unpacked(_mashup(64)))) <= MIB
