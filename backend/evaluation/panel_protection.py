"""Measure protection by held-out attackers: who still names the company of a filing, or the group of a post."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.blocking.objectives import Objective
from backend.evaluation.company_hiding import RedactedFiling, Redactor, early_and_later
from backend.evaluation.data import Filing, filings, newsgroups
from backend.evaluation.held_out import HeldOut, Seen, Share, Verdict
from backend.evaluation.panel import Attacker, Group
from backend.evaluation.result import Advance, Cell, Figure, Panel, Result, Series, Table, silent
from backend.evaluation.simple_runs import count_posts

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
        return _mean([each.kept for each in self.seen])

    @property
    def content_words(self) -> tuple[Verdict, ...]:
        """Return the verdicts of the attackers that there is a goal for."""
        return tuple(each for each in self.verdicts if each.attacker.group is Group.CONTENT_WORDS)

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
    counts, documents = early_and_later(folder)
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


def protection(folder: Path, advance: Advance = silent) -> Result:
    """Run `protection`: how often held-out attackers name the company of a filing, or the group of a post.

    Raises DataMissing, UnreadableFile.
    """
    found = attack_filings(folder, advance)
    posts = attack_posts(folder)
    default = found[DEFAULT]
    return Result(
        "protection",
        "protection measured by held-out attackers",
        "No table of the papers, whose attacker is one naive Bayes model.",
        (),
        (),
        (),
        tables=(
            _attackers("Filings", found),
            _ways("Filings: how often each attacker names the company", found),
            _left("Filings", found),
            _industry(found),
            _by_words_kept(default),
            _goals(found, posts),
            _attackers("20 Newsgroups", posts),
            _left("20 Newsgroups", posts),
        ),
        figures=(_figure(found),),
    )


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else 0.0


def _with_interval(share: Share | None) -> tuple[Cell, Cell]:
    return (None, None) if share is None else (share.value, share.interval)


def _attackers(of: str, found: Mapping[str, Attacked]) -> Table:
    columns = (
        "attacker",
        "group",
        "untouched",
        "named",
        "95 %",
        f"k = {K} held",
        "knowing the industry",
        "95 % ",
        "chance",
    )
    default, untouched = found[DEFAULT], found[UNTOUCHED]
    rows: list[tuple[Cell, ...]] = []
    for before, each in zip(untouched.verdicts, default.verdicts, strict=True):
        attacker = each.attacker
        rows.append(
            (
                attacker.name,
                attacker.group.value,
                _mean(before.named),
                *_with_interval(Share.of(each.named)),
                _mean(each.hidden(K)),
                *_with_interval(Share.of(each.named_inside)),
                each.chance,
            )
        )
    rows.append(
        (
            "mean of content words",
            Group.CONTENT_WORDS.value,
            _mean([_mean(each.named) for each in untouched.content_words]),
            *_with_interval(default.mean(lambda each: each.named)),
            _mean([_mean(each.hidden(K)) for each in default.content_words]),
            *_with_interval(default.mean(lambda each: each.named_inside)),
            default.verdicts[0].chance,
        )
    )
    return Table(f"{of}, redacted by default: how often each attacker is right", columns, tuple(rows))


def _ways(caption: str, found: Mapping[str, Attacked]) -> Table:
    by_attacker = zip(*(each.verdicts for each in found.values()), strict=True)
    rows = tuple((each[0].attacker.name, *(_mean(verdict.named) for verdict in each)) for each in by_attacker)
    return Table(caption, ("attacker", *found), rows)


def _left(of: str, found: Mapping[str, Attacked]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for way, each in found.items():
        worst = each.worst(lambda verdict: verdict.named)
        rows.append(
            (
                way,
                len(each.seen),
                each.kept,
                _mean([seen.reached for seen in each.seen]),
                *_with_interval(each.mean(lambda verdict: verdict.named)),
                _mean(worst.named),
                worst.attacker.name,
            )
        )
    columns = ("way", "documents", "words kept", "k reached, model", "named, mean", "95 %", "named, worst", "which")
    return Table(f"{of}: what is left, and attackers of content words", columns, tuple(rows))


def _industry(found: Mapping[str, Attacked]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for attacker in found[UNTOUCHED].industry:
        rows.append(
            (
                attacker.name,
                *(_mean(each.industry.get(attacker, ())) for each in found.values()),
                *_with_interval(Share.of(found[DEFAULT].industry.get(attacker, ())))[1:],
            )
        )
    rows.append(
        ("documents", *(sum(seen.industry is not None for seen in each.seen) for each in found.values()), "–")
    )
    return Table(
        "Filings: how often the industry is recognised where it is kept", ("attacker", *found, "95 %"), tuple(rows)
    )


def _by_words_kept(default: Attacked) -> Table:
    worst = default.worst(lambda verdict: verdict.named)
    order = np.argsort([each.kept for each in default.seen], kind="stable")
    rows: list[tuple[Cell, ...]] = []
    for number, quarter in enumerate(np.array_split(order, 4), 1):
        chosen = quarter.tolist()
        rows.append(
            (
                number,
                len(chosen),
                _mean([default.seen[i].kept for i in chosen]),
                _mean([worst.named[i] for i in chosen]),
                _mean([any(each.named[i] for each in default.content_words) for i in chosen]),
            )
        )
    columns = ("quarter", "documents", "words kept", "named by the worst attacker", "named by any of content words")
    return Table(f"Filings by words kept; the worst attacker is {worst.attacker.name}", columns, tuple(rows))


def _goals(found: Mapping[str, Attacked], posts: Mapping[str, Attacked]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    return Table("Goals", ("figure", "goal", "default"), tuple(rows))


def _figure(found: Mapping[str, Attacked]) -> Figure:
    names = tuple(each.attacker.name for each in found[DEFAULT].verdicts)
    places = tuple(float(place) for place in range(1, len(names) + 1))
    series = tuple(
        Series(f"{way}, {each.kept:.0%} of words kept", places, tuple(_mean(v.named) for v in each.verdicts))
        for way, each in found.items()
    )
    return Figure(
        "protection",
        "How often each attacker names the company, by the way of redaction.",
        "attacker",
        "company named (share of filings)",
        (Panel("", series),),
        ticks=names,
    )
