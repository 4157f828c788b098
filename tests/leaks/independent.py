"""A search of the tests' own: it knows nothing of Unsaid, reads zips and XML plainly, and looks for letters and digits alone."""

import base64
import binascii
import html
import io
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import unquote_plus
from xml.etree import ElementTree as ET

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")


def found_in(content: bytes, pieces: tuple[str, ...], way: str = "") -> list[str]:
    """The places where one of the pieces, in letters and digits alone, stands in a zip, however spelled."""
    found = [f"{way}: name" for piece in pieces if piece in _letters(unquote_plus(way))]
    for place, said in _everything(content, way):
        letters = _letters(said)
        found += [place for piece in pieces if piece in letters]
    return sorted(set(found))


def pieces_of(secret: str) -> tuple[str, ...]:
    """The words of a secret, each of which tells too much."""
    return tuple(_letters(word) for word in re.split(r"[ .@]", secret) if len(word) > 6)


def _letters(said: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKC", said).casefold() if char.isalnum())


def _everything(content: bytes, way: str) -> Iterator[tuple[str, str]]:
    yield from ((f"{way}: bytes", said) for said in _readings(content))
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        yield f"{way}: comment", archive.comment.decode("latin-1")
        for entry in archive.infolist():
            name = f"{way}/{entry.filename}"
            yield f"{name}: name", unquote_plus(entry.filename)
            yield f"{name}: notes", (entry.comment + entry.extra).decode("latin-1")
            inner = archive.read(entry)
            yield from ((f"{name}: xml", said) for said in _of_xml(inner))
            yield from _everything(inner, name)


def _readings(content: bytes) -> Iterator[str]:
    for encoding in ("utf-8", "utf-16-le", "utf-16-be", "latin-1"):
        plain = content.decode(encoding, "ignore")
        yield plain
        yield html.unescape(html.unescape(plain))
        yield unquote_plus(unquote_plus(plain))
        yield "".join(_from_base64(plain))
    for start in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", content):
        with suppress(zlib.error):
            yield zlib.decompressobj().decompress(content[start.start() :], 10_000).decode("latin-1")


def _of_xml(content: bytes) -> Iterator[str]:
    try:
        root = ET.fromstring(content)  # noqa: S314 - made here, or written by Unsaid
    except (ET.ParseError, LookupError, ValueError):
        return
    values = [value for element in root.iter() for value in element.attrib.values()]
    yield "".join(root.itertext())
    symbols = [each.get(f"{_WORD}char", "") for each in root.iter(f"{_WORD}sym")]
    yield "".join(chr(int(code, 16)) for code in symbols if code)
    yield from values
    yield from ("".join(_from_base64(value)) for value in (*values, *root.itertext()))
    yield from (html.unescape(unquote_plus(value)) for value in (*values, *root.itertext()))
    yield "".join(element.tag for element in root.iter())


def _from_base64(plain: str) -> Iterator[str]:
    for run in set(_BASE64.findall(plain)):
        body = run.rstrip("=").translate(str.maketrans("-_", "+/"))
        try:
            inner = base64.b64decode(body + "=" * (-len(body) % 4))
        except binascii.Error:
            continue
        yield inner.decode("utf-8", "ignore")
        yield inner.decode("utf-16-le", "ignore")
