"""The tables behind decisions 2 (smoothing) and 7 (calibration): nothing after fiscal year 2014 is looked at."""

import numpy as np
import pytest
from scipy.special import logsumexp

from backend.learning.arrays import counts_from_rows
from backend.learning.corpus import CorpusDocument
from backend.learning.counting import count_corpus
from backend.learning.counts import count_terms
from backend.learning.leave_one_out import leave_one_out_scores, right_guesses
from backend.learning.model import TrainingOptions
from backend.learning.train import derive
from backend.services.files.reading import counted_texts
from tests.benchmarks.conftest import ROOT, markdown

ALPHAS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.001)
LENGTHS = (40_000, 8_000, 1_500)


def documents(filings, first, last, length=LENGTHS[0]):
    return [
        CorpusDocument(each["id"], each["client"], each["utility"], (each["text"][:length],))
        for each in filings
        if first <= each["year"] <= last
    ]


def features_of(model, counts):
    """The counts of other documents over a model's vocabulary, [document, feature]."""
    column = {word: i for i, word in enumerate(counts.words)}
    chosen = [column.get(word, -1) for word in model.vocabulary]
    dense = np.zeros((len(counts.documents), len(chosen)))
    known = [i for i, place in enumerate(chosen) if place >= 0]
    dense[:, known] = counts.word_counts[:, [chosen[i] for i in known]].toarray()
    return dense


def left_out(counts, alpha):
    """Share of documents whose client is guessed by a model without them."""
    options = TrainingOptions(alpha=alpha)
    model, features = derive(counts, options)
    chosen = counts.word_counts[:, features.columns]
    chosen = counts_from_rows(chosen.data, chosen.indices, chosen.indptr, len(features.columns))
    rows = np.flatnonzero(np.bincount(counts.client_of)[counts.client_of] > 1)
    scores = leave_one_out_scores(chosen, counts.client_of, rows, model.by_client, options)
    return right_guesses(scores, counts.client_of[rows]).mean()


def by_time(model, counts):
    """Scores, words and true classes of later documents of known clients."""
    known = {client.name: i for i, client in enumerate(model.clients)}
    truth = np.array([known.get(counts.clients[client].name, -1) for client in counts.client_of])
    said = features_of(model, counts)[truth >= 0]
    return model.by_client.scores(said), said.sum(axis=1), truth[truth >= 0]


def test_smoothing_is_chosen_by_documents_that_the_model_has_not_seen(filings, tell):
    cut = {length: count_terms(documents(filings, 2001, 2014, length)) for length in LENGTHS}
    early = count_terms(documents(filings, 2001, 2010))
    later = {length: count_terms(documents(filings, 2011, 2014, length)) for length in LENGTHS}
    sample = count_corpus(ROOT / "models" / "sample" / "corpus", counted_texts).counts
    rows = []
    for alpha in ALPHAS:
        model, _ = derive(early, TrainingOptions(alpha=alpha))
        times = []
        for length in LENGTHS:
            scores, _, truth = by_time(model, later[length])
            times.append(right_guesses(scores, truth).mean())
        rows.append(
            (
                f"{alpha:g}",
                *(f"{left_out(cut[length], alpha):.3f}" for length in LENGTHS),
                *(f"{share:.3f}" for share in times),
                f"{left_out(sample, alpha):.3f}",
            )
        )
    columns = ("smoothing", *(f"left out, {n:,}" for n in LENGTHS), *(f"by time, {n:,}" for n in LENGTHS), "sample")
    tell("Smoothing: share of clients guessed rightly", *markdown(columns, rows))


@pytest.mark.parametrize("power", [0, 0.5, 0.75, 1])
def test_calibration_holds_for_texts_of_other_lengths(filings, tell, power):
    counts = count_terms(documents(filings, 2001, 2010))
    options = TrainingOptions()
    model, features = derive(counts, options)
    chosen = counts.word_counts[:, features.columns]
    chosen = counts_from_rows(chosen.data, chosen.indices, chosen.indptr, len(features.columns))
    rows = np.flatnonzero(np.bincount(counts.client_of)[counts.client_of] > 1)
    held_out = leave_one_out_scores(chosen, counts.client_of, rows, model.by_client, options)
    heat = fitted(held_out, chosen[rows].sum(axis=1), counts.client_of[rows], power)
    lines = []
    for length in LENGTHS:
        scores, words, truth = by_time(model, count_terms(documents(filings, 2011, 2014, length)))
        likely = calm(scores, words, heat, power)
        certain, right = likely.max(axis=1), likely.argmax(axis=1) == truth
        bins = np.minimum((certain * 10).astype(int), 9)
        error = np.abs(np.bincount(bins, weights=certain - right, minlength=10)).sum() / len(truth)
        lines.append(
            f"{length:,} characters: certainty {certain.mean():.2f}, right {right.mean():.2f}, ECE {error:.3f}"
        )
    tell("Calibration: scores divided by T · words^p", f"- p = {power:g}: " + "; ".join(lines))


def calm(scores, words, heat, power):
    cooled = scores / np.maximum(heat * words**power, 1.0)[:, None]
    return np.exp(cooled - logsumexp(cooled, axis=1, keepdims=True))


def fitted(scores, words, truth, power):
    """The temperature of the smallest log loss, on a fine grid: a second way beside the product's optimiser."""
    grid = np.exp(np.linspace(np.log(1e-4), np.log(1e4), 400))
    losses = [
        -np.log(calm(scores, words, heat, power)[np.arange(len(truth)), truth] + 1e-300).mean() for heat in grid
    ]
    return grid[int(np.argmin(losses))]
