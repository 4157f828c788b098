"""The text of a document as its readers see it."""

import string

from hypothesis import given
from hypothesis import strategies as st

from backend.detection.patterns.readable_text import readable_text
from backend.document.tokens import IGNORED

ODD = string.ascii_letters + string.digits + " -" + IGNORED + "\u00a0\u2011\u2212\u0663\uff11\u00b2é漢"


def test_spaces_dashes_and_digits_of_every_kind_become_the_plain_ones():
    assert readable_text("\u00a0\u2009\u2011\u2013\u2212\uff14\u0664").text == "  ---44"


def test_a_footnote_mark_is_not_a_digit_of_the_number_before_it():
    assert readable_text("0958²").text == "0958 "


def test_no_number_is_made_of_what_is_left_around_a_placeholder():
    seen = readable_text("555 [PERSON 1] 1234")
    assert seen.text == "555 \ufffc 1234"
    assert seen.span(6, 10).of("555 [PERSON 1] 1234") == "1234"


def test_a_span_of_visible_text_maps_back_over_invisible_text():
    """Seen: "12345" at 3…8; the soft hyphen at 5 and the zero-width space at 7 lie inside, the one at 0 before."""
    text = "\u200bno 12\u00ad3\u200b45"
    seen = readable_text(text)
    start = seen.text.index("12345")
    assert seen.span(start, start + 5).of(text) == "12\u00ad3\u200b45"


@given(st.text(alphabet=ODD, min_size=1))
def test_each_seen_character_is_one_character_of_the_text(text):
    seen = readable_text(text)
    for i, char in enumerate(seen.text):
        span = seen.span(i, i + 1)
        assert span.end == span.start + 1
        assert readable_text(span.of(text)).text == char
