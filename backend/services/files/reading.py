"""Read a file of any supported kind as a document, and write it back redacted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from typing import Protocol

from backend.document import plain_text
from backend.document.cleaning import AS_IT_STANDS, Cleaning
from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import NOTHING_OUTSIDE, Document, Layers, Replacement, TextOutsideStories
from backend.document.placeholders import is_placeholder
from backend.document.readings import counted_once
from backend.document.redacted_strings import RedactedStrings
from backend.errors import UnsupportedFile
from backend.files import read_bytes
from backend.ooxml.clean.clean_copy import clean
from backend.ooxml.clean.pane_marks import highlights_like_marks, remove_pane_marks
from backend.ooxml.coverage import known_entries
from backend.ooxml.layout.short_placeholders import with_short_placeholders
from backend.ooxml.opc.nested_packages import all_packages
from backend.ooxml.opc.package import Package, open_package
from backend.ooxml.scrub.outside_text import text_outside_stories
from backend.ooxml.scrub.scrub import scrub
from backend.ooxml.word.reader import read_document
from backend.ooxml.word.writer import redact
from backend.processes.child import text_was_read
from backend.services.files.rows_of_copy import StoriesKept, rows_that_hold

WORD_SUFFIX = ".docx"
SUFFIXES = (WORD_SUFFIX, *plain_text.SUFFIXES)
LOCK_FILE = "~$"
"""Word puts a file of this prefix beside an open document; it holds the user's name and no text."""


class OpenFile(Protocol):
    """A file that was read: its document, and a way to redact it."""

    @property
    def document(self) -> Document:
        """The document."""

    @property
    def outside(self) -> TextOutsideStories:
        """Texts outside the stories: link targets, alternative texts, charts."""

    def fitted(self, replacements: Sequence[Replacement]) -> tuple[Replacement, ...]:
        """Return the replacements with short placeholders where there is no room for long ones."""

    def redacted(self, replacements: Sequence[Replacement], strings: RedactedStrings) -> "Redacted":
        """Return the file with each place replaced, and each string removed everywhere else."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """The bytes of a redacted file, and how each kind of text in each part was treated."""

    content: bytes
    covered: tuple[CoverageEntry, ...]


@dataclass(frozen=True)
class WordFile:
    """A .docx; properties and other non-text parts are scrubbed too.

    `cleaned` is what was done to it before it was read.
    """

    package: Package
    document: Document
    cleaned: tuple[CoverageEntry, ...] = ()

    @cached_property
    def outside(self) -> TextOutsideStories:
        """See OpenFile."""
        return text_outside_stories(self.package)

    def fitted(self, replacements: Sequence[Replacement]) -> tuple[Replacement, ...]:
        """See OpenFile; also the placeholders that the document has already."""
        return with_short_placeholders(self.package, self.document, replacements)

    def redacted(self, replacements: Sequence[Replacement], strings: RedactedStrings) -> Redacted:
        """See OpenFile."""
        scrubbed = scrub(redact(self.package, replacements), strings)
        covered = (*self.cleaned, *_stories(self.document, replacements), *scrubbed.covered)
        return Redacted(scrubbed.package.to_bytes(), known_entries(covered))


@dataclass(frozen=True, slots=True)
class TextFile:
    """A .txt or .md; `shown` is the text of Markdown without what only its source shows, where it has such."""

    content: bytes
    document: Document
    shown: str | None = None

    @property
    def outside(self) -> TextOutsideStories:
        """See OpenFile; a text file has nothing besides its text."""
        return (
            NOTHING_OUTSIDE
            if self.shown is None
            else TextOutsideStories(layers=(Layers(without=((self.shown,),)),))
        )

    def fitted(self, replacements: Sequence[Replacement]) -> tuple[Replacement, ...]:
        """See OpenFile; lines of a text file are as long as they need to be."""
        return tuple(replacements)

    def redacted(self, replacements: Sequence[Replacement], strings: RedactedStrings) -> Redacted:
        """See OpenFile."""
        del strings
        content = plain_text.redact_text(self.content, tuple(replacements))
        return Redacted(content, tuple(_stories(self.document, replacements)))


def _stories(document: Document, replacements: Sequence[Replacement]) -> Iterator[CoverageEntry]:
    """A coverage row for each story, with the number of replaced places; a placeholder made shorter is none."""
    earlier = {
        (story.part, story.kind, block.ordinal): block.text
        for story, block in document.blocks()
        if "[" in block.text
    }
    counts = Counter(
        (place.part, place.kind)
        for place in (each.place for each in counted_once(document, replacements, lambda each: each.place))
        if not is_placeholder(place.span.of(earlier.get((place.part, place.kind, place.block), "")))
    )
    for story in document.stories:
        count = counts[story.part, story.kind]
        yield CoverageEntry(story.part, story.kind.value, Treatment.REDACTED, count)


_Known = dict[tuple[str, bytes, Cleaning], OpenFile]
_known: ContextVar[_Known | None] = ContextVar("known_files", default=None)
_MOST_KNOWN = 2
"""Files that are kept while a request is processed: the original and the redacted one."""


@contextmanager
def each_file_read_once() -> Iterator[None]:
    """Let `open_file` return the same file for the same content within this context, and drop it at its end.

    An approval reads a document to redact it, and again to recognise it later; a check reads a file three times.
    """
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


def copied(name: str, redacted: Redacted, policy: Cleaning, strings: RedactedStrings) -> Redacted:
    """Make a clean copy of a redacted file, and keep the record of earlier treatment.

    What nobody had examined may be gone by now, so of that the copy alone tells. Of what was redacted before, only
    what the copy has is counted.
    """
    before, cleaned = open_file(name, redacted.content), open_file(name, redacted.content, policy)
    copy = cleaned.redacted((), strings)
    done = [each for each in redacted.covered if each.treatment is not Treatment.NOT_EXAMINED and each.count]
    if isinstance(before, WordFile) and isinstance(cleaned, WordFile):
        gone = _parts_of(before) - _parts_of(cleaned)
        stories = StoriesKept.of(before.document, cleaned.document)
        done = rows_that_hold(done, stories, gone, copy.covered)
    return Redacted(copy.content, (*done, *copy.covered))


def _parts_of(file: WordFile) -> frozenset[str]:
    """The parts of a file, and of those in it."""
    return frozenset(f"{way}{part}" for way, package in all_packages(file.package) for part in package.parts)


def counted_texts(path: Path) -> tuple[str, ...]:
    """The texts of a file that are counted in training.

    Raises UnreadableFile, and whatever `open_file` does.
    """
    return open_file(path.name, read_bytes(path)).document.counted_texts()


def open_file(name: str, content: bytes, policy: Cleaning = AS_IT_STANDS) -> OpenFile:
    """Read a file by its suffix; a Word file is first cleaned as the policy asks.

    Work that can be ended may take the longer, the longer the text is.

    Raises UnsupportedFile for other kinds, and a DocumentError when the content is not what the name says.
    """
    file = _open_once(PurePath(name).suffix.lower(), content, policy)
    text_was_read(file.document.length, len(content))
    return file


def highlights_like_marks_in(name: str, content: bytes) -> int:
    """How many stretches of a file are highlighted in a colour of the pane; see `pane_marks`.

    Raises a DocumentError when the content is not what the name says.
    """
    is_word = PurePath(name).suffix.lower() == WORD_SUFFIX
    return highlights_like_marks(open_package(content)) if is_word else 0


def _open_once(suffix: str, content: bytes, policy: Cleaning) -> OpenFile:
    known = _known.get()
    if known is None:
        return _open(suffix, content, policy)
    key = suffix, content, policy
    if key not in known:
        file = _open(suffix, content, policy)
        if len(known) == _MOST_KNOWN:
            del known[next(iter(known))]
        known[key] = file
    return known[key]


def _open(suffix: str, content: bytes, policy: Cleaning) -> OpenFile:
    if suffix == WORD_SUFFIX:
        package, unmarked = remove_pane_marks(open_package(content))
        package, cleaned = clean(package, policy)
        return WordFile(package, read_document(package), (*unmarked, *cleaned))
    if suffix in plain_text.SUFFIXES:
        document = plain_text.read_text(content)
        shown = plain_text.shown_of_markdown(document) if suffix == plain_text.MARKDOWN else None
        return TextFile(content, document, shown)
    raise UnsupportedFile(f"Unsaid does not read files of this type. Use {', '.join(SUFFIXES)}.")
