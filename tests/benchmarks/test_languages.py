"""How rarely English is taken for another language, on texts that nobody here wrote (`make bench`)."""

import gzip
import json
import random

import pytest

from backend.detection.names.languages import foreign_languages
from tests.benchmarks.conftest import markdown

SETS = {
    "SEC filings": ("sec_mda/sec_mda_to_2018.jsonl.gz", "text"),
    "20 Newsgroups": ("20newsgroups/20news-bydate.jsonl.gz", "raw"),
    "court cases (TAB)": ("tab/tab_train_dev_113.jsonl.gz", "text"),
}
SIZES = (50, 200, 1000)
HOW_MANY = 3000


def texts(path, field):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        found = [row for row in map(json.loads, lines) if row.get("split") in (None, "train")]
    return [row[field] for row in found]


def snippet(draw, among, size):
    """`size` characters that begin with a word, anywhere in one of the texts."""
    text = draw.choice(among)
    start = draw.randrange(max(1, len(text) - size))
    start = text.rfind(" ", 0, start) + 1
    return text[start : start + size]


@pytest.mark.parametrize("name", SETS)
def test_english_is_hardly_ever_taken_for_another_language(name, data, tell):
    path, field = SETS[name]
    among, draw = texts(data / path, field), random.Random(3)  # noqa: S311 - a sample that is the same each time
    rows = []
    for size in SIZES:
        wrong = sum(foreign_languages([snippet(draw, among, size)]) != [None] for _ in range(HOW_MANY))
        rows.append((name, size, f"{wrong / HOW_MANY:.2%}"))
        assert wrong <= HOW_MANY * 0.002
    tell("English taken for another language", *markdown(("set", "characters", "taken for foreign"), rows))
