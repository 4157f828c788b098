"""Forms: words as they are written, where that is not one word in lower case.

The product's tokeniser folds "Ford's", "long-term" and "$4.37" into words. A reader who keeps capitals, or what
stands without a space between words, has other features, so that the attackers among the constraints of a program
read forms too.
"""

import re
import unicodedata

from backend.document.text_cache import cached_by_text
from backend.document.tokens import IGNORED, fold, terms, tokens

_PART = r"[^\W_]++"
_MARK = r"(?:[^\w\s^]|_){1,3}"
_BEFORE, _AFTER = r"[$€£¥#@§]?", r"[%°]?"
"""What stays with a number or a word where the punctuation around it is stripped."""
_MOST_PARTS = 6
"""Longer ones are addresses of pages, of which hardly any occurs twice."""

_MORE = rf"(?:{_MARK}{_PART}){{0,{_MOST_PARTS - 1}}}+"
_CHUNK = re.compile(rf"(?<![^\W_]){_BEFORE}{_PART}{_MORE}{_AFTER}")
_SEEN = str.maketrans(dict.fromkeys(IGNORED))


def forms(text: str) -> list[str]:
    """Return the forms of a text in order: compounds, and words that have a capital.

    >>> forms("Ford’s long-term plan: $4.37 and/or 9% of the [CLIENT]-like IT goods")
    ['Ford’s', 'long-term', '$4.37', 'and/or', '9%', 'IT']
    """
    folded = fold(text)
    found = []
    for match in _CHUNK.finditer(folded.text):
        chunk = match.group().translate(_SEEN)
        written = text[folded.start(match.start()) : folded.end(match.end())]
        if written == chunk and chunk.isalnum():
            continue
        if not written.isascii():
            written = unicodedata.normalize("NFKC", written).translate(_SEEN)
        form = written if lowered(written) == chunk else chunk
        if form != chunk or not chunk.isalnum():
            found.append(form)
    return found


def lowered(form: str) -> str:
    """Return a form without capitals.

    >>> lowered("Long-Term")
    'long-term'
    """
    return form.casefold()


@cached_by_text
def words_of(form: str) -> tuple[str, ...]:
    """Return the terms that a form consists of.

    >>> words_of("Ford's"), words_of("Long-term")
    (('ford',), ('long', 'term'))
    """
    return tuple(terms(form))


def pieces(form: str, gone: frozenset[str]) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """Return what is left of a form without the `gone` words: each piece, its words, and the gone words beside it.

    >>> pieces("Year-to-date", frozenset({"to"}))
    (('Year', ('year',), ('to',)), ('date', ('date',), ('to',)))
    >>> pieces("Ford's", frozenset({"ford"}))
    (('s', (), ('ford',)),)
    """
    words = tokens(form)
    cuts = [word for word in words if word.term in gone]
    left = []
    for before, after in zip([None, *cuts], [*cuts, None], strict=True):
        start, end = before.end if before else 0, after.start if after else len(form)
        if chunk := _CHUNK.search(form, start, end):
            stay = tuple(word.term for word in words if start <= word.start and word.end <= end)
            left.append((chunk.group(), stay, tuple(cut.term for cut in (before, after) if cut)))
    return tuple(left)
