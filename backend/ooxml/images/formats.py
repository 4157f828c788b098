"""Recognise picture formats by their first bytes."""

import struct
from collections.abc import Callable

from backend.ooxml.images import bmp, emf, gif, gzipped, jpeg, png, svg, tiff, webp, wmf
from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture


def is_known(content: bytes) -> bool:
    """Return whether these bytes begin like a picture of a known format."""
    return any(begins(content) for begins, _ in _FORMATS)


def clean_picture(content: bytes) -> CleanedPicture:
    """Return the same picture without metadata.

    Raises MalformedPicture when the format is unknown, or the file violates it.
    """
    for begins, clean in _FORMATS:
        if begins(content):
            try:
                return clean(content)
            except MalformedPicture:
                raise
            except (IndexError, OverflowError, ValueError, struct.error):
                raise MalformedPicture("not as its format says") from None
    raise MalformedPicture("a picture of no known format")


def _unzipped_and_cleaned(content: bytes) -> CleanedPicture:
    picture = gzipped.unzipped(content)
    if picture.startswith(gzipped.MAGIC):
        raise MalformedPicture("a zipped picture that is zipped")
    inner = clean_picture(picture)
    again = gzipped.zipped(inner.content)
    if not inner.removed and gzipped.has_no_metadata(content):
        return CleanedPicture(content, 0)
    return CleanedPicture(again, inner.removed + (not gzipped.has_no_metadata(content)))


def _cleaned_in_drawing(content: bytes) -> CleanedPicture:
    if content.startswith(gzipped.MAGIC):  # no program shows it, and no allowance has counted what it unpacks to
        raise MalformedPicture("a zipped picture in a drawing")
    return clean_picture(content)


_FORMATS: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], CleanedPicture]], ...] = (
    (lambda content: content.startswith(jpeg.MAGIC), jpeg.cleaned_jpeg),
    (lambda content: content.startswith(png.MAGIC), png.cleaned_png),
    (lambda content: content.startswith(gif.MAGICS), gif.cleaned_gif),
    (webp.is_webp, webp.cleaned_webp),
    (tiff.is_tiff, tiff.cleaned_tiff),
    (emf.is_emf, emf.cleaned_emf),
    (wmf.is_wmf, wmf.cleaned_wmf),
    (bmp.is_bmp, bmp.cleaned_bmp),
    (lambda content: content.startswith(gzipped.MAGIC), _unzipped_and_cleaned),
    (svg.is_svg, lambda content: svg.cleaned_svg(content, _cleaned_in_drawing)),
)
