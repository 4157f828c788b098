"""One document redacted: analysed, planned, written, read again, and judged by what was read."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Literal, Protocol

from backend.blocking.confusability import Appearance, Evidence, appearance, evidence, k_reached
from backend.detection.finding import Finding
from backend.document.model import Document
from backend.document.phrases import Phrase
from backend.document.placeholders import last_numbers
from backend.document.tokens import terms
from backend.learning.visible import Visible
from backend.redaction.plan import Sought, plan, with_uncovered
from backend.reporting.crowd import Crowd, crowd_at
from backend.reporting.report import Asked, FileReport
from backend.review.decisions import Decision, Verdict, Word, accept_all, decide, left_on_purpose, rejected
from backend.review.suggestions import Suggestion
from backend.services.analyse import GUESSES, analyse, personal_in
from backend.services.choosing import Subject
from backend.services.in_places import PlaceKey, decided_at, partly_of
from backend.services.opening import copy_of
from backend.services.outcome import Result, Standard, outcome_of
from backend.services.outputs import cleaned_name
from backend.services.personal import examined
from backend.services.reading import copied, open_file
from backend.services.request.effective import EffectiveRequest
from backend.services.standing import in_original, staying
from backend.services.views import FileSeen
from backend.verification.partly import look_for
from backend.verification.recheck import NewFinding, changed_blocks, new_findings, still_standing, unproposed
from backend.verification.residue import verify


@dataclass(frozen=True, slots=True)
class RedactedFile:
    """A redacted document that nobody has written yet, the name it should have, and its report."""

    content: bytes
    name: Path
    report: FileReport


@dataclass(frozen=True, slots=True)
class Made:
    """Decisions on the suggestions of a document, and what has to be said of them in the report.

    `lost` counts what was accepted and is no suggestion of this document: nobody knows whether it is gone.
    """

    decisions: tuple[Decision, ...]
    warnings: tuple[str, ...] = ()
    lost: int = 0


class Deciding(Protocol):
    """Whatever knows what people decided of the suggestions that an analysis up to `k` had shown them."""

    @property
    def k(self) -> int | None:
        """The k of that analysis; None: the one of the redaction."""

    @property
    def was_approved_by_two(self) -> bool:
        """Whether two people have approved what was decided."""

    def of(self, suggestions: Sequence[Suggestion], document: Document) -> Made:
        """The decisions on these suggestions.

        Raises SuggestionsChanged when what was decided does not fit them.
        """


@dataclass(frozen=True, slots=True)
class Decided:
    """What people decided, by the ids of the suggestions; where `places` has one, it goes from those alone."""

    words: Mapping[str, Word]
    k: int | None = None
    places: Mapping[str, Collection[PlaceKey]] = field(default_factory=dict)
    was_approved_by_two: Literal[False] = False

    def of(self, suggestions: Sequence[Suggestion], document: Document) -> Made:
        """The decisions on these suggestions; there is nothing to say of them."""
        made = decide(suggestions, self.words)
        return Made(tuple(part for each in made for part in self._parts(each, document)))

    def _parts(self, decision: Decision, document: Document) -> tuple[Decision, ...]:
        """A decision, or what becomes of it where some places of its term go alone."""
        wanted = self.places.get(decision.suggestion.id)
        if wanted is None:
            return (decision,)
        return decided_at(decision.suggestion, self.words[decision.suggestion.id], wanted, document)


def redact_content(
    path: Path,
    name: Path,
    content: bytes,
    request: EffectiveRequest,
    decided: Deciding | None = None,
) -> RedactedFile:
    """Redact a document and check the result as if someone else had made it.

    `name` is its path below the output folder. Every figure of the report is taken from the output, read again.
    Without anything `decided`, all that level k needs goes, and personal data that only the redacted text shows go
    too; else what was accepted, and the rest may stay anywhere.

    Raises a DocumentError when the input cannot be read, SuggestionsChanged when what was decided does not fit it,
    PolicyNotMet when the policy of the document's client asks for more people to decide.
    """
    if decided is not None and not decided.was_approved_by_two:
        request.policy.refuse_decided_alone(request.policy_name)
    done, more = _redacted(path, name, content, request, decided)
    for _ in range(_SECOND_LOOKS if decided is None else 0):
        if not more:
            break
        request = replace(request, found_again=(*request.found_again, *more))
        done, more = _redacted(path, name, content, request, decided)
    return done


_SECOND_LOOKS = 2
"""How often a document is redacted again with what only its redacted text has shown to be personal."""


def _redacted(
    path: Path, name: Path, content: bytes, request: EffectiveRequest, decided: Deciding | None
) -> tuple[RedactedFile, tuple[Finding, ...]]:
    """The redacted document, and personal data in it that no one had proposed, where they stand in the original."""
    standard, subject = Standard.of(request), request.subject
    opened = open_file(path.name, content, request.cleaning)
    copy = copy_of(path.name, content, request)
    if decided is None:
        analysis = analyse(opened.document, request, outside=opened.outside, copy=copy)
        made = Made(accept_all(analysis.suggestions, request.k))
    else:
        analysis = analyse(opened.document, _as_shown(request, decided.k), outside=opened.outside, copy=copy)
        made = decided.of(analysis.suggestions, opened.document)
        analysis = replace(analysis, warnings=analysis.warnings + made.warnings)
        request = replace(request, left=tuple(_left(made.decisions)))
    decisions = made.decisions
    sought = _not_spared(analysis.sought, request.never)
    written = last_numbers(block.text for _, block in opened.document.blocks())
    planned = with_uncovered(plan(decisions, request.style, sought, request.never, written), opened.document)
    redacted = opened.redacted(planned.replacements, planned.strings)
    read_again = open_file(path.name, redacted.content)
    read = read_again.document
    partly = partly_of(decisions, planned, opened.document)
    left, stays = look_for(read, partly)
    left += still_standing(opened.document, read, planned.replacements)
    kept = _kept(opened.document, read)
    if request.copy is not None:
        redacted = copied(path.name, redacted, request.copy, planned.strings)
        request = replace(request, cleaning=request.cleaning.followed_by(request.copy))
        read_again = open_file(path.name, redacted.content)
        read = read_again.document
        # Paragraphs have other ordinals now; where the terms had to go they were looked for before.
        partly = tuple(replace(each, stays={}) for each in partly)
        _, stays = look_for(read, partly)
    cleaned = cleaned_name(name, planned.strings)
    verification = verify(
        redacted.content,
        read,
        planned.strings,
        cleaned.as_posix(),
        pictures_accepted=request.cleaning.accepts_pictures,
    )
    seen = FileSeen.of(read, read_again.outside, request.own_kinds)
    changed = changed_blocks(opened.document, seen.document)
    again = personal_in(changed, request, seen.outside)
    more = unproposed(changed, again.findings, planned.strings, rejected(decisions))
    verification = replace(
        verification,
        parts=examined(verification.parts, analysis.unexamined),
        places=verification.places + left,
        new=new_findings(changed, again.findings, planned.strings, rejected(decisions)),
        stays=stays,
    )
    report = FileReport(
        path=str(path),
        source_sha256=sha256(content).hexdigest(),
        result_sha256=sha256(redacted.content).hexdigest(),
        suppressed=planned.suppressed,
        sought=planned.sought,
        spared=request.never,
        partly=partly,
        unexamined=analysis.unexamined,
        kept_share=kept,
        policy=request.cleaning,
        review_policy=request.policy_name,
        asked=Asked(
            request.entities,
            request.asked.always,
            request.asked.never,
            left_on_purpose(decisions),
            request.cleaning,
        ),
        verification=verification,
        coverage=redacted.covered,
        warnings=analysis.warnings + _unproposed(verification.new),
    )
    if analysis.choice is not None:
        choice = analysis.choice
        report = replace(
            report,
            objective=choice.objective.value,
            lp_gap=choice.gap,
            robust=choice.robust,
            promise=choice.promise,
        )
    rank: int | None = None
    if subject is not None:
        rank = seen.least_k(subject)
        report = _judged(report, subject, opened.document, read, (rank, request.visible))
    result = Result(
        cleaned.as_posix(),
        redacted.content,
        seen.document,
        verification,
        personal=staying(opened.document, seen.document, analysis.personal, planned.replacements, again.findings),
        outside=again.outside,
        beside=seen.outside,
        searched=planned.strings,
        k_reached=rank,
        objective=None if analysis.choice is None else analysis.choice.objective,
        cleaned=request.cleaning,
        left=left_on_purpose(decisions),
        edited=_edited(decisions),
        lost=made.lost,
    )
    outcome = outcome_of(standard, result)
    shown = () if request.copy is not None else in_original(opened.document, planned.replacements, more)
    return RedactedFile(redacted.content, cleaned, replace(report, outcome=outcome)), shown


def _not_spared(sought: Sequence[Sought], never: Sequence[Phrase]) -> list[Sought]:
    stay = {phrase.key for phrase in never}
    return [each for each in sought if each.phrase.key not in stay]


def _as_shown(request: EffectiveRequest, k: int | None) -> EffectiveRequest:
    """The request of the analysis that was decided on, which may have shown more levels."""
    if request.subject is None or k is None:
        return request
    return replace(request, subject=replace(request.subject, k=k))


def _left(decisions: Sequence[Decision]) -> list[Phrase]:
    """What may stay wherever it stands, since somebody decided so; what goes somewhere has to go everywhere."""
    gone = {
        Phrase(text).key
        for each in decisions
        for text in each.suggestion.spellings
        if each.verdict is Verdict.ACCEPTED
    }
    return [phrase for phrase in rejected(decisions) if phrase.key not in gone]


def _edited(decisions: Sequence[Decision]) -> int:
    """In how many places somebody's own words stand instead of a placeholder."""
    return sum(len(each.suggestion.places) for each in decisions if each.goes and each.replacement is not None)


def _kept(before: Document, after: Document) -> float:
    """The share of word occurrences that are unchanged; placeholders are no words."""
    words = [sum(len(terms(text)) for text in document.counted_texts()) for document in (before, after)]
    return words[1] / words[0] if words[0] else 1.0


def _judged(
    report: FileReport, subject: Subject, before: Document, after: Document, seen_by: tuple[int, Visible]
) -> FileReport:
    """Add who would be guessed before and after, by the words of the two documents alone.

    The rank after holds in every view of the file; the report does not tell everybody.
    """
    model, (rank, visible) = subject.model, seen_by
    seen = [evidence(model.by_client, document.counted_texts()) for document in (before, after)]
    ranks = [k_reached(seen[0].scores_against(subject.client), subject.client), rank]
    looks = [appearance(model, each, visible) for each in seen]
    rank_before, rank_after = ranks if visible.sees_all else (None, None)
    return replace(
        report,
        client=model.clients[subject.client].name,
        model=model.version,
        k=subject.k,
        k_reached=rank_after,
        held=ranks[1] >= subject.k,
        rank_before=rank_before,
        rank_after=rank_after,
        guess_before=looks[0].clients[:GUESSES],
        guess_after=looks[1].clients[:GUESSES],
        utility_before=_likeliest(looks[0]),
        utility_after=_likeliest(looks[1]),
        crowd=_crowd(subject, _likeliest(looks[1]), visible),
        warnings=report.warnings + _short_of_k(subject.k, ranks[1], seen[0], visible),
    )


_PLACES_TOLD = 3


def _unproposed(new: Sequence[NewFinding]) -> tuple[str, ...]:
    """The warning about what recognisers found in the result and nobody had proposed."""
    if not new:
        return ()
    places = ", ".join(each.where for each in new[:_PLACES_TOLD])
    more = f" and {len(new) - _PLACES_TOLD} more" if len(new) > _PLACES_TOLD else ""
    return (f"found only when the result was read again: {places}{more}; look there, and use --always",)


def _crowd(subject: Subject, likeliest: str | None, visible: Visible) -> Crowd:
    """Among whom a certificate leaves the client; no industry is named that the result does not read like."""
    clients = subject.model.clients
    crowd = crowd_at([client.utility for client in clients], subject.client, subject.k, visible.of(clients))
    return crowd if crowd.industry == likeliest else replace(crowd, industry=None)


def _likeliest(look: Appearance) -> str | None:
    return look.utilities[0].name if look.utilities else None


def _short_of_k(k: int, reached: int, seen: Evidence, visible: Visible) -> tuple[str, ...]:
    if reached >= k:
        return ()
    if not len(seen.counts):
        return (f"k = {k} not reached: the document holds no word that the model knows",)
    only = f", only {reached}" if visible.sees_all else ""
    return (f"k = {k} not reached{only}; lower k, add terms by --always, or try another --objective",)
