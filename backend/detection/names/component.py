"""The shipped encoder as a component of a spaCy pipeline: it reads a Doc in windows and sets its entities."""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup
from tokenizers import Tokenizer

from backend.detection.names.decoding import DEFAULT_THRESHOLDS, DecodedName, decode_names
from backend.detection.names.encoder_input import EncoderWindow, prepare_windows
from backend.detection.names.labels import TAGS
from backend.detection.names.word_features import Gazetteer

FACTORY = "encoder_ner"
SCORES = "names"
"""The key of `doc.spans` under which the entities stand with their `scores` (0…1), as spaCy's own spancat does."""

AT_ONCE = 2
"""Windows that are read at the same time, each by one thread; the encoder lets go of Python meanwhile."""

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

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:  # noqa: ARG002 - spaCy's signature
        """Set the entities of many Docs."""
        for doc in stream:
            words = [token.text for token in doc]
            _set_entities(doc, decode_names(words, self.probabilities(words), self.thresholds))
            yield doc

    def probabilities(self, words: Sequence[str]) -> NDArray[np.float32]:
        """The probability of each tag for each word of a text; shape (words, tags).

        Windows are read one by one: int8 arithmetic takes its scale from all that is read at once, so a name would
        depend on what stands in other texts. It is no slower, for one window stays in the processor's cache; and a
        second core can read the next one meanwhile.
        """
        if self._session is None or self._tokenizer is None:
            raise ValueError("this component was not loaded from disk: it has no encoder")
        probabilities = np.zeros((len(words), len(TAGS)), np.float32)
        probabilities[:, 0] = 1.0
        readings = list(prepare_windows(words, self._tokenizer, self._gazetteer))
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for reading, answers in zip(readings, pool.map(partial(_run, self._session), readings), strict=True):
                probabilities[reading.words] = answers[reading.heads]
        return probabilities

    @property
    def gazetteer(self) -> Gazetteer:
        """The word lists that the encoder uses, for other callers."""
        return self._gazetteer

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Not written again: the files are made by `make ner`."""

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "EncoderNer":  # noqa: ARG002
        """Read the encoder, its pieces and its lists."""
        folder = Path(path)
        options = onnxruntime.SessionOptions()
        # Without this, sums of int8 overflow on processors without VNNI, which then find other names than the rest.
        options.add_session_config_entry("session.x64quantprecision", "1")
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


def _run(session: onnxruntime.InferenceSession, reading: EncoderWindow) -> NDArray[np.float32]:
    """The answers of the encoder for one window, shape (pieces, tags)."""
    inputs = {name: np.array([getattr(reading, name)], np.int64) for name in ("pieces", "shapes", "lists")}
    (answers,) = session.run(None, inputs)
    return np.asarray(answers[0])


def _set_entities(doc: Doc, found: Sequence[DecodedName]) -> None:
    spans = [Span(doc, name.start, name.end, label=name.label) for name in found]
    doc.set_ents(spans)
    doc.spans[SCORES] = SpanGroup(doc, name=SCORES, spans=spans, attrs={"scores": [name.score for name in found]})
