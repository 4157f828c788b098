"""One value says whether what was asked for holds, in kinds and counts alone."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import ReportUnusable
from backend.reporting.outcome import KINDS, Approver, Outcome, OutcomeStatus, Shortfall, kind_of

UNMET = st.builds(Shortfall, st.sampled_from(sorted(KINDS)), st.integers(1, 50))
EXCEPTIONS = st.builds(Shortfall, st.sampled_from(sorted(KINDS)), st.integers(1, 50), st.sampled_from(Approver))
OUTCOMES = st.builds(Outcome, st.lists(EXCEPTIONS).map(tuple), st.lists(UNMET).map(tuple))


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        (Outcome(), "met"),
        (Outcome((Shortfall("US_SSN", 1, Approver.USER),)), "met_with_exceptions"),
        (Outcome((), (Shortfall("k", 1),)), "not_met"),
        (Outcome((Shortfall("US_SSN", 1, Approver.USER),), (Shortfall("US_SSN", 1),)), "not_met"),
    ],
)
def test_an_outcome_is_met_only_without_shortfalls(outcome, status):
    assert outcome.status is OutcomeStatus(status)
    assert outcome.as_json()["outcome"] == status


@given(OUTCOMES)
def test_programs_read_what_was_written(outcome):
    written = json.loads(json.dumps(outcome.as_json()))
    assert Outcome.from_json(written) == outcome


@given(st.lists(UNMET))
def test_equal_kinds_are_summed_in_any_order(rows):
    one = Outcome(unmet=tuple(rows))
    assert one == Outcome(unmet=tuple(reversed(rows)))
    assert sum(row.count for row in one.unmet) == sum(row.count for row in rows)
    assert len({row.kind for row in one.unmet}) == len(one.unmet)


@pytest.mark.parametrize(("kind", "count"), [("Halden & Rook", 1), ("HALDEN_CASE", 1), ("k", 0), ("", 1)])
def test_kinds_are_a_closed_table(kind, count):
    with pytest.raises(ValueError, match="shortfall"):
        Shortfall(kind, count)


def test_a_kind_of_somebodys_own_is_not_named():
    assert kind_of("HALDEN_CASE") == "CUSTOM"
    assert kind_of("US_SSN") == "US_SSN"


def test_an_exception_was_named_by_someone():
    with pytest.raises(ValueError, match="role"):
        Outcome((Shortfall("k", 1),))
    with pytest.raises(ValueError, match="role"):
        Outcome((), (Shortfall("k", 1, Approver.USER),))


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"outcome": "met"},
        {"outcome": "met", "exceptions": [], "unmet": [{"kind": "k", "count": 1}]},
        {"outcome": "not_met", "exceptions": [], "unmet": [{"kind": "Halden", "count": 1}]},
        {"outcome": "not_met", "exceptions": [], "unmet": [{"kind": "k", "count": "1"}]},
        {"outcome": "met_with_exceptions", "exceptions": [{"kind": "k", "count": 1, "role": "king"}], "unmet": []},
        {"outcome": "met", "exceptions": 3, "unmet": []},
        {"outcome": "met", "exceptions": ["k"], "unmet": []},
    ],
)
def test_a_contradictory_outcome_is_refused(content):
    with pytest.raises(ReportUnusable):
        Outcome.from_json(content)
