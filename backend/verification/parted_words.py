"""Names of two words with signs between them: "Ibex, Kortholm". The raw search reads each capitalised word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from backend.verification.bare_letters import bare

_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"\s?(?:[^\w\s\0]\s?){1,4}")
_SENTENCE = re.compile(r"[^.]?[.?][\"'”’)\]]*\s")
"""The end of a sentence, which parts two of them."""
_SHORTEST = 4


@dataclass(slots=True)
class PartedWords:
    """The names by both of their words."""

    _by_words: dict[tuple[str, str], set[int]] = field(default_factory=dict)

    def add(self, index: int, term: str) -> None:
        """Take a name of two capitalised words in."""
        words = term.split()
        if len(words) == 2 and all(
            _WORD.fullmatch(word) and word[0].isupper() and len(word) >= _SHORTEST for word in words
        ):
            self._by_words.setdefault((bare(words[0]), bare(words[1])), set()).add(index)

    def find(self, text: str) -> Iterator[int]:
        """Yield the names whose two words stand beside each other with up to four signs between.

        >>> names = PartedWords()
        >>> names.add(2, "Ibex Kortholm")
        >>> [*names.find("of Ibex, Kortholm")], [*names.find("an ibex, Kortholm")], [*names.find("Ibex. Kortholm")]
        ([2], [], [])
        >>> [*names.find("Ibex ## Kortholm")], [*names.find("Ibex... Kortholm")], [*names.find('"Ibex." Kortholm')]
        ([2], [2], [])
        """
        if not self._by_words:
            return
        for one, two in pairwise(_WORD.finditer(text)):
            if not (one.group()[0].isupper() and two.group()[0].isupper()):
                continue
            between = text[one.end() : two.start()]
            if _GAP.fullmatch(between) and not _SENTENCE.match(between):
                yield from self._by_words.get((bare(one.group()), bare(two.group())), ())
