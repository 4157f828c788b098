"""What attackers with other tokenisers read, compared with plain counting over the text."""

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.blocking.contests import ClassMargins, SplitWords
from backend.blocking.nearest_documents import NearestDocuments
from backend.blocking.readings import Reading
from backend.blocking.trained_defence import train_defence
from backend.document.compounds import compounds
from backend.document.tokens import terms
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms

PIECES = (
    "till",
    "long-term",
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


def read(reading, text):
    """The features of a text by three rules that share nothing with the product's."""
    pieces = text.lower().split()
    if reading is Reading.LETTERS:
        # The product's tokeniser knows no possessive.
        return Counter(run for piece in pieces for run in re.findall("[a-z]+", piece.replace("'s", "")))
    if reading is Reading.COMPOUNDS:
        return Counter(pieces)
    return Counter(part for piece in pieces for part in re.findall("[a-z0-9]+", piece.replace("'s", "")))


def split(text):
    joined = Counter(compounds(text))
    return SplitWords.of(Counter(terms(text)), [DEFENCE.known_words(joined)], frozenset(), joined)


def left_of(text, gone):
    """The text without every piece that holds a word that is gone, and the other words of such a piece alone."""
    pieces = []
    for piece in text.split():
        words = terms(piece)
        pieces += [piece] if gone.isdisjoint(words) else [word for word in words if word not in gone]
    return " ".join(pieces)


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
def test_what_compounds_add_is_never_more_than_the_bound(pieces, data):
    """With all words kept the bound is exact; with some gone, no attacker who only loses them sees more."""
    text = " ".join(pieces)
    words = split(text)
    gone = data.draw(st.sets(st.sampled_from(words.words)) if words.words else st.just(set()))
    stays = np.array([word not in gone for word in words.words], dtype=float)
    for attackers in DEFENCE.attackers:
        seen = attackers.documents.seen_in(words)
        whole = np.asarray(seen.parts.sum(axis=1)) == np.asarray(seen.parts @ stays)
        for linear in attackers.linear:
            contest = ClassMargins.of("attacker", linear, seen, 0)
            values = seen.values(linear)
            gains = values[:, [0]] - values
            bias = linear.bias[0] - linear.bias
            assert contest.leads(np.ones(len(stays))) == pytest.approx(bias + gains.sum(axis=0))
            assert (contest.leads(stays) >= bias + gains[whole].sum(axis=0) - 1e-9).all()
        near = NearestDocuments.of(attackers.nearest, seen, 0)
        own, rivals = near.class_of == 0, near.class_of != 0
        likeness = near.alike @ stays + near.fixed
        worth = np.asarray((1 + np.log(seen.counts)) * attackers.nearest.idf[seen.columns])
        vectors = attackers.nearest.documents[:, seen.columns].toarray() * (worth * whole)
        exact = vectors.sum(axis=1)
        of_class = attackers.nearest.class_of
        assert likeness[own].max() >= exact[of_class == 0].max() - 1e-9
        assert likeness[rivals].max() <= exact[of_class != 0].max() + 1e-9


def test_a_compound_goes_with_any_of_its_words_and_leaves_the_others():
    words = split("long-term long-term till")
    (compound,) = [each for each in DEFENCE.attackers if each.reading is Reading.COMPOUNDS]
    seen = compound.documents.seen_in(words)
    names = [compound.documents.vocabulary[column] for column in seen.columns.tolist()]
    assert dict(zip(names, seen.counts.tolist(), strict=True)) == {"long-term": 2, "till": 1}
    parts = {
        name: [words.words[i] for i in row.nonzero()[0]]
        for name, row in zip(names, seen.parts.toarray(), strict=True)
    }
    assert parts == {"long-term": ["long", "term"], "till": ["till"]}
    later = SplitWords.of({"term": 2, "till": 1}, [frozenset({"term", "till"})], frozenset(), {"long-term": 2})
    assert later.compounds == {}


def test_attackers_name_the_industry_by_words_and_by_compounds():
    words = split(DOCUMENTS[2].blocks[0])
    names = [each.name for each in DEFENCE.industries(words, 2)]
    assert names == [
        "industry by nb-strong",
        "industry by ridge",
        "industry by nb-strong of compounds",
        "industry by ridge of compounds",
    ]
    # The document is one that they have learnt from.
    assert DEFENCE.utility_of.tolist() == [0, 1, 2]
    for contest in DEFENCE.industries(words, 2):
        assert contest.leads(np.ones(len(words.words)))[:2].min() > 0, contest.name


def test_an_older_version_has_no_compounds():
    counts = count_terms(DOCUMENTS)
    older = count_terms(
        CorpusDocument(each.id, each.client, each.utility, (" ".join(terms(each.blocks[0])),)) for each in DOCUMENTS
    )
    assert counts.words == older.words
    assert not older.compounds
    assert [each.reading for each in train_defence(older).attackers] == [Reading.WORDS]
