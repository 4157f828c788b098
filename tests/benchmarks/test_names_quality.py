"""Court cases and generated texts, ours and Presidio with the same pipeline for names, in one run."""

import pytest

from backend.evaluation.agreement import Agreement
from backend.evaluation.findings import Finder
from backend.evaluation.masking import Identifier, entity_recall, word_precision
from backend.evaluation.personal_sets import GENERATED, court_cases, generated
from backend.evaluation.span_scores import Match
from backend.evaluation.tab import MaskedCases
from tests.benchmarks import presidio
from tests.benchmarks.conftest import markdown

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def finders(pipeline):
    """Ways to find personal data, by the name that people read."""
    engine = presidio.analyzer(pipeline)
    return {
        "Unsaid": Finder(str(pipeline)),
        "Unsaid, patterns alone": Finder(None),
        "Presidio": presidio.finder(engine),
        f"Presidio, scores from {presidio.SURE}": presidio.finder(engine, presidio.SURE),
    }


def shown(value):
    return "–" if value is None else f"{value:.3f}"


def test_court_cases_beside_presidio(finders, data, tell):
    cases = court_cases(data, "dev")
    trials = {name: MaskedCases.of(cases, find) for name, find in finders.items()}
    rows = [
        (
            name,
            shown(trial.words().value),
            shown(trial.sum(word_precision).value),
            shown(trial.words(identifier=Identifier.DIRECT).value),
            shown(trial.entities(entity_recall, identifier=Identifier.DIRECT).value),
            shown(trial.entities(entity_recall).value),
        )
        for name, trial in trials.items()
    ]
    columns = ("found by", "words masked", "precision", "words of DIRECT", "entities of DIRECT", "entities")
    tell(
        "Court cases masked, with the same pipeline for names",
        f"{len(cases)} cases, word by word; `unsaid evaluate tab` says how it is counted.",
        "",
        *markdown(columns, rows),
        "",
    )
    ours, theirs = trials["Unsaid"], trials["Presidio"]
    assert ours.words().value > theirs.words().value
    assert ours.entities(entity_recall).value > theirs.entities(entity_recall).value


def test_generated_texts_beside_presidio(finders, data, tell):
    texts = generated(data)
    found = {name: Agreement.of(name, texts, GENERATED, find) for name, find in finders.items()}
    rows = []
    for name, each in found.items():
        tokens, mentions = each.tokens(blind=True), each.mentions(Match.BLIND)
        figures = (
            tokens.recall.value,
            tokens.precision.value,
            tokens.f(2),
            mentions.f(2),
            each.tokens(blind=False).f(2),
        )
        rows.append((name, *map(shown, figures)))
    columns = (
        "found by",
        "tokens found",
        "precision",
        "F2, tokens",
        "F2, mentions",
        "F2, tokens of the same label",
    )
    tell(
        "Generated texts, with the same pipeline for names",
        f"{len(texts):,} texts of templates with odd numbers, label-blind; `unsaid evaluate pii` says how.",
        "",
        *markdown(columns, rows),
        "",
    )
    assert found["Unsaid"].tokens(blind=True).f(2) > found["Presidio"].tokens(blind=True).f(2)
