"""Names whose halves stand alone in neighbouring texts, with a mark, a label or something small between them.

"• Renate" and "• Krüger" are two items of a list, and a reader sees one person. Nothing tells for certain that they
belong together, so that such a name is reported and not redacted. Each half must be all that its text says.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from backend.verification.encodings import BORDER
from backend.verification.people_forms import is_honour

_LONGEST = 80
"""Characters of a text that may say half a name, with its label."""
_SMALL = 20
"""Characters of what may stand between the halves."""
_AROUND = r"[^\w\0]"
_MARK = re.compile(rf"{_AROUND}*(?:(?:(?:\d{{1,3}}|[a-z]|[ivx]{{1,4}})[.)]|[A-Z]\))(?=\s))?{_AROUND}*")
_TRAILING = re.compile(rf"{_AROUND}+$")
_LABEL = re.compile(r"([^\W\d_][^\W_]*(?:[ .-][^\W_]+){0,2})\s?:\s+(?=\S)")
_WORDS = re.compile(r"[^\W_]+")
_PARTING = frozenset(("and", "und", "or", "oder", "et", "ou", "y", "e", "o"))
"""Words between two people."""


class _Half(NamedTuple):
    """What a text says without its marks: a label, and behind it half a name."""

    label: str
    plain: str


@dataclass(frozen=True, slots=True)
class PartedNames:
    """Names by their first half and by their second one, in normalised form: the other half, and the names."""

    by_first: Mapping[str, Mapping[str, Collection[int]]]
    by_second: Mapping[str, Mapping[str, Collection[int]]]
    normalise: Callable[[str], str]

    @classmethod
    def of(cls, names: Iterable[tuple[int, str]], normalise: Callable[[str], str]) -> "PartedNames":
        """Index names of several words by the position of their string."""
        by_first: dict[str, dict[str, set[int]]] = {}
        by_second: dict[str, dict[str, set[int]]] = {}
        for index, name in names:
            words = [*_WORDS.finditer(name)]
            # A half has no more characters than this, so a longer name has none that could stand anywhere.
            for word, following in pairwise(words) if len(words) <= 2 * _LONGEST else ():
                first, second = (
                    normalise(half).strip() for half in (name[: word.end()], name[following.start() :])
                )
                by_first.setdefault(first, {}).setdefault(second, set()).add(index)
                by_second.setdefault(second, {}).setdefault(first, set()).add(index)
        return cls(by_first, by_second, normalise)

    def find(self, texts: Sequence[str], ends: Collection[int] = (), *, in_column: bool = False) -> Iterator[int]:
        """Yield the names whose halves are neighbours; none goes on at the `ends`, which are positions of texts.

        In the column of a table the second half may come first.
        """
        earlier: _Half | None = None
        last: _Half | None = None
        passed = False
        for at, text in enumerate(texts if self.by_first else ()):
            if at in ends or text == BORDER:
                earlier = last = None
            if not text.strip():
                continue
            half = self._half(text)
            if half is not None and last is not None:
                yield from self._joined(earlier, last, half, turned=in_column or passed)
            if last is not None and not passed and not self._is_known(half) and _is_small(text):
                passed = True
            else:
                earlier, last, passed = last, half, False

    def _is_known(self, half: _Half | None) -> bool:
        return half is not None and (half.plain in self.by_first or half.plain in self.by_second)

    def _half(self, text: str) -> _Half | None:
        """Return what a short text says, capitalised as a name is."""
        if len(text) > _LONGEST:
            return None
        said = _without_mark(text)
        label = _LABEL.match(said)
        said = _TRAILING.sub("", _without_mark(said[label.end() :]) if label else said)
        if not (said[:1].isupper() or said[:1].isdigit()):
            return None
        return _Half(label.group(1).casefold() if label else "", self.normalise(said).strip())

    def _joined(self, earlier: _Half | None, last: _Half, half: _Half, *, turned: bool) -> Iterator[int]:
        """Yield the names of two halves; in the other order they need something small between them, or labels."""
        yield from self.by_first.get(last.plain, {}).get(half.plain, ())
        are_labelled = bool(last.label and half.label) and last.label != half.label
        is_next_person = earlier is not None and earlier.label == half.label
        if turned or (are_labelled and not is_next_person):
            yield from self.by_second.get(last.plain, {}).get(half.plain, ())


def _without_mark(text: str) -> str:
    mark = _MARK.match(text)
    return text[mark.end() :] if mark else text


def _is_small(text: str) -> bool:
    """Tell whether a text is so small that a reader passes over it; a capitalised word may be another name."""
    words = _WORDS.findall(text)
    if len(text.strip()) > _SMALL or _PARTING.intersection(words):
        return False
    return not words or len(words[0]) == 1 or not words[0][0].isupper() or is_honour(words[0])
