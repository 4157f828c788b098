"""50,000 characters of a filing: the pipeline for names alone, ours with all that is around it, and Presidio.

The ways take turns, so that what else the machine does meets all alike; each figure is the median of its rounds, in
seconds of processor time, and a ratio is the median of the ratios within a round.
"""

import statistics
import time

import pytest
import spacy

from backend.detection.pii import DEFAULT_ENTITIES, find
from backend.document.plain_text import read_text
from backend.evaluation.detected import Finder
from tests.benchmarks import presidio
from tests.benchmarks.conftest import markdown

pytestmark = pytest.mark.filterwarnings("default")

CHARACTERS = 50_000
ROUNDS = 7


def in_turns(ways):
    """Per way the seconds of each round; one round before is not counted."""
    taken = {name: [] for name in ways}
    for counted in (False, *(True,) * ROUNDS):
        for name, run in ways.items():
            start = time.process_time()
            run()
            if counted:
                taken[name].append(time.process_time() - start)
    return taken


def ratio(these, those):
    return statistics.median(one / other for one, other in zip(these, those, strict=True))


@pytest.fixture(scope="module")
def text(filings):
    return "\n".join(each["text"] for each in filings[:20])[:CHARACTERS]


def test_what_is_around_the_pipeline_costs_little_and_presidio_costs_more(pipeline, text, tell):
    nlp = spacy.load(pipeline)
    finder = Finder(str(pipeline))
    engine = presidio.analyzer(pipeline)
    taken = in_turns(
        {
            "the pipeline alone": lambda: nlp(text),
            "Unsaid": lambda: finder(text),
            "Unsaid, patterns alone": lambda: Finder(None)(text),
            "Presidio": lambda: engine.analyze(text, language="en"),
        }
    )
    alone = taken["the pipeline alone"]
    rows = [
        (name, f"{statistics.median(each):.2f}", f"{ratio(each, alone):.2f}", f"{ratio(each, taken['Unsaid']):.2f}")
        for name, each in taken.items()
    ]
    tell(
        "Finding personal data in 50,000 characters, with the same pipeline for names",
        "Goals: the pipeline 1.0 s on one core, Unsaid at most 1.10 times the pipeline, Presidio at least 1.3 "
        "times Unsaid.",
        "",
        *markdown(("found by", "processor seconds", "times the pipeline", "times Unsaid"), rows),
        "",
    )
    assert statistics.median(alone) <= 1.0
    assert ratio(taken["Unsaid"], alone) <= 1.1
    assert ratio(taken["Presidio"], taken["Unsaid"]) >= 1.3


def test_patterns_alone_beside_presidios_with_the_same_kinds(text, tmp_path, tell):
    engine = presidio.patterns(tmp_path)
    kinds = sorted(DEFAULT_ENTITIES.intersection(engine.get_supported_entities("en")))
    document = read_text(text.encode())
    taken = in_turns(
        {
            "Unsaid": lambda: find(document, kinds),
            "Presidio": lambda: engine.analyze(text, language="en", entities=kinds),
        }
    )
    rows = [
        (name, f"{statistics.median(each):.3f}", f"{ratio(each, taken['Unsaid']):.1f}")
        for name, each in taken.items()
    ]
    tell(
        "Patterns alone in 50,000 characters",
        f"Kinds: {', '.join(kinds)}. Goal: Presidio at least 5 times Unsaid.",
        "",
        *markdown(("found by", "processor seconds", "times Unsaid"), rows),
        "",
    )
    assert ratio(taken["Presidio"], taken["Unsaid"]) >= 5
