"""Redact one document: analyse, plan, write, read the result again, and judge what was read."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Literal, Protocol

from backend.detection.finding import Finding, FindingKind
from backend.document.model import Document
from backend.document.phrases import Phrase
from backend.document.placeholders import last_numbers
from backend.document.text_cache import cached_texts
from backend.messages.message import Message
from backend.messages.warnings import FoundInResult, FoundPlace
from backend.privacy.release_figures import ReleaseFigures
from backend.redaction.indexing import ToIndex
from backend.redaction.placeholders import PlaceholderStyle, is_in_style
from backend.redaction.plan import (
    RedactionPlan,
    SoughtString,
    add_uncovered_places,
    extend_over_underscores,
    plan_redaction,
)
from backend.redaction.separated_letters import add_separated_places
from backend.reporting.report import FileReport, RequestRecord
from backend.review.decisions import (
    Decision,
    SubmittedDecision,
    Verdict,
    accept_for_level,
    decide,
    kept_spellings,
    rejected_spellings,
)
from backend.review.suggestions import Suggestion, group_findings
from backend.services.analysis.analyse import Analysis, analyse
from backend.services.analysis.clean_copy import copy_of
from backend.services.analysis.panel_answers import clients_shown, panel_about
from backend.services.files.outputs import numbers_in, with_file_name
from backend.services.files.reading import OpenFile, WordFile, open_file
from backend.services.generalisation.generalise import Generaliser
from backend.services.index.wanted import to_index
from backend.services.privacy.document_figures import figures_of
from backend.services.redaction.client_figures import with_client_figures
from backend.services.redaction.computable_amounts import computable_warning
from backend.services.redaction.outcome import RedactionResult, Requirements, outcome_of
from backend.services.redaction.partial_terms import PlaceKey, decided_at
from backend.services.redaction.protection import protection_of
from backend.services.redaction.remaining_findings import remaining_findings
from backend.services.redaction.rewriting import Checked, Rewritten, check, rewrite
from backend.services.redaction.second_look import LOOKS, personal_data_to_redact_too, redacted_undecided
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.amount_columns import amounts_beside
from backend.services.terms.industry import CountedRank, possible_objective
from backend.services.terms.terms_not_found import without_found_terms
from backend.verification.recheck import NewFinding


@dataclass(frozen=True, slots=True)
class RedactedFile:
    """A redacted document that is not written yet, its file name, its report, and the numbers redacted in it.

    `to_index` is what the index of released documents gets of it, None where nobody wants it there.
    """

    content: bytes
    name: Path
    report: FileReport
    numbers: frozenset[int] = frozenset()
    to_index: ToIndex | None = None


@dataclass(frozen=True, slots=True)
class AppliedDecisions:
    """The decisions on the suggestions of a document, with warnings for the report.

    `lost` counts what was accepted and is no suggestion of this document: nobody knows whether it is gone.
    """

    decisions: tuple[Decision, ...]
    warnings: tuple[Message, ...] = ()
    lost: int = 0


class DecisionSource(Protocol):
    """A source of people's decisions on the suggestions of an analysis up to `k`."""

    @property
    def k(self) -> int | None:
        """The k of that analysis; None for the k of the redaction."""

    @property
    def was_approved_by_two(self) -> bool:
        """Whether two people have approved the decisions."""

    @property
    def is_approved(self) -> bool:
        """Whether they are approved, by however many people the policy required."""

    def of(self, suggestions: Sequence[Suggestion], document: Document) -> AppliedDecisions:
        """The decisions on these suggestions.

        Raises SuggestionsChanged when what was decided does not fit them.
        """


@dataclass(frozen=True, slots=True)
class GivenDecisions:
    """Decisions by the ids of suggestions; if `places` has an id, only these places are redacted."""

    words: Mapping[str, SubmittedDecision]
    k: int | None = None
    places: Mapping[str, Collection[PlaceKey]] = field(default_factory=dict)
    was_approved_by_two: Literal[False] = False
    is_approved: Literal[False] = False

    def of(self, suggestions: Sequence[Suggestion], document: Document) -> AppliedDecisions:
        """The decisions on these suggestions, without warnings."""
        made = decide(suggestions, self.words)
        return AppliedDecisions(tuple(part for each in made for part in self._parts(each, document)))

    def _parts(self, decision: Decision, document: Document) -> tuple[Decision, ...]:
        """A decision, split in two if only some places of its term are redacted."""
        wanted = self.places.get(decision.suggestion.id)
        if wanted is None:
            return (decision,)
        return decided_at(decision.suggestion, self.words[decision.suggestion.id], wanted, document)


@cached_texts()
def redact_content(
    path: Path,
    name: Path,
    content: bytes,
    request: EffectiveRequest,
    decided: DecisionSource | None = None,
) -> RedactedFile:
    """Redact a document and check the result as if someone else had made it.

    `name` is its path below the output folder. Every figure of the report is taken from the output, read again.
    Without anything `decided`, all that level k needs goes; else what was accepted, and the rest may stay anywhere.
    Personal data that only the redacted text shows go too, except kinds of which something was decided to stay.

    Raises a DocumentError when the input cannot be read, SuggestionsChanged when what was decided does not fit it,
    PolicyNotMet when the policy of the document's client asks for more people to decide.
    """
    decided_alone = bool(request.asked.never) if decided is None else not decided.was_approved_by_two
    if decided_alone:
        request.policy.refuse_decided_alone(request.policy_name)
    opened, copy = open_file(path.name, content, request.cleaning), copy_of(path.name, content, request)
    outside = with_file_name(opened.outside, name)
    shown = request if decided is None else _as_shown(request, decided.k)
    analysis = analyse(opened.document, shown, outside=outside, copy=copy)
    again: tuple[Finding, ...] = ()
    for look in range(1, LOOKS + 1):
        steps = _steps(path, name, opened, _decided(analysis, request, decided, opened.document, again))
        done, planned, written, checked = steps
        kept = () if decided is None else done.made.decisions
        more = personal_data_to_redact_too(opened.document, planned, written.read.document, checked, kept)
        if look == LOOKS or not more:
            break
        again = (*again, *more)
    if decided is None and again and _is_short_of_k(request, checked):
        # Without these places, level k needs other words.
        request = replace(request, found_again=again)
        analysis = analyse(opened.document, request, outside=outside, copy=copy)
        steps = done, planned, written, checked = _steps(
            path, name, opened, _decided(analysis, request, decided, opened.document)
        )
    steps = done, planned, written, checked = _generalised(path, name, opened, steps)
    report = _report(done, planned, written, checked)
    report = replace(report, warnings=report.warnings + computable_warning(opened.document, planned))
    report = replace(report, path=str(path), source_sha256=sha256(content).hexdigest())
    approved = decided is not None and decided.is_approved
    unapproved = bool(request.asked.never) if decided is None else not approved
    judged = _with_outcome(report, request, opened.document, steps, unapproved=unapproved)
    return replace(judged, to_index=to_index(request, written.read.document, approved=approved))


@dataclass(frozen=True, slots=True, eq=False)
class _Decided:
    """The analysis of a document, the decisions, and the request with the terms that may be kept now."""

    analysis: Analysis
    made: AppliedDecisions
    request: EffectiveRequest


_Steps = tuple[_Decided, RedactionPlan, Rewritten, Checked]


def _steps(path: Path, name: Path, opened: OpenFile, done: _Decided) -> _Steps:
    """Plan and write the redaction, and check what was written."""
    planned = _planned(opened.document, done)
    planned = replace(planned, replacements=opened.fitted(planned.replacements))
    return _written(path, name, opened, done, planned)


def _written(path: Path, name: Path, opened: OpenFile, done: _Decided, planned: RedactionPlan) -> _Steps:
    written = rewrite(path.name, opened, planned, done.made.decisions, done.request)
    checked = check(name, opened, planned, written, (done.analysis, done.made.decisions))
    return done, planned, written, checked


_ROOMS = (1.0, 0.5, 0.25)
"""The shares of the room of the constraints that broader forms may use, until a check of the file is satisfied."""


def _generalised(path: Path, name: Path, opened: OpenFile, suppressed: _Steps) -> _Steps:
    """Put broader forms in the places of placeholders where the request wants them and the check allows it.

    The written file is compared with the one in which all terms are suppressed: nothing may be worse. Otherwise
    fewer forms are tried, and in the end none.
    """
    done, planned, _, checked = suppressed
    if done.request.taxonomy is None or not done.request.generalise:
        return suppressed
    generaliser = Generaliser.of(opened.document, planned, done.analysis, done.request, done.request.taxonomy)
    before = protection_of(checked, done.request)
    for room in _ROOMS:
        broader = generaliser.plan(room)
        if not broader.generalised:
            break
        steps = _written(path, name, opened, done, broader)
        if protection_of(steps[3], done.request).is_as_good_as(before):
            return steps
    return suppressed


def _decided(
    analysis: Analysis,
    request: EffectiveRequest,
    decided: DecisionSource | None,
    document: Document,
    again: Sequence[Finding] = (),
) -> _Decided:
    """Apply the decisions to an analysis, or accept what level k needs; what was found `again` comes last."""
    also = accept_for_level(group_findings(again))
    if decided is None:
        accepted = accept_for_level(analysis.suggestions, request.k)
        return _Decided(analysis, AppliedDecisions((*accepted, *also)), request)
    made = decided.of(analysis.suggestions, document)
    made = replace(made, decisions=(*made.decisions, *also))
    analysis = replace(analysis, warnings=analysis.warnings + made.warnings + redacted_undecided(document, again))
    return _Decided(analysis, made, replace(request, left=tuple(_left(made.decisions))))


def _least_rank(request: EffectiveRequest, checked: Checked) -> CountedRank | None:
    """The rank of the client in the written file, among the clients that count; None without a client."""
    if request.subject is None:
        return None
    return checked.seen.least_rank(request.subject, request.selection.objective, request.visible)


def _is_short_of_k(request: EffectiveRequest, checked: Checked) -> bool:
    least = _least_rank(request, checked)
    return request.subject is not None and least is not None and least.rank < request.subject.k


def _with_outcome(
    report: FileReport,
    request: EffectiveRequest,
    document: Document,
    steps: _Steps,
    *,
    unapproved: bool,
) -> RedactedFile:
    """Judge the written file: add to its report what the model sees of the client, and the outcome."""
    done, planned, written, checked = steps
    least = _least_rank(request, checked)
    if request.subject is not None and least is not None:
        documents = document, written.read.document
        report = with_client_figures(report, request.subject, *documents, (least, request.visible))
        report = replace(report, panel=panel_about(written.read.document, request))
    report = replace(report, privacy=_privacy(document, written.read.document, planned, request))
    rank = None if least is None else least.rank
    result = replace(_result(done, planned, written, checked, rank), unapproved=unapproved)
    result = replace(result, personal=_standing(document, planned, checked, done.analysis.personal))
    if request.policy.amounts_together:
        beside = amounts_beside(document, (each.place for each in planned.replacements))
        result = replace(result, amounts=_standing(document, planned, checked, beside, checked.personal.amounts))
    outcome = outcome_of(Requirements.of(request), result)
    numbers = numbers_in(planned.strings)
    return RedactedFile(written.redacted.content, checked.name, replace(report, outcome=outcome), numbers)


def _privacy(
    document: Document, result: Document, planned: RedactionPlan, request: EffectiveRequest
) -> ReleaseFigures | None:
    """What the written file gives away, compared with the document; None where it is not measured."""
    among = clients_shown(document, request), clients_shown(result, request)
    return figures_of(document, result, request, [each.suggestion.term for each in planned.suppressed], among)


def _standing(
    document: Document,
    planned: RedactionPlan,
    checked: Checked,
    found: Iterable[Finding],
    again: Sequence[Finding] | None = None,
) -> tuple[Finding, ...]:
    """What was found in the document and stands in the result, and what was found there again."""
    again = checked.personal.findings if again is None else again
    return remaining_findings(document, checked.seen.document, found, planned.replacements, again)


def _planned(document: Document, done: _Decided) -> RedactionPlan:
    request = done.request
    sought = _not_spared(done.analysis.sought, request.never)
    written = last_numbers(block.text for _, block in document.blocks())
    planned = plan_redaction(done.made.decisions, request.style, sought, request.never, written, request.own_kinds)
    planned = extend_over_underscores(add_uncovered_places(planned, document), document)
    return add_separated_places(planned, document, sought)


def _report(done: _Decided, planned: RedactionPlan, written: Rewritten, checked: Checked) -> FileReport:
    """What was done and found, without the fields about the client."""
    analysis, request = done.analysis, written.request
    report = FileReport(
        path="",
        result_sha256=sha256(written.redacted.content).hexdigest(),
        suppressed=planned.suppressed,
        sought=planned.sought,
        spared=request.never,
        partly=written.partly,
        unexamined=analysis.unexamined,
        kept_share=written.kept,
        policy=request.cleaning,
        review_policy=request.policy_name,
        asked=RequestRecord(
            request.entities,
            request.asked.always,
            request.asked.never,
            kept_spellings(done.made.decisions),
            request.cleaning,
        ),
        verification=checked.verification,
        coverage=written.redacted.covered,
        warnings=without_found_terms(analysis.warnings, _found_apart(planned, checked))
        + _unproposed(checked.verification.new),
    )
    choice = analysis.choice
    if choice is None:
        return report
    return replace(
        report,
        objective=choice.objective.value,
        lp_gap=choice.gap,
        robust=choice.robust,
        promise=choice.promise,
        rank_guess=choice.rank_guess if _keeps_drawn_rank(done, planned) else None,
    )


def _found_apart(planned: RedactionPlan, checked: Checked) -> set[str]:
    """The terms that the redaction or the verification has found, although they stand nowhere in one piece."""
    left = (each.index for each in checked.verification.places if each.index is not None)
    redacted = (text for each in planned.suppressed for text in each.suggestion.spellings)
    return {*redacted, *(planned.strings.strings[index].text for index in left)}


def _keeps_drawn_rank(done: _Decided, planned: RedactionPlan) -> bool:
    """Whether the rank of the client is the drawn one; broader words can change it."""
    return done.request.visible.sees_all and not planned.generalised and _as_chosen(done)


def _as_chosen(done: _Decided) -> bool:
    """Whether all words of level k go, and no others: otherwise the rank follows from what people decided.

    A caller to whom clients are hidden is not told the chance of a guess either: it depends on their number.
    """
    wanted = accept_for_level(done.analysis.suggestions, done.request.k)
    return _of_words(wanted) == _of_words(done.made.decisions)


def _of_words(decisions: Iterable[Decision]) -> set[tuple[str, Verdict]]:
    words = (each for each in decisions if each.suggestion.kind is FindingKind.CLIENT)
    return {(each.suggestion.id, each.verdict) for each in words}


def _result(
    done: _Decided, planned: RedactionPlan, written: Rewritten, checked: Checked, rank: int | None
) -> RedactionResult:
    """The result for the outcome, without the personal data in its text; `rank` is that of the client."""
    choice, decisions = done.analysis.choice, done.made.decisions
    wanted = None if choice is None else choice.objective
    return RedactionResult(
        checked.name.as_posix(),
        written.redacted.content,
        checked.seen.document,
        checked.verification,
        outside=checked.personal.outside,
        beside=checked.seen.outside,
        searched=planned.strings,
        k_reached=rank,
        # That of the released level; the decisions may have been made at another one.
        objective=possible_objective(wanted, done.request.subject, done.request.visible),
        cleaned=written.request.cleaning,
        left=kept_spellings(decisions),
        edited=_edited(decisions, done.request.style),
        lost=done.made.lost,
        package=written.read.package if isinstance(written.read, WordFile) else None,
    )


def _not_spared(sought: Sequence[SoughtString], never: Sequence[Phrase]) -> list[SoughtString]:
    stay = {phrase.key for phrase in never}
    return [each for each in sought if each.phrase.key not in stay]


def _as_shown(request: EffectiveRequest, k: int | None) -> EffectiveRequest:
    """The request of the analysis that the decisions are about, which may have shown more levels."""
    if request.subject is None or k is None:
        return request
    return replace(request, subject=replace(request.subject, k=k))


def _left(decisions: Sequence[Decision]) -> list[Phrase]:
    """Terms that may be kept everywhere by decision; a term redacted anywhere has to be redacted everywhere."""
    redacted = {
        Phrase(text).key
        for each in decisions
        for text in each.suggestion.spellings
        if each.verdict is Verdict.ACCEPTED
    }
    return [phrase for phrase in rejected_spellings(decisions) if phrase.key not in redacted]


def _edited(decisions: Sequence[Decision], style: PlaceholderStyle) -> int:
    """The number of places where a person's own text replaces the term, and no placeholder of the style does."""
    return sum(
        len(each.suggestion.places)
        for each in decisions
        if each.goes and each.replacement is not None and not is_in_style(each.replacement, each.suggestion, style)
    )


_PLACES_TOLD = 3


def _unproposed(new: Sequence[NewFinding]) -> tuple[Message, ...]:
    """The warning about personal data in the result that was never suggested."""
    if not new:
        return ()
    places = tuple(
        FoundPlace(each.entity, each.part, each.how, each.found_in, each.count) for each in new[:_PLACES_TOLD]
    )
    return (FoundInResult(places, sum(each.count for each in new[_PLACES_TOLD:])),)
