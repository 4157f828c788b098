import re

import pytest

from backend.detection.names.labels import LABELS
from backend.ner_training.inventions import GRAMMAR, TEMPLATES, Inventor, invented

_FIELD = re.compile(r"\{([^{}\"]+)\}")


@pytest.fixture(scope="module")
def passages():
    return list(invented(400, seed=1))


def _fields(text: str) -> set[str]:
    return {field for field in _FIELD.findall(text) if not field.startswith(("any.", "home.", "number."))}


def test_every_field_of_a_template_or_a_form_is_in_the_grammar():
    forms = [form for name, rows in GRAMMAR.items() if name not in ("label", "words") for form in rows]
    known = set(GRAMMAR) | set(GRAMMAR["words"])
    assert {field for text in (*TEMPLATES, *forms) for field in _fields(text)} <= known


def test_labels_are_the_encoders():
    assert set(GRAMMAR["label"]) <= set(LABELS)


def test_the_same_seed_invents_the_same_passages(passages):
    assert list(invented(20, seed=1)) == passages[:20]


def test_names_lie_inside_their_passage_and_do_not_overlap(passages):
    for passage in passages:
        ends = 0
        for name in passage.names:
            assert ends <= name.span.start < name.span.end <= len(passage.text)
            assert name.span.of(passage.text).strip() == name.span.of(passage.text)
            ends = name.span.end


def test_no_field_is_left_unfilled(passages):
    assert not any(_fields(passage.text) for passage in passages if not passage.text.startswith("{"))


def test_some_passages_are_typed_in_lower_case_and_some_in_capitals(passages):
    assert any(passage.text.islower() for passage in passages)
    assert any(passage.text.isupper() for passage in passages)


def test_a_titled_name_begins_with_its_title():
    inventor = Inventor(3)
    titles = GRAMMAR["words"]["title"].split("|")
    assert all(inventor.value("titled").split()[0] in titles for _ in range(50))
