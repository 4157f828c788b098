"""Names in another alphabet, and with Cyrillic, Greek or Polish endings: how the raw search reads them.

Alphabets are compared by their consonants, whose classes hold what transliterations differ in; one alphabet is
compared by stems, which are words without their last letters.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from backend.verification.bare_letters import bare

_CLASSES = (
    ("б", "b"),
    ("вβ", "v"),
    ("гґγ", "g"),
    ("дδ", "d"),
    ("жзсшщцζσς", "s"),
    ("кκ", "k"),
    ("лλ", "l"),
    ("мμ", "m"),
    ("нν", "n"),
    ("пπ", "p"),
    ("рρ", "r"),
    ("тτθ", "t"),
    ("фφ", "f"),
    ("хчχ", "h"),
    ("ξ", "ks"),
    ("ψ", "ps"),
)
_LETTER = {letter: sound for letters, sound in _CLASSES for letter in letters}
_LATIN = re.compile(
    "(?P<h>tsch|tch|kh|ch)|(?P<s>schtsch|shch|sch|sh|zh|ts|tz|[sz])|(?P<k>ck|[kcq])|(?P<f>ph|f)|(?P<t>th|t)"
)
_OTHER_CONSONANTS = re.compile("[^bdfghklmnprstvx]")
_DOUBLE = re.compile(r"(.)\1+")
_ALPHABET = re.compile("[\u0370-\u04ff]")
_WORD = re.compile(r"[^\W\d_]+")
_SHORT_GAP = re.compile(r"[\s.,_-]{1,2}")
_ENDINGS = (
    "ского скому скими ским ском ские ских ская ской скую ский ого ому ыми ами ями ией ием ья ью ии ия ию ие ий ый"
    " ой ей еем ею ее ея ом ем им ым ам ах ов ев а я у ю ы и е о й ь ους εως ου ος ης ας ις ον ων οι ο η α ε"
)
_ENDING = re.compile(f"(?:{'|'.join(map(bare, _ENDINGS.split()))})$")
_POLISH = re.compile(r"([a-z]{2,}[sc]k|[a-z]{3,}ni(?=k))(?:i(?:ego|emu|m|ch|ej)?|a|k|ka|kiem|kowi)")
_BALTIC = re.compile(r"([a-z]{3,}[a-z])(?:k(?:as|ui|o)|tis|cio|ni[so]|i(?:us|aus|ui))")
_FEWEST_CONSONANTS = 3
_SHORTEST_STEM = 3
_MOST_WORDS = 3
_CASE_OF_CONSONANTS = re.compile("[оеиаыя][мхв]$")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a word in bare letters without its ending, marked as a stem; in Latin letters Polish names have one.

    >>> stem("Соколовскому") == stem("Соколовский"), stem("Παπαδάκη") == stem("Παπαδάκης"), stem("Krüger")
    (True, True, '')
    """
    plain = bare(word)
    if not _ALPHABET.search(plain):
        polish = _POLISH.fullmatch(plain)
        baltic = polish or _BALTIC.fullmatch(plain)
        return f"{baltic[1]}-" if baltic else ""
    cut = _ENDING.sub("", plain)
    return f"{cut if len(cut) >= _SHORTEST_STEM else plain}-"


@lru_cache(maxsize=20_000)
def consonants(word: str) -> str:
    """Return the classes of the consonants of a word.

    >>> consonants("Кестрел"), consonants("Kestrel"), consonants("Sokolowskij") == consonants("Соколовский")
    ('kstrl', 'kstrl', True)
    """
    plain = "".join(_LETTER.get(each, each) for each in bare(word))
    classes = _LATIN.sub(lambda match: str(match.lastgroup), plain.replace("w", "v").replace("x", "ks"))
    return _DOUBLE.sub(r"\1", _OTHER_CONSONANTS.sub("", classes))


@dataclass(slots=True)
class OtherAlphabets:
    """Names of one to three words by their consonants, and those in Cyrillic or Greek by their stems."""

    _heard: dict[str, list[tuple[tuple[str, ...], int]]] = field(default_factory=dict)
    """The consonants of names in Latin letters."""
    _heard_of_others: dict[str, list[tuple[tuple[str, ...], int]]] = field(default_factory=dict)
    _stems: dict[str, list[tuple[tuple[str, ...], int]]] = field(default_factory=dict)

    def add(self, index: int, term: str) -> None:
        """Take a name in."""
        words = _WORD.findall(term)
        if not 1 <= len(words) <= _MOST_WORDS or not all(word[0].isupper() for word in words):
            return
        if " ".join(words) != " ".join(term.replace("-", " ").split()):
            return
        heard = tuple(map(consonants, words))
        other = _ALPHABET.search(term) is not None
        if len("".join(heard)) >= _FEWEST_CONSONANTS and all(heard):
            table = self._heard_of_others if other else self._heard
            for each in (heard, heard[::-1] if len(heard) == 2 else heard):
                table.setdefault(each[0], []).append((each, index))
        stems = tuple(stem(word) or bare(word) for word in words)
        if any(map(stem, words)):
            for each in (stems, stems[::-1]):
                self._stems.setdefault(each[0], []).append((each, index))

    def find(self, text: str) -> Iterator[int]:
        """Yield the names that stand in a text in another alphabet, or with another ending."""
        if self._heard_of_others:
            yield from _sequences(text, self._heard_of_others, lambda word: _of_alphabet(word, other=False))
        yield from _sequences(text, self._stems, lambda word: (stem(word) or bare(word),))
        if self._heard and not text.isascii() and _ALPHABET.search(text):
            yield from _sequences(text, self._heard, lambda word: _of_alphabet(word, other=True))


def _of_alphabet(word: str, *, other: bool) -> Sequence[str]:
    """Return the consonants of a word of this alphabet, and of one with a case ending those before it."""
    if (_ALPHABET.search(word) is not None) != other:
        return ()
    cut = _CASE_OF_CONSONANTS.sub("", bare(word)) if other else word
    return (consonants(word), consonants(cut))


def _sequences(
    text: str,
    table: dict[str, list[tuple[tuple[str, ...], int]]],
    forms: Callable[[str], Sequence[str]],
) -> Iterator[int]:
    words = [*_WORD.finditer(text)] if table else []
    for at, word in enumerate(words):
        for form in forms(word.group()):
            for name, index in table.get(form, ()):
                here = words[at : at + len(name)]
                if len(here) < len(name) or (len(name) == 1 and not word.group()[0].isupper()):
                    continue
                are_near = all(_SHORT_GAP.fullmatch(text, one.end(), two.start()) for one, two in pairwise(here))
                if are_near and all(each in forms(one.group()) for one, each in zip(here, name, strict=True)):
                    yield index
