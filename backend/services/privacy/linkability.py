"""Measure how well the profiles of one entity in several communities can be matched."""

import json
from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.errors import CorpusError, InvalidRequest
from backend.learning.json_lines import CorpusProblem, first_skipped, parsed_lines
from backend.privacy.linkability import LinkedPair, linked_pairs, local_anonymity, precision_at
from backend.privacy.profiles import Profile, normalise, profiles_from_words
from backend.workers import Workers

ProfileWords = tuple[Profile, list[str]]
"""A profile, and the words of one of its lines."""


@dataclass(frozen=True, slots=True)
class PairLimits:
    """How many pairs there may be, and how many bytes of JSON the names in all of them may have."""

    pairs: int
    labels: int

    def check(self, profiles: Set[Profile]) -> None:
        """Raise InvalidRequest beyond the limits: an entity in n communities has n (n - 1) pairs."""
        places: defaultdict[str, list[str]] = defaultdict(list)
        for each in profiles:
            places[each.entity].append(each.community)
        if sum(len(own) * (len(own) - 1) for own in places.values()) > self.pairs:
            raise InvalidRequest(
                f"The profiles make more than {self.pairs:,} pairs. Send fewer communities of each entity."
            )
        # Each community is the source of n - 1 pairs and the target of as many.
        labels = sum(
            (len(own) - 1) * (len(own) * _bytes(entity) + 2 * sum(map(_bytes, own)))
            for entity, own in places.items()
        )
        if labels > self.labels:
            raise InvalidRequest(
                f"The names in all pairs have more than {self.labels // 1024:,} kB. Send shorter names of entities "
                "and communities, or fewer communities of each entity."
            )


def _bytes(label: str) -> int:
    return len(json.dumps(label, ensure_ascii=False).encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class LinkabilityReport:
    """The attacks on all entities with profiles in two or more communities, and the lines that were skipped.

    `empty` counts profiles without a word after normalisation: they are left out.
    """

    profiles: int
    empty: int
    pairs: tuple[LinkedPair, ...]
    problems: tuple[CorpusProblem, ...]

    @property
    def silent_bounds(self) -> float | None:
        """The share of pairs whose bound of Theorem 2 is 1, so that it says nothing; None without pairs."""
        if not self.pairs:
            return None
        return sum(pair.likelihood_bound >= 1 for pair in self.pairs) / len(self.pairs)

    def as_json(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "profiles": self.profiles,
            "empty_profiles": self.empty,
            "pairs": [
                {
                    "entity": each.entity,
                    "source": each.source,
                    "target": each.target,
                    "distance": each.distance,
                    "anonymous_subset": each.anonymous_subset,
                    "rank": each.rank,
                    "candidates": each.candidates,
                    "mean_distance": each.mean_distance,
                    "likelihood": each.likelihood,
                    "likelihood_bound": each.likelihood_bound,
                    "epsilon_profiles": each.epsilon_profiles,
                    "epsilon_words": each.epsilon_words,
                }
                for each in self.pairs
            ],
            "precision": {str(n): share for n, share in precision_at(self.pairs).items()},
            "anonymity": {
                str(each.k): {
                    "at_distance": each.at_distance,
                    "below_half": each.below_half,
                    "median_d": each.median_d,
                }
                for each in local_anonymity(self.pairs)
            },
            "bound_says_nothing": self.silent_bounds,
            "problems": [{"where": each.where, "reason": each.reason} for each in self.problems],
        }


def measure_linkability(path: Path, workers: Workers = Workers()) -> LinkabilityReport:
    """Measure a file with lines such as `{"entity": "…", "community": "…", "text": "…"}`.

    The lines of one entity in one community are one profile. Bad lines are skipped and returned.

    Raises UnreadableFile when the file cannot be read, CorpusError when it has no profile.
    """
    return linkability_of((each for _, each in parsed_lines(path, workers, profile_words)), str(path))


def linkability_of(
    texts: Iterable[ProfileWords | CorpusProblem], source: str, limits: PairLimits | None = None
) -> LinkabilityReport:
    """Measure profiles, given by the words of their lines; bad lines are returned.

    Raises CorpusError when there is no profile (`source` names the collection), InvalidRequest beyond the
    limits.
    """
    lines: list[ProfileWords] = []
    problems: list[CorpusProblem] = []
    for each in texts:
        if isinstance(each, CorpusProblem):
            problems.append(each)
        else:
            lines.append(each)
    if not lines:
        raise CorpusError(
            f"{source}: contains no profile. Each line of one is a JSON object with entity, community and text."
            + first_skipped(problems)
        )
    if limits is not None:
        limits.check({profile for profile, _ in lines})
    profiles = profiles_from_words(lines)
    pairs = tuple(linked_pairs(profiles))
    return LinkabilityReport(len(profiles), int((~profiles.words).sum()), pairs, tuple(problems))


def profile_words(entry: dict[str, Any], where: str) -> ProfileWords | CorpusProblem:
    """Return the profile and the words of the object of a line, or why it has none."""
    for field in ("entity", "community", "text"):
        if not isinstance(entry.get(field), str):
            return CorpusProblem(where, f"{field!r} is missing or no string")
    return Profile(entry["entity"], entry["community"]), normalise(entry["text"])
