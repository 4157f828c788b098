"""Resolution of overlapping findings."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from backend.detection.finding import Finding, FindingKind
from backend.detection.spans.overlap_resolution import resolve_overlaps
from backend.document.model import Place, StoryKind
from backend.document.spans import Span
from backend.messages.reasons import TermBeyondModel

TEXT = "abcdefghijklmnopqrstuvwxyz" * 2


def _finding(start, end, kind=FindingKind.PERSONAL, block=0, entity="URL", score=1.0):
    place = Place("word/document.xml", StoryKind.BODY, block, Span(start, end))
    return Finding(kind, entity, TEXT[start:end], place, score, TermBeyondModel())


def _spans(findings):
    return [(each.place.span.start, each.place.span.end) for each in findings]


def test_findings_inside_another_finding_are_dropped():
    inside, outer, apart = _finding(2, 4), _finding(0, 6), _finding(2, 4, block=1)
    assert resolve_overlaps([inside, outer, apart]) == (outer, apart)


def test_touching_findings_remain_separate():
    assert _spans(resolve_overlaps([_finding(0, 3), _finding(3, 5)])) == [(0, 3), (3, 5)]


def test_a_partial_overlap_becomes_one_finding_that_the_longer_names():
    short, long = _finding(0, 4, entity="PERSON"), _finding(2, 9, entity="ORGANIZATION", score=0.2)
    (one,) = resolve_overlaps([short, long])
    assert (one.entity, one.text, _spans([one])) == ("ORGANIZATION", "abcdefghi", [(0, 9)])


def test_merged_findings_are_case_sensitive_if_a_part_is():
    """Else it would be looked for in small letters, where its part is not."""
    cased, long = replace(_finding(0, 4), case_sensitive=True), _finding(2, 9)
    assert [each.case_sensitive for each in resolve_overlaps([cased, long])] == [True]
    assert [each.case_sensitive for each in resolve_overlaps([_finding(0, 4), long])] == [False]


def test_of_two_equally_long_findings_the_more_certain_wins():
    (one,) = resolve_overlaps(
        [_finding(0, 4, entity="PERSON", score=0.5), _finding(2, 6, entity="LOCATION", score=0.9)]
    )
    assert one.entity == "LOCATION"


def test_overlaps_that_hang_together_are_one():
    assert _spans(resolve_overlaps([_finding(0, 4), _finding(3, 7), _finding(6, 12), _finding(12, 13)])) == [
        (0, 12),
        (12, 13),
    ]


def test_an_always_term_speaks_before_a_name_and_a_name_before_personal_data():
    kinds = [FindingKind.PERSONAL, FindingKind.CLIENT, FindingKind.ALWAYS]
    assert [each.kind for each in resolve_overlaps(_finding(0, 3, kind) for kind in kinds)] == [FindingKind.ALWAYS]


def test_a_client_name_speaks_for_what_it_overlaps_though_shorter():
    (one,) = resolve_overlaps([_finding(0, 3, FindingKind.CLIENT, entity="CLIENT"), _finding(2, 9)])
    assert (one.kind, one.entity, one.text) == (FindingKind.CLIENT, "CLIENT", "abcdefghi")


spans = st.tuples(st.integers(0, 20), st.integers(1, 6)).map(lambda pair: (pair[0], sum(pair)))
scores = st.sampled_from([0.2, 0.5, 0.9])
findings_of_all_kinds = st.lists(
    st.builds(
        lambda span, kind, block, score: _finding(span[0], span[1], kind, block, score=score),
        spans,
        st.sampled_from(FindingKind),
        st.integers(0, 1),
        scores,
    )
)


def _covered(group):
    return {(each.place.block, i) for each in group for i in range(each.place.span.start, each.place.span.end)}


@given(findings_of_all_kinds)
def test_settling_uncovers_nothing_and_adds_nothing(findings):
    assert _covered(resolve_overlaps(findings)) == _covered(findings)


@given(findings_of_all_kinds)
def test_no_two_settled_findings_overlap_and_each_says_what_is_there(findings):
    result = resolve_overlaps(findings)
    assert sum(len(each.text) for each in result) == len(_covered(result))
    assert all(each.text == each.place.span.of(TEXT) for each in result)


@given(findings_of_all_kinds)
def test_settling_twice_changes_nothing(findings):
    assert resolve_overlaps(resolve_overlaps(findings)) == resolve_overlaps(findings)


@given(findings_of_all_kinds)
def test_no_kind_loses_a_place_to_one_of_less_priority_that_only_overlaps(findings):
    """An always-term that nothing contains is still an always-term, whatever overlaps it."""
    for each in findings:
        if each.kind is FindingKind.ALWAYS:
            (around,) = (
                one
                for one in resolve_overlaps(findings)
                if one.place.block == each.place.block and one.place.span.overlaps(each.place.span)
            )
            contained = any(
                other.place.block == each.place.block
                and other.place.span.start <= each.place.span.start
                and each.place.span.end <= other.place.span.end
                and len(other.text) > len(each.text)
                for other in findings
            )
            assert contained or around.kind is FindingKind.ALWAYS


@given(findings_of_all_kinds)
def test_every_part_of_a_joined_finding_is_known_by_its_own_text(findings):
    """Whatever is not inside another finding is in what is searched for: as a finding, or as a part of one."""
    result = resolve_overlaps(findings)
    searched = {text for one in result for text in (one.text, *(part.text for part in one.parts))}
    for each in findings:
        is_inside = any(
            other.place.block == each.place.block
            and other.place.span.start <= each.place.span.start
            and each.place.span.end <= other.place.span.end
            and other.text != each.text
            for other in findings
        )
        covered = any(
            one.place.block == each.place.block and each.text in one.text and not one.parts for one in result
        )
        assert is_inside or covered or each.text in searched


@given(findings_of_all_kinds)
def test_resolving_again_beside_other_findings_loses_no_part(findings):
    first = resolve_overlaps(findings)
    again = resolve_overlaps([*first, _finding(0, 40, block=0), _finding(0, 40, block=1)])
    assert {part.text for one in first for part in one.parts} <= {part.text for one in again for part in one.parts}
    assert all(not part.parts for one in again for part in one.parts)
