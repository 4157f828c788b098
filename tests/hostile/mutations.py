"""Honest documents changed by chance, in their bytes, their zip, their parts and their XML; a seed gives one file."""

import io
import random
import re
import zipfile
from collections.abc import Callable, Iterator

from tests.hostile.honest import honest

Parts = dict[str, bytes]

_TAG = re.compile(rb"<[^<>]*>")
_VALUE = re.compile(rb'"[^"<>]*"')
_ODD_VALUES = (
    *(b"", b"0", b"-1", b"99999999999999999999", b"1e309", b"NaN", b"&#0;", b"&#x10FFFF;", b"&x;", b"\xff\xfe"),
    *(
        b"A1:XFD1048576",
        b"Halden!A1:Halden!B1048576",
        b"$A:$XFD",
        b"../../../etc/passwd",
        b"rId1",
        b"rId99",
        b"Other",
    ),
    *(b"//server/share", b"file:///etc/passwd", b"A" * 5_000, b"&amp;" * 1_000, "\u202e\u0301".encode() * 500),
    *(b"begin", b"separate", b"end", b"External", b"Halden", b"2", b"\t\n", b"%00%ff%", b"=" * 500, b"((((((" * 50),
)
_ODD_PIECES = (
    b'<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
    b'<w:r><w:fldChar w:fldCharType="separate"/></w:r>',
    b'<w:r><w:fldChar w:fldCharType="end"/></w:r>',
    b"<w:p/>", b"<w:r/>", b"<w:t/>", b"<w:tbl/>", b"<w:tr/>", b"<w:tc/>", b"<w:sdt/>", b"<w:ins/>", b"<w:del/>",
    b"<w:moveFrom/>", b"<w:txbxContent/>", b"<mc:AlternateContent/>", b"<mc:Fallback/>", b"<w:hyperlink/>",
    b"<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>", b"<w:trPr><w:del/></w:trPr>", b"<w:tcPr><w:cellDel/></w:tcPr>",
    b"<w:rPr><w:vanish/></w:rPr>", b'<w:sym w:char="FFFFFFFF"/>', b'<w:altChunk r:id="rId1"/>', b"<w:fldSimple/>",
    b"<!-- Halden -->", b"<?x Halden?>", b"<![CDATA[<Halden>]]>", b"<!DOCTYPE a>", b'<!ENTITY x "y">', b"&amp;", b"&x;",
    b'<q:a xmlns:q="urn:halden"/>', b'<a xmlns=""/>', b"<c/>", b"<f>SUM(A1:XFD1048576)</f>", b'<f t="shared" si="0" ref="A1:XFD1048576"/>',
    b'<c r="A1" t="s"><v>99999999</v></c>', b'<c r="ZZZZ0" t="inlineStr"><is><t>Halden</t></is></c>', b"\0", b"]]>", b"<", b">",
)  # fmt: skip


def mutated(seed: str) -> bytes:
    """The file that a seed gives; the smaller honest ones are taken more often."""
    chance = random.Random(seed)
    content = chance.choices(list(honest().values()), weights=(6, 8, 4, 3, 1))[0]
    if chance.random() < 0.75:
        content = _with_other_parts(content, chance)
    if chance.random() < 0.35:
        content = chance.choice(_OF_BYTES)(content, chance)
    return content


def _with_other_parts(content: bytes, chance: random.Random) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except zipfile.BadZipFile:  # a zip within, broken before
        return content
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        name = chance.choice(list(parts))
        part = parts[name]
        if zipfile.is_zipfile(io.BytesIO(part)) and chance.random() < 0.8:
            parts[name] = _with_other_parts(part, chance)
        elif part.lstrip()[:1] == b"<" and chance.random() < 0.85:
            parts[name] = chance.choice(OF_XML)(part, chance)
        elif parts:
            chance.choice(_OF_PARTS)(parts, name, chance)
        if not parts:
            break
    return _zipped(parts, chance)


def _zipped(parts: Parts, chance: random.Random) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, part in parts.items():
            entry = zipfile.ZipInfo(name or "x")
            entry.compress_type = zipfile.ZIP_DEFLATED if chance.random() < 0.9 else zipfile.ZIP_STORED
            archive.writestr(entry, part)
    return stream.getvalue()


def _tags(part: bytes) -> list[tuple[int, int]]:
    return [match.span() for match in _TAG.finditer(part)] or [(0, len(part))]


def _stretch(part: bytes, chance: random.Random) -> tuple[int, int]:
    """A whole element, or at times from one tag to any other one behind it, so that nothing fits together."""
    tags = _tags(part)
    first = chance.randrange(len(tags))
    last = min(len(tags) - 1, first + int(chance.expovariate(0.2)))
    if chance.random() < 0.9:
        last = next((i for i, depth in _depths(part, tags, first) if depth <= 0), last)
    return tags[first][0], tags[last][1]


def _depths(part: bytes, tags: list[tuple[int, int]], first: int) -> Iterator[tuple[int, int]]:
    """Each tag from the first on, and how many elements are open behind it."""
    depth = 0
    for i in range(first, len(tags)):
        tag = part[slice(*tags[i])]
        depth += -1 if tag[:2] == b"</" else 0 if tag[-2:] == b"/>" or tag[1:2] in b"!?" else 1
        yield i, depth


def _cut(part: bytes, chance: random.Random) -> bytes:
    start, end = _stretch(part, chance)
    return part[:start] + part[end:]


def _repeat(part: bytes, chance: random.Random) -> bytes:
    start, end = _stretch(part, chance)
    return part[:end] + part[start:end] * chance.choice((1, 2, 10, 200)) + part[end:]


def _move(part: bytes, chance: random.Random) -> bytes:
    start, end = _stretch(part, chance)
    rest = part[:start] + part[end:]
    at = chance.choice(_tags(rest))[0]
    return rest[:at] + part[start:end] + rest[at:]


def _nest(part: bytes, chance: random.Random) -> bytes:
    """An element within itself many times; where the stretch is whole, what comes of it is well-formed."""
    names = re.findall(rb"<([A-Za-z:]+)", part) or [b"a"]
    name, many = chance.choice(names), chance.choice((1, 3, 50, 900, 3_000))
    start, end = _stretch(part, chance)
    return part[:start] + b"<%s>" % name * many + part[start:end] + b"</%s>" % name * many + part[end:]


def _wrap(part: bytes, chance: random.Random) -> bytes:
    """A whole element within another, as `w:ins` around `w:p`."""
    match = chance.choice(list(re.finditer(rb"<([A-Za-z:]+)\b[^<>]*>[^<>]*</\1>", part)) or [None])
    if match is None:
        return part
    name = chance.choice(re.findall(rb"<([A-Za-z:]+)", part))
    return part[: match.start()] + b"<%s>%s</%s>" % (name, match.group(), name) + part[match.end() :]


def _insert(part: bytes, chance: random.Random) -> bytes:
    at = chance.choice(_tags(part))[chance.randrange(2)]
    return part[:at] + chance.choice(_ODD_PIECES) * chance.choice((1, 1, 2, 300)) + part[at:]


def _other_value(part: bytes, chance: random.Random) -> bytes:
    values = [match.span() for match in _VALUE.finditer(part)]
    if not values:
        return part
    start, end = chance.choice(values)
    other = chance.choice((*_ODD_VALUES, part[slice(*chance.choice(values))].strip(b'"')))
    return part[: start + 1] + other + part[end - 1 :]


def _other_name(part: bytes, chance: random.Random) -> bytes:
    names = re.findall(rb"[<\s/]([A-Za-z0-9]+:?[A-Za-z0-9]+)(?=[\s=/>])", part) or [b"a"]
    old, new = chance.choice(names), chance.choice(names)
    return part.replace(old, new, chance.choice((1, -1)))


def _more_attributes(part: bytes, chance: random.Random) -> bytes:
    _, end = chance.choice(_tags(part))
    at = end - 2 if part[end - 2 : end] == b"/>" else end - 1
    many = chance.choice((1, 20, 250, 2_000))
    return part[:at] + b"".join(b' q%d="Halden"' % i for i in range(many)) + part[at:]


def _other_encoding(part: bytes, chance: random.Random) -> bytes:
    text = part.decode("utf-8", "replace")
    name = chance.choice(("utf-16", "utf-16-le", "utf-8-sig", "utf-32", "latin-1", "utf-7"))
    said = chance.choice(("UTF-8", "UTF-16", "UTF-7", "ISO-8859-1", "windows-1252", "nonsense"))
    return text.replace("UTF-8", said).encode(name, "replace")


def _bytes_flipped(part: bytes, chance: random.Random) -> bytes:
    changed = bytearray(part)
    for _ in range(chance.choice((1, 3, 30))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


OF_XML: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_cut, _repeat, _move, _nest, _wrap, _insert, _insert, _other_value, _other_value, _other_value),
    *(_other_name, _more_attributes, _other_encoding, _bytes_flipped),
)
"""What may be done to XML."""


def _without_part(parts: Parts, name: str, _chance: random.Random) -> None:
    del parts[name]


def _other_part(parts: Parts, name: str, chance: random.Random) -> None:
    parts[name] = chance.choice(list(parts.values()))


def _renamed(parts: Parts, name: str, chance: random.Random) -> None:
    odd = (
        name.upper(),
        f"../{name}",
        f"/{name}",
        name.replace("/", "\\"),
        f"{name}/",
        f"!/{name}",
        "word/Halden & Rook.xml",
    )
    parts[chance.choice(odd)] = parts.pop(name)


def _more_parts(parts: Parts, name: str, chance: random.Random) -> None:
    for i in range(chance.choice((1, 20, 500))):
        parts[f"{name}{i}"] = b"" if chance.random() < 0.5 else parts[name][:200]


def _replaced(parts: Parts, name: str, chance: random.Random) -> None:
    odd = (
        b"",
        b"\0" * 1_000_000,
        b"<a/>",
        b"PK\x03\x04",
        b"\xff\xd8\xff" + bytes(99),
        b"%PDF",
        b"\x89PNG\r\n\x1a\n",
    )
    parts[name] = chance.choice((*odd, *honest().values()))


_OF_PARTS = (_without_part, _other_part, _renamed, _more_parts, _replaced)


def _cut_short(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


def _junk(content: bytes, chance: random.Random) -> bytes:
    junk = chance.randbytes(chance.choice((1, 100, 70_000)))
    return chance.choice((junk + content, content + junk, content + content))


def _headers(content: bytes, chance: random.Random) -> bytes:
    """Another number in a header of the zip: sizes, offsets, flags, methods, checksums."""
    changed = bytearray(content)
    found = [match.start() for match in re.finditer(rb"PK(?:\x01\x02|\x03\x04|\x05\x06)", content)]
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.choice(found) + chance.randrange(4, 46) if found else 0
        size = chance.choice((1, 2, 4))
        number = chance.choice((0, 1, 8, 99, 2**31, 2**32 - 1, chance.randrange(2**32))) % 256**size
        changed[at : at + size] = number.to_bytes(size, "little")
    return bytes(changed)


def _slices(content: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(content)) for _ in range(2))
    at = chance.randrange(len(content))
    return content[:at] + content[start:end] + content[at:]


_OF_BYTES = (_cut_short, _junk, _headers, _headers, _headers, _slices, _bytes_flipped)
