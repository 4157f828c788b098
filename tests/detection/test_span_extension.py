"""Findings extend to the complete name, date or address."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.detection import pii
from backend.detection.patterns.template import PatternMatch
from backend.document.model import Block, Document, Story, StoryKind
from backend.document.spans import Span
from backend.messages.reasons import ReadsLikeName


def document(text):
    return Document((Story("word/document.xml", StoryKind.BODY, (Block(0, text),)),))


def found(text, *parts):
    """What is found in a text in which a recogniser, in place of the model of names, finds these parts."""

    def names(seen):
        at = 0
        for entity, part in parts:
            at = seen.index(part, at)
            yield PatternMatch(entity, Span(at, at + len(part)), 0.9, ReadsLikeName("PERSON"))
            at += len(part)

    return [(each.entity, each.text) for each in pii.find_personal_data(document(text), recognisers=[names])]


def by_template(text):
    return [(each.entity, each.text) for each in pii.find_personal_data(document(text))]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Mr K.H. Christoph wrote", [("PERSON", "Mr K.H."), ("PERSON", "Christoph")]),
        ("J. Rook wrote", [("PERSON", "J"), ("PERSON", "Rook")]),
        ("Anna-Maria wrote", [("PERSON", "Anna"), ("PERSON", "Maria")]),
        ("Halden Rook wrote", [("ORGANIZATION", "Halden"), ("ORGANIZATION", "Rook")]),
        ("1 May 2002 was", [("DATE_TIME", "1 May"), ("DATE_TIME", "2002")]),
        ("1 May, 2002 was", [("DATE_TIME", "1 May"), ("DATE_TIME", "2002")]),
        ("Monday, 1 May was", [("DATE_TIME", "Monday"), ("DATE_TIME", "1 May")]),
        ("1 May at 10:30 we", [("DATE_TIME", "1 May"), ("DATE_TIME", "10:30")]),
        ("48 Perez 12\nHalden, HR 56139 is", [("LOCATION", "48 Perez 12"), ("LOCATION", "Halden, HR 56139")]),
        ("Baker Street 2,\n London\n is", [("LOCATION", "Baker Street 2"), ("LOCATION", "London")]),
    ],
)
def test_parts_side_by_side_are_one(text, parts):
    entity, first = parts[0]
    last = parts[-1][1]
    assert found(text, *parts) == [(entity, text[text.index(first) : text.index(last) + len(last)])]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Anna, Maria", [("PERSON", "Anna"), ("PERSON", "Maria")]),
        ("Anna\nMaria", [("PERSON", "Anna"), ("PERSON", "Maria")]),
        ("saw Anna. Maria", [("PERSON", "Anna"), ("PERSON", "Maria")]),
        ("Anna London", [("PERSON", "Anna"), ("LOCATION", "London")]),
        ("Paris, Rome and", [("LOCATION", "Paris"), ("LOCATION", "Rome")]),
        ("1 High Road, 2 Low Road", [("LOCATION", "1 High Road"), ("LOCATION", "2 Low Road")]),
        ("1 May, 3 May", [("DATE_TIME", "1 May"), ("DATE_TIME", "3 May")]),
    ],
)
def test_neighbours_remain_separate(text, parts):
    assert found(text, *parts) == parts


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("\n95 Baker Street 12\n", "95 Baker Street 12"),
        ("at 7 Baker Street 12, and", "7 Baker Street 12"),
        ("\nBaker Street 12 90210\n", "Baker Street 12 90210"),
    ],
)
def test_an_address_has_the_numbers_beside_it(text, whole):
    assert found(text, ("LOCATION", "Baker Street 12")) == [("LOCATION", whole)]


def test_a_place_alone_takes_no_number_of_the_sentence():
    assert found("in 1998 Paris 12000 people", ("LOCATION", "Paris")) == [("LOCATION", "Paris")]


@pytest.mark.parametrize(
    "address",
    [
        *("12 rue de la Paix, 75002 Paris", "Hauptstraße 12\n50667 Köln", "Keizersgracht 263, 1016 GV Den Haag"),
    ],
)
def test_an_address_has_its_town_behind_the_code(address):
    assert by_template(f"an {address}, gesandt") == [("LOCATION", address)]


def test_a_count_after_a_street_is_not_a_postcode():
    assert by_template("At 12 Elm Street, 40000 Visitors came") == [("LOCATION", "12 Elm Street")]
    assert by_template("At 12 Elm Street, 2023 Budget, he") == [("LOCATION", "12 Elm Street")]


def test_an_address_over_lines_is_one_finding():
    address = "221B Baker Street\nSuite 12\nSpringfield, IL 62704"
    assert by_template(f"Write to:\n{address}\nThank you") == [("LOCATION", address)]


def test_a_month_in_a_sentence_is_not_every_may():
    assert by_template("It ran until May. They may go, and may stay.") == [("DATE_TIME", "May")]


@given(st.text(alphabet="1920 ,\nAStreet.MayPO Box-", max_size=80))
def test_findings_lie_apart_in_the_text_and_say_what_is_there(text):
    findings = pii.find_personal_data(document(text))
    places = [each.place.span for each in findings]
    assert all(each.text == each.place.span.of(text) for each in findings)
    assert all(a.end <= b.start for a, b in pairwise(places))
