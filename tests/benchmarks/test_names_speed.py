"""50,000 characters of a filing: the pipeline for names alone, ours with all that is around it, and Presidio.

Every round has another text, as nobody reads the same one twice and all keep the words that they have met. In a
round the ways take turns, so that what else the machine does meets all alike; each figure is the median of its
rounds, in seconds of processor time, and a ratio is the median of the ratios within a round.
"""

import statistics
import time
from itertools import islice

import pytest
import spacy

from backend.detection.pii import DEFAULT_ENTITIES, find_personal_data
from backend.document.plain_text import read_text
from backend.evaluation.findings import Finder
from tests.benchmarks import presidio
from tests.benchmarks.conftest import markdown
from tests.benchmarks.read_many import documents

pytestmark = pytest.mark.filterwarnings("default")

ROUNDS = 7


def in_turns(texts, ways):
    """Per way the seconds that each text takes; the first text is not counted."""
    taken = {name: [] for name in ways}
    for text in texts:
        for name, run in ways.items():
            start = time.process_time()
            run(text)
            taken[name].append(time.process_time() - start)
    return {name: seconds[1:] for name, seconds in taken.items()}


def ratio(these, those):
    return statistics.median(one / other for one, other in zip(these, those, strict=True))


@pytest.fixture(scope="module")
def texts(data):
    return list(islice(documents(data), ROUNDS + 1))


def test_our_code_around_the_pipeline_costs_little_and_presidio_costs_more(pipeline, texts, tell):
    nlp = spacy.load(pipeline)
    engine = presidio.analyzer(pipeline)
    taken = in_turns(
        texts,
        {
            "the pipeline alone": nlp,
            "Unsaid": Finder(str(pipeline)),
            "Unsaid, patterns alone": Finder(None),
            "Presidio": lambda text: engine.analyze(text, language="en"),
        },
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


def test_patterns_alone_beside_presidios_with_the_same_kinds(texts, tmp_path, tell):
    engine = presidio.patterns(tmp_path)
    kinds = sorted(DEFAULT_ENTITIES.intersection(engine.get_supported_entities("en")))
    taken = in_turns(
        texts,
        {
            "Unsaid": lambda text: find_personal_data(read_text(text.encode()), kinds),
            "Presidio": lambda text: engine.analyze(text, language="en", entities=kinds),
        },
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
