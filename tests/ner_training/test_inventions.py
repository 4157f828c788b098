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
    forms = [form for name, rows in GRAMMAR.items() if name not in ("label", "perhaps", "words") for form in rows]
    known = set(GRAMMAR) | set(GRAMMAR["words"])
    assert {field for text in (*TEMPLATES, *forms) for field in _fields(text)} <= known


def test_labels_are_the_encoders():
    assert {*GRAMMAR["label"], *GRAMMAR["perhaps"]} <= set(LABELS)


def test_what_is_a_name_of_something_is_in_the_grammar_and_told_once():
    told = [field for kind in ("label", "perhaps") for fields in GRAMMAR[kind].values() for field in fields]
    assert len(told) == len(set(told))
    assert set(told) <= set(GRAMMAR) | set(GRAMMAR["words"])


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
    known = {field.casefold() for field in (*GRAMMAR, *GRAMMAR["words"])}
    assert not any(field.casefold() in known for passage in passages for field in _fields(passage.text))


def test_some_passages_have_no_name_at_all(passages):
    assert 0.15 < sum(not passage.names for passage in passages) / len(passages) < 0.35


def test_ambiguous_references_are_optional(passages):
    perhaps = {name.labels for passage in passages for name in passage.names if name.may_be_outside}
    assert perhaps == {(label,) for label in GRAMMAR["perhaps"]}


def test_a_handle_is_one_word():
    inventor = Inventor(4)
    assert all(re.fullmatch(r"@\w+", inventor.value("handle")) for _ in range(200))


def test_some_passages_are_typed_in_lower_case_and_some_in_capitals(passages):
    assert any(passage.text.islower() for passage in passages)
    assert any(passage.text.isupper() for passage in passages)


def test_a_titled_name_begins_with_its_title():
    inventor = Inventor(3)
    titles = GRAMMAR["words"]["title"].split("|")
    assert all(inventor.value("titled").split()[0] in titles for _ in range(50))
