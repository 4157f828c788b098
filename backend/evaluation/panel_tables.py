"""Put the verdicts of held-out attackers into tables."""

from collections.abc import Mapping, Sequence

import numpy as np

from backend.evaluation.panel_attacks import DEFAULT, UNTOUCHED, Attacked, K
from backend.evaluation.result import Cell, Figure, Panel, Series, Table
from backend.panel import Group
from backend.panel.held_out import Share


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 of nothing."""
    return float(np.mean(values)) if values else 0.0


def _with_interval(share: Share | None) -> tuple[Cell, Cell]:
    return (None, None) if share is None else (share.value, share.interval)


def attackers_table(of: str, found: Mapping[str, Attacked]) -> Table:
    """Return how often each attacker is right about documents that were redacted by default."""
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
                mean(before.named),
                *_with_interval(Share.of(each.named)),
                mean(each.hidden(K)),
                *_with_interval(Share.of(each.named_inside)),
                each.chance,
            )
        )
    rows.append(
        (
            "mean of content words",
            Group.CONTENT_WORDS.value,
            mean([mean(each.named) for each in untouched.content_words]),
            *_with_interval(default.mean(lambda each: each.named)),
            mean([mean(each.hidden(K)) for each in default.content_words]),
            *_with_interval(default.mean(lambda each: each.named_inside)),
            default.verdicts[0].chance,
        )
    )
    return Table(f"{of}, redacted by default: how often each attacker is right", columns, tuple(rows))


def ways_table(found: Mapping[str, Attacked]) -> Table:
    """Return how often each attacker names the company, by the way of redaction."""
    by_attacker = zip(*(each.verdicts for each in found.values()), strict=True)
    rows = tuple((each[0].attacker.name, *(mean(verdict.named) for verdict in each)) for each in by_attacker)
    return Table("Filings: how often each attacker names the company", ("attacker", *found), rows)


def left_table(of: str, found: Mapping[str, Attacked]) -> Table:
    """Return the words kept by each way, and the success of attackers of content words."""
    rows: list[tuple[Cell, ...]] = []
    for way, each in found.items():
        worst = each.worst(lambda verdict: verdict.named)
        rows.append(
            (
                way,
                len(each.seen),
                each.kept,
                mean([seen.reached for seen in each.seen]),
                *_with_interval(each.mean(lambda verdict: verdict.named)),
                mean(worst.named),
                worst.attacker.name,
            )
        )
    columns = ("way", "documents", "words kept", "k reached, model", "named, mean", "95 %", "named, worst", "which")
    return Table(f"{of}: what is left, and attackers of content words", columns, tuple(rows))


def industry_table(found: Mapping[str, Attacked]) -> Table:
    """Return how often held-out classifiers recognise the industry, in documents that keep it."""
    rows: list[tuple[Cell, ...]] = [
        (
            attacker.name,
            *(mean(each.industry.get(attacker, ())) for each in found.values()),
            _with_interval(Share.of(found[DEFAULT].industry.get(attacker, ())))[1],
        )
        for attacker in found[UNTOUCHED].industry
    ]
    kept = (sum(seen.industry is not None for seen in each.seen) for each in found.values())
    rows.append(("documents", *kept, "–"))
    return Table(
        "Filings: how often the industry is recognised where it is kept", ("attacker", *found, "95 %"), tuple(rows)
    )


def quarters_table(default: Attacked) -> Table:
    """Return the success of attackers by how many words of a document are kept."""
    worst = default.worst(lambda verdict: verdict.named)
    order = np.argsort([each.kept for each in default.seen], kind="stable")
    rows: list[tuple[Cell, ...]] = []
    for number, quarter in enumerate(np.array_split(order, 4), 1):
        chosen = quarter.tolist()
        rows.append(
            (
                number,
                len(chosen),
                mean([default.seen[i].kept for i in chosen]),
                mean([worst.named[i] for i in chosen]),
                mean([any(each.named[i] for each in default.content_words) for i in chosen]),
            )
        )
    columns = ("quarter", "documents", "words kept", "named by the worst attacker", "named by any of content words")
    return Table(f"Filings by words kept; the worst attacker is {worst.attacker.name}", columns, tuple(rows))


def goals_table(filings: Attacked, posts: Attacked) -> Table:
    """Return the goals beside what the default reaches."""
    inside = filings.worst(lambda each: each.named_inside)
    industry = min(filings.industry.values(), key=mean, default=())
    rows = (
        _goal("named by the worst attacker of content words, at most", 0.08, _worst_named(filings)),
        _goal("the same, knowing the industry, at most", 1 / K, Share.of(inside.named_inside)),
        _goal("words kept, at least", 0.72, Share.mean([each.kept for each in filings.seen])),
        _goal("industry recognised by the worst classifier, at least", 0.92, Share.of(industry)),
        _goal("20 Newsgroups: named by the worst attacker of content words, at most", 0.08, _worst_named(posts)),
        _goal("20 Newsgroups: words kept, at least", 0.80, Share.mean([each.kept for each in posts.seen])),
    )
    return Table(f"Goals at k = {K}", ("of the default", "goal", "ours", "95 %"), rows)


def _goal(figure: str, goal: float, ours: Share | None) -> tuple[Cell, ...]:
    return (figure, goal, *_with_interval(ours))


def _worst_named(attacked: Attacked) -> Share | None:
    return Share.of(attacked.worst(lambda each: each.named).named)


def figure(found: Mapping[str, Attacked]) -> Figure:
    """Return a figure of each attacker's success, by the way of redaction."""
    rows = range(1, len(found[DEFAULT].verdicts) + 1)
    places = tuple(map(float, rows))
    series = tuple(
        Series(f"{way} ({each.kept:.0%} kept)", places, tuple(mean(v.named) for v in each.verdicts))
        for way, each in found.items()
    )
    return Figure(
        "protection",
        "How often each attacker names the company, by the way of redaction; the first are those of content words.",
        "attacker (row of the table)",
        "company named (share of filings)",
        (Panel("", series),),
        ticks=tuple(map(str, rows)),
    )
