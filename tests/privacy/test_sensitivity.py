"""Sensitivity by naive Bayes with binary features, against the formula of Bernoulli naive Bayes."""

import json
from math import exp, log

import numpy as np
import pytest

from backend.privacy.sensitivity import LabelledText, pack_model, train_sensitivity, unpack_model
from backend.privacy.words import WordCollector, WordSensitivities
from backend.services.privacy.sensitivity import TEXTS_FILE, train_from
from backend.settings import shipped_sensitivity

TEXTS = [
    *(LabelledText(f"illness alpha{i}", sensitive=True) for i in range(15)),
    *(LabelledText(f"garage illness beta{i}", sensitive=True) for i in range(10)),
    *(LabelledText(f"garage gamma{i}", sensitive=False) for i in range(24)),
    LabelledText("garage illness", sensitive=False),
]


@pytest.fixture(scope="module")
def model():
    return train_sensitivity(TEXTS)


def test_the_evidence_of_words_is_that_of_bernoulli_naive_bayes(model):
    # 25 texts of each label, smoothed by one: illness stands in 25 sensitive ones and in 1 other.
    sensitive, other = 26 / 27, 2 / 27
    evidence = dict(zip(model.words, model.evidence, strict=True))
    assert evidence["illness"] == pytest.approx(log(sensitive / other) - log((1 - sensitive) / (1 - other)))
    assert evidence["garage"] < 0 < evidence["illness"]


def test_a_text_is_as_sensitive_as_its_words(model):
    slope, pivot = model.calibration
    assert model.sensitivity("Illness, illness!") == pytest.approx(
        1 / (1 + exp(-slope * model.log_odds({"illness"}) / (1 + 1 / pivot)))
    )
    assert model.sensitivity("the illness") > 0.9
    assert model.sensitivity("my garage") < 0.1
    assert model.sensitivity("") == model.of_words(()) == model.sensitivity("unknown")


def test_the_accuracy_is_that_of_texts_of_other_folds():
    rng = np.random.default_rng(0)
    labels = rng.permutation(np.repeat([True, False], 50))
    noise = [LabelledText(f"word{rng.integers(20)} word{rng.integers(20)}", bool(label)) for label in labels]
    assert train_sensitivity(noise).accuracy < 0.65  # nothing can be learnt


def test_a_model_is_the_same_after_it_was_stored(model):
    stored = unpack_model(pack_model(model))
    assert stored.words == model.words
    assert stored.sensitivity("garage illness") == model.sensitivity("garage illness")


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive at all"])
def test_other_bytes_are_no_model(content):
    with pytest.raises(ValueError, match="no sensitivity model"):
        unpack_model(content)


def test_too_few_texts_are_refused():
    with pytest.raises(ValueError, match="at least 20"):
        train_sensitivity(TEXTS[:30])


def test_the_share_of_a_words_evidence_is_its_sensitivity(model):
    weights = model.positive_evidence(["illness", "alpha1", "garage"])
    assert set(weights) == {"illness", "alpha1"}
    sensitivities = WordSensitivities(model)
    sensitivities.add({"illness", "alpha1", "garage"})
    sensitivities.add({"illness"})
    both = weights["illness"] + weights["alpha1"]
    assert sensitivities.of("alpha1") == pytest.approx(weights["alpha1"] / both)
    assert sensitivities.of("illness") == pytest.approx(2 * weights["illness"] / (both + weights["illness"]))
    assert sensitivities.of("garage") == sensitivities.of("never seen") == 0


def test_placeholders_are_the_null_word(model):
    originals = WordCollector(WordSensitivities(model))
    originals.add("ann", "Rook has an illness, Rook")
    releases = originals.beside()
    releases.add("ann", "[CLIENT] has an illness, [CLIENT]")
    before, after = originals.elements(), releases.elements()
    words = originals.vocabulary
    assert {words[e]: n for e, n in zip(before.elements, before.counts, strict=True)} == {
        "rook": 2,
        "has": 1,
        "an": 1,
        "illness": 1,
    }
    assert {words[e]: n for e, n in zip(after.elements, after.counts, strict=True)} == {
        "": 2,
        "has": 1,
        "an": 1,
        "illness": 1,
    }
    assert (before.total, after.total) == (5, 3)
    assert dict(zip(after.elements.tolist(), after.sensitivities.tolist(), strict=True))[0] == 0


def test_words_of_the_release_alone_have_their_sensitivity_there(model):
    originals = WordCollector(WordSensitivities(model))
    originals.add("ann", "garage")
    releases = originals.beside()
    releases.add("ann", "illness")
    assert releases.elements().sensitivities.tolist() == [1.0]


def test_the_shipped_texts_are_balanced_and_none_stands_twice():
    folder = shipped_sensitivity()
    assert folder is not None
    lines = [json.loads(line) for line in (folder / TEXTS_FILE).read_text("utf-8").splitlines()]
    texts = [" ".join(each["text"].lower().split()) for each in lines]
    assert len(set(texts)) == len(texts) >= 1_000
    assert 0.48 <= sum(each["sensitive"] for each in lines) / len(lines) <= 0.52
    sensitive = {each["category"] for each in lines if each["sensitive"]}
    assert sensitive == {"health", "finance", "politics", "religion", "sex_life", "crime", "employment"}


def test_the_shipped_texts_can_be_learnt():
    folder = shipped_sensitivity()
    assert folder is not None
    model, problems = train_from(folder / TEXTS_FILE)
    assert problems == ()
    assert model.accuracy > 0.7
    assert model.sensitivity("my husband was arrested for fraud and lost his job") > 0.8
    assert model.sensitivity("the train to the lake leaves at nine") < 0.4
