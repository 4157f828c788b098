"""The paragraphs of a part and their text nodes, tracked changes included; shared by reader and writer.

A paragraph has up to three readings. What it says now: tracked insertions in, deletions out. What it said before
the changes: the other way round; there, what was inserted and deleted again stands on a line of its own, since it
was never next to what it stands next to. And its second text: what Word keeps for older readers (mc:Fallback, when
a newer choice stands before it) and the small letters of a ruby, which would tear the words apart that they stand
on.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from lxml import etree

from backend.document.model import StoryKind, Stretches
from backend.ooxml.markup import names, sibling_name

NOW, BEFORE, SECOND = 1, 2, 4
"""The readings, as bits of `Piece.readings`."""

PARAGRAPH = names("w:p")
TEXT = names("w:t", "w:delText", "m:t")
SIGNS = {
    name: text
    for prefixed, text in {
        "w:tab": "\t",
        "w:ptab": "\t",
        "w:br": "\n",  # page and column breaks too: they end a word as well as a line break does
        "w:cr": "\n",
        "w:noBreakHyphen": "-",
        "w:softHyphen": "",
        "w:sym": "\ufffc",  # a glyph of a symbol font; see _symbol for those of others
    }.items()
    for name in names(prefixed)
}
"""What the elements of a run that are not text read as (ECMA-376 part 1, 17.3.3)."""

_SYMBOL = names("w:sym")
_SYMBOL_FONT = re.compile(r"symbol$|(?:wing|web)dings|zapf ?dingbats|mt extra|marlett", re.IGNORECASE)
_CODE = re.compile("[0-9A-Fa-f]{1,4}")
_SHIFT = 0xF000
_BORDER = "\n"
_TAB_STOPS = names("w:tabs")
_DELETED_TEXT = names("w:delText")
DELETION = names("w:del", "w:moveFrom")
_INSERTED = names("w:ins", "w:moveTo")
_BOX = names("w:txbxContent")
_RUBY = names("w:rt")
_ALTERNATIVE = names("mc:Choice", "mc:Fallback")
_CONTEXT_TAGS = PARAGRAPH | DELETION | _INSERTED | _BOX | _RUBY | _ALTERNATIVE
_WATCHED = tuple(_CONTEXT_TAGS | TEXT | SIGNS.keys())


class TextPiece(NamedTuple):
    """A node that carries text, its text, and the readings that it belongs to."""

    element: etree._Element
    text: str
    readings: int
    passing: bool = False
    """It was inserted and deleted again."""
    is_border: bool = False
    """No text of the node, but the border between what passed by and its neighbours, which is written nowhere."""


@dataclass(frozen=True, slots=True)
class WordParagraph:
    """A w:p with its position in the XML order of its part; the text of nested paragraphs is not part of it."""

    ordinal: int
    kind: StoryKind
    pieces: list[TextPiece] = field(default_factory=list)

    def reading(self, kind: StoryKind) -> int | None:
        """The reading that a story of this kind shows of this paragraph, None when it shows none."""
        if kind is StoryKind.BEFORE_DELETION:
            return BEFORE
        if kind is self.kind:
            return NOW
        return SECOND if kind is StoryKind.COPY else None

    def pieces_of(self, reading: int) -> list[TextPiece]:
        """The pieces of one reading in order."""
        return [piece for piece in self.pieces if piece.readings & reading]

    def texts(self) -> list[tuple[StoryKind, str]]:
        """The texts that the paragraph adds to each story; a reading without text adds nothing."""
        found = [(self.kind, _text(self.pieces, NOW)), (StoryKind.COPY, _text(self.pieces, SECOND))]
        # Also where the two read alike: "Halden" deleted and inserted again still stands there twice.
        if any(piece.readings in (NOW, BEFORE) and piece.text for piece in self.pieces):
            found.append((StoryKind.BEFORE_DELETION, _text(self.pieces, BEFORE)))
        return [(kind, text) for kind, text in found if text]

    def unchanged(self) -> Stretches:
        """The stretches that both readings have, as long as nothing stands between."""
        found: list[tuple[int, int, int]] = []
        before = now = 0
        joined = False
        for piece in self.pieces:
            length = len(piece.text)
            both = piece.readings & NOW and piece.readings & BEFORE
            if both and joined:
                start, end, at = found[-1]
                found[-1] = (start, end + length, at)
            elif both:
                found.append((before, before + length, now))
            if length and piece.readings & (NOW | BEFORE):
                joined = bool(both)
            before += length if piece.readings & BEFORE else 0
            now += length if piece.readings & NOW else 0
        return tuple(found)


class _Context(NamedTuple):
    """What lies around a node on its way up to the root."""

    paragraph: WordParagraph | None
    boxed: bool = False
    second: bool = False
    deleted: bool = False
    inserted: bool = False


def paragraphs(root: etree._Element, kind: StoryKind) -> list[WordParagraph]:
    """Every paragraph of a part, so that the index in the list is the ordinal; one walk, no recursion."""
    found: list[WordParagraph] = []
    contexts = [_Context(None)]
    for event, element in _walk(root):
        tag = element.tag
        if tag not in _CONTEXT_TAGS:
            if event == "start":
                _add_piece(contexts[-1], element, tag)
        elif event == "end":
            contexts.pop()
        elif tag in PARAGRAPH:
            context = contexts[-1]
            found.append(WordParagraph(len(found), _kind(context, kind)))
            # Inside a second copy everything is second, so within its paragraphs that says nothing any more.
            contexts.append(_Context(found[-1], context.boxed, deleted=context.deleted, inserted=context.inserted))
        else:
            contexts.append(_entered(contexts[-1], element, tag))
            _part_from_earlier_branch(contexts[-1], element, tag)
    return found


def _walk(root: etree._Element) -> Iterable[tuple[str, etree._Element]]:
    walk: Iterable[tuple[str, etree._Element]] = etree.iterwalk(root, events=("start", "end"), tag=_WATCHED)
    return walk


def _kind(context: _Context, kind: StoryKind) -> StoryKind:
    if context.second or (context.paragraph is not None and context.paragraph.kind is StoryKind.COPY):
        return StoryKind.COPY
    # Of a document in the document all text is of one kind.
    return StoryKind.TEXT_BOX if context.boxed and kind is not StoryKind.EMBEDDED else kind


def _entered(context: _Context, element: etree._Element, tag: str) -> _Context:
    if tag in _BOX:
        return context._replace(boxed=True)
    if tag in DELETION:
        return context._replace(deleted=True)
    if tag in _INSERTED:
        return context._replace(inserted=True)
    # The first branch of mc:AlternateContent is the one that Word shows (ECMA-376 part 3, 10.2.1 leaves the choice
    # to the reader, and Word knows what Word wrote).
    if tag in _RUBY or element.getprevious() is not None:
        return context._replace(second=True)
    return context


def _part_from_earlier_branch(context: _Context, element: etree._Element, tag: str) -> None:
    """Put a border before a third branch of mc:AlternateContent: whoever reads it does not read the second one."""
    earlier = element.getprevious() if tag in _ALTERNATIVE else None
    if context.paragraph is not None and earlier is not None and earlier.getprevious() is not None:
        context.paragraph.pieces.append(TextPiece(element, _BORDER, SECOND, is_border=True))


def _add_piece(context: _Context, element: etree._Element, tag: str) -> None:
    if context.paragraph is None or _is_tab_stop(element):
        return
    pieces = context.paragraph.pieces
    readings = _readings(context, tag)
    passing = context.inserted and readings == BEFORE
    if pieces and pieces[-1].passing != passing:
        pieces.append(TextPiece(element, _BORDER, BEFORE, passing, is_border=True))
    text = _symbol(element) if tag in _SYMBOL else SIGNS.get(tag, element.text or "")
    pieces.append(TextPiece(element, text, readings, passing))


def _symbol(element: etree._Element) -> str:
    """A glyph of a font whose codes say nothing, or else the character that it is (17.3.3.30)."""
    font = element.get(sibling_name(element, "font"), "")
    code = element.get(sibling_name(element, "char"), "")
    number = int(code, 16) if _CODE.fullmatch(code) else 0
    # 17.3.3.30: a code may be shifted into the private use area, also that of a letter in an ordinary font.
    char = chr(number - _SHIFT if _SHIFT < number <= _SHIFT + 0xFF else number) if number else ""
    return char if char.isprintable() and char and not _SYMBOL_FONT.match(font) else SIGNS[element.tag]


def _is_tab_stop(element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag in _TAB_STOPS


def _readings(context: _Context, tag: str) -> int:
    if context.second:
        return SECOND
    # What was inserted and deleted again stands in the file too, so it is read with the deletions.
    if context.deleted or tag in _DELETED_TEXT:
        return BEFORE
    return NOW if context.inserted else NOW | BEFORE


def _text(pieces: list[TextPiece], reading: int) -> str:
    return "".join([piece.text for piece in pieces if piece.readings & reading])
