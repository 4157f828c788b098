"""People in a text by their surname: the raw search's own reading of initials, middle names, nicknames and titles.

The redaction begins at the given name; here the surname is met first, and what stands beside it decides.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from backend.verification.encodings import BORDER

_SHORTEST_WITH_MORE = 4
_REACH = 70
"""Characters before a surname in which a given name may stand."""
_WORDS_BEFORE = 4
_BORN = frozenset(("geb", "geborene", "geborener", "née", "nee", "né", "born", "roz", "rozená"))
"""Small words between the surname that a person has and the one of before."""
_CLOSE = 10
"""Characters before a surname in which several initials may stand."""
_HONOURS = (
    "dr prof mr mrs ms miss herr herrn frau sir lord lady dame doctor doktor professor professorin mister madam"
    " monsieur madame mme mlle señor señora senor senora sr sra srta signor signora sig ing dipl ir rev fr"
    " familie family famille rechtsanwalt rechtsanwältin ra avv avvocato dott dottoressa maître kollege"
    " kollegin pan pani panna κ κα господин госпожа господина госпожи гражданин товарищ"
    " mevrouw mevr mw meneer dhr heer don dona dom senhor senhora dottore dottor geom rag arch docteur"
    " veuve fräulein witwe fru hr rouva herra härra proua pana panu pane slečna domnul doamna dl dna"
    " sayın bay bayan κυρία ponas ponia gospodin gospođa gosp gospod gospa zoti zonja bapak ibu pak bu"
    " ông bà"
)
_HONOUR = frozenset(_HONOURS.split())
_LETTERS = re.compile(r"[^\W\d_]+")
_INITIAL_BEFORE = re.compile(r"(?<![^\W_])([^\W\d_])\.?\s?$")
_INITIAL_AFTER = re.compile(r",? ([^\W\d_])(?![^\W_])")
_INITIALS_BEFORE = re.compile(r"(?<![^\W_])([^\W\d_])\.?\s?((?:[^\W\d_]\.?\s?){1,2})$")
"""Several initials, of which the first is that of the given name."""
_CARE_OF = re.compile(r"(?:\bc[/_]o|\battn:|\bz\.\s?hd\.|\bг-(?:н|на|ну|ном|жа|же|жи|жу))\s{1,2}$", re.IGNORECASE)
_BEFORE_WORD = re.compile(r"[\s\"'“”„‘’«»().-]++")
_ELLIPSIS = re.compile(r"\.[^.]*+\.[^.]*+\.")
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

_SMALL = (
    "van von vom zu zum zur der den de del della dello dei degli di da do dos das du des la le les lo los las"
    " ten ter te op het af av til bin bint ibn ben abu al el ul"
)
_SMALL_WORDS = frozenset(_SMALL.split())
_SMALL_LETTERS = frozenset(("d", "l", "t", "e", "y"))
_JOINED_SMALL = re.compile(r"(?:a[dlnrstz]|el|d|l|dell|dall|all)[-'’](?=[^\W\d_])")
_SMALL_ENDS = (
    *(f"{word}{sign}" for word in _SMALL_WORDS for sign in (" ", "\u00a0", "-")),
    *(f"{letter}{sign}" for letter in "dlto" for sign in "'’"),
)
"""How a text ends before a surname whose small words are there."""
_FIRST_HALF_BEFORE = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}-$")
"""Of a surname with a hyphen, the half before it."""
_MOST_SMALL = 4
_LONGEST_SMALL = max(map(len, _SMALL_ENDS))
_FAMILY_BEFORE = (
    "nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly truong dinh wang li zhang liu"
    " chen yang huang zhao wu zhou xu sun zhu hu guo lin gao luo zheng liang xie song tang deng feng cao peng"
    " zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao lei zhong kim lee park"
    " choi jung jeong kang cho yoon jang lim han shin seo kwon hwang ahn oh yoo hong bae baek nagy kovacs toth"
    " szabo horvath varga kiss molnar nemeth farkas balogh papp takacs juhasz lakatos meszaros olah simon racz"
    " fekete szilagyi torok feher balazs gal kis szucs kocsis orsos pinter fodor szalai sipos"
)
_FAMILY_FIRST = frozenset(_FAMILY_BEFORE.split())

Spell = Callable[[str], str]


def is_small(word: str) -> bool:
    """Tell whether a word is a small one before a surname ("van", "de la")."""
    return word.lower() in _SMALL_WORDS or word in _SMALL_LETTERS


def without_small_words(term: str) -> str:
    """Return a name without the small words inside it.

    >>> without_small_words("Pieter van der Bergh"), without_small_words("Omar al-Rashid")
    ('Pieter Bergh', 'Omar Rashid')
    """
    words = term.split()
    inside = [word for word in words[1:-1] if not is_small(word)]
    return " ".join((*words[:1], *inside, *(_JOINED_SMALL.sub("", word) for word in words[1:][-1:])))


def given_and_surname(term: str) -> tuple[str, str]:
    """Return the first word of a name, and the last one with the small words before it.

    >>> given_and_surname("Pieter M. van der Bergh"), given_and_surname("Siobhán O'Hara")
    (('Pieter', 'van der Bergh'), ('Siobhán', "O'Hara"))
    """
    words = term.split()
    at = len(words) - 1
    while at > 1 and is_small(words[at - 1]):
        at -= 1
    return words[0], " ".join(words[at:])


def begins_with_family(first: str) -> bool:
    """Tell whether the bare first word of a name is a family name that often stands there."""
    return first in _FAMILY_FIRST


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
        before = _without_small_end(before)
        for each in (_INITIAL_BEFORE.search(before[-4:]), _INITIAL_AFTER.match(after)):
            if each is not None:
                yield from _with_initial(people, spell(each.group(1)))
        yield from _introduced(before[-_CLOSE:], people, spell)
        words = list(_LETTERS.finditer(before))[-_WORDS_BEFORE:]
        if words and words[-1].group().lower() in _HONOUR and _BEFORE_WORD.fullmatch(before, words[-1].end()):
            yield from (index for indices in people.values() for index in indices)
        if len(match.group()) < _SHORTEST_WITH_MORE:
            return
        yield from _behind_given(before, words, people, spell)
        if (behind := _AFTER_COMMA.match(after)) is not None:
            said = _LETTERS.findall(behind.group(1))
            while len(said) > 1 and said[0].lower() in _HONOUR:
                del said[0]
            yield from people.get(spell(said[0]), ())


def _behind_given(
    before: str, words: Sequence[re.Match[str]], people: dict[str, set[int]], spell: Spell
) -> Iterator[int]:
    """Yield the people of a surname whose given name stands before it, with other names between them."""
    end = len(before)
    for word in reversed(words):
        gap = before[word.end() : end]
        if word.group() in _BORN and _BEFORE_WORD.fullmatch(gap):
            end = word.start()
            continue
        if not (word.group()[0].isupper() and _BEFORE_WORD.fullmatch(gap)):
            break
        if _ends_sentence(before[max(word.end() - 2, 0) : end]) and word.group().lower() not in _HONOUR:
            break
        end = word.start()
        yield from people.get(spell(word.group()), ())


def _ends_sentence(text: str) -> bool:
    return _ELLIPSIS.search(text) is None and _END_OF_SENTENCE.match(text) is not None


def _introduced(before: str, people: dict[str, set[int]], spell: Spell) -> Iterator[int]:
    """Yield the people of a surname behind several initials in capitals, or behind "c/o"."""
    initials = _INITIALS_BEFORE.search(before)
    if initials is not None and "".join(_LETTERS.findall(initials.group())).isupper():
        yield from _with_initial(people, spell(initials.group(1)))
    if _CARE_OF.search(before):
        yield from (index for indices in people.values() for index in indices)


def _without_small_end(before: str) -> str:
    """Return what stands before a surname without its small words, and without the first half of a double one."""
    for _ in range(_MOST_SMALL):
        end = before[-_LONGEST_SMALL:].lower()
        if not end.endswith(_SMALL_ENDS):
            break
        length = max(len(each) for each in _SMALL_ENDS if end.endswith(each))
        if before[-length - 1 : -length].isalpha():
            break
        before = before[:-length]
    return _FIRST_HALF_BEFORE.sub("", before) if before.endswith("-") else before


def _with_initial(people: dict[str, set[int]], letter: str) -> Iterator[int]:
    yield from (index for given, indices in people.items() if given.startswith(letter) for index in indices)
