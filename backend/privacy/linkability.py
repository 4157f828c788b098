"""Linkability: how well two profiles of one entity can be matched (open-world paper, Sections 5 and 6)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.learning.arrays import Floats, Integers
from backend.privacy.profile_distances import PostingLists, SharedWords
from backend.privacy.profiles import Profile, Profiles
from backend.privacy.semantic_privacy import belief_by_closeness, epsilon_of_profiles, epsilon_of_words

EQUAL = 1e-9
"""Bits. Squared distances that differ less are equal: the same sum in another order."""

PRECISION_AT = (1, 5, 10, 20)

LOCAL_K = (2, 5, 10)
"""The k of the (k, d)-anonymity that is measured for each target."""


@dataclass(frozen=True, slots=True)
class LinkedPair:
    """An attack: somebody knows the profile of an entity in `source`, and looks for its profile in `target`.

    `distance` is from 0 to 1. `anonymous_subset` counts the profiles of the target community within `distance` of
    the target profile, itself included (Definition 17). `rank` is 1 plus the number of profiles of the target
    community that are strictly closer to the source. `likelihood` is that of an adversary who chooses in proportion
    to 1 - distance (Section 5.4), `likelihood_bound` its bound by Theorem 2 with d = c = `distance`; a bound of 1
    says nothing. `mean_distance` is that of the source to the other profiles of the target community, None if there
    are none. For each of `LOCAL_K`, `radii` has the d for which the target is (k, d)-anonymous in its community.

    Against the same adversary, the source is `epsilon_profiles`-semantically private if a profile of the target
    community is replaced by one without words (Definition 9), and `epsilon_words`-semantically private if one of
    its words is replaced by a word that nobody has (Definition 11).
    """

    entity: str
    source: str
    target: str
    distance: float
    anonymous_subset: int
    rank: int
    likelihood: float
    likelihood_bound: float
    candidates: int
    mean_distance: float | None
    radii: tuple[float | None, ...]
    epsilon_profiles: float
    epsilon_words: float


@dataclass(frozen=True, slots=True)
class LocalAnonymity:
    """How many targets are (k, d)-anonymous among the profiles around them (Definition 18).

    `at_distance` is the share for d = the distance to the profile that the attacker knows (Section 6), `below_half`
    that for some d below .5: from there on Theorem 2 says nothing. `median_d` is the d that half of the targets
    need, None where most are in a community of fewer than k. Targets of several pairs count once for each.
    """

    k: int
    at_distance: float
    below_half: float
    median_d: float | None


def likelihood_bound(distance: float, anonymous_subset: int, convergence: float | None = None) -> float:
    """Return the bound of Theorem 2: the entity c-matches one that is (k, d)-anonymous.

    `distance` is c, `anonymous_subset` is k, `convergence` is d, by default c.

    >>> likelihood_bound(0.25, 4)  # .75 / (.75 + 3 * .5)
    0.3333333333333333
    >>> likelihood_bound(0.5, 100)
    1.0
    """
    reach = 1 - distance - (distance if convergence is None else convergence)
    if reach <= 0:
        return 1.0
    return (1 - distance) / ((1 - distance) + (anonymous_subset - 1) * reach)


def linked_pairs(profiles: Profiles) -> Iterator[LinkedPair]:
    """Yield the attacks on all entities that have profiles in two or more communities, both ways.

    Profiles without words are left out.
    """
    members: dict[str, list[int]] = defaultdict(list)
    places: dict[str, list[int]] = defaultdict(list)
    for index, profile in enumerate(profiles.profiles):
        if profiles.words[index]:
            members[profile.community].append(index)
            places[profile.entity].append(index)
    attacked = [own for own in places.values() if len(own) > 1]
    for community in sorted(members):
        yield from _pairs_into(profiles, community, np.array(members[community]), attacked)


def _pairs_into(
    profiles: Profiles, community: str, members: Integers, attacked: Sequence[Sequence[int]]
) -> Iterator[LinkedPair]:
    """Yield the attacks that look for a profile of this community."""
    position = {int(member): at for at, member in enumerate(members)}
    pairs = [
        (source, target)
        for own in attacked
        for target in own
        if target in position
        for source in own
        if source != target
    ]
    if not pairs:
        return
    lists = PostingLists(profiles.shares[members])
    wanted = sorted({index for pair in pairs for index in pair})
    rows = dict(zip(wanted, lists.squared_distances(profiles.shares[wanted]), strict=True))
    for source, target in pairs:
        shared = lists.shared_words(profiles.shares, source)
        yield _pair(profiles.profiles[source], community, (rows[source], rows[target]), position[target], shared)


def _pair(
    source: Profile, target: str, squared_distances: tuple[Floats, Floats], at: int, shared: SharedWords
) -> LinkedPair:
    from_source, from_target = squared_distances
    squared = from_source[at]
    distances = np.sqrt(from_source)
    distance = float(distances[at])
    subset = int((from_target <= squared + EQUAL).sum())
    others = len(distances) - 1
    return LinkedPair(
        *(source.entity, source.community, target, distance, subset),
        rank=1 + int((from_source < squared - EQUAL).sum()),
        likelihood=float(belief_by_closeness(distances)[at]),
        likelihood_bound=likelihood_bound(distance, subset),
        candidates=len(distances),
        mean_distance=float((distances.sum() - distance) / others) if others else None,
        radii=tuple(anonymity_radius(from_target, k) for k in LOCAL_K),
        epsilon_profiles=epsilon_of_profiles(distances),
        epsilon_words=epsilon_of_words(from_source, shared),
    )


def precision_at(pairs: Sequence[LinkedPair], ns: Sequence[int] = PRECISION_AT) -> Mapping[int, float | None]:
    """Return the share of pairs whose target is among the n closest profiles, by n; None without pairs."""
    if not pairs:
        return dict.fromkeys(ns)
    return {n: sum(pair.rank <= n for pair in pairs) / len(pairs) for n in ns}


def local_anonymity(pairs: Sequence[LinkedPair]) -> tuple[LocalAnonymity, ...]:
    """Return for each of `LOCAL_K` how many targets are (k, d)-anonymous; nothing without pairs."""
    return tuple(_local(pairs, k, at) for at, k in enumerate(LOCAL_K)) if pairs else ()


def _local(pairs: Sequence[LinkedPair], k: int, at: int) -> LocalAnonymity:
    needed = sorted(np.inf if (radius := pair.radii[at]) is None else radius for pair in pairs)
    middle = needed[(len(needed) - 1) // 2]
    return LocalAnonymity(
        k,
        sum(pair.anonymous_subset >= k for pair in pairs) / len(pairs),
        sum(radius < 0.5 for radius in needed) / len(pairs),
        middle if middle <= 1 else None,
    )


def anonymity_radius(squared_distances: Floats, k: int) -> float | None:
    """Return the smallest d for which an entity is (k, d)-anonymous (Definition 18); None in fewer than k profiles.

    `squared_distances` are the entity's to all profiles of the collection, itself included.

    >>> anonymity_radius(np.array([0.0, 0.25, 0.81]), 2)
    0.5
    """
    if k > len(squared_distances):
        return None
    return float(np.sqrt(np.partition(squared_distances, k - 1)[k - 1]))
