"""Values behind a label that touches them, and what only looks like one."""

import pytest

from backend.detection.patterns.recognisers import find_patterns


@pytest.mark.parametrize(
    ("label", "value", "entity"),
    [
        ("IBAN", "DE89 3704 0044 0532 0130 00", "IBAN_CODE"),  # the example of ISO 13616
        ("Konto", "NL91ABNA0417164300", "IBAN_CODE"),
        ("Card", "5500 0055 5555 5559", "CREDIT_CARD"),
        ("T", "+49 30 5557 8142", "PHONE_NUMBER"),
        ("Mobile", "+44 7700 900123", "PHONE_NUMBER"),
        ("IP", "192.0.2.146", "IP_ADDRESS"),
        ("MAC", "00:1b:44:11:3a:b7", "MAC_ADDRESS"),
        ("Web", "https://velderwick.example/okoro", "URL"),
    ],
)
def test_a_value_begins_behind_a_letter(label, value, entity):
    for text in (f"{label}{value}", f"{label.lower()}{value} and more"):
        found = [(match.entity, text[match.span.start : match.span.end]) for match in find_patterns(text)]
        assert (entity, value) in found, text


@pytest.mark.parametrize(
    "text",
    [
        "C++11 and a+b",
        "IBANDE88 3704 0044 0532 0130 00",  # another check digit
        "x5500005555555558",
        "version192.0.2.146",
        "formac00:1b:44 and 11:3a:b7",
        "f(x)=a+12 34",
    ],
)
def test_what_no_check_tells_apart_needs_its_own_place(text):
    kinds = {match.entity for match in find_patterns(text)}
    assert kinds.isdisjoint({"IBAN_CODE", "CREDIT_CARD", "IP_ADDRESS", "MAC_ADDRESS", "PHONE_NUMBER"}), kinds
