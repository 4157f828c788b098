"""Documents so small that every choice of words can be tried, as programs see them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from hypothesis import strategies as st

from backend.blocking.contests import ClassMargins, LinearNaiveBayes
from backend.blocking.k_redactor import Program
from backend.blocking.seen_features import SplitWords
from backend.learning.naive_bayes import NaiveBayes
from tests.blocking.models import WORDS, Case, cases

AHEAD = 1e-3
"""The lead in nats that the program asks for."""


@dataclass(frozen=True)
class Task:
    """A document of one client, to be hidden at some k; clients alternate between two utility classes."""

    case: Case
    true: int
    k: int

    @cached_property
    def said(self):
        spoken = {word: count for word, count in zip(WORDS, self.case.said, strict=True) if count}
        return SplitWords.of(spoken, [frozenset(WORDS)], frozenset())

    @cached_property
    def utility_model(self):
        sums = [np.array(self.case.class_counts[half::2], dtype=float).sum(axis=0) for half in (0, 1)]
        return NaiveBayes.from_counts(("even", "odd"), WORDS, np.array(sums), alpha=1.0)

    def contest(self, model, true, name="model"):
        return ClassMargins.of(name, LinearNaiveBayes(model, true), self.said.as_features(model.column), true)

    def program(self, *attackers, floor=False, **options):
        utility = self.contest(self.utility_model, self.true % 2) if floor else None
        model = self.contest(self.case.model, self.true)
        values = self.said.counts.astype(float)
        return Program(self.k, values, self.said.counts, (model, *attackers), utility=utility, **options)

    def leads(self, stays, model=None, true=None):
        """By how much each class is ahead of the true one, [class], added up word by word."""
        model, true = model or self.case.model, self.true if true is None else true
        leads = []
        for spoken in model.log_likelihood:
            sum_ = 0.0
            for word, count, stay in zip(self.said.words, self.said.counts.tolist(), stays, strict=True):
                if stay:
                    column = model.column[word]
                    sum_ += count * (spoken[column] - model.log_likelihood[true][column])
            leads.append(sum_)
        return np.array(leads)

    def best(self, rivals, *, exactly=False, floor=False):
        """The most occurrences that can stay, by trying all subsets; None when no subset will do."""
        kept = []
        for number in range(2 ** len(self.said.words)):
            stays = np.array([number >> place & 1 for place in range(len(self.said.words))], dtype=bool)
            leads = self.leads(stays)
            others = np.setdiff1d(np.arange(len(leads)), [*rivals, self.true])
            holds = (leads[rivals] >= AHEAD).all() and not (exactly and (leads[others] > -AHEAD).any())
            if floor:
                holds = holds and (np.delete(self.utility_leads(stays), self.true % 2) <= -AHEAD).all()
            if holds:
                kept.append(int(self.said.counts[stays].sum()))
        return max(kept, default=None)

    def utility_leads(self, stays):
        return self.leads(stays, self.utility_model, self.true % 2)

    def exact_k(self, solution):
        gone = {word for word, stay in zip(self.said.words, solution.stays, strict=True) if not stay}
        return self.case.exact_k(self.true, gone)

    def kept(self, solution):
        return int(self.said.counts[solution.stays].sum())


@st.composite
def tasks(draw, min_k=2):
    case = draw(cases)
    classes = len(case.class_counts)
    return Task(case, draw(st.integers(0, classes - 1)), draw(st.integers(min(min_k, classes), classes)))


def attacker(task, alpha):
    counts = np.array(task.case.class_counts, dtype=float)
    classes = task.case.model.classes
    return NaiveBayes.from_counts(classes, WORDS, counts, alpha=alpha)


def lines(*leads, fixed):
    """A contest of class 0 against one other, with these leads of the words."""
    lead = np.column_stack((np.zeros(len(leads)), np.array(leads, dtype=float)))
    return ClassMargins("model", 0, lead, np.array([0.0, fixed]))
