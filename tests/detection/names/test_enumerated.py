"""Where most of a list are people, all are."""

import pytest

from tests.detection.names.refining import LEXICON, refine

PEOPLE = [
    "[PERSON Ann Okafor], [PERSON Bo Wittling], [LOCATION Aled Zzyx]",
    "[PERSON Okafor]\n[PERSON Wittling]\nKirsten\n[LOCATION Vogel]",
    "Present: Okafor, Wittling (chair), [LOCATION Zzyx] and Vogel",
    "1,Ann,Okafor,late\n2,Zzyx,Zyxi,paid\n3,Gisela,Wittling,late",
]
NOBODY = [
    "[LOCATION Leeds], [LOCATION Paris], [LOCATION Berlin] and [PERSON Okafor]",
    "Baker, Cook, Bank, Price",
    "[PERSON Ann Okafor] and [LOCATION Zzyx]",
    "[ORGANIZATION Okafor], [ORGANIZATION Zzyx], [ORGANIZATION Zyxi], [PERSON Vogel]",
    "On Monday, Tuesday, Wednesday",
    "[PERSON Okafor], [PERSON Wittling], [PERSON Kirsten] and Reports",
    "1,Leeds,late\n2,Paris,paid",
]


def test_a_place_among_people_is_one_of_them():
    assert refine(PEOPLE[0]).endswith("[PERSON Aled Zzyx]")


def test_a_person_in_a_list_is_not_a_location_elsewhere():
    assert refine(PEOPLE[0], "[LOCATION Aled Zzyx], late")[1] == "[PERSON Aled Zzyx], late"


def test_a_list_ends_with_its_sentence():
    assert refine(f"See {PEOPLE[0]}. Please come").endswith("[PERSON Aled Zzyx]. Please come")


def test_surnames_beneath_each_other_are_people():
    assert refine(PEOPLE[1]) == "[PERSON Okafor]\n[PERSON Wittling]\n[PERSON Kirsten]\n[PERSON Vogel]"


def test_an_unknown_name_among_surnames_is_a_person():
    assert refine(PEOPLE[2]) == (
        "Present: [PERSON Okafor], [PERSON Wittling] (chair), [PERSON Zzyx] and [PERSON Vogel]"
    )


def test_a_list_may_run_down_paragraphs():
    assert refine("Okafor", "Wittling", "", "Zzyx", "That is all of them.") == [
        "[PERSON Okafor]",
        "[PERSON Wittling]",
        "",
        "[PERSON Zzyx]",
        "That is all of them.",
    ]
    assert refine("Okafor", "It rains.", "Wittling", "Zzyx") == ["Okafor", "It rains.", "Wittling", "Zzyx"]


def test_a_column_of_given_names_has_surnames_beside_it():
    assert refine(PEOPLE[3]) == (
        "1,[PERSON Ann],[PERSON Okafor],late\n2,[PERSON Zzyx],[PERSON Zyxi],paid\n"
        "3,[PERSON Gisela],[PERSON Wittling],late"
    )


@pytest.mark.parametrize("text", NOBODY)
def test_a_list_of_others_is_left_as_it_is(text):
    assert refine(text) == text


@pytest.mark.parametrize("text", PEOPLE)
def test_without_lists_of_names_nothing_is_reported(text):
    assert refine(text, lexicon=type(LEXICON)()) == text
