import pytest

from backend.detection.names.word_features import Shape, WordLists, in_lists, shapes


def _begins(found: list[int]) -> list[bool]:
    return [each >= len(Shape) for each in found]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("town", "LOWER"),
        ("Town", "TITLE"),
        ("TOWN", "UPPER"),
        ("K", "INITIAL"),
        ("McGee", "MIXED"),
        ("iPhone", "MIXED"),
        ("1998", "DIGITS"),
        ("18403/91", "DIGITS_AND_LETTERS"),
        ("4th", "DIGITS_AND_LETTERS"),
        ("—", "PUNCTUATION"),
        ("王伟", "CASELESS"),
        ("Ωμέγα", "TITLE"),
    ],
)
def test_a_word_has_one_shape(word, name):
    assert Shape(shapes(["so", word])[1]).name == name


def test_what_follows_a_full_stop_or_a_line_break_begins_a_sentence():
    assert _begins(shapes(["Will", "pays", ".", "May", "we", "\n\n", "Grant"])) == [
        True, False, False, True, False, False, True,
    ]  # fmt: skip


def test_an_opening_quotation_mark_leaves_the_beginning_to_the_word_after_it():
    assert _begins(shapes(["“", "Mark", "said"])) == [True, True, False]


def test_lists_are_searched_without_regard_to_case():
    gazetteer = {"grant": WordLists.SURNAME | WordLists.COMMON}
    assert in_lists(["GRANT", "Grant", "granted"], gazetteer) == [10, 10, 0]
