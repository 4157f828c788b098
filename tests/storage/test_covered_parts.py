"""What belongs to a row is checked and hashed in groups: whoever changes one row looks at its group alone."""

import pytest

from backend.errors import NotAuthentic
from backend.review.changes import Change
from backend.review.decision_states import Move, State
from backend.storage.authenticity.covered_parts import from_text, group_of
from backend.storage.reviews.reviews import ReviewTerms
from tests.storage.direct_database import Raw


@pytest.fixture
def raw(settings):
    return Raw(settings)


@pytest.fixture
def review(store):
    """A review with so many decisions that each group has some."""
    review = store.reviews.begin("ann", None, None, ReviewTerms()).id
    store.reviews.decide(review, 1, "ann", [Change(f"{n:016x}", Move.ACCEPT) for n in range(200)])
    return review


def hashes(raw, review):
    (row,) = [each for each in raw.rows("row_macs") if each["name"] == review]
    return from_text(row["parts"])


def change_row(raw, mark, **columns):
    rows = [{**row, **columns} if row["mark"] == mark else row for row in raw.rows("decisions")]
    raw.put({"decisions": rows})


def test_a_decision_changes_the_hash_of_its_group_alone(store, raw, review):
    before = hashes(raw, review)
    store.reviews.decide(review, 2, "ann", [Change(f"{7:016x}", Move.REJECT)])
    after = hashes(raw, review)
    own = group_of(store.reviews.marks(review).of(f"{7:016x}"))
    assert set(before) == set(after) == set("0123456789abcdef")
    assert [group for group in before if before[group] != after[group]] == [own]


def test_a_decision_that_someone_else_has_changed_is_not_signed_by_the_next_one(store, raw, review):
    """A change in another group does not look at it, and does not make it authentic either."""
    marks = store.reviews.marks(review)
    forged = marks.of(f"{7:016x}")
    alike = next(f"{n:016x}" for n in range(200) if n != 7 and group_of(marks.of(f"{n:016x}")) == group_of(forged))
    unlike = next(f"{n:016x}" for n in range(200) if group_of(marks.of(f"{n:016x}")) != group_of(forged))
    change_row(raw, forged, state="rejected")
    with pytest.raises(NotAuthentic):
        store.reviews.decide(review, 2, "ann", [Change(alike, Move.REJECT)])
    assert store.reviews.decide(review, 2, "ann", [Change(unlike, Move.REJECT)]).version == 3
    with pytest.raises(NotAuthentic):
        store.reviews.decisions(review)
    assert not store.audit.verify().holds
    change_row(raw, forged, state="accepted")
    assert store.reviews.decisions(review)[marks.of(unlike), ""].state is State.REJECTED
    assert store.audit.verify().holds


@pytest.mark.parametrize("first", ["g", "all", "é", "0"])
def test_a_changed_row_is_refused_for_any_claimed_group(store, raw, review, first):
    row = raw.rows("decisions")[0]
    raw.put({"decisions": [*raw.rows("decisions"), {**row, "mark": first + row["mark"]}]})
    with pytest.raises(NotAuthentic):
        store.reviews.decisions(review)
    assert not store.audit.verify().holds
