"""People in a text by their surname: the raw search's own reading of initials, middle names, nicknames and titles.

The redaction begins at the given name; here the surname is met first, and what stands beside it decides.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from backend.verification.encodings import BORDER

_SHORTEST_WITH_MORE = 4
_REACH = 70
"""Characters before a surname in which a given name may stand."""
_WORDS_BEFORE = 4
_HONOURS = (
    "dr prof mr mrs ms miss herr herrn frau sir lord lady dame doctor doktor professor professorin mister madam"
    " monsieur madame mme mlle señor señora senor senora sr sra srta signor signora sig ing dipl ir rev fr"
)
_HONOUR = frozenset(_HONOURS.split())
_LETTERS = re.compile(r"[^\W\d_]+")
_INITIAL_BEFORE = re.compile(r"(?<![^\W_])([^\W\d_])\.?\s?$")
_INITIAL_AFTER = re.compile(r",? ([^\W\d_])(?![^\W_])")
_BEFORE_WORD = re.compile(r"[\s\"'“”„‘’«»().-]{1,4}")
_END_OF_SENTENCE = re.compile(r"[^\W\d_]{2}[.]\s")
_AFTER_COMMA = re.compile(r",\s{0,2}((?:[^\W\d_]+\.?\s*){1,4})")
# Possessive and bounded, and not begun amid spaces: a name of many degrees is not tried in all its cuts.
_DEGREE_BEHIND = re.compile(
    r"(?:(?:,|(?<!\s))\s++(?:ph\.?\s?d|m\.?\s?d|mba|[mb]\.?\s?sc|ll\.?m|esq|jr|sr|ii|iii|cpa|cfa)\.?(?=[,\s]|$))"
    r"{1,8}+\s*+$",
    re.IGNORECASE,
)
# Only from the start of a word, since a long one would be tried from each of its letters.
_ITEMS = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{2,}) {1,2}([^\W\d_]{2,})[,;](?=\s{0,2}([^\W\d_]{2,}) {1,2}([^\W\d_]{2,}))"
)
"""A given name and a surname, and the same of another person behind a comma."""
_TURNED_ITEMS = re.compile(r"(,\s{0,2}[^\W\d_]{2,});(?=\s{0,2}[^\W\d_]{2,},)")

Spell = Callable[[str], str]


def is_honour(word: str) -> bool:
    """Tell whether a word is a title before a name."""
    return word.lower() in _HONOUR


def without_honours(term: str) -> str:
    """Return a name without titles and degrees.

    >>> without_honours("Prof. Dr. Renate Krüger, MBA")
    'Renate Krüger'
    """
    words = _DEGREE_BEHIND.sub("", term).split()
    while len(words) > 2 and words[0].rstrip(".").lower() in _HONOUR:
        del words[0]
    return " ".join(words)


def with_items_apart(text: str) -> str:
    """Return a text with a border between the people of a list, so that none has the surname of the one before.

    >>> with_items_apart("Al Rook, Bea Day"), with_items_apart("Mr Rook, Bea Day")
    ('Al Rook\\x00 Bea Day', 'Mr Rook, Bea Day')
    """
    return _TURNED_ITEMS.sub(rf"\1{BORDER}", _ITEMS.sub(_apart, text)) if "," in text or ";" in text else text


def _apart(match: re.Match[str]) -> str:
    is_name = all(word[0].isupper() for word in match.groups()) and match.group(1).lower() not in _HONOUR
    return f"{match.group()[:-1]}{BORDER}" if is_name else match.group()


@dataclass(slots=True)
class PeopleForms:
    """People by the forms of their surname, then by those of their given name."""

    spells: tuple[Spell, ...]
    _by_surname: dict[str, dict[str, set[int]]] = field(default_factory=dict)

    def add(self, index: int, given: str, surname: str) -> None:
        """Take a person in."""
        self._by_surname.setdefault(surname, {}).setdefault(given, set()).add(index)

    def find(self, text: str) -> Iterator[int]:
        """Yield the people who stand in a text with an initial, a middle name, a nickname or a title."""
        for match in _LETTERS.finditer(text) if self._by_surname else ():
            if not match.group()[0].isupper():
                continue
            for spell in self.spells:
                if people := self._by_surname.get(spell(match.group())):
                    yield from self._beside(match, text, people, spell)

    def _beside(self, match: re.Match[str], text: str, people: dict[str, set[int]], spell: Spell) -> Iterator[int]:
        before, after = text[max(match.start() - _REACH, 0) : match.start()], text[match.end() :][:_REACH]
        for each in (_INITIAL_BEFORE.search(before[-4:]), _INITIAL_AFTER.match(after)):
            if each is not None:
                yield from _with_initial(people, spell(each.group(1)))
        if len(match.group()) < _SHORTEST_WITH_MORE:
            return
        words = list(_LETTERS.finditer(before))[-_WORDS_BEFORE:]
        if words and words[-1].group().lower() in _HONOUR and _BEFORE_WORD.fullmatch(before, words[-1].end()):
            yield from (index for indices in people.values() for index in indices)
        end = len(before)
        for word in reversed(words):
            gap = before[word.end() : end]
            if not (word.group()[0].isupper() and _BEFORE_WORD.fullmatch(gap)):
                break
            if _END_OF_SENTENCE.match(before[max(word.end() - 2, 0) : end]) and word.group().lower() not in _HONOUR:
                break
            end = word.start()
            yield from people.get(spell(word.group()), ())
        if (behind := _AFTER_COMMA.match(after)) is not None:
            said = _LETTERS.findall(behind.group(1))
            while len(said) > 1 and said[0].lower() in _HONOUR:
                del said[0]
            yield from people.get(spell(said[0]), ())


def _with_initial(people: dict[str, set[int]], letter: str) -> Iterator[int]:
    yield from (index for given, indices in people.items() if given.startswith(letter) for index in indices)
