"""Small pictures of every format, each with a secret in every place that holds text beside the pixels."""

import base64
import gzip
import io
import struct
import zlib

from PIL import Image
from PIL.PngImagePlugin import PngInfo

NAME = "Halden & Rook"
WIDE = NAME.encode("utf-16-le")
ASCII = NAME.encode()


def drawn(mode="RGB", size=(7, 5)):
    """A picture in which every pixel is another."""
    image = Image.new(mode, size)
    for i in range(size[0] * size[1]):
        bands = (11 * i % 256, 5 * i % 256, 3 * i % 256, 255)[: len(image.getbands())]
        image.putpixel((i % size[0], i // size[0]), bands if len(bands) > 1 else bands[0])
    return image


def saved(image, form, **options):
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def exif(orientation=None):
    data = Image.Exif()
    data[0x010E] = NAME  # description
    data[0x9C9B] = WIDE  # XPTitle
    if orientation:
        data[0x0112] = orientation
    return data.tobytes()


def profile():
    """A colour profile with a secret in its names and in a tag of a maker."""
    tags = [(b"desc", b"desc" + bytes(4) + struct.pack(">L", len(ASCII) + 1) + ASCII + bytes(79))]
    tags += [(b"mmod", ASCII), (b"wtpt", b"XYZ " + bytes(4) + struct.pack(">LLL", 0xF6D6, 0x10000, 0xD32D))]
    tags += [
        (name, b"XYZ " + bytes(4) + struct.pack(">LLL", 1000, 2000, 3000)) for name in (b"rXYZ", b"gXYZ", b"bXYZ")
    ]
    tags += [(name, b"curv" + bytes(8)) for name in (b"rTRC", b"gTRC", b"bTRC")]
    at, table, data = 132 + 12 * len(tags), b"", b""
    for name, content in tags:
        table += name + struct.pack(">LL", at + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    header = bytearray(128)
    header[8:24] = b"\x02\x10\0\0mntrRGB XYZ "
    header[36:40] = b"acsp"
    header[48:52] = b"Hald"
    header[68:80] = struct.pack(">LLL", 0xF6D6, 0x10000, 0xD32D)
    body = bytes(header) + struct.pack(">L", len(tags)) + table + data
    return struct.pack(">L", len(body)) + body[4:]


def jpeg(orientation=None):
    plain = saved(drawn(), "JPEG", exif=exif(orientation), icc_profile=profile(), comment=ASCII, quality=95)
    jfif = plain.index(b"JFIF")
    thumbnail = bytes((5, 1)) + ASCII.ljust(15)
    irb = b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x11" + ASCII
    xmp = b"http://ns.adobe.com/xap/1.0/\0<x>" + ASCII + b"</x>"
    extra = _segment(0xE0, plain[jfif : jfif + 12] + thumbnail)
    for marker, payload in ((0xE0, b"JFXX\0" + ASCII), (0xED, irb), (0xE1, xmp), (0xEE, ASCII), (0xEF, ASCII)):
        extra += _segment(marker, payload)
    return plain[: jfif - 4] + extra + plain[jfif + 14 :] + b"\0\0" + ASCII


def _segment(marker, payload):
    return struct.pack(">BBH", 0xFF, marker, len(payload) + 2) + payload


def chunk(kind, data):
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def png(orientation=None):
    texts = PngInfo()
    texts.add_text("Author", NAME)
    texts.add_text("Comment", NAME, zip=True)
    texts.add_itxt("Title", NAME, zip=True)
    plain = saved(drawn("RGBA"), "PNG", pnginfo=texts, exif=exif(orientation), icc_profile=profile())
    end = plain.rindex(b"IEND") - 4
    own = chunk(b"tIME", struct.pack(">HBBBBB", 2020, 1, 1, 1, 1, 1)) + chunk(b"prVt", ASCII)
    return plain[:end] + own + plain[end:] + ASCII


def gif():
    frames = [drawn("L"), drawn("L").transpose(Image.Transpose.FLIP_LEFT_RIGHT)]
    plain = saved(frames[0], "GIF", save_all=True, append_images=frames[1:], loop=3, duration=90, comment=ASCII)
    text = b"\x21\x01\x0c" + bytes(12) + bytes((len(ASCII),)) + ASCII + b"\0"
    program = b"\x21\xff\x0bXMP DataXMP" + bytes((len(ASCII),)) + ASCII + b"\0"
    return plain[:-1] + text + program + b";" + ASCII


def webp(orientation=None):
    xmp = b"<x>" + ASCII + b"</x>"
    plain = saved(drawn(), "WEBP", lossless=True, exif=exif(orientation), xmp=xmp, icc_profile=profile())
    own = b"NOTE" + struct.pack("<L", len(ASCII)) + ASCII + bytes(len(ASCII) % 2)
    return plain[:4] + struct.pack("<L", len(plain) - 8 + len(own)) + plain[8:] + own + ASCII


def tiff(compression=None):
    tags = {270: NAME, 305: NAME, 315: NAME, 33432: NAME, 700: ASCII, 34377: ASCII, 40000: NAME, 274: 6}
    plain = saved(drawn(), "TIFF", tiffinfo=tags, compression=compression, icc_profile=profile())
    return plain + ASCII


def bmp():
    plain = saved(drawn(), "BMP")
    gap = ASCII
    at = struct.unpack_from("<L", plain, 10)[0]
    return plain[:6] + b"Hald" + struct.pack("<L", at + len(gap)) + plain[14:at] + gap + plain[at:] + ASCII


def bmp_with_linked_profile():
    plain = saved(drawn(), "BMP")
    at = 14 + 124
    header = struct.pack("<L", 124) + plain[18:54] + struct.pack("<4L", 0, 0, 0, 0) + b"KNIL" + bytes(48)
    header += struct.pack("<LLLL", 4, 124 + len(plain) - 54, len(ASCII) + 1, 0)
    return plain[:10] + struct.pack("<L", at) + header + plain[54:] + ASCII + b"\0"


def emf_record(kind, data):
    data += bytes(-len(data) % 4)
    return struct.pack("<LL", kind, 8 + len(data)) + data


def emf_with_letters(text, step):
    """A metafile that draws a text in pieces of so many letters."""
    pieces = [text[at : at + step] for at in range(0, len(text), step)]
    records = b"".join(_letters(piece.encode("utf-16-le"), len(piece)) for piece in pieces)
    return emf_record(1, bytes(32) + b" EMF" + bytes(60)) + records + emf_record(14, bytes(12))


def _letters(content, count):
    return emf_record(84, bytes(28 + 8) + struct.pack("<LL", count, 76) + bytes(24) + content)


def wmf_with_letters(text):
    """An old metafile that draws a text letter by letter, with and without a box around it."""
    records = b""
    for i in range(len(text)):
        letter = text[i : i + 1] + b"\0"
        plain = struct.pack("<LHH", 6, 0x0521, 1) + letter + bytes(2)
        boxed = struct.pack("<LHhhHH", 12, 0x0A32, 0, 0, 1, 2) + bytes(8) + letter
        records += boxed if i % 2 else plain
    return wmf_of(records)


def emf(text=b""):
    """A box, with a description and comments of three kinds."""
    described = "Some editor\0".encode("utf-16-le") + WIDE + bytes(4)
    begin = b"GDIC" + struct.pack("<L4lL", 2, 0, 0, 1, 1, len(WIDE) // 2) + WIDE
    plus = b"EMF+" + struct.pack("<HHLL", 0x4003, 0, 12 + len(WIDE), len(WIDE)) + WIDE
    records = [emf_record(70, struct.pack("<L", len(note)) + note) for note in (b"NOTE" + ASCII, begin, plus)]
    records += [emf_record(43, struct.pack("<4l", 1, 2, 30, 40)), *([emf_record(84, text)] if text else [])]
    records.append(emf_record(14, struct.pack("<LLL", 0, 16, 20)))
    size = 88 + len(described) + -len(described) % 4
    total = size + sum(map(len, records))
    head = struct.pack("<4l4l", 0, 0, 99, 49, 0, 0, 2540, 1270) + b" EMF" + struct.pack("<LLL", 0x10000, total, 5)
    head += struct.pack("<HHLLLllll", 1, 0, len(described) // 2, 88, 0, 1000, 500, 254, 127)
    return emf_record(1, head + described) + b"".join(records) + ASCII


PLACEABLE = b"\xd7\xcd\xc6\x9a" + struct.pack("<HhhhhHLH", 0, 0, 0, 200, 100, 96, 0, 0)


def wmf_record(kind, data=b""):
    data += bytes(len(data) % 2)
    return struct.pack("<LH", 3 + len(data) // 2, kind) + data


def wmf_of(records, largest=20):
    """An old metafile of these records, which states its size in words, and that of its largest record."""
    records += wmf_record(0)
    return struct.pack("<HHHLHLH", 1, 9, 0x300, 9 + len(records) // 2, 0, largest, 0) + records


def piece_of_emf(
    data, many, after, total, *, checksum=0, flags=0, kind=1, version=0x10000, length=None, count=None, behind=b""
):
    """A comment of an old metafile that holds one of so many pieces of a new one ([MS-WMF] 2.3.6.25)."""
    length = len(data) if length is None else length
    head = struct.pack("<LLHLLLLL", kind, version, checksum, flags, many, length, after, total)
    count = 34 + len(data) if count is None else count
    return wmf_record(0x0626, struct.pack("<HH", 15, count) + b"WMFC" + head + data + behind)


def pieces_of_emf(drawing, step, **stated):
    """Comments that hold a new metafile in pieces of so many bytes."""
    pieces = [drawing[at : at + step] for at in range(0, len(drawing), step)]
    ends = range(len(drawing) - step, -step, -step)
    return b"".join(
        piece_of_emf(piece, len(pieces), max(end, 0), len(drawing), **stated)
        for piece, end in zip(pieces, ends, strict=True)
    )


def wmf():
    records = wmf_record(0x041B, struct.pack("<4h", 40, 30, 2, 1))
    records += wmf_record(0x0626, struct.pack("<HH", 15, len(ASCII)) + ASCII)
    return PLACEABLE + wmf_of(records) + ASCII


def svg():
    inner = base64.b64encode(png()).decode()
    return (
        '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="urn:editor" xmlns:xlink="http://www.w3.org/1999/xlink"'
        ' width="40" height="20" i:docname="C:/Halden &amp; Rook/a.svg" data-x="Halden &amp; Rook">'
        "<!-- Halden & Rook --><title>Halden &amp; Rook</title><desc>Halden &amp; Rook</desc>"
        "<metadata>Halden &amp; Rook</metadata><i:view>Halden &amp; Rook</i:view><script>Halden</script>"
        f'<g aria-label="Halden &amp; Rook"><rect width="4" height="2"/></g>'
        f'<image width="1" height="1" xlink:href="data:image/png;base64,{inner}"/></svg>'
    ).encode()


def zipped(content):
    stream = io.BytesIO()
    with gzip.GzipFile(NAME, "wb", fileobj=stream) as file:
        file.write(content)
    return stream.getvalue()


ALL = {
    "JPEG": jpeg(),
    "PNG": png(),
    "GIF": gif(),
    "WebP": webp(),
    "TIFF": tiff(),
    "packed TIFF": tiff("tiff_lzw"),
    "BMP": bmp(),
    "BMP with a linked profile": bmp_with_linked_profile(),
    "EMF": emf(),
    "WMF": wmf(),
    "WMF with an EMF": wmf_of(pieces_of_emf(emf(), 150)),
    "SVG": svg(),
    "EMZ": zipped(emf()),
    "SVGZ": zipped(svg()),
}
RASTERS = [name for name in ALL if not name.endswith(("MF", "VG", "MZ", "VGZ"))]
