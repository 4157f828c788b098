"""Prepare a text for the encoder: words, word pieces and windows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

from backend.detection.names.encoder_windows import Window, windows
from backend.detection.names.word_features import Gazetteer, in_lists, shapes

FIRST, LAST, UNKNOWN = 101, 102, 100
"""The marks of BERT's vocabulary: a window begins, a paragraph ends, a word that has no pieces."""
MAX_PIECES_OF_A_WORD = 24
"""A longer word (a key, an address, base64) is read by its beginning."""


@dataclass(frozen=True, slots=True)
class EncoderWindow:
    """One window as the encoder is given it.

    `pieces`, `shapes` and `lists` have one number per piece; `heads` is the place of the first piece of each word
    that counts, `words` the index of that word in the text.
    """

    pieces: list[int]
    shapes: list[int]
    lists: list[int]
    heads: list[int]
    words: list[int]


def prepare_windows(words: Sequence[str], tokenizer: Tokenizer, gazetteer: Gazetteer) -> Iterator[EncoderWindow]:
    """Cut the words of a text into windows; words of white space only end paragraphs."""
    kept = [i for i, word in enumerate(words) if not word.isspace()]
    if not kept:
        return
    all_shapes = shapes(words)
    seen = [words[i] for i in kept]
    pieces = _pieces(seen, tokenizer)
    ends = _paragraphs(words, kept)
    line = _Line.of(pieces, [all_shapes[i] for i in kept], in_lists(seen, gazetteer), set(ends))
    for window in windows([len(ids) for ids in pieces], ends):
        yield line.reading(window, kept)


def _pieces(words: Sequence[str], tokenizer: Tokenizer) -> list[list[int]]:
    """The pieces of each word; a text says most of its words again, so each is cut once."""
    distinct = list(dict.fromkeys(words))
    encodings = tokenizer.encode_batch_fast(distinct, add_special_tokens=False)
    known = {
        word: encoding.ids[:MAX_PIECES_OF_A_WORD] or [UNKNOWN]
        for word, encoding in zip(distinct, encodings, strict=True)
    }
    return [known[word] for word in words]


def _paragraphs(words: Sequence[str], kept: Sequence[int]) -> list[int]:
    """How many kept words stand before each end of a paragraph."""
    ends = [
        at + 1 for at in range(len(kept) - 1) if any("\n" in word for word in words[kept[at] + 1 : kept[at + 1]])
    ]
    return [*ends, len(kept)]


@dataclass(frozen=True, slots=True)
class _Line:
    """All pieces of a text one after the other, with a mark after each paragraph; windows are cut out of it.

    Word `i` stands from `starts[i]` up to `stops[i]`.
    """

    pieces: list[int]
    shapes: list[int]
    lists: list[int]
    starts: list[int]
    stops: list[int]

    @classmethod
    def of(
        cls, pieces: Sequence[list[int]], shapes: Sequence[int], lists: Sequence[int], ends: set[int]
    ) -> "_Line":
        """Lay the pieces of words out; `ends` are as `_paragraphs` tells them."""
        line = cls([], [], [], [], [])
        for at, ids in enumerate(pieces):
            line.starts.append(len(line.pieces))
            line.pieces.extend(ids)
            line.shapes.extend([shapes[at]] * len(ids))
            line.lists.extend([lists[at]] * len(ids))
            line.stops.append(len(line.pieces))
            if at + 1 in ends:
                line.pieces.append(LAST)
                line.shapes.append(0)
                line.lists.append(0)
        return line

    def reading(self, window: Window, kept: Sequence[int]) -> EncoderWindow:
        """The content of a window between its marks; `kept` are the indices of the words in the text."""
        start, stop = self.starts[window.start], self.stops[window.end - 1]
        return EncoderWindow(
            [FIRST, *self.pieces[start:stop], LAST],
            [0, *self.shapes[start:stop], 0],
            [0, *self.lists[start:stop], 0],
            [place - start + 1 for place in self.starts[window.counts_from : window.counts_to]],
            list(kept[window.counts_from : window.counts_to]),
        )
