"""The second drawing of a WMF: programs show it in place of the first, so it is cleaned and stays."""

import struct
import time
from functools import reduce
from operator import xor

import pytest

from backend.ooxml.images.cleaning_result import MalformedPicture
from backend.ooxml.images.wmf import cleaned_wmf
from tests.ooxml.images import pictures
from tests.ooxml.images.pictures import piece_of_emf, pieces_of_emf, wmf_of, wmf_record

_BOX = b"\x2b\0\0\0\x18\0\0\0\1\0\0\0"
"""A rectangle in the EMF of the tests: what it shows."""
_OWN_BOX = wmf_record(0x041B, struct.pack("<4h", 40, 30, 2, 1))
"""A rectangle that the WMF draws itself: 3 + 4 words."""
_NOTE = wmf_record(0x0626, struct.pack("<HH", 15, len(pictures.ASCII)) + pictures.ASCII + b"\0")
_EMF = pictures.emf()
_CHECKSUM = 18 + 22
"""Behind the header and, of the first piece, size, kind, function, byte count, identifier, type and version."""


def _summed(content: bytes) -> bytes:
    """The file with the checksum of Windows: all its words add up to 0."""
    return content[:_CHECKSUM] + struct.pack("<H", -_sum(content) & 0xFFFF) + content[_CHECKSUM + 2 :]


def _sum(content: bytes) -> int:
    return sum(_words(content)) & 0xFFFF


def _words(content: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(content) // 2}H", content)


def _drawing_in(content: bytes) -> bytes:
    """What the pieces come to: 44 bytes into each record, as many as its head says at 32."""
    found, at = b"", 18
    while at < len(content):
        size = 2 * struct.unpack_from("<L", content, at)[0]
        if content[at + 10 : at + 14] == b"WMFC":
            (length,) = struct.unpack_from("<L", content, at + 32)
            found += content[at + 44 : at + 44 + length]
        at += size
    return found


@pytest.mark.parametrize("placeable", [b"", pictures.PLACEABLE])
@pytest.mark.parametrize("step", [150, 151, len(_EMF)])
def test_a_second_drawing_is_cleaned_and_stays(step, placeable):
    content = _summed(wmf_of(pieces_of_emf(_EMF, step)))
    assert pictures.WIDE in _drawing_in(content)
    cleaned = cleaned_wmf(placeable + content)
    assert cleaned.removed
    after = cleaned.content.removeprefix(placeable)
    drawing = _drawing_in(after)
    assert pictures.WIDE not in drawing
    assert pictures.ASCII not in drawing
    assert drawing.index(_BOX) == _EMF.index(_BOX)
    assert len(after) == len(content)
    assert _sum(content) == _sum(after) == 0
    assert cleaned_wmf(cleaned.content) == (cleaned.content, 0)


def test_letters_and_shapes_of_a_second_drawing_stay_where_they_are():
    letters = pictures.emf_with_letters("Halden", 3)
    assert cleaned_wmf(wmf_of(pieces_of_emf(letters, 100))) == (wmf_of(pieces_of_emf(letters, 100)), 0)


@pytest.mark.parametrize("other", [_NOTE, b""])
@pytest.mark.parametrize("behind", [b"", b"Halden"])
def test_the_words_of_the_file_add_up_to_0_whatever_else_goes(other, behind):
    """Windows draws the first drawing where they do not."""
    content = _summed(wmf_of(pieces_of_emf(_EMF, 150) + other) + behind)
    cleaned = cleaned_wmf(content).content
    assert b"Halden" not in cleaned
    assert _sum(cleaned) == 0
    assert struct.unpack_from("<L", cleaned, 6)[0] == len(cleaned) // 2


def test_a_checksum_as_the_specification_has_it_stays_one():
    """It is the one's complement of all words of the EMF under XOR, in each piece ([MS-WMF] 2.3.6.25)."""
    before = 0xFFFF ^ reduce(xor, _words(_EMF[: len(_EMF) // 2 * 2]))
    content = wmf_of(pieces_of_emf(_EMF, 150, checksum=before))
    cleaned = cleaned_wmf(content).content
    after = 0xFFFF ^ reduce(xor, _words(_drawing_in(cleaned)[: len(_EMF) // 2 * 2]))
    assert after != before
    assert cleaned == cleaned.replace(struct.pack("<H", before) + bytes(4), struct.pack("<H", after) + bytes(4))
    assert struct.unpack_from("<H", cleaned, _CHECKSUM)[0] == after


def test_a_wrong_checksum_stays_wrong():
    content = wmf_of(pieces_of_emf(_EMF, 150, checksum=1))
    cleaned = cleaned_wmf(content).content
    assert struct.unpack_from("<H", cleaned, _CHECKSUM)[0] == 1


def test_what_a_piece_hides_beside_its_data_goes():
    """Its head says 34 + the length of the data; the record is 6 words longer."""
    hidden = pictures.ASCII[:12]
    content = wmf_of(piece_of_emf(_EMF, 1, 0, len(_EMF), flags=0x6C6148, behind=hidden))
    cleaned = cleaned_wmf(content).content
    assert hidden in content
    assert hidden not in cleaned
    assert cleaned[42:46] == bytes(4)
    assert _BOX in _drawing_in(cleaned)


_CUT, _REST = _EMF[:150], _EMF[150:]
_FIRST = piece_of_emf(_CUT, 2, len(_REST), len(_EMF))
_SECOND = piece_of_emf(_REST, 2, 0, len(_EMF))
_UNREADABLE = {
    "no drawing": pieces_of_emf(b"Halden & Rook" * 20, 150),
    "nothing": piece_of_emf(b"", 1, 0, 0),
    "the first piece is missing": _SECOND,
    "the last piece is missing": _FIRST,
    "the pieces are turned": _SECOND + _FIRST,
    "a piece twice": _FIRST + _FIRST + _SECOND,
    "fewer pieces than stated": piece_of_emf(_EMF, 2, 0, len(_EMF)),
    "more pieces than stated": piece_of_emf(_CUT, 1, len(_REST), len(_EMF)) + _SECOND,
    "less to follow than follows": piece_of_emf(_CUT, 2, 1, len(_EMF)) + _SECOND,
    "another length in all": _FIRST + piece_of_emf(_REST, 2, 0, len(_EMF) + 1),
    "another type": pieces_of_emf(_EMF, 150, kind=2),
    "another version": pieces_of_emf(_EMF, 150, version=0x20000),
    "a piece longer than its record": piece_of_emf(_EMF, 1, 0, 2**31, length=2**31),
    "a byte count beyond the record": piece_of_emf(_EMF, 1, 0, len(_EMF), count=0xFFFF),
    "a byte count below the data": piece_of_emf(_EMF, 1, 0, len(_EMF), count=33 + len(_EMF)),
    "a head that is cut short": _FIRST + wmf_record(0x0626, struct.pack("<HH", 15, 6) + b"WMFC\1\0"),
    "a drawing that is cut short": pieces_of_emf(_EMF[:-40], 150),
    "a drawing with a record of no size": pieces_of_emf(_EMF[:4] + bytes(4) + _EMF[8:], 150),
}


@pytest.mark.parametrize("pieces", _UNREADABLE.values(), ids=_UNREADABLE)
def test_a_second_drawing_that_cannot_be_read_goes_and_the_first_is_shown(pieces):
    """What is left are 9 words of the header, 7 of the rectangle, 3 of the end."""
    cleaned = cleaned_wmf(wmf_of(pieces + _OWN_BOX))
    assert cleaned.removed == 1
    assert cleaned.content == struct.pack("<HHHLHLH", 1, 9, 0x300, 9 + 7 + 3, 0, 7, 0) + _OWN_BOX + wmf_record(0)
    assert cleaned_wmf(cleaned.content) == (cleaned.content, 0)


@pytest.mark.parametrize("pieces", _UNREADABLE.values(), ids=_UNREADABLE)
def test_a_second_drawing_that_cannot_be_read_is_reported_where_it_is_the_only_one(pieces):
    chosen = wmf_record(0x012D, bytes(2))  # choosing a pen draws nothing
    with pytest.raises(MalformedPicture):
        cleaned_wmf(wmf_of(chosen + pieces))


def test_other_comments_are_emptied_where_the_second_drawing_goes():
    cleaned = cleaned_wmf(wmf_of(_FIRST + _NOTE + _OWN_BOX))
    assert cleaned.removed == 2
    assert pictures.ASCII not in cleaned.content
    assert cleaned.content == wmf_of(_NOTE[:10] + bytes(len(_NOTE) - 10) + _OWN_BOX, largest=len(_NOTE) // 2)


def test_pieces_that_each_claim_the_whole_file_take_no_time():
    """Forty thousand times 1.8 MB would be 70 GB."""
    many = 40_000
    content = wmf_of(piece_of_emf(b"", many, 0, 44 * many, length=44 * many) * many + _OWN_BOX)
    started = time.process_time()
    assert cleaned_wmf(content).content.count(b"WMFC") == 0
    assert time.process_time() - started < 5


def test_more_pieces_than_any_program_makes_are_no_drawing():
    """16,384 pieces of 8,192 bytes would be 134 MB; here each has one byte."""
    drawing = _EMF + bytes(16_385 - len(_EMF))
    cleaned = cleaned_wmf(wmf_of(pieces_of_emf(drawing, 1) + _OWN_BOX)).content
    assert len(cleaned) == 2 * (9 + 7 + 3)
    assert _BOX in _drawing_in(cleaned_wmf(wmf_of(pieces_of_emf(drawing[:-1], 1) + _OWN_BOX)).content)
