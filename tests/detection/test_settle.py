"""Findings at one place."""

from hypothesis import given
from hypothesis import strategies as st

from backend.detection.finding import Finding, FindingKind
from backend.detection.settle import settled
from backend.document.model import Place, StoryKind
from backend.document.spans import Span


def _finding(start, end, kind=FindingKind.PERSONAL, block=0):
    place = Place("word/document.xml", StoryKind.BODY, block, Span(start, end))
    return Finding(kind, "URL", "x" * (end - start), place, 1.0, "")


def test_what_lies_inside_another_finding_is_dropped_and_a_partial_overlap_stays():
    inside, outer, partial, apart = _finding(2, 4), _finding(0, 6), _finding(5, 9), _finding(2, 4, block=1)
    assert settled([inside, outer, partial, apart]) == (outer, partial, apart)


def test_an_always_term_speaks_before_a_name_and_a_name_before_personal_data():
    kinds = [FindingKind.PERSONAL, FindingKind.CLIENT, FindingKind.ALWAYS]
    assert [each.kind for each in settled(_finding(0, 3, kind) for kind in kinds)] == [FindingKind.ALWAYS]


spans = st.tuples(st.integers(0, 20), st.integers(1, 6)).map(lambda pair: (pair[0], sum(pair)))


@given(st.lists(st.builds(lambda span, kind: _finding(*span, kind), spans, st.sampled_from(FindingKind))))
def test_settling_uncovers_nothing(findings):
    def covered(group):
        return {i for each in group for i in range(each.place.span.start, each.place.span.end)}

    assert covered(settled(findings)) == covered(findings)
