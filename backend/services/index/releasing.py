"""Add redacted files to the index, once they are written and if their policy and outcome allow it."""

from dataclasses import replace

from backend.errors import AlreadyIndexed, InvalidRequest, NoIndex, UnsaidError
from backend.redaction.indexing import ToIndex
from backend.reporting.indexed import IndexRefusal, IndexResult
from backend.reporting.outcome import Outcome, OutcomeStatus
from backend.reporting.report import FileReport
from backend.services.index.released_index import ReleasedIndex
from backend.storage.index.index_secret import Entry


def released(index: ReleasedIndex, report: FileReport, to_index: ToIndex | None, contact: str) -> FileReport:
    """Add a written file to the index, and return its report with the result.

    `contact` is the account that can be asked for the document. The id of a document is the SHA-256 of the file. A
    document that is in the index already stays there as it is.
    Nothing is raised: the file is written, and its report says what became of it.
    """
    if to_index is None or report.result_sha256 is None:
        return report
    if (refusal := refusal_of(to_index, report.outcome, redacted=bool(report.suppressed))) is None:
        return replace(report, index=add_released(index, report.result_sha256, to_index, contact))
    return replace(report, index=IndexResult(refusal))


def refusal_of(to_index: ToIndex, outcome: Outcome | None, *, redacted: bool) -> IndexRefusal | None:
    """Return why a document with this outcome may not go to the index; `redacted`: a term was redacted."""
    if not to_index.allowed:
        return IndexRefusal.POLICY
    if not redacted:
        return IndexRefusal.ORIGINAL
    status = None if outcome is None else outcome.status
    excused = status is OutcomeStatus.MET_WITH_EXCEPTIONS and to_index.with_exceptions
    return None if status is OutcomeStatus.MET or excused else IndexRefusal.OUTCOME


def add_released(index: ReleasedIndex, document: str, to_index: ToIndex, contact: str) -> IndexResult:
    """Add a document that may go to the index, and return what became of it. Nothing is raised."""
    return IndexResult(_added(index, document, to_index, contact))


def _added(index: ReleasedIndex, document: str, to_index: ToIndex, contact: str) -> IndexRefusal | None:
    try:
        with index.opened() as opened:
            if to_index.least_k > opened.k:
                return IndexRefusal.K
            vector = opened.space.weighted(opened.space.count_words(to_index.words))
            opened.insert(Entry(document, to_index.owner, contact, industry=to_index.industry), vector)
    except AlreadyIndexed:
        return None
    except NoIndex:
        return IndexRefusal.NO_INDEX
    except InvalidRequest:
        return IndexRefusal.NO_WORDS
    except UnsaidError:
        return IndexRefusal.UNUSABLE
    return None
