"""The one table of how much work may take."""

from hypothesis import given
from hypothesis import strategies as st

from backend.detection.custom import recognisers
from backend.processes.ceilings import MAX_MEMORY, MEMORY, SECONDS, Ceiling

LENGTHS = st.integers(0, 50_000_000)


@given(LENGTHS, LENGTHS)
def test_a_longer_text_never_gets_less(one, other):
    short, long = (Ceiling().for_text(length) for length in sorted((one, other)))
    assert short.seconds <= long.seconds
    assert short.memory <= long.memory <= MAX_MEMORY


@given(LENGTHS)
def test_no_text_makes_the_longest_time_longer(length):
    assert Ceiling(longest=20.0).for_text(length).wall <= 20.0


def test_a_file_without_much_text_stays_below_ten_seconds_and_one_gigabyte():
    waiting = 350 * 1024 * 1024
    assert Ceiling().for_text(10_000).seconds < 10
    assert MEMORY + waiting < 1024**3


def test_a_slow_recogniser_is_named_before_the_work_is_ended():
    """It may search twice: before and after a document is redacted."""
    assert 2 * recognisers.SECONDS < SECONDS


def test_a_redacted_document_of_fifty_megabytes_may_be_answered_with_a_long_report():
    """In JSON it is base64; a body that is itself base64 is longer by as much."""
    document, report = 50_000_000, 45_000_000
    assert Ceiling().for_request(document).answer > document * 4 // 3 + report


@given(LENGTHS)
def test_no_request_makes_a_lower_ceiling_of_answers_higher(size):
    assert Ceiling(answer=1_000).for_request(size).answer == 1_000
