"""What attackers with other tokenisers read, compared with plain counting over the text."""

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.blocking.contests import ClassMargins
from backend.blocking.nearest_documents import NearestDocuments
from backend.blocking.readings import Reading
from backend.blocking.seen_features import SplitWords
from backend.blocking.trained_defence import train_defence
from backend.document.forms import forms
from backend.document.tokens import terms
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms

PIECES = (
    "till",
    "Till",
    "long-term",
    "Long-Term",
    "Ford's",
    "$4.37",
    "9%",
    "q3",
    "and",
    "long",
    "term",
    "ford",
    "4",
    "37",
    "x-y-z",
    "y",
    "s",
)


def texts():
    """Six documents of three clients, each with pieces of its own."""
    chance = np.random.default_rng(7)
    for number in range(6):
        own = PIECES[number % 3 :: 3]
        yield " ".join(chance.choice([*PIECES, *own * 6], 60))


DOCUMENTS = [
    CorpusDocument(str(number), "ABC"[number % 3], "XYZ"[number % 3], (text,))
    for number, text in enumerate(texts())
]
DEFENCE = train_defence(count_terms(DOCUMENTS))
CUT = "\n"
"""Stands for a word that is gone."""


def read(reading, text):
    """The features of a text by rules that share nothing with the product's."""
    cut = [piece.lstrip("-'.%").rstrip("-'.$") for raw in text.split(" ") for piece in raw.split(CUT)]
    pieces = [piece for piece in cut if piece]
    lower = [piece.lower() for piece in pieces]
    if reading is Reading.AS_WRITTEN:
        return Counter(pieces)
    if reading is Reading.COMPOUNDS:
        return Counter(lower)
    if reading is Reading.LETTERS:
        return Counter(run for piece in lower for run in re.findall("[a-z]+", piece))
    # The product's tokeniser knows no possessive.
    return Counter(part for piece in lower for part in re.findall("[a-z0-9]+", piece.replace("'s", "")))


def split(text, gone=None):
    written = Counter(forms(text))
    words = SplitWords.of(Counter(terms(text)), [DEFENCE.known_words(written)], frozenset(), written)
    if gone is None:
        return words
    return words.expected(np.array([word in gone for word in words.words], dtype=float))


def without(text, gone):
    """The text with a cut in place of each word that is gone; a possessive is no word."""
    return " ".join(
        re.sub(r"(?<!')[A-Za-z0-9]+", lambda word: CUT if word[0].lower() in gone else word[0], piece)
        for piece in text.split()
    )


@pytest.mark.parametrize("attackers", DEFENCE.attackers, ids=lambda each: each.reading.value)
def test_training_documents_are_counted_as_each_reading_splits_them(attackers):
    found = attackers.documents
    for row, document in enumerate(DOCUMENTS):
        wanted = read(found.reading, document.blocks[0])
        counted = dict(zip(found.vocabulary, found.counts.toarray()[row].tolist(), strict=True))
        assert {feature: count for feature, count in counted.items() if count} == wanted


@pytest.mark.parametrize("attackers", DEFENCE.attackers, ids=lambda each: each.reading.value)
@given(pieces=st.lists(st.sampled_from(PIECES), min_size=1, max_size=30))
def test_a_document_is_read_as_the_training_documents_are(attackers, pieces):
    text = " ".join(pieces)
    seen = attackers.documents.seen_in(split(text))
    found = Counter()
    for column, count in zip(seen.columns.tolist(), seen.counts.tolist(), strict=True):
        found[attackers.documents.vocabulary[column]] += count
    assert found == read(attackers.reading, text)


@settings(max_examples=60)
@given(pieces=st.lists(st.sampled_from(PIECES), min_size=1, max_size=20), data=st.data())
def test_features_are_never_worth_more_than_the_bound(pieces, data):
    """With all words kept the bound is exact; with some gone, no attacker sees more than it says."""
    text = " ".join(pieces)
    words = split(text).words
    some = st.sets(st.sampled_from(words)) if words else st.just(set())
    gone, expected = data.draw(some), data.draw(st.none() | some)
    said = split(text, expected)
    stays = np.array([word not in gone for word in said.words], dtype=float)
    for attackers in DEFENCE.attackers:
        seen = attackers.documents.seen_in(said)
        there = _there(seen, stays)
        for linear in attackers.linear:
            contest = ClassMargins.of("attacker", linear, seen, 0)
            values = seen.values(linear)
            gains = values[:, [0]] - values
            bias = linear.bias[0] - linear.bias
            if expected is None:
                assert contest.leads(np.ones(len(stays))) == pytest.approx(bias + gains.sum(axis=0))
            assert (contest.leads(stays) >= bias + gains[there].sum(axis=0) - 1e-9).all()
        near = NearestDocuments.of(attackers.nearest, seen, 0)
        own, rivals = near.class_of == 0, near.class_of != 0
        likeness = near.alike @ stays + near.fixed
        worth = np.asarray((1 + np.log(seen.counts)) * attackers.nearest.idf[seen.columns])
        vectors = attackers.nearest.documents[:, seen.columns].toarray() * (worth * there)
        exact = vectors.sum(axis=1)
        of_class = attackers.nearest.class_of
        assert likeness[own].max() >= exact[of_class == 0].max() - 1e-9
        assert likeness[rivals].max() <= exact[of_class != 0].max() + 1e-9


@settings(max_examples=60)
@given(pieces=st.lists(st.sampled_from(PIECES), min_size=1, max_size=20), data=st.data())
def test_the_bound_is_exact_where_an_earlier_solution_is(pieces, data):
    """What is left of the text there, read anew by other rules, is worth what the bound says."""
    text = " ".join(pieces)
    words = split(text).words
    gone = data.draw(st.sets(st.sampled_from(words)) if words else st.just(set()))
    said = split(text, gone)
    stays = np.array([word not in gone for word in said.words], dtype=float)
    left = without(text, gone)
    for attackers in DEFENCE.attackers:
        if attackers.reading is Reading.WORDS:
            continue
        seen = attackers.documents.seen_in(said)
        found = Counter()
        there = _there(seen, stays)
        for column, count in zip(seen.columns[there].tolist(), seen.counts[there].tolist(), strict=True):
            found[attackers.documents.vocabulary[column]] += count
        wanted, column_of = read(attackers.reading, left), attackers.documents.column
        assert found == {feature: count for feature, count in wanted.items() if feature in column_of}
        for linear in attackers.linear:
            values = seen.values(linear)
            gains = (values[:, [0]] - values)[there].sum(axis=0)
            contest = ClassMargins.of("attacker", linear, seen, 0)
            assert contest.leads(stays) == pytest.approx(linear.bias[0] - linear.bias + gains)


def _there(seen, stays):
    """Whether all words of each group stay, and those that must be gone are gone."""
    parts = seen.parts.toarray()
    return np.array([all(stays[row > 0] == 1) and all(stays[row < 0] == 0) for row in parts], dtype=bool)


def test_a_form_goes_with_any_of_its_words_and_leaves_the_others():
    (compound,) = [each for each in DEFENCE.attackers if each.reading is Reading.COMPOUNDS]
    words = split("long-term long-term till", {"long"})
    seen = compound.documents.seen_in(words)
    names = [compound.documents.vocabulary[column] for column in seen.columns.tolist()]
    groups = {
        name: (count, *({words.words[place] for place in np.flatnonzero(row == sign)} for sign in (1, -1)))
        for name, count, row in zip(names, seen.counts.tolist(), seen.parts.toarray(), strict=True)
    }
    assert groups == {
        "long-term": (2, {"long", "term"}, set()),
        "term": (2, {"term"}, {"long"}),
        "till": (1, {"till"}, set()),
    }
    later = SplitWords.of({"term": 2, "till": 1}, [frozenset({"term", "till"})], frozenset(), {"long-term": 2})
    assert later.forms == {}


def test_attackers_name_the_industry_by_words_and_by_compounds():
    words = split(DOCUMENTS[2].blocks[0])
    names = [each.name for each in DEFENCE.read(words).industries(2)]
    assert names == [
        "industry by nb-strong",
        "industry by ridge",
        "industry by nb-strong of compounds",
        "industry by ridge of compounds",
    ]
    # The document is one that they have learnt from.
    assert DEFENCE.utility_of.tolist() == [0, 1, 2]
    for contest in DEFENCE.read(words).industries(2):
        assert contest.leads(np.ones(len(words.words)))[:2].min() > 0, contest.name


def test_an_older_version_has_fewer_readings():
    counts = count_terms(DOCUMENTS)
    older = count_terms(
        CorpusDocument(each.id, each.client, each.utility, (" ".join(terms(each.blocks[0])),)) for each in DOCUMENTS
    )
    assert counts.words == older.words
    assert not older.forms
    assert [each.reading for each in train_defence(older).attackers] == [Reading.WORDS]
    in_lower_case = train_defence(
        count_terms(replace(each, blocks=(each.blocks[0].lower(),)) for each in DOCUMENTS)
    )
    assert [each.reading for each in in_lower_case.attackers] == [Reading.WORDS, Reading.COMPOUNDS, Reading.LETTERS]
