"""Compare the words next to each placeholder with the original document.

Word replaces ranges, and a range that moved by a letter destroys the words beside it. Nothing is left then, so no
other check finds it. Here every paragraph with placeholders must be an original paragraph in which spellings of the
terms were replaced. Where it is not, the word before and the word behind each placeholder must have stood beside
the term. A placeholder beside another one stands for any spelling of its term.

Tracked changes give a paragraph several readings; each of its readings may fit any reading of the original one.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from backend.document.canonical_order import compose
from backend.document.placeholders import PLACEHOLDER, long_placeholders
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import Span, merge_overlapping
from backend.messages.found_in import FoundIn
from backend.verification.matching import normalise
from backend.verification.open_paragraphs import ParagraphText
from backend.verification.package_paragraphs import PackageParagraphs

_START, _END = "\x02", "\x03"
"""Stand for the edges of a paragraph. XML can hold neither."""
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"\w+")
_SPELLED = 2
"""How much longer than the longest spelling a term may stand in a text, besides a few characters."""
_SLACK = 16
_WINDOW = 4
"""Paragraphs behind the last pair that may be the next one."""
_FEW_WORDS = 6
"""Damage changes one or two words; of a paragraph with fewer words that may be half."""
_MAX_COMPARED = 1_000_000
"""Pairs of paragraphs that are compared besides those at the same place."""


@dataclass(frozen=True, slots=True, order=True)
class DamagedPlace:
    """A placeholder whose neighbours are not those of the original: its place, never the words."""

    part: str
    found_in: FoundIn
    placeholder: str

    @property
    def how(self) -> str:
        """The paragraph in words."""
        return self.found_in.words

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        return {"part": self.part, **self.found_in.as_json(), "placeholder": self.placeholder}


def find_damaged(
    result: PackageParagraphs,
    original: PackageParagraphs,
    strings: Iterable[RedactedString],
    paragraphs: Mapping[tuple[str, int], FoundIn],
) -> tuple[DamagedPlace, ...]:
    """Return the placeholders of `strings` next to which the text changed, in document order.

    `paragraphs` are those that the reader has read, by part and number.
    """
    terms = _Terms(tuple(strings))
    if not terms.known:
        return ()
    comparison = _Comparison(terms, _texts(original), _texts(result))
    found: dict[DamagedPlace, None] = {}
    for (part, number), placeholder in comparison.damaged():
        paragraph = paragraphs.get((part, number), FoundIn("paragraph", number=number + 1))
        found[DamagedPlace(part, paragraph, placeholder)] = None
    return tuple(found)


class _Token(NamedTuple):
    """A placeholder and the text behind it."""

    placeholder: str
    behind: str


@dataclass(frozen=True, slots=True)
class _Terms:
    """The redacted terms by placeholder; tells which texts a placeholder may stand for."""

    strings: tuple[RedactedString, ...]
    known: frozenset[str] = field(init=False)
    _token: re.Pattern[str] = field(init=False)
    _keys: dict[str, set[str]] = field(init=False)
    _edges: str = field(init=False)
    _every: RedactedStrings = field(init=False)
    longest: int = field(init=False)
    _accepted: dict[tuple[str, str], bool] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        keys: dict[str, set[str]] = {}
        for string in self.strings:
            keys.setdefault(_plain(string.placeholder), set()).add(normalise(string.text).strip())
        forms = sorted((_literal(text) for text in keys if text), key=len, reverse=True)
        texts = [_plain(string.text) for string in self.strings]
        own = {text[edge] for text in texts if text for edge in (0, -1)}
        object.__setattr__(self, "known", frozenset(keys) - {""})
        object.__setattr__(self, "_token", re.compile("|".join((PLACEHOLDER.pattern, *forms))))
        object.__setattr__(self, "_keys", keys)
        object.__setattr__(self, "_edges", "".join(own))
        object.__setattr__(self, "_every", RedactedStrings(self.strings))
        object.__setattr__(self, "longest", _SPELLED * max(map(len, texts), default=0) + _SLACK)

    def split(self, text: str) -> tuple[str, tuple[_Token, ...]]:
        """Return the text before the first placeholder, and each placeholder with the text behind it."""
        found = list(self._token.finditer(text))
        if not found:
            return text, ()
        ends = [*(match.start() for match in found[1:]), len(text)]
        tokens = (_Token(match.group(), text[match.end() : end]) for match, end in zip(found, ends, strict=True))
        return text[: found[0].start()], tuple(tokens)

    def words_outside(self, text: str) -> set[str]:
        """Return the words of a text outside of placeholders."""
        return set(_WORD.findall(self._token.sub(" ", text)))

    def may_be(self, placeholder: str, text: str) -> bool:
        """Tell whether a placeholder may replace a text of the original."""
        if text == placeholder:
            return True
        if placeholder not in self.known:
            # It stands for a term that nobody named, for instance one that was rejected later.
            return PLACEHOLDER.fullmatch(placeholder) is not None and not (text[0].isspace() or text[-1].isspace())
        if not self._has_edges(text):
            return False
        key = placeholder, text
        if key not in self._accepted:
            spelled = normalise(text).strip() in self._keys[placeholder]
            self._accepted[key] = spelled or self._is_merged(placeholder, text)
        return self._accepted[key]

    def _has_edges(self, text: str) -> bool:
        """Tell whether a text begins and ends as terms do; spaces and signs around a term are no part of it."""
        return all(edge.isalnum() or edge in self._edges for edge in (text[0], text[-1]))

    def _is_merged(self, placeholder: str, text: str) -> bool:
        """Tell whether redacting this text gives one placeholder; overlapping terms go as one."""
        found = [(span, _plain(self.strings[i].placeholder)) for i, span in self._every.find(text)]
        merged = [span for span, _ in merge_overlapping(found)]
        return merged == [Span(0, len(text))] and any(name == placeholder for _, name in found)


def _literal(placeholder: str) -> str:
    """Return the expression for a replacement; one without brackets is found as a word of its own."""
    before = r"(?<!\w)" if placeholder[0].isalnum() else ""
    behind = r"(?!\w)" if placeholder[-1].isalnum() else ""
    return f"{before}{re.escape(placeholder)}{behind}"


class _Unit(NamedTuple):
    """A paragraph in all its readings: as displayed, before the tracked changes, and everything."""

    place: tuple[str, int]
    now: str
    before: str
    everything: str

    @property
    def readings(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self[1:]))


def _texts(paragraphs: PackageParagraphs) -> dict[str, list[_Unit]]:
    return {part: [_unit(part, each) for each in found] for part, found in paragraphs.items()}


def _unit(part: str, paragraph: ParagraphText) -> _Unit:
    now = _framed(paragraph.now)
    if not paragraph.changed:
        return _Unit((part, paragraph.number), now, now, now)
    before, everything = _framed(paragraph.before), _framed(paragraph.everything)
    return _Unit((part, paragraph.number), now, before, everything)


def _plain(text: str) -> str:
    return _SPACES.sub(" ", compose(long_placeholders(text), "NFC")).strip()


def _framed(text: str) -> str:
    return f"{_START}{_plain(text)}{_END}"


@dataclass(slots=True)
class _Comparison:
    """The comparison of two documents; each original paragraph is the source of one paragraph at most."""

    terms: _Terms
    original: Mapping[str, Sequence[_Unit]]
    result: Mapping[str, Sequence[_Unit]]
    _claimed: set[tuple[str, int]] = field(default_factory=set)

    def damaged(self) -> Iterator[tuple[tuple[str, int], str]]:
        changed = [each for each in self._unpaired() if self._has_terms(each)]
        free = [each for units in self.original.values() for each in units if each.place not in self._claimed]
        if len(changed) * len(free) <= _MAX_COMPARED:
            changed = [each for each in changed if not self._claim(each, free)]
        everywhere = self._everywhere() if changed else ()
        for unit in changed:
            source = self._source(unit)
            for placeholder in self._damaged_in(unit, source, everywhere):
                yield unit.place, placeholder

    def _everywhere(self) -> tuple[str, ...]:
        """Return all text of the original, once with borders between paragraphs and once with spaces.

        Word sets a comment as a whole, and its paragraphs may become lines of one.
        """
        every = "".join(text for units in self.original.values() for unit in units for text in unit.readings)
        return every, every.replace(_END + _START, " ")

    def _has_terms(self, unit: _Unit) -> bool:
        return any(
            token.placeholder in self.terms.known for text in unit.readings for token in self.terms.split(text)[1]
        )

    def _unpaired(self) -> list[_Unit]:
        """Return the paragraphs that are not the original ones at the same place.

        Where paragraphs were added or removed, the place is counted from either end and from the last pair.
        """
        left = []
        for part, units in self.result.items():
            sources = self.original.get(part, ())
            shift, last = len(sources) - len(units), -1
            for at, unit in enumerate(units):
                near = () if shift == 0 else (at + shift, *range(last + 1, last + 1 + _WINDOW))
                candidates = dict.fromkeys(i for i in (at, *near) if 0 <= i < len(sources))
                paired = next((i for i in candidates if self._claim(unit, [sources[i]])), None)
                if paired is None:
                    left.append(unit)
                else:
                    last = paired
        return left

    def _claim(self, unit: _Unit, sources: Iterable[_Unit]) -> bool:
        """Find an original paragraph that becomes this one by replacing alone, and claim it."""
        for source in sources:
            if source.place not in self._claimed and self._becomes(source, unit):
                self._claimed.add(source.place)
                return True
        return False

    def _becomes(self, source: _Unit, unit: _Unit) -> bool:
        def fits(text: str) -> bool:
            return any(self._is_source(reading, text) for reading in source.readings)

        return fits(unit.now) and (unit.now == unit.everything or fits(unit.everything) or fits(unit.before))

    def _is_source(self, source: str, text: str) -> bool:
        if source == text:
            return True
        first, tokens = self.terms.split(text)
        if not tokens or not source.startswith(first):
            return False
        reached, ends = self._follow(source, {len(first)}, tokens)
        return reached == len(tokens) and len(source) in ends

    def _follow(self, source: str, starts: set[int], tokens: Sequence[_Token]) -> tuple[int, set[int]]:
        """Read a source from any of `starts`; return how many tokens fit, and where the last one may end."""
        for count, (placeholder, behind) in enumerate(tokens):
            starts = {
                end + len(behind) for start in starts for end in self._ends(source, start, placeholder, behind)
            }
            if not starts:
                return count, starts
        return len(tokens), starts

    def _ends(self, source: str, start: int, placeholder: str, behind: str) -> Iterator[int]:
        furthest = min(len(source), start + max(self.terms.longest, len(placeholder)) + len(behind))
        end = source.find(behind, start + 1, furthest)
        while end >= 0:
            if self.terms.may_be(placeholder, source[start:end]):
                yield end
            end = source.find(behind, end + 1, furthest)

    def _source(self, unit: _Unit) -> _Unit | None:
        """Return the original paragraph at the same place, if no paragraph was added, removed or moved."""
        part, _ = unit.place
        sources, units = self.original.get(part, ()), self.result[part]
        if len(sources) != len(units):
            return None
        source = sources[bisect_left(units, unit.place[1], key=lambda each: each.place[1])]
        words = self.terms.words_outside(unit.now)
        return None if source.place in self._claimed or not _alike(words, source.now) else source

    def _damaged_in(self, unit: _Unit, source: _Unit | None, everywhere: Sequence[str]) -> list[str]:
        readings = everywhere if source is None else source.readings
        now = self._damaged_of(unit.now, readings, counted=source is not None)
        if unit.now == unit.everything:
            return now
        views = (unit.everything, unit.before)
        everything, before = (self._damaged_of(view, readings, counted=False) for view in views)
        return list(dict.fromkeys((*now, *(each for each in everything if each in before))))

    def _damaged_of(self, text: str, readings: Sequence[str], *, counted: bool) -> list[str]:
        """Return the placeholders of a text beside which it is no reading of the original.

        With `counted` the same neighbours must not stand more often than in one reading.
        """
        found = []
        chains = Counter(_chains(*self.terms.split(text)))
        for (before, tokens), count in chains.items():
            fits = [self._standing(reading, before, tokens) for reading in readings]
            if max(many for many, _ in fits) >= (count if counted else 1):
                continue
            at = max(furthest for _, furthest in fits)
            named = tokens[min(at, len(tokens) - 1)].placeholder
            if named not in self.terms.known:
                named = next((each.placeholder for each in tokens if each.placeholder in self.terms.known), "")
            if named:
                found.append(named)
        return found

    def _standing(self, source: str, before: str, tokens: tuple[_Token, ...]) -> tuple[int, int]:
        """Return how often a chain stands in a source, and how many of its tokens fit at most."""
        standing = furthest = 0
        start = source.find(before)
        while start >= 0:
            if not _goes_on_before(source, start, before):
                reached, ends = self._follow(source, {start + len(before)}, tokens)
                is_complete = any(not _goes_on_behind(source, end, tokens[-1].behind) for end in ends)
                standing += is_complete
                furthest = max(furthest, reached if is_complete else min(reached, len(tokens) - 1))
            start = source.find(before, start + 1)
        return standing, furthest


def _alike(words: set[str], source: str) -> bool:
    """Tell whether half of the words stand in the source, or there are too few to tell."""
    return len(words) < _FEW_WORDS or 2 * len(words & set(_WORD.findall(source))) >= len(words)


def _chains(first: str, tokens: Sequence[_Token]) -> Iterator[tuple[str, tuple[_Token, ...]]]:
    """Yield runs of placeholders without a word between them, with the words around them."""
    before, run = first, []
    for token in tokens:
        if _WORD.search(token.behind) is None and not token.behind.endswith(_END):
            run.append(token)
            continue
        run.append(token._replace(behind=_head(token.behind)))
        yield _tail(before), tuple(run)
        before, run = token.behind, []


def _tail(text: str) -> str:
    """Return the text from its last word on; a word that stands several times in a row counts as one.

    >>> _tail("to see the very, very ")
    'very, very '
    """
    words = list(_WORD.finditer(text))
    if not words:
        return text
    at = len(words) - 1
    while at > 0 and words[at - 1].group() == words[at].group():
        at -= 1
    return text[words[at].start() :]


def _head(text: str) -> str:
    """Return the text up to the end of its first word; a word that stands several times in a row counts as one.

    >>> _head(", who who said")
    ', who who'
    """
    words = list(_WORD.finditer(text))
    if not words:
        return text
    at = 0
    while at + 1 < len(words) and words[at + 1].group() == words[at].group():
        at += 1
    return text[: words[at].end()]


_NEAR = 200
"""Characters in which the word beside a word is looked for."""


def _goes_on_before(source: str, start: int, text: str) -> bool:
    """Tell whether the first word of a text begins earlier in the source, or stands there once more."""
    first = _WORD.match(text)
    if first is None:
        return False
    context = source[max(start - _NEAR, 0) : start]
    words = _WORD.findall(context)
    return bool(_WORD.search(context[-1:])) or (
        bool(words) and words[-1] == first.group() and _one_paragraph(context)
    )


def _goes_on_behind(source: str, end: int, text: str) -> bool:
    """Tell whether the last word of a text ends later in the source, or stands there once more."""
    words = _WORD.findall(text)
    if not words or not _WORD.search(text[-1:]):
        return False
    context = source[end : end + _NEAR]
    following = _WORD.search(context)
    again = following is not None and following.group() == words[-1]
    return bool(_WORD.match(context)) or (again and _START not in context[: following.start() if following else 0])


def _one_paragraph(context: str) -> bool:
    """Tell whether no paragraph begins behind the last word of a text."""
    words = list(_WORD.finditer(context))
    return _START not in context[words[-1].end() :]
