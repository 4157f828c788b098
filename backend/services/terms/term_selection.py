"""Select the words to suppress at each level: by a linear program, or greedily where none can be solved.

A weaker method than the requested one is never used silently: each step away from it is a warning. People read
"industry" where the code says utility.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace

from backend.blocking.confusability import ModelWordCounts, nearest_rivals
from backend.blocking.hiding_program import HidingGoal, HidingProblem, HidingResult
from backend.blocking.known_attackers import LADDER, Defence, MeasuredProtection
from backend.blocking.objectives import Objective
from backend.blocking.simple_redactor import simple_levels
from backend.errors import InfeasibleProgram, NoIntegerSolution, SolverFailed
from backend.learning.model import ClientModel
from backend.learning.visible_clients import EVERYBODY, VisibleClients
from backend.messages.message import Message
from backend.messages.warnings import (
    AssuranceNotKnown,
    AssuranceNotMeasured,
    AssuranceNotReached,
    AssuranceOfOtherObjectives,
    AttackersNotBlocked,
    ChosenOneByOne,
    FloorNotReached,
    IndustryNotKept,
    IndustryNotKnown,
    IndustryOfFewClients,
    IndustryOfFewVisibleClients,
    NoAttackers,
    OfLevels,
    TooFewIndustries,
)


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """The client of a document, by its index in the model, and the requested k.

    `defence` are the attackers to hold out against, `utility` is the document's own utility class where somebody
    has named one, as an index into the model's; otherwise it is the client's.
    """

    model: ClientModel
    client: int
    k: int
    defence: Defence | None = None
    utility: int | None = None

    @property
    def utility_class(self) -> int | None:
        """The index of the utility class to keep; None if it is unknown."""
        if self.utility is not None:
            return self.utility
        known = int(self.model.utility_of[self.client])
        return known if known >= 0 else None


@dataclass(frozen=True, slots=True)
class ChosenLevel:
    """The words that level k suppresses, in the order in which they were selected."""

    k: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The words of each level from 2 to k, or of k alone, and how they were selected.

    `objective` is the one that was followed at level k, `gap` the share by which its value is below the bound of
    the relaxed program; None without a program. `robust` tells whether attackers beside the model were held out
    against, `promise` what held-out documents say of that; None where it was measured of nothing alike.
    """

    levels: tuple[ChosenLevel, ...]
    objective: Objective
    gap: float | None = None
    robust: bool = False
    promise: MeasuredProtection | None = None
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class SelectionOptions:
    """How to select words: the objective, and the assurance against unknown attackers.

    Without an objective, it is `floor` for a client with a utility class, else `uniform`. `assurance` (0…1) is the
    share of trials in which k is to hold before strangers; see `Defence.hardness`.
    """

    objective: Objective | None = Objective.SIMPLE
    assurance: float | None = None
    robust: bool | None = False
    """Whether attackers beside the model are to be held out against; None: where the version has them."""


ONE_BY_ONE = SelectionOptions()
"""SIMPLEREDACTOR, which asks for no program."""

_FEW = 3
"""Clients of an industry, the hidden ones included: with fewer it is not kept for somebody who does not see all."""

TOGETHER = 10
"""The levels up to here are chosen with an eye on one another, whichever of them is asked for."""


@dataclass(frozen=True, slots=True)
class _Level:
    """The words of one level, the objective, and the warnings."""

    k: int
    words: tuple[str, ...]
    objective: Objective
    gap: float | None = None
    told: tuple[OfLevels, ...] = ()
    robust: bool = False

    def as_level(self, k: int) -> "_Level":
        """The same for another k."""
        return replace(self, k=k, told=tuple(replace(each, levels=(k,)) for each in self.told))


@dataclass(frozen=True, slots=True, eq=False)
class TermSelector:
    """Selects the words to suppress in a document of a client.

    `original` is the whole document, `remaining` and `said` are what other redactions have left of it: the words of
    the model, and all. Words in `keep` stay.
    """

    subject: Subject
    original: ModelWordCounts
    remaining: ModelWordCounts
    said: Mapping[str, int]
    keep: AbstractSet[str]
    visible: VisibleClients = EVERYBODY
    """The clients that whoever asks may see. Of the others in an industry no k may tell how many there are."""

    def select(self, selection: SelectionOptions, *, nested: bool) -> Choice:
        """Select the words of level k; with `nested`, of all levels from 2, each containing the one below it.

        Nested, the levels up to `TOGETHER` are solved together, without the floor if there is no solution with it.
        The others are built on the one below.
        """
        objective, messages = self._objective(selection.objective)
        if objective is Objective.SIMPLE or not len(self.remaining.features):
            return self._simple(selection, messages, nested=nested)
        defence = self.subject.defence
        aim = HidingGoal(
            self.subject.k, objective, None if defence is None else defence.hardness(selection.assurance)
        )
        steps: list[_Level] = []
        for tried in self._solved_together(aim) if nested else ():
            with suppress(InfeasibleProgram, SolverFailed):
                steps = self._levels(tried, self._hiding(()).solve_nested(tried), objective)[: aim.k - 1]
                break
        steps = self._built_on(steps, aim) if nested else [self._by_program(aim, ())]
        if defence is None and selection.robust is None:
            messages += (NoAttackers(),)
        return self._choice(steps, selection, aim, messages)

    def _simple(self, selection: SelectionOptions, messages: tuple[Message, ...], *, nested: bool) -> Choice:
        """Select by SIMPLEREDACTOR alone."""
        found = simple_levels(
            self.original,
            self.subject.client,
            self.subject.k,
            nested=nested,
            keep=self.keep,
            remaining=self.remaining,
        )
        chosen = tuple(ChosenLevel(each.k, each.words) for each in found[1:])
        messages += _assured(selection.assurance, None, Objective.SIMPLE, complete=True)
        return Choice(chosen, Objective.SIMPLE, warnings=messages)

    def _choice(
        self, steps: Sequence[_Level], selection: SelectionOptions, aim: HidingGoal, messages: tuple[Message, ...]
    ) -> Choice:
        """The choice of these levels, with all warnings."""
        defence, last = self.subject.defence, steps[-1]
        promise = None if defence is None or aim.hardness is None else defence.promise(aim.hardness)
        complete = defence is None or len(defence.promises) == len(LADDER)
        return Choice(
            tuple(ChosenLevel(step.k, step.words) for step in steps),
            last.objective,
            last.gap,
            robust=last.robust,
            promise=promise if _measured(last.objective) else None,
            warnings=(
                *messages,
                *_merged_messages(steps),
                *_assured(selection.assurance, promise, last.objective, complete=complete),
            ),
        )

    def _objective(self, requested: Objective | None) -> tuple[Objective, tuple[Message, ...]]:
        """The objective that can be used, and warnings if it is not the requested one."""
        objective = requested or Objective.FLOOR
        if not objective.needs_utility:
            return objective, ()
        model, utility = self.subject.model, self.subject.utility_class
        if model.by_utility is None:
            return Objective.UNIFORM, (TooFewIndustries(objective.value),) if requested else ()
        name = model.clients[self.subject.client].name
        if utility is None:
            return Objective.UNIFORM, (IndustryNotKnown(name, objective.value),)
        return self._among_few(objective, utility)

    def _among_few(self, objective: Objective, utility: int) -> tuple[Objective, tuple[Message, ...]]:
        """Warn that a utility class with few clients identifies the client when it is kept."""
        k, industry, sharing = self.subject.k, self.subject.model.utilities[utility], self._sharing(utility)
        if sharing is not None and not self.visible.sees_all:
            return self._among_visible(objective, utility, sharing)
        if sharing is None or sharing >= k:
            return objective, ()
        if objective is Objective.FLOOR and sharing == 1:
            return Objective.UNIFORM, (IndustryOfFewClients(industry, sharing, kept=False),)
        return objective, (IndustryOfFewClients(industry, sharing, kept=True),)

    def _among_visible(
        self, objective: Objective, utility: int, sharing: int
    ) -> tuple[Objective, tuple[Message, ...]]:
        """The same for a caller from whom clients are hidden.

        Whoever asked for one k after the other would count the hidden ones, so that one threshold holds for all.
        """
        model = self.subject.model
        industry = model.utilities[utility]
        if sharing < _FEW:
            kept = objective is not Objective.FLOOR
            return objective if kept else Objective.UNIFORM, (IndustryOfFewClients(industry, None, kept=kept),)
        seen = sum(int(model.utility_of[index]) == utility for index in self.visible.of(model.clients))
        if seen >= self.subject.k:
            return objective, ()
        return objective, (IndustryOfFewVisibleClients(industry),)

    def _sharing(self, utility: int) -> int | None:
        """How many clients have this class, including this one; None if the model has another class for it."""
        utility_of = self.subject.model.utility_of
        own, having = int(utility_of[self.subject.client]), int((utility_of == utility).sum())
        if own < 0:
            return having + 1
        return having if own == utility else None

    def _solved_together(self, aim: HidingGoal) -> tuple[HidingGoal, ...]:
        """The goals of all levels together, to be tried in this order; none for the objectives of the paper."""
        if aim.objective.of_the_paper or self.subject.model.by_client.unsaid is not None:
            return ()
        aim = replace(aim, k=min(TOGETHER, len(self.subject.model.clients)))
        return (aim, replace(aim, objective=Objective.UNIFORM)) if aim.objective is Objective.FLOOR else (aim,)

    def _built_on(self, steps: Sequence[_Level], aim: HidingGoal) -> list[_Level]:
        """All levels from 2 to k: those given, and each other level built on the one below."""
        model, levels = self.subject.model.by_client, list(steps)
        for k in range(len(levels) + 2, aim.k + 1):
            if levels and model.rank_to_reach(k) == model.rank_to_reach(k - 1):
                levels.append(levels[-1].as_level(k))
            else:
                levels.append(self._by_program(replace(aim, k=k), levels[-1].words if levels else ()))
        return levels

    def _levels(self, aim: HidingGoal, hidden: Sequence[HidingResult], requested: Objective) -> list[_Level]:
        """The levels from 2 that one program has solved together, with a warning if it is not the requested one."""
        steps: list[_Level] = []
        for k, each in enumerate(hidden, 2):
            before = steps[-1].words if steps else ()
            below = set(before)
            new_words = tuple(word for word in each.words if word not in below)
            level = self._level(replace(aim, k=k), before, replace(each, words=new_words))
            if aim.objective is not requested:
                level = replace(level, told=(FloorNotReached((k,)), *level.told))
            steps.append(level)
        return steps

    def _hiding(self, before: tuple[str, ...]) -> HidingProblem:
        """The document without the words of the level `before`."""
        removed = set(before)
        subject = self.subject
        return HidingProblem(
            model=subject.model,
            client=subject.client,
            said={word: count for word, count in self.said.items() if word not in removed},
            original=self.original.scores(),
            defence=subject.defence,
            keep=self.keep,
            utility=subject.utility_class,
        )

    def _by_program(self, aim: HidingGoal, before: tuple[str, ...]) -> _Level:
        """Solve a program for what the level `before` leaves; if that fails, fall back with a warning."""
        hiding = self._hiding(before)
        try:
            hidden = hiding.solve(aim)
        except InfeasibleProgram:
            return self._otherwise(hiding, aim, before, ChosenOneByOne((aim.k,), "no_solution"))
        except NoIntegerSolution:
            return self._otherwise(hiding, aim, before, ChosenOneByOne((aim.k,), "no_whole_words"))
        except SolverFailed:
            return self._otherwise(hiding, aim, before, ChosenOneByOne((aim.k,), "no_solver"))
        return self._level(aim, before, hidden)

    def _level(self, aim: HidingGoal, before: tuple[str, ...], hidden: HidingResult) -> _Level:
        robust = aim.hardness is not None and not self._all(hidden.unmet)
        words = (*before, *hidden.words)
        return _Level(aim.k, words, aim.objective, hidden.gap, self._unmet(aim.k, hidden.unmet), robust)

    def _otherwise(
        self, hiding: HidingProblem, aim: HidingGoal, before: tuple[str, ...], message: ChosenOneByOne
    ) -> _Level:
        """Fall back: first drop the floor, then the program; `message` are the warnings."""
        if aim.objective is not Objective.FLOOR:
            return self._one_by_one(hiding, aim, before, message)
        level = self._by_program(replace(aim, objective=Objective.UNIFORM), before)
        if level.objective is Objective.SIMPLE:
            return replace(level, told=(*level.told, IndustryNotKept((aim.k,))))
        return replace(level, told=(FloorNotReached((aim.k,)), *level.told))

    def _one_by_one(
        self, hiding: HidingProblem, aim: HidingGoal, before: tuple[str, ...], message: ChosenOneByOne
    ) -> _Level:
        """Use SIMPLEREDACTOR on what the level `before` leaves, or a program around its result.

        In a short document the rivals that seem cheapest may not be able to lead together. Those that lead once
        SIMPLEREDACTOR is done can, so that a program with them keeps at least as much.
        """
        client, left = self.subject.client, self.remaining.without(before)
        simple = simple_levels(self.original, client, aim.k, nested=False, keep=self.keep, remaining=left)[-1]
        if simple.reached and aim.objective is Objective.UNIFORM:
            rank = self.subject.model.by_client.rank_to_reach(aim.k)
            leading = nearest_rivals(left.without(simple.words).scores(), client, rank - 1).tolist()
            with suppress(InfeasibleProgram, SolverFailed):
                return self._level(aim, before, hiding.solve(aim, leading))
        return _Level(aim.k, (*before, *simple.words), Objective.SIMPLE, None, (message,))

    def _all(self, names: tuple[str, ...]) -> bool:
        """Whether all attackers are used: the classifiers, and the nearest documents."""
        defence = self.subject.defence
        return defence is not None and len(names) > len(defence.attackers)

    def _unmet(self, k: int, names: tuple[str, ...]) -> tuple[OfLevels, ...]:
        """Warn of attackers that had to be left out: classifiers, and the nearest documents."""
        return (AttackersNotBlocked((k,), names, others_hold=not self._all(names)),) if names else ()


def _measured(objective: Objective) -> bool:
    """Whether the assurance was measured with words selected in this way."""
    return objective in (Objective.FLOOR, Objective.UNIFORM)


def _merged_messages(steps: Sequence[_Level]) -> tuple[OfLevels, ...]:
    """The warnings of the levels: each once, with all the levels that it applies to."""
    true_of: dict[OfLevels, list[int]] = {}
    for step in steps:
        for message in step.told:
            true_of.setdefault(replace(message, levels=()), []).append(step.k)
    return tuple(replace(message, levels=tuple(levels)) for message, levels in true_of.items())


def _assured(
    assurance: float | None, promise: MeasuredProtection | None, objective: Objective, *, complete: bool
) -> tuple[Message, ...]:
    """The warnings about the requested assurance.

    `complete` tells whether every margin was measured.
    """
    if assurance is None:
        return ()
    if objective is Objective.SIMPLE:
        return (AssuranceNotKnown(),)
    if promise is None:
        return (AssuranceNotMeasured(),)
    if not _measured(objective):
        return (AssuranceOfOtherObjectives(objective.value),)
    if promise.others.k_holds >= assurance:
        return ()
    held = promise.others.k_holds
    return (AssuranceNotReached(assurance, held, promise.documents, complete=complete),)
