import numpy as np

from backend.detection.names.labels import TAGS
from backend.ner_training.thresholds import HeldOutCase, choose, f2, precision_where


def _case(*words: tuple[str, float, bool]) -> HeldOutCase:
    """Words with the probability of their tag, and whether they must go."""
    given = np.zeros((len(words), len(TAGS)), np.float32)
    for i, (tag, probability, _) in enumerate(words):
        given[i, TAGS.index(tag)] = probability
        given[i, 0] = 1 - probability
    return HeldOutCase(tuple(f"w{i}" for i in range(len(words))), given, np.array([word[2] for word in words]))


def test_missing_counts_four_times_as_much_as_a_false_alarm():
    """Three must go. One missed: P = 1, R = 2/3, F2 = 5·(2/3) / (4 + 2/3); one too many: P = 3/4, R = 1."""
    must_go = np.array([True, True, True, False])
    assert f2(must_go, np.array([True, True, False, False])) == 10 / 14
    assert f2(must_go, np.array([True, True, True, True])) == 15 / 16


def test_nothing_masked_is_worth_nothing():
    assert f2(np.array([True]), np.array([False])) == 0.0


def test_a_threshold_lies_where_most_is_found_for_the_fewest_false_alarms():
    """What must go has .38 and more, what must not has .32 and less: .35 parts them."""
    case = _case(
        ("B-PERSON", 0.38, True), ("B-PERSON", 0.9, True), ("B-PERSON", 0.32, False), ("B-PERSON", 0.2, False)
    )
    assert choose([case])["PERSON"] == 0.35


def test_each_label_has_its_own_threshold():
    case = _case(("B-PERSON", 0.28, True), ("B-MISC", 0.52, False), ("B-MISC", 0.58, True))
    chosen = choose([case])
    assert chosen["PERSON"] == 0.25
    assert chosen["MISC"] == 0.55


def test_a_label_that_decides_nothing_stays_where_it_began():
    assert choose([_case(("B-PERSON", 0.9, True))])["MISC"] == 0.4


def test_precision_is_reported_where_enough_is_found():
    """Half is found with .9 alone, all that must go from .5 on, and then one of three is a false alarm."""
    case = _case(("B-PERSON", 0.9, True), ("B-PERSON", 0.5, True), ("B-PERSON", 0.7, False))
    assert precision_where([case], 0.5) == 1.0
    assert precision_where([case], 1.0) == 2 / 3


def test_a_label_without_findings_has_precision_0():
    assert precision_where([_case(("O", 1.0, True))], 0.5) == 0.0
