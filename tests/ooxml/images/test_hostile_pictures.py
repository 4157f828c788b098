"""Pictures made to be long to read: small files that share, repeat or zip what they hold."""

import base64
import struct

import pytest

from backend.errors import DocumentTooLarge
from backend.ooxml.bounds import PackageLimits
from backend.ooxml.images import grey_box
from backend.ooxml.images import gzipped as unpacking
from backend.ooxml.images.cleaning_result import MalformedPicture
from backend.ooxml.images.formats import clean_picture
from backend.ooxml.images.sizes import UNKNOWN, pixel_size
from backend.ooxml.opc.package import open_package
from tests.hostile.pictures import in_chunk, png_of, sharing_profile, tiff_pages
from tests.ooxml.building import body, docx_parts, paragraph, zipped
from tests.ooxml.images import pictures


def test_pages_that_lead_back_to_one_another_are_refused():
    with pytest.raises(MalformedPicture, match="share their place"):
        clean_picture(tiff_pages(1, 0))


def test_entries_that_share_their_values_are_refused():
    """Sixty thousand entries of a hundred thousand values would be six thousand million numbers."""
    values = 1_000
    row = struct.pack("<HHLL", 273, 4, values, 8)
    page = struct.pack("<H", 5) + row * 5 + struct.pack("<L", 0)
    content = b"II*\0" + struct.pack("<L", 8 + 4 * values) + bytes(4 * values) + page
    with pytest.raises(MalformedPicture, match="share their place"):
        clean_picture(content)


def test_sizes_without_places_are_refused():
    sizes = struct.pack("<HHLL", 279, 4, 1, 4)
    with pytest.raises(MalformedPicture, match="no known size"):
        clean_picture(b"II*\0" + struct.pack("<LH", 8, 1) + sizes + bytes(4))


@pytest.mark.parametrize(("tags", "size"), [(101, 1), (50, 100_000)])
def test_a_profile_that_would_be_written_far_larger_goes(tags, size):
    assert clean_picture(png_of(in_chunk(sharing_profile(tags, size)))).content == png_of()


def test_curves_that_share_their_place_stay():
    assert b"iCCP" in clean_picture(png_of(in_chunk(sharing_profile(3, 100_000)))).content


def test_only_the_first_of_many_profiles_is_kept():
    once = clean_picture(png_of(in_chunk(pictures.profile()))).content
    assert clean_picture(png_of(*[in_chunk(pictures.profile())] * 9)).content == once


@pytest.mark.parametrize(
    "inside",
    [
        f"<svg {' '.join(f'a{i}=%s%s' % ('', chr(34) * 2) for i in range(200))}/>",
        "<svg>" + "<g>" * 2_000 + "</g>" * 2_000 + "</svg>",
    ],
    ids=["200 attributes", "2,000 elements deep"],
)
def test_a_zipped_drawing_is_held_to_the_bounds_of_parts(inside):
    """No check of the package has seen it, and lxml's time grows with the square of the attributes."""
    with pytest.raises(MalformedPicture, match="too much"):
        clean_picture(pictures.zipped(inside.encode()))


def test_a_zipped_picture_in_a_drawing_stays_zipped(monkeypatch):
    """Nobody has counted what it unpacks to, and a drawing may hold thousands."""
    monkeypatch.setattr(unpacking, "unzipped", lambda _content: pytest.fail("it was unpacked"))
    inner = base64.b64encode(pictures.zipped(pictures.svg())).decode()
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/svg+xml;base64,{inner}"/></svg>'
    assert clean_picture(drawing.encode()).removed == 0


def test_elements_after_notes_stay_however_many_notes_are_removed():
    notes = "<title>a</title>b<desc/>c" * 3
    after = clean_picture(f'<svg xmlns="http://www.w3.org/2000/svg"><text>x{notes}</text></svg>'.encode()).content
    assert b"<text>xbcbcbc</text>" in after


def test_a_drawing_that_is_nothing_but_a_note_is_refused():
    with pytest.raises(MalformedPicture, match="no drawing"):
        clean_picture(b'<title xmlns="http://www.w3.org/2000/svg">&lt;svg <svg/></title>')


@pytest.mark.parametrize(
    "sides",
    [
        f'width="{"9" * 400}" height="5"',
        f'viewBox="0 0 {"9" * 400} 5"',
        f'viewBox="{"1.5 " * 1_000}"',
    ],
)
def test_a_drawing_without_end_has_no_size(sides):
    """A number of 400 digits is infinite, and was an error that nobody expected."""
    assert pixel_size(f'<svg xmlns="http://www.w3.org/2000/svg" {sides}/>'.encode()) == UNKNOWN


def test_a_png_picture_tells_its_size_without_its_pixels():
    """Decoded they would take 676 MB."""
    header = b"IHDR", struct.pack(">LLBBBBB", 13_000, 2_000, 8, 6, 0, 0, 0)
    turned = b"eXIf", pictures.exif(6)[6:] if pictures.exif(6).startswith(b"Exif") else pictures.exif(6)
    assert pixel_size(png_of(header)) == (13_000, 2_000)
    assert pixel_size(png_of(header, turned)) == (2_000, 13_000)


def test_a_small_file_that_says_it_is_a_large_box_makes_nobody_draw_one(monkeypatch):
    monkeypatch.setattr(grey_box, "grey_box", lambda _size: pytest.fail("it was drawn"))
    header = b"IHDR", struct.pack(">LLBBBBB", 2_048, 2_048, 1, 3, 0, 0, 0)
    assert not grey_box.is_grey_box(png_of(header, (b"PLTE", b"\xbf\xbf\xbf")))


def test_zipped_pictures_count_by_what_they_unpack_to():
    parts = {**docx_parts(body(paragraph())), "word/media/a.emz": pictures.zipped(bytes(40_000))}
    content = zipped(parts)
    assert "word/media/a.emz" in open_package(content, PackageLimits(unsuspicious=60_000, ratio=1)).parts
    parts["word/media/b.emz"] = pictures.zipped(bytes(40_000))
    with pytest.raises(DocumentTooLarge):
        open_package(zipped(parts), PackageLimits(unsuspicious=60_000, ratio=1))
