"""Which of many similar cases `make check` runs: some of each kind. `make thorough` runs the others."""

from collections.abc import Iterable

import pytest


def sampled(cases: Iterable, kept: Iterable) -> list:
    """Return the cases for `parametrize`; those that are not kept run in `make thorough` alone.

    At least one case of each kind has to be kept.
    """
    cases, kept = list(cases), list(kept)
    if not kept or any(each not in cases for each in kept):
        raise ValueError("a case that is kept is no case of the test")
    return [each if each in kept else further(each) for each in cases]


def further(*case):
    """Return a case for `parametrize` that runs in `make thorough` alone."""
    return pytest.param(*case, marks=pytest.mark.thorough)


def is_further(item) -> bool:
    """Whether a test is a case that runs in `make thorough` alone."""
    return item.get_closest_marker("thorough") is not None
