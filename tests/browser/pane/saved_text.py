"""The text of a saved file, read with no code of the product or of the Word host."""

import html
import io
import re
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
NOW, BEFORE, SECOND = "now", "before", "second"


class Piece(NamedTuple):
    """A letter node of a paragraph, and where it stands: in a deletion, an insertion, a second copy."""

    text: str
    deleted: bool
    inserted: bool
    second: bool


class Paragraph(NamedTuple):
    """A paragraph of a part by its ordinal, from 0; a text box has paragraphs of its own."""

    part: str
    ordinal: int
    pieces: tuple[Piece, ...]

    @property
    def now(self) -> str:
        """The text as it stands."""
        return "".join(each.text for each in self.pieces if not each.deleted and not each.second)

    @property
    def before(self) -> str:
        """The text before the tracked changes; what they delete stands between two bars."""
        return "".join(
            f"\1{each.text}\2" if each.deleted else each.text
            for each in self.pieces
            if not each.second and (each.deleted or not each.inserted)
        )

    @property
    def second(self) -> str:
        """The text that Word keeps for older programs."""
        return "".join(each.text for each in self.pieces if each.second)


def readings(content: bytes) -> tuple[Paragraph, ...]:
    """Each paragraph of a file. A file is read once: most claims of a pane are about the same few files."""
    return _read(content)


@lru_cache(maxsize=8)
def _read(content: bytes) -> tuple[Paragraph, ...]:
    return tuple(_paragraphs_of(content))


def _paragraphs_of(content: bytes) -> Iterator[Paragraph]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for part in archive.namelist():
            if re.fullmatch(r"word/[^/]+\.xml", part):
                for ordinal, paragraph in enumerate(etree.fromstring(archive.read(part)).iter(f"{W}p")):
                    letters = paragraph.iter(f"{W}t", f"{W}delText")
                    own = (each for each in letters if next(each.iterancestors(f"{W}p")) is paragraph)
                    yield Paragraph(part, ordinal, tuple(map(_piece, own)))


def _piece(letters: etree._Element) -> Piece:
    around = {each.tag for each in letters.iterancestors()}
    deleted = letters.tag == f"{W}delText" or not around.isdisjoint({f"{W}del", f"{W}moveFrom"})
    inserted = not around.isdisjoint({f"{W}ins", f"{W}moveTo"})
    return Piece(letters.text or "", deleted, inserted, f"{MC}Fallback" in around or f"{W}rt" in around)


def texts(content: bytes) -> list[str]:
    """The texts of all paragraphs, second copies included."""
    return list(paragraphs(content))


def paragraphs(content: bytes, *, deleted: bool = False) -> Iterator[str]:
    """The text of each paragraph, with tracked deletions or without."""
    for each in readings(content):
        yield "".join(piece.text for piece in each.pieces if deleted or not piece.deleted)


def raw_texts(content: bytes, parts: str = "") -> Iterator[str]:
    """The bytes of all parts whose names match, as text without their encodings, and the names of all parts."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        yield "\n".join(archive.namelist())
        for part in archive.namelist():
            if re.match(parts, part):
                yield unquote(html.unescape(html.unescape(archive.read(part).decode("utf-8", "ignore"))))
