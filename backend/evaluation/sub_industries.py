"""Hide the sub-industry of filings with programs, and guess it: the common part of Table 1 and Figure 3."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from time import perf_counter

import numpy as np

from backend.blocking.attackers import AttackerKind, fit_linear
from backend.blocking.confusability import count_model_words
from backend.blocking.hiding_program import FLOOR_MARGIN, HidingGoal, HidingProblem
from backend.blocking.objectives import Objective
from backend.document.tokens import terms
from backend.errors import CorpusError, InfeasibleProgram, SolverFailed
from backend.evaluation.data import Filing, filings
from backend.evaluation.k_eval import Guessed
from backend.evaluation.result import Advance, silent
from backend.learning.arrays import Counts, Floats, Integers, columns_of, counts_from_rows
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import TermCounts, count_terms
from backend.learning.features import stop_words
from backend.learning.leave_one_out import leave_one_out_scores
from backend.learning.model import ClientModel, TrainingOptions
from backend.learning.naive_bayes import NaiveBayes
from backend.learning.train import derive

LEFT_OUT = 200
"""Filings drawn for the paper's protocol, of the more than a thousand that there are."""

_SEED = 2011


@dataclass(frozen=True, slots=True)
class Way:
    """How words are selected: the objective, whether no more than k - 1 classes may lead, and a floor's margin."""

    objective: Objective
    exactly: bool = False
    floor_margin: float = 0.0

    @property
    def name(self) -> str:
        """Return the name in tables."""
        exactly = ", exactly k" if self.exactly else ""
        margin = f", margin {self.floor_margin:.0%}" if self.floor_margin else ""
        return f"{self.objective}{exactly}{margin}"


OVA = Way(Objective.OVA)
FLOOR_EXACTLY = Way(Objective.FLOOR, exactly=True)
WAYS = (
    OVA,
    Way(Objective.ODDS),
    Way(Objective.FREQLOGP),
    Way(Objective.INFOGAIN),
    Way(Objective.UNIFORM),
    Way(Objective.FLOOR),
    FLOOR_EXACTLY,
    Way(Objective.FLOOR, exactly=True, floor_margin=FLOOR_MARGIN),
)

Attack = Callable[[Counts], tuple[Floats, Floats]]
"""From what is shown of all documents, [document, word], to scores of sub-industries and of sectors."""


@dataclass(frozen=True, slots=True, eq=False)
class HidingTask:
    """Filings to redact with a model, and the attackers that guess them.

    `texts` and `class_of` [document] are the filings and their sub-industries, as indices into the model's classes;
    `attackers` see documents as counts of `words`.
    """

    protocol: str
    model: ClientModel
    words: tuple[str, ...]
    texts: tuple[str, ...]
    class_of: Integers
    attackers: Mapping[str, Attack]

    @property
    def sector_of(self) -> Integers:
        """Return [document], an index into the model's utility classes."""
        return self.model.utility_of[self.class_of]


@dataclass(frozen=True, slots=True, eq=False)
class Redacted:
    """The filings of a trial as attackers see them, and the cost; [document] each.

    `kept` is the share of all word occurrences that stay, `types` and `tokens` the shares of distinct content words
    and of their occurrences that are removed. `gap` is that of the program, NaN if none was solved: such a filing
    is shown unredacted. `seconds` is the time for a program, from building it to whole words.
    """

    shown: Counts
    kept: Floats
    types: Floats
    tokens: Floats
    gap: Floats
    seconds: Floats

    @property
    def unsolved(self) -> int:
        """Return the number of filings that no program could hide."""
        return int(np.isnan(self.gap).sum())


@dataclass(frozen=True, slots=True, eq=False)
class AttackOutcome:
    """The results of one attacker on the filings that one way has redacted at `k`."""

    way: Way
    k: int
    attacker: str
    industry: Guessed
    sector: Guessed
    redacted: Redacted


def by_time(folder: Path) -> HidingTask:
    """Train on the years to 2014, redact the later ones; attack with the model and a held-out attacker.

    The held-out attacker has the same filings: it is Naive Bayes with 1 added to every count, over all words.
    """
    known = [each for each in filings(folder) if each.sector and each.sub_industry]
    counts = _counted(each for each in known if each.early)
    model, features = derive(counts)
    index = {client.name: number for number, client in enumerate(model.clients)}
    later = [each for each in known if not each.early and each.sub_industry in index]

    def same_model(shown: Counts) -> tuple[Floats, Floats]:
        word_counts = columns_of(shown, features.columns)
        return model.by_client.scores(word_counts), _sectors(model).scores(word_counts)

    held_out = [
        fit_linear(AttackerKind.NB, counts.word_counts, class_of, int(class_of.max()) + 1)
        for class_of in (counts.client_of, model.utility_of[counts.client_of])
    ]
    return HidingTask(
        "split by time",
        model,
        counts.words,
        tuple(each.beginning for each in later),
        np.array([index[each.sub_industry or ""] for each in later], dtype=np.int64),
        {
            "the model itself": same_model,
            "a held-out attacker": lambda shown: (held_out[0].scores(shown), held_out[1].scores(shown)),
        },
    )


def leaving_one_out(folder: Path, documents: int = LEFT_OUT) -> HidingTask:
    """Follow the paper: train on all filings, redact some; the attacker is trained on all but the redacted one.

    Features are not selected again without it. Filings that are the only one of their sub-industry are not drawn.
    """
    known = [each for each in filings(folder) if each.sector and each.sub_industry]
    counts = _counted(known)
    model, features = derive(counts)
    chosen = columns_of(counts.word_counts, features.columns)
    in_company = np.flatnonzero(np.bincount(counts.client_of)[counts.client_of] > 1)
    draw = np.random.default_rng(_SEED)
    rows = np.sort(draw.choice(in_company, min(documents, len(in_company)), replace=False))

    def without_it(shown: Counts) -> tuple[Floats, Floats]:
        word_counts = columns_of(shown, features.columns)
        industry, sector = (
            leave_one_out_scores(chosen, class_of, rows, bayes, TrainingOptions(), shown=word_counts)
            for class_of, bayes in (
                (counts.client_of, model.by_client),
                (model.utility_of[counts.client_of], _sectors(model)),
            )
        )
        return industry, sector

    return HidingTask(
        "leave one out",
        model,
        counts.words,
        tuple(known[row].beginning for row in rows.tolist()),
        counts.client_of[rows],
        {"all but it": without_it},
    )


def attack_all(
    trials: Sequence[HidingTask], ways: Sequence[Way], levels: Sequence[int], advance: Advance = silent
) -> list[list[AttackOutcome]]:
    """Redact the filings of each trial in each way at each k, and attack them; return a list for each trial."""
    total = len(trials) * len(ways) * len(levels)
    found: list[list[AttackOutcome]] = []
    done = 0
    for trial in trials:
        found.append([])
        for way, k in product(ways, levels):
            redacted = hide(trial, way, k)
            for name, attack in trial.attackers.items():
                industry, sector = attack(redacted.shown)
                guessed = Guessed(industry, trial.class_of), Guessed(sector, trial.sector_of)
                found[-1].append(AttackOutcome(way, k, name, *guessed, redacted))
            done += 1
            advance(done, total)
    return found


def hide(trial: HidingTask, way: Way, k: int) -> Redacted:
    """Redact every filing of a trial against its model only."""
    column = {word: place for place, word in enumerate(trial.words)}
    lefts: list[dict[str, int]] = []
    figures: list[tuple[float, ...]] = []
    for text, true_class in zip(trial.texts, trial.class_of.tolist(), strict=True):
        word_counts = Counter(terms(text))
        hiding = HidingProblem(
            trial.model, true_class, word_counts, count_model_words(trial.model.by_client, (text,)).scores()
        )
        began = perf_counter()
        try:
            hidden = hiding.solve(HidingGoal(k, way.objective, floor_margin=way.floor_margin, exactly=way.exactly))
            removed, gap = frozenset(hidden.words), hidden.gap
        except (InfeasibleProgram, SolverFailed):
            removed, gap = frozenset(), float("nan")
        seconds = perf_counter() - began
        left = {word: count for word, count in word_counts.items() if word not in removed}
        figures.append((*_shares(word_counts, removed), gap, seconds))
        lefts.append({word: count for word, count in left.items() if word in column})
    return Redacted(_rows(lefts, column), *np.array(figures).T)


def _shares(word_counts: Counter[str], removed: frozenset[str]) -> tuple[float, float, float]:
    """Return the share of all occurrences that stay, and of content words the types and tokens that are removed."""
    content = word_counts.keys() - stop_words()
    occurrences = sum(word_counts[word] for word in content)
    lost = sum(word_counts[word] for word in removed)
    return 1 - lost / max(word_counts.total(), 1), len(removed) / max(len(content), 1), lost / max(occurrences, 1)


def _rows(documents: Sequence[Mapping[str, int]], column: Mapping[str, int]) -> Counts:
    columns = [column[word] for each in documents for word in each]
    data = [count for each in documents for count in each.values()]
    starts = np.cumsum([0, *map(len, documents)])
    return counts_from_rows(np.array(data, np.int32), np.array(columns, np.int64), starts, len(column))


def _counted(known: Iterable[Filing]) -> TermCounts:
    return count_terms(
        CorpusDocument(each.id, each.sub_industry or "", each.sector, (each.text,)) for each in known
    )


def _sectors(model: ClientModel) -> NaiveBayes:
    if model.by_utility is None:
        raise CorpusError(
            "The filings are all of one sector, and the experiment needs two. Add filings of another sector."
        )
    return model.by_utility
