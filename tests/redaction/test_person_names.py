import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.redaction.person_names import group_person_names


@pytest.mark.parametrize(
    "terms",
    [
        ["Gisela Kirsten", "Ms Kirsten", "Kirsten", "G. Kirsten", "Gisela", "Ms Gisela Kirsten’s"],
        ["Kirsten, Gisela", "Gisela Kirsten"],
        ["Judge Kirsten", "Prof. Gisela Kirsten", "Mme Kirsten"],
        ["GISELA KIRSTEN", "Gisela Kirsten"],
        ["Anna B. Rook-Halden", "A. B. Rook-Halden"],
    ],
)
def test_the_names_of_one_person_are_one(terms):
    assert len(set(group_person_names(terms))) == 1


@pytest.mark.parametrize(
    "terms",
    [
        ["Gisela Kirsten", "Hugo Kirsten"],
        ["Mr Kirsten", "Ms Gisela Kirsten"],
        ["Gisela Kirsten", "Gisela Rook"],
        ["Gisela Kirsten", "H. Kirsten"],
        ["Bo", "Gisela Kirsten"],
    ],
)
def test_a_name_that_may_be_two_people_gets_two_numbers(terms):
    assert len(set(group_person_names(terms))) == 2


def test_a_surname_of_two_people_is_nobodys_in_particular():
    assert group_person_names(["Gisela Kirsten", "Hugo Kirsten", "Kirsten", "Hugo"]) == [0, 1, 2, 1]


def test_names_without_letters_are_compared_as_they_are():
    assert group_person_names(["王伟", "3"]) == [0, 1]


@given(st.lists(st.text(alphabet="AB ab.,'-", max_size=8), max_size=8))
def test_a_representative_represents_itself(terms):
    found = group_person_names(terms)
    assert len(found) == len(terms)
    assert all(found[person] == person for person in found)


def test_thousands_of_people_of_one_surname_are_distinguished():
    """Ends at once; comparing each of them with all others would be 100 million comparisons."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    given = [f"A{one}{two}{three}" for one in letters for two in letters for three in letters][:10_000]
    names = [f"{each} Rook" for each in given]
    middle = [f"Ann {each} Rook" for each in given]
    assert group_person_names([*names, *middle, "Aaaa Rook's", "A. Rook"]) == [*range(20_000), 0, 20_001]


def test_a_short_name_that_fits_one_of_many_is_that_one():
    names = [f"{initial}ob Rook" for initial in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    assert group_person_names([*names, "B. Rook", "Zob", "Rook"]) == [*range(26), 1, 25, 28]
