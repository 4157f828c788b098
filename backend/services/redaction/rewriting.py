"""Write a document as planned, read it again, and search it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from backend.detection.finding import Finding
from backend.document.model import Document
from backend.document.tokens import terms
from backend.redaction.plan import RedactionPlan
from backend.review.decisions import Decision, rejected_texts
from backend.services.analysis.analyse import Analysis, personal_in
from backend.services.files.outputs import cleaned_name
from backend.services.files.reading import OpenFile, Redacted, copied, open_file
from backend.services.redaction.partial_terms import partly_of
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.personal_data import PersonalData, with_unexamined
from backend.services.terms.text_views import ReadableFile
from backend.verification.partial_terms import KeptTerm, PartlyRedactedTerm, check_partial_terms
from backend.verification.places import LeftPlace
from backend.verification.recheck import missed_replacements, new_findings, unproposed_findings
from backend.verification.residue import Verification, verify


@dataclass(frozen=True, slots=True, eq=False)
class Rewritten:
    """The bytes of a redacted document, the file read again, and the places where redacted terms are left.

    `request` has the cleaning of both steps where a clean copy was made. `kept` is the share (0…1) of word
    occurrences that are unchanged, before the copy.
    """

    redacted: Redacted
    read: OpenFile
    request: EffectiveRequest
    partly: tuple[PartlyRedactedTerm, ...]
    left: tuple[LeftPlace, ...]
    stays: tuple[KeptTerm, ...]
    kept: float


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """The result of two independent checks of a file, and what recognisers find in it now.

    `name` is the name of the output. `unproposed` are personal data that no one had proposed.
    """

    name: Path
    verification: Verification
    seen: ReadableFile
    personal: PersonalData
    unproposed: tuple[Finding, ...]


def rewrite(
    name: str, opened: OpenFile, planned: RedactionPlan, decisions: Sequence[Decision], request: EffectiveRequest
) -> Rewritten:
    """Write a document as planned, make the clean copy if requested, and read the result."""
    redacted = opened.redacted(planned.replacements, planned.strings)
    read = open_file(name, redacted.content)
    partly = partly_of(decisions, planned, opened.document)
    left, stays = check_partial_terms(read.document, partly)
    left += missed_replacements(opened.document, read.document, planned.replacements)
    kept = _kept(opened.document, read.document, planned)
    if request.copy is not None:
        redacted = copied(name, redacted, request.copy, planned.strings)
        request = replace(request, cleaning=request.cleaning.followed_by(request.copy))
        read = open_file(name, redacted.content)
        # Paragraphs have other ordinals now; where the terms had to go they were looked for before.
        partly = tuple(replace(each, stays={}) for each in partly)
        _, stays = check_partial_terms(read.document, partly)
    return Rewritten(redacted, read, request, partly, left, stays, kept)


def check(
    name: Path,
    opened: OpenFile,
    planned: RedactionPlan,
    written: Rewritten,
    found: tuple[Analysis, Sequence[Decision]],
) -> Checked:
    """Check a written document independently; `found` are its analysis and the decisions.

    It searches for personal data in the whole document, as a verification of the saved file does. The pipeline
    reads paragraphs together, so that it would find other names in those that have changed alone.
    """
    (analysis, decisions), request, read = found, written.request, written.read
    output = cleaned_name(name, planned.strings)
    verification = verify(
        written.redacted.content,
        read.document,
        planned.strings,
        output.as_posix(),
        pictures_accepted=request.cleaning.accepts_pictures,
    )
    seen = ReadableFile.of(read.document, read.outside, request.own_kinds)
    stay = rejected_texts(decisions)
    before = opened.document if request.copy is None else None  # a copy has other paragraphs
    personal = personal_in(seen.document, request, seen.outside, before)
    verification = replace(
        verification,
        parts=with_unexamined(verification.parts, analysis.unexamined),
        places=verification.places + written.left,
        new=new_findings(seen.document, personal.findings, planned.strings, stay),
        stays=written.stays,
    )
    more = unproposed_findings(seen.document, personal.findings, planned.strings, stay)
    return Checked(output, verification, seen, personal, more)


def _kept(before: Document, after: Document, planned: RedactionPlan) -> float:
    """The share of word occurrences that are unchanged; placeholders and broader words are none of them."""
    words = [sum(len(terms(text)) for text in document.counted_texts()) for document in (before, after)]
    broader = (each for term in planned.generalised for each in term.replacements if each.place.kind.counted)
    words[1] -= sum(len(terms(each.placeholder)) for each in broader)
    return words[1] / words[0] if words[0] else 1.0
