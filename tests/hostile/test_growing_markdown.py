"""The generator of Markdown makes what it says, and its files are redacted; how they grow is measured by hand."""

import pytest

from tests.hostile.growing_markdown import MARKDOWN, WAYS, Recipe, recipe, seconds
from tests.hostile.growing_texts import NAME


def test_a_recipe_is_made_again_by_its_seed():
    assert recipe(7) == recipe(7)
    assert recipe(7).make(2_000) == recipe(7).make(2_000)
    assert {recipe(seed).way for seed in range(100)} == set(WAYS)


@pytest.mark.parametrize("way", WAYS)
def test_a_file_is_about_as_long_as_is_asked_for(way):
    made = Recipe(way, ("> {w}\n", "[{w}][{}] "), ("Rook",)).make(20_000)
    assert NAME.encode() in made
    assert 15_000 < len(made) < 60_000


@pytest.mark.parametrize("seed", range(12))
def test_what_is_put_together_is_redacted(seed):
    made = recipe(seed)
    _took, said, fault = seconds(made.make(1_000), MARKDOWN, made.terms)
    assert (said, fault) == ("clean", "")
