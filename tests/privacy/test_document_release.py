"""The index of one redacted document, and what each term adds, against the index of collections and arithmetic."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.privacy.document_release import CountedText, gains, release_of_document, word_sensitivities
from backend.privacy.sensitivity import SensitivityModel
from backend.privacy.sensitivity_calibration import Calibration
from backend.privacy.spi import release_privacy
from backend.privacy.words import WordCollector, WordSensitivities

MODEL = SensitivityModel(("diabetes", "debt", "ship"), np.array([3.0, 1.0, -2.0]), -1.0, Calibration(1.0, 1e9), 0.9)

WORDS = st.sampled_from(["diabetes", "debt", "ship", "crane", "harbour"])
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)


def counted(text):
    return CountedText(Counter(each for each in text.split() if "[" not in each), text.count("["))


@given(TEXTS, st.lists(st.one_of(WORDS, st.just("[TERM]")), max_size=12).map(" ".join))
def test_a_document_is_a_collection_of_one_user(before, after):
    originals = WordCollector(WordSensitivities(MODEL))
    originals.add("ann", before)
    released = originals.beside()
    released.add("ann", after)
    expected = release_privacy(originals.elements(), released.elements(), originals.names)
    found = release_of_document(counted(before), counted(after), MODEL)
    assert (found.spi, found.jsd) == pytest.approx((expected.spi, expected.jsd), abs=1e-6)  # it keeps 32 bits
    assert 0 <= found.spi <= found.jsd <= 1
    assert found.sensitive is None or 0 <= found.sensitive <= 1


@given(TEXTS, st.lists(st.sets(WORDS, min_size=1), min_size=1, max_size=4), st.integers(0, 3))
def test_the_gain_of_a_term_is_the_index_of_the_document_without_it(text, terms, placeholders):
    document = CountedText(counted(text).words, placeholders)
    going = [
        CountedText({word: document.words[word] for word in term if word in document.words}, 1) for term in terms
    ]
    for term, gain in zip(going, gains(document, going, MODEL), strict=True):
        left = {word: count for word, count in document.words.items() if word not in term.words}
        release = release_of_document(document, CountedText(left, placeholders + 1), MODEL)
        assert gain.jsd == pytest.approx(release.jsd, abs=1e-12)
        assert gain.spi == pytest.approx(release.spi, abs=1e-12)


def test_the_words_that_weigh_most_come_first_and_sensitive_ones_weigh_less():
    before = CountedText(Counter(["crane", "crane", "diabetes", "diabetes", "debt", "harbour"]))
    after = CountedText(Counter(["harbour"]), 5)
    release = release_of_document(before, after, MODEL)
    # The model has 4 nats for the document: 3 of diabetes, 1 of debt.
    assert [(each.word, each.before, each.after, each.sensitivity) for each in release.words] == [
        ("crane", 2, 0, 0.0),
        ("debt", 1, 0, 0.25),
        ("diabetes", 2, 0, 0.75),
    ]
    assert release.words[0].bits == pytest.approx(1 / 6)  # half of its share of 2/6: none of it is left
    assert release.hidden == pytest.approx(5 / 6)


@pytest.mark.parametrize(
    ("before", "after", "jsd"),
    [
        ("crane ship", "crane ship", 0.0),
        ("crane ship", "", 1.0),  # the release is the null word
        ("crane ship", "[TERM] [TERM]", 1.0),
        ("[TERM]", "[TERM]", 0.0),
        ("crane", "harbour", 1.0),
    ],
)
def test_extreme_releases_are_defined(before, after, jsd):
    assert release_of_document(counted(before), counted(after), MODEL).jsd == jsd


def test_a_document_without_words_has_no_figures():
    assert release_of_document(CountedText({}), CountedText({"crane": 1}), MODEL) is None
    assert gains(CountedText({}), [CountedText({}, 1)], MODEL) == ((0.0, 0.0),)
    assert gains(CountedText({"crane": 1}), [], MODEL) == ()


def test_a_term_that_is_all_of_a_document_leaves_nothing_in_common():
    assert gains(CountedText({"crane": 2}), [CountedText({"crane": 2}), CountedText({"crane": 2}, 2)], MODEL) == (
        (1.0, 1.0),
        (1.0, 1.0),
    )


def test_without_positive_evidence_no_word_is_sensitive():
    assert word_sensitivities(MODEL, ["ship", "crane"]).tolist() == [0.0, 0.0]


def test_a_word_is_named_by_its_beginning():
    """Two words of 60,000 letters in each of 2,000 reports took a gigabyte of the process that kept them."""
    long = "diabetes" * 10_000
    (found,) = release_of_document(counted(f"ship {long}"), counted("ship"), MODEL).words
    assert found.word == long[:99] + "…"
