"""Where a surname begins: the small words before it, and the family names that stand first."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_WORDS = (
    "van von vom der den de del della dello dei degli di da do dos das du des la le les lo los las zu zum zur ten"
    " ter te op het af av til bin bint ibn ben abu al el ul"
)
PARTICLES = frozenset(_WORDS.split())
"""Small words of a surname, which accounts write as one word with it: "Pieter van der Bergh", pvanderbergh."""
_MOST_PARTICLES = 3
_JOINED_PARTICLE = re.compile(
    r"(?:a[dlnrstz]|el|ul|d|l|dell|dall|all|nell|t|de)['’-](?=[^\W\d_])|['’][ts](?:[- ]|$)", re.IGNORECASE
)
_SHORTENED = frozenset(("van", "von"))
"""Particles that are written as a letter, with those behind them: "v.d. Bergh"."""
_LETTERS_BEFORE = frozenset("delty")
"""Small letters that are particles, as in "d'Alba"; a capital is an initial."""
_FAMILY_NAMES = (
    # Vietnamese, without its marks
    "nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly truong dinh"
    # Chinese
    " wang li zhang liu chen yang huang zhao wu zhou xu sun zhu hu guo lin gao luo zheng liang xie song tang deng"
    " feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao lei zhong"
    # Korean
    " kim lee park choi jung jeong kang cho yoon jang lim han shin seo kwon hwang ahn song oh yoo hong bae baek"
    # Hungarian
    " nagy kovacs toth szabo horvath varga kiss molnar nemeth farkas balogh papp takacs juhasz lakatos meszaros"
    " olah simon racz fekete szilagyi torok feher balazs gal kis szucs kocsis orsos pinter fodor szalai sipos"
)
_FAMILY_FIRST = frozenset(_FAMILY_NAMES.split())
"""Family names, in plain small letters, of people whose given name often stands behind it: "Nagy Ilona"."""


class PersonName(NamedTuple):
    """The given name and the surname of a person; both may have several words."""

    given: str
    surname: str


def is_particle(word: str) -> bool:
    """Tell whether a word is a small word before a surname.

    >>> is_particle("van"), is_particle("Bergh")
    (True, False)
    """
    return word.lower() in PARTICLES or word in _LETTERS_BEFORE


def is_capitalised(word: str) -> bool:
    """Tell whether a word of a name has its capital, perhaps behind a joined particle.

    >>> is_capitalised("al-Rashid"), is_capitalised("d’Alba"), is_capitalised("alba")
    (True, True, False)
    """
    joined = _JOINED_PARTICLE.match(word)
    return word[0].isupper() or (joined is not None and word[joined.end() :][:1].isupper())


def surname_starts(words: Sequence[str]) -> int | None:
    """Return where the particles of a surname begin in a name; None if it has none, or other small words.

    >>> surname_starts("Pieter van der Bergh".split()), surname_starts(["Pieter", "Bergh"])
    (1, None)
    """
    first = next((at for at in range(1, len(words) - 1) if is_particle(words[at])), None)
    if first is None:
        return None
    end = first
    while end < len(words) - 1 and is_particle(words[end]):
        end += 1
    return (
        first
        if end - first <= _MOST_PARTICLES and all(map(is_capitalised, (*words[:first], *words[end:])))
        else None
    )


def with_particles(words: Sequence[str]) -> Iterator[PersonName]:
    """Yield a person whose surname has particles, with them, and with the surname alone.

    >>> [*with_particles("Pieter van der Bergh".split())]
    [PersonName(given='Pieter', surname='van der Bergh'), PersonName(given='Pieter', surname='Bergh'), \
PersonName(given='Pieter', surname='v.d. Bergh'), PersonName(given='Pieter van der', surname='Bergh')]
    """
    at = surname_starts(words)
    if at is None:
        return
    bare = next(i for i in range(at, len(words)) if not is_particle(words[i]) or i == len(words) - 1)
    surname, alone = " ".join(words[at:]), " ".join(words[bare:])
    yield PersonName(words[0], surname)
    yield PersonName(words[0], alone)
    if words[at].lower() in _SHORTENED:
        yield PersonName(words[0], f"{''.join(f'{word[0].lower()}.' for word in words[at:bare])} {alone}")
    if at > 1:
        yield PersonName(" ".join(words[:at]), surname)
    yield PersonName(" ".join(words[:bare]), alone)


def without_joined_particle(words: Sequence[str]) -> Iterator[PersonName]:
    """Yield a person without the particle that is joined to the surname.

    >>> [*without_joined_particle(["Khalid", "al-Mansouri"])]
    [PersonName(given='Khalid', surname='Mansouri')]
    """
    joined = _JOINED_PARTICLE.match(words[-1])
    if joined is not None and joined.group().endswith("-") and words[-1][joined.end() :][:1].isupper():
        yield PersonName(words[0], words[-1][joined.end() :])


def with_two_surnames(words: Sequence[str]) -> Iterator[PersonName]:
    """Yield a person of three names whose second one may be the first half of the surname.

    >>> [*with_two_surnames(["Begoña", "Etxeberría", "Ruiz"])]
    [PersonName(given='Begoña', surname='Etxeberría Ruiz')]
    """
    if len(words) == 3 and len(words[1].rstrip(".")) > 1:
        yield PersonName(words[0], f"{words[1]} {words[2]}")


def in_fewer_names(words: Sequence[str]) -> Iterator[str]:
    """Yield a person by half of a double given name or its initials.

    The first two of three names are no person of their own: "United States" is none of "United States Steel".

    >>> [*in_fewer_names(["Karl-Heinz", "Abt"])]
    ['Karl Abt', 'Karl Heinz Abt', 'Karlheinz Abt', 'K.-H. Abt', 'K.H. Abt', 'K-H Abt', 'KH Abt']
    """
    one, hyphen, two = words[0].partition("-") if words else ("", "", "")
    if len(words) == 2 and hyphen and two[:1].isupper() and len(one) > 1:
        for given in (one, f"{one} {two}", one + two.lower()):
            yield f"{given} {words[1]}"
        a, b = one[0], two[0]
        yield from (f"{given} {words[1]}" for given in (f"{a}.-{b}.", f"{a}.{b}.", f"{a}-{b}", f"{a}{b}"))


def family_first(words: Sequence[str], plain: str) -> Iterator[PersonName]:
    """Yield a person whose family name stands first, where it often does; `plain` is that word in plain letters.

    >>> [*family_first(["Nguyễn", "Thị", "Phượng"], "nguyen")][0]
    PersonName(given='Phượng', surname='Nguyễn')
    """
    if plain in _FAMILY_FIRST and 1 < len(words) <= 3:
        yield PersonName(words[-1], words[0])
        if len(words) == 3:
            yield PersonName(words[1], words[0])
            yield PersonName(f"{words[1]} {words[2]}", words[0])
