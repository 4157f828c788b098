"""Other names that clients go by, known to somebody and to no corpus."""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import replace

from backend.document.tokens import terms
from backend.learning.features import stop_words
from backend.learning.model import ClientModel
from backend.learning.ordinary import OTHERS


def with_aliases(model: ClientModel, aliases: Mapping[int, Iterable[str]]) -> ClientModel:
    """The model, some of whose clients go by more names: by the index of the client.

    Words of these names that two other clients say too are ordinary words, as `learning.ordinary` has it. Nothing
    is learnt again.
    """
    clients, ordinary = list(model.clients), list(model.ordinary)
    columns = {word: column for column, word in enumerate(model.vocabulary)} if aliases else {}
    for client, names in aliases.items():
        known = clients[client]
        new = [name for name in dict.fromkeys(names) if name not in {known.name, *known.aliases}]
        clients[client] = replace(known, aliases=(*known.aliases, *new))
        words = {word for name in new for word in terms(name)}
        ordinary[client] |= {word for word in words if _is_ordinary(model, client, word, columns.get(word))}
    taught = copy.copy(model)
    object.__setattr__(taught, "clients", tuple(clients))
    object.__setattr__(taught, "ordinary", tuple(ordinary))
    return taught


def _is_ordinary(model: ClientModel, client: int, word: str, column: int | None) -> bool:
    if word in stop_words():
        return True
    if column is None:
        speakers = model.speakers.of(word)
    else:
        speakers = tuple(model.presence[:, [column]].nonzero()[0].tolist())
    return sum(speaker != client for speaker in speakers) >= OTHERS
