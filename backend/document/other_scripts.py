"""Find names in another script: "Кестрел" is Kestrel, "Sokolowskij" is Соколовский, "Papadakis" is Παπαδάκης.

A word is compared by its sounds: the letters of each script in one Latin spelling, without what transliterations
differ in (y, j and i; v and w; one letter and two). Nothing is looked for where text and terms have one script.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from backend.document.plain_letters import plain_letters
from backend.document.spans import Span

_CYRILLIC_SOUNDS = (
    "а-a б-b в-v г-g д-d е-e є-e ж-z з-z и-i і-i к-k л-l м-m н-n о-o п-p р-r с-s т-t у-u ф-f х-h ц-z"
    " ч-h ш-s щ-s ъ- ы-i ь- э-e ю-iu я-ia ґ-g"
)
_GREEK_SOUNDS = (
    "α-a β-v γ-g δ-d ε-e ζ-z η-i θ-t ι-i κ-k λ-l μ-m ν-n ξ-x ο-o π-p ρ-r σ-s ς-s τ-t υ-i φ-f χ-h ψ-ps ω-o"
)
_SOUNDS = str.maketrans(dict(each.split("-") for each in f"{_CYRILLIC_SOUNDS} {_GREEK_SOUNDS}".split()))
_OF_LATIN: tuple[tuple[str, str], ...] = (
    ("shch", "s"),
    ("tsch", "h"),
    ("sch", "s"),
    ("sh", "s"),
    ("zh", "z"),
    ("kh", "h"),
    ("ch", "h"),
    ("ph", "f"),
    ("th", "t"),
    ("ts", "z"),
    ("tz", "z"),
    ("ks", "x"),
    ("c", "k"),
    ("w", "v"),
    ("y", "i"),
    ("j", "i"),
)
"""How transliterations write one sound, in this order."""
_TWICE = re.compile(r"(.)\1+")
_OTHER = re.compile("[\u0370-\u04ff]")
_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"[^\S\n]{1,2}|,[^\S\n]?|[._-]")
_NAME = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,2}")
_ENDING = re.compile("(?:ого|ому|[оеиы]м|[оеь][йю]|ами|ах|[аеиоуыюяη]|ου|ον|ων)$")
_SHORTEST = 5
"""Sounds of a name of one word; a shorter one sounds like too many words."""
_SHORTEST_WORD = 3


@lru_cache(maxsize=20_000)
def sounds(word: str) -> str:
    """Return the sounds of a word in any of the scripts.

    >>> sounds("Соколовский"), sounds("Sokolowskij"), sounds("Falkenstein"), sounds("Фалькенштейн")
    ('sokolovski', 'sokolovski', 'falkenstein', 'falkenstein')
    """
    plain = plain_letters(word.casefold())
    plain = plain.replace("ου", "ou").translate(_SOUNDS)
    for written, sound in _OF_LATIN:
        plain = plain.replace(written, sound)
    return _TWICE.sub(r"\1", plain)


@dataclass(frozen=True, slots=True)
class ScriptIndex:
    """Names by the sounds of their first word.

    >>> list(ScriptIndex.of([(0, "Kestrel"), (1, "Дмитрий Соколовский")]).find("Кестрела, Dmitry Sokolovsky"))
    [(0, Span(start=0, end=8)), (1, Span(start=10, end=27))]
    """

    _by_first: Mapping[str, Sequence[tuple[tuple[str, ...], bool, int]]] = field(repr=False)
    """The sounds of each word, whether the name is in another script than Latin, and its position."""
    _others: bool = False
    """Whether any name is."""

    @classmethod
    def of(cls, names: Iterable[tuple[int, str]]) -> "ScriptIndex":
        """Index names of at most three capitalised words, in both orders of two."""
        by_first: dict[str, list[tuple[tuple[str, ...], bool, int]]] = {}
        others = False
        for position, name in names:
            words = _WORD.findall(name)
            if not _NAME.fullmatch(name) or not all(word[0].isupper() for word in words):
                continue
            heard = tuple(map(sounds, words))
            if min(map(len, heard)) < _SHORTEST_WORD or len("".join(heard)) < _SHORTEST:
                continue
            other = _OTHER.search(name) is not None
            others |= other
            for each in dict.fromkeys((heard, heard[::-1] if len(heard) == 2 else heard)):
                by_first.setdefault(each[0], []).append((each, other, position))
        return cls(by_first, others)

    def find(self, text: str) -> Iterator[tuple[int, Span]]:
        """Yield each name that stands in a text in another script, perhaps with a case ending."""
        if not self._by_first or (not self._others and (text.isascii() or not _OTHER.search(text))):
            return
        words = [*_WORD.finditer(text)]
        for at, word in enumerate(words):
            for heard in _readings(word.group()):
                for name, other, position in self._by_first.get(heard, ()):
                    if self._stands(text, words[at : at + len(name)], name, other=other):
                        yield position, Span(word.start(), words[at + len(name) - 1].end())

    def _stands(self, text: str, words: Sequence[re.Match[str]], name: Sequence[str], *, other: bool) -> bool:
        """Tell whether words say a name in another script; one word alone needs its capital."""
        if len(words) < len(name) or (len(name) == 1 and not words[0].group()[0].isupper()):
            return False
        gaps = pairwise(words)
        return all(
            (_OTHER.search(word.group()) is None) == other and heard in _readings(word.group())
            for word, heard in zip(words, name, strict=True)
        ) and all(_GAP.fullmatch(text, one.end(), two.start()) for one, two in gaps)


@lru_cache(maxsize=20_000)
def _readings(word: str) -> tuple[str, ...]:
    """Return the sounds of a word, and without its case ending where its script has them."""
    heard = sounds(word)
    folded = word.casefold()
    if not _OTHER.search(folded):
        return (heard,)
    stem = _ENDING.sub("", folded)
    return tuple(dict.fromkeys((heard, sounds(stem))))


NO_NAMES = ScriptIndex({})
