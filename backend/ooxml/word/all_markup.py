"""The text as Word shows it with All Markup: insertions and deletions side by side.

Nobody ever wrote what "Halden" inserted before "& Rook" deleted reads like then, but there it stands.
"""

from collections.abc import Iterator

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import StoryKind
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.word.paragraphs import BEFORE, NOW, TextPiece, WordParagraph, paragraphs
from backend.ooxml.word.writer import replace_in

KIND = "tracked insertion"


def marked_up_replaced(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Replace in every paragraph with both inserted and deleted text, once for each reading."""
    for part, root in parts.roots():
        shown = [pieces for each in paragraphs(root, StoryKind.BODY) if (pieces := _with_mark_up(each))]
        hits = parts.search.find_all(["".join(piece.text for piece in pieces) for pieces in shown])
        for i, found in hits.items():
            replace_in(shown[i], found)
            parts.changed(part)
        if shown:
            yield CoverageEntry(part, KIND, Treatment.REDACTED, len(hits))


def _with_mark_up(paragraph: WordParagraph) -> list[TextPiece]:
    """The pieces of a paragraph that are shown together; none where nothing stands beside something else."""
    readings = {piece.readings for piece in paragraph.pieces}
    if not {NOW, BEFORE} <= readings:
        return []
    return [piece for piece in paragraph.pieces if piece.readings & (NOW | BEFORE) and not piece.is_border]
