"""Replace text that is split over several runs."""

from collections.abc import Sequence
from typing import NamedTuple

from backend.document.spans import Span


class ReplacedPiece(NamedTuple):
    """The new text of a piece; `touched` when a span covers part of it, or includes it while it is empty."""

    text: str
    touched: bool


def replace_across_runs(texts: Sequence[str], replacements: Sequence[tuple[Span, str]]) -> list[ReplacedPiece]:
    """Put each new text into the piece where its span starts and cut the span from the pieces that follow.

    Spans count in the joined text. The joined result equals `document.model.replaced` of the joined text.

    Raises ValueError when spans overlap or leave the text.

    >>> [cut.text for cut in replace_across_runs(["Hal", "den &", " Rook Ltd"], [(Span(0, 13), "[CLIENT]")])]
    ['[CLIENT]', '', ' Ltd']
    """
    waiting = sorted(replacements, key=lambda each: each[0], reverse=True)
    cuts: list[ReplacedPiece] = []
    start = done = 0
    for text in texts:
        end = start + len(text)
        kept: list[str] = []
        touched = False
        while waiting and waiting[-1][0].start < end:
            span, new = waiting[-1]
            if span.start >= start:
                if span.start < done:
                    raise ValueError("two replacements overlap")
                kept += text[done - start : span.start - start], new
            touched = True
            done = min(span.end, end)
            if span.end > end:
                break  # it goes on in the next piece
            waiting.pop()
        kept.append(text[done - start :])
        cuts.append(ReplacedPiece("".join(kept), touched))
        start = done = end
    if waiting:
        raise ValueError("a replacement leaves the text")
    return cuts
