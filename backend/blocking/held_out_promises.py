"""What held-out attackers made of documents held out of training: a promise for each way to hold them out."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Split(StrEnum):
    """How the documents of the measurement were held out of training."""

    RANDOM = "random"
    TIME = "time"
    AUTHOR = "author"


class Lack(StrEnum):
    """Why a promise cannot be made."""

    TEXTS = "texts"
    """The version was made from counts alone."""

    DATES = "dates"
    AUTHORS = "authors"
    DOCUMENTS = "documents"
    """Fewer than three clients have documents on both sides of the split."""

    MEASUREMENT = "measurement"
    """The measurement failed."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A measured share (0…1) with its 95 % interval; `low` is what is promised."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class HeldOutPromise:
    """The measured protection of `documents` of one split, redacted at `k` by a model that did not learn from them.

    `not_named` and `k_holds` are means over so many held-out `attackers`, `worst_not_named` is the share of the
    attacker `worst`, which names most clients; its interval holds for all attackers together. `kept` is the mean
    share of word occurrences that stayed.
    """

    split: Split
    k: int
    documents: int
    attackers: int
    not_named: Interval
    k_holds: Interval
    worst: str
    worst_not_named: Interval
    kept: float


@dataclass(frozen=True, slots=True)
class MissingPromise:
    """A promise that cannot be made, and why."""

    split: Split
    lacks: Lack


Promise = HeldOutPromise | MissingPromise


def none_for(lacks: Lack) -> tuple[MissingPromise, ...]:
    """Return that no promise can be made, for one reason."""
    return tuple(MissingPromise(split, lacks) for split in Split)


def held_out_as_json(promises: Sequence[Promise]) -> list[dict[str, Any]]:
    """Return the promises as JSON, every key in each; `lacks` is null where the promise can be made."""
    empty = dict.fromkeys(HeldOutPromise.__dataclass_fields__)
    return [{**empty, "lacks": None, **asdict(each)} for each in promises]


def held_out_from_json(rows: Sequence[Mapping[str, Any]]) -> tuple[Promise, ...]:
    """Return the promises that `held_out_as_json` has written.

    Raises KeyError, TypeError or ValueError when they are none.
    """
    return tuple(_promise(row) for row in rows)


def _promise(row: Mapping[str, Any]) -> Promise:
    if row["lacks"] is not None:
        return MissingPromise(Split(row["split"]), Lack(row["lacks"]))
    return HeldOutPromise(
        split=Split(row["split"]),
        k=row["k"],
        documents=row["documents"],
        attackers=row["attackers"],
        not_named=Interval(**row["not_named"]),
        k_holds=Interval(**row["k_holds"]),
        worst=row["worst"],
        worst_not_named=Interval(**row["worst_not_named"]),
        kept=row["kept"],
    )
