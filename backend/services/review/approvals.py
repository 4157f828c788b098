"""Approve a review for the document that is sent along, and release exactly what was approved.

An approval needs the outcome, so the document is redacted for it as it will be for the release. Nothing of that is
kept but the identity of what was approved.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from backend.errors import InvalidRequest, NeedsAnother, StaleVersion
from backend.redaction.placeholders import PlaceholderStyle
from backend.reporting.outcome import Approver, Outcome, Shortfall
from backend.review.approval import Approval, Named, OutcomeNotMet, digest_of, refuse_unapproved
from backend.review.decision_states import State
from backend.review.workflow import Stage, Step
from backend.services.redaction.outcome import Requirements
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.in_force import ResolvedRequest
from backend.services.review.review_decisions import DecisionsInReview
from backend.services.review.reviews import Decisions, ReviewsOfCaller, Versions
from backend.services.review.source_identity import both_digests
from backend.storage.reviews.reviews import Review


@dataclass(frozen=True, slots=True)
class ToRedact:
    """A document to redact by a review; `k` is that of the analysis that was decided on.

    `style` are the placeholders that the request names, None where it leaves them to the policy.
    """

    name: Path
    content: bytes
    resolved: ResolvedRequest
    style: PlaceholderStyle | None = None
    k: int | None = None

    @property
    def request(self) -> EffectiveRequest:
        """The resolved request."""
        return self.resolved.request

    @property
    def file(self) -> tuple[Path, Path, bytes]:
        """The path of the document, the name of the output, and the bytes, as `redact_content` takes them."""
        return self.name, self.name, self.content

    @property
    def options(self) -> dict[str, Any]:
        """The options of the result, besides the document, the decisions and the policy.

        How words are chosen is no part of it: what was decided goes, or the outcome says that it was not found.
        """
        request = self.request
        return {
            "k": request.k,
            "kinds": sorted(request.entities),
            "always": sorted(phrase.key for phrase in request.asked.always),
            "never": sorted(phrase.key for phrase in request.asked.never),
            "clean": request.cleaning.as_json(),
            "copy": None if request.copy is None else request.copy.as_json(),
            "placeholder": None if self.style is None else self.style.value,
        }


def approve(
    reviewing: ReviewsOfCaller, review: str, version: int, request: ToRedact, named: Iterable[Named]
) -> Review:
    """Approve a review whose `version` was read, for a document; `named` are the accepted exceptions.

    Raises OutcomeNotMet when anything else stands against what was asked for or the policy; NeedsAnother when the
    author, or whoever submitted it, names exceptions; ApprovalDoesNotFit when it is not the document that was
    submitted, or not what the first of two approvers has approved; StaleVersion when the policy, a dictionary or a
    list has changed meanwhile; and as `ReviewsOfCaller.take` and `redact_content` do.
    """
    decisions = reviewing.to_approve(review, request.request.client)
    if decisions.review.version != version:
        raise StaleVersion("Someone else changed this review. Read it again, then repeat the change.")
    decided = DecisionsInReview(decisions, reviewing.versions, request.k, to_be_approved=True)
    done = redact_content(*request.file, request.request, decided)
    unmet, exceptions = _rows(done.report.outcome), tuple(sorted(named))
    if len(dict(exceptions)) < len(exceptions):
        raise InvalidRequest("A kind of exception is named twice. Name it once, with its total count.")
    # Anybody may go on with the draft of somebody else, who need not know of it.
    if exceptions and reviewing.who in {decisions.review.standing.author, decisions.review.submitted_by}:
        raise NeedsAnother(
            "The author of a review and the person who submitted it cannot name exceptions. Ask another "
            "reviewer to approve it."
        )
    if exceptions != tuple(sorted(unmet)):
        _refuse_unmet(unmet, exceptions, _missed(decisions, request))
    approval = _approval(decisions, request, done, exceptions)
    if decisions.review.source not in (None, approval.source):
        refuse_unapproved(replace(approval, source=decisions.review.source or ""), approval)
    return request.resolved.record(
        lambda made_by: reviewing.take(review, version, Step.APPROVE, approval=approval, made_by=made_by)
    )


def redact_by_review(decisions: Decisions, versions: Versions, request: ToRedact) -> RedactedFile:
    """Redact a document by a review; an approved review releases exactly what was approved.

    Raises ApprovalDoesNotFit, OutcomeNotMet, and as `redact_content` does.
    """
    done = redact_content(*request.file, request.request, DecisionsInReview(decisions, versions, request.k))
    if decisions.review.standing.stage is not Stage.APPROVED:
        return done
    approved = decisions.review.approval
    refuse_unapproved(
        approved, _approval(decisions, request, done, () if approved is None else approved.exceptions)
    )
    outcome = done.report.outcome
    if approved is None or outcome is None or not approved.allows(_rows(outcome)):
        named = () if approved is None else approved.exceptions
        _refuse_unmet(_rows(outcome), named, _missed(decisions, request))
    else:
        excused = (replace(row, role=Approver.REVIEWER) for row in outcome.unmet)
        done = replace(done, report=replace(done.report, outcome=Outcome((*outcome.exceptions, *excused))))
    return done


def approved_version(decisions: Decisions) -> tuple[str, int] | None:
    """The id and the version of a review whose approval releases a document; None for a working copy."""
    review = decisions.review
    return (review.id, review.version) if review.standing.stage is Stage.APPROVED else None


def _approval(
    decisions: Decisions, request: ToRedact, done: RedactedFile, exceptions: tuple[Named, ...]
) -> Approval:
    id_of = decisions.marks.of_source
    source, beside = map(id_of, both_digests(request.name.name, request.content))
    result, result_beside = map(id_of, both_digests(done.name.name, done.content))
    return Approval(
        source=source,
        decisions=digest_of(_decided(decisions)),
        policy=done.report.review_policy or "",
        model=request.request.model,
        options=digest_of(request.options),
        k=request.request.k,
        exceptions=exceptions,
        beside=beside,
        result=result,
        rules=digest_of(request.request.policy.as_json()),
        result_beside=result_beside,
        sought=id_of(digest_of(_sought(request.request))) if exceptions else "",
        privacy=None if (figures := done.report.privacy) is None else figures.summary,
    )


def _sought(request: EffectiveRequest) -> dict[str, Any]:
    """What exceptions are about: a term of a list that comes later is none that an approver has seen."""
    return {
        "names": sorted(name.key for name in Requirements.of(request).names),
        "always": sorted(phrase.key for phrase in request.always),
        "never": sorted(phrase.key for phrase in request.never),
        "recognisers": sorted(str(each) for each in request.recognisers),
    }


def _decided(decisions: Decisions) -> list[list[str | bool | None]]:
    """The decisions and their places, so that later applying or verifying changes nothing of the approval."""
    return sorted(
        [mark, place, each.state.goes, each.replacement]
        for (mark, place), each in decisions.all().items()
        if each.state is not State.PROPOSED
    )


def _rows(outcome: Outcome | None) -> tuple[Named, ...]:
    return () if outcome is None else tuple((row.kind, row.count) for row in outcome.unmet)


@dataclass(frozen=True, slots=True)
class _Missed:
    """The level that a redaction had to reach, and what helps where it does not."""

    level: int
    helps: str


def _missed(decisions: Decisions, request: ToRedact) -> _Missed:
    rejected = any(not each.state.goes for each in decisions.all().values())
    helps = "Accept more terms" if rejected else "All suggested terms are accepted: add terms"
    return _Missed(Requirements.of(request.request).k, f"{helps}, or choose a lower level.")


def _refuse_unmet(unmet: tuple[Named, ...], named: tuple[Named, ...], missed: _Missed) -> None:
    """Raise the fitting error if a shortfall is not accepted, or an accepted one does not exist."""
    if Approval("", "", "", None, "", exceptions=named).allows(unmet) and unmet:
        raise InvalidRequest("The exceptions name more places than there are. Name only those of the outcome.")
    if not unmet:
        raise InvalidRequest("Exceptions are named, but the outcome has none. Approve without exceptions.")
    shortfalls = ", ".join(f"{kind} ({count})" for kind, count in unmet)
    of_k = f"Level {missed.level} is not reached. {missed.helps} " if "k" in dict(unmet) else ""
    raise OutcomeNotMet(
        f"The redacted file does not meet the request or the policy: {shortfalls}. {of_k}Change the decisions, or "
        "let someone other than its author and submitter name these exceptions when approving.",
        unmet,
        missed.level,
    )


def shortfalls(named: Iterable[Mapping[str, Any]]) -> tuple[Named, ...]:
    """The exceptions of a request; raises InvalidRequest for an unknown kind."""
    try:
        rows = [Shortfall(each["kind"], each["count"]) for each in named]
    except ValueError as error:
        raise InvalidRequest(
            "An exception is of a kind that does not exist. Name only the exceptions of the outcome."
        ) from error
    return tuple((row.kind, row.count) for row in rows)
