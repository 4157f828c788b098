"""A change says what it needs, and nothing that contradicts it."""

import pytest

from backend.errors import InvalidRequest
from backend.review.changes import REASONS, Change, Reason, Scope
from backend.review.decision_states import Move

ID, PLACE = "0" * 16, "1" * 32


@pytest.mark.parametrize(
    "fits",
    [
        {"move": Move.ACCEPT},
        {"move": Move.EDIT, "replacement": "a port", "reason": Reason.NEEDED, "note": "asked"},
        {"move": Move.REJECT, "scope": Scope.HERE, "place": PLACE},
        {"move": Move.REJECT, "scope": Scope.CLIENT, "term": "steering"},
        {"move": Move.ACCEPT, "scope": Scope.EVERYONE, "term": "Project Heron"},
        {"move": Move.APPLY, "scope": Scope.HERE, "place": PLACE},
        {"move": Move.TAKE_BACK},
    ],
)
def test_valid_changes_are_accepted(fits):
    assert Change(ID, **fits).suggestion == ID


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"move": Move.EDIT}, "A decision to edit needs"),
        ({"move": Move.ACCEPT, "replacement": "a port"}, "A decision to edit needs"),
        ({"move": Move.ACCEPT, "scope": Scope.HERE}, "must name the place"),
        ({"move": Move.ACCEPT, "place": PLACE}, "must name the place"),
        ({"move": Move.ACCEPT, "scope": Scope.CLIENT}, "must name its term"),
        ({"move": Move.ACCEPT, "term": "steering"}, "must name its term"),
        ({"move": Move.ACCEPT, "scope": Scope.CLIENT, "term": " \u200b"}, "contains only spaces"),
        ({"move": Move.APPLY, "scope": Scope.CLIENT, "term": "steering"}, "Only accepting"),
        ({"move": Move.TAKE_BACK, "reason": Reason.PUBLIC}, "Only accepting"),
        ({"move": Move.VERIFY, "note": "seen"}, "Only accepting"),
    ],
)
def test_contradictory_changes_are_refused(wrong, message):
    with pytest.raises(InvalidRequest, match=message):
        Change(ID, **wrong)


def test_user_text_is_not_in_a_repr():
    change = Change(ID, Move.EDIT, scope=Scope.CLIENT, replacement="Heron", note="Heron", term="Heron")
    assert "Heron" not in repr(change)


def test_every_reason_says_what_it_means():
    assert set(REASONS) == set(Reason)
