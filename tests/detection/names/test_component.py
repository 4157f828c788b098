"""The shipped pipeline itself: the very files of models/ner."""

from pathlib import Path

import numpy as np
import pytest
import spacy

from backend.detection.names.component import FACTORY, SCORES
from backend.detection.names.decoding import REPORTED
from backend.detection.names.labels import TAGS

SHIPPED = Path(__file__).parents[3] / "models" / "ner"


@pytest.fixture(scope="module")
def nlp():
    return spacy.load(SHIPPED)


def _named(doc) -> list[tuple[str, str]]:
    return [(entity.text, entity.label_) for entity in doc.ents]


def test_the_pipeline_is_small_enough_to_live_in_the_repository():
    assert sum(path.stat().st_size for path in SHIPPED.rglob("*") if path.is_file()) <= 25_000_000


def test_people_places_companies_and_days_are_distinguished(nlp):
    doc = nlp("On 3 May 2015 Margaret Okafor of Halden Logistics Ltd flew from Oslo to Kuala Lumpur.")
    assert _named(doc) == [
        ("3 May 2015", "DATE_TIME"),
        ("Margaret Okafor", "PERSON"),
        ("Halden Logistics Ltd", "ORGANIZATION"),
        ("Oslo", "LOCATION"),
        ("Kuala Lumpur", "LOCATION"),
    ]


def test_a_name_in_small_letters_is_a_name(nlp):
    assert ("margaret okafor", "PERSON") in _named(nlp("please ask margaret okafor about it"))


def test_business_prose_is_nobodys(nlp):
    doc = nlp(
        "The increase in revenue was driven by higher volumes in all regions, offset by lower prices and freight."
    )
    assert _named(doc) == []


def test_the_probabilities_of_each_word_sum_to_one(nlp):
    given = nlp.get_pipe(FACTORY).probabilities(["Ann", "\n", "Rook", "left"])
    assert given.shape == (4, len(TAGS))
    assert given.sum(axis=1) == pytest.approx(np.ones(4), abs=1e-4)


def test_white_space_is_not_a_name(nlp):
    given = nlp.get_pipe(FACTORY).probabilities(["Ann", "\n"])
    assert given[1, 0] == 1.0


def test_every_entity_has_its_score_and_a_label_that_is_reported(nlp):
    doc = nlp("Ann Rook met Bo Halden in Oslo.")
    scores = doc.spans[SCORES].attrs["scores"]
    assert [span.text for span in doc.spans[SCORES]] == [entity.text for entity in doc.ents]
    assert all(0 < score <= 1 for score in scores)
    assert {entity.label_ for entity in doc.ents} <= set(REPORTED)


def test_a_text_reads_the_same_alone_and_among_others(nlp):
    """To the last bit: int8 arithmetic takes its scale from all that is read at once."""
    text = "Margaret Okafor signed for Halden Logistics Ltd on 14 August in the hall."
    alone = nlp(text).spans[SCORES].attrs["scores"]
    among = [doc.spans[SCORES].attrs["scores"] for doc in nlp.pipe(["Nobody was there.", text, "Bo " * 300])]
    assert len(alone) > 2
    assert among[1] == alone


def test_a_text_longer_than_a_window_is_read_to_its_end(nlp):
    doc = nlp("It was agreed that nothing more would be said about it. " * 60 + "Margaret Okafor signed.")
    assert _named(doc)[-1] == ("Margaret Okafor", "PERSON")


def test_an_empty_text_has_no_names(nlp):
    assert _named(nlp("")) == []
    assert _named(nlp(" \n ")) == []


def test_a_component_without_its_files_says_so():
    bare = spacy.blank("en")
    bare.add_pipe(FACTORY)
    with pytest.raises(ValueError, match="was not loaded from disk"):
        bare("Ann")


def test_a_text_of_many_windows_is_read_as_each_window_would_be_alone(nlp):
    """Each paragraph fills a window; some are like others, so that a mixed-up order would show."""
    component = nlp.get_pipe(FACTORY)
    paragraphs = [[*f"Ann Rook met Bo Halden in Oslo on {day} May ".split() * 18, "\n"] for day in range(1, 9)]
    together = component.probabilities([word for paragraph in paragraphs for word in paragraph])
    alone = np.concatenate([component.probabilities(paragraph) for paragraph in paragraphs])
    assert np.array_equal(together, alone)
