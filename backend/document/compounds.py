"""Compounds: words that are written without a space between them, as many tokenisers keep them.

The product's tokeniser splits "long-term", "Ford's" and "$4.37" into words. A reader who does not split them has
other features, so that the attackers among the constraints of a program read compounds too.
"""

import re
from functools import lru_cache

from backend.document.tokens import fold, terms

_PART = r"[^\W_]++"
_MARK = r"(?:[^\w\s^]|_){1,3}"
_SIGN = r"[$€£¥#@&+<>=~%/\\|°§]"
"""What stays with a number or a word where only the punctuation around it is stripped."""
_MOST_PARTS = 6
"""Longer ones are addresses of pages, of which hardly any occurs twice."""

_MORE = rf"(?:{_MARK}{_PART}){{0,{_MOST_PARTS - 1}}}+"
_CHUNK = re.compile(rf"(?<![^\W_])({_SIGN}{{0,3}})({_PART}{_MORE})({_SIGN}{{0,2}})")
_APOSTROPHES = str.maketrans("’ʼ", "''")
_HYPHENS = str.maketrans("‐‑–—", "----")


def compounds(text: str) -> list[str]:
    """Return the compounds of a text in order, folded as terms are.

    >>> compounds("Ford’s long-term plan: $4.37 and/or 9% of [CLIENT]-like goods")
    ["ford's", 'long-term', '$4.37', 'and/or', '9%']
    """
    folded = fold(text).text.translate(_APOSTROPHES).translate(_HYPHENS)
    return [
        f"{before}{chunk}{after}"
        for before, chunk, after in _CHUNK.findall(folded)
        if before or after or not chunk.isalnum()
    ]


@lru_cache(maxsize=65_536)
def words_of(compound: str) -> tuple[str, ...]:
    """Return the terms that a compound consists of.

    >>> words_of("ford's"), words_of("long-term")
    (('ford',), ('long', 'term'))
    """
    return tuple(terms(compound))
