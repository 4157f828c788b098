"""Find the places of phrases in a redacted file, each place once: in its text, beside it, or in its bytes."""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from backend.document.model import Document, TextOutsideStories
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.services.redaction.counted_places import Phrases, places_in, places_outside
from backend.verification.places import places_once
from backend.verification.residue import verify


class Searched(Protocol):
    """A redacted file, read again."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def content(self) -> bytes:
        """Its bytes."""

    @property
    def document(self) -> Document:
        """Its text."""

    @property
    def beside(self) -> TextOutsideStories:
        """The texts outside the stories."""


def found_places(
    result: Searched,
    phrases: Sequence[Phrase],
    shown: Document,
    excepted: AbstractSet[int] = frozenset(),
) -> Counter[Phrases]:
    """Count the places of the phrases in the text and beside it, and those of others as shown.

    Other spellings count as well: "Halden & Rook" is a place of "Halden & Rook Ltd", also where both stand. One
    search for all of them: one for each would take thousands of looks at every paragraph.
    """
    wanted = PhraseIndex.of_spellings(phrases)
    found = places_in(result.document, wanted) + places_outside(result.beside, wanted)
    known: set[int] = set().union(*found)
    more = places_in(shown, wanted)
    # Another term that nobody excepts is told of already. An excepted one does not hide what is new here.
    told = known - excepted
    return found + Counter(
        {place: count for place, count in more.items() if told.isdisjoint(place) and not place <= known}
    )


def hidden_places(
    result: Searched, phrases: Sequence[Phrase], entity: str, order: Sequence[int], known: int = 0
) -> Counter[Phrases]:
    """Count the places in the raw file of phrases, given by their positions, but for the first ones, the `known`.

    A place that several phrases share counts for the first of them.
    """
    if len(order) == known:
        return Counter()
    strings = RedactedStrings(tuple(string_of(phrases[position], entity) for position in order))
    rows = verify(result.content, result.document, strings, result.name).places
    counts: Counter[Phrases] = Counter()
    for row in places_once(rows):
        if row.index is not None and row.index >= known:
            counts[frozenset({order[row.index]})] += row.count
    if not known and rows and not counts.total():
        counts[frozenset({order[0]})] = 1
    return +counts


def string_of(phrase: Phrase, entity: str) -> RedactedString:
    """Return what a search looks for."""
    return RedactedString(phrase.text, entity, case_sensitive=phrase.case_sensitive)
