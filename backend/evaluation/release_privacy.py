"""Repeat the privacy index's Figures 1 and 2 with the words of heavy senders of newsgroups."""

import csv
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from backend.document.tokens import terms
from backend.errors import DataMissing
from backend.evaluation.data import DataSet, Post, newsgroups, read_lines
from backend.evaluation.linkability import sender, written
from backend.evaluation.result import Advance, Figure, Panel, Result, Series, Table, paragraphs
from backend.learning.arrays import Booleans, Floats
from backend.learning.features import stop_words
from backend.privacy.documents import shared_by
from backend.privacy.sensitivity import SensitivityModel
from backend.privacy.spi import ReleasePrivacy, release_privacy
from backend.privacy.user_elements import UserElements
from backend.services.privacy.sensitivity import shipped_model
from backend.settings import shipped_sensitivity

TITLE = "what releases of senders' words give away"
SOURCE = "Sensitive-aware Privacy Index for Sanitized Text Data: Figures 1 and 2"
KS = (1, 2, 3, 4, 5, 7, 10, 14, 20, 30, 45, 70, 100, 150, 220, 330, 500, 700, 1000)
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5)
SAMPLES = (100, 200, 400, 800)
STABLE_K = 20
"""The k at which samples of senders are compared."""

_SEED = 18


@dataclass(frozen=True, slots=True, eq=False)
class Senders:
    """The words of heavy senders, one entry for each distinct word of a sender.

    `private` [entry] tells which words stand in the lists.
    """

    words: UserElements
    names: tuple[str, ...]
    private: Booleans

    def first(self, users: int) -> "Senders":
        """Return the first senders."""
        kept = self.words.users < users
        return Senders(self.words.entries(kept), self.names[:users], self.private[kept])


def heavy_senders(posts: Sequence[Post], model: SensitivityModel, private: frozenset[str]) -> Senders:
    """Return the senders with more posts than the mean, in a drawn order, and their words without stop words."""
    sent = Counter(address for post in posts if (address := sender(post)))
    mean = sent.total() / max(len(sent), 1)
    said: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for post in posts:
        address = sender(post)
        if sent[address] > mean:
            said[address].update(terms(written(post)))
    names = [name for name in np.random.default_rng(_SEED).permutation(sorted(said)).tolist() if said[name]]
    entries = [(user, *each) for user, name in enumerate(names) for each in sorted(said[name].items())]
    entries = [each for each in entries if each[1] not in stop_words()]
    index = {word: at + 1 for at, word in enumerate(sorted({word for _, word, _ in entries}))}
    sensitivity = {word: model.of_words({word}) for word in index}
    words = UserElements(
        np.array([user for user, _, _ in entries], dtype=np.int32),
        np.array([index[word] for _, word, _ in entries], dtype=np.uint64),
        np.array([count for _, _, count in entries], dtype=np.float32),
        np.array([sensitivity[word] for _, word, _ in entries], dtype=np.float32),
    )
    return Senders(words, tuple(names), np.array([word in private for _, word, _ in entries], dtype=bool))


def spi(folder: Path, advance: Advance) -> Result:
    """Measure k-anonymous releases, and releases of private words alone and of none.

    Raises DataMissing where this installation has no texts to learn sensitivity from.
    """
    texts = shipped_sensitivity()
    if texts is None:
        raise DataMissing("This installation has no texts to learn sensitivity from. Use a checkout.")
    senders = heavy_senders(newsgroups(folder), shipped_model(texts), private_words(folder))
    if not senders.names:
        return Result("spi", TITLE, SOURCE, ("No sender has more posts than the mean.",), (), ())
    steps = len(KS) + len(SHARES) * 3 + len(SAMPLES)
    done = iter(range(1, steps + 1))

    def measured(kept: Booleans, of: Senders = senders) -> ReleasePrivacy:
        privacy = release_privacy(of.words, of.words.entries(kept), of.names)
        advance(next(done), steps)
        return privacy

    anonymous = {k: measured(shared_by(senders.words, k)) for k in KS}
    releases: Mapping[str, Callable[[float], Booleans | None]] = {
        "only private words": lambda share: some(senders.words, senders.private, share),
        "no private words": lambda share: some(senders.words, ~senders.private, share),
        "k-anonymous": lambda share: most_shared(senders.words, share),
    }
    strategies: dict[str, list[ReleasePrivacy | None]] = {name: [] for name in releases}
    for name, release in releases.items():
        for share in SHARES:
            kept = release(share)
            strategies[name].append(None if kept is None else measured(kept))
    stability = []
    for users in SAMPLES:
        part = senders.first(users)
        stability.append((len(part.names), measured(shared_by(part.words, STABLE_K), part)))
    return _result(senders, anonymous, strategies, stability)


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


def private_words(folder: Path) -> frozenset[str]:
    """Return the words of the paper's lists (Section 3.3): names, places, and words of sensitive subjects."""
    listed = files("backend.evaluation").joinpath("sensitive_words_en.txt").read_text("utf-8").splitlines()
    found = {word for line in listed if not line.startswith("#") for word in line.split()}
    for names in (DataSet.SURNAMES, DataSet.WOMEN, DataSet.MEN):
        found.update(line.partition("\t")[0].casefold() for line in read_lines(folder, names))
    found.update(each[0].casefold() for each in csv.reader(read_lines(folder, DataSet.CITIES)) if each)
    return frozenset(found)


def _result(
    senders: Senders,
    anonymous: Mapping[int, ReleasePrivacy],
    strategies: Mapping[str, Sequence[ReleasePrivacy | None]],
    stability: Sequence[tuple[int, ReleasePrivacy]],
) -> Result:
    spis = [each.spi for each in anonymous.values()]
    dips = [k for (k, now), before in zip(list(anonymous.items())[1:], spis, strict=False) if now.spi < before]
    private = float(senders.words.counts[senders.private].sum() / senders.words.total)
    half = {name: each[-1] for name, each in strategies.items()}
    return Result(
        "spi",
        TITLE,
        SOURCE,
        paragraphs(
            f"""Users are the {len(senders.names):,} senders of 20 Newsgroups with more posts than the mean. Posts
            are almost never shared, so the *documents* are here words: {senders.words.total:,} without stop words.
            Two are the same document if they are the same word: {len(senders.words):,} distinct words of a sender.
            The sensitivity of a word is that of a text that consists of it, under the model of the texts that come
            with Unsaid: {_spread(senders.words)}. Words that are census surnames, given names, cities, or stand in
            a list of sensitive words (which the model has not seen) are called private: {private:.1%} of all."""
        ),
        paragraphs(
            f"""JSD grows with k from 0 to {list(anonymous.values())[-1].jsd:.3f}; SPI is below it everywhere.
            {_dips(dips)}

            PEL stays between {_lowest(anonymous):.1f} % and {_highest(anonymous):.1f} % while impressions fall from
            100 % to {list(anonymous.values())[-1].impressions:.1%}.

            SPI and JSD have a correlation of {_agreement(anonymous)}, where the paper's SPI was only weakly
            correlated with its other measures: a single word tells the model little, so most words have about the
            same weight.

            At the largest share that all strategies reach, SPI is {_compared(strategies)} (Figure 2)."""
            + ("" if all(half.values()) else "\n\nA curve ends where its group of words is exhausted.")
        ),
        paragraphs(
            """Words of a sender take the place of queries. The most frequent words are shared by most senders, so
            k-anonymity withholds rare words first; queries that many people share are fewer.

            The paper's releases of a given size are of AOL queries, of which about half match its lists."""
        ),
        (
            _anonymous_table(anonymous),
            _correlations(anonymous),
            _strategies_table(strategies),
            _stability(stability),
        ),
        (_figure_1(anonymous), _figure_2(strategies)),
    )


def _spread(words: UserElements) -> str:
    low, middle, high = np.quantile(np.repeat(words.sensitivities, words.counts.astype(np.int64)), [0.1, 0.5, 0.9])
    return f"half of the words are below {middle:.2f}, and four of five between {low:.2f} and {high:.2f}"


def _agreement(anonymous: Mapping[int, ReleasePrivacy]) -> str:
    measured = anonymous.values()
    found = _correlation(np.array([each.spi for each in measured]), np.array([each.jsd for each in measured]))
    return "—" if found is None else f"{found:.3f}"


def _dips(ks: Sequence[int]) -> str:
    """Say where SPI falls although more is withheld."""
    if not ks:
        return "SPI dips nowhere on this axis: it grows with k, too."
    named = ", ".join(map(str, ks))
    return f"SPI is lower than at the k before at k = {named}: there mostly words of low sensitivity were withheld."


def _lowest(anonymous: Mapping[int, ReleasePrivacy]) -> float:
    return min(each.pel for each in anonymous.values() if each.pel is not None)


def _highest(anonymous: Mapping[int, ReleasePrivacy]) -> float:
    return max(each.pel for each in anonymous.values() if each.pel is not None)


def _compared(strategies: Mapping[str, Sequence[ReleasePrivacy | None]]) -> str:
    reached = [at for at in range(len(SHARES)) if all(each[at] for each in strategies.values())]
    if not reached:
        return "not comparable"
    last = reached[-1]
    named = [f"{found.spi:.3f} for {name}" for name, each in strategies.items() if (found := each[last])]
    return f"{', '.join(named)} at {SHARES[last]:.0%}"


def _anonymous_table(anonymous: Mapping[int, ReleasePrivacy]) -> Table:
    rows = tuple((k, each.spi, each.jsd, each.pel, each.impressions) for k, each in anonymous.items())
    return Table("k-anonymous releases (PEL in percent)", ("k", "SPI", "JSD", "PEL", "impressions"), rows)


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


def _strategies_table(strategies: Mapping[str, Sequence[ReleasePrivacy | None]]) -> Table:
    rows = tuple(
        (name, share, *((each.spi, each.jsd, each.pel) if each else (None, None, None)))
        for name, measured in strategies.items()
        for share, each in zip(SHARES, measured, strict=True)
    )
    return Table("Releases of equal size", ("release", "share", "SPI", "JSD", "PEL"), rows)


def _stability(samples: Sequence[tuple[int, ReleasePrivacy]]) -> Table:
    rows = tuple((users, each.spi, each.jsd, each.pel) for users, each in samples)
    return Table(f"Samples of senders, k = {STABLE_K}", ("senders", "SPI", "JSD", "PEL"), rows)


def _figure_1(anonymous: Mapping[int, ReleasePrivacy]) -> Figure:
    ks = tuple(float(k) for k in anonymous)
    measured = tuple(anonymous.values())
    return Figure(
        "spi-figure-1",
        "Figure 1: the measures of k-anonymous releases over k (PEL as a share)",
        "k (logarithmic)",
        "measure",
        (
            Panel(
                "",
                (
                    Series("SPI", ks, tuple(each.spi for each in measured)),
                    Series("JSD", ks, tuple(each.jsd for each in measured)),
                    Series("PEL", ks, tuple(None if each.pel is None else each.pel / 100 for each in measured)),
                    Series("impressions", ks, tuple(each.impressions for each in measured)),
                ),
            ),
        ),
        y_range=None,
        logarithmic=True,
    )


def _figure_2(strategies: Mapping[str, Sequence[ReleasePrivacy | None]]) -> Figure:
    series = tuple(
        Series(name, SHARES, tuple(each.spi if each else None for each in measured))
        for name, measured in strategies.items()
    )
    return Figure(
        "spi-figure-2",
        "Figure 2: SPI of releases of equal size",
        "share of the words that is released",
        "SPI (bits)",
        (Panel("", series),),
        y_range=None,
    )
