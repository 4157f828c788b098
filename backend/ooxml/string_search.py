"""Find many redacted strings in many short texts at once."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from backend.document.plain_letters import plain_letters
from backend.document.redacted_strings import RedactedStrings
from backend.document.spans import Span, merge_overlapping

BORDER = "\n\x01\n"
"""Between two texts; no phrase holds it and no white space of a phrase matches it, so nothing is found across."""

LONGEST_NAME = 255
"""Letters and digits at most that Word or Excel keeps of a name."""

Found = list[tuple[Span, str]]
"""Spans of one text with their placeholders, in order and without overlaps."""


@dataclass(frozen=True)
class StringSearch:
    """The redacted strings of a document, to be replaced outside its stories."""

    strings: RedactedStrings

    @cached_property
    def without_words(self) -> "StringSearch":
        """Return the search without words of the model, for text that may be Word's own."""
        names = tuple(string for string in self.strings.strings if not string.is_word)
        if len(names) == len(self.strings.strings):
            return self
        return StringSearch(replace(self.strings, strings=names))

    @cached_property
    def placeholder(self) -> re.Pattern[str] | None:
        """Return a pattern for what stands in place of the redacted strings; None if nothing does."""
        written = {each.placeholder for each in self.strings.strings} - {""}
        return re.compile("|".join(map(re.escape, sorted(written)))) if written else None

    @cached_property
    def fronts(self) -> Mapping[str, str]:
        """Return the placeholder for every beginning of a redacted string, in the form of `compact`."""
        return {
            signs[:length]: string.placeholder
            for string in self.strings.strings
            for signs in [compact(string.text)[:LONGEST_NAME]]
            for length in range(1, len(signs) + 1)
        }

    def find(self, text: str) -> Found:
        """Return the replacements for one text."""
        return self.find_all([text]).get(0, [])

    def find_all(self, texts: Sequence[str]) -> dict[int, Found]:
        """What to replace in each text, by its index; texts without a redacted string are left out.

        Strings that overlap are replaced together, by the placeholder of the longest.
        """
        if not (texts and self.strings.strings):
            return {}
        starts = _starts(texts)
        places = (
            (span, self.strings.strings[position].placeholder)
            for position, span in self.strings.find(BORDER.join(texts))
        )
        found: dict[int, Found] = defaultdict(list)
        for span, placeholder in merge_overlapping(places):
            index = bisect_right(starts, span.start) - 1
            found[index].append((Span(span.start - starts[index], span.end - starts[index]), placeholder))
        return dict(found)


def compact(text: str) -> str:
    """Return the letters and digits of a text, in small letters without accents.

    >>> compact("Crédit Halden-Rook")
    'credithaldenrook'
    """
    return "".join(char for char in plain_letters(text).casefold() if char.isalnum())


def _starts(texts: Sequence[str]) -> list[int]:
    starts = [0]
    for text in texts[:-1]:
        starts.append(starts[-1] + len(text) + len(BORDER))
    return starts
