"""Readers who know the method: what they answer, by hand."""

import numpy as np
import pytest

from backend.blocking.confusability import count_model_words
from backend.blocking.objectives import Objective
from backend.blocking.target_rank import RankKey
from backend.evaluation.known_method import READERS, K, Release, fixed_answer, releases, scores_of
from backend.evaluation.repeated_releases import reading_once, selector_of
from backend.services.request.request import DEFAULT_SELECTION


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


def test_releases_are_those_that_are_written_with_the_key(drawn, redactor):
    """Words are selected again for each key, and nothing of an earlier key is left."""
    filing, known = drawn[1][0], redactor.model.by_client.column
    tried = [RankKey(bytes([number]) * 32) for number in range(20)]
    keys = list({int(key.drawn(filing.company, [filing.beginning], known) * K): key for key in tried}.values())[:2]
    found = releases(redactor, [filing], keys)
    assert [each.key for each in found] == [None, 0, 1]
    for each, key in zip(found, (None, *keys), strict=True):
        written = redactor.hide(filing, K, Objective.FLOOR, robust=True, rank_key=key)
        scores = scores_of(redactor.model, written.file.content.decode())
        assert each.kept == pytest.approx(written.kept)
        assert each.scores[each.place] == pytest.approx(scores[filing.company])


def test_attackers_that_read_once_state_the_same_programs(drawn, redactor):
    selectors = [selector_of(each, drawn[1][0], 3) for each in (redactor, reading_once(redactor))]
    for _ in range(2):
        usual, once = (each.select(DEFAULT_SELECTION, nested=True) for each in selectors)
        assert once == usual
