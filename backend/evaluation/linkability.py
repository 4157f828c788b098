"""Repeat the open-world paper's evaluation: Table 1, Figures 2 and 3, with senders of newsgroups."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path

import numpy as np

from backend.evaluation.data import Post, newsgroups
from backend.evaluation.result import Advance, Figure, Panel, Result, Series, Table, paragraphs
from backend.learning.arrays import Floats, Sparse
from backend.privacy.linkability import PRECISION_AT, LinkedPair, linked_pairs, local_anonymity, precision_at
from backend.privacy.profile_distances import PostingLists
from backend.privacy.profiles import Profile, Profiles, normalise, profiles_from_words

FEWEST_WORDS = 100
"""Words after normalisation that a profile needs; the paper asks for a number of comments."""

TITLE = "senders who write in several newsgroups"
SOURCE = "From Closed-world Enforcement to Open-world Assessment of Privacy: Table 1, Figures 2 and 3"

TOP = 20
SHOWN_GROUPS = ("rec.sport.hockey", "sci.space")
BINS = 8
_DRAWS = 1_000
_SEED = 22

_SIGNATURE = re.compile(r"^--\s*$.*", re.MULTILINE | re.DOTALL)
_ATTRIBUTION = re.compile(r"^.*\b(?:writes|wrote|says|said):\s*$", re.MULTILINE)
_SENDER = re.compile(r"^From:(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Correlation:
    """A correlation coefficient with its 95 % interval, by drawing entities again."""

    coefficient: float
    low: float
    high: float


def sender(post: Post) -> str:
    """Return the address of who sent a post, in small letters; empty if it has none."""
    found = _SENDER.search(post.head)
    return parseaddr(found[1])[1].lower() if found else ""


def written(post: Post) -> str:
    """Return what the sender wrote: no signature, no line that introduces a quotation.

    >>> written(Post("1", "g", "train", "", "A writes:\\n> old\\nnew\\n--\\nme")).split()
    ['>', 'old', 'new']
    """
    return _ATTRIBUTION.sub("", _SIGNATURE.sub("", post.body))


def sender_profiles(posts: Sequence[Post], advance: Advance) -> Profiles:
    """Return the profiles of senders with enough words, one for each newsgroup they write in."""
    words: defaultdict[Profile, list[str]] = defaultdict(list)
    for number, post in enumerate(posts):
        if address := sender(post):
            words[Profile(address, post.group)] += normalise(written(post))
        advance(number + 1, len(posts))
    return profiles_from_words((profile, own) for profile, own in words.items() if len(own) >= FEWEST_WORDS)


def linkability(folder: Path, advance: Advance) -> Result:
    """Measure how well senders of newsgroups are matched by their words."""
    posts = newsgroups(folder)
    profiles = sender_profiles(posts, advance)
    pairs = list(linked_pairs(profiles))
    if not pairs:
        nobody = ("No sender has a profile in two groups, so there is nothing to match.",)
        return Result("linkability", TITLE, SOURCE, nobody, (), ())
    correlations = {n: anonymity_correlation(pairs, n) for n in PRECISION_AT}
    precision = precision_at(pairs)
    closer = sum(pair.mean_distance is not None and pair.distance < pair.mean_distance for pair in pairs)
    silent = sum(pair.likelihood_bound >= 1 for pair in pairs) / len(pairs)
    entities = len({pair.entity for pair in pairs})
    return Result(
        "linkability",
        TITLE,
        SOURCE,
        paragraphs(
            f"""{len(posts):,} posts of 20 Newsgroups. A profile is all that one address wrote in one group, without
            quotations and signatures, normalised as in the paper; {len(profiles):,} profiles have {FEWEST_WORDS}
            words or more. {entities} senders have such profiles in two groups or more: {len(pairs):,} pairs of a
            known profile (source) and a profile that is looked for (target), among all profiles of the target's
            group."""
        ),
        paragraphs(
            f"""The profile of the same sender is closer than the mean of the others in {closer / len(pairs):.1%} of
            the pairs (Figure 2: most of the paper's points lie on that side of the diagonal, too).

            The larger the anonymous subset, the fewer targets are found: its size and whether the target is the
            closest profile have a correlation of {_told(correlations[1])} (95 % interval, drawn again by sender);
            among the closest {PRECISION_AT[-1]}, {_told(correlations[PRECISION_AT[-1]])}.

            The closest profile is the right one in {precision[1]:.1%} of the pairs; the right one is among the
            closest 20 in {precision[20]:.1%}.

            The bound of Theorem 2 with d = c says nothing (it is 1) in {silent:.1%} of the pairs, because their
            distances are .5 or more. The mean likelihood of an adversary who chooses by closeness is
            {np.mean([pair.likelihood for pair in pairs]):.3f}.

            No profile of the group moves the belief of that adversary by more than
            {_told_epsilons([pair.epsilon_profiles for pair in pairs])} (Definition 9), and no word of the known
            profile by more than {_told_epsilons([pair.epsilon_words for pair in pairs])} (Definition 11)."""
        ),
        (
            "The paper has 15 million comments of Reddit; newsgroups are fewer, and a sender writes less.",
            "Newsgroups have fewer members than most communities of Reddit, so anonymous subsets are smaller.",
        ),
        (
            _top_words(profiles),
            _distances(profiles),
            Table("Precision@n", ("n", "precision"), tuple(precision.items())),
            _correlations(correlations),
            _anonymity(pairs),
        ),
        (_figure_2(pairs), _figure_3(pairs)),
    )


def anonymity_correlation(pairs: Sequence[LinkedPair], n: int = 1) -> Correlation | None:
    """Correlate the size of anonymous subsets with whether the target is among the closest n profiles.

    None where all sizes are equal, or all targets are found, or none.
    """
    by_entity: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for pair in pairs:
        by_entity[pair.entity].append((float(pair.anonymous_subset), float(pair.rank <= n)))
    drawn = np.random.default_rng(_SEED)
    groups = [np.array(each) for each in by_entity.values()]

    def coefficient(chosen: Sequence[Floats]) -> float:
        sizes, found = np.concatenate(chosen).T
        if sizes.std() == 0 or found.std() == 0:
            return float("nan")
        return float(np.corrcoef(sizes, found)[0, 1])

    again = [
        coefficient([groups[at] for at in drawn.integers(len(groups), size=len(groups))]) for _ in range(_DRAWS)
    ]
    measured = coefficient(groups)
    if np.isnan(measured):
        return None
    low, high = np.nanpercentile(again, [2.5, 97.5])
    return Correlation(measured, float(low), float(high))


def _told(correlation: Correlation | None) -> str:
    if correlation is None:
        return "none that can be computed"
    return f"{correlation.coefficient:.3f} ({correlation.low:.3f} to {correlation.high:.3f})"


def _correlations(correlations: Mapping[int, Correlation | None]) -> Table:
    rows = tuple(
        (n, None, None, None) if each is None else (n, each.coefficient, each.low, each.high)
        for n, each in correlations.items()
    )
    return Table(
        "Correlation of the size of anonymous subsets with whether the target is among the closest n",
        ("n", "coefficient", "95 % from", "to"),
        rows,
    )


def _anonymity(pairs: Sequence[LinkedPair]) -> Table:
    """Local (k, d)-anonymity: the profiles around each target."""
    return Table(
        "(k, d)-anonymity of targets in their group",
        ("k", "d = distance of the pair", "d below .5", "median of the least d"),
        tuple((each.k, each.at_distance, each.below_half, each.median_d) for each in local_anonymity(pairs)),
    )


def _told_epsilons(values: Sequence[float]) -> str:
    return f"{np.median(values):.3f} in half of the pairs and {max(values):.3f} in all"


def _top_words(profiles: Profiles) -> Table:
    """Table 1: the most frequent words of all, and of two groups, each profile by its share."""
    communities = np.array([each.community for each in profiles.profiles])

    def top(rows: Sparse) -> list[str]:
        shares: Floats = np.asarray(rows.mean(axis=0), dtype=np.float64).ravel()
        return [profiles.vocabulary[word] for word in np.argsort(-shares, kind="stable")[:TOP]]

    columns = [
        top(profiles.shares),
        *(top(profiles.shares[np.flatnonzero(communities == g)]) for g in SHOWN_GROUPS),
    ]
    rows = tuple((place + 1, *words) for place, words in enumerate(zip(*columns, strict=True)))
    return Table("Table 1: top words by their mean share in profiles", ("", "all", *SHOWN_GROUPS), rows)


def _distances(profiles: Profiles) -> Table:
    """The distances within and across communities, as the paper's Section 6.4 gives them."""
    communities = np.array([each.community for each in profiles.profiles])
    figures: Mapping[str, list[Floats]] = {"within": [], "across": []}
    for index, squared in enumerate(PostingLists(profiles.shares).squared_distances(profiles.shares)):
        distances = np.sqrt(squared[index + 1 :])
        same = communities[index + 1 :] == communities[index]
        figures["within"].append(distances[same])
        figures["across"].append(distances[~same])
    rows = tuple((name, *_spread(np.concatenate(each))) for name, each in figures.items())
    return Table("Distances of two profiles", ("communities", "pairs", "minimum", "mean", "maximum"), rows)


def _spread(distances: Floats) -> tuple[int, float, float, float]:
    return len(distances), float(distances.min()), float(distances.mean()), float(distances.max())


def _figure_2(pairs: Sequence[LinkedPair]) -> Figure:
    known = [pair for pair in pairs if pair.mean_distance is not None]
    bins = [own for _, own in _bins(known, "distance")]
    x = tuple(float(np.mean([pair.distance for pair in own])) for own in bins)
    y = tuple(float(np.mean([pair.mean_distance or 0 for pair in own])) for own in bins)
    return Figure(
        "linkability-figure-2",
        "Figure 2: the mean distance to the other profiles of the group over the distance to the profile of the "
        "same sender (means of eight bins of equal size); above the diagonal, the own profile is closer",
        "distance to the own profile",
        "mean distance to the others",
        (Panel("", (Series("senders", x, y), Series("diagonal", x, x, paper=True))),),
        y_range=None,
    )


def _figure_3(pairs: Sequence[LinkedPair]) -> Figure:
    bins = list(_bins(pairs, "anonymous_subset"))
    x = tuple(float(np.mean([pair.anonymous_subset for pair in own])) for _, own in bins)
    return Figure(
        "linkability-figure-3",
        "Figure 3: precision@n over the size of the anonymous subset (means of eight bins of equal size)",
        "size of the anonymous subset",
        "precision@n",
        (
            Panel(
                "",
                tuple(Series(f"n = {n}", x, tuple(precision_at(own)[n] for _, own in bins)) for n in PRECISION_AT),
            ),
        ),
    )


def _bins(pairs: Sequence[LinkedPair], by: str) -> Iterator[tuple[int, Sequence[LinkedPair]]]:
    """Part the pairs into bins of about equal size by an attribute."""
    ordered = sorted(pairs, key=lambda pair: (getattr(pair, by), pair.entity, pair.source, pair.target))
    for at, indices in enumerate(np.array_split(np.arange(len(ordered)), BINS)):
        if len(indices):
            yield at, [ordered[index] for index in indices]
