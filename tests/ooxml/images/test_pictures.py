"""The pictures of a package: found wherever they are shown, cleaned, or replaced by grey boxes."""

import io
import re
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.redacted_strings import RedactedString
from backend.errors import UnsafeDocument
from backend.ooxml.images.grey_box import grey_box, is_grey_box
from backend.ooxml.images.pictures import remove_picture_metadata, replace_all_by_grey_boxes
from backend.ooxml.images.sizes import UNKNOWN, pixel_size
from backend.ooxml.opc.package import open_package
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import content_types
from backend.ooxml.opc.relationships import relationships as arrows
from tests.ooxml.building import docx_parts, package, paragraph, relationships, zipped
from tests.ooxml.images import pictures
from tests.string_search import Search, scrub

RELS = "word/_rels/document.xml.rels"
BLIP = '<w:r><a:blip r:embed="rId{}">{}</a:blip></w:r>'
EXTENSION = '<a:extLst><a:ext uri="x"><n:{} xmlns:n="{}" r:embed="rId{}"/></a:ext></a:extLst>'
SVG = "http://schemas.microsoft.com/office/drawing/2016/SVG/main"
EFFECTS = "http://schemas.microsoft.com/office/drawing/2010/main"


def cleaned(before):
    parts = OpenParts(before, Search(()))
    rows = list(remove_picture_metadata(parts))
    return parts.package, rows


def with_pictures(inside, *files, folder="media/"):
    """A document whose relationships lead to these pictures, in order."""
    rows = [("hdphoto" if name.endswith("wdp") else "image", f"{folder}{name}") for name, _ in files]
    others = {f"word/{folder}{name}": content for name, content in files}
    return package(inside, {**others, RELS: relationships(*rows)})


def shown(after, source="word/document.xml"):
    return [each.part for each in arrows(after.parts, source)]


def test_every_picture_loses_its_metadata_and_is_reported():
    before = with_pictures(
        "", ("image1.png", pictures.png()), ("image2.jpg", pictures.jpeg()), ("x.bin", pictures.gif())
    )
    after, rows = cleaned(before)
    assert {(row.part, row.kind, row.treatment) for row in rows} == {
        (f"word/media/{name}", "picture metadata", Treatment.REMOVED)
        for name in ("image1.png", "image2.jpg", "x.bin")
    }
    assert all(row.count > 0 for row in rows)
    assert not any(b"Halden" in content for content in after.parts.values())


def test_a_picture_without_metadata_keeps_its_bytes_and_has_a_row_all_the_same():
    clean = pictures.saved(pictures.drawn(), "PNG")
    after, rows = cleaned(with_pictures("", ("image1.png", clean)))
    assert after.parts["word/media/image1.png"] == clean
    assert rows == [CoverageEntry("word/media/image1.png", "picture metadata", Treatment.REMOVED, 0)]


def test_a_picture_that_is_none_stays_and_is_reported():
    after, rows = cleaned(with_pictures("", ("image1.png", b"no picture")))
    assert after.parts["word/media/image1.png"] == b"no picture"
    assert rows == [CoverageEntry("word/media/image1.png", "picture metadata", Treatment.NOT_EXAMINED)]


def boxed(before):
    after, rows = replace_all_by_grey_boxes(before)
    return open_package(after.to_bytes()), rows


def test_a_grey_box_of_the_same_size_takes_the_place_of_a_picture():
    drawing = paragraph(BLIP.format(1, ""), BLIP.format(2, ""))
    before = with_pictures(drawing, ("image1.jpeg", pictures.jpeg(6)), ("halden-logo.png", pictures.png()))
    after, rows = boxed(before)
    assert rows == tuple(
        CoverageEntry(part, "picture", Treatment.REMOVED, 1)
        for part in ("word/media/image1.jpeg", "word/media/halden-logo.png")
    )
    assert shown(after) == ["word/media/image1.png", "word/media/image2.png"]
    sizes = [Image.open(io.BytesIO(after.parts[part])).size for part in shown(after)]
    assert sizes == [(5, 7), (7, 5)]  # the first stands on its side
    assert {content_types(after.parts)[part] for part in shown(after)} == {"image/png"}
    assert after.parts["word/document.xml"] == before.parts["word/document.xml"]
    assert not any("halden" in part or "jpeg" in part for part in after.parts)


def test_the_drawing_and_the_unedited_original_behind_a_picture_go():
    inside = BLIP.format(1, EXTENSION.format("svgBlip", SVG, 2)) + BLIP.format(
        1, EXTENSION.format("imgProps", EFFECTS, 3)
    )
    before = with_pictures(
        paragraph(inside), ("image1.png", pictures.png()), ("image2.svg", b"<svg/>"), ("hdphoto1.wdp", b"II\xbc\1")
    )
    after, rows = boxed(before)
    assert [part for part in after.parts if "media" in part] == ["word/media/image1.png"]
    assert shown(after) == ["word/media/image1.png"]
    assert after.parts["word/document.xml"].count(b'r:embed="rId1"') == 2
    assert b"rId2" not in after.parts["word/document.xml"]
    assert len(rows) == 3


def test_one_picture_shown_in_two_parts_stays_one():
    header = b'<x xmlns="urn:x" id="rId1"/>'
    parts = docx_parts(package(paragraph(BLIP.format(1, ""))).parts["word/document.xml"])
    parts |= {"word/header1.xml": header, "word/media/a.gif": pictures.gif()}
    parts |= {RELS: relationships(("image", "/word/media/a.gif"), ("header", "header1.xml"))}
    parts |= {"word/_rels/header1.xml.rels": relationships(("image", "media/a.gif"))}
    after, _ = boxed(open_package(zipped(parts)))
    assert shown(after)[0] == shown(after, "word/header1.xml")[0] == "word/media/image1.png"


def test_content_types_within_one_another_are_no_obstacle():
    """Word writes them side by side; the fuzzer nested elements in one another."""
    before = with_pictures(paragraph(BLIP.format(1, "")), ("image1.jpeg", pictures.jpeg(6)))
    types = before.parts["[Content_Types].xml"]
    inner = b'<Default Extension="png" ContentType="image/png"/>'
    nested = re.sub(rb"<Default ([^>]*?)/>", rb"<Default \1>" + inner + rb"</Default>", types, count=1)
    assert nested != types
    after, _ = boxed(before.with_parts({"[Content_Types].xml": nested}))
    assert shown(after) == ["word/media/image1.png"]


def test_boxes_get_no_box():
    after, _ = boxed(with_pictures(paragraph(BLIP.format(1, "")), ("image1.png", pictures.png())))
    assert boxed(after)[1] == ()
    assert boxed(after)[0].parts == after.parts


@pytest.mark.parametrize(
    ("name", "size"),
    [
        *((name, (7, 5)) for name in pictures.RASTERS if name not in ("TIFF", "packed TIFF")),
        ("TIFF", (5, 7)),
        ("EMF", (96, 48)),
        ("EMZ", (96, 48)),
        ("WMF", (200, 100)),
        ("SVG", (40, 20)),
        ("SVGZ", (40, 20)),
    ],
)
def test_the_size_of_a_picture_is_known(name, size):
    assert pixel_size(pictures.ALL[name]) == size


@given(st.binary(max_size=80))
def test_a_picture_that_does_not_say_its_size_has_one(content):
    assert min(pixel_size(content)) > 0
    assert pixel_size(b"") == UNKNOWN


@given(st.integers(1, 300), st.integers(1, 300))
def test_a_grey_box_is_one_colour_of_that_size(width, height):
    box = grey_box((width, height))
    image = Image.open(io.BytesIO(box))
    assert image.size == (width, height)
    assert image.convert("RGB").getcolors() == [(width * height, (0xBF, 0xBF, 0xBF))]
    assert is_grey_box(box)
    assert not is_grey_box(box + b"x")


def test_a_picture_too_long_for_programs_gets_a_box_of_its_shape():
    width, height = struct.unpack_from(">LL", grey_box((40_000, 10_000)), 16)
    assert (width, height) == (2_048, 512)


def test_names_of_boxes_do_not_collide():
    files = [
        (name, pictures.png()) for name in ("image1.jpg", "image1.gif", "Image1.bmp", "logo.png", "image2.png")
    ]
    inside = "".join(BLIP.format(i, "") for i in range(1, 6))
    after, _ = boxed(with_pictures(paragraph(inside), *files))
    assert len({part.lower() for part in shown(after)}) == 5
    assert all(re.fullmatch(r"word/media/image\d+\.png", part) for part in shown(after))


LETTERS = (
    '<svg xmlns="http://www.w3.org/2000/svg"><g id="Halden-box"><text>of Hal<tspan>d<a href="#">e</a>n</tspan>'
    ' &amp; Rook.</text></g><text>untouched</text><style>.a{font-family:"Halden &amp; Rook"}</style></svg>'
)
TYPE = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'


@pytest.mark.parametrize("before", ["", TYPE, f"<?xml version='1.0'?>{TYPE}"])
def test_letters_of_a_drawing_are_redacted_over_their_pieces(before):
    others = {"word/media/image1.svg": (before + LETTERS).encode()}
    opened = package("", others, {"word/media/image1.svg": "image/svg+xml"})
    scrubbed = scrub(opened, [RedactedString("Halden & Rook", "[CLIENT]")])
    after = scrubbed.package.parts["word/media/image1.svg"].decode()
    assert "".join(re.findall(r">([^<>]*)<", after)).strip() == 'of [CLIENT].untouched.a{font-family:"[CLIENT]"}'
    assert 'id="Halden-box"' in after
    assert CoverageEntry("word/media/image1.svg", "letters in a picture", Treatment.REDACTED, 2) in scrubbed.covered


def test_a_drawing_that_declares_entities_is_refused():
    evil = b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>'
    with pytest.raises(UnsafeDocument):
        package("", {"word/media/image1.svg": evil}, {"word/media/image1.svg": "image/svg+xml"})
