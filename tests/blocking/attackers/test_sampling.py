import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend.blocking.attackers import sample_documents

owners = st.lists(st.integers(0, 6), min_size=1, max_size=60).map(np.array)


@given(owners, st.integers(1, 70), st.integers(0, 5))
def test_every_client_is_kept_and_none_gives_more_than_another_could(class_of, at_most, seed):
    rows = sample_documents(class_of, at_most, seed)
    assert rows.tolist() == sorted(set(rows.tolist()))
    of_all, kept = np.bincount(class_of, minlength=7), np.bincount(class_of[rows], minlength=7)
    assert ((kept > 0) == (of_all > 0)).all()
    assert len(rows) == min(len(class_of), max(at_most, np.count_nonzero(of_all)))
    cut_short = kept < of_all
    assert not cut_short.any() or kept.max() <= kept[cut_short].min() + 1


@given(owners, st.integers(1, 70))
def test_the_same_seed_draws_the_same_documents(class_of, at_most):
    assert sample_documents(class_of, at_most, 3).tolist() == sample_documents(class_of, at_most, 3).tolist()


def test_sampled_documents_depend_on_the_seed():
    drawn = {tuple(sample_documents(np.zeros(20, dtype=np.int64), 2, seed).tolist()) for seed in range(30)}
    assert len(drawn) > 20
