"""Rows, columns and tables of two moments are mixed at random: what the store answers stays true, or is refused."""

import copy
import random

import pytest

from backend.errors import UnsaidError
from backend.storage.tables import Table
from tests.storage.test_attacks_on_rows import Filled, key_columns, wrong_answers

HERE, ALL = 10, 150
"""Mixes that are tried here, and by `make attacks`."""

ODD = ["", 0, 1, 2, b"", "admin", "approved", -1, 10**12, None]


@pytest.fixture
def filled(settings):
    filled = Filled(settings)
    yield filled
    filled.store.close()


def mixed(drawn, filled, table):
    """The rows of a table after something was done to them."""
    now, old = filled.now[table], filled.before[table]
    rows, keys = copy.deepcopy(now), key_columns(table)
    how = drawn.choice(["old", "mix", "cell", "twin", "gone", "swap"])
    if how == "old":
        return copy.deepcopy(old)
    if how == "mix":
        first, last = ({tuple(row[key] for key in keys): row for row in each} for each in (old, now))
        picked = [drawn.choice([first.get(key), last.get(key)]) for key in {**first, **last}]
        return [dict(row) for row in picked if row is not None]
    if not rows:
        return rows
    row, other, column = drawn.choice(rows), drawn.choice(rows), drawn.choice(list(rows[0]))
    if how == "cell":
        row[column] = drawn.choice([*(each[column] for each in old), *ODD])
    elif how == "twin":
        told = str(row[keys[-1]])
        rows.append({**row, keys[-1]: drawn.choice([told.upper(), f"{told} ", f"{told}0"])})
    elif how == "gone":
        rows.remove(row)
    else:
        row[column], other[column] = other[column], row[column]
    return rows


def answers_of(filled, honest):
    """What is answered now; an error that is none of ours is a finding."""
    try:
        uses = filled.uses()
    except UnsaidError:
        return honest  # the store does not open
    answers = {}
    for name, use in uses.items():
        try:
            answers[name] = use()
        except UnsaidError as error:
            answers[name] = f"refused: {error.code}"
    return answers


def test_no_mix_of_two_moments_gives_anyone_more(filled, kind, request):
    all_of_them = request.config.getoption("--all-attacks", default=False)
    wanted = ALL if all_of_them else HERE if kind == "sqlite" else HERE // 2
    drawn = random.Random(17)  # noqa: S311 - so that a finding comes again
    honest = filled.answers()
    filled.reset()
    told, tried = [], 0
    while tried < wanted:
        tables = {each: mixed(drawn, filled, each) for each in drawn.sample(sorted(Table.metadata.tables), 3)}
        try:
            filled.raw.put(tables)
        except filled.raw.refusals:
            continue
        tried += 1
        filled.start_again()
        # Of an open job and its files not all columns count: what these list is not compared.
        answers = {**answers_of(filled, honest), "list: files": honest["list: files"]}
        told += [f"{sorted(tables)}: {use} says {answers[use]!r}"[:300] for use in wrong_answers(honest, answers)]
        filled.raw.put(filled.now)
        filled.start_again()
    assert told == []
