from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.forms import forms
from backend.document.tokens import terms
from backend.errors import InvalidRequest
from backend.learning import counts as counts_module
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import beginning_of, count_terms, merge
from tests.learning.corpora import corpora, document, spelled


@pytest.fixture(scope="module", autouse=True)
def short_beginnings():
    """Drawn documents have some words, of which the first two or so are their beginning."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(counts_module, "BEGINNING", 12)
        yield


@given(corpora())
def test_beginnings_are_what_counting_by_hand_gives(documents):
    """Cut by words: a block that has room counts, and of the next one the words before the last space in it."""
    counts = count_terms(documents)
    for row, each in enumerate(documents):
        room, first = 12, []
        for block in each.blocks:
            text = block if len(block) <= room else " ".join(block[: room + 1].split(" ")[:-1])
            first.append(text)
            if text != block:
                break
            room -= len(block)
        for known, found, part in (
            (counts.words, counts.beginnings, terms),
            (counts.forms, counts.form_beginnings, forms),
        ):
            assert Counter(term for text in first for term in part(text)) == {
                known[column]: count for column, count in enumerate(found[[row]].toarray()[0].tolist()) if count
            }


@pytest.mark.parametrize(
    ("blocks", "at_most", "expected"),
    [
        (["one two", "three"], 12, ("one two", "three")),
        (["one two", "three"], 11, ("one two", "")),
        (["one two", "three four"], 12, ("one two", "three")),
        (["one two", "three four"], 13, ("one two", "three")),
        (["unbroken"], 4, ("",)),
        (["", "a"], 0, ("", "")),
        ([], 5, ()),
    ],
)
def test_a_beginning_ends_before_a_space(blocks, at_most, expected):
    assert beginning_of(blocks, at_most) == expected


def test_a_placeholder_that_a_beginning_cuts_is_no_word():
    """*[PERSON 3]* has a space, behind which the text is cut; *person* stands nowhere else."""
    counts = count_terms([document("1", "Alder", "cash [PERSON 3] till")])
    assert counts.words == ("cash", "till")
    assert counts.beginnings.toarray().tolist() == [[1, 0]]


def test_beginnings_count_only_where_a_document_has_more():
    assert not count_terms([document("1", "Alder", "cash till")]).has_beginnings
    assert count_terms([document("1", "Alder", "cash till and loan")]).has_beginnings


@given(corpora())
def test_counts_are_what_counting_by_hand_gives(documents):
    counts = count_terms(documents)
    for row, each in enumerate(documents):
        said = [terms(block) for block in each.blocks]
        words = Counter(term for block in said for term in block)
        pairs = Counter(pair for block in said for pair in pairwise(block))
        assert words == {
            counts.words[column]: count
            for column, count in enumerate(counts.word_counts[[row]].toarray()[0].tolist())
            if count
        }
        assert pairs == {
            (counts.words[first], counts.words[second]): count
            for (first, second), count in zip(
                counts.pairs.tolist(), counts.pair_counts[[row]].toarray()[0].tolist(), strict=True
            )
            if count
        }
        assert counts.clients[counts.client_of[row]].name == each.client


def test_a_pair_never_reaches_from_one_block_into_the_next():
    counts = count_terms([document("1", "Alder", "cash till", "loan")])
    assert [tuple(counts.words[i] for i in pair) for pair in counts.pairs.tolist()] == [("cash", "till")]


@given(corpora("a"), corpora("b"))
def test_taking_away_what_was_added_leaves_exactly_what_was_there(ours, theirs):
    whole = count_terms([*ours, *theirs])
    assert spelled(whole.without([each.id for each in theirs])) == spelled(count_terms(ours))


@given(corpora("a"), corpora("b"), corpora("c"))
def test_counts_of_parts_add_up_to_the_total_counts(first, second, third):
    parts = [count_terms(part) for part in (first, second, third)]
    whole = spelled(count_terms([*first, *second, *third]))
    assert spelled(merge(parts)) == whole
    assert spelled(parts[0].merged(parts[1].merged(parts[2]))) == whole


@given(corpora(min_size=1), st.data())
def test_a_client_is_removed_with_all_its_documents_and_words(documents, data):
    name = data.draw(st.sampled_from([each.client for each in documents]))
    left = [each for each in documents if each.client != name]
    assert spelled(count_terms(documents).without_client(name)) == spelled(count_terms(left))


def test_a_document_cannot_be_counted_twice():
    counts = count_terms([document("1", "Alder", "cash")])
    with pytest.raises(InvalidRequest, match="'1' is counted already"):
        counts.merged(counts)


def test_removing_unknown_documents_is_refused():
    counts = count_terms([document("1", "Alder", "cash")])
    with pytest.raises(InvalidRequest, match="No document '2'"):
        counts.without(["2"])
    with pytest.raises(InvalidRequest, match="client 'Birch'"):
        counts.without_client("Birch")


def test_words_alone_are_the_same_words_without_pairs():
    counts = count_terms(
        [CorpusDocument("1", "Ford", None, ("cars and cars",)), CorpusDocument("2", "Fiat", None, ("vans",))]
    )
    alone = counts.words_alone()
    assert alone.words == counts.words
    assert np.array_equal(alone.word_counts.toarray(), counts.word_counts.toarray())
    assert alone.pairs.shape == (0, 2)
    assert alone.pair_counts.shape == (2, 0)
    assert alone.without(["2"]).words == ("and", "cars")
