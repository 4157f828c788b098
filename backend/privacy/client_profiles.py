"""How many clients a text fits by its words: (k, d)-anonymity among the profiles of a model's clients.

The profile of a client is the distribution of the model's words in its documents, that of a text the same for the
text. The text is the entity, the profiles are its collection (open-world paper, Definitions 17 and 18).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from backend.learning.arrays import Booleans, Floats
from backend.learning.model import ClientModel
from backend.privacy.linkability import EQUAL
from backend.privacy.profile_distances import PostingLists, shares_of_texts


@dataclass(frozen=True, slots=True)
class Crowd:
    """The clients that a text fits at least as well as its own client: a text is (k, d)-anonymous among them.

    `d` is the distance of the text to the profile of its own client, from 0 to 1; `k` counts the profiles within
    it, its own included. So 1 says that no other client is as close. `clients` are those that were compared.
    """

    k: int
    d: float
    clients: int


@dataclass(frozen=True, eq=False)
class ClientProfiles:
    """The profiles of a model's clients."""

    lists: PostingLists
    column: Mapping[str, int]
    clients: int

    @classmethod
    def of(cls, model: ClientModel) -> "ClientProfiles":
        """Return the profiles of a model, which are computed once."""
        return _profiles_of(model)

    def crowds(
        self, texts: Sequence[Mapping[str, int]], client: int, among: Sequence[Collection[int] | None]
    ) -> tuple[Crowd, ...]:
        """Return the crowd of each text, given by its words, among some of the clients; None: all of them."""
        rows = self.lists.squared_distances(shares_of_texts(texts, self.column, known_alone=True))
        return tuple(
            _crowd(row, client, self._considered(client, each)) for row, each in zip(rows, among, strict=True)
        )

    def _considered(self, client: int, among: Collection[int] | None) -> Booleans:
        considered = np.full(self.clients, among is None)
        considered[[client, *(among or ())]] = True
        return considered


def _crowd(squared: Floats, client: int, considered: Booleans) -> Crowd:
    near = (squared <= squared[client] + EQUAL) & considered
    return Crowd(int(near.sum()), float(np.sqrt(squared[client])), int(considered.sum()))


@lru_cache(maxsize=2)
def _profiles_of(model: ClientModel) -> ClientProfiles:
    counts = model.counts.astype(np.float64)
    totals: Floats = np.asarray(counts.sum(axis=1)).ravel()
    counts.data /= np.repeat(totals, np.diff(counts.indptr))
    counts.eliminate_zeros()
    return ClientProfiles(PostingLists(counts), model.by_client.column, len(model.clients))
