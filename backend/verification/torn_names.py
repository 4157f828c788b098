"""Names whose first letter stands alone before the rest, as a drop cap does, with placeholders for some of them.

"[TERM]" and "alden & [TERM] met us" are two paragraphs, and a reader sees who met. The letter, or words behind the
first one, may be redacted as something else; the rest of the first word must stand there.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from backend.verification.encodings import BORDER

_SHORTEST = 5
"""Letters of a first word; the rest of a shorter one is a word."""
_MOST_WORDS = 5
"""Words of a name that are compared."""
_EDGE = 300
_WORD = re.compile(rf"[^\W_]+|{BORDER}")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_ENDS_ALONE = re.compile(r"(?:^|(?<=[\s\0]))([^\W_]|\0)\s?$")
"""A letter or a placeholder at the end of a text."""

Rest = tuple[str, ...]
"""The words of a name without its first letter, in normalised form; some are placeholders."""


@dataclass(frozen=True, slots=True)
class TornNames:
    """Names by their rest, then by their first letter."""

    by_rest: Mapping[Rest, Mapping[str, Iterable[int]]]
    first_words: frozenset[str]
    normalise: Callable[[str], str]

    @classmethod
    def of(cls, names: Iterable[tuple[int, str]], normalise: Callable[[str], str]) -> "TornNames":
        """Index names by the position of their string."""
        by_rest: dict[Rest, dict[str, set[int]]] = {}
        for index, name in names:
            first, *others = _WORD.findall(normalise(name))[:_MOST_WORDS] or [""]
            if len(first) < _SHORTEST or not first.isalpha() or not name[0].isupper():
                continue
            for words in product(*((word, BORDER) for word in others)):
                by_rest.setdefault((first[1:], *words), {}).setdefault(first[0], set()).add(index)
        return cls(by_rest, frozenset(rest[0] for rest in by_rest), normalise)

    def find(self, texts: Sequence[str]) -> Iterator[int]:
        """Yield the names of which one letter ends a text, and the rest begins the next one."""
        seen: set[tuple[Rest, str]] = set()
        for before, behind in pairwise(texts if self.by_rest else ()):
            word = _FIRST_WORD.match(behind)
            if word is None or not behind[0].islower() or self.normalise(word.group()) not in self.first_words:
                continue
            letter = _ENDS_ALONE.search(self.normalise(before[-_EDGE:])[-3:])
            words = tuple(_WORD.findall(self.normalise(behind[:_EDGE]))[:_MOST_WORDS]) if letter else ()
            seen |= {(words[:length], letter.group(1)) for length in range(1, len(words) + 1) if letter}
        for rest, letter_or_placeholder in seen:
            for first, indices in self.by_rest.get(rest, {}).items():
                if letter_or_placeholder in (BORDER, first):
                    yield from indices
