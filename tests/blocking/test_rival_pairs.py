from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from backend.blocking.attackers.fitting import fit_linear
from backend.blocking.attackers.kinds import AttackerKind
from backend.blocking.contests import ClassMargins, LinearNaiveBayes
from backend.blocking.seen_features import SplitWords
from backend.learning.naive_bayes import NaiveBayes
from tests.blocking.attackers.corpora import corpus, sparse
from tests.blocking.models import WORDS, cases


def test_words_split_into_those_that_may_go_and_those_that_stay():
    known = [{"till", "loan", "the", "kept"}, {"aisle"}]
    said = SplitWords.of({"till": 2, "aisle": 1, "the": 9, "kept": 4, "unheard": 3}, known, frozenset({"kept"}))
    assert said.words == ("aisle", "till")
    assert said.counts.tolist() == [1, 2]
    assert said.stays == {"the": 9, "kept": 4, "unheard": 3}


def test_words_are_looked_up_as_a_classifier_numbers_them():
    said = SplitWords.of({"aisle": 1, "loan": 5, "till": 2, "the": 9}, [{"till", "loan", "aisle"}], frozenset())
    places, columns = said.looked_up({"till": 0, "aisle": 7})
    assert dict(zip([said.words[place] for place in places], columns.tolist(), strict=True)) == {
        "till": 0,
        "aisle": 7,
    }
    seen = said.as_features({"the": 3, "till": 0})
    assert sorted(zip(seen.columns.tolist(), seen.counts.tolist(), strict=True)) == [(0, 2), (3, 9)]


def said_in(case, keep=frozenset()):
    spoken = {word: count for word, count in zip(WORDS, case.said, strict=True) if count}
    return SplitWords.of(spoken, [frozenset(WORDS)], keep)


@given(cases, st.sets(st.sampled_from(WORDS)), st.sets(st.sampled_from(WORDS)), st.data())
def test_leads_are_differences_of_scores_whatever_stays_and_whatever_cannot_go(case, suppressed, keep, data):
    true = data.draw(st.integers(0, len(case.class_counts) - 1))
    said = said_in(case, keep)
    contest = ClassMargins.of(
        "model", LinearNaiveBayes(case.model, true), said.as_features(case.model.column), true
    )
    stays = np.array([word not in suppressed for word in said.words], dtype=float)
    scores = case.evidence.without(suppressed - keep).scores()
    assert contest.leads(stays) == pytest.approx(scores[true] - scores, abs=1e-9)


def test_priors_count_and_cannot_be_suppressed():
    model = NaiveBayes(("a", "b"), ("till",), np.log([[0.5], [0.5]]), np.log([0.9, 0.1]))
    said = SplitWords.of({"till": 3}, [{"till"}], frozenset())
    contest = ClassMargins.of("model", LinearNaiveBayes(model, 0), said.as_features(model.column), 0)
    # The word speaks for neither, so the prior's odds of 9 to 1 are all.
    assert contest.leads(np.ones(1)) == pytest.approx([0, np.log(9)])
    assert contest.leads(np.zeros(1)) == pytest.approx([0, np.log(9)])


@pytest.mark.parametrize(
    "kind", [AttackerKind.NB, AttackerKind.NB_BINARY, AttackerKind.COMPLEMENT_NB, AttackerKind.RIDGE], ids=str
)
def test_a_linear_attacker_makes_a_contest_of_its_scores(kind):
    learnt = corpus(40, 25, 5)
    attacker = fit_linear(kind, learnt.counts, learnt.class_of, learnt.classes)
    column = {f"w{i:02}": i for i in range(25)}
    document = learnt.counts[[3]].toarray()[0]
    spoken = {word: int(document[i]) for word, i in column.items() if document[i]}
    said = SplitWords.of(spoken, [column.keys()], frozenset({"w01"}))
    contest = ClassMargins.of("attacker", attacker, said.as_features(column), 3)
    scores = attacker.scores(sparse([document]))[0]
    # Scores are known up to a factor (the length of what is asked), so both are compared in steps of the greatest.
    leads, expected = contest.leads(np.ones(len(said.words))), scores[3] - scores
    assert leads / np.abs(leads).max() == pytest.approx(expected / np.abs(expected).max(), abs=1e-9)


@dataclass(frozen=True)
class Knapsack:
    lead: np.ndarray
    fixed: float
    occurrences: np.ndarray

    @property
    def contest(self):
        lead = np.column_stack((np.zeros(len(self.lead)), self.lead))
        return ClassMargins("model", 0, lead, np.array([0.0, self.fixed]))

    @property
    def cheapest(self):
        """The program of eq. 2 with one rival, by SciPy: as few occurrences gone as the rival's lead needs."""
        if not len(self.lead):
            return 0.0 if self.fixed <= 0 else np.inf
        found = linprog(self.occurrences, A_ub=[-self.lead], b_ub=[-(self.fixed + self.lead.sum())], bounds=(0, 1))
        return found.fun if found.status == 0 else np.inf


_words = st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 6)), max_size=8)
knapsacks = st.builds(
    lambda words, fixed: Knapsack(
        np.array([lead for lead, _ in words], float), float(fixed), np.array([count for _, count in words], int)
    ),
    _words,
    st.integers(-9, 9),
)


@given(knapsacks)
def test_the_price_of_a_rival_is_the_optimum_of_the_program_with_its_row_alone(drawn):
    (price,) = drawn.contest.prices(drawn.occurrences, np.array([1]))
    assert price == pytest.approx(drawn.cheapest, abs=1e-7)


def test_prices_by_hand():
    # "till" leads by 6 with 2 occurrences, "loan" by 4 with 4, "rate" holds the rival 1 ahead: 9 in all.
    lead = np.array([[0, 6, 6], [0, 4, 0], [0, -1, 0]], dtype=float)
    contest = ClassMargins("model", 0, lead, np.array([0.0, 0.0, 9.0]))
    # All of "till" (2), then 3 of the 4 nats of "loan" (3 of 4 occurrences). The other rival stays 9 behind.
    assert contest.prices(np.array([2, 4, 1]), np.array([1, 2])).tolist() == [5, np.inf]
    # Another nat ahead: all of "loan". Two more would be out of reach.
    assert contest.prices(np.array([2, 4, 1]), np.array([1]), 1.0).tolist() == [6]
    assert contest.prices(np.array([2, 4, 1]), np.array([1]), 3.0).tolist() == [np.inf]


def test_the_scale_is_the_largest_step_of_a_word_and_never_zero():
    assert ClassMargins("model", 0, np.array([[0, -3.0], [0, 2.0]]), np.zeros(2)).scale == 3
    assert ClassMargins("model", 0, np.zeros((2, 2)), np.zeros(2)).scale == 1
    assert ClassMargins("model", 0, np.zeros((0, 2)), np.zeros(2)).scale == 1
