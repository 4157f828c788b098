"""Find many redacted strings in many short texts at once."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from backend.document.phrases import normal_form
from backend.document.redacted import RedactedString
from backend.document.spans import Span
from backend.document.tokens import fold, tokens

# Between two texts; no phrase holds it and no white space of a phrase matches it, so nothing is found across.
_BORDER = "\n\x01\n"

Found = list[tuple[Span, str]]
"""Spans of one text with their placeholders, in order and without overlaps."""


@dataclass(frozen=True, slots=True)
class Search:
    """The redacted strings of a document, ready to be looked for.

    Names, numbers and always-terms are looked for one by one in all texts joined; words of the model are looked up
    for each term of the texts, since there may be thousands of them.
    """

    strings: Sequence[RedactedString]
    _words: dict[str, RedactedString] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = {normal_form(each.text): each for each in self.strings if each.is_word}
        object.__setattr__(self, "_words", words)

    def find(self, text: str) -> Found:
        """What to replace in one text."""
        return self.find_all([text]).get(0, [])

    def find_all(self, texts: Sequence[str]) -> dict[int, Found]:
        """What to replace in each text, by its index; texts without a redacted string are left out.

        Where strings overlap, the one that starts first wins, then the longer.
        """
        if not (texts and self.strings):
            return {}
        joined = _BORDER.join(texts)
        starts = _starts(texts)
        found: dict[int, Found] = defaultdict(list)
        for start, end, placeholder in _settled([*self._phrases(joined), *self._terms(joined)]):
            index = bisect_right(starts, start) - 1
            found[index].append((Span(start - starts[index], end - starts[index]), placeholder))
        return dict(found)

    def _phrases(self, text: str) -> list[tuple[int, int, str]]:
        folded = fold(text)
        return [
            (span.start, span.end, each.placeholder)
            for each in self.strings
            if not each.is_word
            for span in each.spans(text, folded)
        ]

    def _terms(self, text: str) -> list[tuple[int, int, str]]:
        if not self._words:
            return []
        return [
            (token.start, token.end, word.placeholder)
            for token in tokens(text)
            if (word := self._words.get(token.term)) and word.spans(text[token.start : token.end])
        ]


def _starts(texts: Sequence[str]) -> list[int]:
    starts = [0]
    for text in texts[:-1]:
        starts.append(starts[-1] + len(text) + len(_BORDER))
    return starts


def _settled(found: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    kept: list[tuple[int, int, str]] = []
    for each in sorted(found, key=lambda each: (each[0], -each[1])):
        if not kept or each[0] >= kept[-1][1]:
            kept.append(each)
    return kept
