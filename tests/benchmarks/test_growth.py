"""Eight times the input takes at most twelve times as long, for each bound of the table and for shapes of text.

Counted is processor time, not the clock, so that the figures hold on a busy machine.
"""

import gc
import math
import resource
from collections.abc import Callable
from functools import partial

import pytest

from backend.document.cleaning import CLEAN, Cleaning
from backend.ooxml.bounds import DEFAULT_LIMITS
from tests.benchmarks.conftest import markdown
from tests.detection.names.refining import LEXICON
from tests.hostile.growing import GROWING
from tests.hostile.growing_books import GROWING as BOOKS
from tests.hostile.growing_drawings import GROWING as DRAWINGS
from tests.hostile.growing_fields import GROWING as FIELDS
from tests.hostile.growing_names import CHARACTERS, OF_ONE_KIND, SHAPES, reading
from tests.hostile.growing_texts import FILE
from tests.hostile.growing_texts import GROWING as TEXTS
from tests.hostile.hostile_runs import whole_way

HEADING = "Growth with hostile input"
TIMES, MAX = 8, 12
LEAST = 0.05
"""Seconds below which a ratio tells nothing."""
OF_BYTES = {"packed", "unpacked", "ratio", "unsuspicious", "depth", "elements"}
"""Bounds in bytes, which all shapes come near; four packages in one another; elements of any kind."""

Row = tuple[str, str, float, float]
TAKES = 1
MORE_TAKES = 6
"""For a shape that seems to grow too much: other work on the machine makes a take longer, and never shorter."""


@pytest.fixture(autouse=True, scope="module")
def _frozen():
    """As in the service's processes, the garbage collector leaves alone what was loaded before the work."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def _processor_seconds() -> float:
    """Return the processor time of this process and its children; `os.times` would count in steps of 10 ms."""
    ran = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in ran)


def _taken(work: Callable[[], object]) -> float:
    begun = _processor_seconds()
    work()
    return _processor_seconds() - begun


def _redact(content: bytes, name: str, policy: Cleaning) -> None:
    done = whole_way(content, name, policy)
    assert not done.fault
    assert done.said == "clean"


def _redact_any(content: bytes, name: str, policy: Cleaning) -> None:
    """Redact a file with pictures, of which some are told as not examined."""
    done = whole_way(content, name, policy)
    assert not done.fault
    assert done.said in {"clean", "not_examined"}


def _row(what: str, bound: str, few: Callable[[], object], many: Callable[[], object]) -> Row:
    """The shortest of some takes of each size."""
    shortest = [math.inf, math.inf]
    for take in range(MORE_TAKES):
        if take >= TAKES and shortest[1] <= MAX * max(shortest[0], LEAST):
            break
        shortest = [min(least, _taken(work)) for least, work in zip(shortest, (few, many), strict=True)]
    return what, bound, shortest[1], shortest[1] / max(shortest[0], LEAST)


def _tell(tell, rows: list[Row], about: str) -> None:
    slowest = sorted(rows, key=lambda row: -row[3])
    worst = {row[1]: row for row in reversed(slowest)} if rows[0][1] else dict(enumerate(slowest[:10]))
    which = "the worst of each bound" if rows[0][1] else "the ten that grow the most"
    tell(
        HEADING,
        f"{about}: {len(rows)} shapes, {TIMES} times as much in each; processor time of {which}.",
        "",
        *markdown(
            ("bound", "shape", "seconds", "times as long"),
            [
                (bound or "—", what, f"{seconds:.2f}", f"{ratio:.1f}")
                for what, bound, seconds, ratio in sorted(worst.values(), key=lambda row: -row[3])
            ],
        ),
        "",
    )
    assert [row for row in rows if row[3] > MAX] == []


def test_every_bound_of_the_xml_has_a_shape():
    bounds = {each.name for each in DEFAULT_LIMITS.table()} - OF_BYTES
    assert bounds <= {each.bound for each in GROWING.values()}


@pytest.mark.parametrize("policy", [Cleaning(), CLEAN], ids=["as it is", "clean copy"])
def test_word_files(tell, policy):
    rows = []
    for what, each in GROWING.items():
        few, many = (
            partial(_redact, each.make(size), "a.docx", policy) for size in (each.many // TIMES, each.many)
        )
        rows.append(_row(what, each.bound, few, many))
    _tell(tell, rows, "Word files, each made a clean copy" if policy == CLEAN else "Word files")


@pytest.mark.parametrize("policy", [Cleaning(), CLEAN], ids=["as it is", "clean copy"])
def test_drawings(tell, policy):
    rows = []
    for what, each in DRAWINGS.items():
        few, many = (
            partial(_redact_any, each.make(size), "a.docx", policy) for size in (each.many // TIMES, each.many)
        )
        rows.append(_row(what, "", few, many))
    _tell(tell, rows, "Drawings, each in a clean copy" if policy == CLEAN else "Drawings")


@pytest.mark.parametrize("policy", [Cleaning(), CLEAN], ids=["as it is", "clean copy"])
def test_long_texts_in_fields(tell, policy):
    rows = []
    for what, each in FIELDS.items():
        few, many = (
            partial(_redact_any, each.make(size), "a.docx", policy) for size in (each.many // TIMES, each.many)
        )
        rows.append(_row(what, "", few, many))
    _tell(
        tell,
        rows,
        "Fields with a long text, each in a clean copy" if policy == CLEAN else "Fields with a long text",
    )


@pytest.mark.parametrize("policy", [Cleaning(), CLEAN], ids=["as it is", "clean copy"])
def test_workbooks(tell, policy):
    rows = []
    for what, each in BOOKS.items():
        few, many = (
            partial(_redact_any, each.make(size), "a.docx", policy) for size in (each.many // TIMES, each.many)
        )
        rows.append(_row(what, "", few, many))
    _tell(tell, rows, "Workbooks, each in a clean copy" if policy == CLEAN else "Workbooks")


@pytest.mark.parametrize("name", [FILE, "a.md"], ids=["plain text", "Markdown"])
def test_text_files(tell, name):
    rows = []
    for what, each in TEXTS.items():
        if what != "zero bytes":
            sizes = (each.many // TIMES, each.many)
            rows.append(_row(what, "", *(partial(_redact, each.make(size), name, Cleaning()) for size in sizes)))
    _tell(tell, rows, f"Text files ({name})")


def test_rules_for_names(tell):
    """Around the model, which takes the same time for each word."""
    rows = []
    for what in (*SHAPES, *OF_ONE_KIND):
        few, many = (reading(what, size, LEXICON) for size in (CHARACTERS // TIMES, CHARACTERS))
        rows.append(_row(what, "", few, many))
    _tell(tell, rows, "Rules for names")
