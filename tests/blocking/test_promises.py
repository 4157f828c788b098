"""What a hardness is worth before strangers: dealt fairly, and recounted with scikit-learn's own classifiers."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.svm import LinearSVC

from backend.blocking import promises as module
from backend.blocking.hiding_program import HidingGoal, HidingProblem
from backend.blocking.known_attackers import LADDER
from backend.blocking.objectives import Objective
from backend.blocking.promises import measure_protection
from backend.blocking.trained_defence import train_defence
from backend.errors import InfeasibleProgram, SolverFailed
from backend.learning.counts import count_terms
from backend.learning.train import train
from tests.learning.corpora import document
from tests.services.drawn_clients import INDUSTRY, corpus, counted

COUNTS = counted(each=5)
K = 5


@pytest.fixture(scope="module")
def measured():
    return measure_protection(COUNTS)


@pytest.fixture(scope="module")
def folds():
    return module._Folds.of(COUNTS)


def test_every_document_is_in_one_part_and_every_client_in_each(folds):
    parts = [
        {name for name, part in zip(COUNTS.documents, folds.part_of, strict=True) if part == i} for i in range(3)
    ]
    assert set().union(*parts) == set(COUNTS.documents)
    assert sum(map(len, parts)) == len(COUNTS.documents)
    for client in INDUSTRY:
        held_out, same, others = ([name for name in part if name.startswith(client)] for part in parts)
        assert (len(held_out), len(same), len(others)) == (1, 2, 2)


def test_clients_with_fewer_than_three_documents_that_speak_are_left_out():
    documents = [*corpus(each=3), *(document(f"Juniper{i}", "Juniper", "plaina plainb") for i in range(2))]
    documents += [document(f"Kauri{i}", "Kauri", "plaina plainc" if i else "") for i in range(3)]
    counts = count_terms(documents)
    folds = module._Folds.of(counts)
    assert [counts.clients[client].name for client in folds.clients] == sorted(INDUSTRY)
    gone = [name for name, part in zip(counts.documents, folds.part_of, strict=True) if part < 0]
    assert gone == ["Juniper0", "Juniper1", "Kauri0", "Kauri1", "Kauri2"]
    assert {promise.documents for promise in measure_protection(counts)} == {9}


@pytest.mark.parametrize("each", [1, 2])
def test_nothing_can_be_measured_of_clients_with_one_or_two_documents(each):
    assert measure_protection(counted(each=each)) == ()


def test_nothing_can_be_measured_where_the_first_half_says_no_word_twice():
    documents = [document(f"{who}{i}", who, f"{who}word{i}") for who in ("a", "b", "c") for i in range(3)]
    assert measure_protection(count_terms(documents)) == ()


def test_the_promises_follow_the_ladder(measured):
    assert [promise.hardness for promise in measured] == list(LADDER)
    for promise in measured:
        assert (promise.k, promise.documents) == (K, 9)
        for odds in (promise.same, promise.others):
            assert 0 <= odds.k_holds <= odds.not_named <= 1
        assert 0 < promise.kept < 1


def test_few_clients_are_promised_no_k_beyond_their_number():
    few = counted(each=4, industries=dict(list(INDUSTRY.items())[:3]))
    assert {promise.k for promise in measure_protection(few)} == {3}


def _ranks(part, hidden, truth):
    """Ranks of the true clients before SVM, logistic regression and centroids, all of scikit-learn."""
    rows, classes = part[0].toarray(), part[1]
    tfidf = TfidfTransformer(sublinear_tf=True).fit(rows)
    vectors, asked = tfidf.transform(rows), tfidf.transform(hidden)
    means = np.array([vectors.toarray()[classes == each].mean(axis=0) for each in range(9)])
    scores = [
        LinearSVC(fit_intercept=False, random_state=0).fit(vectors, classes).decision_function(asked),
        LogisticRegression(C=100, fit_intercept=False, tol=1e-8, max_iter=10_000)
        .fit(vectors, classes)
        .decision_function(asked),
        cosine_similarity(asked, means),
    ]
    return [
        1 + int((row > row[client] + 1e-6).sum())
        for each in scores
        for row, client in zip(each, truth, strict=True)
    ]


def _gone(hiding, hardness):
    """As `redact` does: no industry has the nine clients that a floor needs at k = 5."""
    gone: set[str] = set()
    with suppress(InfeasibleProgram, SolverFailed):
        gone.update(hiding.solve(HidingGoal(K, Objective.UNIFORM, hardness)).words)
    return gone


@pytest.mark.parametrize("step", [0, 2, 5])
def test_the_shares_are_those_of_scikit_learns_classifiers(measured, folds, step):
    """Only the dealing and the hiding are ours; the strangers learn, see and rank without a line of `attackers`."""
    known = folds.part(module._SAME)
    model, defence = train(known).model, train_defence(known)
    hidden, truth, kept = np.zeros((9, len(COUNTS.words)), dtype=np.int32), [], []
    for row, name in enumerate(
        name for name, part in zip(COUNTS.documents, folds.part_of, strict=True) if part == 0
    ):
        client = sorted(INDUSTRY).index(name[:-1])
        counts = COUNTS.word_counts[[COUNTS.documents.index(name)]].toarray()[0]
        said = {
            word: int(count)
            for word, count in zip(COUNTS.words, counts, strict=True)
            if count and word != name[:-1].lower()
        }
        gone = _gone(HidingProblem(model, client, said, model.by_client.log_prior, defence), LADDER[step])
        for word in said.keys() - gone:
            hidden[row, COUNTS.words.index(word)] = said[word]
        truth.append(client)
        kept.append(sum(count for word, count in said.items() if word not in gone) / sum(said.values()))
    promise = measured[step]
    assert promise.kept == pytest.approx(np.mean(kept))
    for odds, number in ((promise.same, module._SAME), (promise.others, module._OTHERS)):
        rows = np.flatnonzero(folds.part_of == number)
        ranks = _ranks((COUNTS.word_counts[rows], COUNTS.client_of[rows]), hidden, truth)
        assert odds.not_named == pytest.approx(np.mean([rank > 1 for rank in ranks]), abs=1 / 27 + 1e-9)
        assert odds.k_holds == pytest.approx(np.mean([rank >= K for rank in ranks]), abs=1 / 27 + 1e-9)


def test_names_are_no_help_to_a_stranger(folds):
    """They go whatever a program says, so they are gone before it is asked."""
    assert all(sorted(INDUSTRY)[client].lower() not in said for client, said, _ in folds.hidden())
    with_names = replace(COUNTS, clients=tuple(replace(each, aliases=("plaina the",)) for each in COUNTS.clients))
    for _, said, _ in module._Folds.of(with_names).hidden():
        assert "plaina" not in said


def test_long_documents_are_thinned_out(monkeypatch, folds):
    monkeypatch.setattr(module, "_LENGTH", 20)
    lengths = [sum(said.values()) for _, said, _ in folds.hidden()]
    assert 10 < np.mean(lengths) < 30
