"""The service for tests of the pane: `unsaid`, but each process selects the words of the same document once.

Most tests of the pane analyse the same report or letter, and then the service is asked again whether what the pane
claims is so. Most of its time went into the selection. The first time, words are selected for real. They depend on
what is compared here: the model, the attackers, the counts of the document, the rank, and what is asked for.

Every service of a test draws the ranks of documents with the same secret: which words are suggested depends on the
rank, so a test would otherwise see other words in every run. `TEST_RANKS` sets another secret.
"""

import os
from functools import lru_cache

from backend import cli
from backend.blocking.confusability import ModelWordCounts
from backend.services.analysis import analyse
from backend.services.terms.term_selection import Choice, SelectionOptions, TermSelector
from backend.storage.store import Store


class _Asked:
    """A selector, which is the same as another one where nothing that it depends on differs."""

    def __init__(self, selector: TermSelector) -> None:
        self.selector = selector
        subject = selector.subject
        self._all = (
            *(subject.model, subject.client, subject.k, subject.defence, subject.utility),
            *_counted(selector.original),
            *_counted(selector.remaining),
            *(tuple(selector.said.items()), frozenset(selector.keep), tuple(selector.forms.items())),
            *(selector.visible, selector.drawn),
        )

    def __hash__(self) -> int:
        return hash(self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self._all == other._all


def _counted(words: ModelWordCounts) -> tuple[object, ...]:
    return words.model, words.features.tobytes(), words.counts.tobytes(), tuple(words.unknown.items())


@lru_cache(maxsize=64)
def _selected(asked: _Asked, selection: SelectionOptions, nested: bool) -> Choice:
    return TermSelector.select(asked.selector, selection, nested=nested)


class _SelectsOnce(TermSelector):
    """Selects words as the class of the service, unless this process has done it."""

    __slots__ = ()

    def select(self, selection: SelectionOptions, *, nested: bool) -> Choice:
        return _selected(_Asked(self), selection, nested)


def select_once() -> None:
    """Let all requests to a process share what they select."""
    vars(analyse)["TermSelector"] = _SelectsOnce


def draw_the_same_ranks() -> None:
    """Let all stores of a process draw ranks with one secret."""
    secret = os.environ.get("TEST_RANKS", "the ranks of tests").encode()
    Store.rank_secret = property(lambda _: secret)  # type: ignore[assignment, method-assign]


if __name__ == "__main__":
    select_once()
    draw_the_same_ranks()
    cli.main()
