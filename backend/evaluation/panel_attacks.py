"""Redact filings and posts as the product does by default, and attack them with the panel."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.blocking.objectives import Objective
from backend.evaluation.company_hiding import RedactedFiling, Redactor, early_and_later
from backend.evaluation.data import Filing, filings, newsgroups
from backend.evaluation.result import Advance, silent
from backend.evaluation.simple_runs import count_posts
from backend.panel import Attacker, Group
from backend.panel.held_out import HeldOut, Seen, Share, Verdict

K = 5
POSTS = 100
_SEED = 20

UNTOUCHED, DEFAULT = "untouched", "default"
WAYS: Mapping[str, tuple[Objective, bool]] = {
    "simple": (Objective.SIMPLE, False),
    "ova": (Objective.OVA, False),
    DEFAULT: (Objective.FLOOR, True),
}
"""What is tried: the objective, and whether it holds out against attackers; the last is the default."""

_Hits = Callable[[Verdict], Sequence[bool]]


@dataclass(frozen=True, slots=True, eq=False)
class Attacked:
    """Documents that were redacted in one way, the verdicts of the panel, and who recognises the industry."""

    seen: Sequence[Seen]
    verdicts: Sequence[Verdict]
    industry: Mapping[Attacker, Sequence[bool]]

    @property
    def kept(self) -> float:
        """Return the mean share of words that are kept."""
        return float(np.mean([each.kept for each in self.seen]))

    @property
    def content_words(self) -> tuple[Verdict, ...]:
        """Return the verdicts of the attackers that there is a goal for."""
        return tuple(each for each in self.verdicts if each.attacker.group is Group.CONTENT_WORDS)

    @property
    def without_goal(self) -> tuple[Verdict, ...]:
        """Return the verdicts of the others."""
        return tuple(each for each in self.verdicts if each.attacker.group is Group.WITHOUT_GOAL)

    def worst(self, hits: _Hits) -> Verdict:
        """Return the attacker of content words that has most hits."""
        return max(self.content_words, key=lambda each: sum(hits(each)))

    def mean(self, hits: _Hits) -> Share | None:
        """Return the mean of the attackers of content words, with an interval that draws documents."""
        return Share.mean(np.array([hits(each) for each in self.content_words], float).mean(axis=0).tolist())


def attack_filings(folder: Path, advance: Advance = silent) -> Mapping[str, Attacked]:
    """Redact later filings in each way at k = 5, and attack them with the panel; both learn from those to 2014.

    Raises DataMissing, UnreadableFile.
    """
    counts, documents = early_and_later(folder, apart=True)
    held_out = HeldOut.learn((each.text, each.company, each.sector) for each in filings(folder) if each.early)
    return _attack_ways(Redactor.learn(counts), held_out, documents, tuple(WAYS), advance)


def attack_posts(folder: Path) -> Mapping[str, Attacked]:
    """Redact posts of the test split by default at k = 5, and attack them with the panel; groups are the clients.

    Raises DataMissing, UnreadableFile.
    """
    posts = [each for each in newsgroups(folder) if each.body.strip()]
    early = [each for each in posts if each.split == "train"]
    later = [each for each in posts if each.split == "test"]
    draw = np.random.default_rng(_SEED).choice(len(later), min(POSTS, len(later)), replace=False)
    documents = [Filing(later[i].id, later[i].group, None, None, 0, later[i].body) for i in draw.tolist()]
    held_out = HeldOut.learn((each.body, each.group, None) for each in early)
    return _attack_ways(Redactor.learn(count_posts(early)), held_out, documents, (DEFAULT,), silent)


def _attack_ways(
    redactor: Redactor, held_out: HeldOut, documents: Sequence[Filing], ways: Sequence[str], advance: Advance
) -> Mapping[str, Attacked]:
    seen = {UNTOUCHED: [Seen(each.beginning, each.company, each.sector, 1.0, reached=False) for each in documents]}
    for way in ways:
        objective, robust = WAYS[way]
        seen[way] = []
        for each in documents:
            seen[way].append(_seen(each, redactor.hide(each, K, objective, robust=robust), objective))
            advance(sum(map(len, seen.values())), len(documents) * (1 + len(ways)))
    return {
        way: Attacked(each, held_out.attack(each), held_out.industry_correct(each)) for way, each in seen.items()
    }


def _seen(filing: Filing, hidden: RedactedFiling, asked: Objective) -> Seen:
    """Return the released text; only the floor keeps the industry on purpose, so other ways are measured by all."""
    if hidden.file is None:
        raise ValueError("a filing that was not redacted")
    keeps = asked is not Objective.FLOOR or hidden.file.report.objective == Objective.FLOOR
    industry = filing.sector if keeps else None
    return Seen(hidden.file.content.decode(), filing.company, industry, hidden.kept, hidden.rank >= K)
