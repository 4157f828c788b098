"""Scores of findings: worked examples, a second implementation over sets of characters, and laws."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.spans import Span
from backend.evaluation.span_scores import Labelled, Match, Score, Share, by_mention, by_token, tokens

LABELS = ("PERSON", "DATE_TIME")
SPANS = st.tuples(st.integers(0, 29), st.integers(1, 8)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))
LABELLED = st.lists(st.builds(Labelled, SPANS, st.sampled_from(LABELS)), max_size=6)


def of(start, end, label="PERSON"):
    return Labelled(Span(start, end), label)


def test_a_mention_is_strictly_found_at_its_own_place_and_partly_by_any_overlap():
    gold = [of(0, 10), of(20, 24, "DATE_TIME"), of(30, 34)]
    found = [of(4, 10), of(20, 24), of(40, 44)]
    assert by_mention(gold, found, Match.STRICT) == Score(Share(0, 3), Share(0, 3))
    assert by_mention(gold, found, Match.PARTIAL) == Score(Share(1, 3), Share(1, 3))
    assert by_mention(gold, found, Match.BLIND) == Score(Share(2, 3), Share(2, 3))


def test_two_findings_in_one_mention_are_two_right_findings_and_one_mention():
    assert by_mention([of(0, 10)], [of(0, 4), of(5, 10)], Match.PARTIAL) == Score(Share(1, 1), Share(2, 2))


def test_blind_scores_of_a_label_count_its_spans_and_accept_any_finding():
    gold = [of(0, 4), of(10, 14, "DATE_TIME"), of(20, 24)]
    found = [of(0, 4, "DATE_TIME"), of(10, 14), of(30, 34)]
    assert by_mention(gold, found, Match.BLIND, "PERSON") == Score(Share(1, 2), Share(1, 2))
    assert by_mention(gold, found, Match.PARTIAL, "PERSON") == Score(Share(0, 2), Share(0, 2))


def test_tokens_are_compared_as_presidio_does():
    """Presidio's evaluation: any label finds a token that bears one; only per label is it asked for."""
    text = "Mr Ann Okafor left on Friday ."
    gold = [of(3, 13), of(22, 28, "DATE_TIME")]
    found = [of(0, 6), of(22, 28)]
    at = tokens(text)
    assert by_token(at, gold, found, blind=True) == Score(Share(2, 3), Share(2, 3))
    assert by_token(at, gold, found, blind=False) == Score(Share(1, 3), Share(1, 3))
    assert by_token(at, gold, found, blind=False, label="DATE_TIME") == Score(Share(0, 1), Share(0, 0))


def test_f_weighs_recall_by_the_square_of_beta():
    """P = 1, R = 1/2: F1 = 2·1·½ / 1½ = 2/3; F2 = 5·½ / (4 + ½) = 5/9."""
    score = Score(Share(1, 2), Share(3, 3))
    assert score.f() == pytest.approx(2 / 3)
    assert score.f(2) == pytest.approx(5 / 9)


def test_f_of_nothing_is_nothing_and_of_misses_alone_is_0():
    assert Score().f() is None
    assert Score(Share(0, 4), Share()).f() == 0
    assert Score(Share(), Share(0, 2)).f(2) == 0


def test_shares_add_up_by_their_counts_and_not_by_their_means():
    assert (Share(1, 2) + Share(0, 8)).value == 0.1


@given(LABELLED, LABELLED, st.sampled_from(Match), st.sampled_from((None, *LABELS)))
def test_a_naive_count_over_sets_of_characters_agrees(gold, found, match, label):
    def chars(each):
        return frozenset(range(each.span.start, each.span.end))

    def meet(one, other):
        if match is Match.STRICT:
            return chars(one) == chars(other) and one.label == other.label
        return bool(chars(one) & chars(other)) and (match is Match.BLIND or one.label == other.label)

    def counted(these, others):
        mine = [each for each in these if label is None or each.label == label]
        return Share(len([1 for each in mine if any(meet(each, other) for other in others)]), len(mine))

    assert by_mention(gold, found, match, label) == Score(counted(gold, found), counted(found, gold))


@given(LABELLED, LABELLED, st.booleans(), st.sampled_from((None, *LABELS)))
def test_a_naive_count_of_tokens_agrees(gold, found, blind, label):
    at = [Span(start, start + 2) for start in range(0, 40, 3)]

    def bears(labelled, token):
        chars = {token.start, token.start + 1}
        covering = [each for each in labelled if chars & {*range(each.span.start, each.span.end)}]
        first = min(covering, key=lambda each: (each.span.start, -each.span.end), default=None)
        return first and first.label

    rows = [(bears(gold, token), bears(found, token)) for token in at]
    right = [g is not None and f is not None if blind else g == f for g, f in rows]
    marked = [i for i, (g, _) in enumerate(rows) if g is not None and label in (None, g)]
    said = [i for i, (_, f) in enumerate(rows) if f is not None and label in (None, f)]
    expected = Score(
        Share(sum(right[i] for i in marked), len(marked)), Share(sum(right[i] for i in said), len(said))
    )
    assert by_token(at, gold, found, blind=blind, label=label) == expected


@given(LABELLED, LABELLED)
def test_each_way_is_at_least_as_kind_as_the_one_before(gold, found):
    strict, partial, blind = (by_mention(gold, found, match) for match in Match)
    for one, other in ((strict, partial), (partial, blind)):
        assert one.recall.part <= other.recall.part
        assert one.precision.part <= other.precision.part


@given(LABELLED)
def test_finding_exactly_the_labels_scores_one(gold):
    score = by_mention(gold, gold, Match.STRICT)
    assert score.recall == score.precision == Share(len(gold), len(gold))


@given(st.text())
def test_tokens_hold_every_sign_but_white_space_once_and_in_order(text):
    spans = tokens(text)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert "".join(span.of(text) for span in spans) == "".join(text.split())
