"""The table of recognisers: what each finds, and its near-misses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.detection.patterns import TEMPLATES, find_patterns
from backend.document.placeholders import ENTITIES
from tests.detection.pattern_examples import FOUND, NOT_FOUND


def values(entity, text):
    return [match.span.of(text) for match in find_patterns(text) if match.entity == entity]


@pytest.mark.parametrize(("entity", "text", "value"), FOUND)
def test_a_value_is_found_whole(entity, text, value):
    assert value in values(entity, text)


@pytest.mark.parametrize(("entity", "text"), NOT_FOUND)
def test_a_near_miss_is_left_alone(entity, text):
    assert values(entity, text) == []


def test_every_kind_has_a_name_that_a_placeholder_can_carry():
    assert {template.entity for template in TEMPLATES} <= set(ENTITIES)


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


def test_what_lies_inside_a_longer_word_or_number_is_no_value():
    for _, _, value in FOUND:
        inside = f"x9{value}9x"
        assert all(match.span.of(inside) != value for match in find_patterns(inside)), value


@pytest.mark.parametrize("entity_text_value", [row for row in FOUND if row[2].isascii()], ids=lambda row: row[2])
def test_invisible_characters_hide_no_value(entity_text_value):
    entity, text, value = entity_text_value
    split = value[:2] + "\u00ad\u200b" + value[2:]
    assert split in values(entity, text.replace(value, split))


# One string per way in which an expression could go back over what it has read; 100,000 characters of each.
@pytest.mark.parametrize(
    "seed",
    [
        "a.",
        "a-",
        "a@a.",
        "1 ",
        "(1",
        "1.",
        "::",
        "AB12 ",
        "4111 1111 ",
        "http://a)",
        "3 March ",
        "www.",
        "x" * 63 + ".",
    ],
)
def test_a_hostile_text_is_read_in_time_that_grows_with_its_length(seed):
    """It ends: an expression that tried every split of 100,000 characters would not within the suite's patience."""
    assert len(list(find_patterns((seed * 100_000)[:100_000]))) <= 100_000


@given(st.text(alphabet="0123456789 .-+@():/aGMarch\u00a0\u2011\u00ad\u200b[]\n", max_size=60))
def test_no_text_breaks_the_recognisers_and_every_span_lies_inside(text):
    for match in find_patterns(text):
        assert 0 <= match.span.start < match.span.end <= len(text)
        assert 0 < match.score <= 1
