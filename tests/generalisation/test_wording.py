"""Broader nouns in sentences: what stands there, and where a placeholder is safer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.generalisation.wording import worded
from backend.taxonomy.broader import Broader

VEHICLE, MERCHANDISE, INSTRUMENT = Broader("motor vehicle"), Broader("merchandise"), Broader("instrument")
KNOWN = {"vehicles", "instruments"}
"""Plurals that the corpus has: merchandise is not counted there."""


def written(sentence, form):
    """The sentence with the form in the place of {…}; None where it has to be suppressed."""
    start, end = sentence.index("{"), sentence.index("}") - 1
    text = sentence.replace("{", "").replace("}", "")
    found = worded(text, start, end, form, KNOWN.__contains__)
    return found and text[: found.start] + found.text + text[found.end :]


@pytest.mark.parametrize(
    ("sentence", "form", "expected"),
    [
        ("It sold the {trucks} in May.", VEHICLE, "It sold the motor vehicles in May."),
        ("They bought new {trucks} for the depot.", VEHICLE, "They bought new motor vehicles for the depot."),
        ("They bought a {truck} for the depot.", INSTRUMENT, "They bought an instrument for the depot."),
        ("They bought an {engine} for the depot.", VEHICLE, "They bought a motor vehicle for the depot."),
        ("They bought a new {truck} for the depot.", INSTRUMENT, "They bought a new instrument for the depot."),
        ("{Trucks} were sold to the depot.", VEHICLE, "Motor vehicles were sold to the depot."),
        ("{trucks} were sold to the depot.", VEHICLE, "motor vehicles were sold to the depot."),
        ("A {truck} was sold to the depot.", INSTRUMENT, "An instrument was sold to the depot."),
        ("An {engine} was sold to the depot.", VEHICLE, "A motor vehicle was sold to the depot."),
        ("A new {truck} was sold to the depot.", INSTRUMENT, "A new instrument was sold to the depot."),
        ("Each {truck} was sold to the depot.", VEHICLE, "Each motor vehicle was sold to the depot."),
        ("They have less {freight} in the depot.", MERCHANDISE, "They have less merchandise in the depot."),
        ("All {trucks} were sold to the depot.", VEHICLE, "All motor vehicles were sold to the depot."),
        ('The "best" of it was the {truck}.', VEHICLE, 'The "best" of it was the motor vehicle.'),
        ("The demand for {freight} has grown.", MERCHANDISE, "The demand for merchandise has grown."),
        ("It moved the {truck}'s engine to it.", VEHICLE, "It moved the motor vehicle's engine to it."),
    ],
)  # fmt: skip
def test_number_article_and_capitals_follow_the_sentence(sentence, form, expected):
    assert written(sentence, form) == expected


@pytest.mark.parametrize(
    ("sentence", "form"),
    [
        ("The {truck} market has grown in the year.", VEHICLE),  # it says what market
        ("The depot {trucks} were sold in the year.", VEHICLE),  # "depot" says what trucks
        ("The company {trucks} goods to the depot.", VEHICLE),  # a verb
        ("The {TRUCKS} were sold to the depot in May.", VEHICLE),  # a heading or a name
        ("Our {Truck} was the best of the year.", VEHICLE),
        ("They bought {freight} for the depot.", VEHICLE),  # without an article, a countable noun is wrong
        ("They bought a {truck} for the depot.", MERCHANDISE),  # "a merchandise"
        ("They bought another {truck} for the depot.", MERCHANDISE),
        ("Each {truck} was sold to the depot.", MERCHANDISE),
        ("Less {freight} was in the depot of it.", VEHICLE),
        ("All {freight} was sold to the depot.", VEHICLE),
        ("They said “the {truck} was sold” in the depot.", VEHICLE),  # a quotation
        ('They said "we sold the {truck}" to the depot.', VEHICLE),
        ("The vehicle and the {truck} are in the depot.", VEHICLE),  # said twice
        ("See the page at example.com/{truck} for the news.", VEHICLE),
        ("It sold an all-{truck} line to the depot.", VEHICLE),
        ("Les {camions} ont été vendus en mai dernier.", VEHICLE),
        ("{Trucks}", VEHICLE),  # a cell of a table
        ("The {trucks} [TERM] were sold to the depot.", VEHICLE),
    ],
)
def test_what_the_sentence_does_not_show_is_suppressed(sentence, form):
    assert written(sentence, form) is None


@given(
    before=st.sampled_from(["It sold the ", "They bought a ", "There are ", "", "x", "“", "The big, old "]),
    term=st.sampled_from(["truck", "trucks", "Trucks", "income", "sells"]),
    after=st.sampled_from([" in May.", "", "'s", ", and so on.", " sales rose in the year.", "-based", "\n"]),
    form=st.sampled_from([VEHICLE, MERCHANDISE, INSTRUMENT, Broader("place of business")]),
)
def test_nothing_but_the_term_and_its_article_changes(before, term, after, form):
    text = before + term + after
    found = worded(text, len(before), len(before) + len(term), form, KNOWN.__contains__)
    if found is not None:
        assert found.end == len(before) + len(term)
        assert text[found.start : len(before)].strip() in ("", "a")
        assert form.text in found.text.lower().replace("a ", "").replace("an ", "")
        assert term.lower() not in found.text.lower()
