from backend.document.spans import Span
from backend.ner_training.passage import written


def _names(text, names):
    return [(span.of(text), label) for span, label in names]


def test_words_are_written_as_people_write_them():
    text, names = written(
        [
            (["Mr.", "Rook", "(", "of", "Halden", ")", "said", ":", '"', "No", '"', "."],
             ["B-PER", "I-PER", "O", "O", "B-ORG", "O", "O", "O", "O", "O", "O", "O"]),
        ]
    )  # fmt: skip
    assert text == 'Mr. Rook (of Halden) said: "No".'
    assert _names(text, names) == [("Mr. Rook", "PER"), ("Halden", "ORG")]


def test_sentences_follow_each_other_and_keep_their_names():
    text, names = written([(["Ann", "left", "."], ["B-PER", "O", "O"]), (["Bo", "'s", "in"], ["B-PER", "O", "O"])])
    assert text == "Ann left. Bo's in"
    assert _names(text, names) == [("Ann", "PER"), ("Bo", "PER")]


def test_a_new_beginning_ends_the_name_before_it():
    _text, names = written([(["Ann", "Bo"], ["B-PER", "B-PER"])])
    assert names == [(Span(0, 3), "PER"), (Span(4, 6), "PER")]


def test_a_continuation_without_a_beginning_is_a_name_all_the_same():
    text, names = written([(["in", "Oslo"], ["O", "I-LOC"])])
    assert _names(text, names) == [("Oslo", "LOC")]
