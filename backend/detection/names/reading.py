"""How the encoder reads a text: its words in pieces, window by window."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

from backend.detection.names.windows import Window, windows
from backend.detection.names.words import Gazetteer, in_lists, shapes

FIRST, LAST, UNKNOWN = 101, 102, 100
"""The marks of BERT's vocabulary: a window begins, a paragraph ends, a word that has no pieces."""
MOST_PIECES_OF_A_WORD = 24
"""A longer word (a key, an address, base64) is read by its beginning."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One window as the encoder is given it.

    `pieces`, `shapes` and `lists` have one number per piece; `heads` is the place of the first piece of each word
    that counts, `words` the index of that word in the text.
    """

    pieces: list[int]
    shapes: list[int]
    lists: list[int]
    heads: list[int]
    words: list[int]


def read(words: Sequence[str], tokenizer: Tokenizer, gazetteer: Gazetteer) -> Iterator[Reading]:
    """Cut the words of a text into windows; words of white space only end paragraphs."""
    kept = [i for i, word in enumerate(words) if not word.isspace()]
    if not kept:
        return
    all_shapes = shapes(words)
    seen = [words[i] for i in kept]
    encodings = tokenizer.encode_batch_fast(seen, add_special_tokens=False)
    pieces = [encoding.ids[:MOST_PIECES_OF_A_WORD] or [UNKNOWN] for encoding in encodings]
    lists = in_lists(seen, gazetteer)
    written = [all_shapes[i] for i in kept]
    ends = _paragraphs(words, kept)
    ended = set(ends)
    for window in windows([len(ids) for ids in pieces], ends):
        yield _reading(window, pieces, written, lists, kept, ended)


def _paragraphs(words: Sequence[str], kept: Sequence[int]) -> list[int]:
    """How many kept words stand before each end of a paragraph."""
    ends = [
        at + 1 for at in range(len(kept) - 1) if any("\n" in word for word in words[kept[at] + 1 : kept[at + 1]])
    ]
    return [*ends, len(kept)]


def _reading(
    window: Window,
    pieces: Sequence[list[int]],
    written: Sequence[int],
    lists: Sequence[int],
    kept: Sequence[int],
    ended: set[int],
) -> Reading:
    made = Reading([FIRST], [0], [0], [], [])
    for at in range(window.start, window.end):
        ids = pieces[at]
        if window.counts_from <= at < window.counts_to:
            made.heads.append(len(made.pieces))
            made.words.append(kept[at])
        made.pieces.extend(ids)
        made.shapes.extend([written[at]] * len(ids))
        made.lists.extend([lists[at]] * len(ids))
        if at + 1 in ended and at + 1 < window.end:
            made.pieces.append(LAST)
            made.shapes.append(0)
            made.lists.append(0)
    made.pieces.append(LAST)
    made.shapes.append(0)
    made.lists.append(0)
    return made
