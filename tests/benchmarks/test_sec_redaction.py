"""Hide the company of SEC filings: train on years to 2014, redact 2015 to 2018, ask attackers that were not told.

Prints, for SIMPLEREDACTOR and for the programs at several k, how many documents reach it, how many words are kept,
and how often other classifiers, scikit-learn's own, still name the company. A claim of k that plain arithmetic on
the written text does not bear out fails.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from backend.blocking.objectives import Objective
from backend.blocking.promises import measure_protection
from backend.blocking.trained_defence import train_defence
from backend.document.tokens import terms
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.train import train
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import SelectionOptions
from tests.benchmarks.conftest import markdown

DOCUMENTS = 100
CHARACTERS = 8_000
LEVELS = (1, 2, 5, 10)


@pytest.fixture(scope="module")
def training(filings):
    return [each for each in filings if int(each["year"]) <= 2014]


@pytest.fixture(scope="module")
def counts(training):
    return count_terms(
        CorpusDocument(f"{i}", each["client"], each["utility"], (each["text"],)) for i, each in enumerate(training)
    )


@pytest.fixture(scope="module")
def model(counts):
    return train(counts).model


@pytest.fixture(scope="module")
def defence(counts):
    return replace(train_defence(counts), promises=measure_protection(counts))


@pytest.fixture(scope="module")
def hidden(filings, model):
    """A hundred later filings of known companies, drawn once."""
    known = {client.name for client in model.clients}
    later = [each for each in filings if int(each["year"]) >= 2015 and each["client"] in known]
    return [later[i] for i in np.random.default_rng(2014).choice(len(later), DOCUMENTS, replace=False)]


@pytest.fixture(scope="module")
def attackers(training):
    """Classifiers that never saw the model: other smoothing, other weights, other kinds."""
    texts = [each["text"] for each in training]
    truth = [each["client"] for each in training]
    kinds = {
        "NB, alpha 1": make_pipeline(CountVectorizer(), MultinomialNB()),
        "complement NB": make_pipeline(CountVectorizer(), ComplementNB()),
        "linear SVM": make_pipeline(TfidfVectorizer(sublinear_tf=True), LinearSVC()),
        "ridge": make_pipeline(TfidfVectorizer(sublinear_tf=True), RidgeClassifier()),
    }
    return {name: attacker.fit(texts, truth) for name, attacker in kinds.items()}


def _independent_rank(model, text, client):
    """The rank of a client by plain arithmetic on the model's own counts, sharing no code with `blocking`."""
    column = {word: i for i, word in enumerate(model.vocabulary)}
    counts = model.counts.toarray()
    alpha = model.options.alpha
    denominator = np.log(counts.sum(axis=1) + alpha * len(column))
    scores = np.zeros(len(model.clients))
    for word in terms(text):
        if word in column:
            scores += np.log(counts[:, column[word]] + alpha) - denominator
    return 1 + int((scores > scores[client] + 1e-6).sum())


WAYS = {
    "simple": (Objective.SIMPLE, False),
    "floor": (Objective.FLOOR, False),
    "floor, robust": (Objective.FLOOR, True),
}


@pytest.mark.parametrize("way", WAYS)
def test_no_claim_of_k_is_wrong_and_attackers_are_asked(model, defence, hidden, attackers, tell, way):
    objective, robust = WAYS[way]
    rows = []
    violations = 0
    for k in LEVELS:
        outputs, kept, ranks = [], [], []
        for each in hidden:
            client = model.find(each["client"])
            subject = Subject(model, client, k, defence if robust else None)
            request = EffectiveRequest(subject, selection=SelectionOptions(objective), nested=False)
            done = redact_content(
                Path("filing.txt"),
                Path("filing.txt"),
                each["text"][:CHARACTERS].encode(),
                request,
            )
            text = done.content.decode()
            rank = _independent_rank(model, text, client)
            violations += done.report.k_reached >= k > rank
            outputs.append(text)
            kept.append(done.report.kept_share)
            ranks.append(rank)
        truth = np.array([each["client"] for each in hidden])
        # A placeholder is no word: attackers read the text without them.
        plain = [" ".join(terms(text)) for text in outputs]
        named = {name: float(np.mean(attacker.predict(plain) == truth)) for name, attacker in attackers.items()}
        reached = sum(rank >= k for rank in ranks)
        rows.append(
            (k, f"{reached}/{DOCUMENTS}", f"{np.mean(kept):.3f}", *(f"{share:.2f}" for share in named.values()))
        )
    tell(
        "The company of SEC filings hidden",
        f"{way.capitalize()}: trained on years to 2014; {DOCUMENTS} filings of 2015 to 2018, first {CHARACTERS:,} "
        f"characters; {violations} wrong claims of k. Shares are how often an attacker still names the company.",
        "",
        *markdown(("k", "k reached", "words kept", *attackers), rows),
        "",
    )
    assert violations == 0
