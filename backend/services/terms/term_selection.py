"""Select the words to suppress at each level: by a linear program, or greedily where none can be solved.

A weaker method than the requested one is never used silently: each step away from it is a warning. People read
"industry" where the code says utility.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field, replace

from backend.blocking.confusability import ModelWordCounts, nearest_rivals
from backend.blocking.hiding_program import LOWEST, HidingGoal, HidingProblem, HidingResult, WordsAndForms
from backend.blocking.industries import most_kept, needed_to_keep
from backend.blocking.known_attackers import LADDER, Defence, MeasuredProtection
from backend.blocking.objectives import Objective
from backend.blocking.simple_redactor import simple_levels
from backend.blocking.target_rank import possible_ranks, target_rank
from backend.document.text_cache import cached_texts_once
from backend.errors import InfeasibleProgram, NoIntegerSolution, SolverFailed
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
from backend.services.terms.industry import clients_alike
from backend.services.terms.subject import Subject


@dataclass(frozen=True, slots=True)
class ChosenLevel:
    """The words that level k suppresses, in the order in which they were selected.

    `among` are the clients of the industry that the level keeps, among whom k counts; None: all clients.
    """

    k: int
    words: tuple[str, ...]
    among: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The words of each level from 2 to k, or of k alone, and how they were selected.

    `objective` is the one that was followed at level k, `gap` the share by which its value is below the bound of
    the relaxed program; None without a program. `robust` tells whether attackers beside the model were held out
    against, `promise` what held-out documents say of that; None where it was measured of nothing alike.
    `rank_guess` is the chance (0…1) of somebody who knows the method and answers with the client of one rank, at
    level k: 1 where no rank was drawn.
    """

    levels: tuple[ChosenLevel, ...]
    objective: Objective
    gap: float | None = None
    robust: bool = False
    promise: MeasuredProtection | None = None
    rank_guess: float = 1.0
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class SelectionOptions:
    """How to select words: the objective, and the assurance against held-out attackers.

    Without an objective, it is `floor` for a client with a utility class, else `uniform`. `assurance` (0…1) is the
    share of trials in which k is to hold before strangers; see `Defence.hardness`.
    """

    objective: Objective | None = Objective.SIMPLE
    assurance: float | None = None
    robust: bool | None = False
    """Whether attackers beside the model are to be held out against; None: where the version has them."""


ONE_BY_ONE = SelectionOptions()
"""SIMPLEREDACTOR, which asks for no program."""

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
    among: tuple[int, ...] | None = None

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
    forms: Mapping[str, int] = field(default_factory=dict)
    """How often the document has each form."""
    drawn: float | None = None
    """What the rank of the client is drawn with, None: nothing; see `target_rank`."""
    beginning: WordsAndForms | None = None
    """What `said` and `forms` are in the beginning of the document; None where that is all of it."""
    _remembering: Defence | None = field(init=False, repr=False)
    """The attackers, for the programs of all levels."""

    def __post_init__(self) -> None:
        defence = self.subject.defence
        object.__setattr__(self, "_remembering", None if defence is None else defence.for_one_document())

    def select(self, selection: SelectionOptions, *, nested: bool) -> Choice:
        """Select the words of level k; with `nested`, of all levels from 2, each containing the one below it.

        Nested, the levels up to `TOGETHER` are solved together, without the floor if there is no solution with it.
        The others are built on the one below.
        """
        objective, messages = self._objective(selection.objective, self.subject.k)
        if objective is Objective.SIMPLE or not len(self.remaining.features):
            return self._simple(selection, messages, nested=nested)
        with cached_texts_once():
            defence = self.subject.defence
            hardness = None if defence is None else defence.hardness(selection.assurance)
            aim = HidingGoal(self.subject.k, objective, hardness, drawn=self.drawn)
            steps: list[_Level] = []
            goals = self._goals_together(aim) if nested else ()
            for tried in goals:
                lowest, before = len(steps) + LOWEST, steps[-1].words if steps else ()
                if lowest <= min(tried.k, aim.k):
                    with suppress(InfeasibleProgram, SolverFailed):
                        hidden = self._hiding(before).solve_nested(tried, lowest)
                        steps += self._levels(tried, hidden, steps, goals[0])
                        steps = self._built_on(steps, replace(aim, k=min(tried.k, aim.k)))
            alone = () if nested else (self._by_program(self._at(aim, aim.k), ()),)
            steps = [*alone] or self._built_on(steps[: aim.k - 1], aim)
            if defence is None and selection.robust is None:
                messages += (NoAttackers(),)
            return self._choice(steps, selection, aim, messages)

    def _simple(self, selection: SelectionOptions, messages: tuple[Message, ...], *, nested: bool) -> Choice:
        """Select by SIMPLEREDACTOR alone."""
        ranks = [self._rank(k) for k in range(1, self.subject.k + 1)]
        found = simple_levels(
            self.original,
            self.subject.client,
            ranks[-1],
            nested=nested,
            keep=self.keep,
            remaining=self.remaining,
        )
        chosen = tuple(ChosenLevel(k, found[rank - 1].words) for k, rank in enumerate(ranks[1:], LOWEST))
        messages += _assured(selection.assurance, None, Objective.SIMPLE, complete=True)
        return Choice(chosen, Objective.SIMPLE, rank_guess=self._guess(None), warnings=messages)

    def _choice(
        self, steps: Sequence[_Level], selection: SelectionOptions, aim: HidingGoal, messages: tuple[Message, ...]
    ) -> Choice:
        """The choice of these levels, with all warnings."""
        defence, last = self.subject.defence, steps[-1]
        promise = None if defence is None or aim.hardness is None else defence.promise(aim.hardness)
        complete = defence is None or len(defence.promises) == len(LADDER)
        return Choice(
            tuple(ChosenLevel(step.k, step.words, step.among) for step in steps),
            last.objective,
            last.gap,
            robust=last.robust,
            promise=promise if _measured(last.objective) else None,
            rank_guess=self._guess(last.among),
            warnings=(
                *messages,
                *_merged_messages(steps),
                *_assured(selection.assurance, promise, last.objective, complete=complete),
            ),
        )

    def _at(self, aim: HidingGoal, k: int) -> HidingGoal:
        """The same goal at another k; a floor counts k among the clients of the industry, while they are enough."""
        aim = replace(aim, k=k)
        if aim.objective is not Objective.FLOOR:
            return replace(aim, among=None)
        alike = self._alike()
        if alike is None or len(alike) >= needed_to_keep(k):
            return replace(aim, among=alike)
        return replace(aim, objective=Objective.UNIFORM, among=None)

    def _alike(self) -> tuple[int, ...] | None:
        return clients_alike(self.subject, self.visible)

    def _objective(self, requested: Objective | None, k: int) -> tuple[Objective, tuple[Message, ...]]:
        """The objective that can be used at k, and warnings if it is not the requested one."""
        objective = requested or Objective.FLOOR
        if not objective.needs_utility:
            return objective, ()
        model, utility = self.subject.model, self.subject.utility_class
        if model.by_utility is None:
            return Objective.UNIFORM, (TooFewIndustries(objective.value),) if requested else ()
        name = model.clients[self.subject.client].name
        if utility is None:
            return Objective.UNIFORM, (IndustryNotKnown(name, objective.value),)
        return objective, self._of_few(objective, utility, k)

    def _of_few(self, objective: Objective, utility: int, k: int) -> tuple[Message, ...]:
        """Warn of an industry with few clients: a floor does not keep it, the objectives of the paper do.

        For a caller from whom clients are hidden, only those that the caller sees count, whatever the number of
        others: whoever asked for one k after the other would count the hidden ones.
        """
        alike, industry = self._alike(), self.subject.model.utilities[utility]
        floor = objective is Objective.FLOOR
        needed = needed_to_keep(k) if floor else k
        if alike is None or len(alike) >= needed:
            return ()
        if not self.visible.sees_all:
            return (IndustryOfFewVisibleClients(industry, needed, kept=not floor),)
        return (IndustryOfFewClients(industry, len(alike), needed, most_kept(len(alike)), kept=not floor),)

    def _goals_together(self, aim: HidingGoal) -> tuple[HidingGoal, ...]:
        """The goals of all levels together, each for the levels that the one before it has left.

        Where the floor ends because the industry has too few clients, the levels above are solved together
        too. They go up to TOGETHER whatever the goal's k is, so that a level is the same for each k. There are none
        for the objectives of the paper.
        """
        if aim.objective.of_the_paper or self.subject.model.by_client.unsaid is not None:
            return ()
        most = min(TOGETHER, len(self.subject.model.clients))
        uniform = self._at(replace(aim, objective=Objective.UNIFORM), most)
        if aim.objective is not Objective.FLOOR:
            return (uniform,)
        alike = self._alike()
        most = most if alike is None else min(most, most_kept(len(alike)))
        return (self._at(aim, most), uniform) if most >= LOWEST else (uniform,)

    def _built_on(self, steps: Sequence[_Level], aim: HidingGoal) -> list[_Level]:
        """All levels from 2 to k: those given, and each other level built on the one below."""
        model, levels = self.subject.model.by_client, list(steps)
        for k in range(len(levels) + LOWEST, aim.k + 1):
            if levels and model.rank_to_reach(k) == model.rank_to_reach(k - 1):
                levels.append(levels[-1].as_level(k))
            else:
                levels.append(self._by_program(self._at(aim, k), levels[-1].words if levels else ()))
        return levels

    def _levels(
        self, aim: HidingGoal, hidden: Sequence[HidingResult], below: Sequence[_Level], wanted: HidingGoal
    ) -> list[_Level]:
        """The levels above those `below` that one program has solved together.

        Those that miss the `wanted` objective have a warning.
        """
        steps: list[_Level] = []
        before = below[-1].words if below else ()
        for k, each in enumerate(hidden, len(below) + LOWEST):
            known = set(before)
            new_words = tuple(word for word in each.words if word not in known)
            level = self._level(replace(aim, k=k), before, replace(each, words=new_words))
            if aim.objective is not wanted.objective and k <= wanted.k:
                level = replace(level, told=(FloorNotReached((k,)), *level.told))
            steps.append(level)
            before = level.words
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
            defence=self._remembering,
            keep=self.keep,
            utility=subject.utility_class,
            forms=self.forms,
            beginning=None if self.beginning is None else self.beginning.without(removed),
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
        unmet = self._unmet(aim.k, hidden.unmet)
        return _Level(aim.k, words, aim.objective, hidden.gap, unmet, robust, aim.among)

    def _otherwise(
        self, hiding: HidingProblem, aim: HidingGoal, before: tuple[str, ...], message: ChosenOneByOne
    ) -> _Level:
        """Fall back: first drop the floor, then the program; `message` are the warnings."""
        if aim.objective is not Objective.FLOOR:
            return self._one_by_one(hiding, aim, before, message)
        level = self._by_program(replace(aim, objective=Objective.UNIFORM, among=None), before)
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
        client, left, rank = self.subject.client, self.remaining.without(before), self._rank(aim.k)
        simple = simple_levels(self.original, client, rank, nested=False, keep=self.keep, remaining=left)[-1]
        if simple.reached and aim.objective is Objective.UNIFORM:
            rank = self.subject.model.by_client.rank_to_reach(rank)
            leading = nearest_rivals(left.without(simple.words).scores(), client, rank - 1).tolist()
            with suppress(InfeasibleProgram, SolverFailed):
                return self._level(aim, before, hiding.solve(aim, leading))
        return _Level(aim.k, (*before, *simple.words), Objective.SIMPLE, None, (message,))

    def _guess(self, among: tuple[int, ...] | None) -> float:
        """The chance of a guess of the rank at level k."""
        candidates = len(self.subject.model.clients) if among is None else len(among)
        return 1.0 if self.drawn is None else 1 / possible_ranks(self.subject.k, candidates)

    def _rank(self, k: int) -> int:
        """The rank to reach at k, among all clients; that of a caller to whom some are hidden is not drawn."""
        if self.subject.model.by_client.unsaid is not None:
            return k
        return target_rank(k, self.drawn, len(self.subject.model.clients)).rank

    def _all(self, names: tuple[str, ...]) -> bool:
        """Whether all attackers are used: the classifiers, and the nearest documents."""
        defence = self.subject.defence
        return defence is not None and defence.kinds_of_clients <= set(names)

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
