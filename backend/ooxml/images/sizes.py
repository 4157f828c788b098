"""Read the width and height of a picture in pixels."""

import io
import re
import struct
import warnings

from PIL import Image

from backend.errors import DocumentError
from backend.ooxml.images import emf, gzipped, png, svg, wmf
from backend.ooxml.images.cleaning_result import MalformedPicture, read_number
from backend.ooxml.markup import parse, without_drawing_type

UNKNOWN = (96, 96)
"""For pictures that do not say; documents say by themselves how large a picture is shown."""
_READ_BY_PILLOW = ("JPEG", "PNG", "GIF", "WEBP", "TIFF", "BMP", "ICO", "JPEG2000")
_PIXELS_PER_INCH = 96
_HUNDREDTHS_PER_INCH = 2540
"""Of a millimetre."""
_ON_ITS_SIDE = 5
"""The first of the four orientations in which width and height change places."""
_ORIENTATION = 0x0112
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
"""Longer ones would be infinite, and tell no size."""
_LENGTH = re.compile(rf"\s*+({_NUMBER})\s*+(px|pt|mm|cm|in)?\s*+")
_BOX = re.compile(rf"\s*-?{_NUMBER}[\s,]+-?{_NUMBER}[\s,]+({_NUMBER})[\s,]+({_NUMBER})\s*")
_LONGEST_VIEW = 1_000
"""Characters of a box; beyond, it is no box of a drawing."""
_UNITS = {None: 1.0, "px": 1.0, "pt": 96 / 72, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}

Size = tuple[int, int]


def pixel_size(content: bytes) -> Size:
    """Return width and height as displayed; UNKNOWN if the file does not contain them."""
    try:
        if content.startswith(gzipped.MAGIC):
            content = gzipped.unzipped(content)
        width, height = _stated(content)
    except (MalformedPicture, DocumentError, struct.error):
        return UNKNOWN
    return (width, height) if width > 0 and height > 0 else UNKNOWN


def _stated(content: bytes) -> Size:
    if emf.is_emf(content):
        return _of_emf(content)
    if wmf.is_wmf(content):
        return _of_wmf(content)
    if svg.is_svg(content):
        return _of_svg(content)
    if content.startswith(png.MAGIC):
        return _of_png(content)
    return _of_raster(content)


def _of_png(content: bytes) -> Size:
    """Return the size without Pillow, which would decode all pixels to find the orientation."""
    size = struct.unpack_from(">LL", content, 16)
    return _turned(size, png.png_orientation(content))


def _of_emf(content: bytes) -> Size:
    left, top, right, bottom = struct.unpack_from("<4l", content, 24)  # the frame, in hundredths of a millimetre
    scale = _PIXELS_PER_INCH / _HUNDREDTHS_PER_INCH
    return round((right - left) * scale), round((bottom - top) * scale)


def _of_wmf(content: bytes) -> Size:
    left, top, right, bottom = struct.unpack_from("<4h", content, 6)
    per_inch = read_number(content, 14, 2, big=False)
    if not content.startswith(b"\xd7\xcd") or not per_inch:
        return UNKNOWN
    scale = _PIXELS_PER_INCH / per_inch
    return round(abs(right - left) * scale), round(abs(bottom - top) * scale)


def _of_svg(content: bytes) -> Size:
    root = parse(without_drawing_type(content), "a picture")
    lengths = [_LENGTH.fullmatch(root.get(name, "")) for name in ("width", "height")]
    if lengths[0] and lengths[1]:
        return tuple(round(float(each[1]) * _UNITS[each[2]]) for each in lengths if each)  # type: ignore[return-value]
    box = _BOX.fullmatch(root.get("viewBox", "")[:_LONGEST_VIEW])
    return (round(float(box[1])), round(float(box[2]))) if box else UNKNOWN


def _of_raster(content: bytes) -> Size:
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(content), "r", _READ_BY_PILLOW) as image,
        ):
            width, height = image.size
            # Pillow turns TIFF by itself.
            turned = 1 if image.format == "TIFF" else image.getexif().get(_ORIENTATION, 1)
    except Exception:  # noqa: BLE001 - what a damaged picture makes Pillow raise is not written down
        raise MalformedPicture("no picture that is known") from None
    return _turned((width, height), turned)


def _turned(size: Size, orientation: object) -> Size:
    return size[::-1] if isinstance(orientation, int) and orientation >= _ON_ITS_SIDE else size
