"""A client model without what hidden clients alone say: what is served to somebody who may not see them.

A word that only one or two hidden clients say is mostly a name, a product or a project of theirs, and an answer
that depends on it tells whether they say it. To whoever may not see them the model is as if it had never heard such
a word. What three hidden clients say is told of nobody, and all clients stay rivals, with all other words.
"""

import copy
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from backend.learning.arrays import Counts
from backend.learning.features import stop_words
from backend.learning.model import ClientModel
from backend.learning.naive_bayes import NaiveBayes
from backend.learning.speakers import Speakers

SEVERAL = 3
"""Hidden clients that have to say a word before an answer may depend on their saying it."""


def without_unheard(model: ClientModel, seen: Sequence[int]) -> ClientModel:
    """The model for somebody who sees these clients, given by their indices.

    It looks at no word that fewer than SEVERAL clients say, all of them hidden. Among those who say another word it
    counts no hidden clients, unless they are SEVERAL. Likelihoods are shared with the whole model.
    """
    hidden = np.ones(len(model.clients), dtype=bool)
    hidden[list(seen)] = False
    presence = _without_few(model.presence, hidden)
    heard = np.bincount(presence.indices, minlength=len(model.vocabulary)) > 0
    words = [word for word, is_heard in zip(model.vocabulary, heard.tolist(), strict=True) if is_heard]
    view = copy.copy(model)
    object.__setattr__(view, "presence", presence)
    object.__setattr__(view, "speakers", _speakers(model.speakers, hidden))
    object.__setattr__(view, "by_client", _looking_at(model.by_client, words))
    if model.by_utility is not None:
        object.__setattr__(view, "by_utility", _looking_at(model.by_utility, words))
    return view


def is_heard(model: ClientModel, word: str) -> bool:
    """Whether a model knows of anybody who says a word, feature or not; stop words are everybody's."""
    return word in model.by_client.column or word in stop_words() or bool(model.speakers.of(word))


def _without_few(presence: Counts, hidden: NDArray[np.bool_]) -> Counts:
    """[client, feature]: without the hidden clients' entries of words that few of them say."""
    entries = presence.tocoo()
    of_hidden = hidden[entries.row]
    saying = np.bincount(entries.col[of_hidden], minlength=presence.shape[1])
    stays = ~of_hidden | (saying[entries.col] >= SEVERAL)
    kept = type(presence)((entries.data[stays], (entries.row[stays], entries.col[stays])), shape=presence.shape)
    kept.sort_indices()
    return kept


def _speakers(speakers: Speakers, hidden: NDArray[np.bool_]) -> Speakers:
    """The same words; of hidden speakers only where SEVERAL are listed, which are all that are kept of a word."""
    clients = speakers.clients
    of_hidden = (clients >= 0) & hidden[clients]
    few = of_hidden & (of_hidden.sum(axis=1) < SEVERAL)[:, None]
    return replace(speakers, clients=np.where(few, np.int32(-1), clients))


def _looking_at(model: NaiveBayes, words: Sequence[str]) -> NaiveBayes:
    view = copy.copy(model)
    columns = {word: model.column[word] for word in words}
    object.__setattr__(view, "column", MappingProxyType(columns))
    return view
