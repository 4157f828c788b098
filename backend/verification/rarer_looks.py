"""Rarer looks of people to the raw search: fewer names, initials of a double given name, honours, lost letters."""

import re
from collections.abc import Iterator

from backend.verification.bare_letters import bare
from backend.verification.people_looks import is_person, of_data

_SHORTEST_LOST = 8
"""Letters of a name that are left where those beyond ASCII are lost."""
_HONOURS_BEFORE = "don dona sr. sr sra. sra senor senora senhor senhora dom dr. dr mr. mr mrs. mrs ms. ms herr frau"
_BEFORE_TWO = tuple(_HONOURS_BEFORE.split())
_HONOURS_BEHIND = "bey hanim efendi san sama ur kungs kundze ji"
_BEHIND = tuple(_HONOURS_BEHIND.split())
_HUMP = re.compile(r"(?<=[^\W\d_A-Z]{2})(?=[A-Z][^\W\d_]{2})")
_DATIVE = re.compile(r"(?:[^\W\d_]+ )?[^\W\d_]{3,}ņš")


def rarer_looks(term: str, person: bool) -> Iterator[str]:  # noqa: FBT001
    """Yield how a person is named with fewer names or an honour, and any name without letters beyond ASCII.

    Also the parts of a word at its capitals, and the Latvian dative.
    """
    lost = "".join(char if char.isascii() else " " for char in term)
    if lost != term and sum(map(str.isalpha, lost)) >= _SHORTEST_LOST:
        yield of_data(lost.lower()).strip()
    if (apart := _HUMP.sub(" ", term)) != term and term.isalpha():
        yield bare(apart)
    if person and _DATIVE.fullmatch(term):
        yield f"{bare(term)[:-1]}am"
    if not (person and is_person(term)):
        return
    words = bare(term).split()
    if len(words) == 3:
        _, middle, last = words
        yield from (f"{honour} {middle} {last}" for honour in _BEFORE_TWO)
    one, hyphen, two = words[0].partition("-")
    if hyphen and one and two and len(words) == 2:
        yield from (f"{each} {words[1]}" for each in (f"{one[0]}. {two[0]}.", f"{one[0]}.{two[0]}.", one))
    yield from (f"{words[-1]} {honour}" for honour in _BEHIND)
    small = words[1:-1]
    if small and small[0] in {"van", "von"}:
        letters = [f"{word[0]}." for word in small]
        yield from (f"{''.join(letters)} {words[-1]}", f"{' '.join(letters)} {words[-1]}")
