from typing import cast

import numpy as np
import pytest

from backend.blocking.attackers import NearestNeighbour
from backend.blocking.attackers.fitting import fit_attacker
from backend.blocking.attackers.kinds import AttackerKind
from backend.blocking.nearest_documents import NearestDocuments
from backend.blocking.program import relax
from backend.blocking.rounding import round_to_words
from backend.blocking.seen_features import SplitWords
from tests.blocking.attackers.corpora import corpus, sparse

LEARNT = corpus(60, 30, 4)
COLUMN = {f"w{i:02}": i for i in range(30)}
NEAREST = cast(
    "NearestNeighbour",
    fit_attacker(AttackerKind.NEAREST_NEIGHBOUR, LEARNT.counts, LEARNT.class_of, LEARNT.classes),
)
ASKED = corpus(12, 30, 4, seed=5)


def said_in(place, keep=frozenset()):
    document = ASKED.counts[[place]].toarray()[0]
    spoken = {word: int(document[i]) for word, i in COLUMN.items() if document[i]}
    return SplitWords.of(spoken, [COLUMN.keys()], keep)


def likeness(said, stays):
    """How like each known document what stays is, [document], straight from the vectors."""
    left = np.zeros(30)
    spoken = dict(said.stays) | {
        word: int(count) for word, count, stay in zip(said.words, said.counts, stays, strict=True) if stay
    }
    for word, count in spoken.items():
        left[COLUMN[word]] = (1 + np.log(count)) * NEAREST.idf[COLUMN[word]]
    return NEAREST.documents @ left


@pytest.mark.parametrize("true", range(4))
def test_sums_over_the_words_are_the_likeness_of_the_nearest_documents(true):
    said = said_in(true, keep=frozenset({"w00", "w07"}))
    near = NearestDocuments.of(NEAREST, said.as_features(COLUMN), true)
    alike = likeness(said, np.ones(len(said.words), bool))
    for each in range(4):
        wanted = 8 if each == true else 1
        nearest = np.sort(alike[NEAREST.class_of == each])[::-1][:wanted]
        found = (near.alike.sum(axis=1) + near.fixed)[near.class_of == each]
        assert np.sort(found)[::-1] == pytest.approx(nearest)


@pytest.mark.parametrize("place", range(12))
def test_when_the_rows_hold_the_nearest_document_is_a_rivals(place):
    true = int(ASKED.class_of[place])
    said = said_in(place)
    rivals = np.delete(np.arange(4), true)
    near = NearestDocuments.of(NEAREST, said.as_features(COLUMN), true)
    rows = near.rows(rivals, 0.0)
    values = said.counts.astype(float)
    stays = round_to_words(values, rows, relax(values, rows))
    alike = likeness(said, stays)
    # Only eight own documents have rows; they are those that mattered.
    assert alike[NEAREST.class_of != true].max() > alike[NEAREST.class_of == true].max()
    left = np.zeros(30, dtype=np.int32)
    for word, count, stay in zip(said.words, said.counts, stays, strict=True):
        left[COLUMN[word]] = count * stay
    scores = NEAREST.scores(sparse([left]))[0]
    assert (scores > scores[true]).any()


def test_rows_by_hand():
    # Two documents of the true class 0, one each of 1 and 2, over three words.
    alike = np.array([[1, 0, 0], [0.6, 0.8, 0], [0, 1, 0], [0, 0, 1]])
    near = NearestDocuments(0, alike, np.zeros(4), np.array([0, 0, 1, 2]))
    rows = near.rows(np.array([1, 2]), 0.0)
    # Both rivals' documents are as like (1); the first stands for them: own less theirs, in steps of the largest.
    assert rows.coefficients == pytest.approx(np.array([[1, -1, 0], [0.6, -0.2, 0]]))
    assert rows.bounds == pytest.approx([-1e-4, -1e-4])
    wary = near.rows(np.array([1, 2]), 0.5)
    assert wary.coefficients == pytest.approx(np.array([[1.5, -0.5, 0], [0.9, -0.1, 0]]))
    assert near.rows(np.array([2]), 0.0).coefficients == pytest.approx(np.array([[1, 0, -1], [0.6, 0.8, -1]]))


def test_each_rival_is_represented_by_its_most_similar_document():
    near = NearestDocuments(
        0, np.array([[0.5, 0.5], [0.1, 0.3], [0.0, 0.2]]), np.array([0, 0, 0.3]), np.array([0, 1, 2])
    )
    # .1 + .3 against .2 + .3: the second rival's, although less of it may go.
    rows = near.rows(np.array([1, 2]), 0.0)
    assert rows.coefficients == pytest.approx(np.array([[0.5, 0.3]]) / 0.5)
    assert rows.bounds == pytest.approx([0.3 / 0.5 - 1e-4])


def test_without_rivals_or_own_documents_there_are_no_rows():
    near = NearestDocuments(0, np.ones((2, 3)), np.zeros(2), np.array([0, 1]))
    assert near.rows(np.array([2]), 0.0).coefficients.shape == (0, 3)
    stranger = NearestDocuments(3, np.ones((2, 3)), np.zeros(2), np.array([0, 1]))
    assert stranger.rows(np.array([1]), 0.0).bounds.shape == (0,)
