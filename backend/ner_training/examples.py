"""Convert passages to training examples, tokenised and tagged as at run time."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from backend.detection.names.encoder_input import EncoderWindow, prepare_windows
from backend.detection.names.labels import LABELS, OUTSIDE, TAGS, begin, inside
from backend.detection.names.word_features import Gazetteer
from backend.ner_training.cutting import blank
from backend.ner_training.passage import Name, Passage


@dataclass(frozen=True, slots=True)
class Example:
    """One window: what the encoder sees of each piece, and where a word begins the tags it may have."""

    pieces: NDArray[np.int32]
    shapes: NDArray[np.int8]
    lists: NDArray[np.int8]
    heads: NDArray[np.int32]
    allowed: NDArray[np.bool_]
    """Shape (words, tags)."""


class Examples:
    """Makes examples of passages."""

    def __init__(self, tokenizer: Tokenizer, gazetteer: Gazetteer) -> None:
        self._spacy = blank()
        self._spacy.max_length = 10_000_000
        self._tokenizer, self._gazetteer = tokenizer, gazetteer

    def of(self, passages: Iterable[Passage]) -> Iterator[Example]:
        """The windows of every passage."""
        for passage in passages:
            doc = self._spacy(passage.text)
            words = [token.text for token in doc]
            starts = [token.idx for token in doc]
            allowed = allowed_tags(passage, words, starts)
            for reading in prepare_windows(words, self._tokenizer, self._gazetteer):
                yield _example(reading, allowed)


def _example(reading: EncoderWindow, allowed: NDArray[np.bool_]) -> Example:
    return Example(
        pieces=np.array(reading.pieces, np.int32),
        shapes=np.array(reading.shapes, np.int8),
        lists=np.array(reading.lists, np.int8),
        heads=np.array(reading.heads, np.int32),
        allowed=allowed[reading.words],
    )


def allowed_tags(passage: Passage, words: Sequence[str], starts: Sequence[int]) -> NDArray[np.bool_]:
    """Per word the tags that the labels of the passage allow; shape (words, tags)."""
    outside = np.zeros(len(TAGS), bool)
    outside[TAGS.index(OUTSIDE)] = True
    for label in passage.unlabelled:
        outside[[begin(label), inside(label)]] = True
    allowed = np.tile(outside, (len(words), 1))
    named = np.zeros(len(words), bool)
    for name in passage.names:
        covered = _covered(name, words, starts)
        if len(covered) == 0 or named[covered].any():
            continue
        named[covered] = True
        labels = name.labels or LABELS
        for i, word in enumerate(covered):
            row = outside.copy() if name.may_be_outside else np.zeros(len(TAGS), bool)
            for label in labels:
                row[inside(label) if i else begin(label)] = True
                if name.may_be_outside:
                    row[[begin(label), inside(label)]] = True
            allowed[word] = row
    return allowed


def _covered(name: Name, words: Sequence[str], starts: Sequence[int]) -> NDArray[np.int64]:
    first = int(np.searchsorted(starts, name.span.start, "right")) - 1
    last = int(np.searchsorted(starts, name.span.end, "left"))
    first = max(first, 0)
    if first < len(words) and starts[first] + len(words[first]) <= name.span.start:
        first += 1
    return np.array([i for i in range(first, last) if not words[i].isspace()], np.int64)


LENGTHS = 32
"""Windows are padded to multiples of this, so that the processor's kernels are made for few sizes only."""


def padded(length: int) -> int:
    """The length that a window of `length` pieces is padded to."""
    return -(-length // LENGTHS) * LENGTHS


def batches(examples: Sequence[Example], pieces: int, draw: random.Random) -> list[list[Example]]:
    """Shuffle, and put examples of one padded length together, `pieces` of them and no more."""
    by_length: dict[int, list[Example]] = defaultdict(list)
    for example in draw.sample(list(examples), len(examples)):
        by_length[padded(len(example.pieces))].append(example)
    made = [
        alike[first : first + pieces // length]
        for length, alike in by_length.items()
        for first in range(0, len(alike), pieces // length)
    ]
    draw.shuffle(made)
    return made
