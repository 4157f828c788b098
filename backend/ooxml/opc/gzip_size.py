"""The decompressed size of a part in gzip (EMZ, WMZ, SVGZ), counted without keeping the content."""

import zlib

MAGIC = b"\x1f\x8b\x08"
AS_GZIP = 31
_STEP = 1024 * 1024


def unpacked_size(content: bytes, most: int) -> int:
    """How many bytes a zipped picture unpacks to, as far as `most`; 0 where it is damaged from the start."""
    inflater = zlib.decompressobj(wbits=AS_GZIP)
    size, rest = 0, content
    try:
        while rest and size < most:
            size += len(inflater.decompress(rest, _STEP))
            rest = inflater.unconsumed_tail
    except zlib.error:
        pass
    return size
