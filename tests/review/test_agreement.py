"""Cohen's κ, held against scikit-learn's."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from backend.review.agreement import ReviewerAgreement

PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60)


@given(PAIRS)
def test_kappa_is_what_scikit_learn_makes_of_the_same_verdicts(pairs):
    kappa = ReviewerAgreement.of(pairs).kappa
    if len({verdict for pair in pairs for verdict in pair}) < 2:
        assert kappa is None
    else:
        first, second = zip(*pairs, strict=True)
        expected = cohen_kappa_score(first, second)
        assert math.isclose(kappa, expected, abs_tol=1e-12)


@given(PAIRS)
def test_every_pair_is_counted_once(pairs):
    agreement = ReviewerAgreement.of(pairs)
    assert agreement.judged == len(pairs)
    assert agreement.both_go + agreement.only_first == sum(first for first, _ in pairs)
    assert agreement.both_go + agreement.only_second == sum(second for _, second in pairs)


@pytest.mark.parametrize(
    ("agreement", "kappa"),
    [
        (ReviewerAgreement(both_go=5, both_stay=5), 1),
        (ReviewerAgreement(only_first=5, only_second=5), -1),
        (ReviewerAgreement(1, 1, 1, 1), 0),
        (ReviewerAgreement(), None),
        (ReviewerAgreement(both_go=7), None),
    ],
    ids=["always", "never", "as chance would", "nothing judged", "nothing told apart"],
)
def test_kappa_at_its_ends(agreement, kappa):
    assert agreement.kappa == kappa
