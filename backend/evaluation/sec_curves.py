"""Repeat the paper's Figure 3 on SEC filings: success of several guesses at sub-industry and sector."""

from collections.abc import Sequence
from pathlib import Path

from backend.evaluation.k_eval import accuracy_curve
from backend.evaluation.result import Advance, Cell, Figure, Panel, Result, Series, Table, paragraphs, silent
from backend.evaluation.sub_industries import (
    FLOOR_EXACTLY,
    OVA,
    AttackOutcome,
    HidingTask,
    attack_all,
    by_time,
    leaving_one_out,
)

LEVELS = (2, 3, 5)
GUESSES = (1, 2, 3, 4, 5)


def sec_curves(folder: Path, advance: Advance = silent) -> Result:
    """Run `sec-curves`: the error at the sub-industry and the accuracy at the sector, by the number of guesses.

    Raises DataMissing, UnreadableFile.
    """
    trials = (leaving_one_out(folder), by_time(folder))
    found = [
        [each for each in one if each.attacker == next(iter(trial.attackers))]
        for trial, one in zip(trials, attack_all(trials, (OVA, FLOOR_EXACTLY), LEVELS, advance), strict=True)
    ]
    left, time = found
    return Result(
        "sec-curves",
        "what more guesses find out",
        "Cumby & Ghani 2011, Figure 3.",
        paragraphs(
            f"""
            Sub-industries hidden as in `sec-keval`, at k = 2, 3 and 5. A guess counts as right when the true class
            is among the j likeliest; ties never count for us: where the sub-industry is tied the attacker is lucky,
            where the sector is tied it is not. Leave one out, the paper's protocol: {len(trials[0].texts)} filings;
            split by time, before the model itself: {len(trials[1].texts)}.
            """
        ),
        (
            _steps("Split by time, before the model that chose the words", time),
            _steps("Leaving one out", left),
        ),
        paragraphs(
            """
            The paper shows pictures only. It describes them as "high error on the industry class up to k guesses
            and then a sharp drop-off, with high accuracy on the sector": in our k the error stays up to k − 1
            guesses and drops at the k-th.

            How sharp the drop is depends on how like the attacker's model is to the redactor's. One filing is a
            large part of what is known of a sub-industry here, of some a half, so that a model without it differs
            much; the paper's classes have 60 sites each. The sector, too, loses the filing's own words: `floor`
            keeps it first by as little as it can before the model that has them (`sec-keval` has a row with a
            margin), `ova` by more than it need.
            """
        ),
        tables=tuple(_table(trial, one) for trial, one in zip(trials, found, strict=True)),
        figures=(
            _figure("sec-curves-left-out", "Leave one out, the paper's protocol", left),
            _figure("sec-curves-by-time", "Split by time, before the model itself", time),
        ),
    )


def _error(each: AttackOutcome) -> tuple[float, ...]:
    return tuple(1 - found for found in accuracy_curve(each.industry, GUESSES, lucky=True))


def _sector(each: AttackOutcome) -> tuple[float, ...]:
    return accuracy_curve(each.sector, GUESSES)


def _steps(label: str, found: Sequence[AttackOutcome]) -> str:
    """Describe the change between k - 1 and k guesses."""
    steps = "; ".join(
        f"k = {each.k}: {_error(each)[each.k - 2]:.2f} to {_error(each)[each.k - 1]:.2f}"
        for each in found
        if each.way == FLOOR_EXACTLY
    )
    return (
        f"{label}, the error at the sub-industry falls between k − 1 and k guesses as follows "
        f"({FLOOR_EXACTLY.name}): {steps}."
    )


def _table(trial: HidingTask, found: Sequence[AttackOutcome]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.k, each.way.name, share, *curve(each))
        for each in sorted(found, key=lambda each: each.k)
        for share, curve in (("industry error", _error), ("sector accuracy", _sector))
    )
    return Table(
        f"{trial.protocol.capitalize()}: shares of filings, by the number of guesses",
        ("k", "objective", "share", *(f"{j} guess{'es' * (j > 1)}" for j in GUESSES)),
        rows,
    )


def _figure(name: str, caption: str, found: Sequence[AttackOutcome]) -> Figure:
    places = tuple(float(j) for j in GUESSES)
    panels = tuple(
        Panel(
            f"k = {k}",
            tuple(
                Series(f"{label}, {each.way.name}", places, curve(each))
                for each in found
                if each.k == k
                for label, curve in (("industry error", _error), ("sector accuracy", _sector))
            ),
        )
        for k in LEVELS
    )
    return Figure(
        name,
        f"{caption}: error at the sub-industry and accuracy at the sector, by the number of guesses.",
        "guesses (number)",
        "share of filings",
        panels,
        ticks=tuple(str(j) for j in GUESSES),
    )
