"""Find many redacted strings in many short texts at once."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from backend.document.lookup import Phrases
from backend.document.phrases import normal_form
from backend.document.redacted import RedactedString
from backend.document.spans import Span, joined
from backend.document.tokens import tokens

# Between two texts; no phrase holds it and no white space of a phrase matches it, so nothing is found across.
_BORDER = "\n\x01\n"

Found = list[tuple[Span, str]]
"""Spans of one text with their placeholders, in order and without overlaps."""


@dataclass(frozen=True, slots=True)
class Search:
    """The redacted strings of a document, ready to be looked for.

    Names, numbers and always-terms are found as phrases, words of the model as the terms of the texts.
    """

    strings: Sequence[RedactedString]
    _words: dict[str, RedactedString] = field(init=False, repr=False, compare=False)
    _others: Sequence[RedactedString] = field(init=False, repr=False, compare=False)
    _phrases: Phrases = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        others = tuple(each for each in self.strings if not each.is_word)
        words = {normal_form(each.text): each for each in self.strings if each.is_word}
        object.__setattr__(self, "_words", words)
        object.__setattr__(self, "_others", others)
        object.__setattr__(self, "_phrases", Phrases.of(each.phrase for each in others))

    def find(self, text: str) -> Found:
        """What to replace in one text."""
        return self.find_all([text]).get(0, [])

    def find_all(self, texts: Sequence[str]) -> dict[int, Found]:
        """What to replace in each text, by its index; texts without a redacted string are left out.

        Strings that overlap are replaced together, by the placeholder of the longest.
        """
        if not (texts and self.strings):
            return {}
        whole = _BORDER.join(texts)
        starts = _starts(texts)
        found: dict[int, Found] = defaultdict(list)
        for span, placeholder in joined([*self._named(whole), *self._terms(whole)]):
            index = bisect_right(starts, span.start) - 1
            found[index].append((Span(span.start - starts[index], span.end - starts[index]), placeholder))
        return dict(found)

    def _named(self, text: str) -> Iterator[tuple[Span, str]]:
        for position, span in self._phrases.find(text):
            yield span, self._others[position].placeholder

    def _terms(self, text: str) -> Iterator[tuple[Span, str]]:
        if not self._words:
            return
        for term, start, end in tokens(text):
            word = self._words.get(term)
            if word is not None and word.phrase.has_its_capitals(text[start:end]):
                yield Span(start, end), word.placeholder


def _starts(texts: Sequence[str]) -> list[int]:
    starts = [0]
    for text in texts[:-1]:
        starts.append(starts[-1] + len(text) + len(_BORDER))
    return starts
