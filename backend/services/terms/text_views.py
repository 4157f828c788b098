"""The views of a file (with comments, embedded files, deleted text and so on); k has to hold in each of them.

k over the counted text is not enough: the words of the client could stand in an embedded file or in deleted text,
or words of other clients could outweigh them where nobody sees those. So each layer of each file is held by itself,
with what everybody sees of that file and nothing else.
"""

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from backend.blocking.confusability import ModelWordCounts, from_word_counts
from backend.blocking.objectives import Objective
from backend.blocking.simple_redactor import simple_levels
from backend.document.model import NESTED_IN, Document, Layers, StoryKind, TextOutsideStories
from backend.document.placeholders import expose_unknown_placeholders, holds_custom_placeholder
from backend.document.tokens import terms
from backend.learning.visible_clients import VisibleClients
from backend.services.terms.industry import CountedRank, industry_shown_in_views, rank_that_counts
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import ChosenLevel

IndustryShown = Callable[[ModelWordCounts], tuple[int, ...] | None]
"""The clients of the industry that a text shows, given as the words that are left; see `industry_shown`."""


@dataclass(frozen=True, slots=True)
class ReadableFile:
    """A file with unknown placeholders spelled out: its text, and the texts outside it."""

    document: Document
    outside: TextOutsideStories

    @classmethod
    def of(cls, document: Document, outside: TextOutsideStories, known: Collection[str]) -> "ReadableFile":
        """Build it from a file's content; `known` are the kinds of custom recognisers."""
        if not any(holds_custom_placeholder(text) for text in _all_texts(document, outside)):
            return cls(document, outside)

        def spelled(texts: Iterable[str]) -> tuple[str, ...]:
            return tuple(expose_unknown_placeholders(text, known) for text in texts)

        stories = tuple(
            replace(
                story,
                blocks=tuple(
                    replace(block, text=expose_unknown_placeholders(block.text, known)) for block in story.blocks
                ),
            )
            for story in document.stories
        )
        layers = tuple(
            replace(
                each,
                without=tuple(map(spelled, each.without)),
                beside=tuple((kind, spelled(texts)) for kind, texts in each.beside),
            )
            for each in outside.layers
        )
        return cls(
            replace(document, stories=stories),
            replace(
                outside,
                texts=spelled(outside.texts),
                said=spelled(outside.said),
                layers=layers,
                often=dict(zip(spelled(outside.often), outside.often.values(), strict=True)),
            ),
        )

    def least_rank(self, subject: Subject, objective: Objective | None, visible: VisibleClients) -> CountedRank:
        """The lowest rank that the client has in any of the views, among the clients that count; see `industry`."""
        model = subject.model.by_client
        files = _files(self.document, _comments(self.outside))
        ways = _ways(files, self.outside, _unseen(files, self.outside))
        seen = [from_word_counts(model, words) for words in _distinct(ways.values())]
        held = [seen[0], *(each for each in seen[1:] if len(each.features))]
        alike = industry_shown_in_views(subject, objective, visible, held)
        ranks = [
            rank_that_counts(each.scores_against(subject.client), subject.client, alike, subject.k) for each in held
        ]
        return min(ranks, key=lambda each: each.rank)


@dataclass(frozen=True, slots=True, eq=False)
class TextView:
    """One view of a document: all its words, and the words that other redactions keep."""

    original: ModelWordCounts
    remaining: ModelWordCounts

    @property
    def length(self) -> int:
        """The number of words in it that the model knows."""
        return int(self.original.counts.sum())


def views_of(
    subject: Subject, before: Document, left: Document, outside: TextOutsideStories
) -> tuple[TextView, ...]:
    """Return the views of a document: the counted text, then everything; `left` is the text after redactions.

    There is one way where all others say the same.
    """
    model, files = subject.model.by_client, _files(before, _comments(outside))
    unseen = _unseen(files, outside)
    ways, now = _ways(files, outside, unseen), _ways(_files(left, _comments(outside)), outside, unseen)
    found: dict[tuple[tuple[str, int], ...], TextView] = {}
    for name, words in ways.items():
        rest = now.get(name, Counter())
        key = (*sorted(words.items()), ("", 0), *sorted(rest.items()))
        if key not in found:
            found[key] = TextView(from_word_counts(model, words), from_word_counts(model, rest))
    return tuple(found.values())


def views_of_copy(
    subject: Subject, document: Document, left: Document, copy: Document, outside: TextOutsideStories
) -> tuple[TextView, ...]:
    """The views of the clean copy, which contains less.

    What other redactions have `left` of a paragraph is the same there, unless the cleaning changes the paragraph.
    """
    now = {
        before.text: after.text for (_, before), (_, after) in zip(document.blocks(), left.blocks(), strict=True)
    }
    stories = tuple(
        replace(story, blocks=tuple(replace(each, text=now.get(each.text, each.text)) for each in story.blocks))
        for story in copy.stories
    )
    return views_of(subject, copy, replace(copy, stories=stories), outside)


def extend_to_all_views(
    chosen: Sequence[ChosenLevel],
    views: Sequence[TextView],
    subject: Subject,
    shown: IndustryShown,
    keep: AbstractSet[str],
    removable: AbstractSet[str],
) -> tuple[ChosenLevel, ...]:
    """Extend the levels by words until k holds in every view; levels ascend.

    For a caller from whom clients are hidden, the rivals of a program may be too few hidden ones to count. A level
    without a floor may show the industry (`shown`) nevertheless, and then the levels of the industry hold too. Only
    `removable` words are added, those of the text: nobody can accept a word that stands outside the text alone.
    """
    enough = len(views) == 1 and subject.model.by_client.unsaid is None
    if enough and (subject.model.by_utility is None or all(level.among is not None for level in chosen)):
        return tuple(chosen)
    found: list[ChosenLevel] = []
    more: dict[str, None] = {}
    for level in chosen:
        words = dict.fromkeys((*level.words, *more))
        for _ in range(2):  # what one view needs may turn the balance of another
            before = len(words)
            for view in views:
                left = view.remaining.without(words)
                stay = keep | (left.words - removable)
                words |= dict.fromkeys(_more_words(view, left, level, subject, shown, stay))
            if len(words) == before:
                break
        more = {word: None for word in words if word not in level.words}
        found.append(replace(level, words=tuple(words)))
    return tuple(found)


def _more_words(
    view: TextView,
    left: ModelWordCounts,
    level: ChosenLevel,
    subject: Subject,
    shown: IndustryShown,
    stay: AbstractSet[str],
) -> tuple[str, ...]:
    """The words that have to go as well, so that k holds in a view among the clients that count at the level."""
    client = subject.client
    words: tuple[str, ...] = ()
    for k in range(level.k, len(subject.model.clients) + 1):
        now = left.without(words)
        if not len(now.features):
            break
        alike = shown(now) if level.among is None else level.among
        if rank_that_counts(now.scores_against(client), client, alike, level.k).rank >= level.k:
            break
        words = simple_levels(view.original, client, k, nested=False, keep=stay, remaining=left)[-1].words
        if alike is None:
            break
    return words


def _all_texts(document: Document, outside: TextOutsideStories) -> Iterator[str]:
    yield from (block.text for _, block in document.blocks())
    yield from outside.texts
    yield from outside.said
    for layers in outside.layers:
        for texts in (*layers.without, *(texts for _, texts in layers.beside)):
            yield from texts


def _words(texts: Iterable[str]) -> Counter[str]:
    return Counter(term for text in texts for term in terms(text))


def _distinct(ways: Iterable[Counter[str]]) -> Iterable[Counter[str]]:
    return {tuple(sorted(words.items())): words for words in ways}.values()


@dataclass(slots=True)
class _File:
    """The words of one file, layer by layer: what it says now, in comments, before deletions, in second copies."""

    now: Counter[str] = field(default_factory=Counter)
    comments: Counter[str] = field(default_factory=Counter)
    before: Counter[str] = field(default_factory=Counter)
    copies: Counter[str] = field(default_factory=Counter)

    @property
    def counted(self) -> Counter[str]:
        """All words that it contains now."""
        return self.now + self.comments


def _files(document: Document, comments: Container[str]) -> dict[str, _File]:
    """The files of a document by the way to them, the document itself first; `comments` are parts."""
    changed = {
        (story.part, block.ordinal) for story, block in document.blocks() if story.kind is StoryKind.BEFORE_DELETION
    }
    boxes = {(story.part, block.text) for story, block in document.blocks() if story.kind is StoryKind.TEXT_BOX}
    files: dict[str, _File] = {"": _File()}
    for story, block in document.blocks():
        way, nested, _ = story.part.rpartition(NESTED_IN)
        file = files.setdefault(way + nested, _File())
        words_of_block = terms(block.text)
        if story.kind is StoryKind.COPY:
            if (story.part, block.text) not in boxes:
                file.copies.update(words_of_block)
        elif story.kind is StoryKind.BEFORE_DELETION:
            file.before.update(words_of_block)
        elif story.part in comments:
            file.comments.update(words_of_block)
        else:
            file.now.update(words_of_block)
            if (story.part, block.ordinal) not in changed:
                file.before.update(words_of_block)
    return files


def _comments(outside: TextOutsideStories) -> frozenset[str]:
    return frozenset(part for each in outside.layers for part in each.comments)


def _unseen(files: Mapping[str, _File], outside: TextOutsideStories) -> Mapping[str, Sequence[Counter[str]]]:
    """For each file, the words that each of its ways to keep text out of sight keeps there."""
    return {
        each.way: [files[each.way].counted - _words(texts) for texts in each.without]
        for each in outside.layers
        if each.way in files
    }


Way = tuple[str, str, int]
"""The way to a file, which of its layers, and a number of that."""


def _ways(
    files: Mapping[str, _File], outside: TextOutsideStories, unseen: Mapping[str, Sequence[Counter[str]]]
) -> dict[Way, Counter[str]]:
    """The words of each way to read a document: what counts, everything, and each layer of each file by itself.

    A file in the document is opened alone, and nobody need look at more than one layer: deletions, comments, what
    is hidden, what stands beside the text, each kind for itself.
    """
    everything = _words(outside.texts)
    for file in files.values():
        everything += (file.now | file.before) + file.comments + file.copies
    found: dict[Way, Counter[str]] = {("", "counted", 0): files[""].counted, ("", "everything", 0): everything}
    layers = {each.way: each for each in outside.layers}
    for way, file in files.items():
        hidden = unseen.get(way, ())
        found |= {(way, *name): words for name, words in _layers(file, layers.get(way, Layers()), hidden).items()}
    return found


def _layers(file: _File, layers: Layers, hidden: Sequence[Counter[str]]) -> dict[tuple[str, int], Counter[str]]:
    seen = _without(file.now, hidden)
    found = {
        ("seen", 0): seen,
        ("comments", 0): seen + file.comments,
        ("before", 0): _without(file.before, hidden),
        ("copies", 0): seen + file.copies,
    }
    for number in range(len(hidden)):
        others = [each for other, each in enumerate(hidden) if other != number]
        found["hidden", number] = _without(file.now, others)
    for number, (_, texts) in enumerate(layers.beside):
        found["beside", number] = seen + _words(texts)
    return found


def _without(words: Counter[str], removed: Iterable[Counter[str]]) -> Counter[str]:
    for each in removed:
        words = words - each
    return words
