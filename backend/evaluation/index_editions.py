"""What all editions of an index reveal together: members linked, intersections of groups, and a rebuild."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.evaluation.edition_attack import Attacker, Name, Read, marks_of, nearest, read
from backend.evaluation.index_documents import Documents, Drawn, K
from backend.evaluation.result import Cell, Table
from backend.evaluation.watched_index import WatchedIndex, changed
from backend.learning.arrays import Floats
from backend.privacy.edition import edition_of

OPERATIONS = 1_000
REBUILT_AFTER = (0.01, 0.1, 1.0)
"""Shares of the changes after which MDAV groups the documents again."""

State = Mapping[int, Name]
"""The group of each document, by the name that the attacker has for it. The attacker has no state."""


@dataclass(frozen=True, slots=True)
class Linked:
    """How often an attacker says rightly which row of the last edition is whose, in one run.

    All are expected values over which row of a group is whose. Members of the first edition: any of `all_members`
    (the removed ones included), those `still_there`, and those of the group that is linked best, `best_group`.
    `gap` is for those still there when the attacker has the first and the last edition alone, `inserted` for
    documents whose insertion the attacker has noticed between two editions, and `rebuilt` for members of the last
    edition after MDAV has grouped the documents again. `smallest` is the size of the smallest group, `unexpected`
    the number of vectors that the edition before did not have.
    """

    all_members: float
    still_there: float
    best_group: float
    gap: float
    inserted: float
    rebuilt: float
    smallest: int
    unexpected: int


@dataclass(frozen=True, slots=True)
class Intersections:
    """Groups of two states with documents in common, `pairs` of an early and a late one.

    `below_k` is the share of the pairs that have fewer than k, `documents` the share of documents in those pairs,
    and `alone` the share that is alone in a pair. For someone who knows who is in which group, `follow` counts the
    documents whose original vector follows from the vectors of both states; `leverage` is the highest of any
    document, and 1 where it follows.
    """

    pairs: int
    below_k: float
    documents: float
    alone: float
    follow: int
    leverage: float


@dataclass(frozen=True, slots=True)
class Revealed:
    """What is revealed in one run: by an edition after each of `changes`, and by a rebuild after some of them.

    Rebuilds are compared by whole means, which reveal more than what is published of them.
    """

    linked: Linked
    editions: Intersections
    changes: int
    rebuilds: tuple[tuple[int, Intersections], ...]


def revealed(documents: Documents, drawn: Drawn, seed: int) -> Revealed:
    """Publish an edition after each of many random changes, attack them, and build the index again."""
    index = WatchedIndex(documents, drawn.indexed, K, shared_by=K)
    called = _names(index)
    early, means, rebuilds = _state(index, called), WatchedIndex(documents, drawn.indexed, K).groups(), []
    last = _published(index)
    attacker, with_gap = Attacker.starting_with(last), Attacker.starting_with(last)
    inserted, number_of_changes = [], min(OPERATIONS, len(drawn.others))
    rebuilt_after = {max(round(share * number_of_changes), 1) for share in REBUILT_AFTER}
    changes = changed(index, drawn.others.tolist(), np.random.default_rng(seed), number_of_changes)
    for number, new in enumerate(changes, start=1):
        last = _published(index)
        if new is None:
            attacker.see(last)
        else:
            attacker.notice(new, last)
            inserted.append(new)
        if number in rebuilt_after:
            new_means = WatchedIndex(documents, np.array(index.present()), K).groups()
            rebuilds.append((number, intersections(means, new_means, rebuilt=True)))
    with_gap.see(last)
    again = WatchedIndex(documents, np.array(index.present()), K, shared_by=K)
    late, rebuilt = _state(index, called), _published(again)
    next_group = {name: nearest(rebuilt, name, last) for name in last.sizes}
    linked = _linked(early, late, attacker, with_gap, inserted)
    moved = _state(again, _names(again))
    by_rebuild = [_right(next_group[group], document, moved, rebuilt) for document, group in late.items()]
    return Revealed(
        Linked(*linked, float(np.mean(by_rebuild)), min(last.sizes.values()), attacker.unexpected),
        intersections(early, late, rebuilt=False),
        number_of_changes,
        tuple(rebuilds),
    )


def _linked(
    early: State, late: State, attacker: Attacker, with_gap: Attacker, inserted: Sequence[int]
) -> tuple[float, float, float, float, float]:
    last = attacker.last

    def right(targets: Mapping[int, object], who: Attacker) -> list[float]:
        guesses = {target: who.guess(target) for target in set(targets.values())}
        return [_right(guesses[target], document, late, last) for document, target in targets.items()]

    still_there = {document: name for document, name in early.items() if document in late}
    of_groups: dict[Name, list[float]] = {}
    for name, each in zip(still_there.values(), right(still_there, attacker), strict=True):
        of_groups.setdefault(name, []).append(each)
    return (
        _mean(right(early, attacker)),
        _mean(right(still_there, attacker)),
        max(map(_mean, of_groups.values())),
        _mean(right(still_there, with_gap)),
        _mean(right({each: each for each in inserted if each in late}, attacker)),
    )


def _right(guess: Name, document: int, state: State, edition: Read) -> float:
    """The probability that a row of the guessed group is that of the document."""
    return 1 / edition.sizes[guess] if state.get(document) == guess else 0.0


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else 0.0


def intersections(early: Mapping[int, object], late: Mapping[int, object], *, rebuilt: bool) -> Intersections:
    """Compare two states; only where the later one is `rebuilt` are its vectors means of its documents."""
    both = Counter((early[document], group) for document, group in late.items() if document in early)
    counts = np.array(list(both.values()))
    below = counts < K
    known = leverages([early, late] if rebuilt else [early])
    documents = int(counts.sum())
    return Intersections(
        len(counts),
        float(below.mean()),
        float(counts[below].sum() / documents),
        float((counts == 1).sum() / documents),
        int(np.count_nonzero(known > 1 - 1e-9)),
        float(known.max()),
    )


def leverages(states: Sequence[Mapping[int, object]]) -> Floats:
    """Return how far the vector of each document, ascending, follows from the means of all groups of some states.

    The means are linear equations in the vectors. The leverage of a document is the squared length of the
    projection of its unit vector on their span; where it is 1, the vector follows exactly.

    >>> table_1 = [{1: "a", 2: "a", 3: "a", 4: "b", 5: "b"}, {1: "c", 2: "c", 3: "d", 4: "d", 5: "d"}]
    >>> leverages(table_1).round(3).tolist()
    [0.5, 0.5, 1.0, 0.5, 0.5]
    """
    places = {document: place for place, document in enumerate(sorted(set().union(*states)))}
    means = dict.fromkeys((number, group) for number, state in enumerate(states) for group in state.values())
    rows = {mean: row for row, mean in enumerate(means)}
    equations: Floats = np.zeros((len(places), len(rows)))
    for number, state in enumerate(states):
        for document, group in state.items():
            equations[places[document], rows[number, group]] = 1.0
    directions, strengths, _ = np.linalg.svd(equations, full_matrices=False)
    found: Floats = (directions[:, strengths > 1e-9] ** 2).sum(axis=1)
    return found


def _names(index: WatchedIndex) -> dict[int, Name]:
    """What the attacker calls each group; its vector never changes."""
    vectors, names = index.index.vectors, {}
    for group in index.sizes():
        columns, weights = vectors.row(group)
        marks = marks_of(map(index.documents.space.dictionary.stems.__getitem__, columns.tolist()))
        names[group] = marks.tobytes() + weights.tobytes()
    return names


def _state(index: WatchedIndex, names: Mapping[int, Name]) -> State:
    return {document: names[group] for document, group in index.groups().items()}


def _published(index: WatchedIndex) -> Read:
    return read(
        edition_of(K, index.index.vectors, index.sizes(), index.documents.space.dictionary.stems.__getitem__)
    )


def linked_table(runs: Sequence[Revealed]) -> Table:
    """Return how often members are linked: mean, and the least and most of the runs."""
    told = (
        ("a member of the first edition", "all_members"),
        ("one that is still there", "still_there"),
        ("one of the group that is linked best", "best_group"),
        ("one that is still there, from the first and last edition alone", "gap"),
        ("a document whose insertion was noticed", "inserted"),
        ("a member of the last edition, after a rebuild", "rebuilt"),
    )
    rows: list[tuple[Cell, ...]] = []
    for label, name in told:
        values = [float(getattr(run.linked, name)) for run in runs]
        rows.append((label, float(np.mean(values)), min(values), max(values), 1 / K))
    return Table(
        f"How often an attacker with the editions after each of {runs[0].changes:,} changes says rightly "
        "whose a row of the last one is",
        ("whose", "rightly, mean", "least of a run", "most of a run", "1/k"),
        tuple(rows),
    )


def intersections_table(runs: Sequence[Revealed]) -> Table:
    """Return the means over runs."""
    states = [("first and last edition", [run.editions for run in runs])]
    for place, (changes, _) in enumerate(runs[0].rebuilds):
        label = f"first grouping, and a rebuild after {changes:,} changes (whole means)"
        states.append((label, [run.rebuilds[place][1] for run in runs]))
    rows: list[tuple[Cell, ...]] = []
    for label, each in states:
        rows.append(
            (
                label,
                round(float(np.mean([one.pairs for one in each]))),
                float(np.mean([one.below_k for one in each])),
                float(np.mean([one.documents for one in each])),
                float(np.mean([one.alone for one in each])),
                max(one.leverage for one in each),
                sum(one.follow for one in each),
            )
        )
    return Table(
        "Groups of two states that have documents in common: pairs of them, the share of pairs with fewer than k, "
        "the share of documents in those, and of documents that are alone in one. For who knows the members: the "
        "highest leverage of a document, and how many vectors follow exactly (of all seeds)",
        (
            *("states", "pairs", "fewer than k", "documents in these", "documents alone"),
            *("highest leverage", "vectors that follow"),
        ),
        tuple(rows),
    )
