"""Add aliases of clients that the corpus does not contain."""

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from backend.document.tokens import terms
from backend.learning.features import stop_words
from backend.learning.model import ClientModel
from backend.learning.ordinary_words import OTHERS


def with_aliases(model: ClientModel, aliases: Mapping[int, Iterable[str]]) -> ClientModel:
    """Return the model with more aliases for some clients, given by the index of the client.

    Words of the aliases that two other clients use become ordinary words, as `ordinary_words` defines them. Nothing
    is trained again.
    """
    clients, ordinary = list(model.clients), list(model.ordinary)
    speakers, stops = clients_by_word(model), stop_words()
    for client, names in aliases.items():
        known = clients[client]
        new = [name for name in dict.fromkeys(names) if name not in {known.name, *known.aliases}]
        clients[client] = replace(known, aliases=(*known.aliases, *new))
        for word in {word for name in new for word in terms(name)}:
            if word in stops or sum(speaker != client for speaker in speakers(word)) >= OTHERS:
                ordinary[client] |= {word}
    taught = copy.copy(model)
    object.__setattr__(taught, "clients", tuple(clients))
    object.__setattr__(taught, "ordinary", tuple(ordinary))
    return taught


def clients_by_word(model: ClientModel) -> Callable[[str], Sequence[int]]:
    """Return a function from a word to the clients that use it; at most three for words that are no features."""
    columns = model.by_client.column
    by_word = model.presence.tocsc()

    def of(word: str) -> Sequence[int]:
        column = columns.get(word)
        if column is None:
            return model.speakers.of(word)
        heard: Sequence[int] = by_word.indices[by_word.indptr[column] : by_word.indptr[column + 1]].tolist()
        return heard

    return of
