"""The words behind a number that stand for a power of ten: "million", "bn", "k"."""

from collections.abc import Mapping

_POWERS = {
    3: "k thousand tsd",
    5: "lakh",
    6: "m mm mn mln mio million millions",
    7: "crore cr",
    9: "bn mrd md billion billions",
    12: "tn trillion",
}

SCALES: Mapping[str, int] = {word: power for power, words in _POWERS.items() for word in words.split()}
"""The power of ten of each word, in small letters; a single letter is read alike in capitals."""
