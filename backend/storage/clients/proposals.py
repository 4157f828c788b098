"""Proposals: review decisions that apply to other documents once an administrator approves them."""

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from backend.document.phrases import normal_form
from backend.errors import IllegalMove, InvalidRequest, NotOfAllGroups, UnknownProposal
from backend.messages.problems import ReviewWithoutClient, TooManyProposals, WideWithoutTerm
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.authentic_rows import authentic_in, refused
from backend.storage.authenticity.transaction_reads import rows_deleted
from backend.storage.clients.dictionaries import Clients
from backend.storage.clients.global_terms import GlobalTerms
from backend.storage.db.change_counters import count_change
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.tables import ProposalRow, ReviewRow

KIND = "proposals"

MAX_OF_A_PERSON = 5_000
"""Proposals of one person that no administrator has accepted or declined, withdrawn ones included.

Whoever decides about proposals, or changes a decision that made one, waits for all that are stored.
"""


MAX_ALIKE = 10
"""Open proposals of one term in one review: it may be suggested as several kinds, but not as a thousand."""

_GROUPS = "groups of opened reviews"
"""Where a session remembers them: a review may have thousands of proposals."""

IsHidden = Callable[[Session, ReviewRow, str, str | None], bool]
"""Whether a person still has to judge a suggestion of a review, given by its hash, before they see its decision."""


class ProposalState(StrEnum):
    """The states of a proposal."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """Whoever proposed it has decided otherwise."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A term proposed to be redacted always (`goes`) or never, for a client, or for all if it is None.

    `group` is that of the review it comes from; `times` is in how many reviews it was proposed, and is still open.
    """

    id: str
    state: ProposalState
    term: str = field(repr=False)
    goes: bool
    client: str | None
    group: str | None
    who: str
    made: datetime
    ended_by: str | None
    ended: datetime | None
    times: int = 1


def propose(
    session: Session,
    seal: Seal,
    review: str,
    client: str | None,
    who: str,
    changes: Mapping[str, Change],
    proposed_before: Set[str],
) -> dict[str, int]:
    """Update the proposals of a review from its decisions, by the hashes of suggestions; one each at most.

    `proposed_before` are the marks of decisions that made a proposal: none of these may be hidden, or it would stay
    open against what is decided now.

    What was proposed by a decision that has changed since is withdrawn, unless it is over. How many were proposed
    and withdrawn, for the trail.

    Raises InvalidRequest when something shall count for a client and the review has none, or when the person has
    proposed too much, or the review one term too often.
    """
    decided = {mark: each for mark, each in changes.items() if each.move.is_verdict or each.move is Move.TAKE_BACK}
    wide = {mark: each for mark, each in decided.items() if each.scope.is_beyond}
    if client is None and any(each.scope is Scope.CLIENT for each in wide.values()):
        raise InvalidRequest(ReviewWithoutClient())
    every = not proposed_before.isdisjoint(decided)
    rows = _open_rows(session, review, every=every)
    open_now = {row.mark: row for row in rows if row.mark in decided}
    if not wide and not open_now:
        return {}
    count_change(session, KIND)
    now = datetime.now(UTC)
    proposed = 0
    alike = Counter((row.term_mark, row.goes) for row in rows if row.mark not in decided)
    for mark, change in wide.items():
        row = _row(seal, review, client, who, mark, change, now)
        alike[row.term_mark, row.goes] += 1
        before = open_now.get(row.mark)
        if before is not None and (before.term_mark, before.goes) == (row.term_mark, row.goes):
            del open_now[row.mark]
        else:
            session.add(row)
            proposed += 1
    _check_room(session, who, proposed)
    if max(alike.values(), default=0) > MAX_ALIKE and proposed:
        raise InvalidRequest(
            f"A review proposes a term at most {MAX_ALIKE} times. One proposal is enough: set the others for this "
            "document alone."
        )
    for row in open_now.values():
        row.state, row.ended_by, row.ended = ProposalState.WITHDRAWN, who, now
    return {name: count for name, count in (("proposed", proposed), ("withdrawn", len(open_now))) if count}


def _check_room(session: Session, who: str, proposed: int) -> None:
    """Raise InvalidRequest if a person who proposes more has too many proposals that nobody has settled."""
    unsettled = (ProposalState.OPEN.value, ProposalState.WITHDRAWN.value)
    theirs = select(func.count()).where(ProposalRow.who == who, ProposalRow.state.in_(unsettled))
    if proposed and (session.scalar(theirs) or 0) > MAX_OF_A_PERSON:
        raise InvalidRequest(TooManyProposals(MAX_OF_A_PERSON))


def forget_proposals(session: Session, review: str) -> int:
    """Delete all proposals of a review in any state; return how many there were."""
    statement = delete(ProposalRow).where(ProposalRow.review == review).returning(ProposalRow.id)
    removed = session.scalars(statement).all()
    if removed:
        rows_deleted(session, ProposalRow.__tablename__, removed)
        count_change(session, KIND)
    return len(removed)


def _row(
    seal: Seal, review: str, client: str | None, who: str, mark: str, change: Change, now: datetime
) -> ProposalRow:
    if change.term is None:
        raise InvalidRequest(WideWithoutTerm())
    proposal = secrets.token_hex(16)
    whose = client if change.scope is Scope.CLIENT else None
    return ProposalRow(
        id=proposal,
        review=review,
        mark=mark,
        term_mark=seal.mark(f"{KIND}\0{'' if whose is None else seal.mark('clients', whose)}", change.term),
        scope=change.scope.value,
        goes=change.move is not Move.REJECT,
        state=ProposalState.OPEN.value,
        sealed=seal.encrypted(proposal, {"term": change.term, "client": whose}),
        who=who,
        made=now,
    )


def _open_rows(session: Session, review: str, *, every: bool) -> Sequence[ProposalRow]:
    """The open proposals of a review; with `every`, raises NotAuthentic if one was hidden."""
    open_now = (ProposalRow.review == review, ProposalRow.state == ProposalState.OPEN.value)
    if not every:
        return session.scalars(select(ProposalRow).where(*open_now)).all()
    rows = session.scalars(select(ProposalRow)).all()
    authentic_in(session).check_complete(session, KIND, {row.id for row in rows})
    return [row for row in rows if (row.review, row.state) == (review, ProposalState.OPEN.value)]


class Proposals:
    """The stored proposals; every method is one transaction."""

    def __init__(
        self, database: Database, seal: Seal, clients: Clients, everyone: GlobalTerms, is_hidden: IsHidden
    ) -> None:
        self._database = database
        self._seal = seal
        self._clients = clients
        self._everyone = everyone
        self._is_hidden = is_hidden

    def all(
        self,
        groups: Collection[str] | None,
        state: ProposalState,
        most: int,
        known: Collection[str] | None = None,
        who: str | None = None,
    ) -> tuple[Proposal, ...]:
        """The proposals in a state that a caller with these groups (None: all) may see, by age and then by terms.

        `known` are the normal forms of names of the clients that the caller may see now; None: of all. Of open
        proposals that say the same, the first that can be accepted stands for all. A proposal from a decision that
        the caller, `who`, still has to judge blindly is left out.
        """
        proposals: dict[tuple[str, ...], Proposal] = {}
        waiting: set[tuple[str, ...]] = set()
        with self._database.reading() as session:
            for row, review in _with_reviews(session, ProposalRow.state == state.value):
                proposal = self._opened(session, row, review)
                key = (row.term_mark, str(row.goes)) if state is ProposalState.OPEN else (row.id,)
                if not _may_see(proposal, groups) or not _is_of(proposal, known):
                    continue
                if self._is_hidden(session, review, row.mark, who):
                    continue
                if key in proposals:
                    times = proposals[key].times + 1
                    instead = key in waiting and not self._waits(session, review, row)
                    proposals[key] = replace(proposal if instead else proposals[key], times=times)
                    waiting -= {key} if instead else set()
                elif len(proposals) < most:
                    proposals[key] = proposal
                    waiting |= {key} if self._waits(session, review, row) else set()
        return tuple(sorted(proposals.values(), key=lambda each: (each.made, each.term.casefold())))

    def accept(self, proposal: str, who: str, groups: Collection[str] | None) -> Proposal:
        """Add the term of an open proposal to its dictionary; equal proposals are accepted too, unless they wait.

        Raises UnknownProposal; IllegalMove when it is open no more, or a blind rater still has to judge the
        suggestion; NotOfAllGroups when its client is none of these groups by now.
        """
        return self._end(proposal, who, groups, ProposalState.ACCEPTED)

    def decline(self, proposal: str, who: str, groups: Collection[str] | None) -> Proposal:
        """Decline a proposal and all equal ones; dictionaries do not change.

        Raises UnknownProposal, IllegalMove, NotOfAllGroups; see `accept`.
        """
        return self._end(proposal, who, groups, ProposalState.DECLINED)

    def _end(self, proposal: str, who: str, groups: Collection[str] | None, state: ProposalState) -> Proposal:
        with self._database.writing() as session:
            count_change(session, KIND)  # locks: other writers of proposals wait here
            row, known = self._found(session, proposal, groups, who)
            self._check_is_theirs(session, known, groups)  # first: others do not learn what became of it
            if row.state != ProposalState.OPEN:
                raise IllegalMove(f"This proposal is {row.state} already. Read the list again.")
            if state is ProposalState.ACCEPTED:
                self._check_is_judged(session, row)
            if state is ProposalState.ACCEPTED and known.client is None:
                self._everyone.learn(session, known.term, goes=known.goes)
            elif state is ProposalState.ACCEPTED:
                self._clients.learn(session, str(known.client), known.term, goes=known.goes)
            alike = [
                (each, review)
                for each, review in _alike(session, row)
                if state is ProposalState.DECLINED or not self._waits(session, review, each)
            ]
            for each, _ in alike:
                each.state, each.ended_by, each.ended = state.value, who, datetime.now(UTC)
            session.flush()
            # How many reviews of other groups propose the same is nothing that the caller may learn.
            seen = sum(self._is_seen(session, *each, groups, who) for each in alike)
            action = Action.PROPOSAL_ACCEPTED if state is ProposalState.ACCEPTED else Action.PROPOSAL_DECLINED
            record_event(session, Event(who, action, row.id, {"alike": seen}))
            return replace(self._found(session, proposal, groups, who)[1], times=seen)

    def _is_seen(
        self, session: Session, row: ProposalRow, review: ReviewRow, groups: Collection[str] | None, who: str
    ) -> bool:
        return _may_see(self._opened(session, row, review), groups) and not self._is_hidden(
            session, review, row.mark, who
        )

    def _waits(self, session: Session, review: ReviewRow, row: ProposalRow) -> bool:
        """Whether a blind rater still has to judge the suggestion of a proposal."""
        return self._is_hidden(session, review, row.mark, review.blind_rater)

    def _check_is_judged(self, session: Session, row: ProposalRow) -> None:
        """Raise IllegalMove while the dictionary would tell a blind rater what was decided."""
        if self._waits(session, session.get_one(ReviewRow, row.review), row):
            raise IllegalMove(
                "A reviewer still has to judge this suggestion blindly, and the dictionary would tell what was "
                "decided. Accept the proposal after that."
            )

    def _check_is_theirs(self, session: Session, proposal: Proposal, groups: Collection[str] | None) -> None:
        """Check today's group of the client, because the group of the review may be out of date."""
        if groups is None or proposal.client is None:
            return
        group = self._clients.group_of(session, proposal.client)
        if group is None or not group or not group <= frozenset(groups):
            raise NotOfAllGroups(
                "The client is no longer in your groups, or has no dictionary. Ask someone who sees all groups."
            )

    def _found(
        self, session: Session, proposal: str, groups: Collection[str] | None, who: str
    ) -> tuple[ProposalRow, Proposal]:
        found = _with_reviews(session, ProposalRow.id == proposal) if proposal.isalnum() else ()
        for row, review in found:
            opened = self._opened(session, row, review)
            if _may_see(opened, groups) and not self._is_hidden(session, review, row.mark, who):
                return row, opened
        raise UnknownProposal("No proposal with that id is stored, or you may not see it.")

    def _opened(self, session: Session, row: ProposalRow, review: ReviewRow) -> Proposal:
        content = self._seal.decrypted(row.id, row.sealed)
        return Proposal(
            row.id,
            ProposalState(row.state),
            content["term"],
            row.goes,
            content["client"],
            self._group_of(session, review),
            row.who,
            row.made,
            row.ended_by,
            row.ended,
        )

    def _group_of(self, session: Session, review: ReviewRow) -> str | None:
        known: dict[str, str | None] = session.info.setdefault(_GROUPS, {})
        if review.id not in known:
            known[review.id] = self._seal.decrypted(review.id, review.sealed)["group"]
        return known[review.id]


def _with_reviews(session: Session, *which: ColumnElement[bool]) -> Sequence[tuple[ProposalRow, ReviewRow]]:
    """These proposals, the oldest first, each with its review; a review of many is read once."""
    rows = session.scalars(select(ProposalRow).where(*which).order_by(ProposalRow.made, ProposalRow.id)).all()
    of_these = ReviewRow.id.in_(select(ProposalRow.review).where(*which))
    reviews = {review.id: review for review in session.scalars(select(ReviewRow).where(of_these))}
    for row in rows:
        if row.review not in reviews:
            raise refused(ProposalRow.__tablename__, row.id, None)
    return [(row, reviews[row.review]) for row in rows]


def _may_see(proposal: Proposal, groups: Collection[str] | None) -> bool:
    """Whether a caller may see a proposal; one for the global list concerns all groups."""
    return groups is None or (proposal.client is not None and proposal.group in groups)


def _is_of(proposal: Proposal, known: Collection[str] | None) -> bool:
    return known is None or proposal.client is None or normal_form(proposal.client) in known


def _alike(session: Session, row: ProposalRow) -> Sequence[tuple[ProposalRow, ReviewRow]]:
    """The open proposals with the same term and client, including itself, each with its review."""
    same = (ProposalRow.term_mark == row.term_mark, ProposalRow.goes == row.goes)
    return _with_reviews(session, ProposalRow.state == ProposalState.OPEN.value, *same)
