"""Three people do whatever they like with one review: the store holds what a simple model of the rules holds.

The model is told in plain conditions, and shares nothing with the tables that the store goes by.
"""

from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from hypothesis import settings as of_hypothesis
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from backend.errors import IllegalMove, NeedsAnother, StaleVersion
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.review.workflow import Step
from backend.storage.clients.proposals import ProposalState
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.store import Store

PEOPLE = st.sampled_from(["ann", "ben", "cat"])
SUGGESTIONS = [f"{number:016x}" for number in range(4)]
VERDICTS = {"accept": "accepted", "reject": "rejected", "edit": "edited"}


class Refused(Exception):
    """The model does not allow it."""


@dataclass
class Model:
    """What a person with pencil and paper would write down."""

    two_approve: bool
    version: int = 1
    stage: str = "draft"
    claimed_by: str | None = None
    approvers: list = field(default_factory=list)
    decided: dict = field(default_factory=dict)
    """State and person by suggestion."""
    proposed: dict = field(default_factory=dict)
    """Whether it shall go, by suggestion."""

    def decide(self, who, moves):
        after, proposed = dict(self.decided), dict(self.proposed)
        for suggestion, (move, wide) in moves.items():
            state, said_by = after.get(suggestion, ("proposed", None))
            if move in VERDICTS:
                if state in {"applied", "verified"}:
                    raise Refused
                after[suggestion] = VERDICTS[move], who
            elif move == "take_back":
                if state == "proposed":
                    raise Refused
                after[suggestion] = "proposed", who
            else:
                goes_on = {("accepted", "apply"): "applied", ("edited", "apply"): "applied"}
                goes_on["applied", "verify"] = "verified"
                if (state, move) not in goes_on:
                    raise Refused
                after[suggestion] = goes_on[state, move], said_by
            if move in VERDICTS and wide:
                proposed[suggestion] = move != "reject"
            elif move in VERDICTS or move == "take_back":
                proposed.pop(suggestion, None)
            self._check_turn(who, move)
        self.decided, self.proposed = after, proposed
        self.version += 1

    def _check_turn(self, who, move):
        writes = move in {"apply", "verify"}
        if writes and self.stage == "approved":
            return
        if writes and self.two_approve:
            raise Refused
        if self.stage == "claimed" and who == self.claimed_by:
            return
        if self.stage not in {"draft", "returned"}:
            raise Refused

    def take(self, who, step):
        begins = {("draft", "submit"), ("returned", "submit"), ("submitted", "recall"), ("submitted", "claim")}
        goes_on = {("claimed", "release"), ("claimed", "approve"), ("claimed", "return"), ("approved", "reopen")}
        second = {("passed_on", "approve"), ("passed_on", "return")}
        if (self.stage, step) not in begins | goes_on | second:
            raise Refused
        if step == "recall" and who != "ann":
            raise Refused
        if self.stage == "claimed" and step != "release" and who != self.claimed_by:
            raise Refused
        if (self.stage, step) == ("passed_on", "approve") and (who == "ann" or who in self.approvers):
            raise Refused
        if step == "approve":
            self.approvers.append(who)
            self.stage = "approved" if len(self.approvers) == 1 + self.two_approve else "passed_on"
        else:
            self.approvers = []
            self.claimed_by = who if step == "claim" else None
            names = {"submit": "submitted", "recall": "draft", "claim": "claimed", "release": "submitted"}
            self.stage = names.get(step) or {"return": "returned", "reopen": "draft"}[step]
        self.version += 1


class Together(RuleBasedStateMachine):
    """Three people, each with a connection of their own to the store."""

    def __init__(self, stores):
        super().__init__()
        self.stores = stores

    @initialize(two_approve=st.booleans())
    def begin(self, two_approve):
        self.model = Model(two_approve)
        self.terms = ReviewTerms(second_approver=two_approve)
        self.review = self.stores["ann"].reviews.begin("ann", "Halden & Rook", None, self.terms).id
        self.noted = self._noted()

    @rule(
        who=PEOPLE,
        stale=st.sampled_from([0, 0, 0, 1]),
        moves=st.dictionaries(
            st.sampled_from(SUGGESTIONS),
            st.tuples(st.sampled_from([*VERDICTS, *VERDICTS, "apply", "verify", "take_back"]), st.booleans()),
            min_size=1,
            max_size=3,
        ),
    )
    def decide(self, who, stale, moves):
        changes = [_change(suggestion, *said) for suggestion, said in moves.items()]
        with self._expected(stale, lambda: self.model.decide(who, moves)):
            self.stores[who].reviews.decide(self.review, self._read - stale, who, changes)

    @rule(who=PEOPLE, stale=st.sampled_from([0, 0, 0, 1]), step=st.sampled_from([*Step]))
    def take(self, who, stale, step):
        if step is Step.PASS_ON:
            step = Step.APPROVE  # nobody passes on but by approving
        with self._expected(stale, lambda: self.model.take(who, step.value)):
            self.stores[who].reviews.take(self.review, self._read - stale, who, step)

    @rule(who=PEOPLE)
    def go_on(self, who):
        """What brings a review nearer to its end, which chance alone seldom does."""
        step = {
            "submitted": Step.CLAIM,
            "claimed": Step.APPROVE,
            "passed_on": Step.APPROVE,
            "approved": Step.REOPEN,
        }
        self.take(who, 0, step.get(self.model.stage, Step.SUBMIT))

    def _expected(self, stale, told):
        """What has to happen, as the model says, which changes only where nothing is refused."""
        self._read = self.model.version
        if stale:
            return pytest.raises(StaleVersion)
        try:
            told()
        except Refused:
            return pytest.raises((IllegalMove, NeedsAnother))
        self.noted += 1
        return nullcontext()

    @invariant()
    def everybody_reads_what_the_model_holds(self):
        for store in self.stores.values():
            found = store.reviews.get(self.review)
            assert (found.version, found.standing.stage) == (self.model.version, self.model.stage)
            assert found.standing.claimed_by == self.model.claimed_by
            marks, stored = store.reviews.marks(self.review), store.reviews.decisions(self.review)
            by_mark = {marks.of(each): each for each in SUGGESTIONS}
            decided = {by_mark[mark]: (each.state, each.who) for (mark, _), each in stored.items()}
            assert decided == self.model.decided
            assert sum(found.counts.values()) == len(decided)

    @invariant()
    def what_is_proposed_is_what_was_decided_so(self):
        found = self.stores["ben"].proposals.all(None, ProposalState.OPEN, 1000)
        expected = {(f"term {each}", goes) for each, goes in self.model.proposed.items()}
        assert {(each.term, each.goes) for each in found} == expected
        assert sum(each.times for each in found) == len(expected)

    @invariant()
    def the_trail_has_one_row_for_each_change_that_was_acknowledged(self):
        assert self._noted() == self.noted
        assert self.stores["cat"].audit.verify().holds

    def _noted(self):
        rows = self.stores["cat"].audit.rows(most=10_000)
        return sum(row.content["subject"] == self.review for row in rows)

    def teardown(self):
        """What is open would be found by the next example."""
        if hasattr(self, "review"):
            for each in self.stores["ann"].proposals.all(None, ProposalState.OPEN, 1000):
                self.stores["ann"].proposals.decline(each.id, "root", None)


def _change(suggestion, move, wide):
    move = Move(move)
    more: dict[str, Any] = {"replacement": "a port"} if move is Move.EDIT else {}
    if wide and move.is_verdict:
        more |= {"scope": Scope.CLIENT, "term": f"term {suggestion}"}
    return Change(suggestion, move, **more)


def test_concurrent_work_of_three_people_loses_and_duplicates_nothing(settings, kind):
    """Fewer sequences on PostgreSQL: what a sequence finds out is in the code that both share."""
    few = of_hypothesis(max_examples=15 if kind == "sqlite" else 4, stateful_step_count=20, deadline=None)
    with closing(Store.of(settings)) as ann, closing(Store.of(settings)) as ben, closing(Store.of(settings)) as cat:
        stores = {"ann": ann, "ben": ben, "cat": cat}
        run_state_machine_as_test(cast("type[Together]", lambda: Together(stores)), settings=few)
