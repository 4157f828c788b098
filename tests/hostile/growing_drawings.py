"""Pictures that hold as much of one thing as is asked for, in a small document that shows them."""

import gzip
import struct
from collections.abc import Callable

from tests.hostile.described import picture
from tests.hostile.growing import Growing
from tests.hostile.pictures import png_of, tiff_pages
from tests.ooxml.images.pictures import emf_with_letters, piece_of_emf, pieces_of_emf, wmf_of, wmf_with_letters

_SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
_HEADER = (b"IHDR", struct.pack(">LLBBBBB", 1, 1, 8, 0, 0, 0, 0))
_JPEG_END = b"\xff\xd9"


def _shown(name: str, make: Callable[[int], bytes], many: int) -> Growing:
    return Growing("drawings", lambda size: picture(name, lambda: make(size)).make(), many)


def _svg(one: str, many: int, end: str = "") -> Growing:
    return _shown(
        "a.svg",
        lambda size: (
            _SVG + "".join(one.format(i) for i in range(size)).encode() + (end * size).encode() + b"</svg>"
        ),
        many,
    )


def _jpeg(segment: Callable[[int], bytes]) -> Callable[[int], bytes]:
    return lambda size: b"\xff\xd8" + b"".join(map(segment, range(size))) + _JPEG_END


def _with_size(content: bytes) -> bytes:
    return struct.pack(">H", len(content) + 2) + content


GROWING: dict[str, Growing] = {
    "shapes of a drawing": _svg('<path id="Halden{0}" d="M 1 2 L 3 4"/>', 16_000),
    "texts of a drawing": _svg("<text>Halden {0}</text>", 8_000),
    "letters of a drawing": _svg("<text><tspan>H</tspan><tspan>{0}</tspan></text>", 8_000),
    "notes of a drawing": _svg("<metadata>Ann {0}</metadata>a", 8_000),
    "groups in groups": _svg("<g>", 800, "</g>"),
    "links of a drawing": _svg('<a href="https://halden.example/{0}"><text>b</text></a>', 8_000),
    "pictures in a drawing": _svg('<image href="data:image/png;base64,iVBORw0KGgo{0}"/>', 4_000),
    "styles of a drawing": _svg("<style>.h{0} {{fill: url(#halden)}}</style>", 4_000),
    "beginnings of a declaration": _shown("a.svg", lambda size: b"<!DOCTYPE svg " * size, 64_000),
    "a zipped drawing": _shown(
        "a.svgz", lambda size: gzip.compress(_SVG + b"<text>Halden</text>" * size + b"</svg>", mtime=0), 8_000
    ),
    "letters of a metafile": _shown("a.emf", lambda size: emf_with_letters("Halden " * size, 1), 4_000),
    "letters of an old metafile": _shown("a.wmf", lambda size: wmf_with_letters(b"Halden " * size), 4_000),
    "letters of a metafile in an old one": _shown(
        "a.wmf", lambda size: wmf_of(pieces_of_emf(emf_with_letters("Halden " * size, 1), 8192)), 4_000
    ),
    "pieces of an old metafile that claim all of it": _shown(
        "a.wmf", lambda size: wmf_of(piece_of_emf(b"", size, 0, 44 * size, length=44 * size) * size), 16_000
    ),
    "letters of a zipped metafile": _shown(
        "a.emz", lambda size: gzip.compress(emf_with_letters("Halden " * size, 3), mtime=0), 4_000
    ),
    "texts of a PNG": _shown(
        "a.png", lambda size: png_of(_HEADER, *((b"tEXt", b"Author\0Ann %d" % i) for i in range(size))), 16_000
    ),
    "comments of a JPEG": _shown("a.jpg", _jpeg(lambda i: b"\xff\xfe" + _with_size(b"Ann %d" % i)), 16_000),
    "a JPEG's marks without a size": _shown("a.jpg", _jpeg(lambda _: b"\xff\xe1\0\0"), 100_000),
    "pages of a TIFF": _shown("a.tif", lambda size: tiff_pages(*range(1, size + 1)), 16_000),
    "entries of a TIFF": _shown("a.tif", lambda size: tiff_pages(0, entries=size), 32_000),
    "comments of a GIF": _shown(
        "a.gif", lambda size: b"GIF89a\1\0\1\0\0\0\0" + b"!\xfe\6Halden\0" * size + b";", 32_000
    ),
    "chunks of a WebP": _shown(
        "a.webp",
        lambda size: b"RIFF" + struct.pack("<L", 4 + 14 * size) + b"WEBP" + b"XMP \6\0\0\0Halden" * size,
        32_000,
    ),
    "pictures": Growing(
        "drawings", lambda size: picture("a.png", lambda: png_of(_HEADER, (b"tEXt", b"A\0Ann")), size).make(), 1_600
    ),
}
"""Every way to fill a picture, by its name."""
