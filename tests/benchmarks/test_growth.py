"""Eight times the input takes at most twelve times as long, for each bound of the table and for shapes of text."""

import time

import pytest

from backend.document.policy import CLEAN, Policy
from backend.ooxml.bounds import DEFAULT_LIMITS
from tests.benchmarks.conftest import markdown
from tests.hostile.growing import GROWING
from tests.hostile.growing_texts import FILE
from tests.hostile.growing_texts import GROWING as TEXTS
from tests.hostile.way import whole_way

HEADING = "Growth with hostile input"
TIMES, MOST = 8, 12
LEAST = 0.05
"""Seconds below which a ratio tells nothing."""
OF_BYTES = {"packed", "unpacked", "ratio", "unsuspicious", "depth", "name_length", "elements"}
"""Bounds of which all other rows are tried, or that have a size of their own."""

Row = tuple[str, str, float, float]


def _seconds(content: bytes, name: str, policy: Policy) -> float:
    begun = time.process_time()
    done = whole_way(content, name, policy)
    assert not done.fault
    assert done.said == "clean"
    return time.process_time() - begun


def _row(what: str, bound: str, sizes: tuple[bytes, bytes], name: str, policy: Policy) -> Row:
    few, many = (min(_seconds(content, name, policy) for _ in range(2)) for content in sizes)
    return what, bound, many, many / max(few, LEAST)


def _tell(tell, rows: list[Row], about: str) -> None:
    slowest = sorted(rows, key=lambda row: -row[3])[:10]
    tell(
        HEADING,
        f"{about}: {len(rows)} shapes, {TIMES} times as much in each; the ten that grow the most.",
        "",
        *markdown(
            ("shape", "bound", "seconds", "times as long"),
            [(what, bound, f"{seconds:.2f}", f"{ratio:.1f}") for what, bound, seconds, ratio in slowest],
        ),
        "",
    )
    assert [row for row in rows if row[3] > MOST] == []


def test_every_bound_of_the_xml_has_a_shape():
    bounds = {each.name for each in DEFAULT_LIMITS.table()} - OF_BYTES
    assert bounds <= {each.bound for each in GROWING.values()}


@pytest.mark.parametrize("policy", [Policy(), CLEAN], ids=["as it is", "clean copy"])
def test_word_files(tell, policy):
    rows = [
        _row(what, each.bound, (each.make(each.many // TIMES), each.make(each.many)), "a.docx", policy)
        for what, each in GROWING.items()
    ]
    _tell(tell, rows, "Word files, each made a clean copy" if policy == CLEAN else "Word files")


def test_text_files(tell):
    shapes = {what: each for what, each in TEXTS.items() if what != "zero bytes"}
    rows = [
        _row(what, "", (each.make(each.many // TIMES), each.make(each.many)), FILE, Policy())
        for what, each in shapes.items()
    ]
    _tell(tell, rows, "Text files")
