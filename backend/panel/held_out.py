"""Attack redacted documents with the panel of held-out attackers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binomtest

from backend.panel.attackers import INDUSTRY_ATTACKERS, Attacker
from backend.panel.panel import Panel

_SEED = 21
_DRAWS = 2_000


@dataclass(frozen=True, slots=True)
class Share:
    """A share of documents with its 95 % interval (0…1)."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, hits: Sequence[bool], among: int = 1) -> "Share | None":
        """Return the share of hits with Wilson's interval; None of nothing.

        If it is the lowest or highest of the shares of several attackers, `among` is their number: with a chance of
        95 % the intervals of all of them contain the true shares (Bonferroni).
        """
        if not hits:
            return None
        interval = binomtest(sum(hits), len(hits)).proportion_ci(1 - 0.05 / among, method="wilson")
        return cls(sum(hits) / len(hits), float(interval.low), float(interval.high))

    @classmethod
    def mean(cls, by_document: Sequence[float]) -> "Share | None":
        """Return the mean of shares, one for each document, with an interval from drawing documents again."""
        if not by_document:
            return None
        values = np.array(by_document)
        drawn = np.random.default_rng(_SEED).integers(0, len(values), (_DRAWS, len(values)))
        low, high = np.quantile(values[drawn].mean(axis=1), (0.025, 0.975)).tolist()
        return cls(float(values.mean()), low, high)

    @classmethod
    def cautious(cls, by_document: Sequence[float]) -> "Share | None":
        """Return the mean of shares, one for each document, with Wilson's interval; None of nothing.

        A share of attackers varies between documents at most as much as one attacker's answer, so the interval is
        rather too wide than too narrow, and has a width also where all documents have the same share.

        >>> Share.cautious([0.0] * 24).high > 0.13
        True
        """
        if not by_document:
            return None
        size, mean = len(by_document), float(np.mean(by_document))
        z = 1.959964
        centre = (mean + z * z / (2 * size)) / (1 + z * z / size)
        half = z * float(np.sqrt(mean * (1 - mean) / size + z * z / (4 * size * size))) / (1 + z * z / size)
        return cls(mean, max(0.0, centre - half), min(1.0, centre + half))

    @property
    def interval(self) -> str:
        """Return the interval in words.

        >>> Share(0.1, 0.055, 0.174).interval
        '.06–.17'
        """
        return "–".join(f"{end:.2f}".replace("0.", ".", 1) for end in (self.low, self.high))


@dataclass(frozen=True, slots=True)
class Seen:
    """A document as attackers see it.

    `industry` is what the release keeps recognisable, None if it keeps none. `kept` is the share of word
    occurrences that are kept, `reached` whether k is reached under the redactor's own model.
    """

    text: str
    client: str
    industry: str | None
    kept: float
    reached: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ranks that an attacker gives the true clients of documents, 1 for a client that is named.

    `inside` are the ranks among the clients of the industry, None for a document that does not keep it; `chances`
    are one in as many clients.
    """

    attacker: Attacker
    ranks: tuple[int, ...]
    inside: tuple[int | None, ...]
    chances: tuple[float | None, ...]

    @property
    def named(self) -> tuple[bool, ...]:
        """Return whether the attacker names the client of each document."""
        return tuple(rank == 1 for rank in self.ranks)

    @property
    def named_inside(self) -> tuple[bool, ...]:
        """Return the same for an attacker who knows the industry, for the documents that keep it."""
        return tuple(rank == 1 for rank in self.inside if rank is not None)

    @property
    def chance(self) -> float | None:
        """Return how often a guess among the clients of the industry is right."""
        known = [each for each in self.chances if each is not None]
        return float(np.mean(known)) if known else None

    def hidden(self, k: int) -> tuple[bool, ...]:
        """Return whether k clients at least are as likely as the true one, for each document."""
        return tuple(rank >= k for rank in self.ranks)


@dataclass(frozen=True, slots=True, eq=False)
class HeldOut:
    """Held-out attackers of clients and of industries; `industry_of` has the clients whose industry is known."""

    clients: Panel
    industries: Panel | None
    industry_of: Mapping[str, str]

    @classmethod
    def learn(cls, known: Iterable[tuple[str, str, str | None]]) -> "HeldOut":
        """Train on documents, each a text, its client and the client's industry."""
        listed = list(known)
        industry_of = {client: industry for _, client, industry in listed if industry is not None}
        labelled = [(text, industry) for text, _, industry in listed if industry is not None]
        industries = None
        if len(set(industry_of.values())) > 1:
            texts, labels = zip(*labelled, strict=True)
            industries = Panel.learn(texts, labels, INDUSTRY_ATTACKERS)
        return cls(Panel.learn([each[0] for each in listed], [each[1] for each in listed]), industries, industry_of)

    def attack(self, documents: Sequence[Seen]) -> tuple[Verdict, ...]:
        """Return the verdict of each attacker."""
        true = [each.client for each in documents]
        among = [self._rivals(each.industry) for each in documents]
        chances = tuple(
            1 / len(each) if document.industry else None for each, document in zip(among, documents, strict=True)
        )
        return tuple(
            Verdict(
                each.attacker,
                tuple(each.ranks(true).tolist()),
                tuple(
                    rank if document.industry else None
                    for rank, document in zip(each.among(among).ranks(true).tolist(), documents, strict=True)
                ),
                chances,
            )
            for each in self.clients.rank([each.text for each in documents])
        )

    def industry_correct(self, documents: Sequence[Seen]) -> Mapping[Attacker, tuple[bool, ...]]:
        """Return whether each attacker recognises the industry, for the documents that keep it."""
        kept = [each for each in documents if each.industry is not None]
        if self.industries is None or not kept:
            return {}
        true = [each.industry for each in kept if each.industry is not None]
        found = self.industries.rank([each.text for each in kept])
        return {
            each.attacker: tuple(name == own for name, own in zip(each.named(), true, strict=True))
            for each in found
        }

    def _rivals(self, industry: str | None) -> frozenset[str]:
        if industry is None:
            return frozenset(self.clients.clients)
        return frozenset(client for client, each in self.industry_of.items() if each == industry)
