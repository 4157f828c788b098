"""The time of the templates grows with the text, whatever stands in it: a text twice as long takes twice as long.

Beside Presidio's patterns they are measured in test_names_speed.
"""

import statistics
import time

import pytest

from backend.detection.patterns.recognisers import find_patterns
from tests.benchmarks.conftest import markdown

LENGTH = 250_000
SEEDS = (
    "a.",
    "1 ",
    "(1",
    "AB12 ",
    "3 March ",
    "in 2001 ",
    "12 Aa ",
    "case no ",
    "a.com ",
    "(",
    "x",
    "e\u0301 1",
    "1\u200b",
)


def _seconds(text):
    start = time.process_time()
    for _ in find_patterns(text):
        pass
    return time.process_time() - start


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hostile_text_twice_as_long_takes_twice_as_long(seed, tell):
    """Quadratic work would take four times as long; a machine that does other things too is allowed three."""
    once, twice = ((seed * length)[:length] for length in (LENGTH, 2 * LENGTH))
    ratios = [_seconds(twice) / max(_seconds(once), 1e-3) for _ in range(3)]
    tell(
        "Hostile texts",
        *markdown(
            ("text of", "times as long for twice the text"), [(repr(seed), f"{statistics.median(ratios):.1f}")]
        ),
        "",
    )
    assert statistics.median(ratios) <= 3
