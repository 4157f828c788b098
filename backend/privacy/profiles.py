"""Unigram profiles: the words of all that an entity wrote in one community (open-world paper, Definition 21).

The normalisation is the paper's (Section 6), and is no part of redaction: it keeps smileys and names of hosts.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from backend.learning.arrays import Sparse
from backend.learning.features import stop_words

_SMILEY = re.compile(r"[:;=8][-^'o]?[)(\[\]dpo/|*>]|<3|\^_?\^|-_-|o_o|t_t|xd")
"""Eyes, perhaps a nose, and a mouth, in small letters; and some more. Their punctuation stays."""

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>|&gt;|\|).*$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]\n]*)\]\((\S+?)\)")
_URL = re.compile(r"(?:https?://|ftp://|www\.)[^\s<>\"')\]]+", re.IGNORECASE)
_HOST = re.compile(r"(?:[a-z]+://)?(?:[^/@\s]*@)?([^/:?#\s]+)")
_EMPHASIS = re.compile(r"(?<![^\W_])[*_~]+(?=\S)|(?<=\S)[*_~]+(?![^\W_])")
_CONTRACTION = re.compile(r"(?<=\w)(?:n?['’]t|['’](?:s|re|ve|ll|d|m))(?!\w)")
"""What an apostrophe adds to a word: all of it are stop words, or marks of a possessive."""

_NOT_WORD = re.compile(r"[\W_]+")
_REPEATED = re.compile(r"(.)\1{3,}", re.DOTALL)


def normalise(text: str) -> list[str]:
    """Return the words of a text as the paper normalises them, in order.

    >>> normalise("Cooooool *stuff* at https://www.mypage.com/a?b=1 :-) isn't it, Zoe\\u0308?")
    ['coool', 'stuff', 'www.mypage.com', ':-)', 'zoë']
    """
    text = _CODE.sub(" ", text.lower())
    text = _QUOTED_LINE.sub(" ", text)
    text = _LINK.sub(r" \1 \2 ", text)
    text = unicodedata.normalize("NFC", text)
    if not text.isascii():
        text = "".join(each for each in text if not unicodedata.combining(each))
    hosts = {_host(url) for url in _URL.findall(text)}
    unwanted = stop_words()
    words: list[str] = []
    for piece in _URL.sub(lambda url: f" {_host(url.group())} ", text).split():
        if piece in hosts or (piece.isalnum() and not _REPEATED.search(piece)):
            words.append(piece)
        else:
            words += _words_of(piece)
    return [word for word in words if word not in unwanted]


def _host(url: str) -> str:
    host = _HOST.match(url)
    return host[1].strip(".,;:!") if host else ""


def _words_of(piece: str) -> Iterable[str]:
    smiley = piece.rstrip(".,!?")
    if _SMILEY.fullmatch(smiley):
        return (smiley,)
    piece = _CONTRACTION.sub("", _EMPHASIS.sub("", piece))
    return (_REPEATED.sub(r"\1\1\1", word) for word in _NOT_WORD.split(piece) if word)


@dataclass(frozen=True, slots=True)
class Profile:
    """What one entity wrote in one community."""

    entity: str
    community: str


@dataclass(frozen=True, eq=False)
class Profiles:
    """Profiles with their unigram distributions.

    `shares` [profile, word] has rows with the sum 1; the row of a profile without words is empty.
    """

    profiles: tuple[Profile, ...]
    vocabulary: tuple[str, ...]
    shares: Sparse

    def __len__(self) -> int:
        return len(self.profiles)

    @cached_property
    def words(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """Which profiles have words."""
        return np.asarray(np.diff(self.shares.indptr) > 0)


def profiles_from_words(lines: Iterable[tuple[Profile, Sequence[str]]]) -> Profiles:
    """Join the lines of each profile and return the profiles in the order of their first lines."""
    counted: dict[Profile, Counter[str]] = {}
    for profile, words in lines:
        counted.setdefault(profile, Counter()).update(words)
    vocabulary = tuple(sorted(set().union(*counted.values()))) if counted else ()
    column = {word: index for index, word in enumerate(vocabulary)}
    starts = np.concatenate([[0], np.cumsum([len(each) for each in counted.values()])]).astype(np.int64)
    columns = np.fromiter((column[w] for each in counted.values() for w in each), np.int32, starts[-1])
    shares = np.fromiter((n for each in counted.values() for n in each.values()), np.float64, starts[-1])
    shares /= np.repeat([each.total() for each in counted.values()], np.diff(starts))
    matrix = csr_array((shares, columns, starts), shape=(len(counted), len(vocabulary)))
    matrix.sort_indices()
    return Profiles(tuple(counted), vocabulary, matrix)
