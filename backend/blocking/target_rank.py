"""Draw the rank that a redaction gives the true client.

A program stops as soon as k - 1 clients lead, so the true client would nearly always have rank k, and a reader who
knows the method would answer with the fifth client. Therefore a key of the installation draws the rank, from k to
2k - 1. The same document always gets the same rank, because several releases would show several ranks. The program
also brings the clients of the other ranks close to the true one. Otherwise the scores would show which client the
others were lifted over.
"""

import hmac
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from math import floor

from backend.document.phrases import normal_form
from backend.document.tokens import terms

_BITS = 53
"""The bits of a number between 0 and 1 that a float holds exactly."""


@dataclass(frozen=True, slots=True)
class RankTarget:
    """The rank to give the true client, and the number of clients `among` which scores shall not tell it.

    Of these, itself included, `rank` - 1 lead, `close` of them by little, and the others trail by little.
    """

    rank: int
    among: int
    close: int = 0

    @property
    def trailing(self) -> int:
        """How many clients trail by little."""
        return self.among - self.rank


def target_rank(k: int, drawn: float | None, candidates: int) -> RankTarget:
    """Return the target of level k: `drawn`, in [0, 1), gives a rank of k to 2k - 1; None gives k.

    Among fewer than 2k - 1 `candidates`, the true client included, it is one of k to their number. It rises with k,
    and k = 1 changes nothing.

    >>> [target_rank(5, drawn, 95).rank for drawn in (None, 0.0, 0.2, 0.5, 0.99)]
    [5, 5, 6, 7, 9]
    >>> target_rank(5, 0.5, 95), target_rank(5, None, 95)
    (RankTarget(rank=7, among=9, close=2), RankTarget(rank=5, among=5, close=0))
    >>> target_rank(5, 0.5, 6)
    RankTarget(rank=6, among=6, close=1)
    """
    if drawn is None:
        return RankTarget(k, k)
    ranks = possible_ranks(k, candidates)
    close = floor(drawn * ranks)
    return RankTarget(k + close, k + ranks - 1, close)


def possible_ranks(k: int, candidates: int) -> int:
    """Return how many ranks the true client may have at level k: a guess of one is right once in so many times.

    >>> possible_ranks(5, 95), possible_ranks(5, 9), possible_ranks(5, 6), possible_ranks(1, 95)
    (5, 5, 2, 1)
    """
    return max(1, min(k, candidates - k + 1))


@dataclass(frozen=True, slots=True)
class RankKey:
    """The secret key that an installation draws the ranks of its documents with."""

    secret: bytes = field(repr=False)

    def drawn(self, client: str, texts: Iterable[str], known: Container[str]) -> float:
        """Return a number in [0, 1) for a client and those words of a document that are `known` to the model.

        Spaces, punctuation, case, the order of paragraphs and other words change nothing: who could redact a
        document again with another one would see more of its ranks.
        """
        words = Counter(word for text in texts for word in terms(text) if word in known)
        said = "\n".join(f"{word} {count}" for word, count in sorted(words.items()))
        content = f"{normal_form(client)}\0{said}"
        digest = hmac.digest(self.secret, content.encode("utf-8", "surrogatepass"), sha256)
        return (int.from_bytes(digest[:8], "big") >> (64 - _BITS)) / (1 << _BITS)
