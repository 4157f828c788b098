"""Verify outputs against the report of the run that wrote them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from backend.document.placeholders import count_placeholders
from backend.errors import ReportUnusable
from backend.files import read_bytes, resolved
from backend.messages.found_in import FoundIn
from backend.messages.message import Message, warnings_as_json
from backend.messages.problems import ReportNotSearchable
from backend.panel.answer import PanelAnswer
from backend.privacy.client_profiles import Crowd
from backend.redaction.indexing import ToIndex
from backend.reporting.command_line import COMMAND_LINE
from backend.reporting.outcome import NO_OUTCOME, Outcome, OutcomeStatus
from backend.reporting.report import Expected, expected_in, expected_of
from backend.services.analysis.analyse import personal_in
from backend.services.analysis.panel_answers import clients_shown, panel_about
from backend.services.files.inputs import InputFile, collect
from backend.services.files.reading import open_file
from backend.services.files.runner import Advance, map_files, with_progress
from backend.services.index.wanted import finished_to_index
from backend.services.privacy.document_figures import crowd_of
from backend.services.redaction.outcome import RedactionResult, Requirements, outcome_of
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.industry import possible_objective
from backend.services.terms.personal_data import with_unexamined
from backend.services.terms.text_views import ReadableFile
from backend.verification.neighbours import DamagedPlace, find_damaged
from backend.verification.package_paragraphs import read_paragraphs
from backend.verification.partial_terms import check_partial_terms
from backend.verification.recheck import new_findings, paragraph_of
from backend.verification.residue import Verification, verify
from backend.workers import Workers


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """One output and the result of checking it, or its error."""

    path: str
    verification: Verification | None = None
    outcome: Outcome | None = None
    error: str | None = None
    warnings: tuple[Message, ...] = ()
    is_owed: bool = False
    """A policy asks for the outcome, and it could not be computed."""

    @property
    def needs_attention(self) -> bool:
        """Whether it could not be checked, or has a shortfall; not every file has a known outcome."""
        if self.verification is None or self.outcome is None:
            return self.verification is None or self.verification.needs_attention or self.is_owed
        return self.outcome.status is OutcomeStatus.NOT_MET

    @classmethod
    def failed(cls, path: str, error: str) -> "VerifiedFile":
        """A file that could not be checked."""
        return cls(path, error=error)

    def as_json(self) -> dict[str, Any]:
        """The object that `verify --json` prints for a file."""
        found = None if self.verification is None else self.verification.as_json(COMMAND_LINE)
        outcome = NO_OUTCOME if self.outcome is None else self.outcome.as_json()
        warnings = warnings_as_json(self.warnings, COMMAND_LINE)
        return {"path": self.path, "verification": found, **outcome, **warnings, "error": self.error}


def expected_in_report(file: Mapping[str, Any]) -> Expected:
    """The strings that had to be redacted, from the JSON of a file in a report.

    Raises ReportUnusable.
    """
    try:
        return expected_in(file)
    except (ValueError, KeyError, TypeError) as error:
        raise ReportUnusable(ReportNotSearchable()) from error


def verify_content(name: str, content: bytes, expected: Expected) -> Verification:
    """Check a document for every string that had to be redacted in it.

    Raises a DocumentError when it cannot be read.
    """
    document = open_file(name, content).document
    found = verify(content, document, expected.strings, name, pictures_accepted=expected.pictures_accepted)
    left, stays = check_partial_terms(document, expected.partly)
    parts = with_unexamined(found.parts, expected.unexamined)
    return replace(found, places=found.places + left, parts=parts, stays=stays)


def damaged_in(name: str, content: bytes, original: bytes, expected: Expected) -> tuple[DamagedPlace, ...]:
    """Return the placeholders of a document whose neighbouring text differs from the original.

    Raises a DocumentError when one of them cannot be read.
    """
    paragraphs: dict[tuple[str, int], FoundIn] = {}
    for story, block in open_file(name, content).document.blocks():
        paragraphs.setdefault((story.part, block.ordinal), paragraph_of(story, block))
    partly = (string for term in expected.partly for string in term.spellings)
    strings = (*expected.strings.strings, *partly)
    return find_damaged(read_paragraphs(content), read_paragraphs(original), strings, paragraphs)


@dataclass(frozen=True, slots=True)
class Judged:
    """A document that was redacted elsewhere, such as in Word, judged by what stands in it.

    `new` of the `verification` lists the personal data that nobody has decided on, as a redaction does. `panel` is
    what held-out attackers find in it, if there are any.
    """

    verification: Verification
    outcome: Outcome
    panel: PanelAnswer | None
    crowd: Crowd | None = None
    """How many clients its words fit."""
    to_index: ToIndex | None = None
    """What the index gets of it; None where nobody wants it there."""
    placeholders: int = 0
    """The placeholders that stand in it."""


def judge_content(
    name: str, content: bytes, expected: Expected, verification: Verification, request: EffectiveRequest
) -> Judged:
    """Search a document that was redacted elsewhere for personal data, and compute its outcome.

    Raises a DocumentError when it cannot be read, PipelineUnusable.
    """
    standard, subject = Requirements.of(request), request.subject
    opened = open_file(name, content)
    seen = ReadableFile.of(opened.document, opened.outside, request.own_kinds)
    found = personal_in(seen.document, standard.request, seen.outside, written=expected.written)
    rank = None if subject is None else seen.least_rank(subject, request.selection.objective, request.visible).rank
    # Whoever sends a report may have left out what the analysis did not read.
    verification = replace(verification, parts=with_unexamined(verification.parts, found.unexamined))
    result = RedactionResult(
        name,
        content,
        seen.document,
        verification,
        personal=found.findings,
        amounts=found.amounts,
        outside=found.outside,
        beside=seen.outside,
        k_reached=rank,
        objective=possible_objective(standard.policy.objective, subject, request.visible),
        cleaned=request.cleaning.followed_by(standard.policy.clean),
        left=expected.left,
    )
    new = new_findings(seen.document, found.findings, expected.strings, expected.left)
    panel = panel_about(seen.document, request)
    crowd = crowd_of(seen.document, request, clients_shown(seen.document, request))
    return Judged(
        replace(verification, new=new),
        outcome_of(standard, result),
        panel,
        crowd,
        finished_to_index(request, seen.document),
        count_placeholders(seen.document.counted_texts()),
    )


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The outcome of a saved file, computed again; None if that is impossible, with the reason.

    `is_owed` tells that it is None and a policy asks for it, or stands in its way.
    """

    outcome: Outcome | None
    warnings: tuple[Message, ...] = ()
    is_owed: bool = False


Recompute = Callable[[str, bytes, Expected, Verification], Recomputed]


def verify_files(
    paths: Iterable[Path], report: Path, recompute: Recompute, advance: Advance, workers: Workers = Workers()
) -> tuple[VerifiedFile, ...]:
    """Check each output against the report, and compute its outcome again.

    Raises InvalidRequest when no file is named, ReportUnusable when the report cannot be used.
    """
    reported = _Reported.of(report)
    files = collect(paths).files
    work = partial(_verified, reported, recompute)
    return tuple(with_progress(map_files(work, VerifiedFile.failed, files, workers), files, advance))


@dataclass(frozen=True, slots=True)
class _Reported:
    """The files of a report, by output path and by name."""

    report: Path
    by_path: Mapping[Path, Expected]
    by_name: Mapping[str, list[Expected]]

    @classmethod
    def of(cls, report: Path) -> "_Reported":
        by_path, by_name = {}, defaultdict(list)
        for output, expected in expected_of(read_bytes(report), str(report)).items():
            by_path[resolved(Path(output))] = expected
            by_name[Path(output).name].append(expected)
        return cls(report, by_path, by_name)

    def of_output(self, path: Path) -> Expected:
        """The report of the output at `path`; a copy elsewhere is found by its name if only one output has it."""
        if resolved(path) in self.by_path:
            return self.by_path[resolved(path)]
        if len(self.by_name.get(path.name, ())) == 1:
            return self.by_name[path.name][0]
        raise ReportUnusable(
            f"{self.report} does not say what was redacted in this file. Name the report of its run."
        )


def _verified(reported: _Reported, recompute: Recompute, file: InputFile) -> VerifiedFile:
    content = read_bytes(file.path)
    expected = reported.of_output(file.path)
    found = verify_content(file.path.name, content, expected)
    anew = recompute(file.path.name, content, expected, found)
    return VerifiedFile(str(file.path), found, anew.outcome, warnings=anew.warnings, is_owed=anew.is_owed)
