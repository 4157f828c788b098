"""The short form of a placeholder means the same as the long one, to everything that reads a text."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.placeholders import (
    PLACEHOLDER,
    SHORT_LABELS,
    bare_placeholders_as_borders,
    blank_placeholders,
    count_placeholders,
    expose_unknown_placeholders,
    format_placeholder,
    last_numbers,
    long_placeholders,
    placeholders_as_borders,
    short_placeholder,
    without_brackets,
)
from backend.document.text_widths import width_in_ems
from backend.document.tokens import terms
from backend.panel import tokenisers

LABELS = st.one_of(st.sampled_from(sorted(SHORT_LABELS)), st.text("ABZ019_", min_size=1, max_size=20))
NUMBERS = st.none() | st.integers(1, 99_999)
FORMS = st.builds(format_placeholder, LABELS, NUMBERS)


@given(FORMS)
def test_every_short_form_reads_back_as_the_long_one(long):
    short = short_placeholder(long)
    assert PLACEHOLDER.fullmatch(short)
    assert long_placeholders(f"to {short}’s.") == f"to {long}’s."
    assert short_placeholder(short) == short


@given(FORMS, FORMS)
def test_different_placeholders_have_different_short_forms(one, other):
    assert (short_placeholder(one) == short_placeholder(other)) == (one == other)


@given(FORMS)
def test_a_short_form_is_never_wider_and_does_not_break(long):
    short = short_placeholder(long)
    assert width_in_ems(short) <= width_in_ems(long)
    assert " " not in short


@given(FORMS)
def test_all_readers_take_the_short_form_for_the_long_one(long):
    short = short_placeholder(long)
    assert last_numbers([short]) == last_numbers([long])
    assert count_placeholders([short]) == 1
    assert without_brackets(short) == without_brackets(long)
    assert placeholders_as_borders(f"a{short}b") == f"a{len(short) * chr(0)}b"
    assert blank_placeholders(f"a {short}’s b") == f"a {' ' * (len(short) + 2)} b"
    assert terms(f"a {short}'s b") == terms(f"a {long}'s b")
    assert tokenisers.WORDS.parts(f"one {short} two") == (("one",), ("two",))


@pytest.mark.parametrize(
    "words", ["[PER 1]", "[ORG 1]", "[ORG]", "[XXX]", "[DATE]", "[C_HALDEN_ROOK]", "[C_HALDEN 1]"]
)
def test_what_people_write_in_brackets_stays_text(words):
    """A template has `[DATE]` and `[XXX]` for what is to be filled in. It has no no-break space in there."""
    assert PLACEHOLDER.search(words) is None
    assert count_placeholders([words]) == 0
    assert terms(words)


def test_a_name_does_not_become_a_placeholder_by_a_no_break_space():
    assert PLACEHOLDER.search("[HALDEN\u00a01]") is None
    text = "for [C_HALDEN_ROOK\u00a01] in [C_ZIP\u00a01]"
    shown = expose_unknown_placeholders(text, {"ZIP"})
    assert shown == "for    HALDEN ROOK\u00a01  in [C_ZIP\u00a01]"
    assert len(shown) == len(text)


def test_names_of_files_have_the_long_form():
    name = without_brackets("[PER\u00a01] plan [XXX\u00a0]")
    assert name == "PERSON 1 plan REDACTED"
    assert bare_placeholders_as_borders(name) == "\0 plan \0"


def test_the_guide_has_the_table_of_short_labels():
    page = (Path(__file__).parents[2] / "docs" / "short-placeholders.md").read_text("utf-8")
    by_short = sorted(SHORT_LABELS.items(), key=lambda each: each[1])
    assert page.endswith("".join(f"| `{short}` | `{label}` |\n" for label, short in by_short))
