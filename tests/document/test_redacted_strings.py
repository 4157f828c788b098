"""Several words of the model as one string: found where they stand side by side, and nowhere else."""

import pytest

from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedString, RedactedStrings


def _found(text, *strings):
    redacted = RedactedStrings(tuple(RedactedString(string, "[TERM]", is_word=True) for string in strings))
    return [(strings[position], span.of(text)) for position, span in redacted.find(text)]


def test_a_phrase_and_its_words_are_found_each_by_itself():
    text = "Gantry Quay, the quay and a gantry-quay"
    assert _found(text, "Gantry Quay", "quay") == [
        ("Gantry Quay", "Gantry Quay"),
        ("quay", "Quay"),
        ("quay", "quay"),
        ("Gantry Quay", "gantry-quay"),
        ("quay", "quay"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "gantry",
        "quay gantry",
        "gantry, quay",
        "gantry\n\x01\nquay",
        "gantries quay",
        "gantry quays",
        "gantry 2 quay",
    ],
)
def test_a_part_of_a_phrase_does_not_match(text):
    assert _found(text, "Gantry Quay") == []


def test_a_phrase_is_found_in_its_turn_among_repeated_words():
    assert _found("new new york", "new york") == [("new york", "new york")]


def test_a_match_that_reads_like_a_kept_term_is_kept_inside_a_longer_word_too():
    """The search knows "Quaylight" in "QuaylightRef" as "quay-light"; as a kept term it is no whole word there."""
    redacted = RedactedStrings((RedactedString("quay-light", "[REDACTED]"),), (Phrase("QuayLight"),))
    assert list(redacted.find("QuayLight, useRef<QuayLightRef>")) == []
    assert [span.of("a quay-light") for _, span in redacted.find("a quay-light")] == ["quay-light"]
