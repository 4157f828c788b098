"""What is read of the sets, and what is kept to measure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.placeholders import ENTITIES
from backend.document.spans import Span
from backend.evaluation.masking import Identifier
from backend.evaluation.personal_sets import (
    CALLS,
    DIARY,
    GENERATED,
    HAND_WRITTEN,
    NEWS,
    SPOKEN,
    TWEETS,
    WEB,
    calls,
    court_cases,
    diaries,
    generated,
    hand_written,
    news,
    user_texts,
    web,
    written,
)
from backend.evaluation.span_scores import Labelled
from tests.evaluation.personal import write_personal_sets


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_personal_sets(tmp_path_factory.mktemp("data"))


def said(marked):
    return [(each.label, each.span.of(marked.text)) for each in marked.gold]


def test_cases_are_read_by_split_with_what_each_mention_is_about(folder):
    assert [case.id for case in court_cases(folder, "dev")] == ["2", "3"]
    (case,) = court_cases(folder, "train")
    assert [(each.span.of(case.text), each.identifier) for each in case.mentions][:2] == [
        ("Ann Okafor", Identifier.DIRECT),
        ("Leeds", Identifier.QUASI),
    ]
    assert [len(entity.mentions) for entity in case.entities()] == [2, 1, 1]


def test_only_odd_templates_are_measured_and_none_that_reads_like_an_even_one(folder):
    assert [each.id for each in generated(folder)] == ["g1", "s0"]


def test_a_title_may_be_found_or_not(folder):
    letter = generated(folder)[0]
    assert said(letter) == [("PERSON", "Ann Okafor"), ("EMAIL_ADDRESS", "ann@example.com")]
    assert "Ms" not in [span.of(letter.text) for span in letter.at]
    title, both, verb = (
        Labelled(Span(letter.text.index(words), letter.text.index(words) + len(words)), "PERSON")
        for words in ("Ms.", "Ms. Ann Okafor", "Write")
    )
    assert letter.counted([title, both, verb]) == (both, verb)


def test_users_of_the_diaries_with_an_even_sum_are_learnt_from(folder):
    """ord("a") + ord("b") = 195."""
    assert [each.id for each in diaries(folder)] == ["u1", "u17", "u33"]
    assert said(diaries(folder)[0]) == [("PERSON", "Ann Okafor"), ("ORGANIZATION", "Meridian Foods")]


def test_the_last_twentieth_of_the_news_is_measured(folder):
    """40 sentences, of which the last two."""
    assert [said(each) for each in news(folder)] == [
        [("PERSON", "Ann Okafor"), ("PLACE", "Leeds")],
        [("PERSON", "Rain")],
    ]


def test_tokens_of_a_product_are_not_counted(folder):
    text = user_texts(folder)[0]
    assert said(text) == [("PERSON", "Ann Okafor")]
    assert [span.of(text.text) for span in text.at] == ["Ann", "Okafor", "'s", "dog", "left", "."]


def test_sentences_are_written_as_people_write(folder):
    assert [each.text for each in web(folder)] == ["Ann Okafor's dog left Leeds.", "Rain (again)"]


def test_turns_of_the_last_calls_are_measured_without_amounts_and_contractions(folder):
    turns = calls(folder)
    assert len(turns) == 2 * CALLS
    assert [said(turn) for turn in turns[:2]] == [[("PERSON", "Ann Okafor")], []]


def test_sentences_that_only_look_so_have_nothing_marked(folder):
    assert [bool(each.gold) for each in hand_written(folder)] == [True, False, False]


def test_a_set_that_marks_no_dates_does_not_mention_dates():
    found = [Labelled(Span(0, 4), label) for label in ("DATE_TIME", "PERSON", "NRP")]
    assert [each.label for each in WEB.renamed(found)] == ["PERSON"]
    assert [each.label for each in NEWS.renamed(found)] == ["DATE_TIME", "PERSON", "PLACE"]
    assert [each.label for each in GENERATED.renamed(found)] == ["DATE_TIME", "PERSON", "NRP"]


@pytest.mark.parametrize("scheme", [GENERATED, HAND_WRITTEN, DIARY, WEB, TWEETS, NEWS, SPOKEN])
def test_every_label_of_a_set_is_one_that_unsaid_can_say(scheme):
    wanted = {label for label in scheme.gold.values() if label}
    assert set(scheme.found) <= set(ENTITIES)
    assert wanted <= {*ENTITIES, *scheme.found.values()}


@given(st.lists(st.text("ab\"'(),.", min_size=1, max_size=4)))
def test_every_token_is_at_its_declared_position(words):
    text, at = written(words)
    assert [span.of(text) for span in at] == words
    assert "".join(text.split()) == "".join(words)
