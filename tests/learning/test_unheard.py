"""To somebody from whom clients are hidden, the model knows nothing of what one or two of these alone say."""

import numpy as np
import pytest

from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.model import TrainingOptions
from backend.learning.train import train
from backend.learning.unheard import is_heard, without_unheard

SAYS = {
    "Alder": "bark bark root root",
    "Birch": "bark root root twig twig lonely",
    "Cedar": "bark cone cone twig twig needle needle",
    "Dogwood": "bark cone cone twig twig needle needle",
    "Elm": "bark twig twig sap sap needle needle",
}
"""Alder and Birch are visible. Birch and three hidden ones say `twig`, three `needle`, two `cone`, one `sap`."""

SEEN = (0, 1)


@pytest.fixture(scope="module")
def model():
    documents = [
        CorpusDocument(f"{name}{i}", name, "Trees", (text,)) for name, text in SAYS.items() for i in (1, 2)
    ]
    documents.append(CorpusDocument("once", "Elm", "Trees", ("resin",)))
    documents.append(CorpusDocument("twice", "Alder", "Trees", ("knot",)))
    return train(count_terms(documents), TrainingOptions(features=None)).model


def test_words_of_one_or_two_hidden_clients_are_no_words(model):
    view = without_unheard(model, SEEN)
    assert set(model.by_client.column) - set(view.by_client.column) == {"cone", "sap"}
    assert all(view.by_client.column[word] == model.by_client.column[word] for word in view.by_client.column)
    assert view.by_client.log_likelihood is model.by_client.log_likelihood


def test_hidden_clients_are_counted_among_speakers_from_three_on(model):
    view = without_unheard(model, SEEN)
    of = lambda word: np.flatnonzero(view.presence[:, [model.by_client.column[word]]].toarray()).tolist()  # noqa: E731
    assert of("twig") == [1, 2, 3, 4], "Birch, and three hidden ones"
    assert of("needle") == [2, 3, 4]
    assert of("bark") == [0, 1, 2, 3, 4]
    assert of("root") == [0, 1]
    assert of("cone") == of("sap") == []


def test_a_word_that_is_no_feature_is_heard_from_visible_clients_alone(model):
    view = without_unheard(model, SEEN)
    assert (model.speakers.of("resin"), view.speakers.of("resin")) == ((4,), ())
    assert model.speakers.of("knot") == view.speakers.of("knot") == (0,)
    heard = {word for word in ("resin", "knot", "sap", "bark", "the", "nobody") if is_heard(view, word)}
    assert heard == {"knot", "bark", "the"}


def test_who_sees_all_clients_hears_all_words(model):
    view = without_unheard(model, range(5))
    assert dict(view.by_client.column) == dict(model.by_client.column)
    assert (view.presence != model.presence).nnz == 0
    assert view.speakers.of("resin") == (4,)
