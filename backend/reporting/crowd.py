"""Limit what a certificate reveals of the client: at least k clients have to stay possible."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnonymitySet:
    """What a certificate may reveal of the client: whether it mentions k, and which industry it names."""

    hides_k: bool
    industry: str | None = None


NOBODY = AnonymitySet(hides_k=False)


def anonymity_set(
    industries: Sequence[str | None], client: int, k: int, seen: Collection[int] | None = None
) -> AnonymitySet:
    """The anonymity set of a client at level k; `industries` are those of all clients of the model.

    `seen` are the clients that whoever asks may see (None: all). An industry is counted among these alone: somebody
    who asks at one k after the other would else learn how many hidden clients it has. Where enough of those who are
    seen share one, enough of all do.

    Whoever has the model and reads that k holds knows that none of the k - 1 likeliest clients is the one. So that
    k are left, the crowd has to have 2k - 1. An industry that fewer share is not named. Whoever sees none named
    knows that the client is in none of those that would be; where the others are fewer than 2k - 1, none is named.

    >>> anonymity_set(["Retail", "Retail", "Retail"], 0, 2)
    AnonymitySet(hides_k=True, industry='Retail')
    >>> anonymity_set(["Retail", "Retail", "Retail", "Ports"], 0, 2)
    AnonymitySet(hides_k=True, industry=None)
    >>> anonymity_set(["Retail", "Retail"], 0, 2)
    AnonymitySet(hides_k=False, industry=None)
    """
    least = 2 * k - 1
    counted = range(len(industries)) if seen is None else seen
    sharing = Counter(industries[each] for each in counted)
    named = {industry for industry, clients in sharing.items() if industry is not None and clients >= least}
    others = sum(clients for industry, clients in sharing.items() if industry not in named)
    names_any = client in counted and industries[client] in named and (others == 0 or others >= least)
    return AnonymitySet(len(industries) >= least, industries[client] if names_any else None)
