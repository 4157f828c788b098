"""String matching of the raw search: an independent definition of "the same string".

Both texts are normalised: NFKC and case folding, no invisible characters, Latin letters for look-alikes of other
scripts, one space for any run of white space, hyphens, dashes and underscores, and no space around signs. The
normalised text is searched for the normalised string. A letter at its edge must not touch another letter, a digit
must touch neither letter nor digit, and a word of the model must stand alone.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from backend.document.canonical_order import compose
from backend.document.placeholders import CLIENT, PLACEHOLDER, REDACTED, expose_unknown_placeholders
from backend.document.redacted_strings import RedactedString, kinds_written
from backend.document.spans import Span
from backend.messages.found_in import TextSource
from backend.verification.encodings import (
    BORDER,
    DOTTED,
    GLUED,
    UNSEEN,
    decoded_base64_texts,
    decoded_texts,
    forms_apart,
)
from backend.verification.glued_codes import GluedCodes
from backend.verification.look_alikes import as_latin
from backend.verification.name_forms import NameForms
from backend.verification.parted_names import PartedNames
from backend.verification.rarer_encodings import printed_base64_texts, rarer_texts
from backend.verification.readable_bytes import WantedPieces
from backend.verification.torn_names import TornNames

_UNSEEN = re.compile(f"[{UNSEEN}]")
# NFKC would make letters and digits of them and glue them to the name: "Acme™" is no "acmetm".
_RAISED = re.compile(
    "[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u2070-\u207f\u2120\u2122]"
)
_RAISED_DIGITS = re.compile("[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]")
_DIGITS_OF_A_NUMBER = 7
"""So many raised digits are a number, and no marks of notes."""
_LOOSE_MARKS = re.compile("[\u0300-\u036f]")
_QUOTES = {"'": re.compile("[\u2018-\u201b\u02b9\u02bc\u2032`]"), '"': re.compile("[\u201c-\u201f]")}
_SPACES = re.compile(r"[\s_\-\u2010-\u2015\u2212]+")
_AROUND_SIGNS = re.compile(r" (?:(?=[^\w\s\0])|(?<=[^\w\s\0] ))")
_LATIN_PIECE = re.compile(r"[a-z]{2,}|[0-9]{2,}")
_RUN = re.compile(r"[^\W\d_]+|\d+")

_SHORTEST_ENCODED = 2
_LONGEST_SPELLING = 4
"""How much longer than itself a string may be in a text, to be found around a sign of a spelling: "&#x26;"."""
_SHORTEST_IN_BASE64 = 6
_SHORT_NUMBER = 4
"""Digits; numbers so short, years among them, stand in every attribute."""

# Whose names are looked for over the end of a paragraph: in a table the words of other kinds meet by chance.
_NAMES = re.compile(rf"\[(?:{CLIENT}|{REDACTED}|PERSON|ORGANIZATION)\b")
_OTHER_KIND = re.compile(r"\[(?!CLIENT|REDACTED|PERSON|TERM)[A-Z_]+(?: \d+)?\]")
"""Placeholders of what cannot be a person: they have no initials and no account."""
_SHORTEST_ACROSS = 6
_SHORTEST_APART = 5
_WORD = re.compile(r"[^\W_]+")
_WORDS_OF_A_NAME = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Needle:
    """A redacted string in normalised form.

    `cased` is a pattern for the capitals of its words, where case matters. `across` is such a pattern for a name of
    several words that may be split over two paragraphs; None for all other strings.
    """

    index: int
    plain: str
    is_word: bool
    cased: re.Pattern[str] | None
    across: re.Pattern[str] | None = None

    @classmethod
    def of(cls, index: int, string: RedactedString) -> "Needle":
        """Make the needle for a redacted string."""
        plain = normalise(string.text).strip()
        words = _WORDS_OF_A_NAME.findall(string.text)
        is_name = (
            not string.is_word and len(words) > 1 and not words[0][0].islower() and len(plain) >= _SHORTEST_ACROSS
        )
        across = is_name and bool(_NAMES.match(string.placeholder))
        cased = _cased(string.text) if across or string.case_sensitive else None
        return cls(
            index, plain, string.is_word, cased if string.case_sensitive else None, cased if across else None
        )

    @property
    def weight(self) -> int:
        """The number of bytes of the normalised form: the longer it is, the less likely is a chance match."""
        return len(self.plain.encode("utf-8", "ignore"))

    @property
    def is_slight(self) -> bool:
        """Whether it is a single letter or a small number, which is significant only in text that people write."""
        return len(self.plain) == 1 or (len(self.plain) <= _SHORT_NUMBER and self.plain.isdecimal())

    def stands_at(self, plain: str, start: int) -> bool:
        """Tell whether the needle is at `start` of a normalised text and is not part of a longer word."""
        end = start + len(self.plain)
        if start < 0 or not plain.startswith(self.plain, start) or self._is_possessive(plain, start):
            return False
        before, after = plain[start - 1 : start], plain[end : end + 1]
        return not (self._touches(self.plain[0], before) or self._touches(self.plain[-1], after))

    def _is_possessive(self, plain: str, start: int) -> bool:
        """Tell whether a word "s" is only the possessive ending of a name or placeholder."""
        if not (self.is_word and self.plain == "s" and plain[start - 1 : start] == "'"):
            return False
        owner = plain[max(start - 2, 0) : start - 1]
        return owner.isalnum() or owner == BORDER

    def _touches(self, edge: str, neighbour: str) -> bool:
        if not (edge.isalnum() and neighbour.isalnum()):
            return False
        return self.is_word or not (edge.isalpha() and not neighbour.isalpha())


@dataclass(frozen=True, slots=True)
class Needles:
    """All redacted strings, indexed for one pass over a text; matches inside a `spared` term are allowed.

    Placeholders of custom kinds that are not `own_kinds` are read as words.
    """

    strings: Sequence[RedactedString]
    spared: Sequence[str] = ()
    own_kinds: frozenset[str] = frozenset()
    _spared: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    _spared_apart: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    """Finds the spared terms in a text whose glued and dotted words were taken apart."""
    _spared_loosely: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    """Finds the words of the spared terms in a text as it is, whatever signs are between them."""
    _by_run: dict[str, dict[tuple[int, int], dict[str, list[Needle]]]] = field(
        init=False, repr=False, compare=False
    )
    """The needles by their first run of letters or digits, then by its offset and their length, then by their text.

    So that at each run of a text there are as many look-ups as lengths, however many needles begin alike.
    """
    _signs: list[Needle] = field(init=False, repr=False, compare=False)
    pieces: WantedPieces = field(init=False, repr=False, compare=False)
    """For each string that may stand among bytes the longest run of small letters or of digits in it."""
    _reach: int = field(init=False, repr=False, compare=False)
    """How many characters of a text a string may stand in, however it is spelled."""
    _forms: NameForms = field(init=False, repr=False, compare=False)
    """The other forms of names, numbers and dates."""
    _compact: dict[str, dict[int, dict[str, list[int]]]] = field(init=False, repr=False, compare=False)
    """The letters and digits of the strings by the first of them, then by how many they are."""
    _have_names: bool = field(init=False, repr=False, compare=False)
    """Whether any of them may stand in two paragraphs."""
    _parted: PartedNames = field(init=False, repr=False, compare=False)
    _torn: TornNames = field(init=False, repr=False, compare=False)
    _glued: GluedCodes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "own_kinds", self.own_kinds | kinds_written(self.strings))
        object.__setattr__(self, "_spared", _any_of(self.spared))
        apart = [form for term in self.spared for form in forms_apart(term)]
        object.__setattr__(self, "_spared_apart", _any_of(apart))
        object.__setattr__(self, "_spared_loosely", _words_of_any(apart))
        by_run: dict[str, dict[tuple[int, int], dict[str, list[Needle]]]] = {}
        compact: dict[str, dict[int, dict[str, list[int]]]] = {}
        signs = []
        for i, string in enumerate(self.strings):
            needle = Needle.of(i, string)
            letters = "".join(filter(str.isalnum, needle.plain))
            if not string.is_word and len(letters) >= _SHORTEST_APART:
                alike_from = compact.setdefault(letters[:_SHORTEST_APART], {})
                alike_from.setdefault(len(letters), {}).setdefault(letters, []).append(i)
            first = _RUN.search(needle.plain)
            if first:
                alike = by_run.setdefault(first.group(), {}).setdefault((first.start(), len(needle.plain)), {})
                alike.setdefault(needle.plain, []).append(needle)
            elif needle.plain:
                signs.append(needle)
        object.__setattr__(self, "_by_run", by_run)
        object.__setattr__(self, "_signs", signs)
        object.__setattr__(self, "_compact", compact)
        forms = NameForms()
        forms.spare(string.text for string in self.strings if string.case_sensitive)
        for i, string in enumerate(self.strings):
            if not string.is_word:
                person = _OTHER_KIND.fullmatch(string.placeholder) is None
                forms.add(i, string.text, person=person, cased=string.case_sensitive)
        object.__setattr__(self, "_forms", forms)
        codes = ((i, normalise(string.text)) for i, string in enumerate(self.strings) if not string.is_word)
        object.__setattr__(self, "_glued", GluedCodes.of(codes))
        named = (string.text for string in self.strings if not string.is_word)
        object.__setattr__(self, "pieces", WantedPieces(set(map(_longest_piece, named)) - {""}))
        longest = max((len(string.text) for string in self.strings), default=0)
        object.__setattr__(self, "_reach", _LONGEST_SPELLING * longest)
        needles = (each for by_place in by_run.values() for alike in by_place.values() for each in alike.values())
        names = [needle.index for each in needles for needle in each if needle.across]
        object.__setattr__(self, "_have_names", bool(names))
        object.__setattr__(self, "_parted", PartedNames.of(((i, self.strings[i].text) for i in names), normalise))
        shown = ((i, each.text) for i, each in enumerate(self.strings) if _is_shown_name(each))
        object.__setattr__(self, "_torn", TornNames.of(shown, normalise))

    def find(
        self, text: str, *, words: bool = True, shortest: int = 1, forms: bool = True, apart: bool = False
    ) -> set[int]:
        """Return the positions of the strings in `text`; `apart` if its glued or dotted words were taken apart.

        Pass `words` as False for text that people did not write: words of the model, single letters and small
        numbers are then ignored. Strings whose normalised form is shorter than `shortest` bytes are ignored as
        well. Without `forms` a name is found only as it is: bytes hold its initials by chance.
        """
        if not text:
            return set()
        text = expose_unknown_placeholders(text, self.own_kinds)
        plain = normalise(text)
        spared = _spans(self._spared_apart if apart else self._spared, plain)
        found = {
            needle.index
            for needle in self._signs
            if needle.weight >= shortest and needle.plain in plain and _stands_outside(needle.plain, plain, spared)
        }
        spelled = ""
        for start, needle in self._standing(plain, spared):
            if needle.index in found or needle.weight < shortest:
                continue
            if not words and (needle.is_word or needle.is_slight):
                continue
            if needle.cased is not None:
                spelled = spelled or _uncased_form(text)
                if not needle.cased.match(spelled, start):
                    continue
            found.add(needle.index)
        return found | self._glued.find(_without(spared, plain)) | self._in_other_forms(text) if forms else found

    def standing(self, text: str) -> Iterator[tuple[int, Span]]:
        """Return where strings stand in `text` as they are written, in its normal form; capitals do not count."""
        plain = normalise(text)
        for start, needle in self._standing(plain, _spans(self._spared, plain)):
            yield needle.index, Span(start, start + len(needle.plain))

    def _in_other_forms(self, text: str) -> set[int]:
        """Return the names, numbers and dates that stand in a text in another form, outside of spared terms."""
        seen = PLACEHOLDER.sub(BORDER, text) if text.isascii() else _UNSEEN.sub("", PLACEHOLDER.sub(BORDER, text))
        if self._spared_loosely is not None:
            seen = self._spared_loosely.sub(BORDER, seen)
        found = self._forms.find(_RAISED.sub(" ", seen))
        if not seen.isascii() and len(_RAISED_DIGITS.findall(seen)) >= _DIGITS_OF_A_NUMBER:
            found |= self._forms.find(compose(seen))
        return found

    def find_across(self, paragraphs: str) -> set[int]:
        """Return the positions of the names of several words in `paragraphs` with their capitals."""
        spelled = ""
        found: set[int] = set()
        if not self._have_names:
            return found
        paragraphs = expose_unknown_placeholders(paragraphs, self.own_kinds)
        plain = normalise(paragraphs)
        for start, needle in self._standing(plain, _spans(self._spared, plain)):
            if needle.across is not None and needle.index not in found:
                spelled = spelled or _uncased_form(paragraphs)
                if needle.across.match(spelled, start):
                    found.add(needle.index)
        return found

    def find_parted(self, texts: Sequence[str], ends: Collection[int] = (), *, in_column: bool = False) -> set[int]:
        """Return the positions of the names whose halves stand alone in neighbouring texts (see `parted_names`)."""
        readable = [expose_unknown_placeholders(text, self.own_kinds) for text in texts]
        return set(self._parted.find(readable, ends, in_column=in_column))

    def find_torn(self, texts: Sequence[str]) -> set[int]:
        """Return the positions of the names whose first letter ends a text (see `torn_names`)."""
        return set(self._torn.find([expose_unknown_placeholders(text, self.own_kinds) for text in texts]))

    def find_compact(self, runs: Iterable[str]) -> set[int]:
        """Return the positions of the strings that runs of single letters spell, with or without their spaces."""
        found: set[int] = set()
        for run in set(runs) if self._compact else ():
            plain = normalise(run)
            for start in range(len(plain) - _SHORTEST_APART + 1):
                for length, alike in self._compact.get(plain[start : start + _SHORTEST_APART], {}).items():
                    found.update(alike.get(plain[start : start + length], ()))
        return found

    def beginnings(self, labels: Iterable[str]) -> list[str]:
        """Return the labels of which a redacted string goes on with more words."""
        plain = {label: normalise(label).strip() for label in labels}
        texts = [normalise(string.text).strip() for string in self.strings]
        return sorted(
            label for label, start in plain.items() if start and any(text.startswith(f"{start} ") for text in texts)
        )

    def find_long(self, text: str) -> set[int]:
        """Return the positions of strings so long that they do not come about where two words meet by chance."""
        found = self.find(text, words=False, forms=False)
        return {i for i in found if sum(map(str.isalnum, self.strings[i].text)) >= _SHORTEST_APART}

    def _standing(self, plain: str, spared: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Needle]]:
        if self._by_run.keys().isdisjoint(_RUN.findall(plain)):
            return
        for run in _RUN.finditer(plain):
            if (by_place := self._by_run.get(run.group())) is None:
                continue
            for (offset, length), alike in by_place.items():
                start = run.start() - offset
                for needle in alike.get(plain[max(start, 0) : start + length], ()):
                    if needle.stands_at(plain, start) and not _lies_in(start, length, spared):
                        yield start, needle

    def find_encoded(self, text: str, *, words: bool) -> Iterator[tuple[TextSource, int]]:
        """Return the strings that are in `text` in another encoding of its characters, with the encoding."""
        seen: set[int] = set()
        for encoding, plain in decoded_texts(text, self._reach):
            parted = encoding in (GLUED, DOTTED)
            found = self.find(plain, words=words and not parted, shortest=_SHORTEST_ENCODED, apart=parted)
            yield from ((encoding, i) for i in (found - seen if parted else found))
            seen |= found
        for plain in rarer_texts(text):
            yield from (("escaped", i) for i in self.find(plain, words=words, shortest=_SHORTEST_ENCODED))
        for plain in dict.fromkeys(printed_base64_texts(text)):
            found = {i for _, other in decoded_texts(plain, self._reach) for i in self.find(other, words=False)}
            yield from (("base64", i) for i in found | self.find(plain, words=False, shortest=_SHORTEST_ENCODED))
        hidden = BORDER.join(decoded_base64_texts(text))
        yield from (
            ("base64", i) for i in self.find(hidden, words=False, shortest=_SHORTEST_IN_BASE64, forms=False)
        )


def _is_shown_name(string: RedactedString) -> bool:
    return not string.is_word and bool(_NAMES.match(string.placeholder))


def _any_of(terms: Iterable[str]) -> re.Pattern[str] | None:
    """Find any of these terms in a normalised text, the longest first."""
    return _alternatives({normalise(term).strip(): re.escape(normalise(term).strip()) for term in terms})


def _words_of_any(terms: Iterable[str]) -> re.Pattern[str] | None:
    """Find the words of any of these terms in a text that is not normalised."""
    found = {" ".join(words): r"[\W_]+".join(words) for term in terms if (words := _WORD.findall(term))}
    return _alternatives(found)


def _alternatives(patterns: Mapping[str, str]) -> re.Pattern[str] | None:
    """Find any of these texts by its pattern; a letter or digit at its edge touches no other one."""
    by_edges: dict[str, list[str]] = {}
    for text, pattern in patterns.items():
        before = r"(?<![^\W_])" if text[:1].isalnum() else ""
        after = r"(?![^\W_])" if text[-1:].isalnum() else ""
        by_edges.setdefault(f"{before}(?:{{}}){after}", []).append(pattern)
    groups = (edges.format("|".join(sorted(each, key=len, reverse=True))) for edges, each in by_edges.items())
    return re.compile("|".join(groups), re.IGNORECASE) if patterns else None


def _spans(spared: re.Pattern[str] | None, plain: str) -> Sequence[tuple[int, int]]:
    """Where spared terms stand, in order; what reaches beyond one of them is not spared."""
    return () if spared is None else [match.span() for match in spared.finditer(plain)]


def _without(spared: Sequence[tuple[int, int]], plain: str) -> str:
    """The text without the spared terms in it."""
    if not spared:
        return plain
    begins, ends = zip(*spared, strict=True)
    return BORDER.join(plain[end:start] for end, start in zip((0, *ends), (*begins, len(plain)), strict=True))


def _lies_in(start: int, length: int, spared: Sequence[tuple[int, int]]) -> bool:
    before = bisect_right(spared, start, key=itemgetter(0)) - 1
    return before >= 0 and start + length <= spared[before][1]


def _stands_outside(wanted: str, plain: str, spared: Sequence[tuple[int, int]]) -> bool:
    """Whether signs stand anywhere but in spared terms."""
    start = plain.find(wanted)
    while start >= 0 and _lies_in(start, len(wanted), spared):
        start = plain.find(wanted, start + 1)
    return start >= 0


def normalise(text: str) -> str:
    """Normalise a text so that all spellings of the same string become equal; placeholders become borders.

    >>> normalise("Halden\u00a0 & ROOK_plan, [CLIENT]")
    'halden&rook plan,\\x00'
    """
    return _joined(compose(_seen(text)).casefold())


def _uncased_form(text: str) -> str:
    """Return the normalised form in the original case, letter by letter at the same offsets."""
    written = compose(_seen(text))
    if len(written.casefold()) != len(written):
        written = "".join(map(_as_long_as_folded, written))
    return _joined(written)


def _as_long_as_folded(char: str) -> str:
    """Expand a letter that case folding turns into two: "ß" becomes "ss", and "İ" keeps its capital."""
    folded = char.casefold()
    return char if len(folded) == 1 else (folded[0] if char.islower() else char) + folded[1:]


def _longest_piece(text: str) -> str:
    text = compose(text, "NFC").lower().strip()
    pieces = _LATIN_PIECE.findall(text) or _RUN.findall(text)
    return max(pieces, key=len, default=text)


def _seen(text: str) -> str:
    text = PLACEHOLDER.sub(BORDER, text)
    return text if text.isascii() else as_latin(_RAISED.sub(" ", _UNSEEN.sub("", text)))


def _joined(text: str) -> str:
    if not text.isascii():
        text = _LOOSE_MARKS.sub("", text)
        for straight, others in _QUOTES.items():
            text = others.sub(straight, text)
    return _AROUND_SIGNS.sub("", _SPACES.sub(" ", text))


def _cased(text: str) -> re.Pattern[str]:
    """Return a pattern that requires a capital at the start of each capitalised word and ignores case elsewhere."""
    plain = _uncased_form(text).strip()
    pieces = (
        re.escape(piece[0]) + f"(?i:{re.escape(piece[1:])})" if piece[0].isupper() else f"(?i:{re.escape(piece)})"
        for piece in re.findall(r"[^\W_]+|[\W_]+", plain)
    )
    return re.compile(rf"(?<![^\W\d_]){''.join(pieces)}(?![^\W\d_])")
