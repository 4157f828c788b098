"""NFKC and character references in linear time, compared with the standard library wherever that has an answer."""

import html
import random
import unicodedata

import pytest

from backend.document.canonical_order import compose, unescape

MARKS = [chr(code) for code in range(0x300, 0x10FFFF) if unicodedata.category(chr(code)).startswith("M")]


@pytest.mark.parametrize("seed", range(20))
def test_long_runs_of_marks_compose_as_the_standard_library_composes_them(seed: int):
    """Marks of all classes, some that decompose into others, and letters that become marks."""
    drawn = random.Random(seed)  # noqa: S311 - no secret
    chars = [*drawn.sample(MARKS, 200), "\u0f73", "\u0f81", "\uff9e", "\uff9f", "e"]
    for start in ("a", "\u00e9", "\u0f71", "\uac00", ""):
        text = start + "".join(drawn.choices(chars, k=drawn.randrange(20, 150))) + "b"
        assert compose(text) == unicodedata.normalize("NFKC", text)
        assert compose(text, "NFC") == unicodedata.normalize("NFC", text)


def test_many_marks_out_of_order_are_put_in_order_at_once():
    """`unicodedata.normalize` alone takes ten minutes for so many: 200,000 moves for each of 200,000 marks."""
    composed = compose("a" + 200_000 * "\u0301" + 200_000 * "\u0323")
    is_in_order = composed == "\u1ea1" + 199_999 * "\u0323" + 200_000 * "\u0301"
    assert is_in_order  # a comparison of the texts themselves would be shown, which takes as long


@pytest.mark.parametrize(
    "text",
    ["&#72;", "&#72", "&#72x", "&#;", "&#", "&#0;", "&#0000000072;", "&#1114112;", "&#12345678;", "&#x48;&amp;"],
)
def test_character_references_are_decoded_as_the_standard_library_decodes_them(text: str):
    assert unescape(text) == html.unescape(text)


def test_a_reference_of_more_digits_than_int_takes_is_no_character():
    with pytest.raises(ValueError, match="digits"):
        html.unescape("&#" + 5_000 * "1" + ";")
    assert unescape("a&#" + 5_000 * "1" + ";b") == "a\ufffdb"
    assert unescape("&#" + 5_000 * "0" + "72;") == "H"
