"""Errors of work that was not done, not finished, or belongs to another worker."""

from backend.errors.family import UnsaidError


class Busy(UnsaidError):
    """The server is at its limit; the request was not started."""

    code, status_hint = "busy", 503


class WorkStopped(UnsaidError):
    """The work stopped before it was done; the base of the reasons why."""

    code, status_hint = "work_stopped", 503


class TookTooLong(WorkStopped):
    """The work took longer than the limit, and was ended."""

    code, status_hint = "took_too_long", 503


class TookTooMuchMemory(WorkStopped):
    """The work needed more memory than the limit, and was ended."""

    code, status_hint = "took_too_much_memory", 413


class AnswerTooLarge(WorkStopped):
    """The work was done, and its result is longer than a process may send back."""

    code, status_hint = "answer_too_large", 413


class WorkEnded(WorkStopped):
    """The process ended before its work was done."""

    code, status_hint = "work_ended", 503


class WorkFailed(WorkStopped):
    """An unexpected error stopped the work."""

    code, status_hint = "work_failed", 500


class UnknownDownload(UnsaidError):
    """No file waits under that id."""

    code, status_hint = "unknown_download", 404


class JobRunning(UnsaidError):
    """Another job of this kind is running."""

    code, status_hint = "job_running", 409


class UnknownJob(UnsaidError):
    """No job has that id."""

    code, status_hint = "unknown_job", 404


class JobTooLate(UnsaidError):
    """It is too late to cancel this job: it is over, or about to store its result."""

    code, status_hint = "job_too_late", 409


class NothingToRepeat(UnsaidError):
    """The job is not over, or has nothing left to do."""

    code, status_hint = "nothing_to_repeat", 409


class JobCancelled(UnsaidError):
    """Someone cancelled the job; its worker leaves it as it is."""

    code, status_hint = "job_cancelled", 409


class JobMadeRoom(UnsaidError):
    """The job waits again, because another account waits for its turn; a worker goes on with it later."""

    code, status_hint = "job_made_room", 409


class JobLost(UnsaidError):
    """Another worker has taken over the job, because the first was silent for too long; only the second counts."""

    code, status_hint = "job_lost", 409


class WorkerOutdated(UnsaidError):
    """A newer version of Unsaid than this worker created the job."""

    code, status_hint = "worker_outdated", 503
