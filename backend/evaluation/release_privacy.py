"""Repeat the privacy index's Figures 1 and 2 with the words of senders of newsgroups and of writers of diaries."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from pathlib import Path

import numpy as np

from backend.errors import DataMissing
from backend.evaluation.data import newsgroups
from backend.evaluation.result import Advance, Figure, Panel, Result, Series, Table, paragraphs
from backend.evaluation.user_words import UserWords, diary_writers, heavy_senders, private_words
from backend.learning.arrays import Booleans, Floats
from backend.privacy.documents import shared_by
from backend.privacy.spi import ReleasePrivacy, release_privacy
from backend.privacy.user_elements import UserElements
from backend.services.privacy.sensitivity import shipped_model
from backend.settings import shipped_sensitivity

TITLE = "what releases of people's words give away"
SOURCE = "Sensitive-aware Privacy Index for Sanitized Text Data: Figures 1 and 2"
KS = (1, 2, 3, 4, 5, 7, 10, 14, 20, 30, 45, 70, 100, 150, 220, 330, 500, 700, 1000)
DIARY_KS = tuple(range(1, 11))
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5)
SAMPLES = (100, 200, 400, 800)
STABLE_K = 20
"""The k at which samples of senders are compared."""

_SEED = 18
_EQUAL = 1e-9
"""Bits. Indices that differ less are equal: the same sum in another order."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The k-anonymous releases of users by k, and those of each strategy by `SHARES`; None: too few words."""

    users: UserWords
    anonymous: Mapping[int, ReleasePrivacy]
    strategies: Mapping[str, Sequence[ReleasePrivacy | None]]

    @property
    def private(self) -> float:
        """The share of the words that are private."""
        return float(self.users.words.counts[self.users.private].sum() / self.users.words.total)

    @property
    def dips(self) -> tuple[int, ...]:
        """The k at which the index is lower than at the k before."""
        spis = [each.spi for each in self.anonymous.values()]
        following = list(self.anonymous)[1:]
        return tuple(k for k, before, now in zip(following, spis, spis[1:], strict=False) if now < before)


def measure(
    users: UserWords, ks: Sequence[int], measured: Callable[[Booleans, UserWords], ReleasePrivacy]
) -> Measured:
    """Measure the releases of users; `measured` measures that of some of their words."""
    releases: Mapping[str, Callable[[float], Booleans | None]] = {
        "only private words": lambda share: some(users.words, users.private, share),
        "no private words": lambda share: some(users.words, ~users.private, share),
        "k-anonymous": lambda share: kept if (kept := most_shared(users.words, share)).any() else None,
    }
    anonymous = {k: measured(shared_by(users.words, k), users) for k in ks}
    kept = {name: [release(share) for share in SHARES] for name, release in releases.items()}
    strategies = {
        name: [None if each is None else measured(each, users) for each in of_shares]
        for name, of_shares in kept.items()
    }
    return Measured(users, anonymous, strategies)


def spi(folder: Path, advance: Advance) -> Result:
    """Measure k-anonymous releases, and releases of private words alone and of none.

    Raises DataMissing where this installation has no texts to learn sensitivity from.
    """
    texts = shipped_sensitivity()
    if texts is None:
        raise DataMissing("This installation has no texts to learn sensitivity from. Use a checkout.")
    model, private = shipped_model(texts), private_words(folder)
    senders, writers = heavy_senders(newsgroups(folder), model, private), diary_writers(folder, model, private)
    if not (senders.names and writers.names):
        return Result(
            "spi", TITLE, SOURCE, ("No sender has more posts than the mean, or there is no diary.",), (), ()
        )
    steps = len(KS) + len(DIARY_KS) + len(SHARES) * 6 + len(SAMPLES)
    done = iter(range(1, steps + 1))

    def measured(kept: Booleans, of: UserWords) -> ReleasePrivacy:
        privacy = release_privacy(of.words, of.words.entries(kept), of.names)
        advance(next(done), steps)
        return privacy

    of_senders, of_writers = measure(senders, KS, measured), measure(writers, DIARY_KS, measured)
    samples = (senders.first(users) for users in SAMPLES)
    stability = [(len(each.names), measured(shared_by(each.words, STABLE_K), each)) for each in samples]
    return _result(of_senders, of_writers, stability)


def least_ratio(share: float) -> float | None:
    """Return how much heavier words must be than those that stay, so that withholding them lowers the index.

    `share` is what is left of a user's words. Heavy are words of low sensitivity: the weight of a word is one minus
    it. None: nothing that is withheld lowers the index.

    The index of a user is A (log2(2s/(1+s)) + log2(2/(1+s))/s) / 2 + (W - A) / 2, with s the share that is left, A
    its weight and W that of all words. Its derivative by what is withheld, with r times the weight of what stays,
    has the sign of L + r (K - L) with L = log2(2/(1+s))/s and K = log2((1+s)/s).

    >>> least_ratio(0.5), round(least_ratio(0.1), 2)
    (None, 1.67)
    """
    kept, withheld = log2(2 / (1 + share)) / share, log2((1 + share) / share)
    return kept / (kept - withheld) if kept > withheld else None


def some(words: UserElements, group: Booleans, share: float) -> Booleans | None:
    """Return entries of a group, drawn at random, with this share of all words; None if there are too few."""
    drawn = np.random.default_rng(_SEED).permutation(np.flatnonzero(group))
    counted = np.cumsum(words.counts[drawn])
    if len(drawn) == 0 or counted[-1] < share * words.total:
        return None
    kept = np.zeros(len(words), dtype=bool)
    kept[drawn[: np.searchsorted(counted, share * words.total) + 1]] = True
    return kept


def most_shared(words: UserElements, share: float) -> Booleans:
    """Return the k-anonymous release that is nearest to this share of all words from below."""
    _, word = np.unique(words.elements, return_inverse=True)
    owners = np.bincount(word)[word]  # an entry is a distinct word of a sender
    said = np.bincount(owners, weights=words.counts)
    released = np.cumsum(said[::-1])[::-1]
    k = int(np.argmax(released <= share * words.total)) or len(released)
    return np.asarray(owners >= k)


def _result(senders: Measured, writers: Measured, stability: Sequence[tuple[int, ReleasePrivacy]]) -> Result:
    last, words = list(senders.anonymous.values())[-1], senders.users.words
    every = [each for of in (senders, writers) for row in of.strategies.values() for each in row]
    return Result(
        "spi",
        TITLE,
        SOURCE,
        paragraphs(
            f"""Users are the {len(senders.users.names):,} senders of 20 Newsgroups with more posts than the mean.
            Posts are almost never shared, so the *documents* are here words: {words.total:,} without stop words.
            Two are the same document if they are the same word: {len(words):,} distinct words of a sender.
            The sensitivity of a word is that of a text that consists of it, under the model of the texts that come
            with Unsaid: {_spread(words)}. Words that are census surnames, given names, cities, or stand in
            a list of sensitive words (which the model has not seen) are called private: {senders.private:.1%} of
            all.

            Beside them are the {len(writers.users.names)} users of LifeBench, all of whom write about equally much:
            notes, messages and calendars with {writers.users.words.total:,} words, {len(writers.users.words):,} of
            them distinct, {writers.private:.1%} private; {_spread(writers.users.words)}."""
        ),
        paragraphs(
            f"""JSD grows with k from 0 to {last.jsd:.3f}; SPI is below it everywhere.

            PEL stays between {_lowest(senders):.1f} % and {_highest(senders):.1f} % while impressions fall from
            100 % to {last.impressions:.1%}.

            k, impressions and JSD have correlations of {_weakest(senders)} or more (in absolute value) with one
            another; in the paper they have more than .85.

            SPI and JSD have a correlation of {_agreement(senders)} (diaries: {_agreement(writers)}), where the
            paper's SPI was only weakly correlated with its other measures: a single word tells the model little, so
            most words have about the same weight.

            **Where SPI dips.** The paper finds that SPI “generally grew as k increased”, with “some notable
            oscillations”, where queries of low sensitivity are withheld while sensitive ones stay. Senders:
            {_dips(senders)}. Diaries: {_dips(writers)}.

            **Why.** Withholding a few more words lowers the index of a user only if their weight (one minus the
            sensitivity) is so many times that of the words that stay: {_needed()}. This follows from the definition
            of the index. While more than about 29 % of the words are left, nothing that is withheld lowers it. The
            words that are withheld at a step of k have at most {_heaviest_step(senders):.2f} times the weight of
            those that stay (diaries: {_heaviest_step(writers):.2f}), since the model finds most words about equally
            sensitive. About half of the paper's queries were labelled sensitive, so we take it that its weights
            differ more. The last column of the tables has the share of users whose own index falls.

            At the largest share that all strategies reach, SPI is {_compared(senders)} (Figure 2). In the diaries
            it is {_compared(writers)}. In the paper, releasing no private queries is clearly best, and releasing
            private ones alone clearly worst. Here they hardly differ at equal size. The model finds private words
            {_by_privacy(senders)} (diaries: {_by_privacy(writers)})."""
            + ("" if all(every) else "\n\nA curve ends where there are too few words for it.")
        ),
        paragraphs(
            """Words of a person take the place of queries. The most frequent words are shared by most people, so
            k-anonymity withholds rare words first; queries that many people share are fewer.

            The paper's releases of a given size are of AOL queries, of which about half match its lists.

            LifeBench has ten users, so its k ends at 10, where most words are still released: there is no smaller
            k-anonymous release, and any figure of theirs is a mean over ten. They are not
            people: a language model wrote their lives."""
        ),
        (
            _anonymous_table("k-anonymous releases (PEL in percent)", senders),
            _correlations(senders.anonymous),
            _strategies_table("Releases of equal size", senders),
            _stability(stability),
            _anonymous_table("Diaries: k-anonymous releases (PEL in percent)", writers),
            _strategies_table("Diaries: releases of equal size", writers),
        ),
        (_figure_1(senders, writers), _figure_2(senders, writers)),
    )


def _spread(words: UserElements) -> str:
    low, middle, high = np.quantile(np.repeat(words.sensitivities, words.counts.astype(np.int64)), [0.1, 0.5, 0.9])
    return f"half of the words are below {middle:.2f}, and four of five between {low:.2f} and {high:.2f}"


def _agreement(of: Measured) -> str:
    measured = of.anonymous.values()
    found = _correlation(np.array([each.spi for each in measured]), np.array([each.jsd for each in measured]))
    return "—" if found is None else f"{found:.3f}"


def _dips(of: Measured) -> str:
    """Say where SPI falls although more is withheld."""
    if not of.dips:
        return "no dip, SPI grows with k as JSD does"
    return f"lower than at the k before at k = {', '.join(map(str, of.dips))}"


def _needed() -> str:
    said = [
        f"{ratio:.1f} times where {share:.0%} of the words are left"
        for share in (0.2, 0.1, 0.03)
        if (ratio := least_ratio(share))
    ]
    return ", ".join(said)


def _step_ratios(of: Measured) -> tuple[float | None, ...]:
    """Return by k how heavy the words are that are withheld since the k before, beside those that stay."""
    words = of.users.words
    weights, before = words.counts * (1 - words.sensitivities), np.ones(len(words), dtype=bool)
    found: list[float | None] = []
    for k in of.anonymous:
        stays = shared_by(words, k)
        gone = before & ~stays
        if gone.any() and stays.any():
            means = (weights[each].sum() / words.counts[each].sum() for each in (gone, stays))
            found.append(float(next(means) / next(means)))
        else:
            found.append(None)
        before = stays
    return tuple(found)


def _heaviest_step(of: Measured) -> float:
    return max((each for each in _step_ratios(of) if each is not None), default=float("nan"))


def _falls(of: Measured) -> tuple[float | None, ...]:
    """Return by k the share of users whose index is lower than at the k before."""
    spis = [np.array([each.spi for each in release.users]) for release in of.anonymous.values()]
    return (None, *(float((now < before - _EQUAL).mean()) for before, now in pairwise(spis)))


def _by_privacy(of: Measured) -> str:
    words, private = of.users.words, of.users.private
    sums = ((words.counts * words.sensitivities)[each].sum() for each in (private, ~private))
    means = (
        total / max(words.counts[each].sum(), 1) for total, each in zip(sums, (private, ~private), strict=True)
    )
    return f"{next(means):.2f} sensitive on average and others {next(means):.2f}"


def _lowest(of: Measured) -> float:
    return min(each.pel for each in of.anonymous.values() if each.pel is not None)


def _highest(of: Measured) -> float:
    return max(each.pel for each in of.anonymous.values() if each.pel is not None)


def _compared(of: Measured) -> str:
    possible = [each for each in of.strategies.values() if any(each)]
    reached = [at for at in range(len(SHARES)) if possible and all(each[at] for each in possible)]
    if not reached:
        return "not comparable"
    last = reached[-1]
    named = [f"{found.spi:.3f} for {name}" for name, each in of.strategies.items() if (found := each[last])]
    return f"{', '.join(named)} at {SHARES[last]:.0%}"


def _anonymous_table(caption: str, of: Measured) -> Table:
    """The measures by k, with the weight of what is withheld at each step, and whose index falls there."""
    rows = tuple(
        (k, each.spi, each.jsd, each.pel, each.impressions, ratio, falls)
        for (k, each), ratio, falls in zip(of.anonymous.items(), _step_ratios(of), _falls(of), strict=True)
    )
    columns = ("k", "SPI", "JSD", "PEL", "impressions", "weight of the withheld", "users whose SPI falls")
    return Table(caption, columns, rows)


def _weakest(of: Measured) -> str:
    """Return the smallest correlation, in absolute value, of k, impressions and JSD with one another."""
    found = [cell for _, *cells in _correlations(of.anonymous).rows[:3] for cell in cells[:3]]
    defined = [abs(cell) for cell in found if isinstance(cell, float)]
    return f"{min(defined):.2f}" if defined else "—"


def _correlations(anonymous: Mapping[int, ReleasePrivacy]) -> Table:
    """The paper: impressions, k and JSD have correlations above .85; SPI is only weakly correlated with them."""
    measures: Mapping[str, Floats] = {
        "k": np.array(list(anonymous), dtype=np.float64),
        "impressions": np.array([each.impressions for each in anonymous.values()]),
        "JSD": np.array([each.jsd for each in anonymous.values()]),
        "SPI": np.array([each.spi for each in anonymous.values()]),
        "PEL": np.array([each.pel or 0.0 for each in anonymous.values()]),
    }
    rows = tuple(
        (name, *(_correlation(own, other) for other in measures.values())) for name, own in measures.items()
    )
    return Table("Pearson’s correlations over k", ("", *measures), rows)


def _correlation(one: Floats, other: Floats) -> float | None:
    if one.std() == 0 or other.std() == 0:
        return None
    return float(np.corrcoef(one, other)[0, 1])


def _strategies_table(caption: str, of: Measured) -> Table:
    rows = tuple(
        (name, share, *((each.spi, each.jsd, each.pel) if each else (None, None, None)))
        for name, measured in of.strategies.items()
        for share, each in zip(SHARES, measured, strict=True)
    )
    return Table(caption, ("release", "share", "SPI", "JSD", "PEL"), rows)


def _stability(samples: Sequence[tuple[int, ReleasePrivacy]]) -> Table:
    rows = tuple((users, each.spi, each.jsd, each.pel) for users, each in samples)
    return Table(f"Samples of senders, k = {STABLE_K}", ("senders", "SPI", "JSD", "PEL"), rows)


def _figure_1(senders: Measured, writers: Measured) -> Figure:
    return Figure(
        "spi-figure-1",
        "Figure 1: the measures of k-anonymous releases over k (PEL as a share)",
        "k (logarithmic)",
        "measure",
        (_over_k("newsgroups", senders.anonymous), _over_k("diaries", writers.anonymous)),
        y_range=None,
        logarithmic=True,
    )


def _over_k(title: str, anonymous: Mapping[int, ReleasePrivacy]) -> Panel:
    ks, measured = tuple(float(k) for k in anonymous), tuple(anonymous.values())
    return Panel(
        title,
        (
            Series("SPI", ks, tuple(each.spi for each in measured)),
            Series("JSD", ks, tuple(each.jsd for each in measured)),
            Series("PEL", ks, tuple(None if each.pel is None else each.pel / 100 for each in measured)),
            Series("impressions", ks, tuple(each.impressions for each in measured)),
        ),
    )


def _figure_2(senders: Measured, writers: Measured) -> Figure:
    panels = (
        Panel(
            title,
            tuple(
                Series(name, SHARES, tuple(each.spi if each else None for each in measured))
                for name, measured in of.strategies.items()
            ),
        )
        for title, of in (("newsgroups", senders), ("diaries", writers))
    )
    return Figure(
        "spi-figure-2",
        "Figure 2: SPI of releases of equal size",
        "share of the words that is released",
        "SPI (bits)",
        tuple(panels),
        y_range=None,
    )
