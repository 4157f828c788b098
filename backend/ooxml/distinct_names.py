"""Give out names that differ from one another, ignoring case, and that are no redacted strings themselves.

Word and Excel compare names without case. A number that distinguishes two names, or a name such as "Redacted1", may
be what someone redacts ("2", "Redacted1"): then it is left out, or the file would still contain a redacted term.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, count

from backend.document.placeholders import placeholders_as_borders
from backend.ooxml.string_search import StringSearch

REDACTED_NAMES = ("Redacted{}", "Name{}", "Item{}", "X{}")
"""The names of what has lost its own, by preference; the later ones where the first is itself redacted."""

_MOST_REFUSED = 1000
"""Names in a row that may contain a redacted string, before one of them is taken all the same."""


def new_names(
    search: StringSearch, taken: Collection[str] = (), forms: Iterable[str] = REDACTED_NAMES
) -> Iterator[str]:
    """Yield names with a number from 1 that are not taken (in lower case) and contain no redacted string.

    >>> from backend.document.redacted_strings import RedactedString, RedactedStrings
    >>> names = new_names(StringSearch(RedactedStrings((RedactedString("Redacted2", "[TERM]"),))), {"redacted1"})
    >>> next(names), next(names)
    ('Name2', 'Redacted3')
    """
    refused = 0
    forms = tuple(forms)
    for number in count(1):
        names = [form.format(number) for form in forms]
        clean = next((name for name in names if not _is_redacted(name, search)), None)
        refused = refused + 1 if clean is None else 0
        name = clean or names[0]
        if name.lower() not in taken and refused in (0, _MOST_REFUSED):
            yield name


class DistinctNames:
    """Names that are taken, and those that are given out beside them.

    A name that is taken already gets a number behind it, from 2, after the signs in `between`. It is cut so that
    the whole has at most `longest` characters. A number with which the name contains a redacted string is left out.
    """

    def __init__(
        self, search: StringSearch, taken: Iterable[str] = (), between: str = "", longest: int | None = None
    ) -> None:
        self._search = search
        self._taken = {each.lower() for each in taken}
        self._between = between
        self._longest = longest
        self._untried: dict[tuple[str, int], Iterator[int]] = {}
        """By the name before the number, in lower case, and its digits: the numbers that nobody has tried."""

    def take(self, wish: str) -> str:
        """Return a name, or the first one with a number behind it that is not taken; it is taken from now on.

        >>> from backend.document.redacted_strings import RedactedString, RedactedStrings
        >>> names = DistinctNames(StringSearch(RedactedStrings((RedactedString("4", "[TERM]"),))), ["Costs"], " ")
        >>> names.take("costs"), names.take("Costs"), names.take("Costs"), names.take("Days")
        ('costs 2', 'Costs 3', 'Costs 5', 'Days')
        """
        name = next(each for each in chain([wish], self._clean(wish)) if each.lower() not in self._taken)
        self._taken.add(name.lower())
        return name

    def _clean(self, wish: str) -> Iterator[str]:
        """Leave out what contains a redacted string because of its number."""
        refused = _MOST_REFUSED if _is_redacted(wish, self._search) else 0
        for name in self._numbered(wish):
            if refused < _MOST_REFUSED and name.lower() not in self._taken and _is_redacted(name, self._search):
                refused += 1
            else:
                yield name

    def _numbered(self, wish: str) -> Iterator[str]:
        # Equal wishes go on where the last one stopped: each from 2 would try the square of their number.
        for digits in count(1):
            stem = wish
            if self._longest is not None:
                stem = wish[: self._longest - len(self._between) - digits]
            untried = iter(range(max(2, 10 ** (digits - 1)), 10**digits))
            for number in self._untried.setdefault((stem.lower(), digits), untried):
                yield f"{stem}{self._between}{number}"


def _is_redacted(name: str, search: StringSearch) -> bool:
    return bool(search.find(placeholders_as_borders(name)))
