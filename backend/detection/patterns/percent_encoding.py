"""Read the links of a text without percent-encoding, as a browser shows them, and map what is found there back."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from urllib.parse import unquote

from backend.detection.patterns.template import PatternMatch
from backend.document.spans import Span

_HINT = re.compile(r"%[0-9A-Fa-f]{2}|\w\+\w")
_TOKEN = re.compile(r"\S+")
_IN_TOKEN = re.compile(r"((?:%[0-9A-Fa-f]{2})+)|(?<=[\w%])\+(?=[\w%(])")
_LINK = re.compile(r"://|\bmailto:|[?&]\w+=", re.IGNORECASE)
_ROUNDS = 2
"""How often a link is decoded: links are wrapped in links."""
_NOT_DECODED = frozenset({"URL"})
"""A link is found as it stands; decoded, it would end elsewhere."""


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text with its links decoded, and the way back."""

    original: str
    text: str
    starts: tuple[int, ...]
    """Where each code point of the decoded text begins in the original one, and last the end of that."""

    def matches(self, recognise: Callable[[str], Iterable[PatternMatch]]) -> Iterator[PatternMatch]:
        """Yield what a recogniser finds across an encoded character, at its place in the original text.

        >>> from backend.detection.patterns.recognisers import find_patterns
        >>> decoded = decoded_links("see https://a.example/?m=ann%40halden.example&y=1")
        >>> [each.span.of(decoded.original) for each in decoded.matches(find_patterns)]
        ['ann%40halden.example']
        """
        for match in recognise(self.text):
            span = Span(self.starts[match.span.start], self.starts[match.span.end])
            if match.entity not in _NOT_DECODED and span.of(self.original) != match.span.of(self.text):
                yield replace(match, span=span)

    def values(self, recognise: Callable[[str], Iterable[PatternMatch]]) -> Iterator[tuple[str, str]]:
        """Yield the kind and the decoded value of what a recogniser finds across an encoded character."""
        for match in self.matches(recognise):
            first, end = (bisect_left(self.starts, at) for at in (match.span.start, match.span.end))
            yield match.entity, self.text[first:end]


def decoded_links(text: str) -> DecodedText | None:
    """Decode words with percent-encoding, and "+" for a blank in links; None where a text has neither."""
    if not _HINT.search(text):
        return None
    starts = tuple(range(len(text) + 1))
    decoded = DecodedText(text, text, starts)
    for _ in range(_ROUNDS):
        further = _once(decoded)
        if further.text == decoded.text:
            break
        decoded = further
    return None if decoded.text == text else decoded


def _once(known: DecodedText) -> DecodedText:
    pieces: list[str] = []
    starts: list[int] = []
    done = 0
    for match, new, lengths in _replaced(known.text):
        pieces += known.text[done : match.start()], new
        starts += known.starts[done : match.start()]
        starts += (known.starts[match.start() + before] for before in accumulate(lengths[:-1], initial=0))
        done = match.end()
    pieces.append(known.text[done:])
    starts += known.starts[done:]
    return DecodedText(known.original, "".join(pieces), tuple(starts))


def _replaced(text: str) -> Iterator[tuple[re.Match[str], str, list[int]]]:
    """The stretches to replace, what each becomes, and how long each of its code points was."""
    for token in _TOKEN.finditer(text):
        word = token.group()
        if "%" not in word and not ("+" in word and _LINK.search(word)):
            continue
        for match in _IN_TOKEN.finditer(text, *token.span()):
            new = unquote(match.group(1), errors="replace") if match.group(1) else " "
            if "\ufffd" not in new:
                yield match, new, [3 * len(char.encode()) for char in new] if match.group(1) else [1]
