"""Metadata leave a picture of every format; its pixels, colours and orientation stay."""

import base64
import gzip
import io
import re
import zlib
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageSequence

from backend.ooxml.images.cleaning_result import MalformedPicture
from backend.ooxml.images.formats import clean_picture, is_known
from tests.ooxml.images import pictures


def everything(content):
    """The bytes, and all that is packed in them."""
    found = [content]
    for start in [match.start() for match in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", content)]:
        with suppress(zlib.error):
            found.append(zlib.decompressobj().decompress(content[start:]))
    if content.startswith(b"\x1f\x8b"):
        found.append(gzip.decompress(content))
    found += [base64.b64decode(match.group(1)) for match in re.finditer(rb";base64,([A-Za-z0-9+/=]+)", found[-1])]
    return b"\0".join(found)


def says(content):
    return any(secret in everything(content) for secret in (pictures.ASCII, pictures.WIDE, b"Halden", b"Hald"))


def test_bytes_that_fill_up_before_a_mark_of_a_jpeg_are_no_part_of_its_scan():
    scan = b"\xff\xd8\xff\xda\0\x08\1\1\0\0\x3f\0a\xff\0\xff\xd0b"
    ends = (b"\xff\xd9", b"\xff" * 9 + b"\xd9")
    assert len({clean_picture(scan + end).content for end in ends}) == 1


@pytest.mark.parametrize("content", pictures.ALL.values(), ids=pictures.ALL)
def test_a_picture_says_nothing_any_more(content):
    assert says(content)
    clean = clean_picture(content)
    assert not says(clean.content)
    assert clean.removed


def test_a_bitmap_does_not_search_for_a_profile_that_has_gone():
    assert pictures.bmp_with_linked_profile()[70:74] == b"KNIL"
    assert clean_picture(pictures.bmp_with_linked_profile()).content[70:74] == b"BGRs"


def test_the_name_in_a_gzip_goes_though_the_picture_in_it_is_clean():
    bare = clean_picture(pictures.emf()).content
    assert clean_picture(pictures.zipped(bare)).removed == 1
    assert gzip.decompress(clean_picture(pictures.zipped(bare)).content) == bare


def test_every_removed_piece_is_counted():
    # Three texts, Exif, the names of the profile, the time, a chunk of one's own, and what follows the end.
    assert clean_picture(pictures.png()).removed == 8
    # A comment, a text, a program's block, and what follows the end.
    assert clean_picture(pictures.gif()).removed == 4


@pytest.mark.parametrize("content", pictures.ALL.values(), ids=pictures.ALL)
def test_a_clean_picture_keeps_its_very_bytes(content):
    once = clean_picture(content).content
    assert clean_picture(once) == (once, 0)


@pytest.mark.parametrize("name", pictures.RASTERS)
def test_no_pixel_changes(name):
    before, after = (
        Image.open(io.BytesIO(each)) for each in (pictures.ALL[name], clean_picture(pictures.ALL[name]).content)
    )
    assert after.size == before.size
    pixels = [
        [frame.convert("RGBA").tobytes() for frame in ImageSequence.Iterator(each)] for each in (before, after)
    ]
    assert pixels[0] == pixels[1]


def test_an_animation_is_repeated_as_often():
    before, after = (
        Image.open(io.BytesIO(each)) for each in (pictures.gif(), clean_picture(pictures.gif()).content)
    )
    assert after.info["loop"] == before.info["loop"] == 3
    assert after.info["duration"] == before.info["duration"]


@pytest.mark.parametrize("make", [pictures.jpeg, pictures.png, pictures.webp])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_stays_the_right_way_up(make, orientation):
    after = Image.open(io.BytesIO(clean_picture(make(orientation)).content))
    assert after.getexif().get(0x0112, 1) == orientation
    assert set(after.getexif()) <= {0x0112}


@pytest.mark.parametrize("make", [pictures.jpeg, pictures.png, pictures.webp, pictures.tiff])
def test_colours_stay_the_right_ones(make):
    profile = Image.open(io.BytesIO(clean_picture(make()).content)).info["icc_profile"]
    before = pictures.profile()
    for tag in (b"wtpt", b"rXYZ", b"rTRC"):
        assert _tag(profile, tag) == _tag(before, tag)
    assert _tag(profile, b"mmod") is None
    assert int.from_bytes(profile[:4], "big") == len(profile.rstrip(b"\0")) + len(profile) - len(
        profile.rstrip(b"\0")
    )


def _tag(profile, name):
    for i in range(int.from_bytes(profile[128:132], "big")):
        entry = profile[132 + 12 * i : 144 + 12 * i]
        if entry[:4] == name:
            start, size = int.from_bytes(entry[4:8], "big"), int.from_bytes(entry[8:], "big")
            return profile[start : start + size]
    return None


@pytest.mark.parametrize("name", ["EMF", "WMF"])
def test_a_metafile_draws_what_it_drew(name):
    """The record of the box stands where it stood; only zeros took the place of words."""
    before, after = pictures.ALL[name], clean_picture(pictures.ALL[name]).content
    assert len(after) == len(before) - len(pictures.ASCII)
    assert all(new in (old, 0) for old, new in zip(before, after, strict=False))
    box = {"EMF": b"\x2b\0\0\0\x18\0\0\0\1\0\0\0", "WMF": b"\x07\0\0\0\x1b\x04\x28\0"}[name]
    assert before.index(box) == after.index(box)


def test_a_jpeg_without_jfif_stays_known_as_one():
    """Some readers want JFIF or Exif first."""
    jfif = pictures.jpeg()
    start = jfif.index(b"\xff\xe0")
    size = int.from_bytes(jfif[start + 2 : start + 4], "big")
    only_exif = clean_picture(jfif[:start] + jfif[start + 2 + size :]).content
    assert only_exif[2:4] == b"\xff\xe1"
    assert clean_picture(jfif).content[2:4] == b"\xff\xe0"


def test_a_drawing_keeps_its_shapes():
    after = clean_picture(pictures.svg()).content
    assert b'<rect width="4" height="2"/>' in after
    assert b"<image" in after
    assert b"<g>" in after


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(pictures.ALL)), st.data())
def test_a_damaged_picture_is_refused_or_cleaned_and_never_breaks_anything(name, data):
    content = pictures.ALL[name]
    at = data.draw(st.integers(0, len(content) - 1))
    gone = data.draw(st.integers(0, 12))
    broken = content[:at] + data.draw(st.binary(max_size=12)) + content[at + gone :]
    try:
        once = clean_picture(broken).content
    except MalformedPicture:
        return
    try:
        assert clean_picture(once).removed == 0
    except MalformedPicture:
        pytest.fail("what was cleaned is malformed")


@given(st.binary(max_size=60))
def test_no_bytes_break_the_cleaning(content):
    try:
        clean_picture(content)
    except MalformedPicture:
        assert True
    else:
        assert is_known(content)
