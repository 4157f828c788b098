"""Which words hide a client at each level: by a program where one is asked for, one by one where none is solved.

What was asked for is never loosened without a word: each step away from it is a warning.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from backend.blocking.confusability import Evidence
from backend.blocking.defence import Defence, Promise
from backend.blocking.hiding import Aim, Hiding
from backend.blocking.simple_redactor import Level, levels
from backend.blocking.utility import Objective
from backend.errors import InfeasibleProgram, SolverFailed
from backend.learning.model import ClientModel


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """The client that a document is about, by its index in the model, and the k that is wanted for it.

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
        """The index of the utility class to keep; None where nobody knows it."""
        if self.utility is not None:
            return self.utility
        known = int(self.model.utility_of[self.client])
        return known if known >= 0 else None


@dataclass(frozen=True, slots=True)
class ChosenLevel:
    """The words that level k suppresses, in the order of their choice."""

    k: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The words of each level from 2 to k, or of k alone, and how they were chosen.

    `objective` is the one that was followed at level k, `gap` the share by which its value is below the bound of
    the relaxed program; None without a program. `promise` is what held-out documents say of the hardness.
    """

    levels: tuple[ChosenLevel, ...]
    objective: Objective
    gap: float | None = None
    promise: Promise | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """How words are to be chosen: by which objective, and how surely before strangers.

    Without an objective, it is `floor` for a client with a utility class, else `uniform`. `assurance` (0…1) is the
    share of documents for which k is to hold before strangers; see `Defence.hardness`.
    """

    objective: Objective | None = Objective.SIMPLE
    assurance: float | None = None


ONE_BY_ONE = Wish()
"""SIMPLEREDACTOR, which asks for no program."""


@dataclass(frozen=True, slots=True)
class _Level:
    """The words of one level, what was followed, and what has to be told of it."""

    words: tuple[str, ...]
    objective: Objective
    gap: float | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Chooser:
    """A document of a client, whose words are to be chosen.

    `original` is the whole document, `remaining` and `said` are what other redactions have left of it: the words of
    the model, and all. Words in `keep` stay.
    """

    subject: Subject
    original: Evidence
    remaining: Evidence
    said: Mapping[str, int]
    keep: AbstractSet[str]

    def choose(self, wish: Wish, *, nested: bool) -> Choice:
        """The words of level k; with `nested` of all levels from 2, each with the words of the one below it."""
        objective, told = self._objective(wish.objective)
        k = self.subject.k
        if objective is Objective.SIMPLE or not len(self.remaining.features):
            one_by_one = self._one_by_one(k, nested=nested)
            return Choice(tuple(ChosenLevel(each.k, each.words) for each in one_by_one), objective)
        defence = self.subject.defence
        hardness = None if defence is None else defence.hardness(wish.assurance)
        promise = None if defence is None or hardness is None else defence.promise(hardness)
        found: list[ChosenLevel] = []
        for each in range(2 if nested else k, k + 1):
            before = found[-1].words if found else ()
            level = self._by_program(Aim(each, objective, hardness), before)
            found.append(ChosenLevel(each, level.words))
        warnings = (*told, *_assured(wish.assurance, promise), *level.warnings)
        return Choice(tuple(found), level.objective, level.gap, promise, warnings)

    def _objective(self, asked: Objective | None) -> tuple[Objective, tuple[str, ...]]:
        """The objective that can be followed, and what has to be told of it."""
        objective = asked or Objective.FLOOR
        if not objective.needs_utility:
            return objective, ()
        model, utility = self.subject.model, self.subject.utility_class
        if model.by_utility is None or utility is None:
            name = model.clients[self.subject.client].name
            told = f"no utility class of {name!r} is known, so {objective} cannot be followed; uniform was"
            return Objective.UNIFORM, (told,) if asked else ()
        name, sharing = model.utilities[utility], int((model.utility_of == utility).sum())
        if objective is Objective.FLOOR and sharing == 1:
            told = f"{name!r} has one client: to keep it recognisable would name the client; the floor was left out"
            return Objective.UNIFORM, (told,)
        if sharing < self.subject.k:
            told = f"{name!r} has {sharing} clients: who sees it and knows that, chooses among {sharing}"
            return objective, (f"{told}, not among {self.subject.k}; --objective uniform does not keep it",)
        return objective, ()

    def _by_program(self, aim: Aim, before: tuple[str, ...]) -> _Level:
        """Solve a program for what the level `before` leaves; where that fails, do without it and say so."""
        left = {word: count for word, count in self.said.items() if word not in set(before)}
        subject = self.subject
        hiding = Hiding(
            subject.model,
            subject.client,
            left,
            self.original.scores(),
            subject.defence,
            frozenset(self.keep),
            subject.utility_class,
        )
        try:
            hidden = hiding.solve(aim)
        except InfeasibleProgram:
            return self._without(aim, before)
        except SolverFailed as error:
            return self._greedily(aim.k, before, str(error))
        warnings = _unmet(hidden.unmet, aim)
        return _Level((*before, *hidden.words), aim.objective, hidden.gap, warnings)

    def _without(self, aim: Aim, before: tuple[str, ...]) -> _Level:
        """What a program cannot give: first the floor goes, then the program."""
        if aim.objective is Objective.FLOOR:
            level = self._by_program(replace(aim, objective=Objective.UNIFORM), before)
            told = (
                f"no choice of words reaches k = {aim.k} and keeps the utility class first, so the floor was left "
                "out; lower k to keep it"
            )
            return replace(level, warnings=(told, *level.warnings))
        told = f"no choice of words reaches k = {aim.k} before the model, so they were chosen one by one; lower k"
        return self._greedily(aim.k, before, told)

    def _greedily(self, k: int, before: tuple[str, ...], told: str) -> _Level:
        words = self._one_by_one(k, nested=False)[-1].words
        return _Level(tuple(dict.fromkeys((*before, *words))), Objective.SIMPLE, None, (told,))

    def _one_by_one(self, k: int, *, nested: bool) -> tuple[Level, ...]:
        """SIMPLEREDACTOR's levels from 2."""
        found = levels(
            self.original, self.subject.client, k, nested=nested, keep=self.keep, remaining=self.remaining
        )
        return found[1:]


def _assured(assurance: float | None, promise: Promise | None) -> tuple[str, ...]:
    if assurance is None:
        return ()
    if promise is None:
        return ("how surely k holds before strangers could not be measured: too few clients have three documents",)
    if promise.others.k_holds < assurance:
        held = f"the one that was taken did in {promise.others.k_holds:.0%} of {promise.documents}"
        return (f"no margin makes k hold before strangers in {assurance:.0%} of documents; {held}",)
    return ()


def _unmet(names: tuple[str, ...], aim: Aim) -> tuple[str, ...]:
    if not names:
        return ()
    return (f"no choice of words also hides the client from {' and '.join(names)} at k = {aim.k}; the others hold",)
