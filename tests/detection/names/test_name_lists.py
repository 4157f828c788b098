"""Names that are in lists of names."""

import pytest

from backend.detection.names.word_evidence import Lexicon
from tests.detection.names.refining import refine


@pytest.mark.parametrize(
    "written",
    [
        "then [PERSON Gisela Kirsten] paid",
        "then [PERSON John Q. Smith] paid",
        "then [PERSON Mark Okafor] paid",
        "[PERSON Ann Price], 46, is paid",
        "then [PERSON GISELA KIRSTEN] paid",
        "of [LOCATION Austin, TX] 78701",
        "of [LOCATION Raleigh, North Carolina] there",
        "of [LOCATION New York, NY] there",
        "in [LOCATION Washington, DC] there",
    ],
)
def test_listed_words_side_by_side_are_a_name(written):
    bare = written.replace("[PERSON ", "").replace("[LOCATION ", "").replace("]", "")
    assert refine(bare) == written
    assert refine(bare, lexicon=Lexicon()) == bare


@pytest.mark.parametrize(
    "text",
    [
        "Will Grant be paid",
        "the Charlotte Berg Airport Authority",
        "MARK OKAFOR-LIKE PRICE",
        "Ann, Kirsten",
        "then Mark Price",
        "smith John smith",
        "by Paris Berlin",
        "from Texas, Austin",
        "In 2012, Texas",
        "a John Smith Company",
    ],
)
def test_listed_names_that_may_be_ordinary_words_are_not_reported(text):
    assert refine(text) == text


def test_a_name_from_lists_alone_lends_its_words_to_no_other_place():
    assert refine("Gisela Kirsten paid.", "then Kirsten left") == [
        "[PERSON Gisela Kirsten] paid.",
        "then Kirsten left",
    ]
