"""A block as the rules read it."""

from hypothesis import given
from hypothesis import strategies as st

from backend.detection.names.paragraph import NameParagraph, NameSpan, capital
from backend.detection.names.word_evidence import WordUsage
from backend.detection.patterns.template import PatternMatch
from backend.document.spans import Span
from backend.document.tokens import IGNORED
from backend.messages.reasons import ReadsLikeName

TEXTS = st.text(st.sampled_from("Ann'’s -.,Oé\u0301漢👍\n[]" + IGNORED[:5]), max_size=40)


@given(TEXTS)
def test_words_are_at_their_declared_positions(text):
    block = NameParagraph.of(text)
    assert [block.text[start:end] for start, end in zip(block.starts, block.ends, strict=True)] == list(block.words)
    assert list(block.starts) == sorted(block.starts)


@given(TEXTS, st.data())
def test_a_match_returns_at_its_place_in_the_untouched_text(text, data):
    seen = [i for i, char in enumerate(text) if char not in IGNORED]
    if not seen:
        return
    first = data.draw(st.sampled_from(seen))
    last = data.draw(st.sampled_from([i for i in seen if i >= first]))
    match = PatternMatch("PERSON", Span(first, last + 1), 0.9, ReadsLikeName("PERSON"))
    assert NameParagraph.of(text, [match]).matches() == (match,)


def test_a_possessive_belongs_to_no_word_and_another_apostrophe_does():
    assert NameParagraph.of("O'Neill's, Kirsten’s d'Estaing don't ROOK'S").words == (
        *("O'Neill", "Kirsten", "d'Estaing", "don't", "ROOK"),
    )


def test_a_capital_may_follow_an_apostrophe():
    assert [word for word in ("Rook", "d'Estaing", "o'clock", "1st", "iPhone") if capital(word)] == [
        "Rook",
        "d'Estaing",
    ]


def test_words_of_a_placeholder_are_not_counted():
    assert NameParagraph.of("by [PERSON 1] there").words == ("by", "there")


def test_names_that_overlap_become_one_of_the_kind_of_the_longest():
    block = NameParagraph.of("John Smith Foods", []).having(
        [NameSpan("PERSON", 0, 10, 0.9, ReadsLikeName("PERSON"))]
    )
    (name,) = block.having([NameSpan("ORGANIZATION", 5, 16, 0.8, ReadsLikeName("ORGANIZATION"))]).names
    assert (name.entity, name.start, name.end) == ("ORGANIZATION", 0, 16)


def test_a_capital_after_a_word_in_lower_case_stands_inside_a_sentence():
    usage = WordUsage.of([NameParagraph.of("Rook met Ann. Net sales rose, Rook said.\nNet")])
    assert dict(usage.inside) == {"Ann": 1, "Rook": 1}
    assert usage.lower == {"met", "sales", "rose", "said"}
