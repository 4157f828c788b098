"""The experiments with personal data, on tiny sets whose outcome is known from how they were made."""

from typing import cast

import pytest
import spacy

from backend.detection.names.component import EncoderNer
from backend.detection.names.pipeline import NamePipeline
from backend.evaluation.findings import Finder, shipped
from backend.evaluation.ner import ner
from backend.evaluation.pii import pii
from backend.evaluation.span_scores import Share
from backend.evaluation.tab import _NEVER, ODDS, MaskedCases, tab
from backend.settings import shipped_pipeline
from tests.evaluation.test_experiments import rows
from tests.evaluation.test_masking import CASE


def by_first(result, caption, columns=1):
    """The rows of a table by what stands in their first columns."""
    return {
        tuple(row.values())[:columns] if columns > 1 else next(iter(row.values())): row
        for row in rows(result, caption)
    }


@pytest.fixture(scope="module")
def cases(sets):
    return tab(sets)


def test_a_text_is_searched_by_patterns_and_names_alike():
    text = "Ann Okafor (ann@example.com) of Leeds"
    assert [(each.label, each.span.of(text)) for each in shipped()(text)] == [
        ("PERSON", "Ann Okafor"),
        ("EMAIL_ADDRESS", "ann@example.com"),
        ("LOCATION", "Leeds"),
    ]
    assert [each.label for each in Finder(None)(text)] == ["EMAIL_ADDRESS"]


def test_words_masked_of_court_cases_are_reported_beside_the_goals(cases):
    """Ann Okafor, Leeds, Okafor are found, of these and "a rainy day"; the Tribune need not go."""
    goals = by_first(cases, "Goals")
    assert goals["words masked, of DIRECT and QUASI"]["ours"] == pytest.approx(4 / 7)
    assert goals["masked words that must go (precision)"]["ours"] == pytest.approx(4 / 5)
    assert [goals[f"DIRECT: {level}"]["ours"] for level in ("entities", "mentions", "words")] == [1, 1, 1]


def test_the_benchmarks_measures_are_reported_by_identifier(cases):
    table = {(row["measure"], row["of"]): row["ours"] for row in rows(cases, "The benchmark's measures")}
    assert table["recall by entity", "DIRECT"] == 1
    assert table["recall by entity", "QUASI"] == 0.5
    assert table["recall by entity", "both"] == pytest.approx(2 / 3)
    assert table["recall by token", "both"] == pytest.approx(5 / 7), "of the rainy day *a* is small"
    assert table["precision by token, uniform", "all masked"] == pytest.approx(4 / 5)
    assert table["precision by mention", "all masked"] == pytest.approx(3 / 4)


def test_missed_and_needlessly_masked_mentions_are_listed_by_kind(cases):
    missed = by_first(cases, "What is missed")
    assert missed["DATETIME"]["words missed"] == 2 * 3
    assert missed["PERSON"]["words missed"] == 0
    needless = by_first(cases, "What is masked")
    assert needless["ORGANIZATION"] == {
        "kind found": "ORGANIZATION", "words masked": 2, "must go": 0.0, "marked NO_MASK": 2,
    }  # fmt: skip


def test_patterns_alone_are_beside_patterns_and_names(cases):
    ways = by_first(cases, "What finds it")
    assert ways["patterns alone"]["recall"] == 0
    assert ways["patterns, rules and names"]["recall"] == pytest.approx(4 / 7)
    assert set(ways) == {"patterns alone", "patterns and rules", "patterns, rules and names"}


def test_at_the_odds_of_never_the_rules_alone_speak():
    text = "Yesterday Mr Okafor came. In spring we flew to Lisbon with Maria."
    finder = Finder(shipped_pipeline())
    with finder.asking(_NEVER):
        rules = [each.span.of(text) for each in finder(text) if each.label != "DATE_TIME"]
    assert rules == ["Mr Okafor"]
    assert {"Lisbon", "Maria"} <= {each.span.of(text) for each in finder(text)}


def test_the_curve_has_a_point_for_every_threshold(cases):
    assert len(rows(cases, "The curve")) == len(ODDS)
    (figure,) = cases.figures
    assert [series.label for series in figure.panels[0].series] == ["Unsaid", "goal"]


def test_a_pipeline_is_asked_at_other_odds_only_meanwhile():
    """Odds of 1/1, halved, are a probability of 1/3."""
    nlp = spacy.blank("en")
    component = cast("EncoderNer", nlp.add_pipe("encoder_ner"))
    shipped_at = {**component.thresholds, "PERSON": 0.5}
    component.thresholds = dict(shipped_at)
    with NamePipeline(nlp).asking(0.5):
        assert component.thresholds["PERSON"] == pytest.approx(1 / 3)
        assert set(component.thresholds) == set(shipped_at)
    assert component.thresholds == shipped_at


def test_a_trial_of_one_kind_masks_findings_of_it_alone():
    trial = MaskedCases.of((CASE,), shipped()).only("LOCATION")
    assert [each.label for each in trial.found[0]] == []
    assert trial.words() == Share(0, 9)


def test_generated_texts_are_scored_by_token_and_mention(sets):
    """Found: a name, an address for mail, a company, and Leeds, which is not marked: tokens 9/9 and 9/10."""
    result = pii(sets)
    goals = by_first(result, "Goals")
    assert goals["F2 on generated texts, by token, label-blind"]["ours"] == pytest.approx(5 * 0.9 / (4 * 0.9 + 1))
    assert goals["F2 on generated texts, by mention, overlap, label-blind"]["ours"] == pytest.approx(
        5 * 0.75 / (4 * 0.75 + 1)
    )
    assert goals["hard negatives in which something is found, of 2"]["ours"] == 1
    assert goals["hard negatives never looked at in which something is found, of 1"]["ours"] == 1
    assert [tuple(row.values()) for row in rows(result, "What is found in them")] == [
        ("negative_cases", "ORGANIZATION", 1)
    ]
    assert "LOCATION 1" in result.findings[1]


def test_kinds_that_a_set_never_marks_are_counted_and_left_out(sets):
    labels = by_first(pii(sets), "By label", 2)
    assert labels["diaries", "ORGANIZATION"]["recall"] == 1
    assert labels["hand-written", "PERSON"]["marked"] == 1


def test_persons_are_told_label_blind_for_every_set(sets):
    """Two persons a set: Ann Okafor and Rain, whom no rule knows; a call has one, and tweets have a handle."""
    result = ner(sets)
    persons = by_first(result, "PERSON")
    assert len(persons) == 7
    assert persons["news (GMB)"]["recall, mentions"] == 0.5
    assert persons["news (GMB)"]["recall, tokens"] == pytest.approx(2 / 3)
    assert persons["news (GMB)"]["precision, tokens"] == 1
    assert persons["news, in passages"]["texts"] == 1
    assert persons["calls (Earnings-21)"]["F1, mentions"] == 1
    assert result.findings == ("Of the persons of tweets (BTC) 1 are handles such as @name.",)


def test_a_result_says_which_pipeline_found_the_names(cases):
    assert any("another pipeline than the shipped one" in paragraph for paragraph in cases.setup)
    assert Finder(None).told == "Names were not looked for."
