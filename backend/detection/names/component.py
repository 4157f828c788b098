"""The shipped encoder as a component of a spaCy pipeline: it reads a Doc in windows and sets its entities."""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup
from tokenizers import Tokenizer

from backend.detection.names.decoding import DEFAULT_THRESHOLDS, Found, decoded
from backend.detection.names.labels import TAGS
from backend.detection.names.reading import Reading, read
from backend.detection.names.words import Gazetteer

FACTORY = "encoder_ner"
SCORES = "names"
"""The key of `doc.spans` under which the entities stand with their `scores` (0…1), as spaCy's own spancat does."""

_PIECES_AT_ONCE = 768
"""A few windows at a time: more of them leave the processor's cache, and take half as long again per word."""
MODEL_FILE, TOKENIZER_FILE, GAZETTEER_FILE = "encoder.onnx", "tokenizer.json", "gazetteer.json.gz"


@Language.factory(
    FACTORY,
    assigns=["doc.ents", "token.ent_iob", "token.ent_type"],
    default_config={"thresholds": dict(DEFAULT_THRESHOLDS), "threads": 1},
)
class EncoderNer:
    """Finds names with a small transformer that was exported to int8 ONNX.

    `thresholds` says per label how likely a name must be (0…1); a label without one is not reported.
    Beginning and end of a name are words of the Doc.
    """

    def __init__(
        self,
        nlp: Language,  # noqa: ARG002 - spaCy gives it to every component
        name: str = FACTORY,
        thresholds: Mapping[str, float] = DEFAULT_THRESHOLDS,
        threads: int = 1,
    ) -> None:
        self.name = name
        self.thresholds = dict(thresholds)
        self.threads = threads
        self._session: onnxruntime.InferenceSession | None = None
        self._tokenizer: Tokenizer | None = None
        self._gazetteer: Gazetteer = {}

    def __call__(self, doc: Doc) -> Doc:
        """Set the entities of one Doc."""
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Set the entities of many Docs."""
        for docs in _batched(stream, batch_size):
            words = [[token.text for token in doc] for doc in docs]
            for doc, said, given in zip(docs, words, self.probabilities(words), strict=True):
                _set_entities(doc, decoded(said, given, self.thresholds))
                yield doc

    def probabilities(self, texts: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Per text, given as its words, the probability of each tag for each word; shape (words, tags)."""
        if self._session is None or self._tokenizer is None:
            raise ValueError("this component was not loaded from disk: it has no encoder")
        session = self._session
        given = [np.zeros((len(words), len(TAGS)), np.float32) for words in texts]
        for one in given:
            one[:, 0] = 1.0
        readings = [
            (i, reading)
            for i, words in enumerate(texts)
            for reading in read(words, self._tokenizer, self._gazetteer)
        ]
        readings.sort(key=lambda pair: len(pair[1].pieces))
        for batch in _batches(readings):
            answers = _run(session, [reading for _, reading in batch])
            for (i, reading), answer in zip(batch, answers, strict=True):
                given[i][reading.words] = answer[reading.heads]
        return given

    @property
    def gazetteer(self) -> Gazetteer:
        """The lists that the encoder is told of, for whoever else asks what a word may be."""
        return self._gazetteer

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Not written again: the files are made by `make ner`."""

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "EncoderNer":  # noqa: ARG002
        """Read the encoder, its pieces and its lists."""
        folder = Path(path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        self._session = onnxruntime.InferenceSession(
            str(folder / MODEL_FILE), sess_options=options, providers=["CPUExecutionProvider"]
        )
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        with gzip.open(folder / GAZETTEER_FILE, "rt", encoding="utf-8") as lines:
            self._gazetteer = {
                word: int(lists) for lists, words in json.load(lines).items() for word in words.split(" ")
            }
        return self


def _run(session: onnxruntime.InferenceSession, readings: Sequence[Reading]) -> NDArray[np.float32]:
    """The answers of the encoder, shape (windows, pieces, tags)."""
    shape = len(readings), max(len(reading.pieces) for reading in readings)
    pieces, shapes, lists = (np.zeros(shape, np.int64) for _ in range(3))
    for row, reading in enumerate(readings):
        length = len(reading.pieces)
        pieces[row, :length], shapes[row, :length], lists[row, :length] = (
            reading.pieces,
            reading.shapes,
            reading.lists,
        )
    (answers,) = session.run(None, {"pieces": pieces, "shapes": shapes, "lists": lists})
    return np.asarray(answers)


def _batches(readings: Sequence[tuple[int, Reading]]) -> Iterator[Sequence[tuple[int, Reading]]]:
    """Readings of like length together; they come sorted."""
    start = 0
    for end in range(1, len(readings) + 1):
        if end == len(readings) or len(readings[end][1].pieces) * (end + 1 - start) > _PIECES_AT_ONCE:
            yield readings[start:end]
            start = end


def _batched(docs: Iterable[Doc], size: int) -> Iterator[list[Doc]]:
    stream = iter(docs)
    while batch := list(islice(stream, size)):
        yield batch


def _set_entities(doc: Doc, found: Sequence[Found]) -> None:
    spans = [Span(doc, name.start, name.end, label=name.label) for name in found]
    doc.set_ents(spans)
    doc.spans[SCORES] = SpanGroup(doc, name=SCORES, spans=spans, attrs={"scores": [name.score for name in found]})
