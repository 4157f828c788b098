"""Reasons: every number in them is recounted here by other means."""

from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.blocking import reasons
from backend.blocking.confusability import ModelWordCounts
from backend.blocking.simple_redactor import simple_levels
from backend.learning.naive_bayes import NaiveBayes
from backend.messages.reasons import MAX_TIMES, LikelierThan, TermCouldGo, TermHidesClient
from backend.reporting.command_line import COMMAND_LINE
from tests.blocking.models import WORDS, cases
from tests.blocking.test_simple_redactor import MODEL, said


def case(seen, words, k, client=0, name_of=MODEL.classes.__getitem__):
    return reasons.LevelExplanation.of(seen, seen, client, tuple(words), k, name_of)


def hides(likelier, level, k, without, *, less_likely=False):
    return TermHidesClient(likelier, less_likely, level, k, without, "same")


def test_the_reason_names_the_nearest_rival_that_the_word_sets_apart():
    """Alder -3-3-3-8 = -17, Birch -18, Cedar -24. Of hyper Alder is 2^2 times likelier than either; of till half
    as likely as Birch and twice as likely as Cedar.

    With hyper and till gone: -6, -5, -3, so k = 3. With hyper back: -9, -14, -12: k = 1. With till back, and hyper
    gone: -14, -9, -15: only Birch leads, k = 2.
    """
    three = case(said(cash=1, hyper=3, loan=1, till=4), ("hyper", "till"), 3)
    found = three.why_gone([("hyper",), ("till",)])
    assert found == [
        hides(LikelierThan("Birch", 4.0), None, 3, 1),
        hides(LikelierThan("Cedar", 2.0), None, 3, 2),
    ]
    assert COMMAND_LINE(found[0]) == (
        "4 times likelier for this client than for Birch; if it is kept, level 1 is reached, not 3"
    )


def test_a_phrase_is_argued_as_a_whole():
    """Both words: 2^2 * 2^-1 = 2 times Birch's; with all of them back nobody leads."""
    three = case(said(cash=1, hyper=3, loan=1, till=4), ("hyper", "till"), 3)
    assert three.why_gone([("hyper", "till")], level=True) == [hides(LikelierThan("Birch", 2.0), 3, 3, 1)]


def test_names_that_a_reader_may_not_see_are_masked():
    masked = case(said(cash=1, hyper=3, loan=1, till=4), ("hyper",), 2, name_of={1: "another client"}.__getitem__)
    (reason,) = masked.why_gone([("hyper",)])
    assert reason.likelier == LikelierThan("another client", 4.0)


def test_a_word_that_k_does_not_need_says_so():
    """Without loan and till: Alder -3-1 = -4, Birch -2-3 = -5: k = 1 by no lead, whatever loan does.

    Without hyper, k = 2: Alder -3-3-2 = -8, Birch -2-3-1 = -6, Cedar -2-1-3 = -6. With loan gone too: Alder -5,
    Birch -3, Cedar -5: Birch still leads by 2, Cedar ties.
    """
    assert case(said(cash=1, hyper=1), ("cash",), 2).why_gone([("cash",)]) == [
        hides(None, None, 1, 1, less_likely=True)
    ]
    two = case(said(cash=1, hyper=1, loan=1, till=1), ("hyper",), 2)
    assert two.why_near([("loan",)]) == [TermCouldGo(None, less_likely=False, k=3, k_with=2, lead="same")]


def test_leads_grow_and_shrink():
    """Without hyper: Alder -3-2 = -5, Birch -2-1 = -3, Cedar -2-3 = -5: k = 2 by 2.

    Without cash too: -2, -1, -3: k = 2 by 1. With hyper back: -6, -6, -8: a tie, which never counts for us.
    """
    two = case(said(cash=1, hyper=1, till=1), ("hyper",), 2)
    assert two.why_near([("cash",)]) == [TermCouldGo(None, less_likely=True, k=2, k_with=2, lead="smaller")]
    assert two.why_gone([("hyper",)]) == [hides(LikelierThan("Birch", 4.0), None, 2, 1)]


@pytest.mark.parametrize(("ratio", "spelled"), [(1.26, "1.3"), (9.94, "9.9"), (13.6, "14"), (1e5, "over 1,000")])
def test_ratios_are_worded_as_people_would(ratio, spelled):
    odds = np.array([[ratio / (1 + ratio), 1 / (1 + ratio)], [1 / (1 + ratio), ratio / (1 + ratio)]])
    model = NaiveBayes(("Alder", "Birch"), ("a", "b"), np.log(odds), np.log([0.5, 0.5]))
    seen = ModelWordCounts(model, np.array([0]), np.array([1]))
    (reason,) = case(seen, ("a",), 2).why_gone([("a",)])
    assert COMMAND_LINE(reason).startswith(f"{spelled} times likelier for this client than for Birch;")


def test_a_word_that_rivals_never_say_has_a_ratio_all_the_same():
    model = NaiveBayes(("Alder", "Birch"), ("a",), np.array([[0.0], [-5000.0]]), np.log([0.5, 0.5]))
    seen = ModelWordCounts(model, np.array([0]), np.array([1]))
    (reason,) = case(seen, ("a",), 2).why_gone([("a",)])
    assert reason.likelier == LikelierThan("Birch", MAX_TIMES)


@settings(max_examples=300)
@given(cases, st.data(), st.booleans())
def test_every_consequence_is_what_taking_the_word_back_comes_to(case_drawn, data, nested):
    """Recounted with products of fractions, for suppressed words, for pairs of them, and for words that stay."""
    client = data.draw(st.integers(0, len(case_drawn.class_counts) - 1))
    seen = case_drawn.evidence
    for level in simple_levels(seen, client, len(case_drawn.class_counts), nested=nested)[1:]:
        argued = case(seen, level.words, level.k, client, str)
        gone = set(level.words)
        terms = [(word,) for word in level.words] + ([level.words[:2]] if len(level.words) > 1 else [])
        for term, reason in zip(terms, argued.why_gone(terms), strict=True):
            assert (reason.k, reason.k_without) == (
                level.k_reached,
                case_drawn.exact_k(client, gone - set(term)),
            )
        left = argued.next_words(frozenset(), len(WORDS))
        for word, reason in zip(left, argued.why_near([(word,) for word in left]), strict=True):
            assert (reason.k, reason.k_with) == (level.k_reached, case_drawn.exact_k(client, {*gone, word}))


@given(cases, st.data())
def test_ratios_and_metrics_are_those_of_the_model(case_drawn, data):
    """One word and one rival at a time: the ratio is against the nearest rival it sets apart, the mean of the log
    ratios is (with one prior for all) in proportion to the metric."""
    client = data.draw(st.integers(0, len(case_drawn.class_counts) - 1))
    level = simple_levels(case_drawn.evidence, client, len(case_drawn.class_counts), nested=False)[-1]
    argued = case(case_drawn.evidence, level.words, level.k, client, lambda index: f"class {index}")
    assert argued.rivals.tolist() == list(level.rivals)
    assert argued.metric(level.words).tolist() == pytest.approx([each.metric for each in level.suppressed])
    spoken = case_drawn.model.log_likelihood
    for word, reason in zip(level.words, argued.why_gone([(word,) for word in level.words]), strict=True):
        apart = [spoken[client, WORDS.index(word)] - spoken[rival, WORDS.index(word)] for rival in level.rivals]
        telling = [rival for rival, nats in zip(level.rivals, apart, strict=True) if nats > log(1.05)]
        assert (reason.likelier is not None) == bool(telling)
        if telling:
            assert reason.likelier.rival == f"class {telling[0]}"
            assert reason.likelier.times == pytest.approx(
                exp(apart[list(level.rivals).index(telling[0])]), rel=0.06
            )


@given(cases, st.data(), st.sets(st.sampled_from(WORDS), max_size=2))
def test_the_next_words_are_those_that_the_search_would_select_next(case_drawn, data, keep):
    """The words that are left, in the order of the metric; equal ones in their own order."""
    client = data.draw(st.integers(0, len(case_drawn.class_counts) - 1))
    seen = case_drawn.evidence
    for level in simple_levels(seen, client, len(case_drawn.class_counts), nested=False, keep=keep)[1:]:
        following = case(seen, level.words, level.k, client, str).next_words(frozenset(keep), 10)
        assert following == tuple(each.word for each in level.near_misses)
