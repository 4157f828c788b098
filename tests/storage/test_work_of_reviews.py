"""What is stored with reviews is bounded, and whoever asks for little reads little: counted, not timed."""

from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import event, select

from backend.errors import InvalidRequest
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.review.pane_marks import MarkedStory, OwnLook, PaneMarks
from backend.storage.clients.proposals import MAX_ALIKE, ProposalState
from backend.storage.db.database import Database, url_of
from backend.storage.db.sealed import Seal
from backend.storage.reviews import decision_texts, decisions, pane_marks, review_pages, reviews
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.tables import DecisionTextsRow, PaneMarksRow, ReviewRow

ANN, BEN = "ann", "ben"
CLIENT = "Halden & Rook"
NOTE = "note " * 40
MARKS = PaneMarks("TrackAll", (MarkedStory("word/document.xml", "body", (3, 4, 9)),))


def ids(number, start=0):
    return [f"{each:016x}" for each in range(start, start + number)]


def noted(suggestion, **more):
    return Change(suggestion, Move.ACCEPT, note=NOTE, **more)


@pytest.fixture
def review(store):
    return store.reviews.begin(ANN, CLIENT, "Ports", ReviewTerms()).id


@pytest.fixture
def decide(store):
    """Decides in a review, upon its version of the moment."""

    def change(review, *changes, **more):
        return store.reviews.decide(review, store.reviews.get(review).version, ANN, changes, **more)

    return change


@pytest.fixture
def decryptions(monkeypatch):
    """The rows whose content is decrypted, and the bytes of each."""
    done, decrypted = [], Seal.decrypted

    def counted(seal, whose, sealed):
        done.append((whose, len(sealed)))
        return decrypted(seal, whose, sealed)

    monkeypatch.setattr(Seal, "decrypted", counted)
    return done


def stored(settings, table):
    with closing(Database(url_of(settings))) as database, database.reading() as session:
        return [row.sealed for row in session.scalars(select(table))]


class TestTexts:
    def test_rows_that_one_decision_still_needs_keep_only_its_text(
        self, store, settings, review, decide, monkeypatch
    ):
        """Thirty changes of the same decisions and a new one each: 30 rows of all notes for 30 decisions."""
        monkeypatch.setattr(decision_texts, "BYTES_OF_TEXTS", 60_000)
        fixed = ids(50)
        for number in range(12):
            decide(review, noted(ids(1, 100 + number)[0]), *map(noted, fixed))
        assert sum(map(len, stored(settings, DecisionTextsRow))) <= 60_000
        found = store.reviews.decisions(review)
        assert (len(found), {each.note for each in found.values()}) == (62, {NOTE})
        assert store.audit.verify().holds

    def test_a_review_that_needs_too_much_text_takes_no_more_and_goes_on_without(
        self, store, review, decide, monkeypatch
    ):
        monkeypatch.setattr(decision_texts, "BYTES_OF_TEXTS", 20_000)
        decide(review, *map(noted, ids(20)))
        with pytest.raises(InvalidRequest, match="notes and replacements"):
            decide(review, *map(noted, ids(60, 100)))
        assert len(store.reviews.decisions(review)) == 20
        decide(review, *(Change(each, Move.REJECT) for each in ids(60, 100)))
        monkeypatch.setattr(decision_texts, "BYTES_OF_TEXTS", 10)
        decide(review, Change(ids(1)[0], Move.REJECT))
        assert len(store.reviews.decisions(review)) == 80

    def test_who_asks_for_one_suggestion_decrypts_its_text_alone(self, store, review, decide, decryptions):
        """A request of 60 bytes decrypted 160 MB."""
        for each in ids(20):
            decide(review, noted(each))
        decryptions.clear()
        (found,) = store.reviews.decisions(review, ids(1, 7)).values()
        assert (found.note, len(decryptions)) == (NOTE, 1)
        assert found == store.reviews.decisions(review)[store.reviews.marks(review).of(ids(1, 7)[0]), ""]
        decryptions.clear()
        assert store.reviews.decisions(review, ids(5, 500)) == {}
        assert decryptions == []

    def test_the_places_of_one_suggestion_are_bounded(self, store, review, decide, monkeypatch):
        """A request for one suggestion got an answer of 50 MB."""
        monkeypatch.setattr(decisions, "PLACES_OF_A_SUGGESTION", 3)
        one, two = ids(2)
        places = [f"{number:032x}" for number in range(4)]
        decide(review, *(Change(one, Move.ACCEPT, Scope.HERE, place) for place in places[:2]))
        decide(
            review,
            *(Change(one, Move.REJECT, Scope.HERE, place) for place in places[1:3]),
            Change(one, Move.ACCEPT),
        )
        with pytest.raises(InvalidRequest, match="single places"):
            decide(review, Change(one, Move.ACCEPT, Scope.HERE, places[3]))
        decide(review, Change(two, Move.ACCEPT, Scope.HERE, places[3]))
        assert len(store.reviews.decisions(review)) == 5

    def test_the_load_of_a_review_is_told_without_reading_it(self, store, review, decide, decryptions):
        decide(review, *map(noted, ids(10)), marks=MARKS)
        decryptions.clear()
        load = store.reviews.load(review)
        assert (load.decisions, load.text > 10 * len(NOTE), decryptions) == (10, True, [])
        assert store.reviews.load("0" * 32).decisions == 0


def many(number, part="word/document.xml"):
    """As many looks, each in a part with another name."""
    return PaneMarks(None, (), tuple(OwnLook(f"{part}{i}", "body", i, 0, 1, None, "None") for i in range(number)))


class TestMarks:
    def test_lists_and_changes_of_reviews_do_not_decrypt_marks(self, store, review, decide, decryptions):
        """Sixty reviews with 4 MB of marks each took ten seconds to list, and a gigabyte."""
        decide(review, marks=many(2_000))
        decryptions.clear()
        assert store.reviews.all(ANN, None, 10)[0].marks is None
        store.reviews.decisions(review)
        decide(review, Change(ids(1)[0], Move.ACCEPT))
        reads_of_get = [each for each in decryptions if each[0] == f"marks of {review}"]
        assert len(reads_of_get) == 1, "the version was asked for with `get`"
        assert sum(size for whose, size in decryptions if whose == review) < 5_000
        assert store.reviews.get(review).marks == many(2_000)

    def test_they_are_bounded_as_they_are_stored(self, store, settings, review, decide, monkeypatch):
        monkeypatch.setattr(pane_marks, "BYTES_OF_MARKS", 5_000)
        decide(review, marks=MARKS)
        with pytest.raises(InvalidRequest, match="marks"):
            decide(review, marks=many(2_000))
        assert store.reviews.get(review).marks == MARKS
        assert len(stored(settings, PaneMarksRow)) == 1

    def test_an_honest_document_with_ten_thousand_highlights_has_room(self, store, review, decide):
        places = tuple(number * 7 % 600 for number in range(30_000))
        looks = tuple(
            OwnLook("word/document.xml", "body", n // 2, n * 31 % 600, n * 31 % 600 + n % 19, "#FFFF00", "Single")
            for n in range(10_000)
        )
        honest = PaneMarks("TrackAll", (MarkedStory("word/document.xml", "body", places),), looks)
        decide(review, marks=honest)
        assert store.reviews.get(review).marks == honest

    def test_those_of_an_earlier_version_are_read_and_move_when_others_are_stored(
        self, store, settings, review, decide, monkeypatch
    ):
        def with_the_review(_session, seal, row, marks):
            row.sealed = seal.encrypted(row.id, {**seal.decrypted(row.id, row.sealed), "marks": marks.packed()})

        with monkeypatch.context() as before:
            before.setattr(reviews, "put_marks", with_the_review)
            decide(review, marks=many(500))
        assert store.reviews.get(review).marks == many(500)
        assert stored(settings, PaneMarksRow) == []
        decide(review, marks=MARKS)
        assert store.reviews.get(review).marks == MARKS
        assert len(stored(settings, ReviewRow)[0]) < 1_000
        assert store.audit.verify().holds

    def test_they_go_with_the_review(self, store, settings, review, decide):
        decide(review, marks=MARKS)
        store.reviews.remove(review, ANN)
        assert stored(settings, PaneMarksRow) == []
        assert store.audit.verify().holds


class TestLists:
    @pytest.mark.parametrize("most", [1, 7, 100])
    def test_each_review_that_is_not_in_view_is_read_once_in_few_pages(self, store, monkeypatch, most):
        """For one review, 2,000 that were not in view were read one by one, each after all before it."""
        monkeypatch.setattr(review_pages, "PAGE", 10)
        made = [
            store.reviews.begin(ANN, CLIENT if i % 3 else "Danone", "Ports", ReviewTerms()).id for i in range(45)
        ]
        read = []

        def not_danone(review):
            read.append(review.id)
            return review.client is None or review.client != CLIENT

        statements = []
        engine = store._database._engine
        event.listen(engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
        found = store.reviews.all(BEN, {"Ports"}, most, not_danone)
        assert [each.id for each in found] == made[::3][::-1][:most]
        assert len(read) == len(set(read))
        pages = [each for each in statements if "FROM reviews" in each and "LIMIT" in each]
        assert len(pages) <= len(made) // 10 + 1

    def test_reviews_that_changed_at_one_moment_are_all_listed(self, store, monkeypatch):
        monkeypatch.setattr(review_pages, "PAGE", 2)
        moment = datetime.now(UTC)
        with monkeypatch.context() as still:
            still.setattr(reviews, "datetime", type("Still", (), {"now": staticmethod(lambda _: moment)}))
            made = {store.reviews.begin(ANN, CLIENT, "Ports", ReviewTerms()).id for _ in range(7)}
        found = [each.id for each in store.reviews.all(ANN, None, 100)]
        assert (set(found), found) == (made, sorted(made))


class TestProposals:
    def propose(self, review, decide, number, *, term=lambda _: "heron", start=0):
        decide(
            review,
            *(
                Change(each, Move.ACCEPT, scope=Scope.CLIENT, term=term(position))
                for position, each in enumerate(ids(number, start))
            ),
        )

    @pytest.mark.parametrize("do", ["list", "decline"])
    def test_a_review_is_opened_once_for_all_its_proposals(self, store, review, decide, decryptions, do):
        """A thousand of them opened it a thousand times, while all other writers waited."""
        self.propose(review, decide, MAX_ALIKE)
        self.propose(review, decide, 20, term=str, start=100)
        decryptions.clear()
        found = store.proposals.all(None, ProposalState.OPEN, 100)
        if do == "decline":
            decryptions.clear()
            store.proposals.decline(found[0].id, BEN, None)
        assert [whose for whose, _ in decryptions].count(review) == 1

    def test_one_term_is_proposed_a_few_times_in_a_review(self, store, review, decide):
        self.propose(review, decide, MAX_ALIKE)
        with pytest.raises(InvalidRequest, match="at most 10 times"):
            self.propose(review, decide, 1, start=100)
        self.propose(review, decide, MAX_ALIKE)  # again: nothing new is proposed
        self.propose(review, decide, 1, start=100, term=lambda _: "kestrel")
        other = store.reviews.begin(ANN, CLIENT, "Ports", ReviewTerms()).id
        self.propose(other, decide, 1)
        decide(review, Change(ids(1)[0], Move.TAKE_BACK))
        self.propose(review, decide, 1, start=200)
        assert sum(each.times for each in store.proposals.all(None, ProposalState.OPEN, 100)) == MAX_ALIKE + 2
