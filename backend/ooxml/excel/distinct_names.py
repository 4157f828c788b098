"""Give out names that differ from one another, ignoring case, as Excel compares them."""

from collections.abc import Iterable, Iterator
from itertools import chain, count


class DistinctNames:
    """Names that are taken, and those that are given out beside them.

    A name that is taken already gets a number behind it, from 2, after the signs in `between`. It is cut so that
    the whole has at most `longest` characters.
    """

    def __init__(self, taken: Iterable[str] = (), between: str = "", longest: int | None = None) -> None:
        self._taken = {each.lower() for each in taken}
        self._between = between
        self._longest = longest
        self._untried: dict[tuple[str, int], Iterator[int]] = {}
        """By the name before the number, in lower case, and its digits: the numbers that nobody has tried."""

    def take(self, wish: str) -> str:
        """Return a name, or the first one with a number behind it that is not taken; it is taken from now on.

        >>> names = DistinctNames(["Costs"])
        >>> names.take("costs"), names.take("Costs"), names.take("Days")
        ('costs2', 'Costs3', 'Days')
        """
        name = next(each for each in chain([wish], self._numbered(wish)) if each.lower() not in self._taken)
        self._taken.add(name.lower())
        return name

    def _numbered(self, wish: str) -> Iterator[str]:
        # Equal wishes go on where the last one stopped: each from 2 would try the square of their number.
        for digits in count(1):
            stem = wish
            if self._longest is not None:
                stem = wish[: self._longest - len(self._between) - digits]
            untried = iter(range(max(2, 10 ** (digits - 1)), 10**digits))
            for number in self._untried.setdefault((stem.lower(), digits), untried):
                yield f"{stem}{self._between}{number}"
