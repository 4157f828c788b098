"""Measure how well each protection level protects against held-out attackers, on held-out documents.

One document of each client is held out, and the others are split into two halves. The model and the known attackers
are trained on the first half. Held-out attackers (of other kinds) are trained on the first half too, or on the
second half, which has none of the model's documents. Then all of them are given the redacted held-out documents.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

import numpy as np

from backend.blocking.attackers import LinearAttacker, fit_linear, sample_documents
from backend.blocking.confusability import k_reached
from backend.blocking.hiding_program import HidingGoal, HidingProblem
from backend.blocking.industries import needed_to_keep
from backend.blocking.known_attackers import (
    KEPT_OUT,
    LADDER,
    SELDOM,
    AttackResults,
    Defence,
    MeasuredProtection,
    ProtectionLevel,
)
from backend.blocking.objectives import Objective
from backend.blocking.trained_defence import train_defence
from backend.document.forms import words_of
from backend.document.tokens import terms
from backend.errors import CorpusError, InfeasibleProgram, SolverFailed
from backend.learning.arrays import Integers, columns_of, counts_from_rows
from backend.learning.counts import TermCounts
from backend.learning.features import stop_words
from backend.learning.model import ClientModel, TrainingOptions
from backend.learning.train import derive

_HELD_OUT, _SAME, _OTHERS = range(3)
"""The parts of the documents: hidden, read by the model and some strangers, read by other strangers."""

_NEEDED = 3
"""Documents of a client, so that each part has one; and clients, so that there is somebody to name."""

_DOCUMENTS = 24
_STRANGERS_LEARN_FROM = 600
_K = 5
_LENGTH = 1_200
"""Words, as many as 8,000 characters hold: longer documents are thinned out to as many."""


def measure_protection(
    counts: TermCounts, options: TrainingOptions = TrainingOptions(), *, everything: bool = True
) -> tuple[MeasuredProtection, ...]:
    """Measure each level of LADDER; return nothing if fewer than three clients have three documents each.

    Without `everything` it stops at the first level at which held-out attackers seldom name the client. This is the
    level that `Defence.hardness` returns by default.
    """
    folds = _Folds.of(counts)
    if folds is None:
        return ()
    known = folds.part(_SAME)
    try:
        model, _ = derive(known, options)
    except CorpusError:
        return ()
    defence = train_defence(known)
    trials = [_HeldOutDocument(model, defence, *each) for each in folds.hidden()]
    shown = set().union(*(trial.said for trial in trials))
    same, others = folds.strangers(_SAME, shown), folds.strangers(_OTHERS, shown)
    k = min(_K, len(folds.clients))
    found = []
    for hardness in LADDER:
        found.append(_promise(hardness, k, trials, same, others))
        if not everything and found[-1].same.not_named >= SELDOM:
            break
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class _Folds:
    """The documents of clients that have three or more, split; `part_of` [document] is -1 for all others.

    Documents without words are left out, so that no part is empty.
    """

    counts: TermCounts
    clients: Integers
    part_of: Integers

    @classmethod
    def of(cls, counts: TermCounts) -> "_Folds | None":
        speaks = np.diff(counts.word_counts.indptr) > 0
        clients = np.flatnonzero(np.bincount(counts.client_of[speaks], minlength=len(counts.clients)) >= _NEEDED)
        if len(clients) < _NEEDED:
            return None
        part_of = np.full(len(counts.documents), -1, dtype=np.int64)
        shuffled = np.random.default_rng(0).permutation(len(counts.documents))
        for client in clients.tolist():
            own = shuffled[(counts.client_of[shuffled] == client) & speaks[shuffled]]
            part_of[own] = np.where(np.arange(len(own)) == 0, _HELD_OUT, _SAME + np.arange(len(own)) % 2)
        return cls(counts, clients, part_of)

    def part(self, number: int) -> TermCounts:
        """Return the counts of one part."""
        removed = np.flatnonzero(self.part_of != number).tolist()
        return self.counts.without([self.counts.documents[row] for row in removed])

    def strangers(self, number: int, shown: AbstractSet[str]) -> "_Strangers":
        """Train the held-out attackers on all words of a sample of one part; they will see the words `shown`."""
        rows = np.flatnonzero(self.part_of == number)
        class_of = np.searchsorted(self.clients, self.counts.client_of[rows])
        some = sample_documents(class_of, _STRANGERS_LEARN_FROM)
        word_counts = self.counts.word_counts[rows[some]]
        columns_shown = np.flatnonzero([word in shown for word in self.counts.words])
        # A word that none of them has read weighs nothing, and 500 clients times a million words would not fit.
        known = np.union1d(word_counts.indices, columns_shown)
        word_counts, at = columns_of(word_counts, known), np.searchsorted(known, columns_shown)
        learnt = (fit_linear(kind, word_counts, class_of[some], len(self.clients)) for kind in KEPT_OUT)
        return _Strangers(
            {self.counts.words[word]: place for place, word in enumerate(columns_shown.tolist())},
            tuple(_of_words(each, at) for each in learnt),
        )

    def hidden(self) -> Iterator[tuple[int, dict[str, int], dict[str, int]]]:
        """Return some held-out documents: the index of their client among `clients`, their words and forms.

        Of a document whose beginning is counted, only that is hidden.
        """
        rows = np.flatnonzero(self.part_of == _HELD_OUT)
        chance = np.random.default_rng(2)
        read = self.counts.beginnings if self.counts.has_beginnings else self.counts.word_counts
        for row in np.sort(chance.permutation(rows)[:_DOCUMENTS]).tolist():
            start, end = read.indptr[row : row + 2].tolist()
            columns = read.indices[start:end].tolist()
            all_counts = read.data[start:end]
            often = chance.binomial(all_counts, min(1.0, _LENGTH / max(int(all_counts.sum()), 1)))
            word_counts = {
                self.counts.words[column]: count for column, count in zip(columns, often.tolist(), strict=True)
            }
            client = int(self.counts.client_of[row])
            nameless = _nameless(word_counts, self.counts, client)
            yield int(np.searchsorted(self.clients, client)), nameless, self._forms(row, nameless)

    def _forms(self, row: int, said: Mapping[str, int]) -> dict[str, int]:
        """Return the forms of a document that has been thinned out to the words `said`, as often as those."""
        read = self.counts.form_beginnings if self.counts.has_beginnings else self.counts.form_counts
        start, end = read.indptr[row : row + 2].tolist()
        columns = read.indices[start:end].tolist()
        counts = read.data[start:end].tolist()
        found = {}
        for column, count in zip(columns, counts, strict=True):
            form = self.counts.forms[column]
            if least := min((count, *(said.get(word, 0) for word in words_of(form)))):
                found[form] = least
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Strangers:
    """Attackers that no program knows; `column` are the words that they see, all others are left out."""

    column: Mapping[str, int]
    attackers: tuple[LinearAttacker, ...]

    def ranks(self, documents: Sequence[Mapping[str, int]], true_classes: Sequence[int]) -> Integers:
        """Return the rank of each document's true class under each attacker in turn."""
        columns = np.array([self.column[word] for word_counts in documents for word in word_counts], dtype=np.int64)
        often = np.array([count for word_counts in documents for count in word_counts.values()], dtype=np.int32)
        rows = counts_from_rows(often, columns, np.cumsum([0, *map(len, documents)]), len(self.column))
        return np.array(
            [
                k_reached(scores, true_class)
                for each in self.attackers
                for scores, true_class in zip(each.scores(rows), true_classes, strict=True)
            ]
        )


def _of_words(attacker: LinearAttacker, columns: Integers) -> LinearAttacker:
    """Return the same attacker for documents with only these words."""
    idf = None if attacker.idf is None else attacker.idf[columns]
    return replace(attacker, weights=attacker.weights[:, columns], idf=idf)


def _nameless(word_counts: Mapping[str, int], counts: TermCounts, client: int) -> dict[str, int]:
    """Return the words without those of the client's names, which are always suppressed."""
    known = counts.clients[client]
    names = {word for name in (known.name, *known.aliases) for word in terms(name)} - stop_words()
    return {word: count for word, count in word_counts.items() if count and word not in names}


@dataclass(frozen=True, slots=True, eq=False)
class _HeldOutDocument:
    """A held-out document, redacted with a model and a defence that were not trained on it."""

    model: ClientModel
    defence: Defence
    client: int
    said: Mapping[str, int]
    forms: Mapping[str, int]

    def hidden(self, hardness: ProtectionLevel, k: int) -> dict[str, int]:
        """Return the words left of the document.

        Without the floor if no selection of words keeps the industry; all words if none reaches k.
        """
        # The scores of the original choose the rivals of the paper's objectives alone, so any will do.
        scores = self.model.by_client.log_prior
        hiding = HidingProblem(self.model, self.client, self.said, scores, self.defence, forms=self.forms)
        for goal in self._goals(HidingGoal(k, Objective.UNIFORM, hardness)):
            try:
                removed = set(hiding.solve(goal).words)
            except (InfeasibleProgram, SolverFailed):
                continue
            return {word: count for word, count in self.said.items() if word not in removed}
        return dict(self.said)

    def _goals(self, uniform: HidingGoal) -> tuple[HidingGoal, ...]:
        """Return the goals that a redaction tries by default: it keeps an industry that enough clients share."""
        utility_of = self.model.utility_of
        utility = int(utility_of[self.client])
        alike = np.flatnonzero(utility_of == utility)
        if self.model.by_utility is None or utility < 0 or len(alike) < needed_to_keep(uniform.k):
            return (uniform,)
        return replace(uniform, objective=Objective.FLOOR, among=tuple(alike.tolist())), uniform


def _promise(
    hardness: ProtectionLevel, k: int, trials: Sequence[_HeldOutDocument], same: _Strangers, others: _Strangers
) -> MeasuredProtection:
    left = [trial.hidden(hardness, k) for trial in trials]
    clients = [trial.client for trial in trials]
    kept = [sum(after.values()) / max(sum(each.said.values()), 1) for after, each in zip(left, trials, strict=True)]
    return MeasuredProtection(
        hardness=hardness,
        k=k,
        documents=len(trials),
        same=_odds(k, same.ranks(left, clients)),
        others=_odds(k, others.ranks(left, clients)),
        kept=float(np.mean(kept)),
    )


def _odds(k: int, ranks: Integers) -> AttackResults:
    return AttackResults(float((ranks > 1).mean()), float((ranks >= k).mean()))
