from itertools import pairwise
from math import fsum, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.blocking.confusability import ModelWordCounts
from backend.blocking.simple_redactor import simple_levels
from backend.errors import ImpossibleK, InvalidRequest
from backend.learning.naive_bayes import NaiveBayes
from tests.blocking.models import WORDS, Case, cases

# Powers of two, so that every sum can be done by head in units of log 2:
#              cash  hyper  loan  till
# Alder          -3     -1    -3    -2
# Birch          -2     -3    -3    -1
# Cedar          -2     -3    -1    -3
HALVINGS = np.array([[3.0, 1, 3, 2], [2, 3, 3, 1], [2, 3, 1, 3]])
MODEL = NaiveBayes(
    ("Alder", "Birch", "Cedar"), ("cash", "hyper", "loan", "till"), -log(2) * HALVINGS, np.full(3, -log(3))
)


def said(**counts: int) -> ModelWordCounts:
    columns = sorted(MODEL.column[word] for word in counts)
    return ModelWordCounts(MODEL, np.array(columns), np.array([counts[MODEL.vocabulary[i]] for i in columns]))


def metrics(level) -> dict[str, object]:
    """In units of log 2."""
    return {each.word: pytest.approx(each.metric / log(2)) for each in level.suppressed}


def test_three_classes_by_hand():
    """Alder -3-3-3-8 = -17, Birch -2-9-3-4 = -18, Cedar -2-9-1-12 = -24: the rivals are Birch, then Cedar.

    k = 2: m = 1/2 (A-B): hyper 1, loan 0, cash -1/2, till -1/2. Without hyper: -14, -9, -15, so Birch leads.
    k = 3: m = 1/3 [(A-B) + (A-C)]: hyper 4/3, till 0, cash -2/3, loan -2/3. Without hyper only Birch leads;
    without till too: -6, -5, -3, so both lead.
    """
    document = said(cash=1, hyper=3, loan=1, till=4)
    one, two, three = simple_levels(document, 0, 3, nested=False)
    assert (one.words, one.k_reached, one.reached) == ((), 1, True)
    assert (two.k_reached, two.reached, metrics(two)) == (2, True, {"hyper": 1})
    assert (three.k_reached, three.reached, metrics(three)) == (3, True, {"hyper": 4 / 3, "till": 0})
    assert [each.word for each in two.near_misses] == ["loan", "cash", "till"]
    assert [each.word for each in three.near_misses] == ["cash", "loan"]
    assert (two.rivals, three.rivals) == ((1,), (1, 2))


def test_a_list_that_runs_out_is_cut_where_most_classes_lead():
    """Alder -3-3-8 = -14, Birch -9-3-4 = -16, Cedar -9-1-12 = -22; at k = 3 the order is hyper, till, loan.

    Without hyper: -11, -7, -13: one leads. Without till too: -3, -3, -1: one leads, one ties. Then nothing is left.
    """
    three = simple_levels(said(hyper=3, loan=1, till=4), 0, 3, nested=False)[2]
    assert (three.words, three.k_reached, three.reached) == (("hyper",), 2, False)


def test_a_document_that_seems_to_be_of_others_needs_nothing():
    two, three = simple_levels(said(loan=1, till=4), 0, 3, nested=False)[1:]
    # Alder -11, Birch -7, Cedar -13.
    assert (two.words, two.k_reached) == ((), 2)
    assert three.k_reached < 3


def test_the_list_is_ranked_on_the_original_and_cut_for_what_remains():
    # With "hyper" gone already (a name, say), Birch leads; the rival of k = 2 is still that of the original.
    two = simple_levels(
        said(cash=1, hyper=3, loan=1, till=4), 0, 2, nested=False, remaining=said(cash=1, loan=1, till=4)
    )[1]
    assert (two.words, two.k_reached, two.rivals) == ((), 2, (1,))


def test_priors_weigh_the_rivals():
    """With priors 1/2, 1/8, 3/8 the weights at k = 3 are those very priors: m(hyper) = (1/8 + 3/8) * 2 = 1."""
    prior = np.log([1 / 2, 1 / 8, 3 / 8])
    model = NaiveBayes(MODEL.classes, MODEL.vocabulary, MODEL.log_likelihood, prior)
    seen = said(hyper=3)
    three = simple_levels(ModelWordCounts(model, seen.features, seen.counts), 0, 3, nested=False)[2]
    ranked = three.suppressed + three.near_misses
    assert ranked[0].metric / log(2) == pytest.approx(1)


def test_k_beyond_the_clients_names_the_largest_that_is_possible():
    with pytest.raises(ImpossibleK, match=r"and the model has 2\. Lower k to 3\."):
        simple_levels(said(hyper=1), 0, 4, nested=False)
    with pytest.raises(InvalidRequest, match="1 or more"):
        simple_levels(said(hyper=1), 0, 0, nested=False)


def literal_level(case: Case, client: int, k: int, keep: set[str]) -> tuple[list[str], int]:
    """The paper, word by word and class by class."""
    model = case.model

    def log_p(word, c):
        return model.log_likelihood[c][WORDS.index(word)]

    def lead(suppressed):
        return case.exact_k(client, set(suppressed)) - 1

    others = [c for c in range(len(model.classes)) if c != client]
    whole = {
        c: fsum(n * log_p(word, c) for word, n in zip(WORDS, case.said, strict=True))
        for c in range(len(model.classes))
    }
    rivals = sorted(others, key=lambda c: (-round(whole[c], 9), c))[: k - 1]

    def metric(word):
        return fsum((log_p(word, client) - log_p(word, c)) / k for c in rivals)

    present = [word for word, n in zip(WORDS, case.said, strict=True) if n and word not in keep]
    order = sorted(present, key=lambda word: (-round(metric(word), 10), word))
    prefixes = [order[:length] for length in range(len(order) + 1)]
    for prefix in prefixes:
        if lead(prefix) >= k - 1:
            return prefix, 1 + lead(prefix)
    best = max(prefixes, key=lead)
    return best, 1 + lead(best)


@settings(max_examples=300)
@given(cases, st.data(), st.sets(st.sampled_from(WORDS), max_size=2))
def test_levels_are_those_of_the_literal_algorithm(case, data, keep):
    client = data.draw(st.integers(0, len(case.class_counts) - 1))
    found = simple_levels(case.evidence, client, len(case.class_counts), nested=False, keep=keep)
    for level in found[1:]:
        words, reached = literal_level(case, client, level.k, keep)
        assert (list(level.words), level.k_reached) == (words, reached)


@given(cases, st.data(), st.booleans(), st.sets(st.sampled_from(WORDS), max_size=2))
def test_a_level_that_claims_k_holds_it(case, data, nested, keep):
    client = data.draw(st.integers(0, len(case.class_counts) - 1))
    for level in simple_levels(case.evidence, client, len(case.class_counts), nested=nested, keep=keep):
        assert level.k_reached == case.exact_k(client, set(level.words))
        assert level.reached == (level.k_reached >= level.k)
        assert not keep & set(level.words)
        assert len(set(level.words)) == len(level.words)


@given(cases, st.data())
def test_nested_levels_only_add(case, data):
    client = data.draw(st.integers(0, len(case.class_counts) - 1))
    found = simple_levels(case.evidence, client, len(case.class_counts), nested=True)
    for lower, higher in pairwise(found):
        assert higher.suppressed[: len(lower.suppressed)] == lower.suppressed


def test_a_long_document_is_searched_beyond_the_first_words():
    """200 words that speak for Alder, each once, and 70 of Birch: 131 must go until Birch is ahead by one."""
    words = tuple(f"w{i:03}" for i in range(270))
    counts = np.ones((2, 270))
    counts[0, :200] = 2
    counts[1, 200:] = 2
    # Every Alder word is likelier for Alder by one and the same factor, every Birch word for Birch.
    log_likelihood = np.log(counts) - np.log(1000)
    model = NaiveBayes(("Alder", "Birch"), words, log_likelihood, np.log([0.5, 0.5]))
    two = simple_levels(ModelWordCounts(model, np.arange(270), np.ones(270, int)), 0, 2, nested=False)[1]
    assert two.words == words[:131]
    assert two.k_reached == 2
