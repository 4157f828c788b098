"""The table of recognisers: what each finds, and its near-misses."""

from re import _parser as sre

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.detection.names.labels import LABELS
from backend.detection.patterns.candidate_starts import CandidateStarts
from backend.detection.patterns.readable_text import readable_text
from backend.detection.patterns.recognisers import TEMPLATES, find_patterns, patterns_of
from backend.document.placeholders import ENTITIES
from tests.detection.pattern_examples import FOUND, NOT_FOUND


def values(entity, text):
    return [match.span.of(text) for match in find_patterns(text) if match.entity == entity]


@pytest.mark.parametrize(("entity", "text", "value"), FOUND)
def test_a_value_is_found_completely(entity, text, value):
    assert value in values(entity, text)


@pytest.mark.parametrize(("entity", "text"), NOT_FOUND)
def test_a_near_miss_is_left_alone(entity, text):
    assert values(entity, text) == []


def test_every_kind_has_a_name_that_a_placeholder_can_carry():
    assert {template.entity for template in TEMPLATES} <= set(ENTITIES)


def test_every_kind_that_no_pipeline_for_names_tells_has_a_row():
    assert set(ENTITIES) - set(LABELS) <= {template.entity for template in TEMPLATES}


def test_every_row_of_the_table_is_needed():
    """Each template finds some value above that no other row finds whole."""
    finders = {
        (entity, text, value): [
            template
            for template in TEMPLATES
            if template.entity == entity
            and value in [match.span.of(text) for match in find_patterns(text, [template])]
        ]
        for entity, text, value in FOUND
    }
    needed = [rows[0] for rows in finders.values() if len(rows) == 1]
    assert [row.expression for row in TEMPLATES if row not in needed] == []


def test_parts_of_longer_words_or_numbers_are_not_matched():
    for _, _, value in FOUND:
        inside = f"x9{value}9x"
        assert all(match.span.of(inside) != value for match in find_patterns(inside)), value


@pytest.mark.parametrize("entity_text_value", [row for row in FOUND if row[2].isascii()], ids=lambda row: row[2])
def test_invisible_characters_hide_no_value(entity_text_value):
    entity, text, value = entity_text_value
    split = value[:2] + "\u00ad\u200b" + value[2:]
    assert split in values(entity, text.replace(value, split))


def test_every_expression_matches_a_bounded_number_of_characters():
    """With the next test this makes the time linear: a trial costs no more in a longer text."""
    widths = {row.expression: sre.parse(row.expression).getwidth()[1] for row in TEMPLATES}
    assert max(widths.values()) <= 3_000, max(widths, key=widths.get)


# One string per way in which an expression could go back over what it has read, or a table of places could grow.
HOSTILE = (
    *(
        "a.",
        "a-",
        "a@a.",
        "@",
        "1 ",
        "(1",
        "+(1",
        "1.",
        "1,",
        "1/",
        "1-",
        "::",
        "00:",
        "AB12 ",
        "4111 1111 ",
        "0x1",
    ),
    *("http://a)", "www.", ".com", "a.com ", "x" * 63 + ".", "x", "A", "1", " ", "(", "-", "\n", "\x00\x01 "),
    *("3 March ", "Mon, the ", "in 2001 ", "2001, ", "aged ", "twenty-", "tel 12 ", "case no ", "nos. 1/2, "),
    *(
        "12 Aa ",
        "Aa 12345 ",
        "de la ",
        "rue de la A ",
        "Street ",
        "A\nApt ",
        "\u05d0\u05d1 12 ",
        "👍1",
        "e\u0301 1",
    ),
    *("1\u200b", "a\u00ad1 ", "[PERSON 1]", "[", "\u0661\u0662 ", "\uff11\uff12-"),
)


@pytest.mark.parametrize("seed", HOSTILE)
def test_the_places_where_values_may_begin_grow_with_the_text(seed):
    """Per template at most six to a character; twice the text, twice the places, but for a window's worth."""
    page, double = (CandidateStarts(readable_text((seed * 8_000)[:length])) for length in (4_000, 8_000))
    for row in TEMPLATES:
        places = len(row.begins(page))
        assert places <= 6 * 4_000
        assert len(row.begins(double)) <= 2 * places + 320


@pytest.mark.parametrize("seed", HOSTILE)
def test_a_hostile_text_is_read_to_its_end_and_every_span_lies_inside(seed):
    text = (seed * 20_000)[:20_000]
    assert all(0 <= match.span.start < match.span.end <= len(text) for match in find_patterns(text))


ODD = (
    "0123456789 .-+@():/,'aGMarchStreetNo."
    "\u00a0\u2011\u00ad\u200b\u202e\u0301\u05d0\u0663\uff11\ufe0f👍[]\n\t\v\x00"
)


@given(st.text(alphabet=ODD, max_size=80))
def test_no_text_breaks_the_recognisers_and_every_span_lies_inside(text):
    for match in find_patterns(text):
        assert 0 <= match.span.start < match.span.end <= len(text)
        assert 0 < match.score <= 1


@given(st.sampled_from(FOUND), st.text(alphabet="אב👍é\u0301\u200f\u0000 \n", max_size=12))
def test_text_in_another_script_before_a_value_only_shifts_its_span(row, before):
    entity, text, value = row
    assert value in values(entity, f"{before}\n{text}")


def test_a_subset_of_kinds_gives_the_same_findings_as_all_kinds():
    text = "\n".join(sample for _, sample, _ in FOUND)
    wanted = {"US_SSN", "DATE_TIME"}
    some = list(patterns_of(wanted)(text))
    assert some == [match for match in find_patterns(text) if match.entity in wanted]
    assert {match.entity for match in some} == wanted
