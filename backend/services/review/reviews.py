"""Reviews as one person may see and change them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from backend.blocking.objectives import Objective
from backend.document.phrases import normal_form
from backend.errors import (
    IllegalMove,
    InvalidRequest,
    NeedsAnother,
    SampleNotJudged,
    UnknownClient,
    UnknownReview,
)
from backend.messages.problems import ClientNotInView, TooManyProposals
from backend.redaction.review_policy import ReviewPolicy
from backend.reporting.release_figures import summary_as_json
from backend.review.agreement import ReviewerAgreement
from backend.review.approval import Approval
from backend.review.changes import Change, Reason, Scope
from backend.review.decision_states import Move, State
from backend.review.level_choice import LevelChoice
from backend.review.pane_marks import PaneMarks
from backend.review.proposed_terms import is_term_of
from backend.review.workflow import Step
from backend.services.clients.client_list import ClientList
from backend.storage.clients.proposals import MAX_OF_A_PERSON
from backend.storage.in_force import InForce
from backend.storage.reviews.decisions import EVERYWHERE, StoredDecision
from backend.storage.reviews.review_marks import ReviewMarks
from backend.storage.reviews.reviews import DecidedDocument, Review, ReviewTerms
from backend.storage.store import Store

ME, ANOTHER = "me", "another"

PolicyFor = Callable[[str | None], tuple[ReviewPolicy, str]]
"""The policy of a client, and what it is called."""


@dataclass(frozen=True, slots=True)
class Versions:
    """The model versions: the one in use, and those that are kept."""

    in_use: str | None
    is_kept: Callable[[str], bool]

    def tell(self, version: str | None) -> str | None:
        """The state of a version: in_use, kept or gone."""
        if version is None:
            return None
        if version == self.in_use:
            return "in_use"
        return "kept" if self.is_kept(version) else "gone"


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of a review as one person may see them: some of them they still have to judge blindly."""

    review: Review
    who: str
    marks: ReviewMarks
    _stored: Mapping[tuple[str, str], StoredDecision] = field(repr=False)
    judged: frozenset[str]
    _by_mark: dict[str, list[str]] = field(default_factory=dict, repr=False)

    def is_hidden(self, suggestion: str) -> bool:
        """Whether a decision is hidden from the person until they have judged the suggestion."""
        return self._hides(self.marks.of(suggestion))

    def _hides(self, mark: str) -> bool:
        if self.review.blind_rater != self.who or mark in self.judged:
            return False
        return self.marks.is_mark_sampled(mark, self.review.terms.blind_share)

    def all(self) -> Mapping[tuple[str, str], StoredDecision]:
        """All decisions by the hashes of suggestion and place, as a redaction shows them.

        Raises SampleNotJudged when the person still has to judge one of them blindly.
        """
        if self.review.blind_rater == self.who and any(map(self._hides, self.decided())):
            raise SampleNotJudged(
                "The result would show you decisions on suggestions of your sample. Judge your sample first. If "
                "the document no longer has some of them, ask someone else to redact it or to approve."
            )
        return self._stored

    def of(self, suggestion: str) -> dict[str, Any]:
        """The decision on a suggestion, as JSON."""
        if self.is_hidden(suggestion):
            return {"decision": None, "blind": True}
        return {"decision": self._told(self.marks.of(suggestion), EVERYWHERE), "blind": False}

    def with_places(self, suggestion: str) -> dict[str, Any]:
        """The decision on a suggestion and on its places, as JSON, without the document."""
        mark = self.marks.of(suggestion)
        places = [] if self.is_hidden(suggestion) else self._places().get(mark, [])
        decided = [{"id": place, "decision": self._told(mark, place)} for place in places]
        return {"id": suggestion, **self.of(suggestion), "places": decided}

    def at(self, suggestion: str, place: str) -> dict[str, Any] | None:
        """The decision on one place of a suggestion."""
        return None if self.is_hidden(suggestion) else self._told(self.marks.of(suggestion), place)

    def decided(self) -> frozenset[str]:
        """The hashes of all suggestions with a decision, hidden ones included."""
        return frozenset(mark for (mark, _), each in self._stored.items() if each.state is not State.PROPOSED)

    def accepted_places(self) -> frozenset[tuple[str, str]]:
        """The places that were accepted alone, by the hashes of suggestion and place, without hidden ones."""
        return frozenset(
            (mark, place)
            for (mark, place), each in self._stored.items()
            if place != EVERYWHERE
            and each.state.goes
            and not self._is_decided_everywhere(mark)
            and not self._hides(mark)
        )

    def _is_decided_everywhere(self, mark: str) -> bool:
        decision = self._stored.get((mark, EVERYWHERE))
        return decision is not None and decision.state is not State.PROPOSED

    def _places(self) -> Mapping[str, list[str]]:
        """The decisions on single places, by the hash of their suggestion."""
        if not self._by_mark:
            for mark, place in self._stored:
                if place != EVERYWHERE:
                    self._by_mark.setdefault(mark, []).append(place)
        return self._by_mark

    def _told(self, mark: str, place: str) -> dict[str, Any] | None:
        found = self._stored.get((mark, place))
        if found is None:
            return None
        return {
            "state": found.state.value,
            "scope": found.scope.value,
            "who": _who(found.who, self.who),
            "changed": found.changed.isoformat(),
            "reason": found.reason.value if found.reason else None,
            "replacement": found.replacement,
            "note": found.note,
        }


@dataclass(frozen=True, slots=True)
class ReviewsOfCaller:
    """What a caller with these groups (None: all) may see and do with the reviews of a store.

    `clients` are those that the caller may see now: a client may have gone to another group since its review began.
    """

    store: Store
    who: str
    groups: Collection[str] | None
    clients: Callable[[], ClientList]
    policy_for: PolicyFor
    versions: Versions

    def begin(self, client: str | None, group: str | None) -> Review:
        """Begin a review for a client that the caller may see, or without a client.

        Of a client's, the group is the client's; otherwise the one that is named, or none.

        Raises UnknownClient when the client or the group is none of theirs.
        """
        if client is not None:
            client, group = _whose(self.clients(), client, group)
        if group is not None and self.groups is not None and group not in self.groups:
            raise UnknownClient("You do not belong to this group. Name one of your groups.")
        return self.store.reviews.begin(self.who, client, group, self._terms(client))

    def get(self, review: str) -> Review:
        """Return a review.

        Raises UnknownReview, also where there is one that they may not see.
        """
        found = self.store.reviews.get(review)
        if not found.may_be_seen(self.who, self.groups) or not self._is_in_view(found):
            raise UnknownReview("No review with that id is stored, or you may not see it.")
        return found

    def all(self, most: int) -> tuple[Review, ...]:
        """The reviews that the caller may see, last changed first."""
        in_view = None if self.groups is None else only_of(self.clients())
        return self.store.reviews.all(self.who, self.groups, most, in_view)

    def hiding(self, reviews: Collection[Review]) -> frozenset[str]:
        """Which reviews of a list have decisions that the caller still has to judge blindly, by their ids."""
        return self.store.reviews.hiding(reviews, self.who)

    def decisions(self, review: str, suggestions: Collection[str] | None = None) -> Decisions:
        """The decisions of a review; with `suggestions`, those on these alone, by their ids.

        Raises UnknownReview.
        """
        found = self.get(review)
        reviews = self.store.reviews
        judged = reviews.judged(review) if found.blind_rater == self.who else frozenset[str]()
        stored = reviews.decisions(review, suggestions)
        return Decisions(found, self.who, reviews.marks(review), stored, judged)

    def decide(
        self,
        review: str,
        version: int,
        submitted: Collection[Mapping[str, Any]],
        chosen: Mapping[str, Any] | None = None,
        document: DecidedDocument | None = None,
        marks: Mapping[str, Any] | None = None,
    ) -> Review:
        """Change decisions, all or none, what is `chosen`, the document and the marks; see `Reviews.decide`.

        Raises InvalidRequest, too, when a term for other documents is not that of its suggestion.
        """
        found, changes = self.get(review), [_change(each) for each in submitted]
        _check_terms(submitted)
        if any(each.move in {Move.APPLY, Move.VERIFY} for each in changes):
            self._check_policy_is_met(found)
        level = None if chosen is None else LevelChoice.from_json(chosen)
        kept = None if marks is None else PaneMarks.from_json(marks)
        return self.store.reviews.decide(review, version, self.who, changes, level, document, kept)

    def take(
        self,
        review: str,
        version: int,
        step: Step,
        why: str | None = None,
        *,
        source: str | None = None,
        approval: Approval | None = None,
        made_by: InForce | None = None,
    ) -> Review:
        """Take a step; a submitted review is bound to the current models and policy.

        `source` is the mark of the document that is submitted, `approval` what is approved.

        Raises as `Reviews.take`.
        """
        found = self.get(review)
        terms = self._terms(found.client) if step is Step.SUBMIT else None
        return self.store.reviews.take(
            review, version, self.who, step, terms, why, source=source, approval=approval, made_by=made_by
        )

    def to_approve(self, review: str, client: str | None) -> Decisions:
        """The decisions of a review, to approve it for a document of this client.

        Raises IllegalMove and NeedsAnother when it is not the time for it, or somebody else has to; InvalidRequest
        when it is of another client's; SampleNotJudged, also while nobody has judged the sample of the policy.
        """
        found = self.decisions(review)
        found.review.standing.after(Step.APPROVE, self.who)
        self._check_policy_is_met(found.review)
        self._check_sample_is_judged(found)
        _refuse_another_client(found.review, client)
        found.all()
        return found

    def remove(self, review: str, *, anyway: bool) -> None:
        """Delete a review with its decisions; see `Reviews.remove`, also for `anyway` and what is raised."""
        self.get(review)
        self.store.reviews.remove(review, self.who, anyway=anyway)

    def sample(self, review: str, version: int, share: float | None) -> Review:
        """Take the blind sample of a review, by default with the share of the policy; see `Reviews.sample`."""
        found = self.get(review)
        wanted = found.terms.blind_share if share is None else share
        return self.store.reviews.sample(review, version, self.who, wanted)

    def judge(self, review: str, verdicts: Mapping[str, bool]) -> int:
        """Store blind verdicts; see `Reviews.judge`."""
        self.get(review)
        return self.store.reviews.judge(review, self.who, verdicts)

    def to_redact_by(self, review: str, client: str | None) -> Decisions:
        """The decisions of a review, to redact a document of this client.

        Raises InvalidRequest when it is of another client's; IllegalMove while the policy wants it approved;
        SampleNotJudged.
        """
        found = self.decisions(review)
        _refuse_another_client(found.review, client)
        found.review.standing.check_may_redact()
        found.all()
        return found

    def agreement(self, review: str) -> ReviewerAgreement:
        """The agreement of the blind rater with the others."""
        self.get(review)
        return self.store.reviews.agreement(review)

    def as_json(
        self,
        review: Review,
        may: Callable[[Step], bool],
        *,
        with_marks: bool = False,
        hidden: Collection[str] | None = None,
    ) -> dict[str, Any]:
        """A review as JSON; `steps` are those that the caller can take now, as far as `may` allows.

        What would tell the decisions that the caller still has to judge blindly is left out; of a list, `hidden`
        are the reviews that have such decisions.
        """
        standing, terms = review.standing, review.terms
        hides = self.store.reviews.hides(review, self.who) if hidden is None else review.id in hidden
        return {
            "id": review.id,
            "version": review.version,
            "stage": standing.stage.value,
            "client": review.client,
            "group": review.group,
            "author": _who(standing.author, self.who),
            "claimed_by": _who(standing.claimed_by, self.who),
            "approved_by": _who(standing.approved_by, self.who),
            "second_approver": standing.second_approver,
            "model": terms.model,
            "model_is": self.versions.tell(terms.model),
            "policy": terms.policy,
            "blind_share": terms.blind_share,
            "blind_rater": _who(review.blind_rater, self.who),
            "created": review.created.isoformat(),
            "changed": review.changed.isoformat(),
            "note": review.note,
            "approval": None if review.approval is None or hides else self._told(review.approval),
            "chosen": self._chosen(review),
            "marks": None if review.marks is None or hides or not with_marks else review.marks.as_json(),
            "counts": {} if hides else {state.value: count for state, count in review.counts.items()},
            "steps": [step.value for step in Step if may(step) and self._has_next(review, step)],
        }

    def _is_in_view(self, review: Review) -> bool:
        """Whether the caller may still see the client of a review."""
        return self.groups is None or review.client is None or only_of(self.clients())(review)

    def _check_policy_is_met(self, review: Review) -> None:
        """Raise IllegalMove if the policy has come to require two approvers since the submission."""
        if self.policy_for(review.client)[0].second_approver and not review.terms.second_approver:
            raise IllegalMove(
                "The policy now requires two approvers. Return or reopen this review, and submit it again."
            )

    def _check_sample_is_judged(self, decisions: Decisions) -> None:
        """Raise SampleNotJudged while a decision of the share that the policy names was not judged blindly.

        Of a larger sample that somebody has taken, the rest keeps nobody waiting.
        """
        share = self.policy_for(decisions.review.client)[0].blind_share
        judged = self.store.reviews.judged(decisions.review.id) if share else frozenset[str]()
        if any(decisions.marks.is_mark_sampled(mark, share) for mark in decisions.decided() - judged):
            raise SampleNotJudged(
                f"The policy asks for {share:g} of the suggestions to be judged blindly before an approval. Ask "
                "someone who took no part in this review to take its sample and judge it. If the document no "
                "longer has some of these terms, take back the decisions on them."
            )

    def _chosen(self, review: Review) -> dict[str, Any] | None:
        """The level that the author chose, as far as the policy of today allows it."""
        if review.chosen is None:
            return None
        return _allowed(review.chosen, self.policy_for(review.client)[0]).as_json()

    def _told(self, approval: Approval) -> dict[str, Any]:
        privacy = approval.privacy
        return {
            "policy": approval.policy,
            "model": approval.model,
            "k": approval.k,
            "exceptions": [{"kind": kind, "count": count} for kind, count in approval.exceptions],
            "privacy": summary_as_json(privacy and privacy.told_to(sees_all=self.groups is None)),
        }

    def _has_next(self, review: Review, step: Step) -> bool:
        try:
            review.standing.after(step, self.who)
        except (IllegalMove, NeedsAnother):
            return False
        return step is not Step.PASS_ON

    def _terms(self, client: str | None) -> ReviewTerms:
        policy, named = self.policy_for(client)
        model = None if client is None else self.versions.in_use
        return ReviewTerms(model, named, policy.second_approver, policy.blind_share)


def only_of(clients: ClientList) -> Callable[[Review], bool]:
    """Return a check for reviews of no client, or of one of these."""
    known = clients.known_names
    return lambda review: review.client is None or normal_form(review.client) in known


def _allowed(chosen: LevelChoice, policy: ReviewPolicy) -> LevelChoice:
    """The choice that comes closest and that the policy allows."""
    keep = chosen.keep_industry if policy.objective is None else policy.objective is Objective.FLOOR
    return LevelChoice(max(chosen.k, policy.least_k), keep)


def _refuse_another_client(review: Review, client: str | None) -> None:
    if review.client != client:
        raise InvalidRequest("This review is of another client's document. Name that client, or another review.")


def _whose(clients: ClientList, name: str, group: str | None) -> tuple[str, str | None]:
    """The visible client's main name and its group: by its name, else by an alias that only it has."""
    wanted = normal_form(name)
    called = [each for each in clients.clients if wanted in map(normal_form, each.names)]
    found = [each for each in called if normal_form(each.name) == wanted] or called
    if len(found) != 1:
        raise UnknownClient(ClientNotInView())
    # The models may know a client by what is another name in its dictionary.
    kept = [each.stored for each in called if each.stored is not None]
    stored = found[0].stored or (kept[0] if len(kept) == 1 else None)
    return found[0].name, stored.dictionary.group if stored and stored.dictionary.group else group


def _who(somebody: str | None, who: str) -> str | None:
    if somebody is None:
        return None
    return ME if somebody == who else ANOTHER


def _change(submitted: Mapping[str, Any]) -> Change:
    reason = submitted.get("reason")
    return Change(
        submitted["id"],
        Move(submitted["move"]),
        Scope(submitted.get("scope", "here" if submitted.get("place") else "document")),
        submitted.get("place"),
        None if reason is None else Reason(reason),
        submitted.get("replacement"),
        submitted.get("note"),
        submitted.get("term"),
    )


def _check_terms(submitted: Collection[Mapping[str, Any]]) -> None:
    """Raise InvalidRequest if a term for other documents is not that of its suggestion, or there are too many."""
    wide = [each for each in submitted if each.get("term") is not None]
    if len(wide) > MAX_OF_A_PERSON:
        raise InvalidRequest(TooManyProposals(MAX_OF_A_PERSON))
    if not all(is_term_of(each["id"], each["term"], each.get("entity")) for each in wide):
        raise InvalidRequest(
            "A term for other documents is not that of its suggestion. Send the term of the suggestion; if a "
            "recogniser of your own found it, send the entity too."
        )
