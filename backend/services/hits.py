"""What a search as Word does it finds in a text: a string wherever it stands, inside longer words too."""

import re
from collections import defaultdict

_WORD = re.compile(r"\w+")
_ONE_WORD = re.compile(r"\w{3,}")
_LETTERS = 3


class Hits:
    """The hits of many strings in one text, each list ascending and without overlaps.

    To go through a long text anew for each of hundreds of words would take most of an analysis. A string of letters
    lies inside one word of the text, and few words share three letters with it.

    >>> Hits("the shares of a shareholder, a share").of("share")
    [4, 16, 31]
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self._holding: defaultdict[str, list[str]] = defaultdict(list)
        for match in _WORD.finditer(text):
            self._places[match[0]].append(match.start())
        for word in self._places:
            for letters in {word[i : i + _LETTERS] for i in range(len(word) - _LETTERS + 1)}:
                self._holding[letters].append(word)
        self._found: dict[str, list[int]] = {}

    def of(self, wanted: str) -> list[int]:
        """Where each hit of a string begins."""
        if wanted not in self._found:
            one_word = _ONE_WORD.fullmatch(wanted)
            self._found[wanted] = self._in_words(wanted) if one_word else _begins(wanted, self._text)
        return self._found[wanted]

    def _in_words(self, wanted: str) -> list[int]:
        holding = (word for word in self._holding.get(wanted[:_LETTERS], ()) if wanted in word)
        return sorted(
            start + at for word in holding for at in _begins(wanted, word) for start in self._places[word]
        )


def _begins(wanted: str, text: str) -> list[int]:
    found = []
    at = text.find(wanted)
    while at >= 0:
        found.append(at)
        at = text.find(wanted, at + len(wanted))
    return found
