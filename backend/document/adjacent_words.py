"""Tell which words are adjacent: only separators of a phrase are between them."""

import re

from backend.document.tokens import IGNORED

_SPACES = r"[^\S\n\r\t\f\v\u2028\u2029]*+"
_GAP = re.compile(
    rf"[{IGNORED}]*+(?:"
    rf"{_SPACES}(?:\r\n|[\n\r\u2028])?+{_SPACES}|"  # a line may end in a phrase
    r"[-_/'’\u2010-\u2013]|"
    r" ?& ?"
    rf")[{IGNORED}]*+"
)
"""White space within a paragraph, a sign inside a word, or "&"; a tab or an empty line parts two texts."""


def are_adjacent(gap: str) -> bool:
    """Tell whether two words with the text `gap` between them may belong to one phrase.

    >>> [are_adjacent(gap) for gap in (" ", "-", " & ", "\\n", "\\n\\n", ", ", ". ", "\\t")]
    [True, True, True, True, False, False, False, False]
    """
    return _GAP.fullmatch(gap) is not None
