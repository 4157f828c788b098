"""Cut texts into words for the held-out attackers; the tokeniser of the product is not used here."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache

PLACEHOLDER = re.compile("\\[[A-Z][A-Z0-9_]*(?: [0-9]+|\u00a0[0-9]*)?\\]")
"""A bracketed word in capitals, with a number or without: what an attacker sees in place of a redacted term.

In narrow places a no-break space follows the word.
"""


@dataclass(frozen=True, slots=True)
class Tokeniser:
    """How words are cut out of a text: every match of `pattern`, in lower case unless `cased`.

    With `only`, words that it does not return are ignored.
    """

    name: str
    pattern: re.Pattern[str]
    cased: bool = False
    only: Callable[[], Collection[str]] | None = None

    def parts(self, text: str) -> tuple[tuple[str, ...], ...]:
        """Return the words of the text, in one part before, between and after its placeholders each.

        >>> WORDS.parts("The bank [TERM] its branches")
        (('the', 'bank'), ('its', 'branches'))
        """
        return tuple(self._words(part) for part in PLACEHOLDER.split(text))

    def _words(self, text: str) -> tuple[str, ...]:
        words = self.pattern.findall(text if self.cased else text.lower())
        if self.only is None:
            return tuple(words)
        known = self.only()
        return tuple(word for word in words if word in known)


WORDS = Tokeniser("words", re.compile(r"\b\w\w+\b"))
"""As scikit-learn's vectorisers cut by default: letters and digits, at least two."""

SPACED = Tokeniser("between spaces", re.compile(r"[$€£¥]?\w(?:\S*\w)?%?"))
"""What stands between spaces, without the marks around it: *long-term*, *company's*, *$4.37*."""

AS_WRITTEN = Tokeniser("between spaces, capitals kept", SPACED.pattern, cased=True)

LETTERS = Tokeniser("letters", re.compile(r"[^\W\d_]+"))
"""Letters only, and a single one is a word too."""

COMPOUNDS = Tokeniser("compounds", re.compile(r"\w+(?:[-'’./&_]+\w+)*"))
"""Words that are joined by a mark are one word: *long-term*, *company's*, *4.37*, *and/or*."""


@cache
def _stop_words() -> frozenset[str]:
    # scikit-learn takes three seconds to import, and few attackers need it.
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return frozenset(ENGLISH_STOP_WORDS)


STYLE = Tokeniser("stop words", LETTERS.pattern, only=_stop_words)
"""The stop words of scikit-learn alone: they show a person's style, not the subject."""


def runs_of(parts: tuple[tuple[str, ...], ...], shortest: int, longest: int) -> Iterator[str]:
    """Yield all runs of neighbouring words, joined by spaces; none reaches from one part into the next.

    >>> list(runs_of((("a", "b", "c"), ("d",)), 1, 2))
    ['a', 'b', 'c', 'a b', 'b c', 'd']
    """
    for part in parts:
        for size in range(shortest, longest + 1):
            yield from (part if size == 1 else map(" ".join, zip(*(part[i:] for i in range(size)), strict=False)))


def joined(parts: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Return all words as one part, so that runs reach across placeholders.

    >>> joined((("a", "b"), ("c",)))
    (('a', 'b', 'c'),)
    """
    return (tuple(word for part in parts for word in part),)
