import numpy as np

from backend.detection.names.labels import TAGS, begin, inside
from backend.document.spans import Span
from backend.ner_training.examples import allowed_tags, padded
from backend.ner_training.passage import Name, Passage

WORDS = ["Ann", "Rook", "left", "Oslo"]
STARTS = [0, 4, 9, 14]
TEXT = "Ann Rook left Oslo"


def _allowed(*names: Name, unlabelled: frozenset[str] = frozenset()):
    rows = allowed_tags(Passage(TEXT, names, unlabelled), WORDS, STARTS)
    return [{TAGS[i] for i in np.flatnonzero(row)} for row in rows]


def test_a_name_begins_once_and_then_continues():
    assert _allowed(Name(Span(0, 8), ("PERSON",))) == [{"B-PERSON"}, {"I-PERSON"}, {"O"}, {"O"}]


def test_two_possible_labels_are_both_accepted():
    rows = allowed_tags(Passage(TEXT, (Name(Span(14, 18), ("NRP", "LOCATION")),)), WORDS, STARTS)
    assert set(np.flatnonzero(rows[3])) == {begin("NRP"), begin("LOCATION")}


def test_nothing_is_reported_about_labels_that_a_data_set_does_not_know():
    assert _allowed(unlabelled=frozenset(("DATE_TIME",)))[2] == {"O", "B-DATE_TIME", "I-DATE_TIME"}


def test_optional_spans_allow_every_tag():
    (row,) = allowed_tags(Passage("X", (Name(Span(0, 1), (), may_be_outside=True),)), ["X"], [0])
    assert row.all()


def test_a_span_inside_a_word_labels_the_word():
    assert _allowed(Name(Span(15, 17), ("LOCATION",)))[3] == {"B-LOCATION"}


def test_of_two_names_at_one_place_the_first_is_used():
    assert _allowed(Name(Span(0, 8), ("PERSON",)), Name(Span(4, 8), ("PUBLIC",)))[1] == {"I-PERSON"}


def test_the_second_word_of_a_name_is_not_a_beginning():
    rows = allowed_tags(Passage(TEXT, (Name(Span(0, 8), ("PERSON", "MISC")),)), WORDS, STARTS)
    assert set(np.flatnonzero(rows[1])) == {inside("PERSON"), inside("MISC")}


def test_lengths_are_rounded_up_to_the_next_multiple_of_thirty_two():
    assert [padded(length) for length in (1, 32, 33, 192)] == [32, 32, 64, 192]
