"""Calibration by length: joined texts, and what long texts must not become."""

import json
from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.tokens import terms
from backend.privacy.sensitivity import LabelledText, train_sensitivity
from backend.privacy.sensitivity_calibration import JOINED, Calibration, JudgedText, fit_calibration, joined_texts
from backend.services.privacy.sensitivity import TEXTS_FILE, train_from
from backend.settings import shipped_sensitivity


@pytest.fixture(scope="module")
def shipped():
    folder = shipped_sensitivity()
    assert folder is not None
    lines = [json.loads(line) for line in (folder / TEXTS_FILE).read_text("utf-8").splitlines()]
    return [LabelledText(each["text"], each["sensitive"]) for each in lines]


@given(st.floats(0.01, 10), st.floats(1, 1e6), st.floats(-1e4, 1e4), st.integers(0, 10**6))
def test_a_calibration_leaves_the_side_to_naive_bayes_and_never_sharpens_longer_texts(slope, pivot, odds, known):
    calibration = Calibration(slope, pivot)
    found = calibration.sensitivity(odds, known)
    assert 0 <= found <= 1
    assert (found >= 0.5) == (odds >= 0) or found == pytest.approx(0.5)
    assert abs(calibration.sensitivity(odds, known + 1) - 0.5) <= abs(found - 0.5) + 1e-12


@given(st.integers(0, 40), st.integers(0, 40))
def test_joined_texts_have_one_label_or_both_and_none_twice(sensitive, others):
    first, second = np.arange(sensitive), np.arange(100, 100 + others)
    joined = joined_texts(first, second, np.random.default_rng(0))
    lengths = sorted({len(each) for each in joined})
    assert (max(lengths) if lengths else 1) == max(min(sensitive, others), 1)
    assert len(joined) == JOINED * len(lengths)
    for each in joined:
        assert len(set(each)) == len(each)
        assert set(each) <= {*first.tolist(), *second.tolist()}
    shares = {sum(each < 100 for each in texts) / len(texts) for texts in joined}
    assert not joined or {0.0, 1.0} < shares


def test_the_fit_finds_the_calibration_that_the_texts_were_made_with():
    rng = np.random.default_rng(0)
    made = [
        JudgedText(texts, odds, known, 1 / (1 + exp(-1.5 * odds / (1 + known / 16))))
        for texts, known in ((1, 6), (4, 24), (16, 96), (64, 384))
        for odds in rng.normal(0, known / 3, 400)
    ]
    slope, pivot = fit_calibration(made)
    assert pivot == 16
    assert slope == pytest.approx(1.5, rel=1e-3)


def test_long_texts_are_as_sensitive_as_their_parts(shipped):
    """Texts of every tenth line, which the model has not seen, joined: the sensitivity is near the share."""
    model = train_sensitivity([each for at, each in enumerate(shipped) if at % 10])
    kept = shipped[::10]
    sensitive = [each.text for each in kept if each.sensitive]
    others = [each.text for each in kept if not each.sensitive]
    for share in (0.0, 0.5, 1.0):
        of_sensitive = int(share * 40)
        text = " ".join([*sensitive[:of_sensitive], *others[: 40 - of_sensitive]])
        assert model.sensitivity(text) == pytest.approx(share, abs=0.2)


def test_a_text_of_all_harmless_and_sensitive_words_is_not_certain(shipped):
    """Naive Bayes alone finds all the texts in one sensitive with near certainty or not at all."""
    folder = shipped_sensitivity()
    assert folder is not None
    model, _ = train_from(folder / TEXTS_FILE)
    words = {word for each in shipped for word in terms(each.text)}
    assert abs(model.log_odds(words)) > 20
    assert 0.1 < model.of_words(words) < 0.9
