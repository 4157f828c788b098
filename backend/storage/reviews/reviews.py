"""Reviews: owner, state and decisions, without any text of a document."""

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, or_
from sqlalchemy.orm import Session

from backend.errors import InvalidRequest, NeedsAnother, StaleVersion, UnknownReview
from backend.messages.problems import LevelOfAuthorOnly, NothingSampled
from backend.review.agreement import ReviewerAgreement
from backend.review.approval import Approval, refuse_changed_approval
from backend.review.changes import Change
from backend.review.decision_states import Move, State
from backend.review.level_choice import LevelChoice
from backend.review.pane_marks import PaneMarks
from backend.review.workflow import ReviewProgress, Stage, Step
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.clients.proposals import forget_proposals
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.in_force import InForce
from backend.storage.reviews.blind_sample import SampleOf, hides_decisions, hiding, judged_in
from backend.storage.reviews.blind_verdicts import (
    agreement_of,
    check_judged,
    forget_blind_verdicts,
    put_blind_verdicts,
)
from backend.storage.reviews.decisions import (
    ReviewRef,
    StoredDecision,
    change_decisions,
    decision_counts,
    forget_decisions,
    stored_decisions,
)
from backend.storage.reviews.pane_marks import forget_marks, put_marks, stored_marks
from backend.storage.reviews.participants import LOOKING, add_participant, check_may_sample
from backend.storage.reviews.review_actions import action_of_moves, action_of_step
from backend.storage.reviews.review_load import ReviewLoad, load_of
from backend.storage.reviews.review_marks import ReviewMarks
from backend.storage.reviews.review_pages import last_changed_first
from backend.storage.tables import ReviewRow

_GROUPS = "groups"
_CLIENTS = "clients"


@dataclass(frozen=True, slots=True)
class ReviewTerms:
    """What a review is bound to: the model version, and the policy's rules for reviews."""

    model: str | None = None
    policy: str | None = None
    second_approver: bool = False
    blind_share: float = 0.0


@dataclass(frozen=True, slots=True)
class DecidedDocument:
    """The document that decisions are about, by its digest; None if its text is no longer known."""

    digest: str | None


@dataclass(frozen=True, slots=True)
class Review:
    """A stored review; every change increases its version.

    `standing` is how far it is, `counts` how many decisions are in each state. `note` is why it was returned.
    `source` is the mark of the document that was submitted, where somebody said which it was, `submitted_by` who
    did so last (None of older versions); `approval` what the approval holds for, None before there is one, and of
    reviews that earlier versions have approved. `chosen` is what level the author last chose, None where nobody
    said. `document` is the mark of the document that was decided on last, None where that is unknown. `marks` is
    what the pane has to undo in the open document.
    """

    id: str
    version: int
    standing: ReviewProgress
    client: str | None
    group: str | None
    terms: ReviewTerms
    created: datetime
    changed: datetime
    note: str | None = field(default=None, repr=False)
    blind_rater: str | None = None
    counts: Mapping[State, int] = field(default_factory=lambda: MappingProxyType({}))
    source: str | None = None
    approval: Approval | None = None
    chosen: LevelChoice | None = None
    document: str | None = None
    marks: PaneMarks | None = field(default=None, repr=False)
    submitted_by: str | None = None

    def is_of(self, groups: Collection[str] | None) -> bool:
        """Whether its group is one of these; with None every review is, even without a group."""
        return groups is None or self.group in groups

    def may_be_seen(self, who: str, groups: Collection[str] | None) -> bool:
        """Whether a person with these groups (None: all) may see it; without a group, only its author may."""
        if groups is None:
            return True
        return self.group in groups if self.group is not None else self.standing.author == who


class Reviews:
    """The stored reviews; every method is one transaction, and every change is recorded in the audit trail."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def marks(self, review: str) -> ReviewMarks:
        """The keyed hashes of a review's suggestions and places."""
        return ReviewMarks.of_review(self._seal, review)

    def begin(self, who: str, client: str | None, group: str | None, terms: ReviewTerms) -> Review:
        """Begin a review with a random id."""
        now, review = datetime.now(UTC), secrets.token_hex(16)
        row = ReviewRow(
            id=review,
            version=1,
            **_columns_of(ReviewProgress(who, terms.second_approver)),
            **asdict(terms),
            group_mark=None if group is None else self._seal.mark(_GROUPS, group),
            client_mark=None if client is None else self._seal.mark(_CLIENTS, client),
            sealed=self._seal.encrypted(review, {"client": client, "group": group, "note": None}),
            created=now,
            changed=now,
        )
        with self._database.writing() as session:
            session.add(row)
            session.flush()
            self._note(session, row, who, Action.REVIEW_CREATED)
        return self._opened(row)

    def get(self, review: str) -> Review:
        """Return the review with this id.

        Raises UnknownReview.
        """
        with self._database.reading() as session:
            row = self._row(session, review)
            found = self._opened(row, decision_counts(session, [row.id]).get(row.id))
            return replace(found, marks=stored_marks(session, self._seal, row))

    def all(
        self,
        who: str,
        groups: Collection[str] | None,
        most: int,
        in_view: Callable[[Review], bool] | None = None,
    ) -> tuple[Review, ...]:
        """The reviews that a person with these groups may see and that are `in_view`, last changed first."""
        which = () if groups is None else (self._seen_by(who, groups),)
        with self._database.reading() as session:
            opened = map(self._opened, last_changed_first(session, *which))
            # Marks fold case, groups do not.
            seen = (each for each in opened if each.may_be_seen(who, groups))
            found = tuple(islice(filter(in_view, seen) if in_view else seen, most))
            counts = decision_counts(session, [each.id for each in found])
        return tuple(replace(each, counts=MappingProxyType(counts.get(each.id, {}))) for each in found)

    def decisions(
        self, review: str, suggestions: Iterable[str] | None = None
    ) -> Mapping[tuple[str, str], StoredDecision]:
        """The decisions by the hashes of suggestion and place; "" stands for all places.

        With `suggestions`, those on these alone, by their ids.
        """
        asked = None if suggestions is None else frozenset(map(self.marks(review).of, suggestions))
        with self._database.reading() as session:
            return stored_decisions(session, self._seal, review, asked)

    def load(self, review: str) -> ReviewLoad:
        """How much is stored with a review, at once; nothing of it is read."""
        with self._database.reading() as session:
            return load_of(session, review)

    def decide(
        self,
        review: str,
        version: int,
        who: str,
        changes: Collection[Change],
        chosen: LevelChoice | None = None,
        document: DecidedDocument | None = None,
        marks: PaneMarks | None = None,
    ) -> Review:
        """Change decisions of a review whose `version` was read: all of them, or none.

        With `chosen`, its author also chooses the level, wherever they might decide. `document` says which document
        the decisions are about; None leaves that as it is, and so it is with `marks`.

        Raises StaleVersion, IllegalMove, NeedsAnother, InvalidRequest, UnknownReview.
        """
        with self._database.writing() as session:
            row = self._locked(session, review, version)
            check_judged(session, row, who, (each.suggestion for each in changes), self.marks(review))
            standing = _standing(row)
            for move in sorted({each.move for each in changes}):
                standing.check_may(move, who)
            of = ReviewRef(review, self._opened(row).client, self.marks(review))
            counts = change_decisions(session, self._seal, of, who, changes) if changes else {}
            if changes:
                add_participant(self._seal, row, who)
            if chosen is not None:
                self._choose(row, who, chosen)
                counts["level"] = 1
            if document is not None:
                standing.check_may(Move.ACCEPT, who)
                self._mark_document(row, document)
            if marks is not None:
                standing.check_may(Move.ACCEPT, who)
                put_marks(session, self._seal, row, marks)
            return self._kept(session, row, who, action_of_moves({each.move for each in changes}), counts)

    def take(  # noqa: PLR0913 - what a step may bring along
        self,
        review: str,
        version: int,
        who: str,
        step: Step,
        terms: ReviewTerms | None = None,
        why: str | None = None,
        *,
        source: str | None = None,
        approval: Approval | None = None,
        made_by: InForce | None = None,
    ) -> Review:
        """Take a workflow step with a review whose `version` was read.

        With `terms`, it is judged by these from now on; `why` is kept while it is returned, `source` until it is
        submitted again. Whoever approves says what of (`approval`); that of a second approver has to be the same.

        What is approved was `made_by` what has to count still.

        Raises StaleVersion, IllegalMove, NeedsAnother, ApprovalDoesNotFit, UnknownReview.
        """
        with self._database.writing() as session:
            row = self._locked(session, review, version)
            if made_by is not None:
                made_by.check(session)
            if terms is not None:  # a sample that somebody has taken stays as it is
                _set(row, asdict(terms) | ({"blind_share": row.blind_share} if row.blind_rater else {}))
            authentic_in(session).parts_of(session, ReviewRow.__tablename__, review)
            before = self._opened(row)
            after = before.standing.after(step, who)
            if approval is not None and before.approval is not None:
                refuse_changed_approval(before.approval, approval)
            _set(row, _columns_of(after))
            if approval is not None:  # the trail names these, which may be other ones than at the submission
                _set(row, {"policy": approval.policy, "model": approval.model})
            content = self._seal.decrypted(row.id, row.sealed)
            content["note"] = why if step is Step.RETURN else None
            if step is Step.SUBMIT:
                content |= {"source": source, "submitted_by": who}
            content["approval"] = None if approval is None else approval.as_json()
            row.sealed = self._seal.encrypted(row.id, content)
            if step in LOOKING:
                add_participant(self._seal, row, who)
            return self._kept(session, row, who, action_of_step(step, after))

    def remove(self, review: str, who: str, *, anyway: bool = False) -> None:
        """Delete a review with its decisions and proposals; the audit trail keeps its id and counts.

        What an administrator has taken over from it into a dictionary stays there. Only its author removes a
        review, while it is a draft; `anyway` is for administrators.

        Raises IllegalMove, NeedsAnother, UnknownReview.
        """
        with self._database.writing() as session:
            row = self._row(session, review, lock=True)
            if not anyway:
                _standing(row).check_may_remove(who)
            counts = {
                "decisions": forget_decisions(session, review),
                "proposals": forget_proposals(session, review),
            }
            forget_blind_verdicts(session, review)
            forget_marks(session, review)
            session.delete(row)
            self._note(session, row, who, Action.REVIEW_REMOVED, counts)

    def sample(self, review: str, version: int, who: str, share: float) -> Review:
        """Let a person judge this share of the suggestions blindly, without seeing the decisions.

        Raises as `check_may_sample`; InvalidRequest when nothing would be sampled; StaleVersion, UnknownReview.
        """
        if not 0 < share <= 1:
            raise InvalidRequest(NothingSampled())
        with self._database.writing() as session:
            row = self._locked(session, review, version)
            check_may_sample(session, self._seal, row, who, share)
            row.blind_rater, row.blind_share = who, share
            return self._kept(session, row, who, Action.REVIEW_SAMPLED)

    def judge(self, review: str, who: str, verdicts: Mapping[str, bool]) -> int:
        """Store blind verdicts by the ids of suggestions; return how many are stored now.

        A verdict is final, since what was decided is shown once it is given.

        Raises NeedsAnother when somebody else is the blind rater; InvalidRequest when a suggestion is not of the
        sample; IllegalMove when one is judged already; UnknownReview.
        """
        with self._database.writing() as session:
            row = self._row(session, review, lock=True)
            marks = self.marks(row.id)
            if row.blind_rater != who:
                raise NeedsAnother("Only the person who took the sample of this review judges it.")
            if not all(marks.is_sampled(each, row.blind_share) for each in verdicts):
                raise InvalidRequest("Some of these suggestions are not in the sample. Analyse the document again.")
            judged = put_blind_verdicts(session, review, {marks.of(each): goes for each, goes in verdicts.items()})
            self._note(session, row, who, Action.REVIEW_SAMPLED, {"judged": len(verdicts)})
            return judged

    def judged(self, review: str) -> frozenset[str]:
        """The hashes of the suggestions that the blind rater has judged."""
        with self._database.reading() as session:
            return judged_in(session, review)

    def agreement(self, review: str) -> ReviewerAgreement:
        """The agreement of the blind rater with the other people's decisions."""
        with self._database.reading() as session:
            return agreement_of(session, review)

    def hides(self, review: Review, who: str) -> bool:
        """Whether a review has decisions that this person still has to judge blindly."""
        if review.blind_rater != who:
            return False
        with self._database.reading() as session:
            return hides_decisions(session, self.marks(review.id), review.id, review.terms.blind_share)

    def hiding(self, reviews: Iterable[Review], who: str) -> frozenset[str]:
        """The ids of the reviews of a list that have such decisions, or too many to look at."""
        samples = [SampleOf(each.id, each.terms.blind_share) for each in reviews if each.blind_rater == who]
        with self._database.reading() as session:
            return hiding(session, self._seal, samples)

    def _choose(self, row: ReviewRow, who: str, chosen: LevelChoice) -> None:
        """Store the level of a review; reviewers see that of its author."""
        standing = _standing(row)
        standing.check_may(Move.ACCEPT, who)
        if who != standing.author:
            raise NeedsAnother(LevelOfAuthorOnly())
        content = self._seal.decrypted(row.id, row.sealed)
        row.sealed = self._seal.encrypted(row.id, {**content, "chosen": chosen.as_json()})

    def _mark_document(self, row: ReviewRow, document: DecidedDocument) -> None:
        """Store which document was decided on, by its mark in this review."""
        mark = None if document.digest is None else self.marks(row.id).of_source(document.digest)
        content = self._seal.decrypted(row.id, row.sealed)
        row.sealed = self._seal.encrypted(row.id, {**content, "document": mark})

    def _row(self, session: Session, review: str, *, lock: bool = False) -> ReviewRow:
        row = session.get(ReviewRow, review, with_for_update=lock or None) if review.isalnum() else None
        if row is None:
            raise UnknownReview("No review with that id is stored, or you may not see it.")
        return row

    def _locked(self, session: Session, review: str, version: int) -> ReviewRow:
        row = self._row(session, review, lock=True)
        if row.version != version:
            raise StaleVersion("Someone else changed this review. Read it again, then repeat the change.")
        return row

    def _kept(
        self, session: Session, row: ReviewRow, who: str, action: Action, counts: Mapping[str, int] | None = None
    ) -> Review:
        """Finish a change of a review: increase its version and record it in the trail."""
        row.version += 1
        row.changed = datetime.now(UTC)
        session.flush()
        review = self._opened(row, decision_counts(session, [row.id]).get(row.id))
        self._note(session, row, who, action, counts)
        return review

    def _note(
        self, session: Session, row: ReviewRow, who: str, action: Action, counts: Mapping[str, int] | None = None
    ) -> None:
        record_event(session, Event(who, action, row.id, counts or {}, model=row.model, policy=row.policy))

    def _opened(self, row: ReviewRow, counts: Mapping[State, int] | None = None) -> Review:
        content = self._seal.decrypted(row.id, row.sealed)
        return Review(
            row.id,
            row.version,
            _standing(row),
            content["client"],
            content["group"],
            ReviewTerms(row.model, row.policy, row.second_approver, row.blind_share),
            row.created,
            row.changed,
            content["note"],
            row.blind_rater,
            MappingProxyType(dict(counts or {})),
            content.get("source"),
            None if content.get("approval") is None else Approval.from_json(content["approval"]),
            None if content.get("chosen") is None else LevelChoice.from_json(content["chosen"]),
            content.get("document"),
            None,  # marks may be many, and lists of reviews never show them
            content.get("submitted_by"),
        )

    def _seen_by(self, who: str, groups: Collection[str]) -> ColumnElement[bool]:
        marks = [self._seal.mark(_GROUPS, group) for group in groups]
        private = ReviewRow.group_mark.is_(None) & (ReviewRow.author == who)
        return or_(ReviewRow.group_mark.in_(marks), private)


def _standing(row: ReviewRow) -> ReviewProgress:
    return ReviewProgress(row.author, row.second_approver, Stage(row.stage), row.claimed_by, row.approved_by)


def _columns_of(standing: ReviewProgress) -> dict[str, Any]:
    return {
        "stage": standing.stage.value,
        "author": standing.author,
        "claimed_by": standing.claimed_by,
        "approved_by": standing.approved_by,
    }


def _set(row: ReviewRow, values: Mapping[str, Any]) -> None:
    for column, value in values.items():
        setattr(row, column, value)
