"""The one family of errors: each says what happened and what to do, and never holds document text."""

import traceback
from pathlib import Path
from typing import ClassVar


class UnsaidError(Exception):
    """The base of every error that a caller can act on; never raised itself.

    `code` is stable (scripts and the pane branch on it), `status_hint` is the HTTP status that fits it.
    The message is one line of plain English: what is wrong, then what to do. It may name files, clients,
    settings and places, never words of a document.
    """

    code: ClassVar[str]
    status_hint: ClassVar[int]

    def __init__(self, message: str) -> None:
        if type(self) is UnsaidError:
            raise TypeError("UnsaidError is the family; raise one of its members")
        super().__init__(message)


def unforeseen(error: Exception) -> str:
    """One line about an error outside the family: its kind and its place, for its message may quote a document."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"unforeseen {type(error).__name__} in {Path(at.filename).name}:{at.lineno}; please report it"


class DocumentError(UnsaidError):
    """A document cannot be read, so nothing was done to it; the base of the reasons why."""

    code, status_hint = "document_unreadable", 422


class NotAWordDocument(DocumentError):
    """The bytes are no .docx: not a zip, cut short, or without a main document part."""

    code, status_hint = "not_a_word_document", 415


class EncryptedDocument(DocumentError):
    """The document is locked with a password."""

    code, status_hint = "document_encrypted", 422


class DocumentTooLarge(DocumentError):
    """The document, or what its zip would unpack to, is over a limit."""

    code, status_hint = "document_too_large", 413


class UnsafeDocument(DocumentError):
    """The package plays tricks: entity declarations, names that leave the package, duplicate parts."""

    code, status_hint = "document_unsafe", 422


class NotUtf8(DocumentError):
    """A text file is not UTF-8."""

    code, status_hint = "not_utf8", 415


class UnsupportedFile(DocumentError):
    """The file is of a kind that Unsaid does not read."""

    code, status_hint = "unsupported_file", 415


class UnreadableFile(DocumentError):
    """The file is missing, or the operating system refuses to let it be read."""

    code, status_hint = "unreadable_file", 404


class CorpusError(UnsaidError):
    """A corpus holds nothing to learn from, or its files contradict each other."""

    code, status_hint = "corpus_unusable", 422


class PipelineUnusable(UnsaidError):
    """The pipeline that finds names is missing, broken, or needs what is not installed."""

    code, status_hint = "pipeline_unusable", 503


class ListUnusable(UnsaidError):
    """A file of allowed words, denied words or recognisers cannot be read."""

    code, status_hint = "list_unusable", 422


class DataMissing(UnsaidError):
    """The data of an experiment are not where they were looked for."""

    code, status_hint = "data_missing", 404


class NoModel(UnsaidError):
    """The registry holds no promoted version, so there is nothing to compare a document with."""

    code, status_hint = "no_model", 409


class UnknownVersion(UnsaidError):
    """The registry holds no version of that name."""

    code, status_hint = "unknown_version", 404


class VersionExists(UnsaidError):
    """A version of that name exists already; versions are never overwritten."""

    code, status_hint = "version_exists", 409


class RegistryDamaged(UnsaidError):
    """A stored version does not match its own checksums or format."""

    code, status_hint = "registry_damaged", 500


class ModelNotAuthentic(RegistryDamaged):
    """A model version, or which one is in use, is not what Unsaid has stored with its key."""

    code, status_hint = "model_not_authentic", 500


class UnknownClient(UnsaidError):
    """The model knows no client of that name."""

    code, status_hint = "unknown_client", 404


class ImpossibleK(UnsaidError):
    """More rivals are asked for than there are other clients."""

    code, status_hint = "impossible_k", 422


class InfeasibleProgram(UnsaidError):
    """No choice of words satisfies every row of the program."""

    code, status_hint = "infeasible_program", 422


class SolverFailed(UnsaidError):
    """No solver answered, or not in time."""

    code, status_hint = "solver_failed", 503


class InvalidRequest(UnsaidError):
    """The request contradicts itself or names something that does not exist."""

    code, status_hint = "invalid_request", 400


class RequestTooLarge(UnsaidError):
    """The request is over the limit."""

    code, status_hint = "request_too_large", 413


class OutputRefused(UnsaidError):
    """Writing there would touch an original, overwrite another output, or leave originals beside copies."""

    code, status_hint = "output_refused", 409


class OutputFailed(UnsaidError):
    """The operating system did not take the output (disk full, no permission); nothing was left behind."""

    code, status_hint = "output_failed", 507


class ReportUnusable(UnsaidError):
    """A report file cannot be read or was not written by `unsaid redact`."""

    code, status_hint = "report_unusable", 422


class Busy(UnsaidError):
    """As much is being worked on as this server can; the request was not begun."""

    code, status_hint = "busy", 503


class WorkStopped(UnsaidError):
    """Work was ended, or ended by itself, before it was done; the base of the reasons why."""

    code, status_hint = "work_stopped", 503


class TookTooLong(WorkStopped):
    """The work took longer than it may, and was ended."""

    code, status_hint = "took_too_long", 503


class TookTooMuchMemory(WorkStopped):
    """The work needed more memory than it may take, and was ended."""

    code, status_hint = "took_too_much_memory", 413


class WorkEnded(WorkStopped):
    """The process that did the work has ended before it was done."""

    code, status_hint = "work_ended", 503


class WorkFailed(WorkStopped):
    """The work failed in a way that nobody has thought of."""

    code, status_hint = "work_failed", 500


class PaneTooOld(UnsaidError):
    """The pane speaks to the server as an older version did."""

    code, status_hint = "pane_too_old", 409


class ServerTooOld(UnsaidError):
    """The pane is of a later version than the server."""

    code, status_hint = "server_too_old", 409


class CannotServe(UnsaidError):
    """The service cannot start as it is asked to."""

    code, status_hint = "cannot_serve", 500


class StoreUnavailable(UnsaidError):
    """The database does not answer, or not in time; the base of the reasons why. What was acknowledged is kept."""

    code, status_hint = "store_unavailable", 503


class StoreFull(StoreUnavailable):
    """There is no room left where the database lies; nothing of the change was kept."""

    code, status_hint = "store_full", 507


class StoreOutdated(StoreUnavailable):
    """The tables are those of another version of Unsaid."""

    code, status_hint = "store_outdated", 503


class StoreDamaged(StoreUnavailable):
    """What the database holds is not what was stored."""

    code, status_hint = "store_damaged", 500


class NotAuthentic(StoreDamaged):
    """A row that grants, approves or constrains something is not what was stored; nothing is done with it."""

    code, status_hint = "not_authentic", 500


class KeyUnusable(StoreUnavailable):
    """The key that opens what is stored is missing, no key, or another one."""

    code, status_hint = "key_unusable", 503


class StaleVersion(UnsaidError):
    """Somebody has changed it since it was read."""

    code, status_hint = "stale_version", 409


class ClientExists(UnsaidError):
    """A client of that name is stored already."""

    code, status_hint = "client_exists", 409


class NotOfAllGroups(UnsaidError):
    """Something that takes somebody who sees the clients of all groups."""

    code, status_hint = "not_of_all_groups", 403


class NotHeld(UnsaidError):
    """Nobody grants or revokes what they do not hold themselves."""

    code, status_hint = "not_held", 403


class SuggestionsChanged(UnsaidError):
    """Decisions speak of suggestions that the document does not have."""

    code, status_hint = "suggestions_changed", 409


class UnknownReview(UnsaidError):
    """No review has that id."""

    code, status_hint = "unknown_review", 404


class UnknownProposal(UnsaidError):
    """No proposal has that id."""

    code, status_hint = "unknown_proposal", 404


class IllegalMove(UnsaidError):
    """What is asked for does not follow from where a review or a decision is."""

    code, status_hint = "illegal_move", 409


class NeedsAnother(UnsaidError):
    """Somebody else has to do this."""

    code, status_hint = "needs_another", 409


class JobRunning(UnsaidError):
    """Another job of that kind is running."""

    code, status_hint = "job_running", 409


class UnknownJob(UnsaidError):
    """No job has that id."""

    code, status_hint = "unknown_job", 404


class JobTooLate(UnsaidError):
    """The job is over, or so near to it that it cannot be stopped."""

    code, status_hint = "job_too_late", 409


class NothingToRepeat(UnsaidError):
    """The job is not over, or has nothing left to do."""

    code, status_hint = "nothing_to_repeat", 409


class JobCancelled(UnsaidError):
    """Somebody wants the job stopped; whoever works on it leaves it as it is."""

    code, status_hint = "job_cancelled", 409


class JobLost(UnsaidError):
    """Whoever worked on the job was silent for too long, and it was given to another; nothing more counts."""

    code, status_hint = "job_lost", 409


class WorkerOutdated(UnsaidError):
    """The job was asked for by a newer version of Unsaid than this worker is."""

    code, status_hint = "worker_outdated", 503


class UnknownApiKey(UnsaidError):
    """No API key has that id."""

    code, status_hint = "unknown_api_key", 404


class PolicyNotMet(UnsaidError):
    """The policy that counts for the document asks for more."""

    code, status_hint = "policy_not_met", 422


class PolicyDoesNotFit(UnsaidError):
    """A policy asks for what the model in use cannot give."""

    code, status_hint = "policy_does_not_fit", 409


class UnknownCertificateKey(UnsaidError):
    """No certificate key has that id."""

    code, status_hint = "unknown_certificate_key", 404


class UnknownPolicy(UnsaidError):
    """No policy is set there."""

    code, status_hint = "unknown_policy", 404


class UnknownUser(UnsaidError):
    """Nobody is known by that id."""

    code, status_hint = "unknown_user", 404


class TrailUnusable(UnsaidError):
    """A file is no exported audit trail."""

    code, status_hint = "trail_unusable", 422


class BackupUnusable(UnsaidError):
    """A backup cannot be read, or belongs to another key or a newer version of Unsaid."""

    code, status_hint = "backup_unusable", 422


class SignInRefused(UnsaidError):
    """Nobody can be let in with what was sent to sign in."""

    code, status_hint = "sign_in_refused", 401


class SignInExpired(UnsaidError):
    """What was sent to sign in was good, and is no more."""

    code, status_hint = "sign_in_expired", 401


class PassesWithTime(UnsaidError):
    """Refused for now: it can be asked again after `retry_after` seconds."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LockedOut(PassesWithTime):
    """Too many attempts from there have failed."""

    code, status_hint = "locked_out", 429


class AskedTooOften(PassesWithTime):
    """Too many requests."""

    code, status_hint = "too_many_requests", 429


class TooManyQuestions(PassesWithTime):
    """A caller from whom clients are hidden has asked about too many documents."""

    code, status_hint = "too_many_questions", 429


class IssuerUnavailable(UnsaidError):
    """The issuer's keys, which tell its tokens from forged ones, cannot be had."""

    code, status_hint = "issuer_unavailable", 503
