"""The meaning that leads, by frequencies written here."""

import pytest

from backend.generalisation.senses import leading_meaning
from backend.taxonomy.broader import Kind, Meaning


def meanings(kind, *frequencies):
    return [Meaning(kind, f"meaning {place}", (), frequency=each) for place, each in enumerate(frequencies)]


@pytest.mark.parametrize(
    ("frequencies", "leads"),
    [((5,), 0), ((0,), 0), ((9, 3), 0), ((8, 3), None), ((1, 12), 1), ((2, 0), None), ((0, 0), None), ((), None)],
)
def test_a_sense_leads_with_three_quarters_of_at_least_three_occurrences(frequencies, leads):
    listed = meanings(Kind.WORD, *frequencies)
    assert leading_meaning(listed) == (None if leads is None else listed[leads])


def test_of_several_places_with_one_name_none_leads():
    assert leading_meaning(meanings(Kind.LOCATION, 90, 0)) is None
