"""Measure the cost of protection: words kept against the attackers' success, for each objective and level."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.blocking.known_attackers import KEPT_OUT, ProtectionLevel
from backend.blocking.objectives import Objective
from backend.evaluation.company_hiding import (
    AttackSummary,
    RedactedFiling,
    Redactor,
    attack_filings,
    early_and_later,
)
from backend.evaluation.data import CHARACTERS
from backend.evaluation.result import Advance, Cell, Figure, Panel, Result, Series, Table, paragraphs, silent

LEVELS = (2, 3, 5, 8, 12)
DOCUMENTS = 50
_K = 5
"""Where the hardness is varied: that for which promises are measured."""

_ROBUST = "floor, robust"
_HARDER = f"every hardness, k = {_K}"


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """A point of a curve: the curve, its k and protection level, and the results of the attacks."""

    curve: str
    k: int
    hardness: ProtectionLevel | None
    attacks: AttackSummary

    @property
    def named(self) -> float:
        """Return how often held-out attackers name the company."""
        return self.attacks.mean_named(KEPT_OUT)


def points(folder: Path, advance: Advance = silent) -> tuple[Point, ...]:
    """Redact filings with every objective at each k, and with every level at k = 5; the first point is unredacted.

    Raises DataMissing, UnreadableFile.
    """
    counts, documents = early_and_later(folder, DOCUMENTS)
    redactor = Redactor.learn(counts, every_level=True)
    promises = redactor.defence.promises
    levels = [k for k in LEVELS if k <= len(redactor.model.clients)]
    ways: list[tuple[str, int, ProtectionLevel | None]] = [
        *((objective.value, k, None) for objective in Objective for k in levels),
        *((_ROBUST, k, redactor.defence.hardness()) for k in levels),
        *((_HARDER, _K, promise.hardness) for promise in promises),
    ]
    by_hardness = {promise.hardness: redactor.holding(promise) for promise in promises}
    hidden: list[tuple[int, Sequence[RedactedFiling]]] = [(1, [redactor.untouched(each) for each in documents])]
    for done, (curve, k, hardness) in enumerate(ways, 1):
        chosen = by_hardness[hardness] if curve == _HARDER and hardness else redactor
        objective = Objective.FLOOR if hardness else Objective(curve)
        hidden.append((k, [chosen.hide(each, k, objective, robust=hardness is not None) for each in documents]))
        advance(done, len(ways))
    found = attack_filings(counts, hidden, KEPT_OUT)
    named: list[tuple[str, int, ProtectionLevel | None]] = [("untouched", 1, None), *ways]
    return tuple(Point(*each, how) for each, how in zip(named, found, strict=True))


def protection_curve(folder: Path, advance: Advance = silent) -> Result:
    """Run `protection-curve`: words kept against the success of held-out attackers.

    Raises DataMissing, UnreadableFile.
    """
    found = points(folder, advance)
    levels = ", ".join(map(str, LEVELS))
    return Result(
        "protection-curve",
        "what protection costs in words",
        "No figure of the paper, which has one attacker; it asks what a reader loses for every bit of protection.",
        paragraphs(
            f"""
            The company hidden as in `sec-attackers`, for {DOCUMENTS} of its filings (first {CHARACTERS:,}
            characters): by every objective before the model alone and by *{_ROBUST}*, which also holds out against
            attackers as hard as it does by default, at k = {levels}; and by `floor` with each hardness that can be
            chosen, at k = {_K}. Success is how often an attacker names the company first, on average of those that
            no program is told of ({", ".join(KEPT_OUT)}), which learnt from the same filings.
            """
        ),
        _findings(found),
        (),
        tables=(_table(found),),
        figures=(_figure(found, levels),),
    )


def _findings(found: Sequence[Point]) -> tuple[str, ...]:
    alone = [each for each in found[1:] if each.hardness is None]
    deepest = min(alone, key=lambda each: each.named)
    first, *_, last = [each for each in found if each.curve == _HARDER] or found
    robust = [each for each in found if each.curve == _ROBUST]
    return paragraphs(
        f"""
        Untouched filings are named by the kept-out attackers in {found[0].named:.0%} of readings. Before the model
        alone nothing comes below {deepest.named:.0%} ({deepest.curve}, k = {deepest.k},
        {deepest.attacks.kept:.1%} of words kept): a higher k removes words that the model uses, and leaves words
        that other classifiers use.

        *{_ROBUST.capitalize()}* with the default hardness comes to {_share(robust[0])} at k = {robust[0].k} and to
        {_share(robust[-1])} at k = {robust[-1].k}: what protects are the attackers' rows, not a higher k before the
        model.

        At k = {_K} the softest hardness comes to {_share(first)}, the hardest to {_share(last)}; k itself holds
        before the kept-out attackers in {first.attacks.mean_hidden(KEPT_OUT):.0%} and
        {last.attacks.mean_hidden(KEPT_OUT):.0%} of readings. A harder one buys ranks rather than names.
        """
    )


def _share(each: Point) -> str:
    return f"{each.named:.1%} with {each.attacks.kept:.1%} of words kept"


def _table(found: Sequence[Point]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            each.curve,
            each.k,
            _spelled(each.hardness),
            each.attacks.reached,
            each.attacks.kept,
            *(each.attacks.named[kind] for kind in KEPT_OUT),
            each.named,
            each.attacks.mean_hidden(KEPT_OUT),
            each.attacks.sector_first,
        )
        for each in found
    )
    columns = (
        "way",
        "k",
        "hardness",
        "k reached",
        "words kept",
        *(f"named by {kind}" for kind in KEPT_OUT),
        "mean",
        "rank k or below, mean",
        "sector first",
    )
    return Table("Words kept and attackers' success; attackers are those kept out", columns, rows)


def _spelled(hardness: ProtectionLevel | None) -> str:
    if hardness is None:
        return "before the model"
    who = "k − 1 lead everywhere" if hardness.everywhere else "one leads"
    rare = f", words of fewer than {hardness.speakers} others go" if hardness.speakers else ""
    return f"{who}, margin {hardness.margin:.0%}{rare}"


def _figure(found: Sequence[Point], levels: str) -> Figure:
    series = []
    for curve in dict.fromkeys(each.curve for each in found[1:]):
        along = [each for each in found if each.curve == curve]
        kept, named = tuple(each.attacks.kept for each in along), tuple(each.named for each in along)
        series.append(Series(curve, kept, named))
    return Figure(
        "protection-curve",
        f"How often kept-out attackers name the company, by the words that stay; each curve goes from right to "
        f"left through k = {levels}, the last one through the hardnesses.",
        "words kept (share of occurrences)",
        "company named (mean share)",
        (Panel("", tuple(series)),),
        y_range=None,
    )
