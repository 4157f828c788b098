"""Spans and their UTF-16 twins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.spans import Span, SpanCover, Utf16Offsets, merge_overlapping


def test_an_emoji_before_a_word_moves_it_by_one_utf16_unit():
    """office-facts.md, style guide: in "Zoë 👍 Ford", Ford starts at 6 for Python and at 7 for Office.js."""
    offsets = Utf16Offsets("Zoë 👍 Ford")
    assert offsets.to_utf16(6) == 7
    assert offsets.from_utf16(7) == 6


@given(st.text(), st.data())
def test_utf16_offsets_are_those_of_the_encoded_text_and_return(text, data):
    offset = data.draw(st.integers(0, len(text)))
    units = len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2
    offsets = Utf16Offsets(text)
    assert offsets.to_utf16(offset) == units
    assert offsets.from_utf16(units) == offset


def test_the_middle_of_a_surrogate_pair_is_no_place():
    with pytest.raises(ValueError, match="inside a character"):
        Utf16Offsets("a👍b").from_utf16(2)


@pytest.mark.parametrize("offset", [-1, 4])
def test_offsets_outside_the_text_are_refused(offset):
    offsets = Utf16Offsets("abc")
    with pytest.raises(ValueError, match="outside"):
        offsets.to_utf16(offset)
    with pytest.raises(ValueError, match="outside"):
        offsets.from_utf16(offset)


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 3), (4, 2)])
def test_a_span_is_never_negative_or_empty(start, end):
    with pytest.raises(ValueError, match="not a span"):
        Span(start, end)


def test_touching_spans_do_not_overlap():
    assert not Span(0, 3).overlaps(Span(3, 5))
    assert Span(0, 4).overlaps(Span(3, 5))


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 8)).map(lambda pair: Span(pair[0], sum(pair)))))
def test_joining_covers_the_same_text_once(spans):
    result = [span for span, _ in merge_overlapping((span, None) for span in spans)]
    assert not any(a.overlaps(b) for i, a in enumerate(result) for b in result[i + 1 :])
    assert {i for span in result for i in range(span.start, span.end)} == {
        i for span in spans for i in range(span.start, span.end)
    }


SPANS = st.tuples(st.integers(0, 20), st.integers(1, 6)).map(lambda pair: Span(pair[0], sum(pair)))


@given(st.lists(SPANS, max_size=8), SPANS)
def test_a_cover_overlaps_what_one_of_its_spans_overlaps(spans, other):
    assert SpanCover(spans).overlaps(other) == any(span.overlaps(other) for span in spans)
