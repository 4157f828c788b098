"""A labelled passage: the common format of all data sets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.document.spans import Span

Labels = tuple[str, ...]
"""The labels that may be meant; an empty tuple says that anything may stand there."""


@dataclass(frozen=True, slots=True)
class Name:
    """A labelled span. `may_be_outside` says that it need not be a name at all."""

    span: Span
    labels: Labels
    may_be_outside: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """Text with its names; `unlabelled` are labels that the data set does not know, so nothing is said of them."""

    text: str
    names: tuple[Name, ...]
    unlabelled: frozenset[str] = frozenset()


_NO_SPACE_BEFORE = frozenset(". , ; : ! ? % ) ] } ' 's 'S n't 're 've 'll 'd 'm ’ ’s ” ...".split())
_NO_SPACE_AFTER = frozenset("( [ { $ £ € “ # @".split())


def written(sentences: Iterable[tuple[Sequence[str], Sequence[str]]]) -> tuple[str, list[tuple[Span, str]]]:
    """Write words as people do, and tell where each tagged name stands; sentences follow each other.

    `sentences` are words with BIO tags.

    >>> written([(["Ann", "'s", "dog"], ["B-PER", "O", "O"])])
    ("Ann's dog", [(Span(start=0, end=3), 'PER')])
    """
    text, names, open_quote = "", [], False
    for words, tags in sentences:
        glue = True
        text += " " if text else ""
        start, label = 0, ""
        for word, tag in zip(words, tags, strict=True):
            closes = word == '"' and open_quote
            if not (glue or word in _NO_SPACE_BEFORE or closes):
                text += " "
            if label and tag != f"I-{label}":
                names.append((Span(start, len(text.rstrip(" "))), label))
                label = ""
            if tag != "O" and not label:
                start, label = len(text), tag[2:]
            text += word
            glue = word in _NO_SPACE_AFTER or (word == '"' and not open_quote)
            open_quote ^= word == '"'
        if label:
            names.append((Span(start, len(text)), label))
    return text, names
