"""Measure how well the profiles of one entity in several communities can be matched."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.errors import CorpusError
from backend.learning.json_lines import CorpusProblem, parsed_lines
from backend.privacy.linkability import LinkedPair, linked_pairs, precision_at
from backend.privacy.profiles import Profile, normalise, profiles_from_words
from backend.workers import Workers


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
                }
                for each in self.pairs
            ],
            "precision": {str(n): share for n, share in precision_at(self.pairs).items()},
            "bound_says_nothing": self.silent_bounds,
            "problems": [{"where": each.where, "reason": each.reason} for each in self.problems],
        }


def measure_linkability(path: Path, workers: Workers = Workers()) -> LinkabilityReport:
    """Measure a file with lines such as `{"entity": "…", "community": "…", "text": "…"}`.

    The lines of one entity in one community are one profile. Bad lines are skipped and returned.

    Raises UnreadableFile when the file cannot be read, CorpusError when it has no profile.
    """
    lines: list[tuple[Profile, list[str]]] = []
    problems: list[CorpusProblem] = []
    for _, each in parsed_lines(path, workers, _profile_words):
        if isinstance(each, CorpusProblem):
            problems.append(each)
        else:
            lines.append(each)
    if not lines:
        raise CorpusError(
            f"{path}: contains no profile. Write one JSON object with entity, community and text in each line."
        )
    profiles = profiles_from_words(lines)
    pairs = tuple(linked_pairs(profiles))
    return LinkabilityReport(len(profiles), int((~profiles.words).sum()), pairs, tuple(problems))


def _profile_words(entry: dict[str, Any], where: str) -> tuple[Profile, list[str]] | CorpusProblem:
    for field in ("entity", "community", "text"):
        if not isinstance(entry.get(field), str):
            return CorpusProblem(where, f"{field!r} is missing or no string")
    return Profile(entry["entity"], entry["community"]), normalise(entry["text"])
