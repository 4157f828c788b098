"""The parts of speech of a sentence, by the Hanover Tagger (Wartena 2023) with its English model.

The tags are those of the British National Corpus: NN1 and NN2 are nouns in the singular and the plural, NN0 nouns
that are both, NP0 names; AJ0, AJC and AJS adjectives.
"""

import re
from dataclasses import dataclass
from functools import cache

from HanTa.HanoverTagger import HanoverTagger

from backend.document.text_cache import cached_by_text

_TOKEN = re.compile(r"\[[A-Z_]+[ \u00a0]?\d*\]|[^\W_]+(?:[.,](?=\d)[^\W_]+)*|['’]s\b|[^\w\s]|_")
_SENTENCE_END = re.compile(r"[.!?]['\"”’)]*\s+(?=[A-Z\"“(])|[\n\r\t\v]+|;\s|•\s*")
_BETWEEN = "\n"
_FURTHEST = 1_000
"""Characters to either side in which a sentence is looked for."""

_LONGEST = 120
"""Tokens; what is longer is no sentence, but a table or a list without full stops."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign of a sentence, its place in the text (code points), and its part of speech."""

    text: str
    start: int
    end: int
    tag: str

    @property
    def is_noun(self) -> bool:
        """Whether it is a noun or a name."""
        return self.tag in ("NN0", "NN1", "NN2", "NP0")

    @property
    def is_adjective(self) -> bool:
        """Whether it is an adjective."""
        return self.tag in ("AJ0", "AJC", "AJS", "ORD")


def tagged_sentence(text: str, start: int, end: int) -> tuple[Token, ...]:
    """Return the sentence in which text[start:end] stands, with the part of speech of each token.

    It is empty where the sentence is longer than people write.
    """
    from_here = max(0, start - _FURTHEST)
    first = max((match.end() for match in _SENTENCE_END.finditer(text, from_here, start)), default=from_here)
    following = _SENTENCE_END.search(text, end, end + _FURTHEST)
    last = min(len(text), end + _FURTHEST) if following is None else following.end()
    matches = list(_TOKEN.finditer(text, first, last))
    if len(matches) > _LONGEST:
        return ()
    tags = _tags(_BETWEEN.join(match.group() for match in matches))
    return tuple(
        Token(match.group(), match.start(), match.end(), tag) for match, tag in zip(matches, tags, strict=True)
    )


@cached_by_text
def _tags(tokens: str) -> tuple[str, ...]:
    """The part of speech of each token; there is one between two `_BETWEEN`."""
    words = tokens.replace("’", "'").split(_BETWEEN) if tokens else []
    return tuple(tag for _, _, tag in _tagger().tag_sent(words))


@cache
def _tagger() -> HanoverTagger:
    return HanoverTagger("morphmodel_en.pgz")
