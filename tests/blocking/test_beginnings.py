"""Attackers that compare beginnings of documents: what they learn from and read, and what a version keeps."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from backend.blocking.attackers import AttackerKind
from backend.blocking.hiding_program import HidingGoal, HidingProblem, WordsAndForms
from backend.blocking.known_attackers import LADDER, ROWS
from backend.blocking.objectives import Objective
from backend.blocking.seen_features import SplitWords
from backend.blocking.stored_defence import pack_defence, unpack_defence
from backend.blocking.trained_defence import limited_defence, train_defence
from backend.document.forms import forms
from backend.document.tokens import terms
from backend.learning import counts as counts_module
from backend.learning.counts import count_terms
from backend.learning.train import train
from tests.services.drawn_clients import corpus, document_of, words_of

LENGTH = 200
"""Characters: some 30 words of 80."""
CLIENTS = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Ivy")


@pytest.fixture(scope="module", autouse=True)
def short_beginnings():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(counts_module, "BEGINNING", LENGTH)
        yield


def cut(text):
    """The beginning, by hand: the words of drawn texts have one space between them."""
    return text if len(text) <= LENGTH else text[: LENGTH + 1].rsplit(" ", 1)[0]


@pytest.fixture(scope="module")
def counts():
    return count_terms(corpus())


@pytest.fixture(scope="module")
def defence(counts):
    return train_defence(counts)


def test_attackers_of_beginnings_have_learnt_what_others_learn_from_documents_that_are_cut(defence):
    """The second implementation cuts the documents before anything is counted."""
    alone = train_defence(count_terms(replace(each, blocks=(cut(each.blocks[0]),)) for each in corpus()))
    assert [each.of_beginnings for each in alone.attackers] == [False] * len(alone.attackers)
    beginnings = [each for each in defence.attackers if each.of_beginnings]
    assert [each.reading for each in beginnings] == [each.reading for each in alone.attackers]
    for one, other in zip(beginnings, alone.attackers, strict=True):
        assert one.documents.vocabulary == other.documents.vocabulary
        assert one.documents.counts.toarray().tolist() == other.documents.counts.toarray().tolist()
        assert tuple(each.kind for each in one.linear) == ROWS[one.reading]
        columns = np.arange(len(one.documents.vocabulary))
        for mine, theirs in zip(one.linear, other.linear, strict=True):
            weights = [each.parts(columns, np.ones_like(columns)) for each in (mine, theirs)]
            assert weights[0] == pytest.approx(weights[1], abs=1e-9), mine.kind
        assert one.nearest.documents.toarray() == pytest.approx(other.nearest.documents.toarray(), abs=1e-12)


def test_they_name_clients_and_no_industry(defence):
    named = [each.of_beginnings for each in defence.attackers if each.industry]
    assert named == [False] * len(named) != []
    names = {each.name_of(AttackerKind.RIDGE) for each in defence.attackers}
    assert {"ridge", "ridge in beginnings", "ridge of compounds"} <= names
    assert names <= defence.kinds_of_clients


def test_without_longer_documents_there_are_none():
    short = train_defence(count_terms(replace(each, blocks=(cut(each.blocks[0]),)) for each in corpus()))
    assert short.beginnings is None
    assert unpack_defence(pack_defence(short)).beginnings is None


def split(defence, words, written):
    return SplitWords.of(words, [defence.known_words(written)], frozenset(), written)


def test_they_read_the_beginning_alone(defence):
    """A document that goes on with words of another client is to them what its beginning is."""
    first, rest = document_of("Alder")[:LENGTH].rsplit(" ", 1)[0], document_of("Birch", 3)
    texts = f"{first} {rest}", first
    (words, written), (head, head_written) = [(Counter(terms(text)), Counter(forms(text))) for text in texts]
    long = split(defence, words, written)
    read = defence.read(long, long.part(head, head_written))
    short = split(defence, head, head_written)
    alone = defence.read(short)
    shared = [long.words.index(word) for word in short.words]
    others = np.setdiff1d(np.arange(len(long.words)), shared)
    heard = {False: 0, True: 0}
    for one, other in zip(read.contests(0), alone.contests(0), strict=True):
        of_beginnings = one.name.endswith("in beginnings")
        heard[of_beginnings] += int(np.abs(one.lead[others]).max() > 0)
        if of_beginnings:
            assert one.lead[shared] == pytest.approx(other.lead, abs=1e-9), one.name
            assert one.fixed == pytest.approx(other.fixed, abs=1e-9), one.name
    assert heard[True] == 0, "what stands in the rest alone says nothing to them"
    assert heard[False] > 0


def test_a_part_of_a_document_has_the_words_that_are_still_there():
    words = SplitWords.of({"long": 2, "term": 2, "the": 3}, [{"long", "term"}], frozenset(), {"long-term": 2})
    part = words.part({"long": 1, "term": 1, "the": 1, "gone": 4}, {"long-term": 1, "gone-by": 4})
    assert (part.words, part.counts.tolist()) == (("long", "term"), [1, 1])
    assert (dict(part.stays), dict(part.forms)) == ({"the": 1}, {"long-term": 1})


def test_a_version_keeps_them(defence):
    again = unpack_defence(pack_defence(defence))
    assert again.beginnings.sample.words == defence.beginnings.sample.words
    assert [(each.reading, each.of_beginnings) for each in again.attackers] == [
        (each.reading, each.of_beginnings) for each in defence.attackers
    ]
    text = document_of("Alder")
    words, written = Counter(terms(text)), Counter(forms(text))
    said = split(defence, words, written)
    part = said.part(Counter(terms(cut(text))), Counter(forms(cut(text))))
    for before, after in zip(defence.read(said, part).contests(0), again.read(said, part).contests(0), strict=True):
        assert before.name == after.name
        np.testing.assert_allclose(after.lead, before.lead, atol=1e-6)


def test_a_client_is_hidden_from_whoever_compares_beginnings(counts, defence):
    """Its own words stand in the beginning; in the whole document, those of others outweigh them."""
    model = train(counts).model
    own, others = words_of("alder", 6), words_of("birch", 6) + words_of("cedar", 6)
    first = " ".join([*own, *words_of("plain", 12)])
    rest = " ".join([*others * 4, *words_of("plain", 20)])
    words, head = Counter(terms(f"{first} {rest}")), Counter(terms(first))
    original = np.zeros(len(CLIENTS))
    problem = HidingProblem(model, 0, words, original, defence, beginning=WordsAndForms(head, {}))
    hidden = problem.solve(HidingGoal(2, Objective.UNIFORM, LADDER[0]))
    of_all = tuple(each for each in defence.attackers if not each.of_beginnings)
    without = replace(problem, defence=replace(defence, attackers=of_all))
    visible = without.solve(HidingGoal(2, Objective.UNIFORM, LADDER[0]))

    def leads(gone):
        left = {word: count for word, count in head.items() if word not in gone}
        said = split(defence, left, {})
        (nb,) = [each for each in defence.read(said).contests(0) if each.name == "nb-medium in beginnings"]
        return np.delete(nb.leads(np.ones(len(said.words))), 0).min()

    assert leads(visible.words) > 0, "otherwise this test shows nothing"
    assert leads(hidden.words) < 0
    assert len(hidden.words) > len(visible.words)


def test_without_some_words_a_beginning_has_the_others():
    assert WordsAndForms({"a": 1, "b": 2}, {"a-b": 1}).without({"a"}) == WordsAndForms({"b": 2}, {"a-b": 1})


def test_attackers_of_a_limited_caller_hear_no_hidden_word_in_beginnings():
    """Two worlds in which a hidden client says another word of its own, in the beginning alone."""
    limited = []
    for secret in ("quarrelby", "zinfandel"):
        documents = [
            replace(each, blocks=(f"{secret} {each.blocks[0]}",)) if each.client == "Ivy" else each
            for each in corpus()
        ]
        whole = train_defence(count_terms(documents))
        assert secret in whole.beginnings.sample.words
        names = [terms(client) for client in CLIENTS]
        limited.append(limited_defence(whole, lambda _: False, secret.__eq__, (0, 1), names))
    first, second = limited
    assert any(each.of_beginnings for each in first.attackers)
    for one, other in zip(first.attackers, second.attackers, strict=True):
        assert one.documents.vocabulary == other.documents.vocabulary
        assert one.documents.counts.toarray().tolist() == other.documents.counts.toarray().tolist()
