"""What holds for every attacker: words add up, order does not matter, and where nothing tells nobody is named."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.blocking.attackers import (
    LINEAR,
    AttackerKind,
    LinearAttacker,
    NearestNeighbour,
    Weighting,
    fit_attacker,
    fit_linear,
    named_first,
)
from backend.blocking.confusability import TIE, k_reached
from tests.blocking.attackers.corpora import corpora, corpus, sparse

EXACT = tuple(kind for kind in AttackerKind if kind not in {AttackerKind.SVM, AttackerKind.LOGISTIC})
"""Those that learn by a formula, without rounds of a solver."""
MEDIUM = corpus(documents=120, words=300, classes=8)


def _fit(kind, learnt):
    return fit_attacker(kind, learnt.counts, learnt.class_of, learnt.classes)


@settings(max_examples=20, deadline=None)
@given(learnt=corpora(), said=st.lists(st.integers(0, 5), min_size=6, max_size=6), data=st.data())
@pytest.mark.parametrize("kind", LINEAR)
def test_words_that_stay_add_up_to_the_scores_of_what_is_left(kind, learnt, said, data):
    attacker = fit_linear(kind, learnt.counts, learnt.class_of, learnt.classes)
    words = np.flatnonzero(said)
    parts = attacker.parts(words, np.array(said)[words])
    stays = np.array(data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words))), dtype=bool)
    left = np.zeros(6, dtype=np.int32)
    left[words[stays]] = np.array(said)[words[stays]]
    assert parts.shape == (len(words), learnt.classes)
    np.testing.assert_allclose(
        attacker.bias + parts[stays].sum(axis=0), attacker.scores(sparse([left]))[0], atol=TIE / 100
    )


def test_the_nearest_neighbour_is_the_greatest_of_its_documents_sums():
    attacker = _fit(AttackerKind.NEAREST_NEIGHBOUR, MEDIUM)
    assert isinstance(attacker, NearestNeighbour)
    for row in range(5):
        asked = MEDIUM.counts[[row]]
        alike = attacker.document_parts(asked.indices.astype(np.int64), asked.data.astype(np.int64)).sum(axis=0)
        greatest = [alike[attacker.class_of == each].max() for each in range(MEDIUM.classes)]
        np.testing.assert_allclose(attacker.scores(asked)[0], greatest)


@pytest.mark.parametrize("kind", AttackerKind)
def test_the_order_of_documents_does_not_matter(kind):
    order = np.random.default_rng(7).permutation(len(MEDIUM.class_of))
    one = _fit(kind, MEDIUM).scores(MEDIUM.counts)
    other = fit_attacker(kind, MEDIUM.counts[order], MEDIUM.class_of[order], MEDIUM.classes).scores(MEDIUM.counts)
    assert np.abs(one - other).max() < (1e-9 if kind in EXACT else 2e-2) * np.abs(one).max()
    assert (one.argmax(axis=1) == other.argmax(axis=1)).mean() > 0.98


@settings(max_examples=20, deadline=None)
@given(learnt=corpora(), seed=st.integers(0, 99))
@pytest.mark.parametrize("kind", [kind for kind in EXACT if kind is not AttackerKind.NEAREST_NEIGHBOUR])
def test_the_order_of_words_does_not_matter(kind, learnt, seed):
    order = np.random.default_rng(seed).permutation(6)
    one = _fit(kind, learnt).scores(learnt.counts)
    turned = learnt.counts[:, order]
    turned.sort_indices()
    other = fit_attacker(kind, turned, learnt.class_of, learnt.classes).scores(turned)
    np.testing.assert_allclose(one, other, atol=TIE / 100)


@pytest.mark.parametrize("kind", AttackerKind)
def test_an_empty_document_names_nobody_and_ties_do_not_count_for_us(kind):
    scores = _fit(kind, MEDIUM).scores(sparse(np.zeros((1, 300))))[0]
    assert np.ptp(scores) == 0
    assert named_first(scores) is None
    assert [k_reached(scores, each) for each in range(MEDIUM.classes)] == [1] * MEDIUM.classes


@pytest.mark.parametrize("kind", EXACT)
def test_two_classes_that_say_the_same_are_never_distinguished(kind):
    learnt = sparse([[2, 1, 0], [2, 1, 0], [0, 0, 3]])
    scores = fit_attacker(kind, learnt, np.arange(3), 3).scores(sparse([[1, 1, 0]]))[0]
    assert abs(scores[0] - scores[1]) < TIE
    assert named_first(scores) is None
    assert k_reached(scores, 0) == 1


@pytest.mark.parametrize("kind", AttackerKind)
def test_a_client_whose_documents_hold_no_known_word_does_no_harm(kind):
    learnt = sparse([[2, 1, 0], [0, 0, 0], [0, 1, 3]])
    scores = fit_attacker(kind, learnt, np.arange(3), 3).scores(sparse([[2, 1, 0], [0, 1, 3]]))
    assert np.isfinite(scores).all()
    assert named_first(scores[0]) == 0


@pytest.mark.parametrize("kind", AttackerKind)
def test_many_clients_with_one_document_each_are_learnt_without_a_warning(kind):
    """Warnings are errors here, and scikit-learn takes so many classes for a regression problem."""
    learnt = corpus(documents=30, words=200, classes=30)
    scores = fit_attacker(kind, learnt.counts, learnt.class_of, learnt.classes).scores(learnt.counts)
    assert [named_first(each) for each in scores] == list(range(30))


def test_a_lead_of_rounding_is_a_tie():
    assert named_first(np.array([1.0, 1.0 + TIE / 10, 0.0])) is None
    assert named_first(np.array([1.0, 1.0 + TIE * 10, 0.0])) == 1


@pytest.mark.parametrize("kind", AttackerKind)
def test_trained_arrays_are_read_only(kind):
    attacker = _fit(kind, MEDIUM)
    assert attacker.kind is kind
    if isinstance(attacker, LinearAttacker):
        with pytest.raises(ValueError, match="read-only"):
            attacker.weights[0, 0] = 1


@pytest.mark.parametrize(
    ("counts", "class_of", "classes", "said"),
    [
        ([[1, 0]], [0], 1, "two classes"),
        ([[1, 0], [0, 1]], [0, 2], 3, "each needs a document"),
        ([[1, 0], [0, 1]], [0, 2], 2, "each needs a document"),
        ([[1, 0]], [0, 1], 2, r"\[document, word\]"),
        ([[0, 0], [0, 0]], [0, 1], 2, "no document says a word"),
    ],
)
@pytest.mark.parametrize("kind", [AttackerKind.NB, AttackerKind.NEAREST_NEIGHBOUR])
def test_invalid_training_data_is_refused(kind, counts, class_of, classes, said):
    with pytest.raises(ValueError, match=said):
        fit_attacker(kind, sparse(counts), np.array(class_of), classes)


def test_the_nearest_neighbour_is_not_linear():
    assert AttackerKind.NEAREST_NEIGHBOUR not in LINEAR
    with pytest.raises(ValueError, match="1nn is not linear"):
        fit_linear(AttackerKind.NEAREST_NEIGHBOUR, MEDIUM.counts, MEDIUM.class_of, MEDIUM.classes)


@pytest.mark.parametrize(
    ("weighting", "bias", "idf"),
    [
        (Weighting.COUNTS, np.zeros(3), None),
        (Weighting.COUNTS, np.zeros(2), np.ones(4)),
        (Weighting.SUBLINEAR_TFIDF, np.zeros(2), None),
        (Weighting.SUBLINEAR_TFIDF, np.zeros(2), np.ones(3)),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(weighting, bias, idf):
    with pytest.raises(ValueError, match=r"bias|idf"):
        LinearAttacker(AttackerKind.SVM, weighting, np.zeros((2, 4)), bias, idf)


def test_weightings_by_hand():
    counts, idf = np.array([1, 3]), np.array([2.0, 0.5])
    assert Weighting.COUNTS.values(counts).tolist() == [1, 3]
    assert Weighting.PRESENCE.values(counts).tolist() == [1, 1]
    np.testing.assert_allclose(Weighting.SUBLINEAR_TFIDF.values(counts, idf), [2, 0.5 * (1 + np.log(3))])
