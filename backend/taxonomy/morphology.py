"""The endings that a dictionary takes off a word to find its base form."""

from collections.abc import Mapping

ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
"""The endings that WordNet takes off, and what it puts there, for each part of speech: morphy(7WN)."""


def without_endings(word: str, part: str) -> list[str]:
    """Return what is left of a word in small letters, once each ending of a part of speech is taken off.

    >>> without_endings("boxes", "n")
    ['boxe', 'box']
    """
    return [
        word.removesuffix(ending) + instead
        for ending, instead in ENDINGS[part]
        if word.endswith(ending) and len(word) > len(ending)
    ]
