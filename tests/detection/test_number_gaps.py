"""Numbers that go on behind a line break, a tab or several blanks."""

import pytest

from backend.detection.patterns.number_gaps import across_gaps
from backend.detection.patterns.recognisers import find_patterns

KINDS = {"CREDIT_CARD", "IBAN_CODE", "US_SSN", "UK_NHS", "PHONE_NUMBER", "DATE_TIME"}
NUMBERS = [
    ("CREDIT_CARD", "Paid by the card 4111 1111 1111 1111, as agreed."),
    ("IBAN_CODE", "Please pay to the IBAN DE89 3704 0044 0532 0130 00 today."),
    ("US_SSN", "The social security number is 123-45-6789 as we said."),
    ("UK_NHS", "The NHS number is 943 476 5919 as we said."),
]
GAPS = ["\n", "\r\n", " \n", "\n> ", "\v", "\u2028", "\t", "  ", " \t"]


def found(text: str) -> set[tuple[str, str]]:
    return {(each.entity, each.span.of(text)) for each in across_gaps(text, find_patterns, KINDS)}


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize(("kind", "sentence"), NUMBERS)
def test_a_number_is_found_across_one_gap(kind: str, sentence: str, gap: str):
    first = next(i for i, char in enumerate(sentence) if char.isdigit())
    number = sentence[first:].split(" as", maxsplit=1)[0].split(" today", maxsplit=1)[0].split(",", maxsplit=1)[0]
    prefix = sentence[first - 2 : first].strip() if kind == "IBAN_CODE" else ""
    for at, char in enumerate(number):
        if char in " -":
            broken = number[:at] + ("-" + gap if char == "-" else gap) + number[at + 1 :]
            assert (kind, prefix + broken) in found(sentence.replace(number, broken)), broken


@pytest.mark.parametrize(
    "text",
    [
        "4111 1111\n1111 1111",  # a column of numbers
        "Sales 4111\n\n1111 1111 1111",  # a blank line parts
        "Paid by 4111\t1111\t1111\t1111 units",  # the columns of a table
        "Sites 020 7946  0958 and more",  # no check digit tells that this is a telephone number
        "Nothing here.\nNor here.",
    ],
)
def test_what_is_apart_is_not_joined(text: str):
    assert found(text) == set()


def test_what_has_no_gap_is_left_to_the_other_search():
    assert found("The card 4111 1111 1111 1111\nis valid until 2027.") == set()


def test_many_gaps_are_read_in_one_window_and_far_ones_in_their_own():
    text = "Paid by the card 4111 1111 1111\n1111. " + "word " * 99 + "Paid by card 5500 0000\n0000 0004 today."
    assert found(text) == {("CREDIT_CARD", "4111 1111 1111\n1111"), ("CREDIT_CARD", "5500 0000\n0000 0004")}
