"""Words that look like names and are none."""

import re

import pytest

from backend.detection.names.word_evidence import Lexicon
from backend.detection.names.word_features import WordLists
from tests.detection.names.refining import refine

GONE = [
    "with an [PERSON M.Sc.] and a [PERSON Ph.D.] in physics",
    "the [ORGANIZATION MEng] takes four years",
    "took [PERSON Ramipril] and [ORGANIZATION Naproxenazole] daily",
    "voted for [PERSON Grant 42]",
    "under [PERSON Mark] 7 of it",
    "from [LOCATION one hall] to the next",
    "[LOCATION The] gate",
    "[LOCATION def] rook_of(path): return [ORGANIZATION json.load(path)]",
    "SELECT a FROM [ORGANIZATION Ledger];",
    "the [ORGANIZATION Gantt chart] and a [LOCATION Monte Carlo] simulation",
    "[PERSON Raynaud]'s phenomenon and [PERSON Heberden]’s nodes",
    "[PERSON Jenkins] runs beside Docker, [LOCATION Apache] beside Kafka",
    "the [PERSON=0.8 Phoenix] release",
    "[ORGANIZATION=0.8 Bronze], [PERSON=0.8 Silver] and [ORGANIZATION=0.8 Gold] support",
    "see [ORGANIZATION RFC] 1918",
]


@pytest.mark.parametrize("text", GONE)
def test_a_known_false_positive_is_removed(text):
    assert "[" not in refine(text).replace("[(", "")


@pytest.mark.parametrize(
    "text",
    [
        "[PERSON Mr Ma] and [PERSON Ma]",
        "in [LOCATION MA]",
        "[PERSON Ann Okafor] 42",
        "[PERSON Ann Gantt] chart",
        "[PERSON Ann]'s disease",
        "[PERSON Okafor]'s nurse",
        "[PERSON Ruby] has access to [PERSON Okafor] of HR",
        "[PERSON Silver] and [PERSON Gold] agreed",
        "[PERSON Okafor], 42,",
        "by [ORGANIZATION HERE]",
        "for [PERSON Will]",
        "[LOCATION 22 Tyne Road]",
        "if a == b, ask [PERSON Okafor] (a.b(c))",
    ],
)
def test_a_real_name_is_kept(text):
    assert refine(text) == text


def test_uncommon_words_need_no_capital():
    text = f"{SENTENCES}[PERSON Wei Okafor] came. He met [PERSON wei] there."
    assert refine(text) == text


def test_two_people_may_be_called_as_software_is():
    known = Lexicon({"ruby": int(WordLists.GIVEN_NAME), "julia": int(WordLists.GIVEN_NAME)})
    assert refine("[PERSON Ruby] met [PERSON Julia]", lexicon=known) == "[PERSON Ruby] met [PERSON Julia]"
    assert refine("[PERSON Ruby] and [PERSON Julia] beat Fortran", lexicon=known) == "Ruby and Julia beat Fortran"


def test_traffic_light_colours_in_a_table_are_no_people():
    rows = ["Okafor", "[PERSON=0.7 Green]", "Kirsten", "[PERSON=0.6 Red]", "Zzyx fell ill.", "[PERSON=0.7 Amber]"]
    assert refine(*rows)[1:6:2] == ["Green", "Red", "Amber"]
    assert refine("[PERSON=0.6 Red]", "It rains.")[0] == "[PERSON Red]"
    rows[3] = "[PERSON=0.6 Moss]"
    assert refine(*rows)[1:6:2] == ["[PERSON Green]", "[PERSON Moss]", "[PERSON Amber]"]


SENTENCES = "It was so. This is one of them. "


def test_common_words_in_lower_case_are_not_names_if_names_have_capitals():
    text = f"{SENTENCES}[PERSON Grant Okafor] asked for a [PERSON=0.99 grant]. The [LOCATION=0.8 bank] pays"
    assert refine(text) == f"{SENTENCES}[PERSON Grant Okafor] asked for a grant. The bank pays"


@pytest.mark.parametrize(
    "text",
    [
        f"{SENTENCES}I met [PERSON=0.99 john] there",
        f"{SENTENCES}I asked @[PERSON=0.8 grant] there",
        "it was so. this is one of them. I met [PERSON=0.8 grant] there",
    ],
)
def test_a_name_in_small_letters_stays_where_the_writer_may_mean_one(text):
    assert refine(text) == re.sub(r"=[.\d]+", "", text)


def test_a_common_word_that_is_a_name_elsewhere_is_none_before_a_number():
    assert (
        refine("[PERSON Grant Okafor] read the Grant 42 papers.")
        == "[PERSON Grant Okafor] read the Grant 42 papers."
    )


def test_a_word_of_every_day_in_cell_after_cell_is_no_name():
    cells = [
        "It was so. This is one of them.",
        "[PERSON Stone]",
        "[LOCATION Leeds]",
        "[PERSON Stone]",
        "[LOCATION Leeds]",
    ]
    assert refine(*cells)[1:] == ["Stone", "[LOCATION Leeds]", "Stone", "[LOCATION Leeds]"]
    assert refine(*cells[:3])[1:] == ["[PERSON Stone]", "[LOCATION Leeds]"]
    assert refine("It was so. This is for Stone of them.", *cells[1:4])[1] == "[PERSON Stone]"
