"""What a recogniser by template is: an expression, a check of what it matched, and words that must stand near.

Every expression matches a bounded number of characters, and after a refused match the search goes on one
character later; so the time is linear in the text, whatever stands in it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from backend.detection.legible import Legible
from backend.document.spans import Span

Accept = Callable[[re.Match[str]], int]
"""How many characters of a match, from its start, are the value; 0 when it is none."""

LEFT = r"(?<![^\W_])(?<![^\W_]-)(?<!\d[.,/])"
"""A number begins here: it is not the inside or the later part of a longer word, code or decimal."""
RIGHT = r"(?![^\W_])(?!-[^\W_])(?![.,/]\d)"
"""A number ends here."""

_AFTER = 20
"""How many characters after a value its label may end: "123-45-6789 (SSN)"."""


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """A value found in one text: its kind, place, certainty (0…1), and the reason in plain English."""

    entity: str
    span: Span
    score: float
    why: str


Recogniser = Callable[[str], Iterable[PatternMatch]]
"""What finds values of any kinds in the text of one block; a name recogniser takes the same seat."""


def whole(match: re.Match[str]) -> int:
    """Accept the match as it stands."""
    return len(match.group())


def when(valid: Callable[[str], bool]) -> Accept:
    """Accept the whole match when `valid` says so (a check digit of python-stdnum, mostly)."""
    return lambda match: len(match.group()) if valid(match.group()) else 0


@dataclass(frozen=True, slots=True)
class Template:
    """One row of the table of recognisers.

    With `context`, one of these words must stand at most `reach` characters before the value or right after it.
    """

    entity: str
    expression: str
    score: float
    why: str
    accept: Accept = whole
    context: tuple[str, ...] = ()
    reach: int = 60
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _context: re.Pattern[str] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_pattern", re.compile(self.expression))
        words = "|".join(re.escape(word) for word in self.context)
        near = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE) if words else None
        object.__setattr__(self, "_context", near)

    def matches(self, seen: Legible) -> Iterator[PatternMatch]:
        """Every value of this template in the seen text, in order."""
        at = 0
        while match := self._pattern.search(seen.text, at):
            kept = self.accept(match) if self._near(match) else 0
            if kept:
                end = match.start() + kept
                yield PatternMatch(self.entity, seen.span(match.start(), end), self.score, self.why)
            at = match.start() + max(kept, 1)

    def _near(self, match: re.Match[str]) -> bool:
        if self._context is None:
            return True
        text, start, end = match.string, match.start(), match.end()
        before, after = text[max(0, start - self.reach) : start], text[end : end + _AFTER]
        return bool(self._context.search(before) or self._context.search(after))
