"""Names beside numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.detection import pii
from backend.detection.patterns.template import PatternMatch
from backend.detection.spans.number_boundaries import split_at_numbers
from backend.document.model import Block, Document, Story, StoryKind
from backend.document.spans import Span
from backend.messages.reasons import ReadsLikeName


def found(text, entity, name):
    """What is found where a pipeline takes `name` for an `entity`."""
    start = text.index(name)
    matches = [PatternMatch(entity, Span(start, start + len(name)), 0.9, ReadsLikeName("PERSON"))]
    document = Document((Story("word/document.xml", StoryKind.BODY, (Block(0, text),)),))
    return [(each.entity, each.text) for each in pii.find_personal_data(document, names=[[matches]])]


@pytest.mark.parametrize(
    ("text", "entity", "name", "expected"),
    [
        (
            "IBAN DE44500105175407324931",
            "LOCATION",
            "DE44500105175407324931",
            [("IBAN_CODE", "DE44500105175407324931")],
        ),
        ("to 555-123-4567 office", "LOCATION", "555-123-4567 office", [("PHONE_NUMBER", "555-123-4567")]),
        (
            "at 7 Way, New Halden, Tel. 020 7946 0958",
            "LOCATION",
            "7 Way, New Halden, Tel. 020 7946 0958",
            [("LOCATION", "7 Way, New Halden"), ("PHONE_NUMBER", "020 7946 0958")],
        ),
        (
            "in New Halden 020 7946 0958",
            "LOCATION",
            "New Halden 020 7946 0958",
            [("LOCATION", "New Halden"), ("PHONE_NUMBER", "020 7946 0958")],
        ),
        (
            "Anna Rook (ann@halden.example) Ltd",
            "PERSON",
            "Anna Rook (ann@halden.example",
            [("PERSON", "Anna Rook"), ("EMAIL_ADDRESS", "ann@halden.example")],
        ),
        ("the Booking.com Group", "ORGANIZATION", "Booking.com Group", [("ORGANIZATION", "Booking.com Group")]),
    ],
)
def test_a_number_stands_by_itself_and_the_name_ends_before_it(text, entity, name, expected):
    assert found(text, entity, name) == expected


spans = st.tuples(st.integers(0, 30), st.integers(1, 6)).map(lambda pair: Span(pair[0], sum(pair)))


@given(spans, st.lists(st.integers(0, 9), max_size=5, unique=True))
def test_pieces_lie_in_the_name_meet_no_number_and_leave_out_no_letter(name, places):
    text = "A" * 50
    numbers = [Span(4 * place, 4 * place + 2) for place in sorted(places)]
    pieces = list(split_at_numbers(name, numbers, text))
    assert not any(piece.overlaps(number) for piece in pieces for number in numbers)
    taken = {i for number in numbers for i in range(number.start, number.end)}
    assert {i for piece in pieces for i in range(piece.start, piece.end)} == {
        i for i in range(name.start, name.end) if i not in taken
    }
