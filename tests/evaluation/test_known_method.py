"""Readers who know the method: what they answer, by hand."""

import numpy as np
import pytest

from backend.blocking.confusability import count_model_words
from backend.evaluation.known_method import READERS, Release, fixed_answer, scores_of


def release(company, place):
    return Release(company, 0, -np.arange(12.0), place, 1.0)


def test_the_fixed_rank_is_chosen_on_the_releases_of_other_companies():
    """A's releases stand at 4 and B's at 6: each is answered with the rank of the other, and both are wrong."""
    assert fixed_answer([release("A", 4), release("A", 4), release("B", 6)]) == 0
    assert fixed_answer([release("A", 4), release("B", 4), release("C", 6)]) == pytest.approx(2 / 3)


def test_readers_find_a_client_that_others_were_lifted_over():
    """Six clients within half a nat, the last of which is the seventh; then nobody for 20 nats."""
    scores = np.array([0, -9, -9.1, -9.2, -9.3, -9.4, -9.5, -30, -31, -32, -33, -34])
    named = {name: place(scores) for name, place in READERS.items()}
    assert named.pop("smallest step from the one ahead") in (4, 5, 6)
    assert {named.pop(f"first within {nats} of the last") for nats in ("1 nat", "3 nats")} == {7}
    assert set(named.values()) == {6}


def test_scores_are_those_of_the_model(sample_model):
    text = "The bank's loans, the branch and the wholesale market in mortgage lending; a harbour."
    found = np.array(list(scores_of(sample_model, text).values()))
    model = count_model_words(sample_model.by_client, [text]).scores()
    assert found - found.max() == pytest.approx(model - model.max())
