"""The attackers that programs hold out against: which they are, how hard programs try, what a version keeps."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.blocking import trained_defence as module
from backend.blocking.attackers import AttackerKind, CountingAttacker, RidgeAttacker
from backend.blocking.held_out_promises import HeldOutPromise, Interval, Lack, MissingPromise, Split
from backend.blocking.known_attackers import (
    KEPT_OUT,
    LADDER,
    ROWS,
    SELDOM,
    UNMEASURED,
    UNMEASURED_AMONG_FEW,
    WITH_NEAREST,
    AttackResults,
    MeasuredProtection,
    ProtectionLevel,
    weakest_sufficient_level,
)
from backend.blocking.seen_features import SplitWords
from backend.blocking.stored_defence import pack_defence, unpack_defence
from backend.blocking.trained_defence import limited_defence, sample_rows, train_defence
from backend.document.forms import forms
from backend.document.tokens import terms
from backend.learning.arrays import pack, unpack
from backend.learning.counts import count_terms
from backend.learning.features import stop_words
from tests.learning.corpora import document
from tests.services.drawn_clients import corpus, counted, document_of


@pytest.fixture(scope="module")
def defence():
    return train_defence(counted())


def _promises(same, others):
    return tuple(
        MeasuredProtection(hardness, 5, 24, AttackResults(before, 0.5), AttackResults(0.5, after), 0.7)
        for hardness, before, after in zip(LADDER, same, others, strict=False)
    )


def test_at_least_two_kinds_of_attackers_are_withheld_from_programs():
    known = {kind for kinds in ROWS.values() for kind in kinds}
    assert known.isdisjoint(KEPT_OUT)
    assert len(KEPT_OUT) >= 2
    assert {*known, *KEPT_OUT, AttackerKind.NEAREST_NEIGHBOUR} == set(AttackerKind)


def test_the_ladder_begins_easy_and_each_step_asks_for_more():
    for easy, hard in pairwise(LADDER):
        assert easy != hard
        assert easy.everywhere <= hard.everywhere
        assert easy.speakers <= hard.speakers
        assert easy.margin <= hard.margin or hard.everywhere > easy.everywhere


def test_without_a_wish_strangers_with_the_same_documents_shall_seldom_name_the_client():
    """The first that does; where none does, one as good as the best; among equals the one that keeps more words."""
    assert weakest_sufficient_level(_promises([0.9, SELDOM, 0.99], [0.1, 0.1, 0.9])) == LADDER[1]
    assert weakest_sufficient_level(_promises([0.5, 0.9, 0.9], [0.9, 0.1, 0.1])) == LADDER[1]


def test_where_no_level_is_enough_chance_does_not_choose_one_that_costs_words():
    """A few guesses more or less of some documents do not tell levels apart."""
    assert weakest_sufficient_level(_promises([0.88, 0.92, 0.85, 0.93], [0.1] * 4)) == LADDER[0]
    assert weakest_sufficient_level(_promises([0.83, 0.88, 0.85, 0.93], [0.1] * 4)) == LADDER[1]
    assert weakest_sufficient_level(_promises([0.5, 0.6, 0.75, 0.85], [0.1] * 4)) == LADDER[3]
    assert weakest_sufficient_level(_promises([0.93, 0.94, 0.85, SELDOM], [0.1] * 4)) == LADDER[3]


def test_an_assurance_asks_for_k_before_strangers_with_other_documents():
    promises = _promises([0.99, 0.99, 0.99], [0.2, 0.6, 0.5])
    assert [weakest_sufficient_level(promises, wanted) for wanted in (0, 0.2, 0.3, 0.6, 0.7, 1)] == [
        LADDER[0],
        LADDER[0],
        LADDER[1],
        LADDER[1],
        LADDER[1],
        LADDER[1],
    ]


def test_without_measurements_rare_words_go_and_an_assurance_uses_the_strongest_level(defence):
    assert defence.hardness() == UNMEASURED_AMONG_FEW
    assert UNMEASURED.speakers == 2
    assert defence.hardness(0.1) == LADDER[-1]
    assert defence.promise(UNMEASURED_AMONG_FEW) is None
    measured = replace(defence, promises=_promises([0.95], [0.4]))
    assert measured.promise(LADDER[0]) == measured.promises[0]
    assert measured.promise(LADDER[5]) is None


def test_promises_of_held_out_attackers_are_stored_and_an_older_version_has_none(defence):
    share = Interval(0.9, 0.7, 0.97)
    made = HeldOutPromise(Split.TIME, 5, 24, 12, share, share, "words", share, 0.7)
    held_out = (made, MissingPromise(Split.AUTHOR, Lack.AUTHORS))
    (first,) = _promises([0.9], [0.1])
    promised = replace(defence, promises=(replace(first, held_out=held_out),))
    assert unpack_defence(pack_defence(promised)).promises == promised.promises
    arrays = unpack(pack_defence(promised))
    rows = json.loads(arrays["promises"].tobytes())
    del rows[0]["held_out"]
    older = pack({**arrays, "promises": np.frombuffer(json.dumps(rows).encode(), np.uint8)})
    assert unpack_defence(older).promises == (first,)


def test_an_unpacked_defence_protects_like_the_packed_one(defence):
    promised = replace(defence, promises=_promises([0.9, 0.95], [0.1, 0.2]))
    again = unpack_defence(pack_defence(promised))
    assert again.promises == promised.promises
    assert again.vocabulary == promised.vocabulary
    assert again.kinds_of_clients == promised.kinds_of_clients
    assert [each.reading for each in again.attackers] == [each.reading for each in promised.attackers]
    for client in range(9):
        text = document_of("Alder", client + 1)
        written = dict.fromkeys(forms(text), 1)
        said = SplitWords.of(dict.fromkeys(terms(text), 2), [promised.known_words(written)], frozenset(), written)
        utility = max(0, int(promised.utility_of[client]))
        pairs = [(promised.read(said).contests(client), again.read(said).contests(client))]
        pairs.append((promised.read(said).industries(utility), again.read(said).industries(utility)))
        for before, after in (each for some in pairs for each in zip(*some, strict=True)):
            assert (before.name, before.true_class) == (after.name, after.true_class)
            # Ridge is kept in 32 bits: seven digits.
            np.testing.assert_allclose(after.lead, before.lead, atol=1e-6)
            np.testing.assert_allclose(after.fixed, before.fixed, atol=1e-6)
        shares = np.ones((1, len(said.words)))
        rivals = np.array([each for each in range(9) if each != client][:2])
        for near in zip(promised.read(said).neighbours(client), again.read(said).neighbours(client), strict=True):
            rows = [each.rows(rivals, 0.1) for each in near]
            np.testing.assert_allclose(rows[0].coefficients @ shares[0], rows[1].coefficients @ shares[0])
            np.testing.assert_allclose(rows[0].bounds, rows[1].bounds)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
@given(cut=st.integers(0, 3_000))
def test_bytes_that_are_cut_are_no_defence(defence, cut):
    with pytest.raises((KeyError, ValueError)):
        unpack_defence(pack_defence(defence)[:cut])


def test_attackers_learn_from_a_sample_with_every_client_in_it(monkeypatch):
    monkeypatch.setattr(module, "_DOCUMENTS", 10)
    monkeypatch.setattr(module, "_COUNTS", 10)
    small = train_defence(counted())
    assert len(small.class_of) <= 18
    assert set(small.class_of.tolist()) == set(range(9))


def test_of_short_documents_the_sample_has_more(monkeypatch):
    counts = counted()
    everything = len(counts.documents)
    monkeypatch.setattr(module, "_DOCUMENTS", 10)
    assert len(sample_rows(counts)) == everything
    monkeypatch.setattr(module, "_COUNTS", counts.word_counts.nnz // 2)
    assert len(sample_rows(counts)) == everything // 2
    monkeypatch.setattr(module, "_MOST_DOCUMENTS", 12)
    assert len(sample_rows(counts)) == 12


def test_a_ridge_learns_from_some_documents_and_the_nearest_are_looked_for_in_all(monkeypatch):
    monkeypatch.setattr(module, "_OF_RIDGE", 12)
    counts = counted()
    trained = train_defence(counts)
    again = unpack_defence(pack_defence(trained))
    for defence in (trained, again):
        for each in defence.attackers:
            known = each.nearest.documents.shape[0]
            assert known == len(counts.documents) if each.reading in WITH_NEAREST else known <= 12
            ridges = [ridge for ridge in (*each.linear, *each.industry) if isinstance(ridge, RidgeAttacker)]
            assert ridges
            assert all(ridge.documents.shape[0] == len(ridge.shares) <= 12 for ridge in ridges)


def test_attackers_of_one_document_compute_the_weights_of_a_feature_once(defence, monkeypatch):
    asked = []
    for known in (CountingAttacker, RidgeAttacker):
        real = known.weights_of

        def counted_weights(self, words, real=real):
            asked.extend((id(self), word) for word in words.tolist())
            return real(self, words)

        monkeypatch.setattr(known, "weights_of", counted_weights)
    remembering = defence.for_one_document()
    first, second = (document_of(corpus()[0].client, seed=seed) for seed in (7, 8))
    for said in (first, second, first):
        words = SplitWords.of(Counter(terms(said)), [defence.known_words(())], frozenset(), Counter(forms(said)))
        asked.clear()
        expected = [*defence.read(words).contests(2), *defence.read(words).industries(0)]
        fresh = set(asked)
        asked.clear()
        found = [*remembering.read(words).contests(2), *remembering.read(words).industries(0)]
        assert len(asked) == len(set(asked))
        assert set(asked) <= fresh
        for each, same in zip(found, expected, strict=True):
            assert (each.name, each.true_class) == (same.name, same.true_class)
            np.testing.assert_array_equal(each.lead, same.lead)
            np.testing.assert_array_equal(each.fixed, same.fixed)
    assert not asked


def test_attackers_use_the_most_informative_words_and_stop_words(monkeypatch):
    monkeypatch.setattr(module, "_MOST", 5)
    documents = [
        document(f"{who}{i}", who, f"the plain {who}only and plain") for who in ("x", "y") for i in range(3)
    ]
    small = train_defence(count_terms(documents))
    assert set(small.vocabulary) == {"the", "and", "plain", "xonly", "yonly"}
    monkeypatch.setattr(module, "_MOST", 2)
    assert set(train_defence(count_terms(documents)).vocabulary) == {"the", "and", "xonly", "yonly"}
    assert {"the", "and"} <= stop_words()


def test_without_a_word_there_is_nothing_to_learn():
    with pytest.raises(ValueError, match="no document says a word"):
        train_defence(count_terms([document("1", "Alder", ""), document("2", "Birch", "")]))


def test_inconsistent_parts_are_refused(defence):
    with pytest.raises(ValueError, match="document, feature"):
        replace(defence.words, vocabulary=defence.vocabulary[1:])
    for wrong in ({"margin": 1.1}, {"margin": -0.1}, {"speakers": 3}):
        with pytest.raises(ValueError, match=r"share|speakers"):
            ProtectionLevel(**wrong)


def test_attackers_can_learn_without_what_others_say():
    """The second implementation takes the words out of the documents before anybody learns from them.

    What others say in more documents than the fifth of them, or more often in one, goes from the later ones.
    """
    seen, unheard, unsaid = (0, 1), {"plaina", "cedara"}, {"plainb", "retailxa", "retailxb", "plaina"}
    whole = corpus()
    clients = sorted({each.client for each in whole})

    def left(each):
        of_others = unheard | unsaid | set(each.client.lower().split())
        gone = unheard if each.client in {clients[at] for at in seen} else of_others
        return replace(each, blocks=(" ".join(word for word in terms(each.blocks[0]) if word not in gone),))

    others = [each for each in clients if clients.index(each) not in seen]
    rest = _as_often_as_the_fifth([left(each) for each in whole], others)
    assert rest != [left(each) for each in whole], "something is said more often than that"
    words, kept = ({word for each in some for word in terms(each.blocks[0])} for some in (whole, rest))
    gone = words - kept - stop_words()
    limited = limited_defence(
        train_defence(count_terms(whole)),
        unsaid.__contains__,
        gone.__contains__,
        seen,
        [terms(each) for each in clients],
    )
    assert not limited.has_forms
    assert limited.attackers[0].industry == ()
    view, second = limited.attackers[0], train_defence(count_terms(rest)).attackers[0]
    assert set(view.documents.column) == set(second.documents.column)
    columns = [[each.documents.column[word] for word in second.documents.vocabulary] for each in (view, second)]
    for one, other in zip(view.linear, second.linear, strict=True):
        once = np.ones(len(columns[0]), dtype=np.int64)
        weights = [each.parts(np.array(some), once) for each, some in ((one, columns[0]), (other, columns[1]))]
        assert weights[0] == pytest.approx(weights[1], abs=1e-9), one.kind
    documents = [
        each.nearest.documents[:, some].toarray() for each, some in zip((view, second), columns, strict=True)
    ]
    assert documents[0] == pytest.approx(documents[1], abs=1e-9)


def _as_often_as_the_fifth(documents, others):
    """The documents, in plain Python."""
    said = {(each.id, each.client): Counter(terms(each.blocks[0])) for each in documents}
    for word in {word for counts in said.values() for word in counts} - stop_words():
        having = [[counts for (_, of), counts in said.items() if of == who and counts[word]] for who in others]
        in_so_many = sorted(len(some) for some in having)[-5]
        so_often = sorted(max((each[word] for each in some), default=0) for some in having)[-5]
        for some in having:
            for nth, counts in enumerate(some):
                counts[word] = min(counts[word], so_often) if nth < in_so_many else 0
    return [replace(each, blocks=(" ".join(said[each.id, each.client].elements()),)) for each in documents]
