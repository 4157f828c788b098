"""Reviews: kept whole or not at all, never overwritten unseen, and silent to whoever has only the database."""

import json
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import pytest
from sqlalchemy import select

from backend.errors import IllegalMove, InvalidRequest, NeedsAnother, StaleVersion, UnknownReview
from backend.review.changes import Change, Reason, Scope
from backend.review.decision_states import Move, State
from backend.review.level_choice import LevelChoice
from backend.review.workflow import Stage, Step
from backend.storage.audit.actions import Action
from backend.storage.clients.proposals import ProposalState
from backend.storage.db.database import Database, url_of
from backend.storage.db.keys import new_key
from backend.storage.reviews import reviews
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.tables import BlindVerdictRow, DecisionRow, DecisionTextsRow, ProposalRow, ReviewRow

ANN, BEN, CAT = "ann", "ben", "cat"
TERMS = ReviewTerms("sample", "client@2", second_approver=False, blind_share=0.5)
WORD = "Zyrqtermum"


def ids(number, start=0):
    return [f"{each:016x}" for each in range(start, start + number)]


def accept(suggestion, **more):
    return Change(suggestion, Move.ACCEPT, **more)


def reject(suggestion, **more):
    return Change(suggestion, Move.REJECT, **more)


@pytest.fixture
def review(store):
    return store.reviews.begin(ANN, "Halden & Rook", "Ports", TERMS)


def states(store, review, suggestions):
    """The states of decisions, by the ids of suggestions."""
    marks, stored = store.reviews.marks(review.id), store.reviews.decisions(review.id)
    found = {each: stored.get((marks.of(each), "")) for each in suggestions}
    return {each: decision.state for each, decision in found.items() if decision is not None}


def test_another_process_reads_a_new_review(store, opened, settings, review):
    assert opened(settings).reviews.get(review.id) == review
    assert (review.client, review.group, review.terms, review.version) == ("Halden & Rook", "Ports", TERMS, 1)
    assert review.standing.stage is Stage.DRAFT


@pytest.mark.parametrize("odd", ["", "nobody", "\0", "é\udc80", "' OR 1=1 --", "x" * 10_000])
def test_malformed_ids_are_unknown(store, review, odd):
    for ask in (
        lambda: store.reviews.get(odd),
        lambda: store.reviews.decide(odd, 1, ANN, [accept("0" * 16)]),
        lambda: store.reviews.take(odd, 1, ANN, Step.SUBMIT),
        lambda: store.reviews.judge(odd, ANN, {}),
    ):
        with pytest.raises(UnknownReview):
            ask()


def test_decisions_return_on_another_machine(store, opened, settings, review):
    one, two, three = ids(3)
    changed = store.reviews.decide(
        review.id,
        1,
        BEN,
        [
            accept(one),
            Change(two, Move.EDIT, replacement="a port", reason=Reason.NEEDED, note="asked"),
            reject(three, scope=Scope.HERE, place="1" * 32),
        ],
    )
    assert (changed.version, changed.counts) == (2, {State.ACCEPTED: 1, State.EDITED: 1, State.REJECTED: 1})
    elsewhere = opened(settings).reviews
    marks, stored = elsewhere.marks(review.id), elsewhere.decisions(review.id)
    edited = stored[marks.of(two), ""]
    assert (edited.state, edited.who, edited.replacement) == (State.EDITED, BEN, "a port")
    assert (edited.reason, edited.note, edited.scope) == (Reason.NEEDED, "asked", Scope.DOCUMENT)
    assert stored[marks.of(three), "1" * 32].scope is Scope.HERE
    assert (marks.of(three), "") not in stored
    assert elsewhere.get(review.id) == changed


def test_all_moves_are_made_or_none(store, review):
    one, two, three = ids(3)
    store.reviews.decide(review.id, 1, ANN, [reject(one)])
    before = store.reviews.get(review.id), store.reviews.decisions(review.id)
    for wrong, error in (
        ([accept(two), Change(one, Move.APPLY)], IllegalMove),
        ([accept(two), Change(three, Move.VERIFY)], IllegalMove),
        ([accept(two), reject(two)], InvalidRequest),
        ([Change(two, Move.EDIT, replacement="x"), Change(three, Move.TAKE_BACK)], IllegalMove),
    ):
        with pytest.raises(error):
            store.reviews.decide(review.id, 2, ANN, wrong)
    assert (store.reviews.get(review.id), store.reviews.decisions(review.id)) == before


def test_applying_and_verifying_are_not_new_decisions(store, review):
    (one,) = ids(1)
    store.reviews.decide(review.id, 1, ANN, [Change(one, Move.EDIT, replacement="a port", reason=Reason.OTHER)])
    store.reviews.decide(review.id, 2, BEN, [Change(one, Move.APPLY)])
    store.reviews.decide(review.id, 3, CAT, [Change(one, Move.VERIFY)])
    (verified,) = store.reviews.decisions(review.id).values()
    assert (verified.state, verified.who, verified.replacement) == (State.VERIFIED, ANN, "a port")
    store.reviews.decide(review.id, 4, CAT, [Change(one, Move.TAKE_BACK)])
    (again,) = store.reviews.decisions(review.id).values()
    assert (again.state, again.who, again.replacement, again.reason) == (State.PROPOSED, CAT, None, None)


def test_a_stale_change_does_not_overwrite_a_decision(store, opened, settings, review):
    (one,) = ids(1)
    store.reviews.decide(review.id, 1, ANN, [accept(one)])
    other = opened(settings).reviews
    for ask in (
        lambda: other.decide(review.id, 1, BEN, [reject(one)]),
        lambda: other.take(review.id, 1, BEN, Step.SUBMIT),
        lambda: other.sample(review.id, 1, BEN, 0.5),
    ):
        with pytest.raises(StaleVersion):
            ask()
    assert states(store, review, [one]) == {one: State.ACCEPTED}


def test_of_many_concurrent_decisions_on_one_version_one_succeeds(store, review):
    def decide(number):
        try:
            store.reviews.decide(review.id, 1, f"person{number}", [accept(f"{number:016x}")])
        except StaleVersion:
            return None
        return f"person{number}"

    with ThreadPoolExecutor(8) as pool:
        kept = [each for each in pool.map(decide, range(16)) if each]
    assert len(kept) == 1
    (decision,) = store.reviews.decisions(review.id).values()
    assert decision.who == kept[0]


def test_a_claimed_review_is_decided_by_one_person(store, review):
    store.reviews.take(review.id, 1, ANN, Step.SUBMIT)
    store.reviews.take(review.id, 2, BEN, Step.CLAIM)
    with pytest.raises(NeedsAnother):
        store.reviews.decide(review.id, 3, ANN, [accept("0" * 16)])
    assert store.reviews.decide(review.id, 3, BEN, [accept("0" * 16)]).version == 4


def test_why_a_review_was_returned_is_kept_until_it_is_submitted_again(store, review):
    for version, (who, step) in enumerate([(ANN, Step.SUBMIT), (BEN, Step.CLAIM)], 1):
        store.reviews.take(review.id, version, who, step)
    returned = store.reviews.take(review.id, 3, BEN, Step.RETURN, why="look at the annex")
    assert (returned.standing.stage, returned.note) == (Stage.RETURNED, "look at the annex")
    assert store.reviews.take(review.id, 4, ANN, Step.SUBMIT).note is None


def test_a_submitted_review_keeps_the_terms_of_its_submission(store, review):
    now = ReviewTerms("another", "client@3", second_approver=True, blind_share=0.1)
    submitted = store.reviews.take(review.id, 1, ANN, Step.SUBMIT, now)
    assert (submitted.terms, submitted.standing.second_approver) == (now, True)


class TestWhoSeesIt:
    @pytest.fixture
    def reviews(self, store):
        begun = {
            "of a group": store.reviews.begin(ANN, None, "Ports", ReviewTerms()),
            "of another": store.reviews.begin(ANN, None, "Banks", ReviewTerms()),
            "of none": store.reviews.begin(ANN, None, None, ReviewTerms()),
            "of none, by another": store.reviews.begin(BEN, None, None, ReviewTerms()),
            "of a group that is written otherwise": store.reviews.begin(BEN, None, "PORTS", ReviewTerms()),
        }
        return {each.id: name for name, each in begun.items()}

    @pytest.mark.parametrize(
        ("who", "groups", "seen"),
        [
            (ANN, {"Ports"}, {"of a group", "of none"}),
            (BEN, {"Ports", "Banks"}, {"of a group", "of another", "of none, by another"}),
            (CAT, set(), set()),
            (CAT, {"PORTS"}, {"of a group that is written otherwise"}),
        ],
    )
    def test_those_of_ones_groups_and_ones_own_of_no_group(self, store, reviews, who, groups, seen):
        assert {reviews[each.id] for each in store.reviews.all(who, groups, 10)} == seen
        assert {name for each, name in reviews.items() if store.reviews.get(each).may_be_seen(who, groups)} == seen

    def test_a_caller_who_sees_all_groups_gets_all_reviews_newest_first(self, store, reviews):
        latest = list(reviews)[1]
        store.reviews.decide(latest, 1, ANN, [accept("0" * 16)])
        found = store.reviews.all(CAT, None, 10)
        assert {each.id for each in found} == set(reviews)
        assert (found[0].id, found[0].counts) == (latest, {State.ACCEPTED: 1})
        assert len(store.reviews.all(CAT, None, 2)) == 2


class TestBlindReview:
    @pytest.fixture
    def decided(self, store, review):
        """Ann accepts the first 40 suggestions and rejects the next 40; Ben judges half of all."""
        first, second = ids(40), ids(40, 40)
        store.reviews.decide(review.id, 1, ANN, [*map(accept, first), *map(reject, second)])
        return store.reviews.sample(review.id, 2, BEN, 0.5)

    def test_a_sample_is_about_as_large_as_it_should_be_and_no_other_reviews_sample(self, store, review):
        other = store.reviews.begin(ANN, None, None, TERMS)
        marks = [store.reviews.marks(each.id) for each in (review, other)]
        many = ids(4000)
        sampled = [{each for each in many if mark.is_sampled(each, 0.25)} for mark in marks]
        # Four standard deviations of a draw of 4,000 with a chance of a quarter are 110.
        assert all(abs(len(each) - 1000) < 110 for each in sampled)
        assert abs(len(sampled[0] & sampled[1]) - 250) < 62
        assert all(marks[0].is_sampled(each, 1.0) for each in many[:100])
        assert sampled[0] <= {each for each in many if marks[0].is_sampled(each, 0.5)}

    def test_agreement_is_counted_where_both_have_spoken(self, store, decided):
        marks = store.reviews.marks(decided.id)
        sampled = [each for each in ids(100) if marks.is_sampled(each, 0.5)]
        accepted = [each for each in sampled if each in set(ids(40))]
        rejected = [each for each in sampled if each in set(ids(40, 40))]
        nobody = [each for each in sampled if each in set(ids(20, 80))]
        goes = dict.fromkeys((*accepted[1:], rejected[0], *nobody), True)
        verdicts = {**dict.fromkeys(sampled, False), **goes}
        assert store.reviews.judge(decided.id, BEN, verdicts) == len(sampled)
        found = store.reviews.agreement(decided.id)
        assert (found.both_go, found.both_stay) == (len(accepted) - 1, len(rejected) - 1)
        assert (found.only_first, found.only_second, len(nobody) > 0) == (1, 1, True)
        assert (found.undecided, found.not_comparable) == (len(nobody), 0)

    def test_a_blind_verdict_is_final(self, store, decided):
        marks = store.reviews.marks(decided.id)
        one, two = [each for each in ids(100) if marks.is_sampled(each, 0.5)][:2]
        assert store.reviews.judge(decided.id, BEN, {one: True}) == 1
        with pytest.raises(IllegalMove, match="final"):
            store.reviews.judge(decided.id, BEN, {two: True, one: False})
        assert store.reviews.judged(decided.id) == {marks.of(one)}

    def test_only_the_sample_is_judged_and_only_by_one_who_has_not_decided(self, store, decided):
        marks = store.reviews.marks(decided.id)
        not_sampled = next(each for each in ids(100) if not marks.is_sampled(each, 0.5))
        with pytest.raises(InvalidRequest):
            store.reviews.judge(decided.id, BEN, {not_sampled: True})
        with pytest.raises(NeedsAnother):
            store.reviews.judge(decided.id, CAT, {})
        with pytest.raises(NeedsAnother, match="Someone else already judges"):
            store.reviews.sample(decided.id, decided.version, CAT, 0.5)
        other = store.reviews.begin(ANN, None, None, TERMS)
        store.reviews.decide(other.id, 1, BEN, [accept("0" * 16)])
        with pytest.raises(NeedsAnother, match="has decided"):
            store.reviews.sample(other.id, 2, BEN, 0.5)

    @pytest.mark.parametrize("move", [Move.REJECT, Move.TAKE_BACK])
    def test_who_decided_first_and_was_overruled_cannot_judge_blindly(self, store, review, move):
        suggestions = ids(3)
        store.reviews.decide(review.id, 1, BEN, [*map(accept, suggestions)])
        overruled = store.reviews.decide(review.id, 2, ANN, [Change(each, move) for each in suggestions])
        assert {each.who for each in store.reviews.decisions(review.id).values()} == {ANN}
        with pytest.raises(NeedsAnother, match="has decided"):
            store.reviews.sample(review.id, overruled.version, BEN, 1.0)
        # Neither the level and the marks nor a submission make anyone forget it.
        chosen = store.reviews.decide(review.id, overruled.version, ANN, [], LevelChoice(5, keep_industry=True))
        submitted = store.reviews.take(review.id, chosen.version, ANN, Step.SUBMIT, TERMS, source="mark")
        with pytest.raises(NeedsAnother, match="has decided"):
            store.reviews.sample(review.id, submitted.version, BEN, 1.0)
        assert store.reviews.sample(review.id, submitted.version, CAT, 1.0).blind_rater == CAT

    @pytest.mark.parametrize(
        "then",
        [
            [],
            [(CAT, Step.RELEASE)],
            [(BEN, Step.RETURN)],
            [(BEN, Step.APPROVE)],
            [(BEN, Step.APPROVE), (ANN, Step.REOPEN)],
            [(CAT, Step.RELEASE), (CAT, Step.CLAIM), (CAT, Step.APPROVE)],
        ],
    )
    def test_who_claimed_a_review_cannot_judge_it_blindly(self, store, review, then):
        """The author who decided nothing, and whoever only released or reopened it, still can."""
        for number, (who, step) in enumerate([(ANN, Step.SUBMIT), (BEN, Step.CLAIM), *then], 1):
            store.reviews.take(review.id, number, who, step)
        version = len(then) + 3
        with pytest.raises(NeedsAnother, match="claimed"):
            store.reviews.sample(review.id, version, BEN, 0.5)
        assert store.reviews.sample(review.id, version, ANN, 0.5).blind_rater == ANN

    @pytest.mark.parametrize("step", [Step.APPROVE, Step.RETURN])
    def test_a_second_approver_cannot_judge_blindly(self, store, step):
        review = store.reviews.begin(ANN, None, None, replace(TERMS, second_approver=True))
        steps = [(ANN, Step.SUBMIT), (BEN, Step.CLAIM), (BEN, Step.APPROVE), (CAT, step)]
        for number, (who, each) in enumerate(steps, 1):
            store.reviews.take(review.id, number, who, each)
        for who in (BEN, CAT):
            with pytest.raises(NeedsAnother, match="claimed"):
                store.reviews.sample(review.id, 5, who, 0.5)
        assert store.reviews.sample(review.id, 5, "dan", 0.5).blind_rater == "dan"

    def test_in_reviews_of_earlier_versions_the_row_tells_who_claimed_it(self, store, review, monkeypatch):
        monkeypatch.setattr(reviews, "add_participant", lambda *_: None)
        store.reviews.take(review.id, 1, ANN, Step.SUBMIT)
        store.reviews.take(review.id, 2, BEN, Step.CLAIM)
        with pytest.raises(NeedsAnother, match="claimed"):
            store.reviews.sample(review.id, 3, BEN, 0.5)

    def test_in_reviews_of_earlier_versions_the_decisions_tell_who_decided(self, store, review, monkeypatch):
        monkeypatch.setattr(reviews, "add_participant", lambda *_: None)
        decided = store.reviews.decide(review.id, 1, BEN, [accept("0" * 16)])
        with pytest.raises(NeedsAnother, match="has decided"):
            store.reviews.sample(review.id, decided.version, BEN, 1.0)

    def test_later_decisions_of_the_rater_do_not_count_as_agreement(self, store, decided):
        marks = store.reviews.marks(decided.id)
        unseen = next(each for each in ids(100, 80) if marks.is_sampled(each, 0.5))
        store.reviews.judge(decided.id, BEN, {unseen: True})
        store.reviews.decide(decided.id, decided.version, BEN, [accept(unseen)])
        assert store.reviews.agreement(decided.id).judged == 0

    @pytest.mark.parametrize("who", [ANN, BEN, CAT])
    def test_agreement_is_that_of_the_moment_of_the_verdicts(self, store, review, who):
        """Half of eight decisions agree: κ is 0, whoever then decides again, takes back, or decides on the rest."""
        suggestions = ids(9)
        moves = [Change(each, Move.ACCEPT if n % 2 else Move.REJECT) for n, each in enumerate(suggestions[:8])]
        store.reviews.decide(review.id, 1, ANN, moves)
        store.reviews.sample(review.id, 2, BEN, 1.0)
        verdicts = {each: n < 4 for n, each in enumerate(suggestions)}
        store.reviews.judge(review.id, BEN, verdicts)
        before = store.reviews.agreement(review.id)
        assert (before.judged, before.kappa, before.undecided) == (8, 0.0, 1)

        corrected = [Change(each, Move.ACCEPT if goes else Move.REJECT) for each, goes in verdicts.items()]
        after = store.reviews.decide(review.id, 3, who, corrected)
        assert store.reviews.agreement(review.id) == before
        store.reviews.decide(review.id, after.version, who, [Change(each, Move.TAKE_BACK) for each in suggestions])
        assert store.reviews.agreement(review.id) == before

    @pytest.mark.parametrize("share", [0, -1, 1.01, float("nan")])
    def test_a_sample_is_a_share(self, store, review, share):
        with pytest.raises(InvalidRequest):
            store.reviews.sample(review.id, 1, BEN, share)

    def test_nobody_takes_a_smaller_sample_than_the_policy_asks_for(self, store, review):
        with pytest.raises(InvalidRequest, match=r"asks for 0\.5"):
            store.reviews.sample(review.id, 1, BEN, 0.49)
        assert store.reviews.get(review.id).blind_rater is None
        assert store.reviews.sample(review.id, 1, BEN, 0.6).terms.blind_share == 0.6


def test_texts_without_a_decision_are_deleted(store, settings, review):
    one, two = ids(2)
    edits = [Change(each, Move.EDIT, replacement=WORD) for each in (one, two)]
    store.reviews.decide(review.id, 1, ANN, edits)
    assert _count(settings, DecisionTextsRow) == 1
    store.reviews.decide(review.id, 2, ANN, [accept(one)])
    assert [each.replacement for each in store.reviews.decisions(review.id).values()].count(WORD) == 1
    store.reviews.decide(review.id, 3, ANN, [Change(two, Move.TAKE_BACK)])
    assert _count(settings, DecisionTextsRow) == 0


def test_a_review_that_is_removed_leaves_ids_and_numbers_in_the_trail_alone(store, settings, review):
    """Two decisions, one with words, a proposal and a blind verdict go; another review keeps its own."""
    other = store.reviews.begin(BEN, "Halden & Rook", "Ports", TERMS)
    one, two = ids(2)
    sampled = next(each for each in ids(50) if store.reviews.marks(review.id).is_sampled(each, 1.0))
    for each in (review, other):
        changes = [
            Change(one, Move.EDIT, replacement=WORD, note=WORD),
            accept(two, scope=Scope.CLIENT, term=WORD),
        ]
        store.reviews.decide(each.id, 1, ANN, changes)
        store.reviews.sample(each.id, 2, CAT, 1.0)
        store.reviews.judge(each.id, CAT, {sampled: True})
    before = {table: _count(settings, table) for table in OF_REVIEWS}
    store.reviews.remove(review.id, ANN)
    assert before == {ReviewRow: 2, DecisionRow: 4, DecisionTextsRow: 2, ProposalRow: 2, BlindVerdictRow: 2}
    assert {table: _count(settings, table) for table in OF_REVIEWS} == {
        table: count // 2 for table, count in before.items()
    }
    with pytest.raises(UnknownReview):
        store.reviews.get(review.id)
    assert len(store.reviews.decisions(other.id)) == 2
    (last,) = (row.content for row in store.audit.rows() if row.content["action"] == Action.REVIEW_REMOVED)
    assert (last["who"], last["subject"], last["counts"]) == (ANN, review.id, {"decisions": 2, "proposals": 1})
    assert store.audit.verify().holds


OF_REVIEWS = (ReviewRow, DecisionRow, DecisionTextsRow, ProposalRow, BlindVerdictRow)


def test_a_review_is_removed_by_its_author_while_it_is_a_draft_or_by_an_administrator(store, review):
    with pytest.raises(NeedsAnother):
        store.reviews.remove(review.id, BEN)
    store.reviews.take(review.id, 1, ANN, Step.SUBMIT)
    with pytest.raises(IllegalMove, match="administrator"):
        store.reviews.remove(review.id, ANN)
    assert store.reviews.get(review.id).standing.stage is Stage.SUBMITTED
    store.reviews.remove(review.id, BEN, anyway=True)
    with pytest.raises(UnknownReview):
        store.reviews.remove(review.id, BEN, anyway=True)


def test_rows_reveal_nothing_without_the_key(store, settings):
    """Two reviews with the same decisions have no mark in common, and no word stands in any row."""
    begun = [store.reviews.begin(ANN, f"{WORD} Ltd", f"{WORD} group", TERMS) for _ in range(2)]
    for each in begun:
        changes = [Change(name, Move.EDIT, replacement=WORD, note=WORD) for name in ids(5)]
        store.reviews.decide(each.id, 1, ANN, changes)
        for version, (who, step) in enumerate([(ANN, Step.SUBMIT), (BEN, Step.CLAIM), (BEN, Step.RETURN)], 2):
            store.reviews.take(each.id, version, who, step, why=WORD)
    with closing(Database(url_of(settings))) as database, database.reading() as session:
        marks = Counter(session.scalars(select(DecisionRow.mark)))
        rows = [
            {name: str(value) for name, value in vars(row).items() if not name.startswith("_")}
            for table in (ReviewRow, DecisionRow, DecisionTextsRow)
            for row in session.scalars(select(table))
        ]
    assert (len(marks), set(marks.values())) == (10, {1})
    assert not any(name in mark for mark in marks for name in ids(5))
    assert WORD.casefold() not in json.dumps(rows).casefold()


def test_every_change_is_in_the_trail_and_nothing_that_failed_does(store, review):
    store.reviews.decide(review.id, 1, ANN, [accept("0" * 16), reject("1" * 16)])
    for error, ask in (
        (StaleVersion, lambda: store.reviews.decide(review.id, 1, ANN, [accept("2" * 16)])),
        (IllegalMove, lambda: store.reviews.decide(review.id, 2, ANN, [Change("2" * 16, Move.VERIFY)])),
        (NeedsAnother, lambda: store.reviews.take(review.id, 2, BEN, Step.RECALL)),
    ):
        with pytest.raises((error, IllegalMove)):
            ask()
    store.reviews.decide(review.id, 2, ANN, [Change("0" * 16, Move.APPLY)])
    store.reviews.take(review.id, 3, ANN, Step.SUBMIT)
    noted = [row.content for row in reversed(store.audit.rows())]
    assert [(each["who"], each["action"], each["counts"]) for each in noted] == [
        (ANN, Action.REVIEW_CREATED, {}),
        (ANN, Action.REVIEW_DECIDED, {"accept": 1, "reject": 1}),
        (ANN, Action.REVIEW_APPLIED, {"apply": 1}),
        (ANN, Action.REVIEW_SUBMITTED, {}),
    ]
    assert {(each["subject"], each["model"], each["policy"]) for each in noted} == {
        (review.id, "sample", "client@2")
    }
    assert store.audit.verify().holds


def test_reviews_outlive_another_key(new_settings, opened, kind):
    settings = new_settings(kind)
    store = opened(settings)
    review = store.reviews.begin(ANN, "Halden & Rook", "Ports", TERMS)
    decided = store.reviews.decide(review.id, 1, ANN, [Change("0" * 16, Move.EDIT, replacement="a port")])
    both = opened(replace(settings, keys=(new_key(), *settings.keys)))
    assert both.rotate_key() >= 2
    assert both.reviews.get(review.id) == decided
    assert [each.replacement for each in both.reviews.decisions(review.id).values()] == ["a port"]


def test_people_on_threads_of_their_own_lose_nothing(store, review):
    """Each decides on suggestions of their own, and comes again with the next version when it was stale."""
    mine = {who: ids(12, start) for start, who in ((0, ANN), (100, BEN), (200, CAT))}
    begin = threading.Barrier(len(mine))

    def decide(who):
        begin.wait()
        for each in mine[who]:
            while True:
                try:
                    store.reviews.decide(review.id, store.reviews.get(review.id).version, who, [accept(each)])
                except StaleVersion:
                    continue
                break

    with ThreadPoolExecutor(len(mine)) as pool:
        list(pool.map(decide, mine))
    assert store.reviews.get(review.id).version == 1 + sum(map(len, mine.values()))
    assert Counter(each.who for each in store.reviews.decisions(review.id).values()) == dict.fromkeys(mine, 12)


def _count(settings, table):
    with closing(Database(url_of(settings))) as database, database.reading() as session:
        return len(session.scalars(select(table)).all())


@pytest.mark.parametrize("other", ["sqlite", "postgresql"])
def test_a_backup_brings_reviews_back_with_what_is_proposed(store, settings, new_settings, opened, tmp_path, other):
    review = store.reviews.begin(ANN, "Halden & Rook", "Ports", TERMS)
    moves = [
        Change("0" * 16, Move.EDIT, replacement="a port"),
        reject("1" * 16, scope=Scope.EVERYONE, term="board"),
        reject("2" * 16, scope=Scope.HERE, place="3" * 32),
    ]
    store.reviews.decide(review.id, 1, ANN, moves)
    store.back_up(tmp_path / "backup.gz")
    restored = opened(replace(new_settings(other), keys=settings.keys))
    restored.restore(tmp_path / "backup.gz")
    assert restored.reviews.get(review.id) == store.reviews.get(review.id)
    assert restored.reviews.decisions(review.id) == store.reviews.decisions(review.id)
    (proposal,) = restored.proposals.all(None, ProposalState.OPEN, 10)
    assert restored.proposals.accept(proposal.id, "root", None).term == "board"
    assert restored.audit.verify().holds
