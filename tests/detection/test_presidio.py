"""Presidio's files of recognisers, beside Presidio itself."""

import json
from pathlib import Path

import presidio_analyzer
import pytest
import yaml
from presidio_analyzer import PatternRecognizer
from presidio_analyzer.recognizer_registry.recognizers_loader_utils import RecognizerListLoader

from backend.detection.custom.lists import read_rules
from backend.detection.custom.recognisers import CustomRecogniser, CustomSearch, Expression
from backend.document.spans import Span
from backend.errors import ListUnusable
from backend.messages.warnings import RecogniserMatchedNothing, RecogniserNotFinished

EXAMPLE = Path(presidio_analyzer.__file__).parent / "conf" / "example_recognizers.yaml"
DEFAULT = EXAMPLE.with_name("default_recognizers.yaml")

OWN = r"""
supported_languages: [en, de]
global_regex_flags: 26
recognizers:
  - name: Employee
    supported_languages:
      - language: en
        context: [employee, staff]
      - language: de
        context: [Mitarbeiter]
    patterns:
      - name: strong
        regex: "\\bE-\\d{5}\\b"
        score: 0.8
      - {name: weak, regex: '(?<!-)\b\d{5}(?!\d)', score: 0.1}
    supported_entity: EMPLOYEE_ID
  - name: Projects
    type: custom
    supported_language: en
    supported_entities: [PROJECT]
    deny_list: [Bluebird, "Red Kite", "C++"]
    deny_list_score: 0.7
  - name: Possessive and variable look-behind
    supported_language: en
    supported_entity: TICKET
    patterns: [{name: ticket, regex: '(?<=ticket|case\s+)\b[A-Z]++-\d+', score: 0.5}]
  - name: Off
    enabled: false
    supported_language: en
    supported_entity: NEVER
    deny_list: [the]
  - name: Spanish alone
    supported_language: es
    supported_entity: NEVER
    deny_list: [the]
  - name: CreditCardRecognizer
    type: predefined
"""

TEXTS = [
    "Dear Mrs. Smith, Dr. Jones and Prof. Green,",
    "Employee E-12345 (staff number 54321) left; e-99999 and E-123456 did not.",
    "BLUEBIRD meets Red Kite and red kite in C++ near Bluebirds; zip code 90210-1234.",
    "ticket ABC-12, case XY-7; the ticket abc-9",
    "Mr. [PERSON 1] of [CUSTOM_ZIP 2]",
    "",
]


def of_presidio(path, text):
    content = yaml.safe_load(path.read_text("utf-8"))
    loaded = RecognizerListLoader.get(
        content["recognizers"],
        content.get("supported_languages", ["en", "de"]),
        content.get("global_regex_flags", 26),
    )
    return {
        (found.entity_type, found.start, found.end)
        for recogniser in loaded
        if type(recogniser) is PatternRecognizer  # one of its own is a subclass
        for found in recogniser.analyze(text, recogniser.supported_entities)
    }


def of_unsaid(path, text):
    matches = CustomSearch(read_rules(path).recognisers)(text)
    return {(match.entity, match.span.start, match.span.end) for match in matches}


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(OWN, "utf-8")
    return path


def test_the_example_that_presidio_ships_is_read_as_presidio_reads_it():
    assert [(each.name, each.entity, each.context) for each in read_rules(EXAMPLE).recognisers] == [
        ("Zip code Recognizer", "ZIP", ("zip", "code")),
        ("Titles recognizer", "TITLE", ()),
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_the_same_values_are_found_as_by_presidio(own, text):
    for path in (EXAMPLE, own):
        theirs = of_presidio(path, text)
        assert of_unsaid(path, text) == {each for each in theirs if "[" not in text[each[1] : each[2]]}


def test_the_texts_hold_something_of_every_recogniser(own):
    found = {entity for path in (EXAMPLE, own) for text in TEXTS for entity, _, _ in of_presidio(path, text)}
    assert found == {"ZIP", "TITLE", "EMPLOYEE_ID", "PROJECT", "TICKET"}


def test_presidios_own_recognisers_are_passed_over():
    assert read_rules(DEFAULT).recognisers == ()


def test_a_placeholder_is_not_a_value(own):
    assert of_unsaid(own, "[CUSTOM_PROJECT 12345] [PERSON 54321] 12345") == {("EMPLOYEE_ID", 38, 43)}


def test_soft_hyphens_and_odd_spaces_hide_nothing(own):
    assert of_unsaid(own, "E\u2011123\u00ad45 and Red\u00a0Ki\u200bte") == {
        ("EMPLOYEE_ID", 0, 8),
        ("PROJECT", 13, 22),
    }


def test_context_before_a_value_makes_it_surer_as_in_presidio(own):
    """0.1 and 0.35 more, at least 0.4: LemmaContextAwareEnhancer."""
    search = CustomSearch(read_rules(own).recognisers)
    assert [round(match.score, 2) for match in search("staff number 54321")] == [0.45]
    assert [match.score for match in search("room 54321")] == [0.1]


def test_thresholds_are_kept(own):
    content = yaml.safe_load(OWN)
    for key, least, found in (("default", 0.3, 1), ("EMPLOYEE_ID", 0.05, 2), ("PROJECT", 0.9, 2)):
        content["recognizers"][0]["score_thresholds"] = {key: least}
        own.write_text(yaml.safe_dump(content))
        assert len(of_unsaid(own, "E-12345 room 54321")) == found
    own.write_text(yaml.safe_dump(yaml.safe_load(OWN) | {"default_score_threshold": 0.3}))
    assert len(of_unsaid(own, "E-12345 room 54321")) == 1


@pytest.mark.parametrize("shape", ["registry", "list", "one", "ad hoc"])
def test_json_and_the_shapes_of_requests_are_read_too(tmp_path, shape):
    one: dict[str, object] = {"name": "Zip", "supported_language": "en", "supported_entity": "ZIP"}
    one["patterns"] = [{"name": "zip", "regex": r"(\b\d{5}(?:\-\d{4})?\b)", "score": 0.01}]
    shapes = {"list": [one], "one": one, "ad hoc": {"ad_hoc_recognizers": [one]}}
    shapes["registry"] = {"recognizer_registry": {"recognizers": [one]}, "default_score_threshold": 0}
    path = tmp_path / "zip.json"
    path.write_text(json.dumps(shapes[shape]))
    assert of_unsaid(path, "in 90210") == {("ZIP", 3, 8)}


def test_capitals_count_where_the_flags_say_so(own):
    own.write_text(OWN.replace("global_regex_flags: 26", "global_regex_flags: 24"), "utf-8")
    text = "BLUEBIRD, bluebird, Bluebird, Red\u00a0Kite, e-12345, E-12345"
    assert of_presidio(own, text) == {("PROJECT", 20, 28), ("EMPLOYEE_ID", 49, 56)}
    assert of_unsaid(own, text) == {("PROJECT", 20, 28), ("PROJECT", 30, 38), ("EMPLOYEE_ID", 49, 56)}


def test_an_expression_that_never_ends_is_stopped_and_reported():
    slow = CustomRecogniser("Slow", "SLOW", (Expression("(a|aa)+$", 1.0),))
    search = CustomSearch((slow,), seconds=0.2)
    assert list(search("a" * 60 + "b")) == []
    assert list(search("aaaa")) == []
    (warning,) = search.warnings()
    assert warning == RecogniserNotFinished("Slow", 0.2)


def test_a_match_of_spaces_or_dashes_is_reported_and_not_a_value():
    """A currency sign, which has neither letters nor digits, is one."""
    search = CustomSearch((CustomRecogniser("Signs", "SIGN", (Expression("€| - |_+", 1.0),)),))
    assert [match.span for match in search("5 €")] == [Span(2, 3)]
    assert search.warnings() == ()
    assert list(search("yes - no ___")) == []
    assert search.warnings() == (RecogniserMatchedNothing("Signs"),)


WRONG = {
    "{name: x, supported_entity: X}": "neither patterns nor a deny_list",
    "{name: x, deny_list: [a]}": "no supported_entity",
    "{name: x, supported_entity: TERM, deny_list: [a]}": "reserves the name TERM",
    "{name: x, supported_entity: X, deny_list: a}": "deny_list must be a list",
    "{name: x, supported_entity: X, deny_list: [' ']}": "entry 1 of its deny_list has no letter",
    "{name: x, supported_entity: X, patterns: [{regex: '(', score: 1}]}": "regex is not valid",
    "{name: x, supported_entity: X, patterns: [{score: 1}]}": "no regex",
    "{name: x, supported_entity: X, patterns: [{regex: a, score: 7}]}": "from 0 to 1",
    "{name: x, supported_entity: X, patterns: [a]}": "pattern must be a mapping",
    "{name: x, type: magic}": "'custom' or 'predefined'",
}


@pytest.mark.parametrize(("entry", "said"), WRONG.items())
def test_unusable_entries_are_named_with_their_file(tmp_path, entry, said):
    path = tmp_path / "own.yaml"
    path.write_text(f"recognizers:\n  - {entry}\n")
    with pytest.raises(ListUnusable, match=f"own.yaml: recogniser 1.*{said}"):
        read_rules(path)
