"""People of whom the raw search has more looks than one, and ordinary sentences that are none of them."""

import pytest

from backend.document.redacted_strings import RedactedString
from backend.verification.matching import Needles


def _found(term: str, text: str) -> bool:
    return bool(Needles((RedactedString(term, "[PERSON 1]"),)).find(text))


@pytest.mark.parametrize(
    "text", ["van der Bergh, Pieter", "P. van der Bergh", "Mr van der Bergh", "pvanderbergh", "vanderbergh.pieter"]
)
def test_a_surname_with_particles_is_found(text):
    assert _found("Pieter van der Bergh", f"for {text} today")


@pytest.mark.parametrize("text", ["Mr van der Berghe", "Evan der Bergh", "van der Bergh", "Mr van Bergherode"])
def test_another_surname_with_particles_is_not_found(text):
    assert not _found("Pieter van der Bergh", f"for {text} today")


def test_words_in_another_order_are_no_name_of_ordinary_words():
    assert not _found("Will Long", "how long will users wait")
    assert _found("Will Long", "by Long, Will")
    assert _found("Will Longfield", "by longfield will")
