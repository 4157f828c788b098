"""Run a spaCy pipeline on the stories of a document.

The seat of names. `load(pipeline).find(stories)` takes all stories of one document, each as the texts of its blocks
in order, and answers per block, in spans of the untouched text. All at once, because

- a name is read in its context, and context crosses blocks: the blocks of a story are read together;
- what refines the answer (REFINEMENTS) looks at the whole document: a name that is sure in the body is a name in
  a header, a comment or another story too, and what speaks against one is counted everywhere.

A pipeline sees the text as its readers do (`readable_text`: no soft hyphens or zero-width characters, plain
spaces),
never a placeholder, and no paragraph of another language than English.
"""

import gc
import re
import threading
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, groupby
from pathlib import Path
from types import MappingProxyType
from typing import get_args

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from backend.detection.names.component import EncoderNer
from backend.detection.names.languages import foreign_languages
from backend.detection.names.paragraph import Matches, Stories, Unread
from backend.detection.names.refinement import Refine, refine_names
from backend.detection.names.word_evidence import Lexicon
from backend.detection.patterns.readable_text import ReadableText, readable_text
from backend.detection.patterns.template import PatternMatch
from backend.document.spans import Span, SpanCover
from backend.errors import PipelineUnusable
from backend.messages.reasons import NameKind, ReadsLikeName

REFINEMENTS: tuple[Refine, ...] = (refine_names,)
"""What makes the pipeline's answer better, one after the other."""

MAX_AT_ONCE = 100_000
"""Characters that a pipeline reads as one text; a story that is longer is cut between blocks."""

MAX_WORDS_MET = 1_000_000
"""After so many words a vocabulary is made anew: one that forgets them keeps their room, some 28 bytes for each."""

UNSCORED = 0.85
"""The certainty of a name from a pipeline that tells none."""

WHY: Mapping[str, ReadsLikeName] = MappingProxyType({kind: ReadsLikeName(kind) for kind in get_args(NameKind)})
"""The kinds of names, and the reason that each gives."""

_OUR_WORDS = {
    "PER": "PERSON",
    "ORG": "ORGANIZATION",
    "GPE": "LOCATION",
    "LOC": "LOCATION",
    "FAC": "LOCATION",
    "FACILITY": "LOCATION",
    "ADDRESS": "LOCATION",
    "DATE": "DATE_TIME",
    "TIME": "DATE_TIME",
    "DATETIME": "DATE_TIME",
    "NORP": "NRP",
    "DEM": "DEMOGRAPHIC",
    **{kind: kind for kind in WHY},
}
"""Labels of other pipelines (OntoNotes, WikiNER, the Text Anonymization Benchmark) in ours; the rest is dropped."""

_NOT_NEEDED = frozenset(
    {
        *("tagger", "morphologizer", "parser", "senter", "sentencizer", "attribute_ruler", "lemmatizer"),
        *("trainable_lemmatizer", "textcat", "textcat_multilabel", "entity_linker"),
    }
)
"""Factories whose work no name depends on, unless rules ask for it."""
_RULES = frozenset(("entity_ruler", "span_ruler"))

_PARAGRAPH = re.compile(r"\S.*(?:\n.*\S.*)*")
_GLUED = re.compile(r"\S{200,}")
_SIGN = re.compile(r"[\W_]")
_UNREADABLE = re.compile("[\ud800-\udfff]")
"""Half a character, as a broken program may send it; no pipeline takes it."""
_EDGES = ",;:"
"""Signs that belong to no name, whichever words a pipeline takes for one."""
_NOTHING = "\ufffc"
"""Stands where a placeholder stood (`legible`)."""


@dataclass(frozen=True, slots=True)
class NamesFound:
    """The names found, and how much text was not searched.

    Of the `paragraphs` (blocks; in a text file, the text between empty lines) `unread` counts, by language, those
    that were not searched for names; `shares` is the share (0…1) of each story's text in them.
    """

    matches: Matches
    unread: Mapping[str, int]
    paragraphs: int
    shares: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class NamePipeline:
    """A pipeline that finds names."""

    _nlp: Language
    _lexicon: Lexicon = field(default_factory=Lexicon, repr=False)
    """The lists that came with the pipeline; refinements ask it."""
    _source: str | Path | None = None
    """Where a new vocabulary comes from; None where components may hold on to the old one."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    """A pipeline forgets words when it is done with a document; two threads would forget each other's."""

    def find(self, stories: Stories, beside: Iterable[str] = (), before: Stories | None = None) -> NamesFound:
        """The names in every block of every story of one document, and what was not read.

        `beside` are texts of the same document that tell its language and are not searched, `before` the texts of
        the blocks before a redaction, which may leave too few words to tell theirs. Scores are certainties in 0…1.
        Of the texts nothing stays with the pipeline.
        """
        seen = [[readable_text(text) for text in story] for story in stories]
        pieces = list(_pieces(seen))
        others = _pieces([[readable_text(text)] for text in beside])
        judged = [*_judged(pieces, before), *(piece.text for piece in others)]
        languages = foreign_languages(judged)[: len(pieces)]
        english = [piece for piece, language in zip(pieces, languages, strict=True) if language is None]
        found: list[list[list[PatternMatch]]] = [[[] for _ in story] for story in stories]
        for piece, named in self._read(list(_chunks(english))):
            match = named.match(seen[piece.story][piece.block], piece.start)
            found[piece.story][piece.block].append(match)
        matches: Matches = found
        for refine in REFINEMENTS:
            matches = refine(stories, matches, self._lexicon, _unread(pieces, languages))
        unread = Counter(language for language in languages if language is not None)
        return NamesFound(matches, unread, len(pieces), tuple(_shares(len(stories), pieces, languages)))

    def is_common(self, word: str) -> bool:
        """Tell whether newspapers write a word in small letters; never where the pipeline has no lists."""
        return self._lexicon.common(word)

    def may_be_ordinary(self, word: str) -> bool:
        """Tell whether a word in small letters may be no name: it is common, or there are no lists to tell."""
        return not self._lexicon or self._lexicon.common(word) or self._lexicon.common_plural(word)

    def is_common_or_place(self, word: str) -> bool:
        """Tell whether a word is common, or also the name of a place; never where the pipeline has no lists."""
        return self._lexicon.common(word.lower()) or self._lexicon.place(word)

    @contextmanager
    def asking(self, odds: float) -> Iterator[None]:
        """Change the odds a word needs to be named by this factor within this context, for example to draw curves.

        A pipeline without thresholds does not change.
        """
        scored = [component for _, component in self._nlp.pipeline if isinstance(component, EncoderNer)]
        shipped = [component.thresholds for component in scored]
        for component in scored:
            component.thresholds = {label: _at_odds(sure, odds) for label, sure in component.thresholds.items()}
        try:
            yield
        finally:
            for component, thresholds in zip(scored, shipped, strict=True):
                component.thresholds = thresholds

    def _read(self, chunks: Sequence["_Chunk"]) -> Iterator[tuple["_Piece", "_Named"]]:
        """Read each text once, however often it stands in the document (Word keeps copies of text boxes)."""
        texts = list(dict.fromkeys(chunk.text for chunk in chunks))
        with self._lock:
            self._renew_vocabulary()
            with self._nlp.memory_zone():
                named = [tuple(_named(doc)) for doc in self._nlp.pipe(texts, batch_size=16)]
        by_text = dict(zip(texts, named, strict=True))
        for chunk in chunks:
            yield from chunk.cut(by_text[chunk.text])

    def _renew_vocabulary(self) -> None:
        if self._source is not None and len(self._nlp.vocab) > MAX_WORDS_MET:
            new = spacy.load(self._source, exclude=self._nlp.pipe_names)
            self._nlp.vocab, self._nlp.tokenizer = new.vocab, new.tokenizer
            _quick_with_words(self._nlp, self._lexicon)


def _shares(stories: int, pieces: Sequence["_Piece"], languages: Sequence[str | None]) -> Iterator[float]:
    """Per story the share of its characters that stand in paragraphs of other languages."""
    all_of, unread = Counter[int](), Counter[int]()
    for piece, language in zip(pieces, languages, strict=True):
        all_of[piece.story] += len(piece.text)
        unread[piece.story] += len(piece.text) if language is not None else 0
    return (unread[story] / max(all_of[story], 1) for story in range(stories))


def _judged(pieces: Sequence["_Piece"], before: Stories | None) -> Iterator[str]:
    """What tells the language of each piece: what it was before, if its block had as many pieces."""
    earlier = _by_block(_pieces([[readable_text(text) for text in story] for story in before or ()]))
    for place, texts in _by_block(pieces).items():
        were = earlier.get(place, ())
        yield from were if len(were) == len(texts) else texts


def _by_block(pieces: Iterable["_Piece"]) -> dict[tuple[int, int], list[str]]:
    texts: dict[tuple[int, int], list[str]] = {}
    for piece in pieces:
        texts.setdefault((piece.story, piece.block), []).append(piece.text)
    return texts


def _unread(pieces: Sequence["_Piece"], languages: Sequence[str | None]) -> Unread:
    """The stretches of blocks that are in other languages."""
    spans: dict[tuple[int, int], list[Span]] = {}
    for piece, language in zip(pieces, languages, strict=True):
        if language is not None:
            spans.setdefault((piece.story, piece.block), []).append(piece.span)
    return {place: SpanCover(stretches) for place, stretches in spans.items()}


def _at_odds(sure: float, factor: float) -> float:
    """The probability whose odds are `factor` times those of another."""
    return factor * sure / (factor * sure + 1 - sure)


@lru_cache(maxsize=2)
def load(pipeline: str | Path) -> NamePipeline:
    """The pipeline in a folder, or of an installed package of that name; loaded once in a process.

    Raises PipelineUnusable when it is missing, broken, or needs what is not installed.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # spaCy tells of other versions that a pipeline was made with
            nlp = spacy.load(pipeline)
    except Exception as error:
        raise PipelineUnusable(
            f"The language model for names, {pipeline}, cannot be loaded ({_reason(error)}). {_WHAT_TO_DO}"
        ) from error
    _without_what_no_name_needs(nlp)
    if not nlp.pipe_names:
        raise PipelineUnusable(f"The language model {pipeline} has no component that finds names. {_WHAT_TO_DO}")
    ours = all(isinstance(component, EncoderNer) for _, component in nlp.pipeline)
    lexicon = _lexicon(nlp)
    if ours:
        _quick_with_words(nlp, lexicon)
    names = NamePipeline(nlp, lexicon, pipeline if ours else None)
    # What is loaded stays: the garbage collector need not look through a million objects again and again.
    gc.collect()
    gc.freeze()
    return names


def _lexicon(nlp: Language) -> Lexicon:
    """The lists of the shipped component; another pipeline has none."""
    lists = (component.gazetteer for _, component in nlp.pipeline if isinstance(component, EncoderNer))
    return Lexicon(next(lists, {}))


def _quick_with_words(nlp: Language, lexicon: Lexicon) -> None:
    """Words without shape, prefix and the like, which take most of the time of a new word; ours asks for none.

    And common words cut once and for all: in a memory zone spaCy keeps no cut, and makes each again each time.
    """
    nlp.vocab.lex_attr_getters.clear()  # type: ignore[attr-defined]  # unknown to spaCy's stubs
    nlp.tokenizer(" ".join(lexicon.common_words()))


_WHAT_TO_DO = (
    "Set UNSAID_NER to the folder or the installed package of a spaCy pipeline, or to 'none'. "
    "In a checkout, `make ner` trains the language model that comes with Unsaid."
)


def _reason(error: Exception) -> str:
    """The first line of what a loader says; it has seen no document."""
    if isinstance(error, OSError) and "E050" in str(error):
        return "there is no such folder or package"
    return (
        f"{type(error).__name__}: {str(error).strip().splitlines()[0][:200]}"
        if str(error).strip()
        else type(error).__name__
    )


def _without_what_no_name_needs(nlp: Language) -> None:
    factories = {name: nlp.get_pipe_meta(name).factory for name in nlp.pipe_names}
    if _RULES.isdisjoint(factories.values()):
        for name, factory in factories.items():
            if factory in _NOT_NEEDED:
                nlp.remove_pipe(name)


@dataclass(frozen=True, slots=True)
class _Named:
    """A name in a text that was read: characters `start` up to `end`."""

    entity: str
    start: int
    end: int
    score: float

    def match(self, seen: ReadableText, shift: int) -> PatternMatch:
        """The name in the untouched text of a block; the text that was read began `shift` characters into it."""
        return PatternMatch(
            self.entity, seen.span(shift + self.start, shift + self.end), self.score, WHY[self.entity]
        )


def _named(doc: Doc) -> Iterator[_Named]:
    """The entities of a Doc in our words; the shipped component tells their scores as well."""
    scored = doc.spans.get("names")
    scores = scored.attrs.get("scores") if scored is not None else None
    if scored is not None and scores is not None:
        pairs = list(zip(scored, scores, strict=True))
    else:
        pairs = [(entity, UNSCORED) for entity in doc.ents]
    for span, score in pairs:
        entity = _OUR_WORDS.get(span.label_.upper())
        if entity is not None:
            yield _Named(entity, span.start_char, span.end_char, float(score))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A paragraph, or a part of a very long one, `start` characters into the seen text of its block."""

    story: int
    block: int
    start: int
    text: str

    @property
    def span(self) -> Span:
        """Where it stands in the seen text of its block."""
        return Span(self.start, self.start + len(self.text))


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Pieces that are read together, as lines of one text."""

    pieces: tuple[_Piece, ...]

    @property
    def text(self) -> str:
        """What the pipeline reads."""
        return "\n".join(piece.text for piece in self.pieces)

    def cut(self, named: Sequence[_Named]) -> Iterator[tuple[_Piece, _Named]]:
        """Cut each name at the ends of blocks and at placeholders."""
        starts = list(accumulate((len(piece.text) + 1 for piece in self.pieces), initial=0))
        at = 0
        for name in named:
            while starts[at + 1] <= name.start:
                at += 1
            for i in range(at, len(self.pieces)):
                if starts[i] >= name.end:
                    break
                piece = self.pieces[i]
                first, last = max(name.start - starts[i], 0), min(name.end - starts[i], len(piece.text))
                for start, end in _stretches(piece.text, first, last):
                    yield piece, _Named(name.entity, start, end, name.score)


def _stretches(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts between placeholders that hold a letter or a digit, without spaces and signs at their edges."""
    for part in text[start:end].split(_NOTHING):
        kept = part.strip().strip(_EDGES).strip()
        if any(char.isalnum() for char in kept):
            first = start + part.index(kept)
            yield first, first + len(kept)
        start += len(part) + 1


def _pieces(seen: Sequence[Sequence[ReadableText]]) -> Iterator[_Piece]:
    """The paragraphs of all stories: blocks, cut at empty lines, for a text file is one block."""
    for story, blocks in enumerate(seen):
        for block, each in enumerate(blocks):
            text = _readable(each.text)
            for paragraph in _PARAGRAPH.finditer(text):
                for start, part in _cut_to_size(paragraph.group()):
                    yield _Piece(story, block, paragraph.start() + start, part)


def _chunks(pieces: Iterable[_Piece]) -> Iterator[_Chunk]:
    """The pieces of each story, in texts of at most MAX_AT_ONCE characters."""
    for _, of_story in groupby(pieces, lambda piece: piece.story):
        together: list[_Piece] = []
        length = 0
        for piece in of_story:
            if together and length + len(piece.text) > MAX_AT_ONCE:
                yield _Chunk(tuple(together))
                together, length = [], 0
            together.append(piece)
            length += len(piece.text) + 1
        yield _Chunk(tuple(together))


def _readable(text: str) -> str:
    """The same text, character for character, without what a pipeline chokes on.

    spaCy peels signs off a word one by one, each time copying the rest: thousands of signs without a space take
    minutes. So signs in very long words become spaces.
    """
    text = _UNREADABLE.sub("\ufffd", text)
    return _GLUED.sub(lambda match: _SIGN.sub(_spaced, match.group()), text)


def _spaced(match: re.Match[str]) -> str:
    return _NOTHING if match.group() == _NOTHING else " "


def _cut_to_size(text: str) -> Iterator[tuple[int, str]]:
    """A paragraph of megabytes in stretches, cut at white space where there is some."""
    start = 0
    while len(text) - start > MAX_AT_ONCE:
        end = start + MAX_AT_ONCE
        space = max(text.rfind(sign, start + MAX_AT_ONCE // 2, end) for sign in "\n ")
        if space > 0:
            end = space + 1
        yield start, text[start:end]
        start = end
    yield start, text[start:]
