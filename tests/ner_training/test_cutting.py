import pytest
import spacy

from backend.ner_training.cutting import blank


def _words(text):
    return [word.text for word in blank()(text) if not word.is_space]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3;Ann;Oslo", ["3", ";", "Ann", ";", "Oslo"]),
        ("1,Ann,Rook,7", ["1", ",", "Ann", ",", "Rook", ",", "7"]),
        ("|Ann|Oslo|", ["|", "Ann", "|", "Oslo", "|"]),
        ("owner=Ann", ["owner", "=", "Ann"]),
        ('{"name":"Ann"}', ["{", '"', "name", '"', ":", '"', "Ann", '"', "}"]),
    ],
)
def test_values_are_cut_at_the_marks_between_them(text, words):
    assert _words(text) == words


@pytest.mark.parametrize(
    "text", ["EUR 1,234.50", "ann@example.com", "https://example.com/a?b=1", "@rook_99", "12:30"]
)
def test_words_that_belong_together_are_not_split(text):
    assert _words(text) == text.split()


def test_an_address_for_mail_beside_other_values_is_a_word_of_its_own():
    assert _words("Ann,ann@example.com,Oslo") == ["Ann", ",", "ann@example.com", ",", "Oslo"]


def test_prose_is_cut_as_spacy_does():
    text = "Mr. Rook, of Halden & Co., doesn't well-known things (at 5 p.m.) for $3.1m; Ann's did."
    assert _words(text) == [word.text for word in spacy.blank("en")(text)]


def test_a_pipeline_that_is_written_cuts_so_too(tmp_path):
    blank({"name": "cut"}).to_disk(tmp_path)
    assert [word.text for word in spacy.load(tmp_path)("3;Ann;Oslo")] == ["3", ";", "Ann", ";", "Oslo"]
