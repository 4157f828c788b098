"""Which suggestions contain others or the terms that were asked for, and where terms stand without being suggested.

Where two suggestions overlap, the longer one has the place: that of "kestrelux" in "kestrelux.example" belongs to
the host. A person who accepts the name alone has to be told that it still stands there.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from backend.document.model import Document, Place, StoryKind
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, is_searchable
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import SpanCover
from backend.review.suggestions import Suggestion

BlockTexts = Mapping[tuple[str, StoryKind, int], str]
"""The text of each block, by part, kind of story and ordinal."""


@dataclass(frozen=True, slots=True)
class AskedTerm:
    """A term of the request, with the ids of its suggestions, and of the longer suggestions that contain it."""

    term: str
    suggestions: tuple[str, ...]
    inside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NestedTerms:
    """The relations between the terms of an analysis; suggestions are named by their ids.

    `inside` are, for each suggestion, the others whose text contains it, in another spelling too. `elsewhere`
    counts the places in the text where a term that its context alone tells stands without being suggested.
    """

    inside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    elsewhere: Mapping[str, int] = field(default_factory=dict)
    asked: tuple[AskedTerm, ...] = ()

    @classmethod
    def of(
        cls,
        document: Document,
        suggestions: Sequence[Suggestion],
        placeholders: Mapping[str, str],
        asked: Sequence[Phrase] = (),
    ) -> "NestedTerms":
        """Compare all suggestions of a document with each other, and with the terms `asked` for.

        `placeholders` are those of the suggestions; they tell which terms are people.
        """
        texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}
        written = {each.id: _written(each.places, texts) for each in suggestions}
        return cls(
            _inside(suggestions, placeholders, written),
            _elsewhere(document, suggestions, written),
            _asked(asked, written),
        )


_Written = Mapping[str, tuple[str, ...]]
"""The distinct texts at the places of each suggestion, by its id."""


def _written(places: Iterable[Place], texts: BlockTexts) -> tuple[str, ...]:
    found = (texts[each.part, each.kind, each.block][each.span.start : each.span.end] for each in places)
    return tuple(dict.fromkeys(found))


def _inside(
    suggestions: Sequence[Suggestion], placeholders: Mapping[str, str], written: _Written
) -> dict[str, tuple[str, ...]]:
    listed = [(each, text) for each in suggestions for text in each.spellings]
    strings = RedactedStrings(
        tuple(
            RedactedString(text, placeholders[each.id], each.is_word, each.case_sensitive) for each, text in listed
        )
    )
    inside: dict[str, dict[str, None]] = defaultdict(dict)
    for longer, texts in written.items():
        for text in texts:
            for position, _ in strings.find(text):
                term, _spelling = listed[position]
                if term.id != longer:
                    inside[term.id][longer] = None
    return {term: tuple(others) for term, others in inside.items()}


def _elsewhere(document: Document, suggestions: Sequence[Suggestion], written: _Written) -> dict[str, int]:
    in_context = [
        (each.id, text)
        for each in suggestions
        if not each.spellings
        for text in written[each.id]
        if is_searchable(text)
    ]
    if not in_context:
        return {}
    index = PhraseIndex.of(Phrase(text, case_sensitive=True) for _, text in in_context)
    taken: dict[tuple[str, StoryKind, int], SpanCover] = {
        key: SpanCover(place.span for place in places) for key, places in _by_block(suggestions).items()
    }
    counts: dict[str, int] = defaultdict(int)
    for story, block in document.blocks():
        if not story.kind.repeats:
            cover = taken.get((story.part, story.kind, block.ordinal))
            places = {(in_context[position][0], span) for position, span in index.find(block.text)}
            for name, span in places:
                counts[name] += cover is None or not cover.overlaps(span)
    return dict(counts)


def _by_block(suggestions: Iterable[Suggestion]) -> dict[tuple[str, StoryKind, int], list[Place]]:
    places: dict[tuple[str, StoryKind, int], list[Place]] = defaultdict(list)
    for each in suggestions:
        for place in each.places:
            places[place.part, place.kind, place.block].append(place)
    return places


def _asked(asked: Sequence[Phrase], written: _Written) -> tuple[AskedTerm, ...]:
    index = PhraseIndex.of_spellings(asked)
    whole: dict[int, dict[str, None]] = defaultdict(dict)
    part: dict[int, dict[str, None]] = defaultdict(dict)
    for name, texts in written.items():
        for position, is_whole in _found(index, texts):
            (whole if is_whole else part)[position][name] = None
    return tuple(
        AskedTerm(each.text, tuple(whole[at]), tuple(name for name in part[at] if name not in whole[at]))
        for at, each in enumerate(asked)
    )


def _found(index: PhraseIndex, texts: Iterable[str]) -> Iterator[tuple[int, bool]]:
    for text in texts:
        for position, span in index.find(text):
            yield position, span.end - span.start == len(text)
