"""Cut texts into words for the held-out attackers; the tokeniser of the product is not used here."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

PLACEHOLDER = re.compile("\\[[A-Z][A-Z0-9_]*(?: [0-9]+|\u00a0[0-9]*)?\\]")
"""A bracketed word in capitals, with a number or without: what an attacker sees in place of a redacted term.

In narrow places a no-break space follows the word.
"""

_GAP = "\0"
"""What stands for a placeholder while a text is cleaned."""


@dataclass(frozen=True, slots=True)
class Tokeniser:
    """How words are cut out of a text: every match of `pattern`, in lower case unless `cased`.

    With `only`, words that it does not return are ignored; with `without`, those that it does. `cleaned` changes a
    text before it is cut.
    """

    name: str
    pattern: re.Pattern[str]
    cased: bool = False
    only: Callable[[], Collection[str]] | None = None
    without: Callable[[], Collection[str]] | None = None
    cleaned: Callable[[str], str] | None = None

    def parts(self, text: str) -> tuple[tuple[str, ...], ...]:
        """Return the words of the text, in one part before, between and after its placeholders each.

        >>> WORDS.parts("The bank [TERM] its branches")
        (('the', 'bank'), ('its', 'branches'))
        """
        parts = PLACEHOLDER.split(text)
        if self.cleaned is not None:
            parts = self.cleaned(_GAP.join(parts)).split(_GAP)
        return tuple(self._words(part) for part in parts)

    def _words(self, text: str) -> tuple[str, ...]:
        words = self.pattern.findall(text if self.cased else text.lower())
        if self.only is not None:
            known = self.only()
            return tuple(word for word in words if word in known)
        if self.without is not None:
            unwanted = self.without()
            return tuple(word for word in words if word not in unwanted)
        return tuple(words)


WORDS = Tokeniser("words", re.compile(r"\b\w\w+\b"))
"""As scikit-learn's vectorisers cut by default: letters and digits, at least two."""

SPACED = Tokeniser("between spaces", re.compile(r"[$€£¥]?\w(?:\S*\w)?%?"))
"""What stands between spaces, without the marks around it: *long-term*, *company's*, *$4.37*."""

AS_WRITTEN = Tokeniser("between spaces, capitals kept", SPACED.pattern, cased=True)

LETTERS = Tokeniser("letters", re.compile(r"[^\W\d_]+"))
"""Letters only, and a single one is a word too."""

COMPOUNDS = Tokeniser("compounds", re.compile(r"\w+(?:[-'’./&_]+\w+)*"))
"""Words that are joined by a mark are one word: *long-term*, *company's*, *4.37*, *and/or*."""


@cache
def _stop_words() -> frozenset[str]:
    # scikit-learn takes three seconds to import, and few attackers need it.
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return frozenset(ENGLISH_STOP_WORDS)


STYLE = Tokeniser("stop words", LETTERS.pattern, only=_stop_words)
"""The stop words of scikit-learn alone: they show a person's style, not the subject."""

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_QUOTED_LINE = re.compile(r"^[ \t]*[>|].*$", re.MULTILINE)
_URL = re.compile(r"(?:(?:https?|ftp)://(?:[^\s/@\0]*@)?|www\.)([^\s/:?#<>\"'()\[\]\0]*)[^\s<>\"'()\[\]\0]*")
_CONTRACTION = re.compile(r"['’](?:s|t|re|ve|ll|d|m)\b")
_BEYOND_LATIN = re.compile(r"[^\x00-\u02ff]")
_REPEATED = re.compile(r"(\w)\1{3,}")

_HOST = "\1"
"""What stands before the name of a host, whose parts would be words otherwise."""

_NEGATED = frozenset(
    each.removesuffix("'t")
    for each in (
        *("ain't", "aren't", "couldn't", "didn't", "doesn't", "don't", "hadn't", "hasn't", "haven't", "isn't"),
        *("mightn't", "mustn't", "needn't", "shan't", "shouldn't", "wasn't", "weren't", "won't", "wouldn't"),
    )
)
"""What is left of negated verbs; scikit-learn does not list them as stop words."""


@cache
def _unwanted() -> frozenset[str]:
    return _stop_words() | _NEGATED


def _normalised(text: str) -> str:
    """Clean a text as the open-world paper does (Section 6): without code and quotations, of URLs only the hosts.

    Most texts have none of them, and to look for a character costs a tenth of looking for what begins with it.
    """
    text = text.lower()
    if "`" in text:
        text = _CODE.sub(" ", text)
    if ">" in text or "|" in text:
        text = _QUOTED_LINE.sub(" ", text)
    text = unicodedata.normalize("NFC", text)
    if not text.isascii():
        text = _BEYOND_LATIN.sub(lambda each: "" if unicodedata.combining(each[0]) else each[0], text)
    if "://" in text or "www." in text:
        text = _URL.sub(_host, text)
    text = _CONTRACTION.sub("", text)
    return _REPEATED.sub(r"\1\1\1", text) if _repeats(text) else text


def _host(url: re.Match[str]) -> str:
    host = url[1] if "://" in url[0] else f"www.{url[1]}"
    return f" {_HOST}{host.strip('.,;!')} "


def _repeats(text: str) -> bool:
    """Tell whether a letter or digit stands four times in a row."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    same = codes[1:] == codes[:-1]
    runs = np.flatnonzero(same[2:] & same[1:-1] & same[:-2])
    return any(text[at].isalnum() for at in runs.tolist())


NORMALISED = Tokeniser(
    "normalised words",
    re.compile(
        rf"[^\W_]+|{_HOST}\S+|"
        r"(?<!\S)(?:[:;=]['^o-]?[]()[dpo/|*>]|<3|\^_?\^|-_-)(?=[.,!?]*(?:\s|\Z))"
    ),
    without=_unwanted,
    cleaned=_normalised,
)
"""As the open-world paper cuts: letters and digits, names of hosts, smileys; no stop words."""


def runs_of(parts: tuple[tuple[str, ...], ...], shortest: int, longest: int) -> Iterator[str]:
    """Yield all runs of neighbouring words, joined by spaces; none reaches from one part into the next.

    >>> list(runs_of((("a", "b", "c"), ("d",)), 1, 2))
    ['a', 'b', 'c', 'a b', 'b c', 'd']
    """
    for part in parts:
        for size in range(shortest, longest + 1):
            yield from (part if size == 1 else map(" ".join, zip(*(part[i:] for i in range(size)), strict=False)))


def joined(parts: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Return all words as one part, so that runs reach across placeholders.

    >>> joined((("a", "b"), ("c",)))
    (('a', 'b', 'c'),)
    """
    return (tuple(word for part in parts for word in part),)
