"""Terms are found at every place of a text, at its ends too, and terms that begin alike do not hide each other."""

from hypothesis import example, given
from hypothesis import strategies as st

from backend.privacy.earlier_texts import ComparableText, EarlierTexts, _places

ALIKE = st.sampled_from(["halden", "rook", "ltd"])
TERMS = st.lists(st.lists(ALIKE, max_size=4), max_size=6)
PASSAGE = [f"word{number}" for number in range(20)]


def places(words, terms):
    return sorted(zip(*_places(words, terms).tolist(), strict=True))


@given(st.lists(ALIKE, max_size=8), TERMS)
def test_each_term_is_found_wherever_its_words_stand_in_a_row(words, terms):
    assert places(words, terms) == sorted(
        (number, at, at + len(term))
        for number, term in enumerate(terms)
        for at in range(len(words))
        if term and words[at : at + len(term)] == term
    )


@given(st.lists(ALIKE, max_size=4), st.lists(ALIKE, max_size=4), TERMS)
@example([], ["halden"], [["halden"], ["halden", "rook"]])
def test_a_text_may_begin_and_end_with_any_part_of_a_term(before, after, terms):
    """A text that ended with "Halden" was not compared where "Halden Rook" was redacted, too: status 500."""
    words = [*before, *PASSAGE, *after]
    texts = EarlierTexts.of(["same"], [ComparableText.of(words)])
    (found,) = texts.compared([words], terms)
    assert found.quoted == sum(
        any(number == each[0] for each in places(words, terms)) for number in range(len(terms))
    )


def test_terms_that_begin_alike_are_compared_with_a_text_once():
    """Each length of a hundred such terms made its own copy at each word: three seconds for 8,000 words."""

    class Counted(list):
        read = 0

        def __getitem__(self, at):
            found = super().__getitem__(at)
            Counted.read += len(found) if isinstance(at, slice) else 1
            return found

    words = Counted(["halden"] * 1_000)
    terms = [["halden"] * length for length in range(1, 101)]
    assert len(places(words, terms)) == sum(1_001 - length for length in range(1, 101))
    assert Counted.read <= 100 * 1_000
