"""The benchmark's measures: worked examples, and a second implementation over sets of characters."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.spans import Span
from backend.evaluation.masking import (
    Case,
    Identifier,
    Masked,
    Mention,
    bits_of_words,
    entity_recall,
    mention_precision,
    mention_recall,
    precision,
    token_recall,
    word_precision,
    word_recall,
    words,
)
from backend.evaluation.span_scores import Share

TEXT = "Mr Ola Nordmann of Oslo sued on 3 May 2001. Mr Nordmann saw the Ministry of Justice in Oslo."
DIRECT, QUASI, NO_MASK = Identifier


def at(words_, nth=0, kind="PERSON", identifier=DIRECT, entity="ola"):
    start = [match.start() for match in re.finditer(re.escape(words_), TEXT)][nth]
    return Mention(Span(start, start + len(words_)), kind, identifier, entity)


MENTIONS = (
    at("Mr Ola Nordmann"),
    at("Oslo", 0, "LOC", QUASI, "oslo"),
    at("3 May 2001", 0, "DATETIME", QUASI, "date"),
    at("Mr Nordmann"),
    at("Ministry of Justice", 0, "ORG", NO_MASK, "ministry"),
    at("Oslo", 1, "LOC", NO_MASK, "oslo"),
)
CASE = Case("1", TEXT, MENTIONS)


def masked(*parts):
    """Masks the n-th occurrence of each part, given as text or (text, n)."""
    pairs = [part if isinstance(part, tuple) else (part, 0) for part in parts]
    return Masked(CASE, tuple(at(part, nth).span for part, nth in pairs))


def of(masked_, measure):
    return measure(masked_, CASE.entities())


def test_an_entity_that_no_annotator_masks_is_not_counted():
    assert [entity.kind for entity in CASE.entities()] == ["PERSON", "LOC", "DATETIME"]
    assert [entity.identifier for entity in CASE.entities()] == [DIRECT, QUASI, QUASI]


def test_an_entity_is_hidden_only_when_every_mention_is():
    assert of(masked("Ola Nordmann"), entity_recall) == Share(0, 3)
    assert of(masked("Ola Nordmann", "Nordmann", ("Nordmann", 1)), entity_recall) == Share(1, 3)


def test_a_mention_that_need_not_go_does_not_keep_its_entity_in_sight():
    assert of(masked("Oslo"), entity_recall) == Share(1, 3)
    assert of(masked("Oslo"), mention_recall) == Share(1, 5), "but it is counted among the mentions"


def test_titles_small_words_and_punctuation_may_be_left():
    hidden = masked("Ola", ("Nordmann", 0), ("Nordmann", 1))
    assert hidden.hides(at("Mr Ola Nordmann").span)
    assert not hidden.hides(at("Nordmann of Oslo").span)
    assert not masked("May 2001").hides(at("3 May 2001").span)


def test_tokens_are_words_of_mentions_and_a_title_alone_is_hidden_already():
    """Mr Ola Nordmann, Oslo, 3 May 2001, Mr Nordmann, Oslo: 3 + 1 + 3 + 2 + 1; nothing masked but two titles."""
    assert of(Masked(CASE, ()), token_recall) == Share(2, 10)
    assert of(masked("May"), token_recall) == Share(3, 10)


def test_word_recall_counts_single_words():
    must_go = [each for each in MENTIONS if each.must_go]
    assert word_recall(Masked(CASE, ()), must_go) == Share(0, 9)
    assert word_recall(masked("Mr Ola", "May"), must_go) == Share(3, 9)


def test_masking_what_need_not_go_costs_precision():
    one = masked("Ola Nordmann", "Ministry of Justice", "sued")
    assert precision(one) == Share(2, 6)
    assert word_precision(one) == Share(2, 6)
    assert word_precision(one, (NO_MASK,)) == Share(3, 6)
    assert mention_precision(one) == Share(1, 3)


def test_overlapping_masks_count_once():
    assert precision(masked("Ola Nordmann", "Nordmann of Oslo")) == Share(3, 4)


def test_a_more_informative_word_weighs_more():
    assert precision(masked("sued", "Oslo"), {"sued": 1.0, "Oslo": 3.0}.__getitem__) == Share(3, 4)


def test_bits_are_minus_log_2_of_the_share_of_a_word_with_one_added_to_each():
    """Five words of three kinds and one unseen: (3 + 1)/(5 + 3 + 1), (0 + 1)/9."""
    bits = bits_of_words(["a a A", "b c"])
    assert bits("a") == pytest.approx(-math.log2(4 / 9))
    assert bits("never") == pytest.approx(-math.log2(1 / 9))


def test_a_word_that_two_touching_masks_share_is_masked():
    both = Masked(CASE, (Span(3, 5), Span(5, 6)))
    assert word_recall(both, [at("Ola")]) == Share(1, 1)


PLACES = st.tuples(st.integers(0, 80), st.integers(1, 12)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))
MARKS = st.builds(Mention, PLACES, st.just("PERSON"), st.sampled_from(Identifier), st.sampled_from("abc"))
SMALL = (
    "mr mrs ms and or from until to about after as at before between by during for in into of on over since with "
    "the a an no nr ’s 's"
)
SKIPPED = re.compile(
    "|".join([rf"\b{word}\b" for word in SMALL.split()] + [re.escape(sign) for sign in ",.-;:/&()[]–'\" ’“”"]),
    re.IGNORECASE,
)


@given(st.lists(MARKS, max_size=6), st.lists(PLACES, max_size=4))
def test_the_definitions_as_sets_of_characters_agree(mentions, spans):
    case = Case("any", TEXT, tuple(mentions))
    one = Masked(case, tuple(spans))
    black = {i for span in spans for i in range(span.start, span.end)}

    def chars(span):
        return set(range(span.start, span.end))

    def tells(span):
        part = TEXT[span.start : span.end]
        grace = {span.start + i for match in SKIPPED.finditer(part) for i in range(*match.span())}
        return bool(chars(span) - black - grace)

    def tokens_in(span):
        return [
            Span(span.start + match.start(), span.start + match.end())
            for match in re.finditer(r"\w+", TEXT[span.start : span.end])
        ]

    ids = {each.entity for each in mentions if each.identifier != NO_MASK}
    spoken = [each for each in mentions if each.entity in ids]
    hidden = [
        all(not tells(each.span) for each in mentions if each.entity == name and each.identifier != NO_MASK)
        for name in ids
    ]
    assert entity_recall(one, case.entities()) == Share(sum(hidden), len(ids))
    assert mention_recall(one, case.entities()) == Share(sum(not tells(each.span) for each in spoken), len(spoken))
    said = [token for each in spoken for token in tokens_in(each.span)]
    assert token_recall(one, case.entities()) == Share(sum(not tells(token) for token in said), len(said))

    must = {i for each in mentions if each.identifier != NO_MASK for i in chars(each.span)}
    inside = {token for each in mentions if each.identifier != NO_MASK for token in tokens_in(each.span)}
    assert word_recall(one, [each for each in mentions if each.must_go]) == Share(
        sum(chars(token) <= black for token in inside), len(inside)
    )
    shown = [token for span in one.spans for token in tokens_in(span)]
    assert word_precision(one) == Share(sum(chars(token) <= must for token in shown), len(shown))


@given(st.lists(MARKS, max_size=6))
def test_masking_exactly_the_required_spans_is_perfect(mentions):
    case = Case("any", TEXT, tuple(mentions))
    must_go = [each for each in mentions if each.must_go]
    one = Masked(case, tuple(each.span for each in must_go))
    assert entity_recall(one, case.entities()).value in (None, 1)
    assert word_recall(one, must_go).value in (None, 1)
    assert word_precision(one).value in (None, 1)


def test_words_of_a_part_begin_and_end_in_it():
    assert [span.of(TEXT) for span in words(TEXT, Span(4, 11))] == ["la", "Nord"]
