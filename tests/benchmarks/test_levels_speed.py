"""All levels 2…10 of a document of 50,000 characters, tokenising included, the model loaded."""

import numpy as np
import pytest

from backend.blocking.confusability import evidence
from backend.blocking.simple_redactor import levels
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.naive_bayes import NaiveBayes
from backend.learning.train import derive

GOAL = 0.05
"""Seconds."""


@pytest.fixture(scope="module")
def model(filings):
    documents = [CorpusDocument(each["id"], each["client"], each["utility"], (each["text"],)) for each in filings]
    return derive(count_terms(documents))[0]


@pytest.fixture(scope="module")
def text(filings):
    """The longest filing, made up to 50,000 characters with another of the same company."""
    longest = max(filings, key=lambda each: len(each["text"]))
    more = (each["text"] for each in filings if each["client"] == longest["client"] and each is not longest)
    return (longest["text"] + next(more))[:50_000]


def many_clients(model, clients):
    """As many clients as the paper had, drawn around those that there are."""
    drawn = np.random.default_rng(450)
    near = model.counts.toarray()[drawn.integers(0, len(model.clients), clients)]
    names = tuple(f"client {number:03}" for number in range(clients))
    return NaiveBayes.from_counts(names, model.vocabulary, drawn.poisson(near).astype(float), alpha=0.1)


@pytest.mark.benchmark(group="levels")
@pytest.mark.parametrize("nested", [True, False], ids=["nested", "each for itself"])
@pytest.mark.parametrize("clients", [107, 450])
def test_all_levels_of_50_000_characters(benchmark, model, text, clients, nested, tell):
    bayes = model.by_client if clients == len(model.clients) else many_clients(model, clients)
    assert (len(text), len(bayes.classes)) == (50_000, clients)
    true = int(evidence(bayes, [text]).scores().argmax())
    found = benchmark(lambda: levels(evidence(bayes, [text]), true, 10, nested=nested))
    took = benchmark.stats.stats.min  # the machine may have other work
    tell(
        "All levels 2…10 of 50,000 characters",
        f"- {clients} clients, {'nested' if nested else 'each level for itself'}: {1000 * took:.0f} ms, "
        f"{took / GOAL:.2f} of the goal of 50 ms; words suppressed {[len(level.words) for level in found[1:]]}",
    )
    assert took < GOAL
