"""The page that people read."""

import re

import pytest

from backend.errors import InvalidRequest
from backend.evaluation.markdown import page, section
from backend.evaluation.result import Listing, Series, Table, paragraphs
from tests.evaluation.results import TOY, toy

ORDER = ("toy", "late", "last")


def test_tables_show_shares_to_three_places_and_a_dash_where_the_paper_is_silent():
    lines = section(TOY).splitlines()
    assert "| objective | paper | ours | posts |" in lines
    assert "| --- | ---: | ---: | ---: |" in lines
    assert "| ova | – | .834 | 1,154 |" in lines
    assert "| a\\|b | .600 | 1.000 | 0 |" in lines


def test_every_part_of_a_result_is_on_the_page():
    shown = section(TOY)
    for part in (
        "`toy`: a toy",
        "Nobody 2011",
        "What was done.",
        "- What came out.",
        "- Why it differs.",
        "**Shares**",
    ):
        assert part in shown
    assert "![Errors.](experiments/toy-curves.png)" in shown


def test_a_page_that_is_kept_shows_an_excerpt_alone():
    shown = section(TOY)
    assert "first ____" in shown
    assert "third" not in shown
    assert "[… 1 more lines]" in shown


def test_a_text_cannot_end_its_own_fence_nor_its_section():
    result = toy("toy")
    hostile = type(result)(
        **{
            **{name: getattr(result, name) for name in result.__dataclass_fields__},
            "listings": (Listing("x", ("```", "<!-- end toy -->"), 5),),
        }
    )
    shown = section(hostile)
    assert shown.count("```") == 2
    assert shown.count("<!-- end toy -->") == 1


def test_sections_are_in_the_order_of_the_table_after_any_order_of_runs():
    shown = page((toy("last"), toy("toy")), ORDER)
    assert re.findall(r"^## `(\w+)`", shown, re.MULTILINE) == ["toy", "last"]
    assert re.findall(r"^## `(\w+)`", page((toy("late"),), ORDER, shown), re.MULTILINE) == ["toy", "late", "last"]


def test_one_experiment_replaces_its_own_section_and_leaves_the_others_as_they_are():
    before = page((toy("toy"), toy("last")), ORDER)
    after = page((toy("toy", "a better toy"),), ORDER, before)
    assert section(toy("last")) in after
    assert "a better toy" in after
    assert after.count("<!-- begin toy -->") == 1
    assert page((toy("toy"),), ORDER, after) == before


def test_a_section_of_a_removed_experiment_is_removed():
    assert "gone" not in page((toy("toy"),), ORDER, page((toy("gone"),), ("gone",)))


def test_prose_is_unwrapped_by_paragraph():
    assert paragraphs("\n  a line\n  goes on\n\n  next\n ") == ("a line goes on", "next")


def test_results_that_contradict_themselves_are_refused():
    with pytest.raises(InvalidRequest, match="length"):
        Table("t", ("a", "b"), ((1,),))
    with pytest.raises(InvalidRequest, match="as many"):
        Series("s", (1.0, 2.0), (1.0,))
    with pytest.raises(InvalidRequest, match="name of the experiment"):
        type(TOY)("other", "t", "s", (), (), (), figures=TOY.figures)
