"""How a word is named in a measure: a word may be as long as a document, and stand in many lists."""

LONGEST_NAMED = 100
"""Characters of a named word; the longest words of people have about half as many."""


def named(word: str) -> str:
    """Return a word as reports and answers name it.

    >>> named("crane"), len(named("crane" * 1000)), named("crane" * 1000)[-3:]
    ('crane', 100, 'an…')
    """
    return word if len(word) <= LONGEST_NAMED else word[: LONGEST_NAMED - 1] + "…"
