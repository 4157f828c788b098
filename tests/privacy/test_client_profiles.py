"""How many clients a text fits, and what earlier texts have of it, against distances computed one by one."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from backend.privacy.client_profiles import ClientProfiles, Crowd
from backend.privacy.divergence import distance, distribution_of
from backend.privacy.earlier_texts import ComparableText, EarlierTexts
from backend.privacy.profile_distances import PostingLists
from backend.privacy.word_runs import RunsInOrder, runs_in

COLUMN = {word: at for at, word in enumerate("abcde")}
COUNTS = st.lists(st.integers(0, 3), min_size=5, max_size=5)


def profiles_of(rows):
    """The profiles of clients with these counts of a, b, c, d and e; `ClientProfiles.of` takes them of a model."""
    counts = csr_array(np.array(rows, dtype=np.float64))
    counts.eliminate_zeros()
    shares = csr_array(
        (counts.data / np.repeat(counts.sum(axis=1), np.diff(counts.indptr)), counts.indices, counts.indptr),
        shape=counts.shape,
    )
    return ClientProfiles(PostingLists(shares), COLUMN, len(rows))


def plain_distance(one, other):
    """Of counts; an empty one is 1 from every other, and 0 from an empty one."""
    if not any(one) or not any(other):
        return float(any(one) or any(other))
    return distance(distribution_of(np.array(one)), distribution_of(np.array(other)))


@given(st.lists(COUNTS, min_size=1, max_size=6), COUNTS, st.data())
def test_the_crowd_counts_the_profiles_within_the_distance_of_the_own_client(rows, text, data):
    client = data.draw(st.integers(0, len(rows) - 1))
    among = data.draw(st.one_of(st.none(), st.sets(st.integers(0, len(rows) - 1))))
    words = {**dict(zip("abcde", text, strict=True)), "unknown": 7}
    (crowd,) = profiles_of(rows).crowds([words], client, [among])
    distances = [plain_distance(text, row) for row in rows]
    considered = set(range(len(rows))) if among is None else among | {client}
    within = [each for each in considered if distances[each] ** 2 <= distances[client] ** 2 + 1e-9]
    assert (crowd.k, crowd.clients) == (len(within), len(considered))
    assert crowd.d == pytest.approx(distances[client], abs=1e-6)


def test_identical_profiles_hide_each_other_and_a_client_of_its_own_words_stands_out():
    profiles = profiles_of([[1, 1, 0, 0, 0], [2, 2, 0, 0, 0], [0, 0, 1, 0, 0]])
    alike, alone = profiles.crowds([{"a": 1, "b": 1}, {"a": 1, "c": 9}], 0, [None, None])
    assert alike == Crowd(2, 0.0, 3)
    assert (alone.k, profiles.crowds([{"a": 1, "c": 9}], 2, [None])[0].k) == (3, 1)


def test_a_text_without_known_words_fits_every_client():
    assert profiles_of([[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]]).crowds([{"unknown": 1}, {}], 0, [None, [1]]) == (
        Crowd(2, 1.0, 2),
        Crowd(2, 1.0, 2),
    )


def test_the_profiles_of_a_model_are_the_shares_of_its_counts(sample_registry):
    from backend.learning.registry import Registry

    model = Registry(sample_registry).load()
    client = 3
    text = Counter(dict.fromkeys(model.vocabulary[::7], 2))
    (crowd,) = ClientProfiles.of(model).crowds([text], client, [None])
    counts = model.counts.toarray().astype(np.float64)
    own = np.array([text[word] for word in model.vocabulary], dtype=np.float64)
    distances = [plain_distance(own, row) for row in counts]
    assert crowd.d == pytest.approx(distances[client], abs=1e-9)
    assert crowd.k == sum(each <= distances[client] + 1e-9 for each in distances)
    assert ClientProfiles.of(model) is ClientProfiles.of(model)


def text(*words):
    return ComparableText.of(words)


PUBLISHED = EarlierTexts.of(
    ("original", "other", "empty"),
    (text("the", "crane", "of", "alder", "port", "broke"), text("alder", "pays", "a", "dividend"), text()),
)


def test_an_earlier_version_with_redacted_terms_reveals_them():
    release = ["the", "crane", "of", "port", "broke"]
    first, *others = PUBLISHED.compared([release], [("alder",), ("alder", "port"), ("nobody",), ()])
    assert (first.name, first.terms, first.reveals) == ("original", 2, True)
    p, q = distribution_of(np.array([1.0] * 5 + [0.0])), distribution_of(np.array([1.0] * 6))
    assert first.distance == pytest.approx(distance(p, q))
    assert [(each.name, each.distance, each.terms, each.reveals) for each in others] == [
        ("empty", 1.0, 0, False),
        ("other", 1.0, 1, False),
    ]


def test_an_earlier_release_without_the_terms_reveals_nothing():
    earlier = EarlierTexts.of(("release",), (text("the", "crane", "of", "port", "broke"),))
    (found,) = earlier.compared([["the", "crane", "of", "port", "broke"]], [("alder",)])
    assert (found.distance, found.reveals) == (0.0, False)


def test_words_that_no_earlier_text_has_count_in_the_distance():
    earlier = EarlierTexts.of(("short",), (text("crane"),))
    (found,) = earlier.compared([["crane", "unheard"]], [])
    assert found.distance == pytest.approx(distance(np.array([0.5, 0.5]), np.array([1.0, 0.0])))


def test_no_earlier_texts_are_no_comparison():
    assert EarlierTexts.of((), ()).compared([["crane"]], [("crane",)]) == ()


def numbered(first, last):
    return [f"w{number}" for number in range(first, last)]


@pytest.mark.parametrize(
    ("earlier", "shared", "reveals"),
    [
        (numbered(100, 130), 1.0, True),  # an excerpt: 26 runs, all of them in the document
        (numbered(0, 500) + numbered(5000, 12000), 1.0, True),  # a long text that contains the document
        (numbered(100, 118) + numbered(900, 915), 14 / 29, True),  # a quotation: 14 runs of 29
        (numbered(100, 113), 0.0, False),  # 9 runs in common are a usual phrase
    ],
)
def test_a_text_with_passages_of_the_document_reveals_its_terms(earlier, shared, reveals):
    """Runs of 5 words: the document has 496, an excerpt of n words n - 4."""
    texts = EarlierTexts.of(("part",), (ComparableText.of(earlier),))
    (found,) = texts.compared([numbered(0, 500)], [("w105",)])
    assert (found.is_version, found.terms) == (False, 1)
    assert (found.shared, found.reveals) == (pytest.approx(shared), reveals)


@pytest.mark.parametrize(("others", "revealed"), [(13, 2), (14, 1)])
def test_of_an_excerpt_all_terms_count_and_of_other_texts_those_that_they_quote(others, revealed):
    """18 words of the document: 14 runs, which are half of 28. The term w7 stands outside them."""
    earlier = [*numbered(100, 118), "w7", *numbered(900, 900 + others)]
    texts = EarlierTexts.of(("part",), (ComparableText.of(earlier),))
    (found,) = texts.compared([numbered(0, 500)], [("w105",), ("w7",)])
    assert found.shared == pytest.approx(14 / (15 + others))
    assert (found.terms, found.quoted, found.revealed) == (2, 1, revealed)


def test_an_excerpt_without_a_redacted_term_reveals_nothing():
    texts = EarlierTexts.of(("part",), (ComparableText.of(numbered(100, 130)),))
    (found,) = texts.compared([numbered(0, 500)], [("w7",)])
    assert (found.shared, found.reveals) == (1.0, False)


def test_a_quoted_passage_in_a_text_about_something_else_reveals_the_terms_in_it():
    """18 words of the document, and 3,000 others, among them another redacted term."""
    earlier = [*numbered(5000, 8000), "w7", *numbered(100, 118), *numbered(9000, 9100)]
    texts = EarlierTexts.of(("news",), (ComparableText.of(earlier),))
    terms = [("w100", "w101"), ("w7",), ("w118",), ("w116", "w117")]
    (found,) = texts.compared([numbered(0, 500)], terms)
    assert (found.is_version, found.shared < 0.5) == (False, True)
    assert (found.terms, found.quoted, found.revealed, found.reveals) == (3, 2, 2, True)


def test_a_usual_phrase_around_a_term_is_no_quotation():
    """Two phrases of 11 words are 14 runs in common, but not ten in a row."""
    earlier = [*numbered(5000, 6000), *numbered(100, 111), *numbered(6000, 7000), *numbered(200, 211)]
    texts = EarlierTexts.of(("news",), (ComparableText.of(earlier),))
    (found,) = texts.compared([numbered(0, 500)], [("w105",)])
    assert (found.shared > 0, found.terms, found.quoted, found.reveals) == (True, 1, 0, False)


def test_terms_that_begin_alike_are_looked_for_once_at_each_word():
    class Counted(list):
        read = 0

        def __getitem__(self, at):
            self.read += isinstance(at, int)
            return super().__getitem__(at)

    words = Counted(["alder"] * 100 + numbered(0, 100))
    texts = EarlierTexts.of(("copy",), (ComparableText.of([*words]),))
    terms = [("alder", f"x{number}") for number in range(200)]
    (found,) = texts.compared([words], [*terms, ("alder", "w0")])
    # Each of 200 words once, the word after each of 100 "alder", and the word after "alder w0".
    assert (found.quoted, words.read) == (1, 301)


@given(st.lists(st.sampled_from("abc"), max_size=12))
def test_runs_are_the_sequences_of_five_words(words):
    runs = [tuple(words[at : at + 5]) for at in range(len(words) - 4)]
    numbers = runs_in(words).tolist()
    assert len(numbers) == len(runs)
    assert len(set(numbers)) == len(set(runs))
    assert [runs_in(run).tolist() for run in runs] == [[number] for number in numbers]


@given(st.lists(st.sampled_from("ab"), max_size=40), st.lists(st.sampled_from("ab"), max_size=40))
def test_words_in_passages_are_those_of_ten_common_runs_in_a_row(words, other):
    runs = {tuple(other[at : at + 5]) for at in range(len(other) - 4)}
    alike = [tuple(words[at : at + 5]) in runs for at in range(len(words) - 4)]
    starts = [at for at in range(len(alike) - 9) if all(alike[at : at + 10])]
    found = RunsInOrder.of(words).words_in_passages(np.unique(runs_in(other)))
    assert set(np.flatnonzero(found).tolist()) == {word for at in starts for word in range(at, at + 14)}
