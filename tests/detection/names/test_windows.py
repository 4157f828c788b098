from hypothesis import given
from hypothesis import strategies as st

from backend.detection.names.encoder_windows import windows


@st.composite
def paragraphs(draw):
    """Lengths of words, and the index after the last word of each paragraph."""
    counts = draw(st.lists(st.integers(1, 30), min_size=1, max_size=12))
    lengths = draw(st.lists(st.integers(1, 6), min_size=sum(counts), max_size=sum(counts)))
    ends = [sum(counts[: i + 1]) for i in range(len(counts))]
    return lengths, ends


@given(paragraphs(), st.integers(6, 40))
def test_every_word_is_answered_once_and_in_order(case, most):
    lengths, ends = case
    answered = [word for each in windows(lengths, ends, most) for word in range(each.counts_from, each.counts_to)]
    assert answered == list(range(len(lengths)))


@given(paragraphs(), st.integers(6, 40))
def test_a_window_holds_what_the_encoder_reads_at_once(case, most):
    lengths, ends = case
    for each in windows(lengths, ends, most):
        inner_ends = sum(each.start < end < each.end for end in ends)
        assert sum(lengths[each.start : each.end]) + inner_ends <= most
        assert each.start <= each.counts_from <= each.counts_to <= each.end


def test_short_paragraphs_share_a_window_and_a_long_one_is_read_with_overlaps():
    short = list(windows([1] * 6, [2, 4, 6], most=8))
    long = list(windows([1] * 30, [30], most=10))

    assert [(each.start, each.end) for each in short] == [(0, 6)]
    assert [(each.start, each.end, each.counts_from, each.counts_to) for each in long[:2]] == [
        (0, 10, 0, 7),  # the last five pieces are read again; half of them count here
        (5, 15, 7, 12),
    ]
    assert long[-1].counts_to == 30


def test_no_words_no_windows():
    assert list(windows([], [0])) == []
