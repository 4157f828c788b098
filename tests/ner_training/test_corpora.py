from backend.ner_training.corpora import comments


def _names(passage):
    return [(name.span.of(passage.text), name.labels, name.may_be_outside) for name in passage.names]


def test_handles_are_optional_if_a_data_set_does_not_label_them():
    (passage,) = comments([{"tokens": ["@rook", "met", "Ann", "a@b.de"], "tags": ["O", "O", "B-person", "O"]}])
    assert _names(passage) == [("Ann", ("PERSON",), False), ("@rook", ("PERSON",), True)]


def test_a_handle_that_is_named_stays_what_it_is():
    (passage,) = comments([{"tokens": ["@", "rook"], "tags": ["B-group", "I-group"]}])
    assert _names(passage) == [("@rook", ("ORGANIZATION",), False)]
