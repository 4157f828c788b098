"""Word's search: what it accepts, and where it matches."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from addin.wordhost import wildcards
from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.joined import WALL
from addin.wordhost.names import Element
from addin.wordhost.story import Span, Stories

LONGEST = 255
"""Typings of `Body.search`; #31, #168, #731. By the last two, Word on the web searches longer strings."""
CODES = {
    "^": re.escape("^"),
    "t": "\t",
    "l": "\v",
    "?": rf"[^\n{WALL}]",
    "#": r"\d",
    "$": r"[^\W\d_]",
    "s": "\u00a0",
    "~": "\u2011",
    "-": "\u00ad",
    "+": "\u2014",
    "=": "\u2013",
    "w": r"[ \t\u00a0]+",
}
"""Find codes that apply without wildcards (docs-pr: docs/word/search-option-guidance.md)."""
NOWHERE = frozenset("pmndefgbkcva")
"""Codes of paragraph ends, notes, fields, breaks: valid, and never matched here (docs-pr#3903, #4401, #5905)."""


@dataclass(frozen=True)
class Options:
    """What `SearchOptions` says; the names are the typings'."""

    match_case: bool = False
    match_whole_word: bool = False
    match_prefix: bool = False
    match_suffix: bool = False
    match_wildcards: bool = False
    ignore_punct: bool = False
    ignore_space: bool = False


def pattern(text: str, options: Options, longest: int | None = LONGEST) -> re.Pattern[str] | None:
    """The search as a pattern; None where it is valid and can match nothing.

    Raises:
        WordError: `InvalidArgument` for more than `longest` characters, the empty string (#2413), unknown codes.
    """
    # Word's code for a text that is too long is SearchStringInvalidOrTooLong on paper and InvalidArgument in
    # practice (#31, #168, #731).
    if not text or (longest is not None and len(text.encode("utf-16-le")) // 2 > longest):
        raise WordError("InvalidArgument")
    if options.match_wildcards:
        return re.compile(wildcards.expression(text))
    if options.ignore_punct or options.ignore_space:
        raise HostFailure("search that ignores punctuation or white-space is not emulated")
    expression = _expression(text)
    if expression is None:
        return None
    if options.match_whole_word or options.match_prefix:
        expression = rf"(?<!\w){expression}"
    if options.match_whole_word or options.match_suffix:
        expression = rf"{expression}(?!\w)"
    return re.compile(expression, 0 if options.match_case else re.IGNORECASE)


def _expression(text: str) -> str | None:
    made, possible = [], True
    characters = iter(text)
    for character in characters:
        if character != "^":
            made.append(re.escape(character))
            # A tab, a soft break or a paragraph end typed as such matches nothing (#2331, docs-pr#3903).
            possible = possible and character not in "\t\n\v\r"
            continue
        code = next(characters, None)
        if code in CODES:
            made.append(CODES[code])
        elif code in NOWHERE:
            possible = False
        else:
            raise WordError("InvalidArgument")  # unsourced: an unknown code
    return "".join(made) if possible else None


def matches(
    stories: Stories, span: Span, text: str, options: Options, longest: int | None = LONGEST
) -> Iterator[tuple[Element, int, int]]:
    """Each match in a span: its paragraph and offsets. A match crosses runs and never a wall."""
    joined = stories.text(span)
    wanted = pattern(text, options, longest)
    inside = joined.between(span.first, span.last)
    if wanted is None or inside is None or WALL in text:
        return
    for paragraph, start, end in joined.places(found.span() for found in wanted.finditer(joined.text, *inside)):
        if (paragraph is not span.first or span.start <= start) and (paragraph is not span.last or end <= span.end):
            yield paragraph, start, end
