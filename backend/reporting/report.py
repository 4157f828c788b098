"""The report of a redaction: for each file what was redacted, what an attacker would guess, and what was checked.

A report holds the redacted strings themselves; it is written with mode 0600 and never beside the outputs.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from backend import __version__
from backend.blocking.confusability import Guess
from backend.blocking.held_out_promises import held_out_as_json
from backend.blocking.known_attackers import MeasuredProtection
from backend.document.cleaning import AS_IT_STANDS, Cleaning, Comments, Images, Revisions
from backend.document.coverage import CoverageEntry
from backend.document.phrases import Phrase
from backend.document.placeholders import ENTITIES, PLACEHOLDER, TERM
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.errors import ReportUnusable
from backend.messages.message import Message, Wording, reason_as_json, warnings_as_json
from backend.messages.problems import NotAReport
from backend.messages.reasons import reason_of_row
from backend.panel.answer import PanelAnswer
from backend.privacy.release_figures import FileRelease, ReleaseFigures, UserRelease
from backend.redaction.plan import RedactedTerm
from backend.reporting.command_line import COMMAND_LINE
from backend.reporting.crowd import NOBODY, AnonymitySet
from backend.reporting.indexed import IndexResult
from backend.reporting.outcome import NO_OUTCOME, Outcome, OutcomeStatus
from backend.reporting.release_figures import BatchFigures, figures_as_json
from backend.verification.partial_terms import PartlyRedactedTerm
from backend.verification.residue import Verification


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """The request besides client and k, so that the outcome can be computed again.

    `personal` are kinds, `never` the terms of the request alone; `left` are spellings of what people decided to
    leave. `cleaned` is what of the file was to go.
    """

    personal: frozenset[str] = frozenset()
    always: tuple[Phrase, ...] = ()
    never: tuple[Phrase, ...] = ()
    left: tuple[Phrase, ...] = ()
    cleaned: Cleaning = AS_IT_STANDS

    @property
    def own_kinds(self) -> frozenset[str]:
        """The kinds of custom recognisers among the personal data."""
        return self.personal.difference(ENTITIES)

    def as_json(self) -> dict[str, Any]:
        """The object `asked` of a report; the cleaning has its own object."""
        return {
            "personal": sorted(self.personal),
            **{name: [phrase.text for phrase in getattr(self, name)] for name in ("always", "never", "left")},
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any], policy: Mapping[str, Any]) -> "RequestRecord":
        """Read the JSON of `as_json`; raises ValueError, KeyError or TypeError if it is malformed."""
        always, never, left = (tuple(map(Phrase, content[name])) for name in ("always", "never", "left"))
        cleaned = Cleaning(
            Images(policy["images"]),
            Revisions(policy["revisions"]),
            Comments(policy["comments"]),
            remove_hidden_text=policy["remove_hidden_text"],
            remove_traces=policy["remove_traces"],
        )
        return cls(frozenset(map(str, content["personal"])), always, never, left, cleaned)


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was done with one file.

    `model` is the version that was asked, None without a client. `rank_before` and `rank_after` are 1 + the number
    of clients strictly more likely than the true one under the model, on the original and on the re-read output.
    `k_reached` is the same of the output as k counts it: in every view, and among the clients of the industry where
    the file shows it. All are None for a caller to whom clients are hidden, who learns by `held` whether k is held.
    `kept_share` is the share (0…1) of word occurrences that are unchanged.
    `sought` are names and always-terms that must not stand outside the text either, `spared` the terms that were to
    stay, `partly` those that went from some of their places alone; `unexamined` are parts that were not searched
    for personal data, with the reason. `utility_before` and `utility_after` name the likeliest utility class.
    `objective` is the one that was followed,
    `lp_gap` the share by which its value is below the bound of the relaxed program, None without a program.
    `robust` tells whether attackers beside the model were held out against, `promise` what held-out documents say
    of others that nobody was told of. `rank_guess` is the chance (0…1) of a reader who knows the method and answers
    with the client of one rank: 1 where the rank is predictable. `panel` says which held-out attackers identify the
    client in the output; None where the version has none, or the caller may not know. `privacy` says what the
    output gives away; None where it was not measured. Without a client (`--no-cii`) all that speaks of clients is
    None or empty. `policy` is what of the file was cleaned, `review_policy` the name and version of the policy that
    counted, and `asked` what else was asked for. `outcome` says whether what was asked for, and the policy, hold on
    the output; None where there is none. `index` says whether the output is in the index of released documents;
    None where it was not to be.
    `crowd` tells how much a certificate may say of the client; `opening` opens what the certificate only seals.
    `coverage` has a row for each kind of text that was met in each part. A file that failed has an `error`; of one
    that has an output too, something beside it failed.
    """

    path: str
    output: str | None = None
    source_sha256: str | None = None
    result_sha256: str | None = None
    client: str | None = None
    model: str | None = None
    k: int | None = None
    k_reached: int | None = None
    held: bool | None = None
    rank_before: int | None = None
    rank_after: int | None = None
    guess_before: tuple[Guess, ...] = ()
    guess_after: tuple[Guess, ...] = ()
    suppressed: tuple[RedactedTerm, ...] = ()
    sought: tuple[RedactedString, ...] = ()
    spared: tuple[Phrase, ...] = ()
    partly: tuple[PartlyRedactedTerm, ...] = ()
    unexamined: Mapping[str, Message] = field(default_factory=dict)
    kept_share: float | None = None
    utility_before: str | None = None
    utility_after: str | None = None
    lp_gap: float | None = None
    objective: str | None = None
    robust: bool = False
    promise: MeasuredProtection | None = None
    rank_guess: float | None = None
    panel: PanelAnswer | None = None
    privacy: ReleaseFigures | None = None
    policy: Cleaning = AS_IT_STANDS
    review_policy: str | None = None
    asked: RequestRecord | None = None
    crowd: AnonymitySet = NOBODY
    opening: str | None = None
    verification: Verification | None = None
    outcome: Outcome | None = None
    index: IndexResult | None = None
    coverage: tuple[CoverageEntry, ...] = ()
    warnings: tuple[Message, ...] = ()
    error: str | None = None

    @classmethod
    def failed(cls, path: str, error: str) -> "FileReport":
        """The report of a file that failed."""
        return cls(path, error=error)

    @property
    def needs_attention(self) -> bool:
        """Whether a person has to look: the file failed, or has a shortfall."""
        return self.error is not None or self.outcome is None or self.outcome.status is OutcomeStatus.NOT_MET

    @property
    def k_held(self) -> bool | None:
        """Whether k holds; None without a client."""
        if self.held is not None or self.k is None or self.k_reached is None:
            return self.held
        return self.k_reached >= self.k

    @property
    def strings(self) -> RedactedStrings:
        """All redacted strings, as `expected_of` reads them from a written report."""
        spellings = (
            RedactedString(text, row.placeholder, row.suggestion.is_word, row.suggestion.case_sensitive)
            for row in self.suppressed
            for text in row.suggestion.spellings
        )
        own_kinds = frozenset() if self.asked is None else self.asked.own_kinds
        return RedactedStrings((*spellings, *self.sought), self.spared, own_kinds)

    @property
    def measured(self) -> UserRelease | None:
        """The release as one of a batch; None if it was not measured."""
        hashes = self._hashes
        if self.privacy is None or hashes is None:
            return None
        return UserRelease.of(self.path, self.client or "", hashes, self.privacy)

    @property
    def stored_release(self) -> FileRelease | None:
        """The release in figures that may be stored; None if it was not measured."""
        hashes = self._hashes
        return None if self.privacy is None or hashes is None else FileRelease.of(self.privacy, hashes)

    @property
    def _hashes(self) -> tuple[str, str] | None:
        if self.source_sha256 is None or self.result_sha256 is None:
            return None
        return self.source_sha256, self.result_sha256

    def as_json(self, worded: Wording = COMMAND_LINE) -> dict[str, Any]:
        """The object of a file in a report, in the words of a surface."""
        return {
            "path": self.path,
            "output": self.output,
            "source_sha256": self.source_sha256,
            "result_sha256": self.result_sha256,
            "client": self.client,
            "k": self.k,
            "k_reached": self.k_reached,
            "k_held": self.k_held,
            "rank_before": self.rank_before,
            "rank_after": self.rank_after,
            "rank_guess": None if self.rank_guess is None else round(self.rank_guess, 4),
            "panel": panel_as_json(self.panel),
            "privacy": figures_as_json(self.privacy),
            "guess_before": guesses_as_json(self.guess_before),
            "guess_after": guesses_as_json(self.guess_after),
            "suppressed": [_suppressed_as_json(each, worded) for each in self.suppressed],
            "sought": [_sought_as_json(each) for each in self.sought],
            "spared": [phrase.text for phrase in self.spared],
            "partly": [_partly_as_json(each) for each in self.partly],
            "unexamined": [{"part": part, **reason_as_json(why, worded)} for part, why in self.unexamined.items()],
            "kept_share": None if self.kept_share is None else round(self.kept_share, 4),
            "utility_before": self.utility_before,
            "utility_after": self.utility_after,
            "lp_gap": None if self.lp_gap is None else round(self.lp_gap, 6),
            "objective": self.objective,
            "robust": self.robust,
            "promise": None if self.promise is None else promise_as_json(self.promise),
            "policy": self.policy.as_json(),
            "review_policy": self.review_policy,
            "asked": None if self.asked is None else self.asked.as_json(),
            "opening": self.opening,
            **(NO_OUTCOME if self.outcome is None else self.outcome.as_json()),
            "index": None if self.index is None else self.index.as_json(),
            "verification": None if self.verification is None else self.verification.as_json(worded),
            "coverage": [each.as_json() for each in self.coverage],
            **warnings_as_json(self.warnings, worded),
            "error": self.error,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """The files of one run; `model` is the model version, or None.

    `others` are files of the named folders that are of a kind Unsaid does not read. `figures` are those of the
    batch where its files stand elsewhere.
    """

    model: str | None
    files: tuple[FileReport, ...]
    others: tuple[Path, ...] = ()
    figures: BatchFigures | None = None

    @property
    def privacy(self) -> BatchFigures | None:
        """What the whole batch gives away; None if no file was measured."""
        if self.figures is not None:
            return self.figures
        measured = [each for file in self.files if (each := file.measured) is not None]
        return BatchFigures.of(measured, len(self.files))

    def as_json(self, worded: Wording = COMMAND_LINE) -> dict[str, Any]:
        """The document that `--report` writes and `--json` prints, in the words of a surface."""
        return {
            "version": __version__,
            "model": self.model,
            "privacy": None if (privacy := self.privacy) is None else privacy.as_json(),
            "files": [file.as_json(worded) for file in self.files],
            "others": [str(path) for path in self.others],
        }

    def as_bytes(self, worded: Wording = COMMAND_LINE) -> bytes:
        """The same as the bytes of a file."""
        return as_json_bytes(self.as_json(worded))


def as_json_bytes(value: Any) -> bytes:
    """One JSON document in UTF-8; file names that are not UTF-8 survive.

    Raises ValueError for a number that JSON does not have.
    """
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(value, allow_nan=False, indent=2).encode() + b"\n"


def promise_as_json(promise: MeasuredProtection) -> dict[str, Any]:
    """What was measured on held-out documents against held-out attackers; `held_out` are the promises.

    Words that fewer than `rare_words` other clients say went in any case.
    """
    return {
        "k": promise.k,
        "documents": promise.documents,
        "same_documents": {"not_named": promise.same.not_named, "k_holds": promise.same.k_holds},
        "other_documents": {"not_named": promise.others.not_named, "k_holds": promise.others.k_holds},
        "leaders": "k-1" if promise.hardness.everywhere else "1",
        "margin": promise.hardness.margin,
        "rare_words": promise.hardness.speakers,
        "kept_share": round(promise.kept, 4),
        "held_out": held_out_as_json(promise.held_out),
    }


def panel_as_json(answer: PanelAnswer | None) -> dict[str, Any] | None:
    """The answer of held-out attackers as JSON; None where they were not asked, or do not know the client."""
    return None if answer is None else answer.as_json()


def guesses_as_json(guesses: Sequence[Guess]) -> list[dict[str, Any]]:
    """Clients with their calibrated probabilities, as JSON."""
    return [{"client": each.name, "probability": round(each.probability, 6)} for each in guesses]


@dataclass(frozen=True, slots=True)
class Expected:
    """The statements of a report about an output: the redacted strings, and whether its pictures are accepted.

    `partly` are the terms that must be gone from some places alone, `unexamined` the parts that were not searched
    for personal data, with the reason. `outcome` was that of the file with this `result_sha256`; None in reports of
    older versions. `left` are the spellings that somebody has decided to leave; `client`, `k` and what was `asked`
    are there to compute the outcome again. `written` are the replacements that people wrote, no placeholders.
    """

    strings: RedactedStrings
    pictures_accepted: bool
    partly: tuple[PartlyRedactedTerm, ...] = ()
    unexamined: Mapping[str, Message] = field(default_factory=dict)
    result_sha256: str | None = None
    outcome: Outcome | None = None
    left: tuple[Phrase, ...] = ()
    client: str | None = None
    k: int | None = None
    asked: RequestRecord | None = None
    written: frozenset[str] = frozenset()


def expected_of(content: bytes, source: str) -> Mapping[str, Expected]:
    """Read from a report what it says of each output, by path.

    Raises ReportUnusable when the bytes are no such report; `source` names it in the message.
    """
    try:
        files: Sequence[Mapping[str, Any]] = json.loads(content)["files"]
        return {file["output"]: expected_in(file) for file in files if file["output"] is not None}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ReportUnusable(NotAReport(source)) from error


def expected_in(file: Mapping[str, Any]) -> Expected:
    """Read the redacted strings from the object `file` of a report, and nothing else."""
    redacted = [_string(row, text) for row in file["suppressed"] for text in row["spellings"]]
    sought = [_string(row, row["term"]) for row in file["sought"]]
    keys = {string.phrase.key for string in redacted}
    # What goes somewhere has to go everywhere, whatever else is said of it.
    spared = (phrase for phrase in map(Phrase, file["spared"]) if phrase.key not in keys)
    policy, partly = file.get("policy", {}), file.get("partly", ())  # reports of older versions have none
    asked = None if file.get("asked") is None else RequestRecord.from_json(file["asked"], policy)
    own_kinds = frozenset() if asked is None else asked.own_kinds
    strings = RedactedStrings((*redacted, *sought), tuple(spared), own_kinds)
    unexamined = {row["part"]: reason_of_row(row) for row in file.get("unexamined", ())}
    placeholders = (row.get("placeholder", "") for row in file["suppressed"])
    return Expected(
        strings,
        policy.get("images") == Images.KEEP,
        tuple(map(_partly, partly)),
        unexamined,
        file.get("result_sha256"),
        None if file.get("outcome") is None else Outcome.from_json(file),
        tuple(map(Phrase, file.get("left", ()))),
        file.get("client"),
        file.get("k"),
        asked,
        frozenset(each for each in placeholders if not PLACEHOLDER.fullmatch(each)),
    )


def model_of(content: bytes, source: str) -> str | None:
    """The model version that a written report names.

    Raises ReportUnusable when the bytes are no such report; `source` names it in the message.
    """
    try:
        version = json.loads(content)["model"]
        if version is None or isinstance(version, str):
            return version
    except (ValueError, KeyError, TypeError):
        pass
    raise ReportUnusable(NotAReport(source))


def _suppressed_as_json(suppressed: RedactedTerm, worded: Wording) -> dict[str, Any]:
    suggestion = suppressed.suggestion
    return {
        "term": suggestion.term,
        "kind": suggestion.kind.value,
        "placeholder": suppressed.placeholder,
        "count": suppressed.count,
        "entity": suggestion.entity,
        "spellings": list(suggestion.spellings),
        "case_sensitive": suggestion.case_sensitive,
        **reason_as_json(suggestion.why, worded),
    }


def _partly_as_json(term: PartlyRedactedTerm) -> dict[str, Any]:
    first = term.spellings[0]
    return {
        "spellings": [string.text for string in term.spellings],
        "placeholder": first.placeholder,
        "entity": TERM if first.is_word else None,
        "case_sensitive": first.case_sensitive,
        "blocks": [
            {"story": {"part": part, "kind": kind}, "block": block, "stays": stays}
            for (part, kind, block), stays in term.stays.items()
        ],
    }


def _partly(row: Mapping[str, Any]) -> PartlyRedactedTerm:
    stays = {(each["story"]["part"], each["story"]["kind"], each["block"]): each["stays"] for each in row["blocks"]}
    return PartlyRedactedTerm(tuple(_string(row, text) for text in row["spellings"]), stays)


def _sought_as_json(string: RedactedString) -> dict[str, Any]:
    return {"term": string.text, "placeholder": string.placeholder, "case_sensitive": string.case_sensitive}


def _string(row: Mapping[str, Any], text: str) -> RedactedString:
    is_word = row.get("entity") == TERM
    return RedactedString(text, row["placeholder"], is_word, row["case_sensitive"])
