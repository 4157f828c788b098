"""Pictures of every format that we clean, changed by chance, in a small document that shows them; a seed gives one.

The fuzzer over documents leaves pictures mostly alone, and what it changes in them hits their pixels.
"""

import gzip
import random
import struct
from collections.abc import Callable

from tests.hostile.growing import SAID, document
from tests.hostile.mutations import OF_XML
from tests.ooxml.building import paragraph, relationships
from tests.ooxml.images.pictures import ALL

_BEGINNING = 200
_LARGEST = 1_000_000
"""Bytes of a picture: what is larger takes its time, whatever it holds."""
_ODD_NUMBERS = (0, 1, 2, 0x7F, 0xFF, 0xFFFF, 2**31 - 1, 2**31, 2**32 - 1)
_SUFFIXES = (".png", ".jpg", ".tif", ".emf", ".wmf", ".svg", ".emz", ".bin", ".gif", ".bmp", ".webp")


def pictured(seed: str) -> bytes:
    """A document that shows up to five pictures, which are as the seed has them."""
    chance = random.Random(seed)
    names = [f"media/image{i}{chance.choice(_SUFFIXES)}" for i in range(chance.choice((1, 1, 2, 5)))]
    others = {f"word/{name}": _picture(chance) for name in names}
    others["word/_rels/document.xml.rels"] = relationships(*(("image", name) for name in names))
    shown = (f'<w:r><w:drawing><a:blip r:embed="rId{i}"/></w:drawing></w:r>' for i in range(1, len(names) + 1))
    return document(SAID + paragraph(*shown), others)


def _picture(chance: random.Random) -> bytes:
    content = ALL[chance.choice(sorted(ALL))]
    is_zipped = content.startswith(b"\x1f\x8b")
    if is_zipped and chance.random() < 0.8:
        content = gzip.decompress(content)
    for _ in range(chance.choice((1, 1, 2, 4))):
        changes = OF_XML if content.lstrip()[:1] == b"<" and chance.random() < 0.8 else _CHANGES
        content = chance.choice(changes)(content, chance)[:_LARGEST] or b"\0"
    return gzip.compress(content, mtime=0) if is_zipped else content


def _other_number(content: bytes, chance: random.Random) -> bytes:
    """Another size, count or place, mostly among the first bytes."""
    changed = bytearray(content)
    size, order = chance.choice((1, 2, 4)), chance.choice("<>")
    at = chance.randrange(min(len(content), _BEGINNING) if chance.random() < 0.7 else len(content))
    number = chance.choice((*_ODD_NUMBERS, len(content), at, chance.randrange(2**32))) % 256**size
    changed[at : at + size] = struct.pack(order + {1: "B", 2: "H", 4: "L"}[size], number)
    return bytes(changed)


def _repeated(content: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(content) + 1) for _ in range(2))
    return content[:end] + content[start:end] * chance.choice((1, 10, 300)) + content[end:]


def _cut(content: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(content) + 1) for _ in range(2))
    return content[:start] + content[end:] if chance.random() < 0.5 else content[:start]


def _behind(content: bytes, chance: random.Random) -> bytes:
    """One picture behind another, or many bytes."""
    return content + chance.choice((ALL[chance.choice(sorted(ALL))], bytes(70_000), content * 20))


_CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_other_number, _other_number, _other_number, _other_number),
    *(_repeated, _cut, _behind),
)
