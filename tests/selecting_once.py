"""Each process of tests selects the words of the same document once: a service of its own, or requests to itself.

Most tests of the service and of the pane analyse the same report or letter, and half of the time of an analysis
goes into the selection. The first time, words are selected for real. They depend on what is compared here: the
model, the attackers, the counts of the document and of its beginning, the rank, and what is asked for.

Every store of such a test draws the ranks of documents with the same secret: which words are suggested depends on
the rank, so a test would otherwise see other words in every run. `TEST_RANKS` sets another secret.
"""

import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from unittest.mock import patch

from backend import cli
from backend.blocking.confusability import ModelWordCounts
from backend.blocking.hiding_program import WordsAndForms
from backend.learning.model import ClientModel
from backend.services.analysis import analyse
from backend.services.terms.term_selection import Choice, SelectionOptions, TermSelector
from backend.storage.store import Store


class Asked:
    """A selector, which is the same as another one where nothing that it depends on differs."""

    def __init__(self, selector: TermSelector) -> None:
        self.selector = selector
        subject = selector.subject
        self._all = (
            *(_content(subject.model), subject.client, subject.k, subject.defence, subject.utility),
            *_counted(selector.original),
            *_counted(selector.remaining),
            *(tuple(selector.said.items()), frozenset(selector.keep), tuple(selector.forms.items())),
            *(selector.visible, selector.drawn, _of_beginning(selector.beginning)),
        )

    def __hash__(self) -> int:
        return hash(self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asked) and self._all == other._all


@lru_cache(maxsize=8)
def _content(model: ClientModel) -> bytes | ClientModel:
    """What is in a model: each service loads its own, of the same version.

    That of a caller who is limited to groups computes its parts when it is asked, and equals itself alone.
    """
    try:
        return sha256(pickle.dumps(model)).digest()
    except (AttributeError, TypeError, pickle.PicklingError):
        return model


def _counted(words: ModelWordCounts) -> tuple[object, ...]:
    counts = words.features.tobytes(), words.counts.tobytes(), tuple(words.unknown.items())
    return _content(words.model), *counts


def _of_beginning(beginning: WordsAndForms | None) -> tuple[object, ...] | None:
    return None if beginning is None else (tuple(beginning.words.items()), tuple(beginning.forms.items()))


@lru_cache(maxsize=256)
def _selected(asked: Asked, selection: SelectionOptions, nested: bool) -> Choice:
    return TermSelector.select(asked.selector, selection, nested=nested)


class _SelectsOnce(TermSelector):
    """Selects words as the class of the service, unless this process has done it."""

    __slots__ = ()

    def select(self, selection: SelectionOptions, *, nested: bool) -> Choice:
        return _selected(Asked(self), selection, nested)


def _rank_of_tests(store: Store) -> bytes:
    store._open()  # as the secret of its own does
    return os.environ.get("TEST_RANKS", "the ranks of tests").encode()


@contextmanager
def selected_once() -> Iterator[None]:
    """Let all requests in this process share what they select, and all stores draw ranks with one secret."""
    with (
        patch.object(analyse, "TermSelector", _SelectsOnce),
        patch.object(Store, "rank_secret", property(_rank_of_tests)),
    ):
        yield


if __name__ == "__main__":
    with selected_once():
        cli.main()
