"""Which of many similar cases `make check` runs: some of each kind. `make thorough` runs the others."""

from collections.abc import Iterable

import pytest

MOSTLY_SQLITE = ["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)]
"""Databases, for `parametrize` or as `params` of the fixture `kind` of a file whose tests run alike on both."""

on_both_databases = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
"""Marks tests of such a file that run on PostgreSQL in `make check` too."""


def sampled(cases: Iterable, kept: Iterable) -> list:
    """Return the cases for `parametrize`; those that are not kept run in `make thorough` alone.

    At least one case of each kind has to be kept.
    """
    cases, kept = list(cases), list(kept)
    if not kept or any(each not in cases for each in kept):
        raise ValueError("a case that is kept is no case of the test")
    return [each if each in kept else further(each) for each in cases]


def one_in(number: int, rows: Iterable) -> list:
    """Return the rows of a table for `parametrize`; every `number`-th one, from the first on, runs in `make check`.

    For tests that show of each row of a long table that it is needed.
    """
    return [row if at % number == 0 else further(row) for at, row in enumerate(rows)]


def on_databases(cases: Iterable, postgresql: Iterable) -> list:
    """Return each case, as a tuple, on each database, whose kind comes first; on PostgreSQL `make check` runs some.

    The code is the same for both, so one case of each kind of statement is enough for the server.
    """
    cases, kept = list(cases), list(postgresql)
    if any(each not in cases for each in kept):
        raise ValueError("a case that is kept is no case of the test")
    on_server = [("postgresql", *each) if each in kept else further("postgresql", *each) for each in cases]
    return [*(("sqlite", *each) for each in cases), *on_server]


def further(*case):
    """Return a case for `parametrize` that runs in `make thorough` alone."""
    return pytest.param(*case, marks=pytest.mark.thorough)


def is_further(item) -> bool:
    """Whether a test is a case that runs in `make thorough` alone."""
    return item.get_closest_marker("thorough") is not None
