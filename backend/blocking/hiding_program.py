"""State and solve the program that hides one client in one document.

What the services, the experiments and the measured promises share.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

import numpy as np

from backend.blocking.confusability import nearest_rivals
from backend.blocking.contests import ClassMargins, LinearNaiveBayes
from backend.blocking.k_redactor import Program, Solution, solve
from backend.blocking.known_attackers import Defence, ProtectionLevel
from backend.blocking.nested_levels import solve_nested
from backend.blocking.objectives import Objective, word_utilities
from backend.blocking.seen_features import SplitWords
from backend.blocking.target_rank import RankTarget, target_rank
from backend.errors import InfeasibleProgram, SolverFailed
from backend.learning.arrays import Floats
from backend.learning.features import stop_words
from backend.learning.model import ClientModel

LOWEST = 2
"""The lowest level that hides anything."""

FLOOR_MARGIN = 0.03
"""What every word may speak less for the utility class than the model thinks, so that others see the class too."""


@dataclass(frozen=True, slots=True)
class HidingGoal:
    """The goal of a program: k, an objective whose loss is minimal, and how strongly to resist attackers.

    With `exactly`, no more than k - 1 clients may lead (the paper's k-eval requires this). `floor_margin` (0…1) is
    the share by which the weight of every word for the utility class may be overestimated. `among` are the clients
    that may be rivals, ascending, the document's own included; None: all. The rank to reach is `drawn` with this
    number in [0, 1), None: k; see `target_rank`.
    """

    k: int
    objective: Objective
    hardness: ProtectionLevel | None = None
    floor_margin: float = FLOOR_MARGIN
    exactly: bool = False
    among: tuple[int, ...] | None = None
    drawn: float | None = None


@dataclass(frozen=True, slots=True)
class HidingResult:
    """The words to suppress, ascending, and how good that is; see `k_redactor.Solution`."""

    words: tuple[str, ...]
    gap: float
    unmet: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordsAndForms:
    """How often a text has each word and each form."""

    words: Mapping[str, int]
    forms: Mapping[str, int]

    def without(self, words: AbstractSet[str]) -> "WordsAndForms":
        """Return the same text without some words."""
        return replace(self, words={word: count for word, count in self.words.items() if word not in words})


@dataclass(frozen=True, slots=True, eq=False)
class HidingProblem:
    """A document of a client as input of a program.

    `said` counts the words that other redactions have left, and `forms` their forms; `original` [class] are
    the model's scores of the full document. `beginning` is what attackers of beginnings read, None: all. Without a
    `defence` the program resists only the model. Words in `keep`
    stay.
    """

    model: ClientModel
    client: int
    said: Mapping[str, int]
    original: Floats
    defence: Defence | None = None
    keep: AbstractSet[str] = frozenset()
    utility: int | None = None
    """The utility class to keep, an index into the model's; without one, the client's."""
    forms: Mapping[str, int] = field(default_factory=dict)
    beginning: WordsAndForms | None = None

    def solve(self, aim: HidingGoal, rivals: Sequence[int] | None = None) -> HidingResult:
        """Solve the program of a goal, with these rivals when the caller has chosen them.

        Raises InfeasibleProgram and SolverFailed as `k_redactor.solve` does; ValueError when the objective needs
        the utility class of a client that has none.
        """
        stated = self._stated(aim)
        # The paper's objectives come with the paper's rivals: the k - 1 best of the original document.
        if rivals is None and aim.objective.of_the_paper:
            rivals = nearest_rivals(self.original, self.client, self.target(aim).among - 1).tolist()
        found = solve(stated.program, rivals)
        if stated.said.forms:
            found = self._solved_again(aim, rivals, found)
        return stated.hidden(found)

    def _solved_again(self, aim: HidingGoal, rivals: Sequence[int] | None, found: Solution) -> Solution:
        """Solve it with the bounds that are tight where this solution is, if that is possible."""
        tight = self._stated(aim, _going([found])).program
        try:
            again = solve(tight, rivals)
        except (InfeasibleProgram, SolverFailed):
            return found
        return again if len(again.unmet) <= len(found.unmet) else found

    def solve_nested(self, aim: HidingGoal, lowest: int = LOWEST) -> tuple[HidingResult, ...]:
        """The levels from `lowest` to the aim's k, each with the words of the one below; see `nested_levels`.

        They depend on the aim's k: whoever wants the same level 3 for all k asks for the same number of levels.

        Raises what `solve` does; ValueError when the objective is the paper's, or exactly k are to lead.
        """
        if aim.objective.of_the_paper or aim.exactly:
            raise ValueError("the paper's programs are not nested")
        stated = self._stated(aim)
        targets = [self.target(replace(aim, k=k)) for k in range(lowest, aim.k + 1)]
        return tuple(map(stated.hidden, solve_nested(stated.program, targets)))

    def target(self, aim: HidingGoal) -> RankTarget:
        """Return the rank that the client shall have at the goal's k; see `target_rank`."""
        if aim.among is not None:
            return target_rank(aim.k, aim.drawn, len(aim.among))
        by_client = self.model.by_client
        if by_client.unsaid is None:
            return target_rank(aim.k, aim.drawn, len(by_client.classes))
        # Hidden clients count together, are not among the clients of an industry that a caller sees, and no rank
        # may tell how many there are.
        rank = by_client.rank_to_reach(aim.k)
        return RankTarget(rank, rank)

    def _rare(self, speakers: int) -> frozenset[str]:
        """The words that fewer than so many (up to 2) other clients say."""
        if not speakers:
            return frozenset()
        features = self.model.by_client.column
        saying = np.bincount(self.model.presence.indices, minlength=len(features))
        start, end = self.model.presence.indptr[self.client : self.client + 2].tolist()
        saying[self.model.presence.indices[start:end]] -= 1
        rare = set()
        for word in self.said.keys() - self.keep - stop_words():
            others = features.get(word)
            if others is None:
                heard = len(set(self.model.speakers.of(word)) - {self.client})
            else:
                heard = int(saying[others])
            if heard < speakers:
                rare.add(word)
        return frozenset(rare)

    def _stated(self, aim: HidingGoal, going: Floats | None = None) -> "_Stated":
        """State the program, with bounds for solutions near to one that suppresses the shares `going` of words."""
        by_client = self.model.by_client
        hardness = aim.hardness or ProtectionLevel()
        defence = self.defence if aim.hardness is not None else None
        known: list[AbstractSet[str]] = [by_client.column.keys()]
        if defence is not None:
            known.append(defence.known_words(self.forms))
        rare = self._rare(hardness.speakers)
        left = {word: count for word, count in self.said.items() if word not in rare}
        words = SplitWords.of(left, known, self.keep, self.forms)
        if going is not None:
            words = words.expected(going)
        classifier = LinearNaiveBayes(by_client, self.client)
        before_model = ClassMargins.of("model", classifier, words.as_features(by_client.column), self.client)
        before_model = replace(before_model, fixed=before_model.fixed + by_client.doubt(self.said, self.client))
        part = self.beginning
        beginning = None if part is None else words.part(part.words, part.forms)
        read = None if defence is None else defence.read(words, beginning)
        attackers = () if read is None else read.contests(self.client)
        floor = aim.objective is Objective.FLOOR
        target = self.target(aim)
        program = Program(
            k=target.rank,
            trailing=target.trailing,
            close=target.close,
            values=self._values(aim.objective, words),
            counts=words.counts,
            contests=(before_model, *attackers),
            utility=self._floor(words) if floor else None,
            industries=read.industries(self.utility_class()) if floor and read is not None else (),
            leaders=None if hardness.everywhere else 1,
            margin=hardness.margin,
            floor_margin=aim.floor_margin,
            exactly=aim.exactly,
            neighbours=() if read is None else read.neighbours(self.client),
        )
        if aim.among is not None:
            program = program.among(np.array(aim.among, dtype=np.int64))
        return _Stated(program, words, rare)

    def _values(self, objective: Objective, words: SplitWords) -> Floats:
        """What each word is worth with all its occurrences; one that is no feature says nothing of the class."""
        if not objective.of_the_paper:
            return words.counts.astype(np.float64)
        places, features = words.looked_up(self.model.by_client.column)
        worth = np.zeros(len(words.words))
        worth[places] = word_utilities(objective, self.model, self.utility_class(), features)
        return worth * words.counts

    def _floor(self, words: SplitWords) -> ClassMargins:
        by_utility = self.model.by_utility
        if by_utility is None:
            raise ValueError("a floor needs industries")
        utility = self.utility_class()
        classifier = LinearNaiveBayes(by_utility, utility)
        return ClassMargins.of("utility", classifier, words.as_features(by_utility.column), utility)

    def utility_class(self) -> int:
        """Return the utility class to keep. Raises ValueError when the client has none."""
        utility = int(self.model.utility_of[self.client]) if self.utility is None else self.utility
        if utility < 0:
            raise ValueError("the client has no industry")
        return utility


def _going(found: Sequence[Solution]) -> Floats:
    """Return the share of solutions in which each word goes, [word]."""
    return np.asarray(np.mean([~each.stays for each in found], axis=0), dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Stated:
    """A program, the words that it speaks of, and those that go in any case."""

    program: Program
    said: SplitWords
    rare: frozenset[str]

    def hidden(self, solution: Solution) -> HidingResult:
        removed = (word for word, stays in zip(self.said.words, solution.stays.tolist(), strict=True) if not stays)
        return HidingResult(tuple(sorted({*removed, *self.rare})), solution.gap, solution.unmet)
