"""Choose broader forms for the suppressed terms of a document: the most information, while every constraint holds.

A broader form puts words where a placeholder would stand, and attackers read them. So the program knows what each
form adds to each classifier's score. The text without any form satisfies the constraints as far as they can be
satisfied. With the forms, none may be worse off than that allows.

Source: Cumby & Ghani 2011 speak of words "to suppress or generalise"; the program is ours (decision 61).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.blocking.attackers import NearestNeighbour
from backend.blocking.attackers.linear import Weighting
from backend.blocking.confusability import TIE
from backend.blocking.contests import LinearClassifier, LinearNaiveBayes
from backend.blocking.hiding_program import HidingGoal, HidingProblem, WordsAndForms
from backend.blocking.known_attackers import WITH_NEAREST, ReadingAttackers
from backend.blocking.nearest_documents import NEARER, nearest_of_each
from backend.blocking.objectives import Objective
from backend.blocking.offered_features import OfferedFeatures
from backend.blocking.program import LinearConstraints, relax
from backend.blocking.readings import Reading, features_in
from backend.blocking.rounding import round_to_words
from backend.errors import InfeasibleProgram, SolverFailed
from backend.learning.arrays import Booleans, Floats, Integers

_AHEAD = 1e-3
"""Nats by which a rival leads before the model, as in K-REDACTOR."""

_NEAR = 1.0
"""Nats between the true client and those that are close to it on either side, as in K-REDACTOR."""

_TRIES = 4
"""How often the program is solved, each time with half the room, where its sums were no bound."""


@dataclass(frozen=True, slots=True)
class OfferedForm:
    """A broader form for one term of a document, in all places where it can stand.

    `term` is the number of the term: of its forms at most one is taken. `worth` are the bits of information that
    it gives back, in all places together. `adds` are the words and forms that it puts into the document, `begins`
    those that it puts into the beginning, which some attackers read alone; None: the same.
    """

    term: int
    worth: float
    adds: WordsAndForms
    begins: WordsAndForms | None = None


@dataclass(frozen=True, slots=True)
class TakenForms:
    """The positions of the offered forms that are taken, ascending, and how good that is.

    `gap` is the share by which their worth is below that of the relaxed program, a bound for every choice.
    """

    forms: tuple[int, ...] = ()
    gap: float = 0.0


def take_forms(
    problem: HidingProblem, goal: HidingGoal, offered: Sequence[OfferedForm], room: float = 1.0
) -> TakenForms:
    """Choose the forms that are worth most for a document whose terms of the goal's level are suppressed.

    `problem.said` is what is left of the document. With no form at all every row holds, so there is always an
    answer. `room` (0…1) is the share of what the rows leave that the forms may use.
    """
    if not offered:
        return TakenForms()
    values = np.array([each.worth for each in offered])
    one_of_each, contests = _one_of_each(offered), tuple(_contests(problem, goal, offered))
    for attempt in range(_TRIES):
        rows = one_of_each.and_also(*(each.rows(room * 0.5**attempt) for each in contests))
        try:
            relaxed = relax(values, rows)
            taken = round_to_words(values, rows, relaxed)
        except (InfeasibleProgram, SolverFailed):
            break
        if taken is not None and all(each.holds(taken) for each in contests):
            worth = float(values[taken].sum())
            gap = (relaxed.value - worth) / (relaxed.value or 1.0)
            return TakenForms(tuple(np.flatnonzero(taken).tolist()), max(gap, 0.0))
    return TakenForms()


def _one_of_each(offered: Sequence[OfferedForm]) -> LinearConstraints:
    """At most one form of each term."""
    terms, row = np.unique([each.term for each in offered], return_inverse=True)
    coefficients = np.zeros((len(terms), len(offered)))
    coefficients[row, np.arange(len(offered))] = 1.0
    several = coefficients.sum(axis=1) > 1
    return LinearConstraints(coefficients[several], np.ones(int(several.sum())))


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The rows of one classifier over the offered forms.

    `uses` [row, form] is what each form uses of the `room` [row], which is never below 0: a row that the text
    without any form breaks may not be broken more. `used_by` computes what a choice uses in fact, because the
    occurrences of a feature do not always add up.
    """

    uses: Floats
    room: Floats
    used_by: Callable[[Booleans], Floats]

    def rows(self, share: float) -> LinearConstraints:
        """The rows with a share of the room, scaled so that those of different units can be compared."""
        scale = np.abs(self.uses).max(axis=1, initial=0.0)
        scale[scale == 0] = 1.0
        return LinearConstraints(self.uses / scale[:, None], self.room * share / scale)

    def holds(self, taken: Booleans) -> bool:
        """Tell whether the rows hold for a choice in fact."""
        return bool((self.used_by(taken) <= self.room + TIE).all())


def _contests(problem: HidingProblem, goal: HidingGoal, offered: Sequence[OfferedForm]) -> Iterator[_Rows]:
    """The rows of all classifiers that the program holds out against."""
    model, client, by_utility = problem.model, problem.client, problem.model.by_utility
    text = WordsAndForms(problem.said, problem.forms)
    first, adds = problem.beginning or text, [each.adds for each in offered]
    begins = [each.adds if each.begins is None else each.begins for each in offered]
    spoken = {**problem.said, **{word: count for each in adds for word, count in each.words.items()}}
    seen = _read(Reading.WORDS, model.by_client.column, text, adds)
    before_model = _Contest(
        LinearNaiveBayes(model.by_client, client), seen, client, model.by_client.doubt(spoken, client)
    )
    target = problem.target(goal)
    rivals = before_model.rivals(goal.among)[: target.among - 1]
    leading = rivals[: target.rank - 1]
    yield before_model.keeps_ranks(leading, rivals[target.rank - 1 :], target.close)
    keeps_industry = goal.objective is Objective.FLOOR and by_utility is not None
    if keeps_industry and by_utility is not None:
        utility = problem.utility_class()
        contest = _Contest(LinearNaiveBayes(by_utility, utility), seen, utility)
        yield contest.stays_first(goal.floor_margin)
    if problem.defence is None or goal.hardness is None:
        return
    margin, ahead = goal.hardness.margin, target.rank - 1 if goal.hardness.everywhere else 1
    for reading in problem.defence.attackers:
        column = reading.documents.column
        seen = _read(reading.reading, column, *((first, begins) if reading.of_beginnings else (text, adds)))
        for attacker in reading.linear:
            contest = _Contest(attacker, seen, client)
            yield contest.keeps_ahead(contest.rivals(goal.among, margin)[:ahead], margin)
        if reading.reading in WITH_NEAREST:
            yield _keeps_nearest(reading, seen, client, leading, margin)
        for attacker in reading.industry if keeps_industry else ():
            utility = problem.utility_class()
            yield _Contest(attacker, seen, utility).stays_first(goal.floor_margin)


def _read(
    reading: Reading, column: Mapping[str, int], text: WordsAndForms, adds: Sequence[WordsAndForms]
) -> OfferedFeatures:
    own, added = (
        features_in(reading, text.words, text.forms),
        [features_in(reading, each.words, each.forms) for each in adds],
    )
    return OfferedFeatures.of(column, own, added)


@dataclass(frozen=True, slots=True, eq=False)
class _Contest:
    """The true class against all others in one classifier.

    `doubt` [class] is by how much the true class may lead more than it seems to.
    """

    classifier: LinearClassifier
    seen: OfferedFeatures
    true_class: int
    doubt: Floats | float = 0.0

    def lead(self, margin: float = 0.0) -> Floats:
        """The lead of the true class over each other, [class], if every feature speaks `margin` more for it."""
        gains = self._gains(self.seen.text_parts(self.classifier), margin)
        bias = self.classifier.bias
        return np.asarray(bias[self.true_class] - bias + self.doubt + gains.sum(axis=0), dtype=np.float64)

    def added(self, margin: float = 0.0) -> Floats:
        """What each form adds to that lead, [form, class]."""
        return self.seen.by_form(self._gains(self.seen.added_parts(self.classifier), margin))

    def rivals(self, among: tuple[int, ...] | None, margin: float = 0.0) -> Integers:
        """The other classes, those that are furthest ahead of the true one first."""
        lead = self.lead(margin)
        classes = np.arange(len(lead)) if among is None else np.array(among, dtype=np.int64)
        others = classes[classes != self.true_class]
        nearest: Integers = others[np.argsort(lead[others], kind="stable")]
        return nearest

    def keeps_ahead(self, rivals: Integers, margin: float) -> _Rows:
        """These rivals stay ahead."""
        return self._rows(np.eye(len(rivals)), rivals, np.full(len(rivals), -2 * TIE), margin)

    def keeps_ranks(self, leading: Integers, trailing: Integers, close: int) -> _Rows:
        """Some lead, the last `close` of them by little, and others trail by little (see `target_rank`)."""
        rivals = np.concatenate((leading, trailing))
        every = np.eye(len(rivals))
        near, behind = every[len(leading) - close : len(leading)], every[len(leading) :]
        signs = np.vstack((every[: len(leading)], -near, behind, -behind))
        bounds = np.repeat((-_AHEAD, _NEAR, _NEAR, -_AHEAD), (len(leading), close, len(trailing), len(trailing)))
        return self._rows(signs, rivals, bounds, 0.0)

    def stays_first(self, margin: float) -> _Rows:
        """The true class stays ahead of all others, although every feature speaks `margin` less for it."""
        others = np.delete(np.arange(len(self.classifier.bias)), self.true_class)
        return self._rows(-np.eye(len(others)), others, np.full(len(others), -_AHEAD), -margin)

    def _rows(self, signs: Floats, classes: Integers, bounds: Floats, margin: float) -> _Rows:
        """`signs` [row, class] @ lead over these classes, with the forms, at most `bounds` [row] or as now."""
        now = signs @ self.lead(margin)[classes]

        def used_by(taken: Booleans) -> Floats:
            after = replace(self, seen=self.seen.with_forms(taken))
            return np.asarray(signs @ after.lead(margin)[classes] - now, dtype=np.float64)

        return _Rows(signs @ self.added(margin)[:, classes].T, np.maximum(bounds - now, 0.0), used_by)

    def _gains(self, parts: Floats, margin: float) -> Floats:
        gains = parts[:, [self.true_class]] - parts
        return gains + margin * np.abs(gains) if margin else gains


def _keeps_nearest(
    reading: ReadingAttackers, seen: OfferedFeatures, client: int, rivals: Integers, margin: float
) -> _Rows:
    """A document of one of the rivals stays nearer than each of the client's own."""
    nearest = reading.nearest
    alike = _Alike(nearest, seen)
    similar = alike.text(seen)
    near = nearest_of_each(similar, nearest.class_of, client)
    own = near[nearest.class_of[near] == client]
    theirs = near[np.isin(nearest.class_of[near], rivals)]
    if not len(own) or not len(theirs):
        return _Rows(np.zeros((0, seen.forms)), np.zeros(0), lambda _: np.zeros(0))
    best = theirs[similar[theirs].argmax()]
    rows = np.append(own, best)

    def lead(found: Floats) -> Floats:
        return found[..., :-1] - found[..., -1:]

    cells = lead(alike.cells(rows))
    uses = seen.by_form(cells + margin * np.abs(cells)).T
    now = lead(similar[rows])
    step = float(np.abs(uses).max(initial=0.0)) or 1.0

    def used_by(taken: Booleans) -> Floats:
        return lead(alike.text(seen.with_forms(taken))[rows]) - now

    return _Rows(uses, np.maximum(-now - margin * np.abs(now) - NEARER * step, 0.0), used_by)


@dataclass(frozen=True, slots=True, eq=False)
class _Alike:
    """How similar known documents are to a text, and what forms add to that; by cosine, times the text's length."""

    nearest: NearestNeighbour
    seen: OfferedFeatures

    def text(self, seen: OfferedFeatures) -> Floats:
        """The similarity to each document, [document]."""
        vector = np.zeros(len(self.nearest.idf))
        vector[seen.columns] = self._worth(seen.counts, seen.columns)
        return np.asarray(self.nearest.documents @ vector, dtype=np.float64)

    def cells(self, rows: Integers) -> Floats:
        """What each cell adds to the similarity to these documents, [cell, document]."""
        seen = self.seen
        worth = self._worth(seen.before + seen.added, seen.added_columns)
        known = seen.before > 0
        worth[known] -= self._worth(seen.before[known], seen.added_columns[known])
        found = self.nearest.documents[rows][:, seen.added_columns].toarray().T
        return np.asarray(found * worth[:, None], dtype=np.float64)

    def _worth(self, counts: Integers, columns: Integers) -> Floats:
        return Weighting.SUBLINEAR_TFIDF.values(counts, self.nearest.idf[columns])
