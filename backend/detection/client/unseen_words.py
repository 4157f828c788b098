"""Words that the model has never seen, such as the name of a new product.

Out of vocabulary means: no feature, no stop word, and not said by several other clients. Of these a word is worth
a look when it is written like a name, or when nobody but this client ever says it.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import IntEnum
from operator import attrgetter
from typing import Literal

from backend.document.tokens import IGNORED, Token, tokens
from backend.learning.features import stop_words
from backend.learning.model import ClientModel
from backend.messages.reasons import WordNotWeighed

_SEVERAL = 2
"""One other client may be speaking of this one; what two say is said by everybody."""

_SHORTEST = 2
"""Characters; single letters are initials and variables."""

_ENDS_SENTENCE = re.compile(r"[.!?:;•·|\t]|[\"“”«»]|\n\s*\n")
"""What may be followed by a capital that says nothing: the next sentence, list item, cell or quotation."""

_UNSEEN_SIGNS = re.compile(f"[{IGNORED}]")


class KnownUse(IntEnum):
    """Where else a word is known to occur; the smaller the value, the more identifying the word."""

    FROM_THIS_CLIENT = 0
    NEVER = 1
    FROM_ONE_OTHER = 2


@dataclass(frozen=True, slots=True)
class UnseenWord:
    """A word that the model does not know; `count` is its number of occurrences in the counted text."""

    term: str
    count: int
    heard: KnownUse
    like_a_name: bool

    @property
    def why(self) -> WordNotWeighed:
        """The reason to look at the word: where else it occurs."""
        return WordNotWeighed(_USES[self.heard])


_USES: Mapping[KnownUse, Literal["this_client", "nobody", "one_other"]] = {
    KnownUse.FROM_THIS_CLIENT: "this_client",
    KnownUse.NEVER: "nobody",
    KnownUse.FROM_ONE_OTHER: "one_other",
}


@dataclass(slots=True)
class _Usage:
    """How often a document says each word, how often in small letters, and how often as names are written."""

    words: Counter[str] = field(default_factory=Counter)
    small: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)

    def like_a_name(self, word: str) -> bool:
        """Capitalised where nothing but its being a name asks for it, and in small letters hardly ever."""
        return self.names[word] > 0 and self.small[word] < self.names[word]


def unseen_words(
    texts: Iterable[str], model: ClientModel, client: int, keep: frozenset[str], how_many: int
) -> tuple[UnseenWord, ...]:
    """The words of a document, given as its blocks, that the model cannot weigh; none of `keep`.

    Those written like names come first, then the more frequent; an occurrence weighs thrice where only this client
    says the word, and twice where nobody does. What is neither a name nor this client's own is left out, and so are
    numbers.
    """
    texts = tuple(texts)
    known = model.by_client.column
    spoken = {token.term for text in texts for token in tokens(text)}
    usage = _usage_of(texts, {word for word in spoken if word not in known} - stop_words() - keep)
    found = []
    for word in usage.words:
        heard = _heard(model, client, word)
        name = usage.like_a_name(word)
        if heard is None or not _is_word(word, like_a_name=name):
            continue
        if name or heard is KnownUse.FROM_THIS_CLIENT:
            found.append(UnseenWord(word, usage.words[word], heard, name))
    found.sort(key=lambda each: (not each.like_a_name, -each.count * (3 - each.heard), each.term))
    return tuple(found[:how_many])


def _heard(model: ClientModel, client: int, word: str) -> KnownUse | None:
    """Where a word has been heard; None when several other clients say it."""
    speakers = model.speakers.of(word)
    others = sum(speaker != client for speaker in speakers)
    if others >= _SEVERAL:
        return None
    if others:
        return KnownUse.FROM_ONE_OTHER
    return KnownUse.FROM_THIS_CLIENT if speakers else KnownUse.NEVER


def _is_word(word: str, *, like_a_name: bool) -> bool:
    """Numbers are none, unless they look like names as "A380" does."""
    if len(word) < _SHORTEST:
        return False
    return word.isalpha() or (like_a_name and word[0].isalpha())


def _usage_of(texts: Iterable[str], words: AbstractSet[str]) -> _Usage:
    """How the texts say these words."""
    usage = _Usage()
    for text in texts:
        for sentence in _sentences(text):
            positions = [position for position, token in enumerate(sentence) if token.term in words]
            if not positions:
                continue
            is_prose = _is_prose(sentence, text)
            for position in positions:
                word, start, end = sentence[position]
                spelling = _seen(text[start:end])
                inner = _has_inner_capital(spelling)
                usage.words[word] += 1
                usage.small[word] += spelling[:1].islower() and not inner
                usage.names[word] += is_prose and ((position > 0 and spelling[:1].isupper()) or inner)
    return usage


def _is_prose(sentence: Sequence[Token], text: str) -> bool:
    """In a heading every word has its capital, so that a capital says nothing."""
    small = sum(_seen(text[token.start : token.end])[:1].islower() for token in sentence)
    return 2 * small >= sum(not token.term.isdigit() for token in sentence)


def _seen(spelling: str) -> str:
    return spelling if spelling.isascii() else _UNSEEN_SIGNS.sub("", spelling)


def _has_inner_capital(spelling: str) -> bool:
    """Tell "iPhone" and "McDonald", which have one, from "IPHONE" in a heading and from glued words: "salesThe"."""
    if spelling.isupper() or not spelling[:1].isalpha():
        return False
    return any(char.isupper() for char in (spelling[1:] if spelling[0].isupper() else spelling[1:2]))


def _sentences(text: str) -> Iterator[list[Token]]:
    """The tokens between two signs that end a sentence, a list item or a cell."""
    found = tokens(text)
    start = 0
    for sign in _ENDS_SENTENCE.finditer(text):
        end = bisect_left(found, sign.start(), lo=start, key=_START)
        if end > start:
            yield found[start:end]
            start = end
    if start < len(found):
        yield found[start:]


_START = attrgetter("start")
