"""Personal data in links are found where the links are percent-encoded, and at their places."""

from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.detection.patterns.percent_encoding import decoded_links
from backend.detection.patterns.recognisers import find_patterns
from backend.detection.pii import find_personal_data, find_personal_data_outside
from backend.document.plain_text import read_text

VALUES = {
    "EMAIL_ADDRESS": "sarah.mbeki@northgate.example",
    "PHONE_NUMBER": "+44 20 7946 0321",
    "IBAN_CODE": "GB82 WEST 1234 5698 7654 32",
    "CREDIT_CARD": "4111 1111 1111 1111",
    "MAC_ADDRESS": "00:1A:2B:3C:4D:5E",
}
LINKS = (
    "https://portal.acme.example/u?m={}&y=1",
    "https://portal.acme.example/{}/a",
    "mailto:x@acme.example?subject={}",
)


def _encoded(value):
    once = quote(value, safe="")
    return once, quote_plus(value), quote(once, safe="")


CASES = [(kind, link, written) for kind, value in VALUES.items() for link in LINKS for written in _encoded(value)]


@pytest.mark.parametrize(("kind", "link", "written"), CASES)
def test_a_value_in_a_link_is_found_in_the_text(kind, link, written):
    document = read_text(f"See {link.format(written)} today.".encode())
    found = [each.text for each in find_personal_data(document, {kind})]
    assert written in found


@pytest.mark.parametrize(("kind", "link", "written"), CASES)
def test_a_value_in_a_link_is_found_outside_the_text_as_people_write_it(kind, link, written):
    assert (kind, VALUES[kind]) in find_personal_data_outside([link.format(written)], {kind})


@pytest.mark.parametrize("text", ["50 % of x+y", "C++ and a+b=c", "100%", "%zz", "12+34", "1+1+1+1 4111"])
def test_signs_that_encode_nothing_are_read_as_they_stand(text):
    assert decoded_links(text) is None


@given(st.text(st.sampled_from("ab%2041Ff+=?/: é\ud83d\ude00"), max_size=40))
def test_every_place_leads_back_into_the_text(text):
    decoded = decoded_links(text)
    if decoded is not None:
        assert len(decoded.starts) == len(decoded.text) + 1
        assert list(decoded.starts) == sorted(set(decoded.starts))
        assert (decoded.starts[0], decoded.starts[-1]) == (0, len(text))
        for match in decoded.matches(find_patterns):
            assert 0 <= match.span.start < match.span.end <= len(text)
