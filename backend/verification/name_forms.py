"""The raw search's own definition of "the same name": views of a text, and what a name looks like in each.

It shares nothing with `document.spellings` and `document.text_readings`, so that each checks the other. There a
term is written in many ways and read in many ways; here text and term are brought to one form in each view.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from backend.document.canonical_order import compose
from backend.verification.address_forms import in_short_address_words, looks_of_addresses
from backend.verification.bare_letters import bare, typed
from backend.verification.company_forms import in_one_legal_form, looks_of_companies
from backend.verification.date_forms import Date, dates_in, readings_of_date
from backend.verification.dates_by_stems import dates_by_stems
from backend.verification.encodings import BORDER
from backend.verification.foreign_dates import foreign_dates_in
from backend.verification.other_alphabets import OtherAlphabets, stem
from backend.verification.parted_words import PartedWords
from backend.verification.people_forms import (
    PeopleForms,
    begins_with_family,
    given_and_surname,
    with_items_apart,
    without_honours,
)
from backend.verification.people_looks import (
    SHORTEST_ONE_WORD,
    SIGNS_OF_DATA,
    SPACES_TO_ONE,
    all_capitals,
    is_person,
    looks_of_accounts,
    looks_surname_first,
    of_data,
)
from backend.verification.rarer_looks import rarer_looks
from backend.verification.semitic_people import SemiticPeople

_SHORTEST = 3
_SHORTEST_STEM = 4
_SHORTEST_JOINED = 6
"""Letters of a name that stands at the beginning of a longer word; that word has four more at least."""
_LONGEST_WITH_ENDING = 300
"""Characters of a name; addresses of the web may be longer, of very many lengths, and have no case endings."""
_DIGITS_OF_A_NUMBER = 7

_WORD = re.compile(r"[^\W_]+")
_RUN = re.compile(r"[^\W\d_]+|\d+")
_LETTERS = re.compile(r"[^\W\d_]+")
_FIGURE_AND_LETTER = re.compile(r"(?<=\d)(?=[^\W\d_])")
_LETTER_AND_HYPHEN = re.compile(r"(?<![^\W_])([A-Z])-(?=[A-Z][^\W\d_]+,\s)")
_DIGITS = re.compile(r"\d+")
_STRETCH = re.compile(r"(?<![^\W_])\d(?:(?:[^\w\0]|_){0,3}\d)*(?![^\W_])")
_IS_ID = re.compile(r"(?=.*[a-z])(?=.{6,60})[^\W_]+(?:[-./ ][^\W_]+)*")
_NO_ID = re.compile(r"[-./ ]")
_SEAM_OF_ID = re.compile(r"(?:[^\w\0]|_){1,3}")
_IS_NUMBER = re.compile(r"[+(\d][\d\s()./\u2010-\u2015-]*")
_TOUCHING = re.compile("[\u0e01-\u0e4e\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003134f]")
_DOT_WITHIN = re.compile(f"(?<={_TOUCHING.pattern})[·・](?={_TOUCHING.pattern})")
"""Between the given name and the surname of a foreigner."""
_SEMITIC = re.compile("[\u05d0-\u05ea\u0620-\u064a]+")
_ATTACHED = re.compile("(?:[وفبلك]{0,2}(?:ال)?|ول|لل|[ושכבלמה]{1,2}|כש)")
_CASES = re.compile(
    r"(?:e?s|e[mnr]|ern|[nt]|ss[aä]|st[aä]|ll[aä]|lt[aä]|lle|n[ae]k|b[ae]n|v[ae]l|nál|owi|om|ov[ai]?"
    r"|[ауеыиіо]|о[мйв]|ам|ами|ах|ем|ою|ів|ові|ου|ον|[οαη]|ων|οι|ους|ης|ի|ին|ից|ով|ում)"
)
_CASES_OF_LONG = re.compile(
    "i[nae]|ul|ens|ian|h[eo]z|b[oó]l|t[oó]l|r[oó]l|nel|l[ae]r|ach|iga|[ia]s|[aou]|am|ui|j[aā]|us|ksi|i"
)
"""Endings that make another word of a short name. Redaction leaves a lone vowel, and this reports it."""
_LONG_STEM = 7
_INSIDE = re.compile(r"(?<=[^\W\d_])(?:[-\u2010\u2011\u2212]\s?|['·‧])(?=[^\W\d_])")
_AND_ELSEWHERE = re.compile(r"(?<![^\W_])([A-ZÀ-ŽА-Я][^\W_]+)\s(?:a|i|ja|ve|és|și|si|oraz|и|та)\s(?=[A-ZÀ-ŽА-Я])")
"""Words for "&" that are other words in English: between capitals alone."""
_NO_QUERY = re.compile(r"&(?![a-z][\w.-]{0,20}=)")
Looks = dict[str, dict[int, dict[str, set[int]]]]
"""Strings by the first run of a look (or its last word), its length, and the look."""


def _worded(text: str) -> str:
    return " ".join(_WORD.findall(text))


def _with_ands(text: str) -> str:
    """As `of_data`, but "&" and words for it stay: "Peter Krüger & Renate Maier" is no Renate Krüger."""
    signs_out = SIGNS_OF_DATA.sub(" ", _NO_QUERY.sub("\1", text))
    return SPACES_TO_ONE.sub(" ", signs_out.replace("_", " ").replace("-", " "))


def _chunks(text: str) -> str:
    """Words without white space between them, as in an account, an address or a path, parted by borders."""
    return BORDER.join(map(_worded, _NO_CHUNK.split(_AT_AND_DOT.sub(".", text))))


_AT_AND_DOT = re.compile(
    r"\s?[\[(](?:at|dot|punkt)[\])]\s?|(?<=\w)(?:\s(?:dot|punkt)\s|_dot_)(?=[a-z])", re.IGNORECASE
)
_NO_CHUNK = re.compile(r"[\s\0]+")


@dataclass(frozen=True, slots=True)
class View:
    """A row of the table: how a text looks in it, and how a term may; only people have some of these looks."""

    name: str
    of_text: Callable[[str, str], str]
    """Makes the look of a text from its `bare` form and its `typed` one."""
    of_term: Callable[[str, bool], Iterable[str]]


def _looks_of_names(spell: Callable[[str], str]) -> Callable[[str, bool], Iterator[str]]:
    def looks(term: str, person: bool) -> Iterator[str]:  # noqa: FBT001
        words = _WORD.findall(of_data(f" {spell(term)} "))
        if not words or len("".join(words)) < _SHORTEST:
            return
        if len(words) > 1 or _LETTERS.fullmatch(words[0]):
            yield SPACES_TO_ONE.sub(" ", of_data(spell(term))).strip()
        if 1 < len(words) <= 3 and len("".join(words)) >= SHORTEST_ONE_WORD and _may_be_one_word(term):
            yield "".join(words)
            if _FIGURE_AND_LETTER.search(spell(term)):
                apart = _FIGURE_AND_LETTER.sub(" ", " ".join(words))
                yield from (apart, ".".join(words), f"{words[0]}{' '.join(words[1:])}")
        if person and is_person(term) and " " in (surname := given_and_surname(term)[1]):
            yield from (f"{words[0]} {words[-1]}", f"{words[0]} {''.join(_WORD.findall(spell(surname)))}")
        elif person and is_person(term) and len(words) == 3:
            given, middle, last = words  # the middle name may be left out, or be one letter
            yield from (f"{given} {last}", f"{given} {middle[0]} {last}", f"{given} {middle[0]}. {last}")

    return looks


def _looks_of_companies(term: str, person: bool) -> Iterator[str]:  # noqa: FBT001
    del person
    for spell in (bare, typed):
        yield from looks_of_companies(spell(term))


def _looks_of_addresses(term: str, person: bool) -> Iterator[str]:  # noqa: FBT001
    del person
    if not term.islower():
        for spell in (bare, typed):
            yield from (of_data(look) for look in looks_of_addresses(spell(term)))


def _looks_in_one_word(term: str, person: bool) -> Iterator[str]:  # noqa: FBT001
    del person
    look = _INSIDE.sub("", bare(term))
    if len(look) >= SHORTEST_ONE_WORD and term[0].isupper():
        yield look


VIEWS: tuple[View, ...] = (
    View("bare letters", lambda plain, _: of_data(_TOUCHING.sub(" ", plain)), _looks_of_names(bare)),
    View("umlauts spelled out", lambda _, spelled: of_data(spelled), _looks_of_names(typed)),
    View(
        "surname first",
        lambda plain, spelled: BORDER.join(map(_with_ands, dict.fromkeys((_TOUCHING.sub(" ", plain), spelled)))),
        looks_surname_first,
    ),
    View("accounts", lambda plain, _: _chunks(plain), looks_of_accounts),
    View("one legal form", lambda plain, _: of_data(in_one_legal_form(plain)), _looks_of_companies),
    View("short address words", lambda plain, _: of_data(in_short_address_words(plain)), _looks_of_addresses),
    View("fewer names", lambda plain, _: _with_ands(_TOUCHING.sub(" ", plain)), rarer_looks),
    View("hyphens inside words left out", lambda plain, _: _INSIDE.sub("", plain), _looks_in_one_word),
)
"""Views that differ in the letters."""


def _may_be_one_word(term: str) -> bool:
    """Tell whether the words of a name may be written as one: each has a capital, or some have figures."""
    with_figures = term[0].isupper() and all(word[0].isupper() or word[0].isdigit() for word in _WORD.findall(term))
    return all_capitals(term) or with_figures


@dataclass(slots=True)
class NameForms:
    """The looks of all strings in every view, indexed by their first word."""

    _looks: tuple[Looks, ...] = field(default_factory=lambda: tuple({} for _ in VIEWS))
    _people: PeopleForms = field(default_factory=lambda: PeopleForms((bare, typed, stem)))
    _alphabets: OtherAlphabets = field(default_factory=OtherAlphabets)
    _semitic_people: SemiticPeople = field(default_factory=SemiticPeople)
    _parted_words: PartedWords = field(default_factory=PartedWords)
    _numbers: dict[str, set[int]] = field(default_factory=dict)
    _longest_number: int = 0
    _dates: dict[Date, set[int]] = field(default_factory=dict)
    _touching: dict[str, set[int]] = field(default_factory=dict)
    _touching_from: dict[str, set[int]] = field(default_factory=dict)
    """How long the strings are that begin with two letters."""
    _stems: Looks = field(default_factory=dict)
    """By the last word of a name, which may have an ending."""
    _semitic: dict[str, set[int]] = field(default_factory=dict)
    _spared: set[str] = field(default_factory=set)
    _ids: dict[str, set[int]] = field(default_factory=dict)
    _beginnings_of_ids: set[str] = field(default_factory=set)

    def spare(self, terms: Iterable[str]) -> None:
        """Take terms that need their capitals: nothing that looks like them in small letters is another's form."""
        for term in terms:
            self._spared |= {bare(term).strip(), typed(term).strip()}

    def add(self, index: int, term: str, *, person: bool, cased: bool) -> None:
        """Take the looks of a string in; one that needs its capitals has none but those that show them."""
        name = without_honours(term)
        if person and is_person(name):
            if all(stems := [*map(stem, _LETTERS.findall(name))]):
                self._people.add(index, stems[0], stems[-1])
            for spell in (bare, typed):
                words = _WORD.findall(spell(name))
                self._people.add(index, words[0], words[-1])
                if begins_with_family(bare(words[0])):
                    self._people.add(index, words[-1], words[0])
        if cased:
            return
        self._alphabets.add(index, name)
        self._parted_words.add(index, name)
        if person:
            self._semitic_people.add(index, name)
        for view, looks in zip(VIEWS, self._looks, strict=True):
            for look in chain.from_iterable(view.of_term(each, person) for each in dict.fromkeys((term, name))):
                if look not in self._spared and (runs := _RUN.findall(look)):
                    _file(looks, runs[0], look, index)
        self._add_values(index, term)
        self._add_scripts(index, term)

    def _add_values(self, index: int, term: str) -> None:
        digits = "".join(_DIGITS.findall(bare(term))).lstrip("0")
        if len(digits) >= _DIGITS_OF_A_NUMBER and _IS_NUMBER.fullmatch(term.strip()):
            self._longest_number = max(self._longest_number, len(digits) + 1)
            self._numbers.setdefault(digits, set()).add(index)
            if term.strip().startswith("+"):
                for at in range(1, 4):  # whatever the length of the country code, E.164
                    if len(digits) - at > _DIGITS_OF_A_NUMBER:
                        self._numbers.setdefault(digits[at:].lstrip("0"), set()).add(index)
                        self._numbers.setdefault(f"{digits[:at]}0{digits[at:]}", set()).add(index)
        if _IS_ID.fullmatch(bare(term).strip()) and sum(map(str.isdigit, term)) > 3:
            code = _NO_ID.sub("", bare(term)).strip()
            self._ids.setdefault(code, set()).add(index)
            self._beginnings_of_ids |= {code[:length] for length in range(1, len(code) + 1)}
        for date in readings_of_date(bare(term).strip()):
            self._dates.setdefault(date, set()).add(index)

    def _add_scripts(self, index: int, term: str) -> None:
        plain = bare(term).strip()
        if len(_TOUCHING.findall(plain)) > 1:
            self._touching.setdefault(plain, set()).add(index)
            self._touching_from.setdefault(plain[:2], set()).add(len(plain))
        if _SEMITIC.fullmatch(plain) and len(plain) >= _SHORTEST:
            self._semitic.setdefault(plain, set()).add(index)
        words = _LETTERS.findall(plain) if len(plain) <= _LONGEST_WITH_ENDING else ()
        if words and len(words[-1]) >= _SHORTEST_STEM and plain.endswith(words[-1]) and term[0].isupper():
            _file(self._stems, words[-1], plain, index)

    def find(self, text: str) -> set[int]:
        """Return the strings that stand in a text in another form."""
        found: set[int] = set()
        text = _LETTER_AND_HYPHEN.sub(r"\1", text) if "-" in text else text  # "D-Day" is no day
        text = _AND_ELSEWHERE.sub(r"\1 & ", with_items_apart(text))
        plain, spelled = bare(text), typed(text)
        for view, looks in zip(VIEWS, self._looks, strict=True):
            if looks:
                found |= _standing(view.of_text(plain, spelled), looks)
        found |= self._values_in(plain) | self._scripts_in(plain)
        found |= set(self._alphabets.find(text)) | set(self._semitic_people.find(plain))
        found |= set(self._parted_words.find(text))
        return found | self._with_endings_in(text) | set(self._people.find(text))

    def _values_in(self, plain: str) -> set[int]:
        found: set[int] = set()
        if self._ids:
            found |= self._ids_in(plain)
        if self._numbers:
            for stretch in _STRETCH.findall(plain):
                found |= self._number_in(_DIGITS.findall(stretch))
        if self._dates:
            for date in chain(dates_in(plain), foreign_dates_in(plain), dates_by_stems(plain)):
                found |= self._dates.get(date, set())
        return found

    def _ids_in(self, plain: str) -> set[int]:
        """Return the ids that are some neighbouring words, written as one."""
        words = list(_WORD.finditer(plain))
        found: set[int] = set()
        for first, word in enumerate(words):
            joined, last = word.group(), first
            while joined in self._beginnings_of_ids:
                found |= self._ids.get(joined, set())
                end, last = words[last].end(), last + 1
                if last == len(words) or not _SEAM_OF_ID.fullmatch(plain, end, words[last].start()):
                    break
                joined += words[last].group()
        return found

    def _number_in(self, groups: Sequence[str]) -> set[int]:
        found: set[int] = set()
        for first in range(len(groups)):
            digits, last = "", first
            while last < len(groups) and len(digits) <= self._longest_number:
                digits = (digits + groups[last]).lstrip("0")
                found |= self._numbers.get(digits, set())
                last += 1
                if not digits:
                    break  # zeros alone: the next group begins the number
        return found

    def _scripts_in(self, plain: str) -> set[int]:
        found: set[int] = set()
        plain = _DOT_WITHIN.sub("", plain)
        for match in _TOUCHING.finditer(plain) if self._touching else ():
            for length in self._touching_from.get(plain[match.start() : match.start() + 2], ()):
                found |= self._touching.get(plain[match.start() : match.start() + length], set())
        for match in _SEMITIC.finditer(plain) if self._semitic else ():
            word = match.group()
            for at in range(1, min(5, len(word) - 2)):
                if word[at:] in self._semitic and _ATTACHED.fullmatch(word[:at]):
                    found |= self._semitic[word[at:]]
        return found

    def _with_endings_in(self, text: str) -> set[int]:
        """Return the capitalised names with an ending ("Kirstens"), or with a word joined ("Acornetvertrag")."""
        found: set[int] = set()
        composed = text if text.isascii() else compose(text)
        for match in _LETTERS.finditer(composed) if self._stems else ():
            if not match.group()[0].isupper():
                continue
            word = bare(match.group())
            for at in range(max(len(word) - 4, _SHORTEST_STEM), len(word)):
                is_ending = _CASES.fullmatch(word, at) or (at >= _LONG_STEM and _CASES_OF_LONG.fullmatch(word, at))
                if word[:at] in self._stems and is_ending:
                    for length, names in self._stems[word[:at]].items():
                        before = bare(composed[max(match.start() - 2 * length, 0) : match.start()]) + word[:at]
                        is_whole = not before[-length - 1 : -length].isalnum()
                        found |= names.get(before[-length:], set()) if is_whole else set()
            # No further than a stem reaches: a long word is not read to its end for each of its letters.
            for at in range(_SHORTEST_JOINED, min(len(word) - _SHORTEST_STEM, _LONGEST_WITH_ENDING) + 1):
                found |= self._stems.get(word[:at], {}).get(at, {}).get(word[:at], set())
        return found


def _file(looks: Looks, key: str, look: str, index: int) -> None:
    looks.setdefault(key, {}).setdefault(len(look), {}).setdefault(look, set()).add(index)


def _standing(text: str, looks: Looks) -> set[int]:
    """Return the strings one of whose looks stands in a text, and not as a part of a longer word or number.

    At each run of the text there are as many look-ups as lengths, however many looks begin alike.
    """
    found: set[int] = set()
    if looks.keys().isdisjoint(_RUN.findall(text)):
        return found
    for run in _RUN.finditer(text):
        if (by_length := looks.get(run.group())) is None:
            continue
        start = run.start()
        for length, alike in by_length.items():
            indices = alike.get(look := text[start : start + length])
            if indices is None or (look[0].isdigit() and text[start - 1 : start].isalnum()):
                continue
            after = text[start + length : start + length + 1]
            if not (after.isalpha() or (after.isdigit() and look[-1].isdigit())):
                found |= indices
    return found
