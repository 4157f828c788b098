"""Training against scikit-learn on the same texts in the same run, and how fast a model is there to serve."""

import time

import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.registry import Registry
from backend.learning.train import derive, train

_seconds: dict[str, float] = {}


@pytest.fixture(scope="module")
def documents(filings):
    return [CorpusDocument(each["id"], each["client"], each["utility"], (each["text"],)) for each in filings]


def ours(documents):
    """Tokenise, count words and adjacent pairs of each document, choose features, learn both models."""
    return derive(count_terms(documents))


def theirs(documents):
    """Tokenise, count words and adjacent pairs of each document, learn one model; nothing is chosen."""
    counts = CountVectorizer(ngram_range=(1, 2)).fit_transform([each.blocks[0] for each in documents])
    return MultinomialNB().fit(counts, [each.client for each in documents])


@pytest.mark.benchmark(group="training")
@pytest.mark.parametrize("trainer", [theirs, ours], ids=["scikit-learn", "unsaid"])
def test_training(benchmark, documents, trainer):
    benchmark.pedantic(trainer, args=(documents,), rounds=3)
    _seconds[trainer.__name__] = benchmark.stats.stats.min


def test_training_is_no_slower_than_scikit_learn(tell):
    if len(_seconds) < 2:
        pytest.skip("needs both trainings in one run")
    ratio = _seconds["ours"] / _seconds["theirs"]
    tell(
        "Training",
        f"Counting words and pairs of 1,069 filings (41 million characters) and learning from them takes "
        f"{_seconds['ours']:.1f} s; CountVectorizer with the same n-grams and MultinomialNB take "
        f"{_seconds['theirs']:.1f} s: ratio {ratio:.2f} (goal: at most 1).",
    )
    assert ratio <= 1


@pytest.mark.benchmark(group="registry")
def test_a_stored_model_is_there_in_a_tenth_of_a_second(benchmark, documents, tmp_path, tell):
    registry = Registry(tmp_path / "registry")
    start = time.perf_counter()
    trained = train(count_terms(documents))
    counted = time.perf_counter()
    registry.save(trained, "sec")
    stored = time.perf_counter()
    benchmark(registry.load)
    tell(
        "Training",
        f"With its report, leave-one-out included: {counted - start:.1f} s; storing {stored - counted:.2f} s, "
        f"loading for serving {1000 * benchmark.stats.stats.min:.0f} ms.",
    )
    assert benchmark.stats.stats.min < 0.1
